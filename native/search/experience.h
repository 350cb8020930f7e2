// What a search finds out about placements wherever it meets them. Its positions differ by a few
// moves only: what turned out well in one mostly does in the next, and a policy cannot know that.
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "../tables.h"

namespace cornerwise {

// By color and placement, how much more a move brought than its position. It takes memory only
// once a search makes room. `add` and `gain` then are for any number of threads.
class Experience {
  public:
    explicit Experience(const Tables& tables)
        : n_placements_(tables.n_placements),
          n_(static_cast<std::size_t>(tables.n_colors) * tables.n_placements) {}

    void make_room() {
        if (!seen_) seen_ = std::make_unique<Seen[]>(n_);
    }
    void clear() { seen_.reset(); }

    // For the next move of the same game.
    void fade() {
        for (std::size_t i = 0; seen_ && i < n_; ++i) {
            for (std::atomic<float>* part : {&seen_[i].sum, &seen_[i].weight}) {
                part->store(part->load(kRelaxed) / 2, kRelaxed);
            }
        }
    }

    // Whether a move taken so often has news: not every time, and not where it only repeats what
    // one much visited position says.
    static bool has_news(std::uint32_t taken) {
        return taken <= kMostTaken && (taken & (taken - 1)) == 0;
    }

    void add(Color color, PlacementId placement, float gain, std::uint32_t taken) {
        Seen& seen = seen_[at(color, placement)];
        const float weight = std::sqrt(static_cast<float>(taken));
        seen.sum.fetch_add(weight * gain, kRelaxed);
        seen.weight.fetch_add(weight, kRelaxed);
    }

    // Has what `gain` will read brought near: it lies anywhere in a megabyte.
    void fetch(Color color, PlacementId placement) const {
        __builtin_prefetch(&seen_[at(color, placement)]);
    }

    float gain(Color color, PlacementId placement) const {
        const Seen& seen = seen_[at(color, placement)];
        return seen.sum.load(kRelaxed) / (seen.weight.load(kRelaxed) + kDoubt);
    }

  private:
    static constexpr auto kRelaxed = std::memory_order_relaxed;
    static constexpr std::uint32_t kMostTaken = 4096;
    static constexpr float kDoubt = 4;  // weight of the belief that a move brings what others do

    struct Seen {
        std::atomic<float> sum{0};
        std::atomic<float> weight{0};
    };

    std::size_t at(Color color, PlacementId placement) const {
        return static_cast<std::size_t>(color) * n_placements_ + placement;
    }

    std::size_t n_placements_;
    std::size_t n_;
    std::unique_ptr<Seen[]> seen_;
};

}  // namespace cornerwise
