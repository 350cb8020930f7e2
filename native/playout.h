// Random games to the end: uniform, or weighted by piece and by answers to what enemies just did.
#pragma once

#include <vector>

#include "few_moves.h"
#include "random.h"

namespace cornerwise {

// How likely a playout is to choose a move. The defaults: uniform over the legal moves.
struct PlayoutWeights {
    float by_size[kMaxSize + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    // If above 0, a color first looks for answers to the last moves of its enemies: moves over
    // the ways out that these opened, or beside them, each such cell weighing by this factor.
    float local = 0;
    // Whether answers are looked for at one way out only, any that has some: quicker, less even.
    bool brief = false;
};

// The weights of one variant, ready to draw with.
struct PlayoutPolicy {
    static constexpr int kMaxLocal = 16;
    PlayoutPolicy(const Tables& tables, const PlayoutWeights& weights);

    int n_pieces;
    bool answers;                // whether local moves come first
    bool brief;                  // … and only those over one attach cell are listed
    Piece order[kMaxPieces];     // pieces by falling weight: draws end early
    float by_piece[kMaxPieces];  // weight of each piece's placements
    float local[kMaxLocal];      // factor for the number of local cells covered
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
        : core_(core), random_(random), policy_(policy), played_(played) {
        if (!policy.answers) return;
        std::memset(near_, 0, core.tables().grid_size);
        near_set_.clear(core.tables().grid_size);
    }

    // Plays until nobody can move; returns the number of plies.
    int run();

    // Plays one move of a color; false if it has none (it is then out).
    bool step(Color color);

  private:
    // answers.cpp
    bool answer(Color color, Spot& spot);
    bool mark_near(Color color);
    void open(Color color);
    void mark(Color color, Place place);
    bool can_reach(Place cell) const;
    int list_answers(Color color);
    int list_few_answers(Color color);
    int list_near(Color color, Place cell);
    int count_near(Spot spot) const;
    float answer_weight(Spot spot, int near) const;
    // playout.cpp
    bool draw(Color color, Spot& spot);
    std::uint32_t count_attach(Color color, Place cell, const Leaf& leaf) const;
    bool choose_from_list(Color color, Spot& spot);
    void forget_forbidden(Color color);
    bool pick(int n, Spot& spot);

    Core& core_;
    Random& random_;
    const PlayoutPolicy& policy_;
    std::vector<Played>* played_;   // if asked for: what was played
    bool sparse_[kMaxColors] = {};  // few moves left: listing is the better way from now on

    FewMoves few_[kMaxColors];

    static constexpr int kMaxMoves = 4096;
    Spot list_[kMaxMoves];
    float sums_[kMaxMoves];
    std::uint16_t found_[kMaxWays];
    std::uint8_t near_[kMaxGrid];  // cells that answer an enemy; 2 where an own attach cell too
    PlaceSet near_set_;            // the same places
    Place marked_[256];
    int n_marked_ = 0;
    // The boxes around each enemy's marked cells.
    struct Box {
        int left, right, bottom, top;
    };
    Box boxes_[kMaxColors];
    int n_boxes_ = 0;
    // What a color's last move opened to it and is still open: attach cells, and cells beside them.
    struct Opening {
        static constexpr int kMost = 128;
        struct Exit {
            Place attach, place;  // the attach cell, and itself or a cell beside it
        };
        void add(const Tables& t, Place attach, Place place);
        int placed = 0;  // placements of the color then
        int n = 0;
        Exit exits[kMost];
        Box box;
    };
    Opening openings_[kMaxColors];
};

}  // namespace cornerwise
