// The part of a playout that answers enemies: what their last moves opened, and the moves over it.
#include <algorithm>

#include "movegen.h"
#include "playout.h"

namespace cornerwise {

// Whether a piece over this cell could be long enough to cover a marked one.
inline bool Playout::can_reach(Place cell) const {
    const Tables& t = core_.tables();
    const int x = t.column[cell], y = t.row[cell];
    bool can = false;
    for (int i = 0; i < n_boxes_; ++i) {
        const Box& box = boxes_[i];
        const int across = std::max({box.left - x, x - box.right, 0});
        const int up = std::max({box.bottom - y, y - box.top, 0});
        can |= across + up < t.max_size;
    }
    return can;
}

// A move over cells that the last moves of the enemies opened to them, if there is one.
bool Playout::answer(Color color, Spot& spot) {
    int n = 0;
    if (mark_near(color)) {
        const bool is_few = few_[color].is_known() && !policy_.brief;
        n = is_few && few_[color].refresh(core_, color) ? list_few_answers(color)
                                                        : list_answers(color);
    }
    for (int i = 0; i < n_marked_; ++i) {
        near_[marked_[i]] = 0;
        near_set_.remove(marked_[i]);
    }
    n_marked_ = 0;
    return pick(n, spot);
}

int Playout::list_answers(Color color) {
    const Tables& t = core_.tables();
    int n = 0;
    float total = 0;
    const int count = core_.n_attach[color];
    const int shift = policy_.brief && count ? static_cast<int>(random_.below(count)) : 0;
    Place cells[kMaxCells];
    int n_cells = 0;
    for (int i = 0; i < count; ++i) {
        const int at = i + shift < count ? i + shift : i + shift - count;
        const Place cell = core_.attach[color][at];
        cells[n_cells] = cell;
        n_cells += !core_.forbids(color, cell) & can_reach(cell);
    }
    for (int i = 0; i < n_cells && n < kMaxMoves - 512; ++i) {
        if (n > 0 && policy_.brief) break;
        const Place cell = cells[i];
        const Way* const ways = t.around[t.kind_at[cell]].ways();
        const int found = list_near(color, cell);
        if (n + found > kMaxMoves) break;
        for (int j = 0; j < found; ++j) {
            const Spot s = spot_over(cell, ways[found_[j]]);
            const int sum = count_near(s);
            if (t.is_cut && (sum == 0 || !is_clear(t, core_.forbidden[color], s))) continue;
            if (t.has_shun && !core_.keeps_corners(color, s)) continue;
            total += answer_weight(s, sum);
            list_[n] = s;
            sums_[n++] = total;
        }
    }
    return n;
}

int Playout::list_few_answers(Color color) {
    const FewMoves& few = few_[color];
    int n = 0;
    float total = 0;
    for (int i = 0; i < few.size(); ++i) {
        const Spot s = few.spot(i);
        const int sum = count_near(s);
        if (sum == 0) continue;
        total += answer_weight(s, sum);
        list_[n] = s;
        sums_[n++] = total;
    }
    return n;
}

float Playout::answer_weight(Spot spot, int near) const {
    const int k = std::min(near, PlayoutPolicy::kMaxLocal - 1);
    return policy_.by_piece[core_.tables().piece(spot)] * policy_.local[k];
}

// The ways to cover an attach cell and a marked one; returns how many.
int Playout::list_near(Color color, Place cell) {
    const Tables& t = core_.tables();
    const Around& around = t.around[t.kind_at[cell]];
    const std::uint64_t near = t.is_cut ? ~std::uint64_t(0) : around.look(near_set_, cell);
    if (!near) return 0;
    const std::uint64_t taken = around.look(core_.forbidden[color], cell);
    return around.list(taken, ~core_.have[color], near, found_);
}

int Playout::count_near(Spot spot) const {
    const Ragged& cells = core_.tables().cells;
    int n = 0;
    for (auto p = cells.begin(spot.orientation); p != cells.end(spot.orientation); ++p) {
        n += near_[spot.first + *p];
    }
    return n;
}

bool Playout::mark_near(Color color) {
    const Tables& t = core_.tables();
    n_boxes_ = 0;
    const std::uint8_t enemies = static_cast<std::uint8_t>(t.enemies[color] & ~core_.out);
    for (Color enemy = 0; enemy < t.n_colors; ++enemy) {
        if (!(enemies >> enemy & 1) || !core_.has_started(enemy)) continue;
        Opening& opening = openings_[enemy];
        if (opening.placed != core_.placed[enemy]) open(enemy);
        const int before = n_marked_;
        int kept = 0;
        for (int i = 0; i < opening.n; ++i) {
            const Opening::Exit exit = opening.exits[i];
            const int taken = (core_.state[exit.attach] | core_.state[exit.place]) >> enemy & 1;
            opening.exits[kept] = exit;
            kept += !taken;
        }
        opening.n = kept;
        for (int i = 0; i < kept; ++i) mark(color, opening.exits[i].place);
        if (n_marked_ > before) boxes_[n_boxes_++] = opening.box;
    }
    return n_marked_ > 0;
}

// What a color's last move opened to it: its new attach cells, and the cells beside them.
void Playout::open(Color color) {
    const Tables& t = core_.tables();
    Opening& opening = openings_[color];
    opening.placed = core_.placed[color];
    opening.n = 0;
    opening.box = {1 << 14, -1, 1 << 14, -1};
    const Spot last = core_.last_spot[color];
    for (auto p = t.attach.begin(last.orientation); p != t.attach.end(last.orientation); ++p) {
        const Place attach = static_cast<Place>(last.first + *p);
        if (core_.forbids(color, attach)) continue;
        opening.add(t, attach, attach);
        const Cell cell = t.cell_at[attach];
        for (auto n = t.near.begin(cell); n != t.near.end(cell); ++n) {
            if (!core_.forbids(color, t.grid[*n])) opening.add(t, attach, t.grid[*n]);
        }
    }
}

void Playout::Opening::add(const Tables& t, Place attach, Place place) {
    if (n == kMost) return;
    exits[n++] = {attach, place};
    box.left = std::min<int>(box.left, t.column[place]);
    box.right = std::max<int>(box.right, t.column[place]);
    box.bottom = std::min<int>(box.bottom, t.row[place]);
    box.top = std::max<int>(box.top, t.row[place]);
}

void Playout::mark(Color color, Place place) {
    const std::uint8_t s = core_.state[place];
    if (near_[place] || (s >> color & 1) || n_marked_ == 256) return;
    near_[place] = s >> (4 + color) & 1 ? 2 : 1;
    near_set_.add(place);
    marked_[n_marked_++] = place;
}

}  // namespace cornerwise
