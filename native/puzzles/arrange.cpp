#include "arrange.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace cornerwise::puzzles {

namespace {

constexpr int kMaxRuin = 7;     // pieces taken up in one round, at most
constexpr int kOutside = 0xFF;  // owner of places off the board
constexpr double kHot = 1.7, kCold = 0.2;

}  // namespace

Arrange::Arrange(ArrangeTask task)
    : keep_(task.tables), t_(*keep_), task_(std::move(task)), random_(task_.seed) {
    if (t_.copies != 1 || t_.has_shun || task_.roots.size() != std::size_t(t_.n_colors)) {
        throw std::invalid_argument("whole games need one copy of each piece and the base contact");
    }
    std::memset(&board_, 0, sizeof board_);
    for (auto& blocked : board_.blocked) std::memset(blocked, 1, sizeof blocked);
    std::memset(board_.owner, kOutside, sizeof board_.owner);
    for (Place place : t_.grid) {
        board_.owner[place] = 0;
        for (auto& blocked : board_.blocked) blocked[place] = 0;
    }
    for (Color color = 0; color < t_.n_colors; ++color)
        ++board_.attach[color][t_.grid[task_.roots[color]]];
    self_overlap_.resize(t_.n_placements);
    for (int i = 0; i < t_.n_placements; ++i) self_overlap_[i] = overlaps_itself(t_.spots[i]);
    for (const auto& [color, placement] : task_.fixed) {
        const int at = slot(color, t_.piece(t_.spots[placement]));
        add(at, t_.spots[placement]);
        fixed_[at] = true;
    }
    before_ = board_;
    current_ = energy();
}

bool Arrange::overlaps_itself(Spot spot) const {
    if (task_.shift >= t_.n_colors) return false;
    std::vector<int> seen;
    for (Color color = 0; color < t_.n_colors; color += task_.shift) {
        for (auto p = t_.cells.begin(spot.orientation); p != t_.cells.end(spot.orientation); ++p) {
            const int place = spot.first + *p;
            if (std::find(seen.begin(), seen.end(), place) != seen.end()) return true;
            seen.push_back(place);
        }
        spot = t_.spots[task_.image[t_.id(spot)]];
    }
    return false;
}

void Arrange::put_one(Color color, Spot spot, int sign, int mark) {
    const auto by = static_cast<std::uint8_t>(sign);  // −1 wraps as it should
    for (auto p = t_.cells.begin(spot.orientation); p != t_.cells.end(spot.orientation); ++p) {
        const int place = spot.first + *p;
        board_.owner[place] = static_cast<std::uint8_t>(sign > 0 ? mark : 0);
        for (auto& blocked : board_.blocked) blocked[place] += by;
    }
    for (auto p = t_.halo.begin(spot.orientation); p != t_.halo.end(spot.orientation); ++p) {
        board_.blocked[color][spot.first + *p] += by;
    }
    for (auto p = t_.attach.begin(spot.orientation); p != t_.attach.end(spot.orientation); ++p) {
        board_.attach[color][spot.first + *p] += by;
    }
}

void Arrange::put(int slot, Spot spot, int sign) {
    board_.placed[slot] = sign > 0;
    board_.spot[slot] = spot;
    const int copies = task_.shift < t_.n_colors ? t_.n_colors / task_.shift : 1;
    for (int i = 0; i < copies; ++i) {
        put_one(color_of(slot) + i * task_.shift, spot, sign,
                slot + i * task_.shift * t_.n_pieces + 1);
        if (i + 1 < copies) spot = t_.spots[task_.image[t_.id(spot)]];
    }
}

int Arrange::missing_cells() const {
    int cells = 0;
    const int copies = t_.n_colors / task_.shift;
    for (int s = 0; s < task_.shift * t_.n_pieces; ++s) {
        if (!board_.placed[s]) cells += size_of(s) * copies;
    }
    return cells;
}

// Large pieces are harder to find room for, so they weigh more than their cells.
double Arrange::energy() const {
    double sum = 0;
    for (int s = 0; s < task_.shift * t_.n_pieces; ++s) {
        if (!board_.placed[s]) sum += 1 + size_of(s);
    }
    return sum;
}

