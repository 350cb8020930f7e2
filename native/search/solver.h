// Exact play at the end of a game: looks at everything, within a number of positions.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "ending.h"

namespace cornerwise {

struct Solution {
    Spot best;
    int scores[kMaxColors];  // final, by color, at the end of the line
    std::vector<Spot> line;  // play to the end, `best` first
};

// Two sides: alpha-beta on the difference of points, first who wins, then by how much. More: every
// player maximizes its lead over the best of the others (max^n). What was seen is remembered.
class Solver {
  public:
    explicit Solver(const Tables& tables);

    using Clock = std::chrono::steady_clock;

    // Best play from a position; or a sure win of the color to play, if there was no time to find
    // out its most points; or nothing, if it takes more than `limit` positions, longer than until
    // `deadline`, or is stopped.
    std::optional<Solution> solve(const Core& core, std::uint64_t limit,
                                  const std::atomic<bool>& stop,
                                  Clock::time_point deadline = Clock::time_point::max());

  private:
    using Situation = Ending::Situation;
    using MoveIndex = Ending::MoveIndex;
    // What is known of a situation, as changes from its present scores: these do not matter to what
    // follows. The move reaches `low` if it is of the first side, `high` if of the second.
    struct Known {
        std::uint64_t key = 0;
        std::uint16_t search = 0;  // the search that wrote it; others' entries are empty
        std::uint16_t best = 0;
        std::int16_t low = 0, high = 0;       // bounds of the difference
        std::int16_t gains[kMaxColors] = {};  // by color, among more than two sides
    };
    struct Scores {
        int of[kMaxColors];
    };
    struct Ordered {
        int order;
        MoveIndex move;
    };

    void begin(std::uint64_t limit, const std::atomic<bool>& stop, Clock::time_point deadline);
    bool find_difference();
    bool is_rising(const Situation& at) const;
    int difference(const Situation& at, int alpha, int beta);
    Scores outcome(const Situation& at);
    int lead(const Scores& scores, Player player) const;
    Scores scores(const Situation& at) const;
    Scores best_scores(const Situation& at) const;
    int points(const Scores& scores, int side) const;
    std::optional<MoveIndex> next_move(const Situation& at);
    std::size_t order_moves(const Situation& at, const Known* known);
    Known& slot(std::uint64_t key);
    bool holds(const Known& known, std::uint64_t key) const {
        return known.search == search_ && known.key == key;
    }
    bool exhausted();

    const Tables& t_;
    Ending ending_;
    std::vector<Known> table_;
    std::vector<Ordered> ordered_;    // moves of all situations on the way, as a stack
    std::vector<std::uint8_t> good_;  // by move: how often it was good enough
    int low_ = 0, high_ = 0;          // bounds of the difference at the start
    std::uint16_t search_ = 0;
    std::uint64_t positions_ = 0, limit_ = 0;
    Clock::time_point deadline_;
    const std::atomic<bool>* stop_ = nullptr;
    bool gave_up_ = false;
};

}  // namespace cornerwise
