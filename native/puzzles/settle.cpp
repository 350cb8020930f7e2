#include "settle.h"

#include <algorithm>

#include "movegen.h"

namespace cornerwise::puzzles {

bool Settle::run(double seconds) {
    stopped_ = false;
    seen_.clear();
    line_.clear();
    found_ = 0;
    Slice slice(seconds, stopped_);
    return walk(start_, slice);
}

// Size of the largest piece in hand, 0 if the color has none or need not place it.
int Settle::largest(const Core& core, Color color) const {
    if (!(task_.colors >> color & 1)) return 0;
    int size = 0;
    for (Piece piece = 0; piece < core.tables().n_pieces; ++piece) {
        if (core.have[color] >> piece & 1)
            size = std::max<int>(size, core.tables().piece_size[piece]);
    }
    return size;
}

// The color with the fewest moves among those that still hold pieces; kNobody if none does.
Color Settle::scarcest(const Core& core, int& moves) const {
    Color best = kNobody;
    moves = 1 << 30;
    for (Color color = 0; color < core.tables().n_colors; ++color) {
        if (largest(core, color) == 0) continue;
        const int n = count_moves(core, color);
        if (n < moves) moves = n, best = color;
    }
    return best;
}

// Walks every way to go on; false if it had to give up.
bool Settle::walk(const Core& core, Slice& slice) {
    if (slice.over() || seen_.size() > task_.memory) return false;
    if (!seen_.insert(core.hash).second) return true;
    ++nodes_;
    int moves;
    const Color color = scarcest(core, moves);
    if (color == kNobody) {
        if (found_++ == 0) first_ = line_;
        return true;
    }
    const int size = task_.descending ? largest(core, color) : 0;
    bool whole = true;
    Core next(core);
    for_each_legal(core, color, [&](Spot spot) {
        if (size && core.tables().size(spot) != size) return false;
        next = core;
        next.play(color, spot);
        line_.push_back({color, core.tables().id(spot)});
        whole = walk(next, slice);
        line_.pop_back();
        return !whole || found_ >= task_.enough;
    });
    return whole;
}

}  // namespace cornerwise::puzzles
