// When a search must stop: a deadline and a flag that another thread may raise.
#pragma once

#include <atomic>
#include <chrono>

namespace cornerwise::puzzles {

// One slice of work. Searches ask `over` often; the clock is read every few hundred questions.
class Slice {
  public:
    Slice(double seconds, const std::atomic<bool>& stopped)
        : end_(Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
          stopped_(stopped) {}

    bool over() {
        if (done_ || stopped_.load(std::memory_order_relaxed)) return done_ = true;
        if (++asked_ % kAsk == 0) done_ = Clock::now() >= end_;
        return done_;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr unsigned kAsk = 128;

    Clock::time_point end_;
    const std::atomic<bool>& stopped_;
    unsigned asked_ = 0;
    bool done_ = false;
};

}  // namespace cornerwise::puzzles
