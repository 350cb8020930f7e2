// Legal moves. One walk serves listing, counting and asking whether there is any.
#pragma once

#include "core.h"

namespace cornerwise {

// Calls visit(Spot) for every legal placement of the color, each once; stops when visit
// returns true, and returns whether it did.
//
// A placement that covers two attach cells would be met twice; so a cell that has been
// walked is forbidden, on a copy, to the walks that follow.
template <class Visit>
inline bool for_each_legal(const Core& core, Color color, Visit&& visit) {
    const Tables& t = core.tables();
    const std::uint8_t bit = static_cast<std::uint8_t>(1 << color);
    const std::uint32_t have = core.have[color];
    const WalkNode* const nodes = t.walk.data();
    std::uint8_t state[kMaxGrid];
    std::memcpy(state, core.state, t.grid_size);
    for (int i = 0; i < core.n_attach[color]; ++i) {
        const Place cell = core.attach[color][i];
        std::uint8_t* const here = state + cell;
        if (*here & bit) continue;
        const WalkNode* node = nodes + t.walk_start[t.kind_at[cell]];
        const WalkNode* const end = nodes + t.walk_start[t.kind_at[cell] + 1];
        while (node != end) {
            if ((here[node->offset] & bit) || !(node->pieces & have)) {
                node = nodes + node->skip;
                continue;
            }
            if (node->leaf & have) {
                const Spot spot{static_cast<std::uint16_t>(node->orientation),
                                static_cast<Place>(cell + node->first)};
                if ((!t.has_shun || core.keeps_corners(color, spot)) && visit(spot)) return true;
            }
            ++node;
        }
        *here |= bit;
    }
    return false;
}

inline bool has_move(const Core& core, Color color) {
    return for_each_legal(core, color, [](Spot) { return true; });
}

inline int count_moves(const Core& core, Color color) {
    int n = 0;
    for_each_legal(core, color, [&n](Spot) {
        ++n;
        return false;
    });
    return n;
}

// Of all colors that are not out.
inline int count_all_moves(const Core& core) {
    int n = 0;
    for (Color color = 0; color < core.tables().n_colors; ++color) {
        if (!core.is_out(color)) n += count_moves(core, color);
    }
    return n;
}

}  // namespace cornerwise