bool Arrange::run(double seconds) {
    stopped_ = false;
    Slice slice(seconds, stopped_);
    while (!slice.over()) {
        if (missing_cells() == 0 && rounds_ > 0) return true;
        round();
    }
    return missing_cells() == 0;
}

// Takes up a few neighboring pieces, puts down what finds room, keeps the result if it is no
// worse, or a little worse now and then. The temperature falls, then starts again from above
// and falls half as fast: easy boards are done in the first cooling, hard ones want a slow one.
void Arrange::round() {
    if (++cooling_ == period_) cooling_ = 0, period_ *= 2;
    const double phase = static_cast<double>(cooling_) / static_cast<double>(period_);
    const double temperature = kCold + (kHot - kCold) * (1 - phase);
    ++rounds_;
    ruin(1 + static_cast<int>(random_.below(kMaxRuin)));
    recreate();
    drop_unreached();
    const double now = energy();
    const double worse = now - current_;
    if (worse <= 0 || random_.unit() < std::exp(-worse / temperature)) {
        current_ = now;
        before_ = board_;
        best_ = std::min(best_, missing_cells());
    } else {
        board_ = before_;
    }
}

// Takes up so many pieces, those nearest to a cell.
void Arrange::ruin(int n) {
    std::vector<int> queue{static_cast<int>(random_.below(t_.n_cells))};
    std::vector<char> seen(t_.n_cells, 0);
    seen[queue[0]] = 1;
    for (std::size_t i = 0; i < queue.size() && n > 0; ++i) {
        const int owner = board_.owner[t_.grid[queue[i]]];
        if (owner) {
            const int s = slot(color_of(owner - 1) % task_.shift, (owner - 1) % t_.n_pieces);
            if (!fixed_[s]) {
                remove(s);
                --n;
            }
        }
        const std::int16_t* const near = t_.near.begin(queue[i]);
        const auto n_near = static_cast<std::uint32_t>(t_.near.end(queue[i]) - near);
        if (n_near == 0) continue;
        const std::uint32_t turn = random_.below(n_near);
        for (std::uint32_t k = 0; k < n_near; ++k) {
            const int next = near[(k + turn) % n_near];
            if (!seen[next]) seen[next] = 1, queue.push_back(next);
        }
    }
}

void Arrange::recreate() {
    std::array<std::pair<float, int>, kSlots> todo;
    int n = 0;
    for (int s = 0; s < task_.shift * t_.n_pieces; ++s) {
        if (!board_.placed[s])
            todo[n++] = {-static_cast<float>(size_of(s)) + 3 * random_.unit(), s};
    }
    std::sort(todo.begin(), todo.begin() + n);
    bool again = true;
    while (again) {  // a piece put down may open a corner for one that found no room before
        again = false;
        for (int i = 0; i < n; ++i) {
            if (!board_.placed[todo[i].second]) again |= place_somewhere(todo[i].second);
        }
    }
}

bool Arrange::place_somewhere(int slot) {
    const Color color = color_of(slot);
    const std::uint32_t have = 1u << (slot % t_.n_pieces);
    const std::uint8_t* const blocked = board_.blocked[color];
    const std::uint8_t* const attach = board_.attach[color];
    Spot best{};
    double best_fit = -1e9;
    for (Place cell : t_.grid) {
        if (!attach[cell] || blocked[cell]) continue;
        const WalkNode* node = t_.walk.data() + t_.walk_start[t_.kind_at[cell]];
        const WalkNode* const end = t_.walk.data() + t_.walk_start[t_.kind_at[cell] + 1];
        while (node != end) {
            if (blocked[cell + node->offset] || !(node->pieces & have)) {
                node = t_.walk.data() + node->skip;
                continue;
            }
            if (node->leaf & have) {
                const Spot spot{static_cast<std::uint16_t>(node->orientation),
                                static_cast<Place>(cell + node->first)};
                const double f = fit(color, spot);
                if (f > best_fit && !self_overlap_[t_.id(spot)]) best_fit = f, best = spot;
            }
            ++node;
        }
    }
    if (best_fit == -1e9) return false;
    add(slot, best);
    return true;
}

