#include "tables.h"

#include <algorithm>

namespace cornerwise {

namespace {

// The pieces of one kind's tree, each with its own list of offsets.
void collect_leaves(Tables& t, int kind) {
    for (int i = t.walk_start[kind]; i < t.walk_start[kind + 1]; ++i) {
        const WalkNode& node = t.walk[i];
        if (node.orientation < 0) continue;
        Leaf leaf{};
        leaf.orientation = node.orientation;
        leaf.first = node.first;
        leaf.piece_bit = node.leaf;
        leaf.piece = t.orientation_piece[node.orientation];
        for (auto p = t.cells.begin(node.orientation); p != t.cells.end(node.orientation); ++p) {
            const int offset = node.first + *p;
            if (offset != 0) leaf.offsets[leaf.size++] = static_cast<std::int16_t>(offset);
        }
        t.leaves.push_back(leaf);
    }
}

}  // namespace

void finish(Tables& t) {
    t.cell_at.assign(t.grid_size, -1);
    for (int cell = 0; cell < t.n_cells; ++cell) {
        t.cell_at[t.grid[cell]] = static_cast<std::int16_t>(cell);
    }
    t.leaf_start.assign(1, 0);
    for (int kind = 0; kind + 1 < static_cast<int>(t.walk_start.size()); ++kind) {
        collect_leaves(t, kind);
        const auto end = static_cast<int>(t.leaves.size());
        t.max_leaves = std::max(t.max_leaves, static_cast<std::uint32_t>(end - t.leaf_start.back()));
        t.leaf_start.push_back(end);
    }
    t.has_shun = !t.shun.values.empty();
    t.total_cells = 0;
    for (int size : t.piece_size) t.total_cells += size * t.copies;
}

}  // namespace cornerwise
