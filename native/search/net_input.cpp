#include "net_input.h"

#include <algorithm>

namespace cornerwise {

namespace {

constexpr int kPlanesPerColor = 3;  // own, halo, usable attach cells
constexpr int kFlagsPerColor = 4;   // in play, begun, out, single-cell piece last

void encode_cells(const Core& core, const NetFit& fit, float* planes) {
    const Tables& t = core.tables();
    for (Cell cell = 0; cell < t.n_cells; ++cell) {
        const Place g = t.grid[cell];
        float* const at = planes + fit.word[cell];
        at[static_cast<std::size_t>(fit.planes - 1) * fit.words] = 1;
        const int owner = core.owner[g];
        for (int slot = 0; slot < t.n_colors; ++slot) {
            const Color color = (core.to_play + slot) % t.n_colors;
            float* const mine = at + static_cast<std::size_t>(kPlanesPerColor * slot) * fit.words;
            if (owner) {
                mine[0] = owner == color + 1;
            } else if (core.forbids(color, g)) {
                mine[fit.words] = 1;
            } else if (core.attaches(color, g)) {
                mine[2 * fit.words] = 1;
            }
        }
    }
}

}  // namespace

// Stock, flags, who counts what, who decides what, seats, options: in this order.
void encode_globals(const Core& core, const NetFit& fit, float* globals) {
    const Tables& t = core.tables();
    const Player me = core.controller(core.to_play);
    float* const stock = globals;
    float* const flags = stock + fit.colors * fit.pieces;
    float* const counts = flags + fit.colors * kFlagsPerColor;
    float* const decides = counts + fit.players * fit.colors;
    float* const seats = decides + fit.players * fit.colors;
    for (int slot = 0; slot < t.n_colors; ++slot) {
        const Color color = (core.to_play + slot) % t.n_colors;
        for (Piece piece = 0; piece < t.n_pieces; ++piece) {
            stock[slot * fit.pieces + fit.piece[piece]] = core.stock[color][piece];
        }
        float* const flag = flags + slot * kFlagsPerColor;
        flag[0] = 1;
        flag[1] = core.placed[color] > 0;
        flag[2] = core.is_out(color);
        flag[3] = core.placed[color] > 0 && core.last_piece[color] == t.single;
        for (int seat = 0; seat < t.n_players; ++seat) {
            const Player player = (me + seat) % t.n_players;
            counts[seat * fit.colors + slot] = t.counts[player][color];
            decides[seat * fit.colors + slot] = core.controller(color) == player;
        }
    }
    for (int seat = 0; seat < t.n_players; ++seat) seats[seat] = 1;
    std::copy(fit.options.begin(), fit.options.end(), seats + fit.players);
}

void spread(const Tables& t, Player me, Color to_play, const NetAnswer& answer, float score_share,
            float* values, float* scores) {
    for (int seat = 0; seat < t.n_players; ++seat) {
        const float margin = 0.5f + 0.5f * answer.margin[seat];
        values[(me + seat) % t.n_players] =
            (1 - score_share) * answer.win[seat] + score_share * margin;
    }
    for (int slot = 0; slot < t.n_colors; ++slot) {
        scores[(to_play + slot) % t.n_colors] = answer.score[slot];
    }
}

void encode(const Core& core, const NetFit& fit, float* planes, float* globals) {
    encode_cells(core, fit, planes);
    encode_globals(core, fit, globals);
}

}  // namespace cornerwise
