// Monte Carlo tree search over vectors of values by player. One tree, any number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "../position.h"
#include "../random.h"
#include "solver.h"
#include "tree.h"

namespace cornerwise {

// A move as the search sees it after it has stopped, or while it runs.
struct MoveReport {
    int placement;
    std::uint32_t visits;
    float prior;
    float values[kMaxPlayers];  // by player, 0 to 1
    float scores[kMaxColors];   // expected final score by color
    bool proven;
    std::vector<int> line;  // placements that follow, most visited first
};

// Searches positions of one variant. Keeps its tree between searches and goes on from it when
// the new position follows from the old one. Not to be called from two threads at once, except
// for `stop` and `report`.
class Search {
  public:
    Search(std::shared_ptr<const Tables> tables, SearchParams params, std::uint64_t seed);
    ~Search();

    // Runs until a limit, a proof or `stop`. Blocks.
    void run(const Position& position, const SearchLimits& limits);
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void resume() { stop_.store(false, std::memory_order_relaxed); }  // after a stop
    void forget();                                                   // drops the tree

    std::vector<MoveReport> report(int most, int line_length) const;
    bool is_solved() const { return solution_.has_value(); }
    std::uint64_t simulations() const { return simulations_.load(); }
    std::uint64_t nodes() const { return nodes_.load(); }
    std::size_t memory() const;
    std::uint64_t signature() const;  // one number for the whole tree
    void set_seed(std::uint64_t seed) { seed_ = seed; }
    SearchParams& params() { return params_; }
    const Tables& tables() const { return *tables_; }

  private:
    struct Worker;

    void set_root(const Position& position);
    void try_to_solve();
    Node* descendant(const Position& position) const;
    bool should_go_on(Worker& worker);
    bool is_decided() const;
    double elapsed() const;
    std::uint32_t visits_to_grow() const;
    void work(Worker& worker);
    void simulate(Worker& worker);
    Node* make_child(Worker& worker, Edge& edge, const Core& core);
    bool grow(Worker& worker, Node& node, const Core& core);
    Edge* select(const Node& node) const;
    void finish_values(const Core& core, float* values, float* scores) const;
    void back_up(Worker& worker, const float* values, const float* scores);
    void prove_upwards(const Worker& worker) const;
    void update_amaf(Worker& worker, const float* values);
    void put_solution_first(std::vector<MoveReport>& reports, int line_length) const;
    void values_of(const int* scores, float* values) const;
    void describe_line(const Node* node, int length, std::vector<int>& line) const;

    std::shared_ptr<const Tables> tables_;
    SearchParams params_;
    std::uint64_t seed_;
    std::unique_ptr<Arena> arena_;
    Node* root_ = nullptr;
    Core root_core_;
    std::vector<PlacementId> root_moves_;
    Solver solver_;
    std::optional<Solution> solution_;  // of the root, when the end could be looked through
    SearchLimits limits_;
    std::chrono::steady_clock::time_point started_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> simulations_{0};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t first_visits_ = 0;  // of the root when the search began
};

}  // namespace cornerwise
