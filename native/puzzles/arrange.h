// Whole games that place every piece, found by taking pieces up and putting them down again.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "limits.h"
#include "random.h"
#include "tables.h"

namespace cornerwise::puzzles {

// What is to be arranged. Colors from `shift` on repeat what color − shift does, turned by
// `image`: with the symmetry of the board as the rule of play only a part of the pieces is
// left to search for.
struct ArrangeTask {
    std::shared_ptr<const Tables> tables;
    int shift = 0;             // colors that choose; n_colors when there is no symmetry
    std::vector<int> image;    // placement → its image, played by color + shift; may be empty
    std::vector<int> roots;    // by color: the start cell that its first piece covers
    bool descending = false;   // sizes never increase in the order of play
    bool single_last = false;  // the single-cell piece can be played last
    std::vector<std::array<int, 2>> fixed;  // (color, placement) that stay, in order of play
    std::uint64_t seed = 0;
};

// A set of disjoint placements whose colors keep apart is a legal game as soon as each color
// hangs together by corners from its start: the others only cover other cells. So the search
// looks at sets, not at sequences, and may repair a set anywhere. It holds one copy of each
// piece and the base contact rule, and says so if the tables have others.
class Arrange {
  public:
    explicit Arrange(ArrangeTask task);

    // Works for at most so long; true when everything is placed. Call again to go on.
    bool run(double seconds);
    // From any thread: makes `run` return soon.
    void stop() { stopped_ = true; }

    int missing() const { return missing_cells(); }
    int best() const { return best_; }
    std::uint64_t rounds() const { return rounds_; }
    // By color: its placements beyond the fixed ones, in an order in which they can be played.
    std::vector<std::vector<int>> order() const;

  private:
    static constexpr int kSlots = kMaxColors * kMaxPieces;
    struct Board {                                   // what a refused round gives back
        std::uint8_t owner[kMaxGrid];                // 1 + slot of the piece there; 0 empty
        std::uint8_t blocked[kMaxColors][kMaxGrid];  // how often the place is denied to the color
        std::uint8_t attach[kMaxColors][kMaxGrid];   // corner contacts the color has there
        Spot spot[kSlots];
        bool placed[kSlots];
    };

    int slot(Color color, Piece piece) const { return color * t_.n_pieces + piece; }
    Color color_of(int slot) const { return slot / t_.n_pieces; }
    int size_of(int slot) const { return t_.piece_size[slot % t_.n_pieces]; }
    void put(int slot, Spot spot, int sign);
    void put_one(Color color, Spot spot, int sign, int mark);
    void add(int slot, Spot spot) { put(slot, spot, 1); }
    void remove(int slot) { put(slot, board_.spot[slot], -1); }
    bool overlaps_itself(Spot spot) const;
    int missing_cells() const;
    double energy() const;

    void ruin(int n);
    void recreate();
    bool place_somewhere(int slot);
    double fit(Color color, Spot spot);
    void drop_unreached();
    std::vector<int> reach(Color color, int barred) const;
    void reach_level(Color color, int level, bool (&reached)[kSlots],
                     std::vector<int>& order) const;
    bool single_is_leaf(Color color) const;
    void round();

    std::shared_ptr<const Tables> keep_;
    const Tables& t_;
    ArrangeTask task_;
    Random random_;
    Board board_, before_;
    bool fixed_[kSlots] = {};
    std::vector<char> self_overlap_;  // by placement
    double current_ = 0;              // energy of the set that is kept
    int best_ = 1 << 30;
    std::uint64_t rounds_ = 0, cooling_ = 0, period_ = 60000;
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise::puzzles
