#include "tables.h"

#include <algorithm>

namespace cornerwise {

namespace {

// One way to cover a cell, from the node of the walk that completes it.
Leaf leaf_of(const Tables& t, const WalkNode& node) {
    Leaf leaf{};
    leaf.orientation = node.orientation;
    leaf.first = node.first;
    leaf.piece_bit = node.leaf;
    leaf.piece = t.orientation_piece[node.orientation];
    for (auto p = t.cells.begin(node.orientation); p != t.cells.end(node.orientation); ++p) {
        const int offset = node.first + *p;
        if (offset != 0) leaf.offsets[leaf.size++] = static_cast<std::int16_t>(offset);
    }
    return leaf;
}

// The pieces of one kind's tree, each with its own list of offsets, by piece.
void collect_leaves(Tables& t, int kind) {
    for (Piece piece = 0; piece < t.n_pieces; ++piece) {
        const auto begin = static_cast<std::int32_t>(t.leaves.size());
        t.leaf_start.push_back(begin);
        for (int i = t.walk_start[kind]; i < t.walk_start[kind + 1]; ++i) {
            if (t.walk[i].leaf == 1u << piece) t.leaves.push_back(leaf_of(t, t.walk[i]));
        }
        const auto n = static_cast<std::int32_t>(t.leaves.size()) - begin;
        t.piece_leaves[piece] = std::max(t.piece_leaves[piece], n);
    }
    t.leaf_start.push_back(static_cast<std::int32_t>(t.leaves.size()));
}

void find_sides(Tables& t) {
    for (Player player = 0; player < t.n_players; ++player) {
        Player first = 0;
        while (!std::equal(t.counts[first], t.counts[first] + kMaxColors, t.counts[player]))
            ++first;
        t.side_of[player] =
            static_cast<std::uint8_t>(first == player ? t.n_sides++ : t.side_of[first]);
    }
}

void find_allies(Tables& t) {
    for (Color color = 0; color < t.n_colors; ++color) {
        for (Player player = 0; player < t.n_players; ++player) {
            if (!t.counts[player][color]) continue;
            for (Color other = 0; other < t.n_colors; ++other) {
                if (other != color && t.counts[player][other]) t.allies[color] |= 1 << other;
            }
        }
        const int others = ((1 << t.n_colors) - 1) & ~(1 << color);
        t.enemies[color] = static_cast<std::uint8_t>(others & ~t.allies[color]);
    }
}

void find_near_two(Tables& t) {
    for (Cell cell = 0; cell < t.n_cells; ++cell) {
        t.near_two.starts.push_back(static_cast<std::int32_t>(t.near_two.values.size()));
        for (auto n = t.near.begin(cell); n != t.near.end(cell); ++n) {
            for (auto m = t.near.begin(*n); m != t.near.end(*n); ++m) {
                t.near_two.values.push_back(static_cast<std::int16_t>(t.grid[*m]));
            }
        }
    }
    t.near_two.starts.push_back(static_cast<std::int32_t>(t.near_two.values.size()));
}

}  // namespace

void finish(Tables& t) {
    for (int g = 0; g < t.grid_size; ++g) {
        t.column.push_back(static_cast<std::int16_t>(g % t.grid_width));
        t.row.push_back(static_cast<std::int16_t>(g / t.grid_width));
    }
    t.max_size = *std::max_element(t.piece_size.begin(), t.piece_size.end());
    t.padded_cells.assign(t.n_orientations * t.max_size, 0);
    for (int i = 0; i < t.n_orientations; ++i) {
        std::copy(t.cells.begin(i), t.cells.end(i), t.padded_cells.begin() + i * t.max_size);
    }
    t.cell_at.assign(t.grid_size, -1);
    for (int cell = 0; cell < t.n_cells; ++cell) {
        t.cell_at[t.grid[cell]] = static_cast<std::int16_t>(cell);
    }
    t.piece_leaves.assign(t.n_pieces, 0);
    for (int kind = 0; kind + 1 < static_cast<int>(t.walk_start.size()); ++kind) {
        collect_leaves(t, kind);
        t.is_cut |= t.around.emplace_back(t, kind).is_cut();
    }
    t.has_shun = !t.shun.values.empty();
    find_near_two(t);
    find_sides(t);
    find_allies(t);
    t.total_cells = 0;
    for (int size : t.piece_size) t.total_cells += size * t.copies;
}

}  // namespace cornerwise
