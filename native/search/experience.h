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

// By color and placement, how much more a move brought than its position. For any number of
// threads, except `clear` and `fade`.
class Experience {
  public:
    explicit Experience(const Tables& tables)
        : n_placements_(tables.n_placements),
          n_(static_cast<std::size_t>(tables.n_colors) * tables.n_placements),
          seen_(std::make_unique<Seen[]>(n_)) {}

    // Whether a move taken so often has news: not every time, and not where it only repeats what
    // one much visited position says.
    static bool has_news(std::uint32_t taken) {
        return taken <= kMostTaken && (taken & (taken - 1)) == 0;
    }

    void add(Color color, PlacementId placement, float gain, std::uint32_t taken) {
        Seen& seen = seen_[at(color, placement)];
        const float weight = std::sqrt(static_cast<float>(taken));
        seen.sum.fetch_add(weight * gain, std::memory_order_relaxed);
        seen.weight.fetch_add(weight, std::memory_order_relaxed);
    }

    float gain(Color color, PlacementId placement) const {
        const Seen& seen = seen_[at(color, placement)];
        return seen.sum.load(std::memory_order_relaxed) /
               (seen.weight.load(std::memory_order_relaxed) + kDoubt);
    }

    void clear() { scale(0); }
    void fade() { scale(0.5f); }  // for the next move of the same game

  private:
    static constexpr std::uint32_t kMostTaken = 4096;
    static constexpr float kDoubt = 4;  // weight of the belief that a move brings what others do

    struct Seen {
        std::atomic<float> sum{0};
        std::atomic<float> weight{0};
    };

    std::size_t at(Color color, PlacementId placement) const {
        return static_cast<std::size_t>(color) * n_placements_ + placement;
    }
    void scale(float by) {
        for (std::size_t i = 0; i < n_; ++i) {
            seen_[i].sum = seen_[i].sum * by;
            seen_[i].weight = seen_[i].weight * by;
        }
    }

    std::size_t n_placements_;
    std::size_t n_;
    std::unique_ptr<Seen[]> seen_;
};

}  // namespace cornerwise
