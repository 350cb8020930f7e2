// Whether colors can still place all they hold, by trying everything; and in how many ways.
#pragma once

#include <atomic>
#include <unordered_set>
#include <vector>

#include "core.h"
#include "limits.h"

namespace cornerwise::puzzles {

struct SettleTask {
    unsigned colors = 1;           // bits: who must place everything
    bool descending = false;       // each color plays its largest pieces first
    int enough = 1;                // different complete sets after which to stop
    std::size_t memory = 1 << 21;  // positions remembered; beyond, the answer is "unknown"
};

// Colors do not hinder each other in a set of disjoint placements, so the order between them
// does not matter: the color with the fewest moves goes on. Positions reached twice by other
// orders are walked once.
class Settle {
  public:
    Settle(const Core& core, SettleTask task) : start_(core), task_(task) {}

    // Whether everything was tried (or enough was found) in time.
    bool run(double seconds);
    void stop() { stopped_ = true; }

    int found() const { return found_; }
    std::uint64_t nodes() const { return nodes_; }
    // The first complete set, in an order of play for each color.
    const std::vector<std::pair<Color, PlacementId>>& line() const { return first_; }

  private:
    bool walk(const Core& core, Slice& slice);
    Color scarcest(const Core& core, int& moves) const;
    int largest(const Core& core, Color color) const;

    Core start_;
    SettleTask task_;
    std::unordered_set<std::uint64_t> seen_;
    std::vector<std::pair<Color, PlacementId>> line_, first_;
    int found_ = 0;
    std::uint64_t nodes_ = 0;
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise::puzzles
