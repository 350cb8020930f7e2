// Lists every colored packing of a small board, cell by cell in order.
#pragma once

#include <array>
#include <atomic>
#include <vector>

#include "cover.h"
#include "limits.h"

namespace cornerwise::puzzles {

// The first empty cell must be covered next, so a packing is met once. Slower to fail than
// `Cover`, which looks for the scarcest cell, but a hundred times faster a step: whole sets of
// cells are one number. Boards up to 128 cells, both colored conditions, colors interchangeable.
class Scan {
  public:
    explicit Scan(const CoverTask& task);

    // Like Cover::run.
    Cover::Status run(double seconds, bool count);
    void stop() { stopped_ = true; }

    std::vector<std::array<int, 2>> solution() const;  // (row, color)
    std::uint64_t found() const { return found_; }
    std::uint64_t nodes() const { return nodes_; }
    // How far the first two choices have got: a share of 1, for a progress bar.
    double done() const;

    static constexpr int kMaxCells = 128;

  private:
    using Cells = unsigned __int128;
    struct Row {
        Cells cells, halo, attach;
        int piece, number;
    };
    struct Frame {
        int cell;        // the first empty one
        int row, color;  // next to try
        int used;        // colors in use below this frame
        int placed;      // index in rows_[cell] of what lies there, or −1
        int placed_color;
        Cells halo;  // of the placed color, before
    };

    Cover::Status step();
    bool place(Frame& frame);
    void unplace(Frame& frame);
    bool alive() const;
    bool pieces_touch() const;
    void push(int used);

    bool apart_, touch_;
    int colors_;
    Cells all_ = 0, occupied_ = 0;
    std::vector<Cells> halo_, of_color_;   // by color
    std::vector<std::vector<Row>> rows_;   // by first cell
    std::vector<std::vector<int>> stock_;  // by piece and color
    std::vector<std::pair<const Row*, int>> lying_;
    std::vector<Frame> frames_;
    std::uint64_t found_ = 0, nodes_ = 0;
    bool begun_ = false, done_ = false;
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise::puzzles
