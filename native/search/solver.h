// Exact play at the end of a game: looks at everything, within a number of positions.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "../core.h"

namespace cornerwise {

struct Solution {
    Spot best;
    int scores[kMaxColors];  // final, by color, with best play
    std::vector<Spot> line;  // best play to the end, `best` first
};

// Two sides: alpha-beta on the difference of points. More: every player maximizes its lead over
// the best of the others (max^n). Positions already seen are remembered by hash.
class Solver {
  public:
    explicit Solver(const Tables& tables);

    using Clock = std::chrono::steady_clock;

    // Best play from a position, or nothing if it takes more than `limit` positions, longer than
    // until `deadline`, or is stopped.
    std::optional<Solution> solve(const Core& core, std::uint64_t limit,
                                  const std::atomic<bool>& stop,
                                  Clock::time_point deadline = Clock::time_point::max());
    std::uint64_t positions() const { return positions_; }

  private:
    struct Known {
        std::uint64_t key = 0;
        Spot best{};
        std::int16_t low = 0, high = 0;  // bounds of the difference
        std::int16_t scores[kMaxColors] = {};
        std::uint32_t search = 0;  // the search that wrote it; others' entries are empty
    };
    struct Outcome {
        int scores[kMaxColors];
    };
    struct Move {
        Spot spot;
        int order;
    };

    int difference(const Core& core, int alpha, int beta);
    Outcome outcome(const Core& core);
    int lead(const Outcome& outcome, Player player) const;
    int points(const int* scores, int side) const;
    void bounds(const Core& core, int& low, int& high) const;
    std::vector<Move> ordered_moves(const Core& core, const Known* known) const;
    Known& slot(const Core& core);
    bool holds(const Known& known, std::uint64_t key) const {
        return known.search == search_ && known.key == key;
    }
    static std::uint64_t key(const Core& core);
    bool exhausted();

    const Tables& t_;
    std::vector<Known> table_;
    std::uint32_t search_ = 0;
    std::uint64_t positions_ = 0, limit_ = 0;
    Clock::time_point deadline_;
    const std::atomic<bool>* stop_ = nullptr;
    bool gave_up_ = false;
};

}  // namespace cornerwise