// Good neighbors are walls and other colors: what lies beside the own color is lost to it.
double Arrange::fit(Color color, Spot spot) {
    int walls = 0, n = 0;
    for (auto p = t_.halo.begin(spot.orientation); p != t_.halo.end(spot.orientation); ++p) {
        ++n;
        walls += board_.blocked[color][spot.first + *p] != 0;
    }
    return static_cast<double>(walls) / n + 0.6 * random_.unit();
}

// The pieces of a color in an order of play, without those that cannot be reached and without
// the barred one (a slot, or −1).
std::vector<int> Arrange::reach(Color color, int barred) const {
    bool reached[kSlots] = {};
    std::vector<int> order;
    if (barred >= 0) reached[barred] = true;
    for (const auto& [c, placement] : task_.fixed) {
        if (c != color) continue;
        order.push_back(slot(c, t_.piece(t_.spots[placement])));
        reached[order.back()] = true;
    }
    if (!task_.descending) {
        reach_level(color, 0, reached, order);
        return order;
    }
    const int largest = *std::max_element(t_.piece_size.begin(), t_.piece_size.end());
    for (int level = largest; level > 0; --level) reach_level(color, level, reached, order);
    return order;
}

// Adds the pieces of the level's size (any size at level 0) that hang together with those
// reached so far, or with the start.
void Arrange::reach_level(Color color, int level, bool (&reached)[kSlots],
                          std::vector<int>& order) const {
    const auto take = [&](int place) {
        const int owner = board_.owner[place];
        if (!owner || owner == kOutside || color_of(owner - 1) != color) return;
        if (reached[owner - 1] || (level && size_of(owner - 1) != level)) return;
        reached[owner - 1] = true;
        order.push_back(owner - 1);
    };
    if (order.empty()) take(t_.grid[task_.roots[color]]);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Spot spot = board_.spot[order[i]];
        for (auto p = t_.attach.begin(spot.orientation); p != t_.attach.end(spot.orientation);
             ++p) {
            take(spot.first + *p);
        }
    }
}

void Arrange::drop_unreached() {
    for (Color color = 0; color < task_.shift; ++color) {
        bool reached[kSlots] = {};
        for (int s : reach(color, -1)) reached[s] = true;
        for (int s = color * t_.n_pieces; s < (color + 1) * t_.n_pieces; ++s) {
            if (board_.placed[s] && !reached[s]) remove(s);
        }
        if (task_.single_last && !single_is_leaf(color)) remove(slot(color, t_.single));
    }
}

// Whether all other pieces of the color hang together without its single cell.
bool Arrange::single_is_leaf(Color color) const {
    if (t_.single < 0) return true;
    const int single = slot(color, t_.single);
    if (!board_.placed[single] || fixed_[single]) return true;
    int placed = 0;
    for (int s = color * t_.n_pieces; s < (color + 1) * t_.n_pieces; ++s)
        placed += board_.placed[s];
    return static_cast<int>(reach(color, single).size()) == placed - 1;
}

std::vector<std::vector<int>> Arrange::order() const {
    std::vector<std::vector<int>> orders(t_.n_colors);
    for (Color color = 0; color < task_.shift; ++color) {
        const int single = t_.single < 0 ? -1 : slot(color, t_.single);
        const bool last =
            single >= 0 && board_.placed[single] && !fixed_[single] && single_is_leaf(color);
        std::vector<int> slots = reach(color, last ? single : -1);
        if (last) slots.push_back(single);
        for (int s : slots) {
            Spot spot = board_.spot[s];
            for (Color c = color; c < t_.n_colors; c += task_.shift) {
                if (!fixed_[s]) orders[c].push_back(t_.id(spot));
                if (c + task_.shift < t_.n_colors) spot = t_.spots[task_.image[t_.id(spot)]];
            }
        }
    }
    return orders;
}

}  // namespace cornerwise::puzzles
