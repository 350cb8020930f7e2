#include "playout.h"

#include <algorithm>
#include <limits>

#include "movegen.h"

namespace cornerwise {

namespace {

constexpr int kDraws = 64;          // draws before listing
constexpr int kSparse = 24;         // at most so many legal moves: list from now on
constexpr float kHeaviest = 1e30f;  // of a weight: sums over all moves are still numbers

}  // namespace

PlayoutPolicy::PlayoutPolicy(const Tables& t, const PlayoutWeights& weights)
    : n_pieces(t.n_pieces) {
    for (Piece piece = 0; piece < n_pieces; ++piece) {
        order[piece] = piece;
        const float weight = weights.by_size[t.piece_size[piece]];
        by_piece[piece] = weight > 0 ? std::min(weight, kHeaviest) : 0;
    }
    std::stable_sort(order, order + n_pieces,
                     [this](Piece a, Piece b) { return by_piece[a] > by_piece[b]; });
    answers = weights.local > 0;
    brief = weights.brief;
    local[0] = 0;
    for (int i = 1; i < kMaxLocal; ++i)
        local[i] = std::min(1e24f, i == 1 ? 1 : local[i - 1] * weights.local);
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
    if ((policy_.answers && answer(color, spot)) || (!sparse_[color] && draw(color, spot)) ||
        choose_from_list(color, spot)) {
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
    // Running sums of the weights, and then what no target reaches: a loop over all of them, which
    // is the same every time, is quicker than one that ends where nobody can foresee.
    float sums[kMaxPieces];
    std::fill_n(sums, kMaxPieces, std::numeric_limits<float>::infinity());
    std::uint32_t leaves[kMaxPieces];
    int n = 0;
    float total = 0;
    for (int i = 0; i < policy_.n_pieces; ++i) {
        const Piece piece = policy_.order[i];
        if (!(have >> piece & 1)) continue;
        total += policy_.by_piece[piece] * static_cast<float>(t.piece_leaves[piece]);
        pieces[n] = piece;
        leaves[n] = static_cast<std::uint32_t>(t.piece_leaves[piece]);
        sums[n++] = total;
    }
    sums[n - 1] = std::numeric_limits<float>::infinity();
    const std::uint8_t forbid = static_cast<std::uint8_t>(1 << color);
    const int others = t.max_size - 1;
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t bits = random_.next();
        const Place cell =
            core_.attach[color][Random::scale(static_cast<std::uint32_t>(bits >> 32), n_attach)];
        const float target = random_.unit() * total;
        int k = 0;
        for (int j = 0; j < kMaxPieces; ++j) k += sums[j] <= target;
        const std::int32_t* const starts = t.leaf_starts(t.kind_at[cell]) + pieces[k];
        const int at = starts[0] +
                       static_cast<int>(Random::scale(static_cast<std::uint32_t>(bits), leaves[k]));
        if (at >= starts[1]) continue;
        const Leaf& leaf = t.leaves[at];
        const std::uint8_t* const here = core_.state + cell;
        int sum = 0;
        for (int j = 0; j < others; ++j) sum |= here[leaf.offsets[j]];
        if (sum & forbid) continue;
        const std::uint32_t attached = count_attach(color, cell, leaf);
        if (attached > 1 && random_.below(attached) != 0) continue;
        spot = {static_cast<std::uint16_t>(leaf.orientation),
                static_cast<Place>(cell + leaf.first)};
        if (!t.has_shun || core_.keeps_corners(color, spot)) return true;
    }
    return false;
}

// Attach cells that a piece covers, the one it was drawn for among them.
std::uint32_t Playout::count_attach(Color color, Place cell, const Leaf& leaf) const {
    std::uint32_t n = 1;
    for (int j = 0; j < leaf.size; ++j) {
        n += core_.attaches(color, static_cast<Place>(cell + leaf.offsets[j]));
    }
    return n;
}

bool Playout::choose_from_list(Color color, Spot& spot) {
    int n = 0;
    float total = 0;
    const auto add = [&](Spot s) {
        total += policy_.by_piece[core_.tables().piece(s)];
        list_[n] = s;
        sums_[n++] = total;
        return n == kMaxMoves;
    };
    FewMoves& few = few_[color];
    if (core_.has_started(color) && few.refresh(core_, color)) {
        for (int i = 0; i < few.size(); ++i) {
            if (!few.is_again(i)) add(few.spot(i));
        }
    } else {
        for_each_legal(core_, color, add);
    }
    sparse_[color] = n <= kSparse;
    return pick(n, spot);
}

// One of the first n of the list, by the running sums of their weights.
bool Playout::pick(int n, Spot& spot) {
    if (n == 0) return false;
    const float target = random_.unit() * sums_[n - 1];
    spot = list_[std::upper_bound(sums_, sums_ + n - 1, target) - sums_];
    return true;
}

// Attach cells that have become forbidden never come back: drop them.
void Playout::forget_forbidden(Color color) {
    int kept = 0, looked = 0;
    for (int i = 0; i < core_.n_attach[color]; ++i) {
        if (i == few_[color].looked()) looked = kept;
        const Place cell = core_.attach[color][i];
        core_.attach[color][kept] = cell;
        kept += !core_.forbids(color, cell);
    }
    if (few_[color].looked() == core_.n_attach[color]) looked = kept;
    few_[color].set_looked(looked);
    core_.n_attach[color] = static_cast<std::uint16_t>(kept);
}

}  // namespace cornerwise
