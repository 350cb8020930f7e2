#include "few_moves.h"

#include "movegen.h"

namespace cornerwise {

bool FewMoves::refresh(const Core& core, Color color) {
    if (ply_ == core.ply) return true;
    drop_forbidden(core, color);
    if (add_new(core, color)) {
        ply_ = core.ply;
        return true;
    }
    n_ = looked_ = 0;
    ply_ = -1;
    return false;
}

// All cells of a move are looked at, and all moves are written: no branch could be foreseen.
void FewMoves::drop_forbidden(const Core& core, Color color) {
    const Tables& t = core.tables();
    const std::uint32_t have = core.have[color];
    int kept = 0;
    for (int i = 0; i < n_; ++i) {
        const Spot spot = spots_[i];
        const std::uint8_t* const here = core.state + spot.first;
        const std::int16_t* const cells = t.all_cells(spot.orientation);
        unsigned sum = 0;
        for (int j = 0; j < t.max_size; ++j) sum |= here[cells[j]];
        bool keep = ~sum >> color & have >> t.piece(spot) & 1;
        if (t.has_shun) keep = keep && core.keeps_corners(color, spot);
        spots_[kept] = spot;
        again_[kept] = again_[i];
        kept += keep;
    }
    n_ = kept;
}

bool FewMoves::add_new(const Core& core, Color color) {
    if (looked_ == core.n_attach[color]) return true;
    PlaceSet earlier;
    earlier.clear(core.tables().grid_size);
    for (int i = 0; i < looked_; ++i) earlier.add(core.attach[color][i]);
    for (; looked_ < core.n_attach[color]; ++looked_) {
        const Place cell = core.attach[color][looked_];
        if (core.forbids(color, cell)) continue;
        if (!add_over(core, color, cell, earlier)) return false;
        earlier.add(cell);
    }
    return true;
}

bool FewMoves::add_over(const Core& core, Color color, Place cell, const PlaceSet& earlier) {
    const Tables& t = core.tables();
    const Around& around = t.around[t.kind_at[cell]];
    const std::uint64_t taken = around.look(core.forbidden[color], cell);
    std::uint16_t open[kMaxWays];
    const int n_open = around.list(taken, ~core.have[color], ~std::uint64_t(0), open);
    if (n_open == 0) return true;
    const std::uint64_t before = around.look(earlier, cell);
    for (int i = 0; i < n_open; ++i) {
        const Way& way = around.ways()[open[i]];
        const Spot spot = spot_over(cell, way);
        if (t.is_cut && !is_clear(t, core.forbidden[color], spot)) continue;
        if (t.has_shun && !core.keeps_corners(color, spot)) continue;
        if (n_ == kMost) return false;
        spots_[n_] = spot;
        again_[n_++] = (way.cells & before) != 0 || (t.is_cut && !is_clear(t, earlier, spot));
    }
    return true;
}

}  // namespace cornerwise
