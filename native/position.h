// A position with its history: checked moves, undo, turns and passes as the rules say.
#pragma once

#include <memory>
#include <vector>

#include "core.h"

namespace cornerwise {

// Keeps snapshots of the last plies: undoing these is a copy. Further back the game is played
// once more from its beginning, so that a server can hold thousands of games in memory.
class Position {
  public:
    explicit Position(std::shared_ptr<const Tables> tables)
        : tables_(std::move(tables)), core_(*tables_) {}
    Position(const Position& other);

    const Tables& tables() const { return *tables_; }
    std::shared_ptr<const Tables> shared_tables() const { return tables_; }
    const Core& core() const { return core_; }

    // Plays for the color to play; false, and nothing changed, if it is not legal.
    bool play(int placement);
    // Players (bits) resign, and colors (bits) that nobody plays any more are out; undone like a
    // move.
    void retire(unsigned players, unsigned colors);
    // Takes the last move or retirement back; false if there is none (setup stays).
    bool undo();
    // Puts a piece down for any color before the first move; false if it does not fit.
    bool place(Color color, int placement);
    // Gives the turn to a color, or to the next one that has a move.
    void set_to_play(Color color);

    std::vector<PlacementId> legal(Color color) const;  // sorted
    bool is_legal(Color color, int placement) const;
    const std::vector<PlacementId>& moves() const { return moves_; }

  private:
    static constexpr int kSnapshots = 2;

    // What a move or retirement led to: with it, playing again needs no look for moves.
    struct Turn {
        Color to_play;
        std::uint8_t out, resigned;
    };

    void remember();
    void done(PlacementId move);
    void replay();

    std::shared_ptr<const Tables> tables_;
    Core core_;
    std::vector<PlacementId> moves_;            // kNoPlacement for a retirement
    std::vector<Turn> turns_;                   // by entry of moves_: as it was afterwards
    std::unique_ptr<Core> first_;               // before the first move, if anything was set up
    std::unique_ptr<Core> before_[kSnapshots];  // before the last moves, by number mod kSnapshots
    int known_ = 0;                             // how many of these hold, counted from the last
};

// How many sequences of `depth` moves there are; passes are taken as they come and are no moves.
std::uint64_t perft(const Core& core, int depth);

}  // namespace cornerwise
