#include "solver.h"

#include <algorithm>

namespace cornerwise {

namespace {

constexpr int kMostWords = 64;  // of moves that may follow; more are not looked through in time
constexpr int kTableBits = 18;  // remembered situations
constexpr int kInfinite = 30000;
constexpr std::uint64_t kLook = 64;       // positions between looks at the clock
constexpr std::uint64_t kForLine = 5000;  // positions more, to follow a win to its end

}  // namespace

Solver::Solver(const Tables& tables) : t_(tables), ending_(tables) {}

void Solver::begin(std::uint64_t limit, const std::atomic<bool>& stop, Clock::time_point deadline) {
    table_.resize(std::size_t(1) << kTableBits);
    good_.assign(64 * Ending::kMaxWords, 0);
    if (++search_ == 0) {
        std::fill(table_.begin(), table_.end(), Known{});
        search_ = 1;
    }
    deadline_ = deadline;
    positions_ = 0;
    limit_ = limit;
    stop_ = &stop;
    gave_up_ = false;
    ordered_.clear();
}

bool Solver::exhausted() {
    if (++positions_ > limit_ || stop_->load(std::memory_order_relaxed)) gave_up_ = true;
    if (positions_ % kLook == 0 && Clock::now() >= deadline_) gave_up_ = true;
    return gave_up_;
}

std::optional<Solution> Solver::solve(const Core& core, std::uint64_t limit,
                                      const std::atomic<bool>& stop, Clock::time_point deadline) {
    if (core.to_play == kNobody || !ending_.prepare(core, kMostWords)) return std::nullopt;
    begin(limit, stop, deadline);
    if (t_.n_sides == 2 && !find_difference()) return std::nullopt;
    Solution solution{};
    Situation at = ending_.start();
    // After the first situation the table answers nearly all.
    while (at.to_play != kNobody) {
        const std::optional<MoveIndex> move = next_move(at);
        if (!move) return std::nullopt;
        solution.line.push_back(ending_.spot(*move));
        Situation next;
        ending_.play(at, *move, next);
        at = next;
    }
    solution.best = solution.line.front();
    for (Color c = 0; c < t_.n_colors; ++c) solution.scores[c] = ending_.score(at, c);
    return solution;
}

// By asking again and again whether it is at least some number, who wins first: such questions are
// quickly answered, and what one has found out the table keeps for the next. Returns whether the
// bounds are enough to play by.
bool Solver::find_difference() {
    low_ = -kInfinite;
    high_ = kInfinite;
    int guess = 0;
    while (low_ < high_) {
        const int beta = guess == low_ ? guess + 1 : guess;
        guess = difference(ending_.start(), beta - 1, beta);
        if (gave_up_) break;
        (guess < beta ? high_ : low_) = guess;
    }
    if (!gave_up_) return true;
    gave_up_ = false;
    ordered_.clear();
    limit_ += kForLine;
    deadline_ = Clock::time_point::max();
    return is_rising(ending_.start()) ? low_ > 0 : high_ < 0;
}

// The move of a situation on the line: the best one, or where only the winner is known one that
// keeps the win, and the loser's that seemed best.
std::optional<Solver::MoveIndex> Solver::next_move(const Situation& at) {
    if (t_.n_sides > 2) {
        outcome(at);
    } else {
        const int kept = low_ > 0 ? low_ : high_ + 1;
        const int beta = low_ < high_ ? kept : is_rising(at) ? low_ : low_ + 1;
        difference(at, beta - 1, beta);
    }
    if (gave_up_) return std::nullopt;
    const std::uint64_t key = ending_.key(at, best_scores(at).of);
    if (const Known& known = slot(key); holds(known, key)) return known.best;
    // No need to look: the scores as they stand are enough, whatever is played.
    const std::size_t first = order_moves(at, nullptr);
    const MoveIndex move = ordered_.back().move;
    ordered_.resize(first);
    return move;
}

bool Solver::is_rising(const Situation& at) const {
    return t_.side_of[t_.controller(at.to_play, at.placed[at.to_play])] == 0;
}

Solver::Known& Solver::slot(std::uint64_t key) { return table_[key >> (64 - kTableBits)]; }

Solver::Scores Solver::scores(const Situation& at) const {
    Scores now{};
    for (Color c = 0; c < t_.n_colors; ++c) now.of[c] = ending_.score(at, c);
    return now;
}

Solver::Scores Solver::best_scores(const Situation& at) const {
    Scores best{};
    for (Color c = 0; c < t_.n_colors; ++c) best.of[c] = ending_.best_score(at, c);
    return best;
}

int Solver::points(const Scores& scores, int side) const {
    for (Player p = 0; p < t_.n_players; ++p) {
        if (t_.side_of[p] != side) continue;
        int sum = 0;
        for (Color c = 0; c < t_.n_colors; ++c) sum += t_.counts[p][c] ? scores.of[c] : 0;
        return sum;
    }
    return 0;
}

// Pushes the legal moves, the most promising last: those that place and take away most.
std::size_t Solver::order_moves(const Situation& at, const Known* known) {
    const std::size_t first = ordered_.size();
    ending_.for_each_legal(at, [&](MoveIndex move) {
        const int worth = ending_.size(move) + ending_.count_spoiled(at, move);
        const bool is_best = known && known->best == move;
        ordered_.push_back({is_best ? 1 << 30 : 256 * worth + good_[move], move});
    });
    std::sort(ordered_.begin() + static_cast<std::ptrdiff_t>(first), ordered_.end(),
              [](const Ordered& a, const Ordered& b) {
                  return a.order != b.order ? a.order < b.order : a.move > b.move;
              });
    return first;
}

// Points of the first side less those of the second, with best play; exact inside (alpha, beta),
// else a bound.
int Solver::difference(const Situation& at, int alpha, int beta) {
    const Scores now = scores(at), best_now = best_scores(at);
    const int low = points(now, 0) - points(best_now, 1);
    const int high = points(best_now, 0) - points(now, 1);
    if (at.to_play == kNobody || low >= beta) return low;
    if (high <= alpha) return high;
    if (exhausted()) return 0;
    const int base = points(now, 0) - points(now, 1);
    const std::uint64_t key = ending_.key(at, best_now.of);
    const Known before = slot(key);
    const bool seen = holds(before, key);
    if (seen && before.low + base >= beta) return before.low + base;
    if (seen && before.high + base <= alpha) return before.high + base;
    const bool rising = is_rising(at);
    const int alpha0 = alpha, beta0 = beta;
    int value = rising ? -kInfinite : kInfinite;
    MoveIndex best = 0;
    const std::size_t first = order_moves(at, seen ? &before : nullptr);
    while (ordered_.size() > first && alpha < beta) {
        const MoveIndex move = ordered_.back().move;
        ordered_.pop_back();
        Situation next;
        ending_.play(at, move, next);
        const int v = difference(next, alpha, beta);
        if (gave_up_) return 0;
        if (rising ? v > value : v < value) {
            value = v;
            best = move;
        }
        (rising ? alpha : beta) = rising ? std::max(alpha, value) : std::min(beta, value);
    }
    ordered_.resize(first);
    if (alpha >= beta && good_[best] < 255) ++good_[best];
    Known known{key, search_, static_cast<std::uint16_t>(best), -kInfinite, kInfinite, {}};
    if (value > alpha0) known.low = static_cast<std::int16_t>(value - base);
    if (value < beta0) known.high = static_cast<std::int16_t>(value - base);
    const bool is_good = rising ? value > alpha0 : value < beta0;
    if (seen) {
        known.low = std::max(known.low, before.low);
        known.high = std::min(known.high, before.high);
        if (!is_good) known.best = before.best;
    }
    slot(key) = known;
    return value;
}

// First the place, then the lead over the best of the others.
int Solver::lead(const Scores& scores, Player player) const {
    const int own = points(scores, t_.side_of[player]);
    int best = -kInfinite, above = 0;
    for (int side = 0; side < t_.n_sides; ++side) {
        if (side == t_.side_of[player]) continue;
        best = std::max(best, points(scores, side));
        above += points(scores, side) > own;
    }
    return -1000 * above + own - best;
}

// Final scores with best play of all.
Solver::Scores Solver::outcome(const Situation& at) {
    const Scores now = scores(at);
    Scores found = now;
    if (at.to_play == kNobody || exhausted()) return found;
    const std::uint64_t key = ending_.key(at, best_scores(at).of);
    if (const Known& known = slot(key); holds(known, key)) {
        for (Color c = 0; c < t_.n_colors; ++c) found.of[c] += known.gains[c];
        return found;
    }
    const Player player = t_.controller(at.to_play, at.placed[at.to_play]);
    MoveIndex best = -1;
    const std::size_t first = order_moves(at, nullptr);
    while (ordered_.size() > first) {
        const MoveIndex move = ordered_.back().move;
        ordered_.pop_back();
        Situation next;
        ending_.play(at, move, next);
        const Scores o = outcome(next);
        if (gave_up_) return found;
        if (best < 0 || lead(o, player) > lead(found, player)) {
            found = o;
            best = move;
        }
    }
    Known known{key, search_, static_cast<std::uint16_t>(best), 0, 0, {}};
    for (Color c = 0; c < t_.n_colors; ++c) {
        known.gains[c] = static_cast<std::int16_t>(found.of[c] - now.of[c]);
    }
    slot(key) = known;
    return found;
}

}  // namespace cornerwise
