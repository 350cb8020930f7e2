#include "cover.h"

#include <algorithm>
#include <numeric>

namespace cornerwise::puzzles {

namespace {

constexpr std::uint64_t kFirstBudget = 2000;  // nodes before the first restart
constexpr double kGrowth = 1.1;               // of the budget, from restart to restart

}  // namespace

Cover::Cover(CoverTask task) : task_(std::move(task)), random_(task_.seed) {
    const int rows = static_cast<int>(task_.piece.size());
    const int pieces = static_cast<int>(task_.stock.size());
    n_options_ = rows * task_.colors;
    n_items_ = pieces * task_.colors;
    size_.assign(pieces, 0);
    for (int row = 0; row < rows; ++row) size_[task_.piece[row]] = task_.cells.size(row);
    int area = 0;
    for (int piece = 0; piece < pieces; ++piece) {
        // A piece without a place counts as none: else it would be waited for where the others
        // cover the cells exactly.
        const int stock = size_[piece] ? task_.stock[piece] : 0;
        area += stock * size_[piece] * task_.colors;
        for (int color = 0; color < task_.colors; ++color) stock_.push_back(stock);
        weight_.push_back(10.0 * size_[piece]);
    }
    exact_ = area == task_.n_cells;
    blockers_.assign(n_options_, 0);
    owner_.assign(task_.n_cells, -1);
    color_uses_.assign(task_.colors, 0);
    index_options();
    for (int i = 0; i < n_items_; ++i) {
        if (stock_[i]) continue;
        for (auto o = of_item_.begin(i); o != of_item_.end(i); ++o) block(*o);
    }
    for (const auto& [row, color] : task_.fixed) place(row * task_.colors + color);
    budget_ = kFirstBudget;
}

void Cover::index_options() {
    std::vector<std::vector<int>> at(task_.n_cells * task_.colors), of(n_items_);
    for (int option = 0; option < n_options_; ++option) {
        const int row = option / task_.colors, color = option % task_.colors;
        for (auto c = task_.cells.begin(row); c != task_.cells.end(row); ++c) {
            at[*c * task_.colors + color].push_back(option);
        }
        of[item(option)].push_back(option);
    }
    const auto flatten = [](const std::vector<std::vector<int>>& groups, Lists& lists) {
        for (const auto& group : groups) {
            lists.values.insert(lists.values.end(), group.begin(), group.end());
            lists.starts.push_back(static_cast<int>(lists.values.size()));
        }
    };
    flatten(at, at_);
    flatten(of, of_item_);
    for (int cell = 0; cell < task_.n_cells; ++cell) {
        int n = 0;
        for (int color = 0; color < task_.colors; ++color)
            n += at_.size(cell * task_.colors + color);
        cell_count_.push_back(n);
    }
    for (int i = 0; i < n_items_; ++i) item_count_.push_back(of_item_.size(i));
}

void Cover::block(int option) {
    if (blockers_[option]++) return;
    const int row = option / task_.colors;
    --item_count_[item(option)];
    for (auto c = task_.cells.begin(row); c != task_.cells.end(row); ++c) --cell_count_[*c];
}

void Cover::unblock(int option) {
    if (--blockers_[option]) return;
    const int row = option / task_.colors;
    ++item_count_[item(option)];
    for (auto c = task_.cells.begin(row); c != task_.cells.end(row); ++c) ++cell_count_[*c];
}

// What an option that lies on the board denies to others: its cells, the cells beside it to
// its own color, and its piece if that was the last one.
template <class Change>
void Cover::for_blocked(int option, Change change) {
    const int k = task_.colors, row = option / k, color = option % k;
    const auto all = [&](const int* from, const int* to) {
        for (; from != to; ++from) change(*from);
    };
    for (auto c = task_.cells.begin(row); c != task_.cells.end(row); ++c) {
        all(at_.begin(*c * k), at_.end(*c * k + k - 1));
    }
    if (task_.apart) {
        for (auto c = task_.halo.begin(row); c != task_.halo.end(row); ++c) {
            all(at_.begin(*c * k + color), at_.end(*c * k + color));
        }
    }
    if (stock_[item(option)] == 0) all(of_item_.begin(item(option)), of_item_.end(item(option)));
}

void Cover::place(int option) {
    const int row = option / task_.colors, color = option % task_.colors;
    --stock_[item(option)];
    for_blocked(option, [this](int other) { block(other); });
    for (auto c = task_.cells.begin(row); c != task_.cells.end(row); ++c) {
        owner_[*c] = static_cast<std::int8_t>(color);
    }
    covered_ += task_.cells.size(row);
    ++color_uses_[color];
    lying_.push_back(option);
}

void Cover::unplace(int option) {
    const int row = option / task_.colors;
    lying_.pop_back();
    --color_uses_[option % task_.colors];
    covered_ -= task_.cells.size(row);
    for (auto c = task_.cells.begin(row); c != task_.cells.end(row); ++c) owner_[*c] = -1;
    for_blocked(option, [this](int other) { unblock(other); });
    ++stock_[item(option)];
}

Cover::Status Cover::run(double seconds, bool count) {
    stopped_ = false;
    Slice slice(seconds, stopped_);
    if (!begun_) {
        begun_ = true;
        done_ = !alive();
        if (!done_) push();
    }
    while (!done_ && !slice.over()) {
        const Status status = step();
        if (status == kFound && !count) return kFound;
    }
    return done_ ? kDone : kMore;
}

// One option tried: kFound when it completes the board.
Cover::Status Cover::step() {
    Frame& frame = frames_.back();
    if (frame.placed >= 0) unplace(frame.placed), frame.placed = -1;
    if (frame.at == pool_.size()) {
        pool_.resize(frame.begin);
        frames_.pop_back();
        done_ = frames_.empty();
        return kMore;
    }
    frame.placed = pool_[frame.at++];
    place(frame.placed);
    ++nodes_;
    deepest_ = std::max(deepest_, covered_);
    if (covered_ == task_.n_cells) {
        if (task_.touch && !pieces_touch()) return kMore;
        ++found_;
        return kFound;
    }
    if (alive()) {
        push();
    } else if (task_.restarts) {
        learn();
        if (--budget_ == 0) restart();
    }
    return kMore;
}

// Whether nothing shows that the rest cannot be filled.
bool Cover::alive() const {
    for (int cell = 0; cell < task_.n_cells; ++cell) {
        if (owner_[cell] < 0 && cell_count_[cell] == 0) return false;
    }
    if (exact_) {
        for (int i = 0; i < n_items_; ++i) {
            if (item_count_[i] < stock_[i]) return false;
        }
    }
    return regions_fit() && (!task_.touch || pieces_touch());
}

// Every empty region must be a multiple of what all pieces' sizes are multiples of.
bool Cover::regions_fit() const {
    int unit = 0;
    for (int i = 0; i < n_items_; ++i) {
        if (stock_[i]) unit = std::gcd(unit, size_[i / task_.colors]);
    }
    if (unit <= 1) return true;
    static thread_local std::vector<int> queue;
    static thread_local std::vector<char> seen;
    seen.assign(task_.n_cells, 0);
    for (int cell = 0; cell < task_.n_cells; ++cell) {
        if (owner_[cell] >= 0 || seen[cell]) continue;
        queue.assign(1, cell);
        seen[cell] = 1;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (auto n = task_.edges.begin(queue[i]); n != task_.edges.end(queue[i]); ++n) {
                if (owner_[*n] < 0 && !seen[*n]) seen[*n] = 1, queue.push_back(*n);
            }
        }
        if (queue.size() % unit) return false;
    }
    return true;
}

