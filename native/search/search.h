// Monte Carlo tree search over vectors of values by player. One tree, any number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

#include "../position.h"
#include "../random.h"
#include "ending_playout.h"
#include "experience.h"
#include "net_input.h"
#include "quick_net.h"
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

// A step into the tree: the node, and the edge taken below it (null at the end).
struct Step {
    Node* node;
    Edge* edge;
};

// Searches positions of one variant. Keeps its tree between searches and goes on from it when
// the new position follows from the old one. Not to be called from two threads at once, except
// for `stop` and `report`.
class Search {
  public:
    Search(std::shared_ptr<const Tables> tables, SearchParams params, std::uint64_t seed);
    ~Search();

    // The net that `run` asks about leaves and moves; null for playouts and the linear prior.
    void use_quick(std::shared_ptr<const QuickNet> net);

    // Runs until a limit, a proof or `stop`. Blocks. Throws where the machine gives no more threads
    // or memory, and then has no tree.
    void run(const Position& position, const SearchLimits& limits);

    // The same with a net, which is run outside: `begin`, then until `is_done` let `collect`
    // fill the net's inputs and give its outputs to `feed`.
    void begin(const Position& position, const SearchLimits& limits, NetFit fit);
    bool is_done();
    // Rows filled, at most `most`; both arrays must be zeros. 0 when nothing is left to judge.
    int collect(int most, float* planes, float* globals);
    void feed(const float* policy, const float* win, const float* margin, const float* score);
    const NetFit& fit() const { return fit_; }

    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void resume() { stop_.store(false, std::memory_order_relaxed); }  // after a stop
    void forget();                                                    // drops the tree

    // Values by player after each of some moves, as plain playouts see them.
    std::vector<std::vector<float>> judge(const Position& position,
                                          const std::vector<int>& placements, int playouts);

    std::vector<MoveReport> report(int most, int line_length) const;
    bool is_solved() const { return solution_.has_value(); }
    std::uint64_t simulations() const { return simulations_.load(); }
    std::uint64_t nodes() const { return nodes_.load(); }
    std::size_t memory() const;
    std::uint64_t signature() const;  // one number for the whole tree
    const Tables& tables() const { return *tables_; }

  private:
    struct Worker;
    // A leaf that waits for the net.
    struct Waiting {
        std::vector<Step> path;
        std::vector<Spot> spots;
        Color color;
    };

    void set_root(const Position& position);
    void try_to_solve();
    bool is_same(const Node& node, const Core& played, const Core& position) const;
    Node* descendant(const Position& position) const;
    bool should_go_on(Worker& worker);
    bool is_decided() const;
    double elapsed() const;
    Solver::Clock::time_point after_part(double part) const;
    double simulations_in_time() const;
    std::uint32_t visits_to_grow() const;
    void work_together(std::vector<std::unique_ptr<Worker>>& workers);
    void work(Worker& worker);
    void simulate(Worker& worker);
    bool has_quick() const { return quick_ && !with_net_ && !is_late_; }
    bool is_quick() const;
    // Not where leaves are played out in part already: these keep what playouts say of all moves.
    bool plays_beside() const {
        return is_under_way_ && is_quick() && params_.quick_share >= 1 &&
               params_.quick_playouts > 0;
    }
    bool gains_experience() const { return is_quick() && params_.quick_experience > 0; }
    void choose_judge(const Core& core);
    float net_part_of_prior() const;
    float amaf_visits() const;
    void prepare_ending();
    void play_out(Worker& worker, float* values, float* scores);
    void play_beside(Worker& worker, const float* values);
    std::optional<float> offset_of_playouts(const Node& node) const;
    float with_playouts(const Edge& edge, float value, float offset) const;
    void add_playouts(const Edge& edge, float* values) const;
    void ask_quick(Worker& worker, bool is_seen, float* values, float* scores) const;
    void judge_leaf(Worker& worker, bool is_seen, float* values, float* scores);
    void list_moves(Worker& worker, Color color, const Core& core) const;
    bool recall(const Node& leaf, float* values, float* scores) const;
    Node* make_child(Worker& worker, Edge& edge, const Core& core);
    bool grow(Worker& worker, Node& node, const Core& core);
    bool give_edges(Worker& worker, Node& node);
    static void weigh_candidates(Worker& worker, std::size_t sorted, bool keeps_rest);
    bool should_widen(const Node& node) const;
    void widen(Worker& worker, Node& node, const Core& core);
    int rows_in_time() const;
    Node* descend(Worker& worker);
    void grow_with(Node& node, const Waiting& waiting, const float* policy);
    Edge* select(const Node& node) const;
    Edge* take_edge(Worker& worker, const Node& node) const;
    std::uint32_t width(const Node& node, const EdgeList& edges) const;
    void finish_values(const Core& core, float* values, float* scores) const;
    void back_up(Worker& worker, const float* values, const float* scores);
    void learn(const Step& step);
    // To what other threads may add to. One that is alone need not lock memory for it.
    template <class T>
    void add(std::atomic<T>& to, std::type_identity_t<T> amount) const {
        if (is_alone_) {
            to.store(to.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
        } else {
            to.fetch_add(amount, std::memory_order_relaxed);
        }
    }
    void prove_upwards(const Worker& worker) const;
    void update_amaf(Worker& worker, const float* values);
    MoveReport describe(const Edge& edge) const;
    void put_solution_first(std::vector<MoveReport>& reports, int line_length) const;
    void finish_values(const Core& core, const int* final_scores, float* values,
                       float* scores) const;
    void values_of(const Core& core, const int* scores, float* values) const;
    void values_from(const NetAnswer& answer, Player me, Color to_play, float* values,
                     float* scores) const;
    void describe_line(const Node* node, int length, std::vector<int>& line) const;

    std::shared_ptr<const Tables> tables_;
    SearchParams params_;
    std::uint64_t seed_;
    mutable std::mutex guard_;  // held while the tree is exchanged, and while it is reported
    std::unique_ptr<Arena> arena_;
    Node* root_ = nullptr;
    std::shared_ptr<const Tables> root_tables_;  // of root_core_: equal to ours, perhaps others
    Core root_core_;
    std::vector<PlacementId> root_moves_;
    Solver solver_;
    std::optional<Solution> solution_;  // of the root, when the end could be looked through
    SearchLimits limits_;
    bool is_alone_ = false;  // the running search has one thread, and that is in `run`
    bool with_net_ = false;  // the running search has its leaves judged by a net
    std::chrono::steady_clock::time_point started_;
    double prepared_ = 0;  // seconds until simulations began: an old tree was copied, an end tried
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> simulations_{0};
    std::atomic<std::uint64_t> nodes_{0};
    std::shared_ptr<const QuickNet> quick_;
    Experience experience_;
    bool is_under_way_ = false;  // enough is placed for playouts to tell something
    bool is_late_ = false;       // too few moves are left for the quick net
    EndingMoves ending_moves_;
    bool plays_ending_ = false;  // playouts of the running search go over these
    NetFit fit_;
    std::vector<Waiting> waiting_;
    bool is_full_ = false;  // no memory for another leaf
    std::unique_ptr<Worker> batch_worker_;
};

}  // namespace cornerwise
