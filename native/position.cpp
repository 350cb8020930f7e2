#include "position.h"

#include <algorithm>
#include <bit>

#include "movegen.h"

namespace cornerwise {

namespace {

std::unique_ptr<Core> copied(const std::unique_ptr<Core>& core) {
    return core ? std::make_unique<Core>(*core) : nullptr;
}

}  // namespace

// The copy has no snapshots: most copies are looked at, and few are taken back.
Position::Position(const Position& o)
    : tables_(o.tables_),
      core_(o.core_),
      moves_(o.moves_),
      turns_(o.turns_),
      first_(copied(o.first_)) {}

bool Position::is_legal(Color color, int placement) const {
    return placement >= 0 && placement < tables_->n_placements &&
           core_.is_legal(color, tables_->spots[placement]);
}

void Position::remember() {
    std::unique_ptr<Core>& slot = before_[moves_.size() % kSnapshots];
    if (slot) {
        *slot = core_;
    } else {
        slot = std::make_unique<Core>(core_);
    }
    known_ = std::min(known_ + 1, kSnapshots);
}

void Position::done(PlacementId move) {
    moves_.push_back(move);
    turns_.push_back({core_.to_play, core_.out, core_.resigned});
}

bool Position::play(int placement) {
    const Color color = core_.to_play;
    if (color == kNobody || !is_legal(color, placement)) return false;
    remember();
    core_.play(color, tables_->spots[placement]);
    core_.pass_turn_after(color);
    done(static_cast<PlacementId>(placement));
    return true;
}

void Position::retire(unsigned players, unsigned colors) {
    remember();
    const Color color = core_.to_play;
    core_.out |= static_cast<std::uint8_t>(colors);
    core_.resigned |= static_cast<std::uint8_t>(players);
    const int n = tables_->n_colors;
    if (color != kNobody && core_.is_out(color)) core_.pass_turn_after((color + n - 1) % n);
    done(kNoPlacement);
}

bool Position::undo() {
    if (moves_.empty()) return false;
    moves_.pop_back();
    turns_.pop_back();
    if (known_ > 0) {
        core_ = *before_[moves_.size() % kSnapshots];
        --known_;
    } else {
        replay();
    }
    return true;
}

void Position::replay() {
    core_ = first_ ? *first_ : Core(*tables_);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (moves_[i] != kNoPlacement) core_.play(core_.to_play, tables_->spots[moves_[i]]);
        core_.to_play = turns_[i].to_play;
        core_.out = turns_[i].out;
        core_.resigned = turns_[i].resigned;
    }
}

bool Position::place(Color color, int placement) {
    if (!moves_.empty() || placement < 0 || placement >= tables_->n_placements) return false;
    const Spot spot = tables_->spots[placement];
    if (core_.stock[color][tables_->piece(spot)] == 0) return false;
    const Ragged& cells = tables_->cells;
    for (auto p = cells.begin(spot.orientation); p != cells.end(spot.orientation); ++p) {
        if (core_.owner[spot.first + *p]) return false;
    }
    core_.place(color, spot);
    first_ = std::make_unique<Core>(core_);
    return true;
}

void Position::set_to_play(Color color) {
    core_.out = 0;
    const int n = tables_->n_colors;
    core_.pass_turn_after((color + n - 1) % n);
    if (moves_.empty()) first_ = std::make_unique<Core>(core_);
}

std::vector<PlacementId> Position::legal(Color color) const {
    // A bitmap over all placements sorts for the price of a scan.
    std::uint64_t bitmap[(kNoPlacement + 64) / 64];
    const int words = (tables_->n_placements + 63) / 64;
    std::fill_n(bitmap, words, 0);
    int n = 0;
    for_all_legal(core_, color, [&](Spot spot) {
        const PlacementId id = tables_->id(spot);
        bitmap[id >> 6] |= 1ull << (id & 63);
        ++n;
    });
    std::vector<PlacementId> ids(n);
    PlacementId* next = ids.data();
    for (int word = 0; word < words; ++word) {
        for (std::uint64_t bits = bitmap[word]; bits; bits &= bits - 1) {
            *next++ = static_cast<PlacementId>(word * 64 + std::countr_zero(bits));
        }
    }
    return ids;
}

std::uint64_t perft(const Core& core, int depth) {
    if (depth == 0) return 1;
    if (core.to_play == kNobody) return 0;
    if (depth == 1) return count_moves(core, core.to_play);
    std::uint64_t leaves = 0;
    Core next(core);
    for_each_legal(core, core.to_play, [&](Spot spot) {
        next = core;
        next.play(core.to_play, spot);
        next.pass_turn_after(core.to_play);
        leaves += perft(next, depth - 1);
        return false;
    });
    return leaves;
}

}  // namespace cornerwise
