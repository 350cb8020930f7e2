#include "solver.h"

#include <algorithm>

#include "../movegen.h"

namespace cornerwise {

namespace {

constexpr std::size_t kTable = std::size_t(1) << 17;  // remembered positions
constexpr int kInfinite = 30000;
constexpr std::uint64_t kLook = 64;  // positions between looks at the clock

}  // namespace

Solver::Solver(const Tables& tables) : t_(tables) {}

bool Solver::exhausted() {
    if (++positions_ > limit_ || stop_->load(std::memory_order_relaxed)) gave_up_ = true;
    if (positions_ % kLook == 0 && Clock::now() >= deadline_) gave_up_ = true;
    return gave_up_;
}

std::optional<Solution> Solver::solve(const Core& core, std::uint64_t limit,
                                      const std::atomic<bool>& stop, Clock::time_point deadline) {
    table_.resize(kTable);
    ++search_;
    deadline_ = deadline;
    positions_ = 0;
    limit_ = limit;
    stop_ = &stop;
    gave_up_ = false;
    Solution solution{};
    Core at(core);
    // Follow best play to the end; after the first position the table answers nearly all.
    while (at.to_play != kNobody) {
        Spot best{};
        if (t_.n_sides == 2) {
            difference(at, -kInfinite, kInfinite);
        } else {
            outcome(at);
        }
        if (gave_up_) return std::nullopt;
        const Known& known = slot(at);
        if (!holds(known, key(at))) return std::nullopt;
        best = known.best;
        solution.line.push_back(best);
        const Color color = at.to_play;
        at.play(color, best);
        at.pass_turn_after(color);
    }
    if (solution.line.empty()) return std::nullopt;
    solution.best = solution.line.front();
    for (Color c = 0; c < t_.n_colors; ++c) solution.scores[c] = at.score(c);
    return solution;
}

// Positions that differ only in the order of moves are the same; whose turn it is and who gets
// the higher bonus is not in the hash of the pieces.
std::uint64_t Solver::key(const Core& core) {
    std::uint64_t k = core.hash ^ (std::uint64_t(core.to_play + 1) * 0x9E3779B97F4A7C15ull);
    for (Color c = 0; c < core.tables().n_colors; ++c) {
        if (core.left[c] == 0) {
            k ^= std::uint64_t(core.score(c) + 64) << (8 * c);
        }
    }
    return k;
}

Solver::Known& Solver::slot(const Core& core) { return table_[key(core) & (kTable - 1)]; }

int Solver::points(const int* scores, int side) const {
    for (Player p = 0; p < t_.n_players; ++p) {
        if (t_.side_of[p] != side) continue;
        int sum = 0;
        for (Color c = 0; c < t_.n_colors; ++c) sum += t_.counts[p][c] ? scores[c] : 0;
        return sum;
    }
    return 0;
}

// A score only rises; a color that is out keeps it.
void Solver::bounds(const Core& core, int& low, int& high) const {
    int worst[kMaxColors], best[kMaxColors];
    for (Color c = 0; c < t_.n_colors; ++c) {
        worst[c] = best[c] = core.score(c);
        if (!core.is_out(c) && core.left[c] > 0) best[c] = std::max(t_.bonus_all, t_.bonus_single);
    }
    low = points(worst, 0) - points(best, 1);
    high = points(best, 0) - points(worst, 1);
}

// Large pieces first: they are most often right, and what fails fast fails early.
std::vector<Solver::Move> Solver::ordered_moves(const Core& core, const Known* known) const {
    std::vector<Move> moves;
    for_each_legal(core, core.to_play, [&](Spot spot) {
        const bool first = known && known->best == spot;
        moves.push_back({spot, first ? 100 : t_.size(spot)});
        return false;
    });
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& a, const Move& b) { return a.order > b.order; });
    return moves;
}

// Points of the first side less those of the second, with best play; exact inside (alpha, beta).
int Solver::difference(const Core& core, int alpha, int beta) {
    int low, high;
    bounds(core, low, high);
    if (core.to_play == kNobody) return low;
    if (low >= beta) return low;
    if (high <= alpha) return high;
    if (exhausted()) return 0;
    const std::uint64_t k = key(core);
    Known& known = slot(core);
    const bool seen = holds(known, k);
    if (seen && known.low == known.high) return known.low;
    if (seen && known.low >= beta) return known.low;
    if (seen && known.high <= alpha) return known.high;
    const Color color = core.to_play;
    const bool rising = t_.side_of[core.controller(color)] == 0;
    const int alpha0 = alpha, beta0 = beta;
    int value = rising ? -kInfinite : kInfinite;
    Spot best{};
    for (const Move& move : ordered_moves(core, seen ? &known : nullptr)) {
        Core next(core);
        next.play(color, move.spot);
        next.pass_turn_after(color);
        const int v = difference(next, alpha, beta);
        if (gave_up_) return 0;
        if (rising ? v > value : v < value) {
            value = v;
            best = move.spot;
        }
        (rising ? alpha : beta) = rising ? std::max(alpha, value) : std::min(beta, value);
        if (alpha >= beta) break;
    }
    known = {};
    known.key = k;
    known.search = search_;
    known.best = best;
    known.low = static_cast<std::int16_t>(value > alpha0 ? value : -kInfinite);
    known.high = static_cast<std::int16_t>(value < beta0 ? value : kInfinite);
    return value;
}

int Solver::lead(const Outcome& o, Player player) const {
    const int own = points(o.scores, t_.side_of[player]);
    int best = -kInfinite, above = 0;
    for (int side = 0; side < t_.n_sides; ++side) {
        if (side == t_.side_of[player]) continue;
        best = std::max(best, points(o.scores, side));
        above += points(o.scores, side) > own;
    }
    // First the place, then the lead over the best of the others.
    return -1000 * above + own - best;
}

Solver::Outcome Solver::outcome(const Core& core) {
    Outcome found{};
    if (core.to_play == kNobody) {
        for (Color c = 0; c < t_.n_colors; ++c) found.scores[c] = core.score(c);
        return found;
    }
    if (exhausted()) return found;
    const std::uint64_t k = key(core);
    if (const Known& known = slot(core); holds(known, k)) {
        std::copy(known.scores, known.scores + kMaxColors, found.scores);
        return found;
    }
    const Color color = core.to_play;
    const Player player = core.controller(color);
    Spot best{};
    bool any = false;
    for (const Move& move : ordered_moves(core, nullptr)) {
        Core next(core);
        next.play(color, move.spot);
        next.pass_turn_after(color);
        const Outcome o = outcome(next);
        if (gave_up_) return found;
        if (!any || lead(o, player) > lead(found, player)) {
            found = o;
            best = move.spot;
        }
        any = true;
    }
    Known& known = slot(core);
    known = {};
    known.key = k;
    known.search = search_;
    known.best = best;
    for (Color c = 0; c < t_.n_colors; ++c) {
        known.scores[c] = static_cast<std::int16_t>(found.scores[c]);
    }
    return found;
}

}  // namespace cornerwise
