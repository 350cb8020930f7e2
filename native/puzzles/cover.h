// Exact cover with stocks: fill every cell once, using each piece at most as often as there is one.
#pragma once

#include <array>
#include <atomic>
#include <vector>

#include "limits.h"
#include "random.h"

namespace cornerwise::puzzles {

// Lists of different lengths in one array.
struct Lists {
    std::vector<int> starts{0};
    std::vector<int> values;
    const int* begin(int i) const { return values.data() + starts[i]; }
    const int* end(int i) const { return values.data() + starts[i + 1]; }
    int size(int i) const { return starts[i + 1] - starts[i]; }
};

struct CoverTask {
    int n_cells = 0;
    Lists cells;             // of each row: what it covers
    Lists halo, attach;      // of each row: edge and corner neighbors (for the colored conditions)
    Lists edges;             // of each cell
    std::vector<int> piece;  // of each row
    std::vector<int> stock;  // of each piece, for each color
    int colors = 1;          // over 1: every row exists in each color, with the color's own stock
    bool apart = false;      // no two pieces of a color share an edge
    bool touch = false;      // every piece meets a corner of its own color
    bool restarts = false;   // looks for one solution, at random; otherwise lists all of them
    std::vector<std::array<int, 2>> fixed;  // (row, color) that lie there
    std::uint64_t seed = 0;
};

// Backtracking that always branches on the cell (or last copy of a piece) with the fewest rows.
// Rows count their blockers instead of being linked: flat arrays, nothing to relink.
// Colors are interchangeable, so a color not used yet stands for all of them: each coloring is
// met once, not once for every exchange of color names.
class Cover {
  public:
    enum Status { kMore = 0, kFound = 1, kDone = 2 };

    explicit Cover(CoverTask task);

    // Works for at most so long. kFound: `solution` is one; call again for the next. kDone: there
    // are no others. kMore: time is over. With `count`, goes on over solutions.
    Status run(double seconds, bool count);
    void stop() { stopped_ = true; }

    std::vector<std::array<int, 2>> solution() const;  // (row, color), the fixed ones included
    std::uint64_t found() const { return found_; }
    std::uint64_t nodes() const { return nodes_; }
    int deepest() const { return deepest_; }  // cells covered at best
    int restarts() const { return n_restarts_; }

  private:
    struct Frame {
        std::size_t begin, at;  // in pool_: the options, and the next to try
        int placed;             // option lying on the board, or −1
    };

    int item(int option) const {
        return task_.piece[option / task_.colors] * task_.colors + option % task_.colors;
    }
    void index_options();
    void place(int option);
    void unplace(int option);
    void block(int option);
    void unblock(int option);
    template <class Change>
    void for_blocked(int option, Change change);

    Status step();
    bool alive() const;
    bool regions_fit() const;
    bool pieces_touch() const;
    bool can_touch(int option) const;
    bool is_open(int option) const { return blockers_[option] == 0; }
    void push();
    void order_options(std::size_t begin);
    void learn();
    void restart();

    CoverTask task_;
    Random random_;
    int n_options_, n_items_;
    bool exact_;     // the stock covers the cells with nothing left over
    Lists at_;       // cell × color: the options there
    Lists of_item_;  // the options of an item
    std::vector<std::uint16_t> blockers_;
    std::vector<int> cell_count_, item_count_;  // open options of each
    std::vector<int> stock_;                    // of each item
    std::vector<int> size_;                     // of each piece
    std::vector<std::int8_t> owner_;            // of each cell: the color there, or −1
    std::vector<int> lying_;                    // options on the board
    std::vector<int> color_uses_;
    std::vector<double> weight_;  // of each piece: how hard it has proved to place
    std::vector<Frame> frames_;
    std::vector<int> pool_;
    int covered_ = 0, deepest_ = 0, n_restarts_ = 0;
    std::uint64_t found_ = 0, nodes_ = 0, budget_ = 0;
    bool begun_ = false, done_ = false;
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise::puzzles
