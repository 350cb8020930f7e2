// A compiled variant: constant, shared by every position. Mirrors src/cornerwise/tables/layout.py.
#pragma once

#include <cstdint>
#include <vector>

#include "around.h"

namespace cornerwise {

constexpr int kMaxColors = 4;
constexpr int kMaxPlayers = 4;
constexpr int kMaxPieces = 32;
constexpr int kMaxSize = 8;  // cells of a piece
constexpr int kMaxCells = 1000;

using Color = int;
using Player = int;
using Piece = int;
using Cell = int;
using PlacementId = std::uint16_t;  // a row of the placement table
constexpr PlacementId kNoPlacement = 0xFFFF;

// A placement as the core handles it: which orientation, and where its first cell lies.
struct Spot {
    std::uint16_t orientation;
    Place first;
    bool operator==(const Spot&) const = default;
};

// One node of the walk (see layout.py): all pieces through a cell, as a tree of cells.
struct WalkNode {
    std::int16_t offset;       // the cell this node adds, from the cell that is covered
    std::uint16_t skip;        // where to go on when that cell is forbidden
    std::int16_t orientation;  // the piece completed here, or -1
    std::int16_t first;        // where its first cell lies
    std::uint32_t pieces;      // pieces that occur at or below
    std::uint32_t leaf;        // bit of the piece completed here, or 0
};

// A walk's piece on its own, for sampling: every way to cover a cell, one after the other.
struct Leaf {
    std::int16_t orientation;
    std::int16_t first;
    std::uint32_t piece_bit;
    std::int16_t offsets[kMaxSize];  // of the other cells; then 0, the cell itself
    std::uint8_t size;
    std::uint8_t piece;
};

// Lists of different lengths in one array.
struct Ragged {
    std::vector<std::int32_t> starts;
    std::vector<std::int16_t> values;
    const std::int16_t* begin(int i) const { return values.data() + starts[i]; }
    const std::int16_t* end(int i) const { return values.data() + starts[i + 1]; }
};

struct Tables {
    int n_cells = 0, n_colors = 0, n_players = 0, n_pieces = 0, n_placements = 0;
    int n_orientations = 0, grid_size = 0, grid_width = 0, copies = 1, single = -1;
    int bonus_all = 0, bonus_single = 0;
    int total_cells = 0;  // of one color's whole stock

    std::vector<Place> grid;               // of each cell
    std::vector<std::int16_t> cell_at;     // of each grid place, -1 outside
    std::vector<std::uint8_t> kind_at;     // of each grid place
    std::vector<std::uint8_t> piece_size;  // of each piece
    std::vector<std::uint8_t> orientation_piece;
    Ragged cells, halo, attach, shun;         // of each orientation, offsets from its first cell
    std::vector<std::int16_t> padded_cells;   // the same, max_size for each: then 0, the first
    bool has_shun = false;                    // corners-only
    std::vector<PlacementId> placement_at;    // grid × orientation: neighbors lie close
    std::vector<Spot> spots;                  // of each placement
    std::vector<WalkNode> walk;               // the trees of all kinds, one after the other
    std::vector<std::int32_t> walk_start;     // by kind, and the end
    std::vector<Around> around;               // the same by kind, for tests of whole pieces
    bool is_cut = false;                      // … of which some reach too far for these
    std::vector<Leaf> leaves;                 // likewise, by kind and then by piece
    std::vector<std::int32_t> leaf_start;     // kind × (piece, and the end)
    std::vector<std::int32_t> piece_leaves;   // by piece: most leaves of one kind
    std::vector<Place> starts;                // grid places of the start cells
    std::vector<std::uint32_t> start_open;    // by color
    std::vector<std::uint32_t> start_leaves;  // color × start × other
    Ragged controllers;                       // of each color
    Ragged near;                              // edge neighbors of each cell, as cells
    Ragged near_two;                          // places beside its neighbors, as often as they are
    std::vector<float> central;               // of each place: 1 in the middle, 0 at the far end
    std::vector<std::int16_t> column, row;    // of each place, in the padded grid
    int max_size = 0;                         // cells of the largest piece
    std::uint8_t side_of[kMaxPlayers] = {};   // players with the same counts are one side
    int n_sides = 0;
    std::uint8_t allies[kMaxColors] = {};   // other colors that count for a side of the color's
    std::uint8_t enemies[kMaxColors] = {};  // all the rest
    std::uint8_t counts[kMaxPlayers][kMaxColors] = {};

    const std::int16_t* all_cells(int orientation) const {
        return padded_cells.data() + orientation * max_size;
    }
    PlacementId id(Spot spot) const {
        return placement_at[spot.first * n_orientations + spot.orientation];
    }
    int size(Spot spot) const { return piece_size[orientation_piece[spot.orientation]]; }
    Piece piece(Spot spot) const { return orientation_piece[spot.orientation]; }
    // Of a color with so many cells left, by the piece it placed last.
    int score(int left, Piece last) const {
        if (left > 0) return -left;
        return single >= 0 && last == single ? bonus_single : bonus_all;
    }
    std::uint32_t leaves_for(Color color, int start, Color other) const {
        return start_leaves[(color * starts.size() + start) * n_colors + other];
    }
    const std::int32_t* leaf_starts(int kind) const {
        return leaf_start.data() + kind * (n_pieces + 1);
    }
    // Whether numbers of places, placements and players mean the same.
    bool is_like(const Tables& o) const {
        return this == &o || (grid == o.grid && grid_size == o.grid_size && spots == o.spots &&
                              n_colors == o.n_colors && n_players == o.n_players);
    }
    int n_controllers(Color color) const {
        return static_cast<int>(controllers.end(color) - controllers.begin(color));
    }
    Player controller(Color color, int placed) const {
        return controllers.begin(color)[placed % n_controllers(color)];
    }
};

// Derives what the layout leaves implicit (leaves, places by kind). Call once, after filling.
void finish(Tables& tables);

}  // namespace cornerwise
