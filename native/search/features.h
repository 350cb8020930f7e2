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

// Kinds of every place for one mover, worked out once for all of its moves.
class MoveFeatures {
  public:
    MoveFeatures(const Core& core, Color color);

    // Adds the counts of a move into `out` (kFeatures entries).
    void count(Spot spot, float* out) const;

    // Turns the kinds into one weight per place, so that `logit` is a few additions.
    void weigh(const float* weights);
    float logit(Spot spot) const;

  private:
    void mark_enemies(std::uint8_t enemies, std::uint8_t allies);
    void mark_recent(std::uint8_t enemies);
    float space_around(Cell cell) const;
    float amount(int feature, Place place) const;

    const Core& core_;
    const Tables& t_;
    Color color_;
    int phase_;
    // By place: bits of the kinds that a cell counts for when covered, gained or beside.
    std::uint32_t cover_[kMaxGrid];
    std::uint32_t gain_[kMaxGrid];
    std::uint32_t beside_[kMaxGrid];
    float space_[kMaxGrid];  // share of free cells around, where `gain_` says so
    float cover_weight_[kMaxGrid];
    float gain_weight_[kMaxGrid];
    float beside_weight_[kMaxGrid];
    const float* weights_ = nullptr;
};

}  // namespace cornerwise
