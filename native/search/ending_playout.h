// Playouts near the end of a game, over the moves that are left as sets of bits (ending.h): the
// games of playout.h, but for how answers to enemies are weighed, in a fraction of the time.
#pragma once

#include "../playout.h"
#include "ending.h"

namespace cornerwise {

// What all playouts of one search share: the moves that may follow its position, and the answers to
// each of them. Constant once prepared.
class EndingMoves {
  public:
    using MoveIndex = Ending::MoveIndex;
    // Bits of one word of a color's moves that a playout draws with the same weight.
    struct Stretch {
        int word;
        std::uint64_t mask;
        float weight;
    };

    explicit EndingMoves(const Tables& tables) : t_(tables), ending_(tables) {}

    // False where more than so many moves may follow; playouts are then for the board.
    bool prepare(const Core& core, const PlayoutPolicy& policy, std::uint32_t most);
    const Tables& tables() const { return t_; }
    const Ending& ending() const { return ending_; }
    const std::vector<Stretch>& stretches(Color color) const { return stretches_[color]; }
    // Of a move that may follow; others have no number.
    MoveIndex index(Color color, PlacementId placement) const {
        return index_[color * t_.n_placements + placement];
    }
    // Moves of other colors over what a move opens to its own, or beside it. Null: answers are not
    // looked for.
    const std::uint64_t* answers(MoveIndex move) const {
        return answers_.empty() ? nullptr : answers_.data() + std::size_t(move) * row();
    }
    // In the place of a color's last move, before it has made one of these.
    MoveIndex before(Color color) const { return 64 * ending_.n_words() + color; }

  private:
    std::size_t row() const { return static_cast<std::size_t>(ending_.n_words()); }  // of answers
    void weigh(Color color, const PlayoutPolicy& policy);
    void number(Color color);
    void find_answers(const Core& core, Color color);
    void add_answers(const Core& core, Color color, Spot spot, MoveIndex move);

    const Tables& t_;
    Ending ending_;
    std::vector<Stretch> stretches_[kMaxColors];
    std::vector<std::uint16_t> index_;    // color × placement
    std::vector<std::uint64_t> answers_;  // by move; then by color, to its last one on the board
    std::vector<std::uint64_t> exits_;    // by place: moves over it, or over one beside it
};

// One walk from the prepared position to the end of the game.
class EndingPlayout {
  public:
    explicit EndingPlayout(const EndingMoves& moves) : moves_(moves) {}

    void begin();
    // A move of the tree.
    void follow(Color color, PlacementId placement);
    // Plays on from a color's turn until nobody can move. What was followed stays, for the next.
    void run(Color to_play, std::uint8_t out, Random& random, std::vector<Played>* played);
    int score(Color color) const { return moves_.ending().score(now_, color); }  // after `run`

  private:
    using MoveIndex = EndingMoves::MoveIndex;

    void copy(const Ending::Situation& from, Ending::Situation& to) const;

    const EndingMoves& moves_;
    Ending::Situation at_, now_;  // after the moves of the tree, and of the playout
    MoveIndex last_[kMaxColors];  // of the tree
};

}  // namespace cornerwise