bool Cover::pieces_touch() const {
    return std::all_of(lying_.begin(), lying_.end(),
                       [this](int option) { return can_touch(option); });
}

// Whether a piece meets its color at a corner, or still may.
bool Cover::can_touch(int option) const {
    const int k = task_.colors, row = option / k, color = option % k;
    for (auto c = task_.attach.begin(row); c != task_.attach.end(row); ++c) {
        if (owner_[*c] == color) return true;
        if (owner_[*c] >= 0) continue;
        const int group = *c * k + color;
        for (auto o = at_.begin(group); o != at_.end(group); ++o) {
            if (is_open(*o)) return true;
        }
    }
    return false;
}

// Branches on the scarcest cell, or on a piece whose last copy has still fewer places.
void Cover::push() {
    const std::size_t begin = pool_.size();
    const int k = task_.colors;
    int fewest = 1 << 30, cell = -1, scarce = -1;
    for (int c = 0; c < task_.n_cells; ++c) {
        if (owner_[c] < 0 && cell_count_[c] < fewest) fewest = cell_count_[cell = c];
    }
    for (int i = 0; exact_ && i < n_items_; ++i) {
        if (stock_[i] == 1 && item_count_[i] < fewest && (k == 1 || color_uses_[i % k])) {
            fewest = item_count_[scarce = i];
        }
    }
    int unused = 0;  // the one color that stands for all that have not been used
    while (unused < k && color_uses_[unused]) ++unused;
    const int* from = scarce >= 0 ? of_item_.begin(scarce) : at_.begin(cell * k);
    const int* to = scarce >= 0 ? of_item_.end(scarce) : at_.end(cell * k + k - 1);
    for (; from != to; ++from) {
        const int color = *from % k;
        if (is_open(*from) && (color_uses_[color] || color == unused)) pool_.push_back(*from);
    }
    if (task_.restarts) order_options(begin);
    frames_.push_back({begin, begin, -1});
}

// Hard pieces first, with chance: what is left for the end should fit anywhere.
void Cover::order_options(std::size_t begin) {
    static thread_local std::vector<std::pair<double, int>> keys;
    keys.clear();
    for (std::size_t i = begin; i < pool_.size(); ++i) {
        const double weight = weight_[task_.piece[pool_[i] / task_.colors]];
        keys.push_back({-weight * (0.4 + random_.unit()), pool_[i]});
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i < keys.size(); ++i) pool_[begin + i] = keys[i].second;
}

// Pieces that are still in stock at a dead end should have been placed earlier.
void Cover::learn() {
    int left = 0;
    for (int stock : stock_) left += stock;
    if (left == 0) return;
    for (int i = 0; i < n_items_; ++i) {
        if (stock_[i])
            weight_[i / task_.colors] += 0.02 * stock_[i] / left * size_[i / task_.colors];
    }
}

void Cover::restart() {
    for (; !frames_.empty(); frames_.pop_back()) {
        if (frames_.back().placed >= 0) unplace(frames_.back().placed);
    }
    pool_.clear();
    ++n_restarts_;
    budget_ = static_cast<std::uint64_t>(kFirstBudget * std::max(1.0, n_restarts_ * (kGrowth - 1)));
    push();
}

std::vector<std::array<int, 2>> Cover::solution() const {
    std::vector<std::array<int, 2>> rows;
    for (int option : lying_) rows.push_back({option / task_.colors, option % task_.colors});
    return rows;
}

}  // namespace cornerwise::puzzles
