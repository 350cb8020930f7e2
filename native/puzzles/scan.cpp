#include "scan.h"

#include <algorithm>
#include <stdexcept>

namespace cornerwise::puzzles {

namespace {

int lowest(unsigned __int128 cells) {
    const auto low = static_cast<std::uint64_t>(cells);
    return low ? __builtin_ctzll(low)
               : 64 + __builtin_ctzll(static_cast<std::uint64_t>(cells >> 64));
}

unsigned __int128 mask(const Lists& lists, int i) {
    unsigned __int128 cells = 0;
    for (auto c = lists.begin(i); c != lists.end(i); ++c)
        cells |= static_cast<unsigned __int128>(1) << *c;
    return cells;
}

}  // namespace

Scan::Scan(const CoverTask& task)
    : apart_(task.apart),
      touch_(task.touch),
      colors_(task.colors),
      halo_(task.colors),
      of_color_(task.colors) {
    if (task.n_cells > kMaxCells) throw std::invalid_argument("over 128 cells cannot be listed");
    rows_.resize(task.n_cells);
    for (int cell = 0; cell < task.n_cells; ++cell) all_ |= static_cast<Cells>(1) << cell;
    for (int row = 0; row < static_cast<int>(task.piece.size()); ++row) {
        const Cells cells = mask(task.cells, row);
        rows_[lowest(cells)].push_back(
            {cells, mask(task.halo, row), mask(task.attach, row), task.piece[row], row});
    }
    for (int stock : task.stock) stock_.emplace_back(colors_, stock);
    frames_.reserve(task.n_cells + 1);
    lying_.reserve(task.n_cells);
}

Cover::Status Scan::run(double seconds, bool count) {
    stopped_ = false;
    Slice slice(seconds, stopped_);
    if (!begun_) {
        begun_ = true;
        push(0);
    }
    while (!done_ && !slice.over()) {
        for (int i = 0; i < 64 && !done_; ++i) {  // a step is too short to ask for the time
            if (step() == Cover::kFound && !count) return Cover::kFound;
        }
    }
    return done_ ? Cover::kDone : Cover::kMore;
}

void Scan::push(int used) { frames_.push_back({lowest(all_ & ~occupied_), 0, 0, used, -1, 0, 0}); }

Cover::Status Scan::step() {
    Frame& frame = frames_.back();
    if (frame.placed >= 0) unplace(frame);
    if (!place(frame)) {
        frames_.pop_back();
        done_ = frames_.empty();
        return Cover::kMore;
    }
    ++nodes_;
    if (!alive()) return Cover::kMore;
    if (occupied_ == all_) {
        ++found_;
        return Cover::kFound;
    }
    push(std::max(frame.used, frame.placed_color + 1));
    return Cover::kMore;
}

// Puts down the next row and color that fit at the frame's cell; false if there are no more.
bool Scan::place(Frame& frame) {
    const auto& rows = rows_[frame.cell];
    const int colors = std::min(colors_, frame.used + 1);  // one unused color stands for all
    for (; frame.row < static_cast<int>(rows.size()); ++frame.row, frame.color = 0) {
        const Row& row = rows[frame.row];
        if (row.cells & occupied_) continue;
        for (; frame.color < colors; ++frame.color) {
            const int c = frame.color;
            if (!stock_[row.piece][c] || (row.cells & halo_[c])) continue;
            frame.placed = frame.row;
            frame.placed_color = c;
            frame.halo = halo_[c];
            ++frame.color;
            occupied_ |= row.cells;
            of_color_[c] |= row.cells;
            if (apart_) halo_[c] |= row.halo;
            --stock_[row.piece][c];
            lying_.push_back({&row, c});
            return true;
        }
    }
    return false;
}

void Scan::unplace(Frame& frame) {
    const Row& row = rows_[frame.cell][frame.placed];
    const int c = frame.placed_color;
    lying_.pop_back();
    ++stock_[row.piece][c];
    halo_[c] = frame.halo;
    of_color_[c] &= ~row.cells;
    occupied_ &= ~row.cells;
    frame.placed = -1;
}

bool Scan::alive() const {
    if (apart_) {
        Cells denied = all_ & ~occupied_;  // to all colors
        for (const Cells& halo : halo_) denied &= halo;
        if (denied) return false;
    }
    return !touch_ || pieces_touch();
}

// Every piece meets its own color at a corner, or still may.
bool Scan::pieces_touch() const {
    for (const auto& [row, c] : lying_) {
        if (!(row->attach & of_color_[c]) && !(row->attach & ~occupied_ & ~halo_[c])) return false;
    }
    return true;
}

std::vector<std::array<int, 2>> Scan::solution() const {
    std::vector<std::array<int, 2>> rows;
    for (const auto& [row, color] : lying_) rows.push_back({row->number, color});
    return rows;
}

double Scan::done() const {
    double share = 0, part = 1;
    for (std::size_t i = 0; i < frames_.size() && i < 3; ++i) {
        const double n =
            static_cast<double>(std::max<std::size_t>(rows_[frames_[i].cell].size(), 1));
        part /= n;
        share += part * std::min<double>(frames_[i].row, n);
    }
    return done_ ? 1 : std::min(share, 1.0);
}

}  // namespace cornerwise::puzzles
