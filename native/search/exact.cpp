// Where a search stops guessing: endings looked through, and what follows from them.
#include <algorithm>
#include <cmath>

#include "../movegen.h"
#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
// With more legal moves than this in all a search does not try to solve; in a tenth of a second,
// and for every doubling of the time. Among three and four players nothing can be cut off by what
// the other side would not allow, and attempts that fail take the time of the search.
struct SolveMoves {
    double least, more;
};
constexpr SolveMoves kSolveTwo{165, 35}, kSolveMany{55, 7};
constexpr double kSolveSeconds = 1;  // … where only positions are limited
constexpr double kSolvePart = 0.4;   // of the time
constexpr float kCertainWin = 1 - 1e-6f;

}  // namespace

// Near the end the whole rest can be looked at. Many moves left mean that it is not near. A solver
// counts the points of those, too, who have left and cannot win.
void Search::try_to_solve() {
    if (root_core_.resigned) return;
    const double seconds = limits_.seconds > 0 ? limits_.seconds : kSolveSeconds;
    const SolveMoves& moves = tables_->n_sides > 2 ? kSolveMany : kSolveTwo;
    const double most = moves.least + moves.more * std::log2(seconds / 0.1);
    if (limits_.solve_positions == 0 || count_all_moves(root_core_) > most) return;
    auto found = solver_.solve(root_core_, limits_.solve_positions, stop_, after_part(kSolvePart));
    const std::lock_guard lock(guard_);
    solution_ = std::move(found);
}

// A position is proven when all of its moves are, or when one is a certain win for the mover.
void Search::prove_upwards(const Worker& worker) const {
    const float certain = kCertainWin - params_.score_share;
    for (std::size_t i = worker.path.size() - 1; i-- > 0;) {
        Node& node = *worker.path[i].node;
        worker.path[i].edge->taken.fetch_or(Edge::kProven, std::memory_order_release);
        if (node.proven.load(kRelaxed)) continue;
        const EdgeList& edges = *node.edges.load(std::memory_order_acquire);
        const Node* best = nullptr;
        bool all = edges.is_all;
        for (const Edge& edge : edges) {
            const std::uint32_t taken = edge.taken.load(std::memory_order_acquire);
            if (!(taken & Edge::kProven)) {
                all = false;
                if (!taken) break;
                continue;
            }
            const Node* const child = edge.child.load(kRelaxed);
            if (!best || child->exact[node.player] > best->exact[node.player]) best = child;
        }
        if (!best || (!all && best->exact[node.player] < certain)) return;
        if (node.proving.exchange(true)) return;  // another thread writes the same values
        std::copy(best->exact, best->exact + kMaxPlayers, node.exact);
        node.proven.store(true, std::memory_order_release);
    }
}

}  // namespace cornerwise
