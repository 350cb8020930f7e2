// The state of one position without its history: what search and playouts copy and change.
#pragma once

#include <cstring>

#include "tables.h"

namespace cornerwise {

constexpr Color kNobody = -1;

// Plain data, cheap to copy (only the used part of each array is copied). All moves given
// to `play` must be legal; `Position` checks them for everybody else.
class Core {
  public:
    explicit Core(const Tables& tables);
    Core(const Core& other) { *this = other; }
    Core& operator=(const Core& other);

    const Tables& tables() const { return *tables_; }

    bool is_legal(Color color, Spot spot) const;
    // Whether the places around the piece are free of the color where corners-only asks for it.
    bool keeps_corners(Color color, Spot spot) const;
    void play(Color color, Spot spot);
    // Puts a piece down for a setup position: any color, no rule but empty cells and stock.
    void place(Color color, Spot spot) { play(color, spot); }
    // Gives the turn to the next color after `color` that has a move; those without are out.
    void pass_turn_after(Color color);

    int score(Color color) const;
    int points(Player player) const;
    // Who decides for a color: of several, the next who has not resigned.
    Player controller(Color color) const;
    // Whether a player has resigned, and all others of the side.
    bool has_left(Player player) const;
    bool is_out(Color color) const { return out >> color & 1; }
    bool has_started(Color color) const { return started >> color & 1; }
    // Whether no color has its first placement still before it.
    bool have_all_started() const {
        const int all = (1 << tables_->n_colors) - 1;
        return ((started | out) & all) == all;
    }
    // Whether every color that still plays has placed a fifth of its pieces.
    bool is_under_way() const;
    bool forbids(Color color, Place place) const { return state[place] >> color & 1; }
    bool attaches(Color color, Place place) const { return state[place] >> (4 + color) & 1; }

    Color to_play = 0;
    std::uint8_t out = 0;       // bit c: color c has no move, for ever
    std::uint8_t resigned = 0;  // bit p: player p has given up
    std::uint8_t started = 0;   // bit c: color c has placed something
    std::uint16_t ply = 0;
    std::uint64_t hash = 0;
    std::uint32_t have[kMaxColors] = {};         // bit p: piece p is in stock
    std::uint16_t left[kMaxColors] = {};         // cells not placed yet
    std::uint16_t placed[kMaxColors] = {};       // number of placements
    std::int8_t last_piece[kMaxColors] = {};     // placed last, -1 if none
    Spot last_spot[kMaxColors] = {};             // of the last placement, if the color has started
    std::uint16_t n_attach[kMaxColors] = {};     // length of `attach`
    std::uint8_t stock[kMaxColors][kMaxPieces];  // copies left of each piece

    PlaceSet forbidden[kMaxColors];  // low bits of `state` by color, to be read in stretches
    // Low four bits: forbidden to color c (covered, or beside its own piece, or off the board).
    // High four bits: an attach cell of color c (where its pieces meet corners, or its starts).
    std::uint8_t state[kMaxGrid];
    std::uint8_t owner[kMaxGrid];  // 1 + color, 0 where empty
    Place attach[kMaxColors]
                [kMaxCells];  // attach cells in the order they came; some forbidden since

  private:
    void begin(Color color, Spot spot);
    void limit_starts(Color color, std::uint32_t starts);

    const Tables* tables_;
};

inline bool Core::keeps_corners(Color color, Spot spot) const {
    const Ragged& shun = tables_->shun;
    for (auto p = shun.begin(spot.orientation); p != shun.end(spot.orientation); ++p) {
        if (owner[spot.first + *p] == color + 1) return false;
    }
    return true;
}

inline void Core::play(Color color, Spot spot) {
    const Tables& t = *tables_;
    if (!has_started(color)) begin(color, spot);
    std::uint8_t* const here = state + spot.first;
    const std::uint8_t forbid = static_cast<std::uint8_t>(1 << color);
    const std::uint8_t mark = static_cast<std::uint8_t>(16 << color);
    for (auto p = t.cells.begin(spot.orientation); p != t.cells.end(spot.orientation); ++p) {
        here[*p] |= 0x0F;
        owner[spot.first + *p] = static_cast<std::uint8_t>(color + 1);
        for (Color c = 0; c < t.n_colors; ++c) forbidden[c].add(spot.first + *p);
    }
    for (auto p = t.halo.begin(spot.orientation); p != t.halo.end(spot.orientation); ++p) {
        here[*p] |= forbid;
        forbidden[color].add(spot.first + *p);
    }
    for (auto p = t.attach.begin(spot.orientation); p != t.attach.end(spot.orientation); ++p) {
        if (here[*p] & (forbid | mark)) continue;
        here[*p] |= mark;
        attach[color][n_attach[color]++] = static_cast<Place>(spot.first + *p);
    }
    const Piece piece = t.piece(spot);
    if (--stock[color][piece] == 0) have[color] &= ~(1u << piece);
    left[color] = static_cast<std::uint16_t>(left[color] - t.piece_size[piece]);
    last_piece[color] = static_cast<std::int8_t>(piece);
    last_spot[color] = spot;
    ++placed[color];
    ++ply;
    // A number of its own for each (color, placement): multiplication by odd constants and a fold.
    std::uint64_t h =
        (std::uint64_t(color + 1) << 32) ^ (std::uint64_t(spot.orientation) << 16) ^ spot.first;
    h = (h ^ (h >> 31)) * 0x9E3779B97F4A7C15ull;
    h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ull;
    hash ^= h ^ (h >> 32);
}

}  // namespace cornerwise
