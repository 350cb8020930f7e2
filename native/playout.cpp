#include "playout.h"

#include <algorithm>
#include <limits>

#include "movegen.h"

namespace cornerwise {

namespace {

constexpr int kDraws = 64;   // draws before listing
constexpr int kSparse = 24;  // at most so many legal moves: list from now on
}  // namespace

PlayoutPolicy::PlayoutPolicy(const Tables& t, const PlayoutWeights& weights)
    : n_pieces(t.n_pieces) {
    for (Piece piece = 0; piece < n_pieces; ++piece) {
        order[piece] = piece;
        by_piece[piece] = weights.by_size[t.piece_size[piece]];
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

// A move over cells that the last moves of the enemies opened to them, if there is one.
bool Playout::answer(Color color, Spot& spot) {
    const bool any = mark_near(color);
    int n = 0;
    if (any) {
        const Tables& t = core_.tables();
        const std::uint8_t bit = static_cast<std::uint8_t>(1 << color);
        const std::uint32_t have = core_.have[color];
        const WalkNode* const nodes = t.walk.data();
        float total = 0;
        int sums[kMaxSize + 1];
        const int count = core_.n_attach[color];
        const int shift = policy_.brief && count ? static_cast<int>(random_.below(count)) : 0;
        for (int i = 0; i < count && n < kMaxMoves - 512; ++i) {
            if (n > 0 && policy_.brief) break;
            const int at = i + shift < count ? i + shift : i + shift - count;
            const Place cell = core_.attach[color][at];
            const std::uint8_t* const here = core_.state + cell;
            if (*here & bit || !can_reach(cell)) continue;
            const std::uint8_t* const near = near_ + cell;
            const WalkNode* node = nodes + t.walk_start[t.kind_at[cell]];
            const WalkNode* const end = nodes + t.walk_start[t.kind_at[cell] + 1];
            while (node != end) {
                if ((here[node->offset] & bit) || !(node->pieces & have)) {
                    node = nodes + node->skip;
                    continue;
                }
                const int sum = near[node->offset] + (node->depth ? sums[node->depth - 1] : 0);
                sums[node->depth] = sum;
                if ((node->leaf & have) && sum > 0) {
                    const Spot s{static_cast<std::uint16_t>(node->orientation),
                                 static_cast<Place>(cell + node->first)};
                    if (!t.has_shun || core_.keeps_corners(color, s)) {
                        const int k = std::min(sum, PlayoutPolicy::kMaxLocal - 1);
                        total += policy_.by_piece[t.piece(s)] * policy_.local[k];
                        list_[n] = s;
                        sums_[n++] = total;
                    }
                }
                ++node;
            }
        }
    }
    for (int i = 0; i < n_marked_; ++i) near_[marked_[i]] = 0;
    n_marked_ = 0;
    return pick(n, spot);
}

bool Playout::mark_near(Color color) {
    const Tables& t = core_.tables();
    n_boxes_ = 0;
    const std::uint8_t enemies = static_cast<std::uint8_t>(t.enemies[color] & ~core_.out);
    for (Color enemy = 0; enemy < t.n_colors; ++enemy) {
        if (!(enemies >> enemy & 1) || !core_.has_started(enemy)) continue;
        const Spot last = core_.last_spot[enemy];
        const int before = n_marked_;
        boxes_[n_boxes_] = {1 << 14, -1, 1 << 14, -1};
        for (auto p = t.attach.begin(last.orientation); p != t.attach.end(last.orientation); ++p) {
            const int place = last.first + *p;
            if (core_.state[place] >> enemy & 1) continue;
            mark(color, enemy, place);
            const Cell cell = t.cell_at[place];
            for (auto n = t.near.begin(cell); n != t.near.end(cell); ++n) {
                mark(color, enemy, t.grid[*n]);
            }
        }
        n_boxes_ += n_marked_ > before;
    }
    return n_marked_ > 0;
}

// Whether a piece over this cell could be long enough to cover a marked one.
bool Playout::can_reach(Place cell) const {
    const Tables& t = core_.tables();
    const int x = t.column[cell], y = t.row[cell];
    for (int i = 0; i < n_boxes_; ++i) {
        const Box& box = boxes_[i];
        const int across = std::max({box.left - x, x - box.right, 0});
        const int up = std::max({box.bottom - y, y - box.top, 0});
        if (across + up < t.max_size) return true;
    }
    return false;
}

void Playout::mark(Color color, Color enemy, int place) {
    const std::uint8_t s = core_.state[place];
    if (near_[place] || (s >> enemy & 1) || (s >> color & 1) || n_marked_ == 256) return;
    const Tables& t = core_.tables();
    near_[place] = s >> (4 + color) & 1 ? 2 : 1;
    marked_[n_marked_++] = static_cast<Place>(place);
    Box& box = boxes_[n_boxes_];
    box.left = std::min<int>(box.left, t.column[place]);
    box.right = std::max<int>(box.right, t.column[place]);
    box.bottom = std::min<int>(box.bottom, t.row[place]);
    box.top = std::max<int>(box.top, t.row[place]);
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
    int n = 0;
    float total = 0;
    for (int i = 0; i < policy_.n_pieces; ++i) {
        const Piece piece = policy_.order[i];
        if (!(have >> piece & 1)) continue;
        total += policy_.by_piece[piece] * static_cast<float>(t.piece_leaves[piece]);
        pieces[n] = piece;
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
        const int at = starts[0] + static_cast<int>(Random::scale(static_cast<std::uint32_t>(bits),
                                                                  t.piece_leaves[pieces[k]]));
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
    for_each_legal(core_, color, [&](Spot s) {
        total += policy_.by_piece[core_.tables().piece(s)];
        list_[n] = s;
        sums_[n++] = total;
        return n == kMaxMoves;
    });
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
    int kept = 0;
    for (int i = 0; i < core_.n_attach[color]; ++i) {
        const Place cell = core_.attach[color][i];
        core_.attach[color][kept] = cell;
        kept += !core_.forbids(color, cell);
    }
    core_.n_attach[color] = static_cast<std::uint16_t>(kept);
}

}  // namespace cornerwise
