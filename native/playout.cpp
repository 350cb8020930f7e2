#include "playout.h"

#include <algorithm>

#include "movegen.h"

namespace cornerwise {

namespace {

constexpr int kDraws = 64;   // draws before listing
constexpr int kSparse = 24;  // at most so many legal moves: list from now on
constexpr int kMaxMoves = 8192;

}  // namespace

Playout::Playout(Core& core, Random& random, const PlayoutWeights& weights)
    : core_(core), random_(random) {
    const Tables& t = core.tables();
    const float largest = *std::max_element(weights.by_size, weights.by_size + kMaxSize + 1);
    for (Piece piece = 0; piece < t.n_pieces; ++piece) {
        accept_[piece] = weights.by_size[t.piece_size[piece]] / largest;
    }
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
        return true;
    }
    core_.out |= static_cast<std::uint8_t>(1 << color);
    return false;
}

// Draws an attach cell and a way to cover it, both uniformly. A placement over k attach cells
// can be drawn k times, so it is kept with chance 1/k: all legal moves are equally likely.
bool Playout::draw(Color color, Spot& spot) {
    forget_forbidden(color);
    const Tables& t = core_.tables();
    const std::uint32_t n_attach = core_.n_attach[color], have = core_.have[color];
    if (n_attach == 0) return false;
    const std::uint8_t forbid = static_cast<std::uint8_t>(1 << color);
    const std::uint8_t mark = static_cast<std::uint8_t>(16 << color);
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t bits = random_.next();
        const Place cell =
            core_.attach[color][Random::scale(static_cast<std::uint32_t>(bits >> 32), n_attach)];
        const std::uint32_t which = Random::scale(static_cast<std::uint32_t>(bits), t.max_leaves);
        const int at = t.leaf_start[t.kind_at[cell]] + static_cast<int>(which);
        if (at >= t.leaf_start[t.kind_at[cell] + 1]) continue;
        const Leaf& leaf = t.leaves[at];
        if (!(leaf.piece_bit & have)) continue;
        const std::uint8_t* const here = core_.state + cell;
        int sum = 0, attached = mark;
        for (int k = 0; k < leaf.size; ++k) {
            sum |= here[leaf.offsets[k]];
            attached += here[leaf.offsets[k]] & mark;
        }
        if (sum & forbid) continue;
        const float chance = accept_[leaf.piece] * static_cast<float>(mark);
        if (chance < static_cast<float>(attached) &&
            random_.unit() * static_cast<float>(attached) >= chance) {
            continue;
        }
        spot = {static_cast<std::uint16_t>(leaf.orientation),
                static_cast<Place>(cell + leaf.first)};
        if (!t.has_shun || core_.keeps_corners(color, spot)) return true;
    }
    return false;
}

bool Playout::choose_from_list(Color color, Spot& spot) {
    Spot list[kMaxMoves];
    int n = 0;
    float total = 0;
    for_each_legal(core_, color, [&](Spot s) {
        list[n++] = s;
        total += weight(core_.tables().piece(s));
        return n == kMaxMoves;
    });
    if (n == 0) return false;
    sparse_[color] = n <= kSparse;
    float target = random_.unit() * total;
    int i = 0;
    while (i + 1 < n && (target -= weight(core_.tables().piece(list[i]))) >= 0) ++i;
    spot = list[i];
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
