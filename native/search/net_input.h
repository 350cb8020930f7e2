// What a net sees of a position; the same numbers as src/cornerwise/engine/features.py.
#pragma once

#include <vector>

#include "../core.h"

namespace cornerwise {

// Where the cells, pieces and placements of a variant are in a net's arrays (features.Fit).
struct NetFit {
    int colors = 0, players = 0, pieces = 0;  // slots the net has
    int words = 0, planes = 0, globals = 0;   // planes: of words each
    int actions = 0, area = 0, columns = 0;   // area: places of the picture, orientations × area
    std::vector<std::int32_t> word;           // of each cell
    std::vector<std::int32_t> piece;          // slot of each piece
    std::vector<std::int32_t> action;         // policy output of each placement
    std::vector<float> options;

    std::size_t plane_size() const { return static_cast<std::size_t>(planes) * words; }
};

// A net's answer by slot, as it says it: by player from the deciding one, by color from the one to
// play. Answers to several positions stand row by row.
struct NetAnswer {
    const float *win, *margin, *score;

    NetAnswer row(std::size_t i, const NetFit& fit) const {
        const std::size_t seats = i * static_cast<std::size_t>(fit.players);
        return {win + seats, margin + seats, score + i * static_cast<std::size_t>(fit.colors)};
    }
};

// The same by player and by color, as a search counts: the win, with a share of the margin.
void spread(const Tables& tables, Player me, Color to_play, const NetAnswer& answer,
            float score_share, float* values, float* scores);

// Fills one row of each input. Both must be all zeros before.
void encode(const Core& core, const NetFit& fit, float* planes, float* globals);
// The second one alone.
void encode_globals(const Core& core, const NetFit& fit, float* globals);

}  // namespace cornerwise
