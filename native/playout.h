// Random games to the end: uniform, or weighted by piece size and by what a move blocks.
#pragma once

#include <vector>

#include "core.h"
#include "random.h"

namespace cornerwise {

// How likely a playout is to choose a move. All ones: uniform over the legal moves.
struct PlayoutWeights {
    float by_size[kMaxSize + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    // Factor for every attach cell of an enemy that the move covers (up to three). At least 1.
    float block = 1;
};

// The weights of one variant, ready to draw with.
struct PlayoutPolicy {
    static constexpr int kMaxBlocked = 3;
    PlayoutPolicy(const Tables& tables, const PlayoutWeights& weights);

    // The weight of a move, from its piece and the enemies' attach cells it covers.
    float weight(Piece piece, int blocked) const {
        return by_piece[piece] * keep[blocked < kMaxBlocked ? blocked : kMaxBlocked];
    }

    int n_pieces;
    Piece order[kMaxPieces];      // pieces by falling weight: draws end early
    float by_piece[kMaxPieces];   // weight of each piece's placements
    float keep[kMaxBlocked + 1];  // chance to keep a drawn move that blocks so many
};

struct Played {
    Color color;
    Spot spot;
};

// Plays one core to its end. Draws a way to cover an attach cell and tries it, which is far
// cheaper than listing while many moves are legal; lists them when drawing keeps failing.
class Playout {
  public:
    Playout(Core& core, Random& random, const PlayoutPolicy& policy,
            std::vector<Played>* played = nullptr)
        : core_(core), random_(random), policy_(policy), played_(played) {}

    // Plays until nobody can move; returns the number of plies.
    int run();

    // Plays one move of a color; false if it has none (it is then out).
    bool step(Color color);

  private:
    bool draw(Color color, Spot& spot);
    bool choose_from_list(Color color, Spot& spot);
    void forget_forbidden(Color color);
    int blocked(Color color, Spot spot) const;

    Core& core_;
    Random& random_;
    const PlayoutPolicy& policy_;
    std::vector<Played>* played_;   // if asked for: what was played
    bool sparse_[kMaxColors] = {};  // few moves left: listing is the better way from now on
};

}  // namespace cornerwise
