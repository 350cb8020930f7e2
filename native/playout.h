// Random games to the end, uniform or weighted by piece size.
#pragma once

#include "core.h"
#include "random.h"

namespace cornerwise {

// How likely a playout is to choose a piece, by its size. All equal: uniform over moves.
struct PlayoutWeights {
    float by_size[kMaxSize + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
};

// Plays one core to its end. Draws a way to cover an attach cell and tries it, which is far
// cheaper than listing while many moves are legal; lists them when drawing keeps failing.
class Playout {
  public:
    Playout(Core& core, Random& random, const PlayoutWeights& weights);

    // Plays until nobody can move; returns the number of plies.
    int run();

    // Plays one move of a color; false if it has none (it is then out).
    bool step(Color color);

  private:
    bool draw(Color color, Spot& spot);
    bool choose_from_list(Color color, Spot& spot);
    void forget_forbidden(Color color);
    float weight(Piece piece) const { return accept_[piece]; }

    Core& core_;
    Random& random_;
    float accept_[kMaxPieces];          // chance to keep a drawn piece: its weight over the largest
    bool sparse_[kMaxColors] = {};      // few moves left: listing is the better way from now on
};

}  // namespace cornerwise
