// What a move looks like to the prior: its piece, and counts of cells of certain kinds that it
// covers, gains or spoils. Linear, so that weights can be fitted from games (tools/fit_priors).
#pragma once

#include "../core.h"
#include "params.h"

namespace cornerwise {

// The counts, after the piece's own entries. An enemy is a color that counts for another side
// and is not out; an ally is another color of the mover's side.
enum CellFeature : int {
    kCoverEnemyAttach,  // covers an enemy's attach cell: takes a way out
    kCoverTwoEnemies,   // … of two enemies at once
    kCoverNearEnemy,    // covers a cell beside an enemy's attach cell
    kCoverAllyAttach,   // covers an ally's attach cell
    kCoverOwnAttach,    // covers an own attach cell (at least one, always)
    kSpoilOwnAttach,    // forbids an own attach cell by standing beside it
    kGainTight,         // new attach cell with at most one free cell beside it
    kGainOpen,          // … with two
    kGainWide,          // … with three or more
    kGainContested,     // … that an enemy could take as well
    kGainFacingEnemy,   // … that is an enemy's attach cell too
    kGainCentral,       // … times its nearness to the middle, 0 to 1
    kBesideEnemy,       // stands beside an enemy's piece
    kCoverContested,    // covers a cell that an enemy could still take
    kCoverRecent,       // covers an attach cell that an enemy's last move opened
    kCoverNearRecent,   // covers a cell beside such a one
    kGainNone,          // a corner that opens nothing: covered or forbidden
    kGainAlly,          // new attach cell that is an ally's too
    kGainSpace,         // … times the share of free cells around it
    kBesideAlly,        // stands beside an ally's piece
    kBesideFree,        // stands beside a cell that was free for the color
    kBesideRecent,      // stands beside an attach cell that an enemy's last move opened
};

// Counts for one mover after another. What a place is, and weighs, is worked out when the first
// move asks for it: a color gets to few of them, and near the end to hardly any.
class MoveFeatures {
  public:
    explicit MoveFeatures(const Tables& tables) : t_(tables) {}

    // The answers below are about moves of a color in a position, which has to stay as it is until
    // the next look. Logits need weights (kPhases × kFeatures).
    void look(const Core& core, Color color, const float* weights = nullptr);

    // Adds the counts of a move into `out` (kFeatures entries).
    void count(Spot spot, float* out);
    float logit(Spot spot);

  private:
    // Bits of the kinds that a cell counts for when covered, gained or beside, and their weights.
    struct Kinds {
        std::uint32_t look = 0;  // of which these are
        std::uint32_t cover = 0, gain = 0, beside = 0;
        float cover_weight = 0, gain_weight = 0, beside_weight = 0;
        float space = 0;  // share of free cells around, where `gain` says so
    };

    void mark_recent();
    const Kinds& at(int place) {
        Kinds& kinds = kinds_[place];
        if (kinds.look != look_) mark(kinds, static_cast<Place>(place));
        return kinds;
    }
    void mark(Kinds& kinds, Place place) const;
    void mark_taken(Kinds& kinds, Color owner) const;
    void mark_free(Kinds& kinds, Cell cell, std::uint8_t state) const;
    void weigh(Kinds& kinds, Place place) const;
    float space_around(Cell cell) const;
    float amount(const Kinds& kinds, int feature, Place place) const;

    const Tables& t_;
    const Core* core_ = nullptr;
    Color color_ = 0;
    std::uint8_t enemies_ = 0, allies_ = 0;  // in play
    const float* weights_ = nullptr;         // of the phase
    std::uint32_t look_ = 0;
    Kinds kinds_[kMaxGrid];
    std::uint32_t recent_[kMaxGrid];  // what enemies' last moves add to `cover`
};

}  // namespace cornerwise
