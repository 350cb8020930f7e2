// The ways to cover a cell with a piece, each as one word of the cells around it.
#pragma once

#include <vector>

#include "places.h"

namespace cornerwise {

struct Tables;

constexpr int kMaxWays = 4096;  // to cover a cell: cells times turns times pieces at most

// One way: the cells it takes as bits (see Around), and the placement that it is.
struct Way {
    std::uint64_t cells;
    std::uint32_t piece_bit;
    std::int16_t orientation;
    std::int16_t first;  // where its first cell lies, from the cell that is covered
};

// What pieces over a cell of one kind can cover. The places around the cell are numbered as bits
// of a word, row after row; whether a way is open is one test against the word of what is taken.
//
// The ways that are left by the places which most of them cover are listed for each state of these
// places, in the order of the walk: most ways are never looked at.
class Around {
  public:
    Around(const Tables& tables, int kind);

    // Which places around a cell are in the set.
    std::uint64_t look(const PlaceSet& set, int cell) const {
        std::uint64_t bits = 0;
        for (int i = 0; i < n_rows_; ++i) {
            bits |= (set.from(cell + rows_[i].offset) & rows_[i].mask) << rows_[i].shift;
        }
        return bits;
    }

    // The numbers of all ways that may be open where these places are taken.
    const std::uint16_t* begin(std::uint64_t taken) const {
        return list_.data() + list_start_[block(taken)];
    }
    const std::uint16_t* end(std::uint64_t taken) const {
        return list_.data() + list_start_[block(taken) + 1];
    }
    const Way* ways() const { return ways_.data(); }

    // Lists the ways of pieces not gone that are open and cover one of the wanted places; returns
    // how many. No branch is taken for any single way: none could be foreseen.
    int list(std::uint64_t taken, std::uint32_t gone, std::uint64_t wanted,
             std::uint16_t* open) const {
        const Way* const all = ways();
        const std::uint16_t* const last = end(taken);
        int n = 0;
        for (const std::uint16_t* at = begin(taken); at != last; ++at) {
            const Way& way = all[*at];
            open[n] = *at;
            n += !((way.cells & taken) | (way.piece_bit & gone)) & ((way.cells & wanted) != 0);
        }
        return n;
    }

    // Whether some ways reach farther than a word has bits: these places are in no way's `cells`.
    bool is_cut() const { return is_cut_; }

  private:
    // A stretch of places in one row.
    struct Row {
        std::int16_t offset;  // of the first, from the cell
        std::uint16_t mask;   // as many low bits as places
        std::uint8_t shift;   // its first bit in the word
    };
    static constexpr int kMaxRows = 16;
    // Bits of the word that stand together in a state too.
    struct Run {
        std::uint8_t from, to;
        std::uint16_t mask;
    };
    static constexpr int kBlock = 10;  // places of a state

    void find_rows(const Tables& tables, int kind);
    void list_ways(const Tables& tables, int kind);
    void choose_block();
    void list_by_state();
    int bit_of(int offset) const;
    // The state of the places that most ways cover.
    std::size_t block(std::uint64_t bits) const {
        std::uint64_t state = 0;
        for (int i = 0; i < n_runs_; ++i) {
            state |= (bits >> runs_[i].from & runs_[i].mask) << runs_[i].to;
        }
        return state;
    }

    Row rows_[kMaxRows];
    int n_rows_ = 0;
    Run runs_[kBlock];
    int n_runs_ = 0;
    bool is_cut_ = false;
    std::vector<Way> ways_;  // in the order of the walk
    std::vector<std::uint32_t> list_start_;
    std::vector<std::uint16_t> list_;
};

}  // namespace cornerwise
