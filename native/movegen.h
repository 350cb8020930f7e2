// Legal moves. One loop serves listing, counting and asking whether there is any.
#pragma once

#include "core.h"

namespace cornerwise {

// The placement of a way over a cell.
inline Spot spot_over(Place cell, const Way& way) {
    return {static_cast<std::uint16_t>(way.orientation), static_cast<Place>(cell + way.first)};
}

// Whether a placement lies clear of a set, where a word cannot tell (see Around).
inline bool is_clear(const Tables& t, const PlaceSet& set, Spot spot) {
    for (auto p = t.cells.begin(spot.orientation); p != t.cells.end(spot.orientation); ++p) {
        if (set.has(spot.first + *p)) return false;
    }
    return true;
}

// Calls visit(Spot) for every placement of the color over a cell that is clear of a set, with a
// piece in stock; stops when visit returns true, and returns whether it did.
template <class Visit>
inline bool for_each_over(const Core& core, Color color, const PlaceSet& forbidden, Place cell,
                          Visit&& visit) {
    const Tables& t = core.tables();
    const std::uint32_t gone = ~core.have[color];
    const Around& around = t.around[t.kind_at[cell]];
    const std::uint64_t taken = around.look(forbidden, cell);
    const std::uint16_t* const end = around.end(taken);
    for (const std::uint16_t* at = around.begin(taken); at != end; ++at) {
        const Way& way = around.ways()[*at];
        if ((way.cells & taken) | (way.piece_bit & gone)) continue;
        const Spot spot = spot_over(cell, way);
        if (t.is_cut && !is_clear(t, forbidden, spot)) continue;
        if ((!t.has_shun || core.keeps_corners(color, spot)) && visit(spot)) return true;
    }
    return false;
}

// Calls visit(Spot) for every legal placement of the color, each once; stops when visit
// returns true, and returns whether it did.
//
// A placement that covers two attach cells would be met twice; so a cell that has been
// looked at is forbidden, on a copy, to those that follow.
template <class Visit>
inline bool for_each_legal(const Core& core, Color color, Visit&& visit) {
    PlaceSet forbidden;
    forbidden.copy(core.forbidden[color], core.tables().grid_size);
    for (int i = 0; i < core.n_attach[color]; ++i) {
        const Place cell = core.attach[color][i];
        if (forbidden.has(cell)) continue;
        if (for_each_over(core, color, forbidden, cell, visit)) return true;
        forbidden.add(cell);
    }
    return false;
}

// The same for who wants them all: visit(Spot) returns nothing, and no branch is taken for a way
// that is closed, since none could be foreseen.
template <class Visit>
inline void for_all_legal(const Core& core, Color color, Visit&& visit) {
    const Tables& t = core.tables();
    const std::uint32_t gone = ~core.have[color];
    PlaceSet forbidden;
    forbidden.copy(core.forbidden[color], t.grid_size);
    std::uint16_t open[kMaxWays];
    for (int i = 0; i < core.n_attach[color]; ++i) {
        const Place cell = core.attach[color][i];
        if (forbidden.has(cell)) continue;
        const Around& around = t.around[t.kind_at[cell]];
        const int n = around.list(around.look(forbidden, cell), gone, ~std::uint64_t(0), open);
        for (int j = 0; j < n; ++j) {
            const Spot spot = spot_over(cell, around.ways()[open[j]]);
            if (t.is_cut && !is_clear(t, forbidden, spot)) continue;
            if (!t.has_shun || core.keeps_corners(color, spot)) visit(spot);
        }
        forbidden.add(cell);
    }
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
