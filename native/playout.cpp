#include "playout.h"

#include <algorithm>

#include "movegen.h"

namespace cornerwise {

namespace {

constexpr int kDraws = 64;   // draws before listing
constexpr int kSparse = 24;  // at most so many legal moves: list from now on
constexpr int kMaxMoves = 8192;

// Enemies that could continue from a place now, as a number.
inline int ways_out(std::uint8_t state, std::uint8_t enemies) {
    const unsigned live = (state >> 4) & ~state & enemies;
    return live != 0;
}

}  // namespace

PlayoutPolicy::PlayoutPolicy(const Tables& t, const PlayoutWeights& weights)
    : n_pieces(t.n_pieces) {
    for (Piece piece = 0; piece < n_pieces; ++piece) {
        order[piece] = piece;
        by_piece[piece] = weights.by_size[t.piece_size[piece]];
    }
    std::stable_sort(order, order + n_pieces,
                     [this](Piece a, Piece b) { return by_piece[a] > by_piece[b]; });
    keep[kMaxBlocked] = 1;
    for (int i = kMaxBlocked; i-- > 0;) keep[i] = keep[i + 1] / std::max(1.0f, weights.block);
}

int Playout::run() {
    const int n = core_.tables().n_colors;
    const int all_out = (1 << n) - 1;
    const int before = core_.ply;
    Color color = core_.to_play;
    while (core_.out != all_out) {
        if (!core_.is_out(color)) step(color);
        color = color + 1 == n ? 0 : color + 1;
    }
    core_.to_play = kNobody;
    return core_.ply - before;
}

bool Playout::step(Color color) {
    Spot spot;
    if ((!sparse_[color] && draw(color, spot)) || choose_from_list(color, spot)) {
        core_.play(color, spot);
        if (played_) played_->push_back({color, spot});
        return true;
    }
    core_.out |= static_cast<std::uint8_t>(1 << color);
    return false;
}

// Draws an attach cell, a piece by its weight and a way to cover the cell with it. A placement
// over k attach cells can be drawn k times, so it is kept with chance 1/k: all legal moves are
// equally likely, but for the policy's weights.
bool Playout::draw(Color color, Spot& spot) {
    forget_forbidden(color);
    const Tables& t = core_.tables();
    const std::uint32_t n_attach = core_.n_attach[color], have = core_.have[color];
    if (n_attach == 0 || have == 0) return false;
    Piece pieces[kMaxPieces];
    float sums[kMaxPieces];
    int n = 0;
    float total = 0;
    for (int i = 0; i < policy_.n_pieces; ++i) {
        const Piece piece = policy_.order[i];
        if (!(have >> piece & 1)) continue;
        total += policy_.by_piece[piece] * static_cast<float>(t.piece_leaves[piece]);
        pieces[n] = piece;
        sums[n++] = total;
    }
    const std::uint8_t forbid = static_cast<std::uint8_t>(1 << color);
    const std::uint8_t mark = static_cast<std::uint8_t>(16 << color);
    const std::uint8_t enemies = static_cast<std::uint8_t>(t.enemies[color] & ~core_.out);
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t bits = random_.next();
        const Place cell =
            core_.attach[color][Random::scale(static_cast<std::uint32_t>(bits >> 32), n_attach)];
        const float target = random_.unit() * total;
        int k = 0;
        while (k + 1 < n && sums[k] <= target) ++k;
        const std::int32_t* const starts = t.leaf_starts(t.kind_at[cell]) + pieces[k];
        const int at = starts[0] + static_cast<int>(Random::scale(static_cast<std::uint32_t>(bits),
                                                                  t.piece_leaves[pieces[k]]));
        if (at >= starts[1]) continue;
        const Leaf& leaf = t.leaves[at];
        const std::uint8_t* const here = core_.state + cell;
        int sum = 0, attached = 1, blocked = ways_out(*here, enemies);
        for (int j = 0; j < leaf.size; ++j) {
            const std::uint8_t s = here[leaf.offsets[j]];
            sum |= s;
            attached += (s & mark) != 0;
            blocked += ways_out(s, enemies);
        }
        if (sum & forbid) continue;
        const float keep = policy_.keep[std::min(blocked, PlayoutPolicy::kMaxBlocked)];
        if (random_.unit() * static_cast<float>(attached) >= keep) continue;
        spot = {static_cast<std::uint16_t>(leaf.orientation),
                static_cast<Place>(cell + leaf.first)};
        if (!t.has_shun || core_.keeps_corners(color, spot)) return true;
    }
    return false;
}

int Playout::blocked(Color color, Spot spot) const {
    const Tables& t = core_.tables();
    const std::uint8_t enemies = static_cast<std::uint8_t>(t.enemies[color] & ~core_.out);
    int n = 0;
    for (auto p = t.cells.begin(spot.orientation); p != t.cells.end(spot.orientation); ++p) {
        n += ways_out(core_.state[spot.first + *p], enemies);
    }
    return n;
}

bool Playout::choose_from_list(Color color, Spot& spot) {
    Spot list[kMaxMoves];
    float sums[kMaxMoves];
    int n = 0;
    float total = 0;
    for_each_legal(core_, color, [&](Spot s) {
        total += policy_.weight(core_.tables().piece(s), blocked(color, s));
        list[n] = s;
        sums[n++] = total;
        return n == kMaxMoves;
    });
    if (n == 0) return false;
    sparse_[color] = n <= kSparse;
    const float target = random_.unit() * total;
    const auto found = std::upper_bound(sums, sums + n - 1, target);
    spot = list[found - sums];
    return true;
}

// Attach cells that have become forbidden never come back: drop them.
void Playout::forget_forbidden(Color color) {
    int kept = 0;
    for (int i = 0; i < core_.n_attach[color]; ++i) {
        const Place cell = core_.attach[color][i];
        core_.attach[color][kept] = cell;
        kept += !core_.forbids(color, cell);
    }
    core_.n_attach[color] = static_cast<std::uint16_t>(kept);
}

}  // namespace cornerwise
