// The end of a game, when few placements are left to any color: all of them as bits of a set.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "../core.h"
#include "vectors.h"

namespace cornerwise {

// Every placement that a color may still come to play, and what playing one does to the others:
// which it forbids for ever, and to which of its own color it opens the way. Prepared once for a
// position; all that can follow from it is then a matter of a few words.
//
// Moves of all colors are numbered through, color by color, large pieces first, the moves of a
// piece next to each other; each color begins with a new word.
class Ending {
  public:
    static constexpr int kMaxWords = 128;
    using MoveIndex = int;
    struct Range {
        int begin = 0, end = 0;
    };
    // The moves of one color with one piece.
    struct PieceMoves {
        Piece piece;
        int size;
        Range moves;
    };

    // What has been played since: sets of moves, and what scores need.
    struct Situation {
        std::uint64_t alive[kMaxWords];  // may still come to be played
        std::uint64_t legal[kMaxWords];  // … and can be now
        Color to_play;
        std::uint8_t out;
        std::int8_t last_piece[kMaxColors];
        std::uint16_t placed[kMaxColors];
        std::uint16_t left[kMaxColors];              // cells not placed yet
        std::uint8_t stock[kMaxColors][kMaxPieces];  // kept up where there are several copies
    };

    explicit Ending(const Tables& tables) : t_(tables) {}

    // Lists what may follow a position; false if that takes more than so many words, or a color has
    // not started.
    bool prepare(const Core& core, int most_words);
    const Situation& start() const { return start_; }
    void play(const Situation& from, MoveIndex move, Situation& to) const;
    // Its part that every move needs: sets, cells left and the last piece. `from` may be `to`.
    CORNERWISE_INLINE void advance(const Situation& from, MoveIndex move, Situation& to) const;

    int n_words() const { return n_words_; }
    Range words(Color color) const { return colors_[color]; }
    const std::vector<PieceMoves>& pieces(Color color) const { return pieces_[color]; }
    const std::uint64_t* covering(Place place) const { return row(covering_, place); }

    Spot spot(MoveIndex move) const { return moves_[move].spot; }
    Piece piece(MoveIndex move) const { return moves_[move].piece; }
    int size(MoveIndex move) const { return moves_[move].size; }
    int score(const Situation& at, Color color) const {
        return t_.score(at.left[color], at.last_piece[color]);
    }
    // A copy of a piece is gone; with the last one all of its moves.
    void use_up(Situation& at, Color color, Piece piece) const;
    // What the color's score can be at best: as if every piece that fits somewhere were placed.
    int best_score(const Situation& at, Color color) const;
    // The same number for situations in which the same can follow, whatever led there. `best` is
    // each color's best score.
    std::uint64_t key(const Situation& at, const int* best) const;
    // Legal moves of other colors that a move forbids.
    int count_spoiled(const Situation& at, MoveIndex move) const;

    // Calls visit(move) for each legal move of the color to play.
    template <class Visit>
    void for_each_legal(const Situation& at, Visit&& visit) const {
        const Range& words = colors_[at.to_play];
        for (int w = words.begin; w < words.end; ++w) {
            for (std::uint64_t bits = at.legal[w]; bits; bits &= bits - 1) {
                visit(64 * w + std::countr_zero(bits));
            }
        }
    }

  private:
    struct Move {
        Spot spot;
        Color color;
        Piece piece;
        int size;
    };
    using Words = std::vector<std::uint64_t>;

    void copy_counts(const Core& core);
    bool list_color(const Core& core, Color color, int most_words);
    void add_color(const Core& core, Color color, std::vector<Spot>& spots);
    void note_places();
    void link_moves();
    void link(MoveIndex move, const PieceMoves& same);
    void pass_turn_after(Situation& at, Color color) const;
    std::uint64_t* row(Words& table, int i) { return table.data() + std::size_t(i) * n_words_; }
    const std::uint64_t* row(const Words& table, int i) const {
        return table.data() + std::size_t(i) * n_words_;
    }

    const Tables& t_;
    int n_words_ = 0;
    Range colors_[kMaxColors];  // words
    std::vector<PieceMoves> pieces_[kMaxColors];
    std::vector<Move> moves_;    // as many as there are bits; those beyond a color's are empty
    Words kills_, opens_;        // by move: those it forbids, and its color's that it opens
    int widest_ = 0;             // words of the color with most moves
    Words covering_, shunning_;  // by place: the moves over it, and those with it in `shun`
    Situation start_;
};

void Ending::advance(const Situation& from, MoveIndex m, Situation& to) const {
    const std::uint64_t* const kills = row(kills_, m);
    for (int w = 0; w < n_words_; ++w) {
        to.alive[w] = from.alive[w] & ~kills[w];
        to.legal[w] = from.legal[w] & ~kills[w];
    }
    const auto& [spot, color, piece, size] = moves_[m];
    const auto [begin, end] = colors_[color];
    const std::uint64_t* const opens = opens_.data() + std::size_t(m) * widest_;
    for (int w = begin; w < end; ++w) to.legal[w] |= opens[w - begin] & to.alive[w];
    to.last_piece[color] = static_cast<std::int8_t>(piece);
    to.left[color] = static_cast<std::uint16_t>(from.left[color] - size);
}

}  // namespace cornerwise
