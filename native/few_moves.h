// The legal moves of one color while they are few, kept from turn to turn.
#pragma once

#include "core.h"

namespace cornerwise {

// A color's moves only become fewer, but for those over new attach cells, which stand at the end
// of its list of them. So the moves of the last turn, less those now forbidden, and the moves over
// the new attach cells are all there are, in the order in which they would be listed anew.
//
// A move over several attach cells is kept for each of them; but for the first, it is there again.
class FewMoves {
  public:
    // Whether there is a list, made by `refresh` and not too long.
    bool is_known() const { return looked_ > 0; }
    // Brings the list up to date, or makes it; false if it would be too long. The color must have
    // started: until then others may take its attach cells away.
    bool refresh(const Core& core, Color color);
    // So many of the attach cells before the first new one are left.
    void set_looked(int n) { looked_ = n; }
    int looked() const { return looked_; }

    int size() const { return n_; }
    Spot spot(int i) const { return spots_[i]; }
    bool is_again(int i) const { return again_[i]; }

  private:
    void drop_forbidden(const Core& core, Color color);
    bool add_new(const Core& core, Color color);
    bool add_over(const Core& core, Color color, Place cell, const PlaceSet& earlier);

    static constexpr int kMost = 256;
    int n_ = 0;
    int looked_ = 0;  // attach cells whose moves are in the list
    int ply_ = -1;    // of the core when it was up to date
    Spot spots_[kMost];
    bool again_[kMost];
};

}  // namespace cornerwise
