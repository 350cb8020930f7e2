#include "position.h"

#include "movegen.h"

namespace cornerwise {

Position::Position(const Position& o) : tables_(o.tables_), core_(o.core_), moves_(o.moves_) {
    before_.reserve(o.before_.size());
    for (const auto& core : o.before_) before_.push_back(std::make_unique<Core>(*core));
}

bool Position::is_legal(Color color, int placement) const {
    return placement >= 0 && placement < tables_->n_placements &&
           core_.is_legal(color, tables_->spots[placement]);
}

void Position::remember(PlacementId move) {
    if (spare_.empty()) {
        before_.push_back(std::make_unique<Core>(core_));
    } else {
        *spare_.back() = core_;
        before_.push_back(std::move(spare_.back()));
        spare_.pop_back();
    }
    moves_.push_back(move);
}

bool Position::play(int placement) {
    const Color color = core_.to_play;
    if (color == kNobody || !is_legal(color, placement)) return false;
    remember(static_cast<PlacementId>(placement));
    core_.play(color, tables_->spots[placement]);
    core_.pass_turn_after(color);
    return true;
}

void Position::retire(unsigned colors) {
    remember(kNoPlacement);
    const Color color = core_.to_play;
    core_.out |= static_cast<std::uint8_t>(colors);
    const int n = tables_->n_colors;
    if (color != kNobody && core_.is_out(color)) core_.pass_turn_after((color + n - 1) % n);
}

bool Position::undo() {
    if (before_.empty()) return false;
    core_ = *before_.back();
    spare_.push_back(std::move(before_.back()));
    before_.pop_back();
    moves_.pop_back();
    return true;
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
    return true;
}

void Position::set_to_play(Color color) {
    core_.out = 0;
    const int n = tables_->n_colors;
    core_.pass_turn_after((color + n - 1) % n);
}

std::vector<PlacementId> Position::legal(Color color) const {
    // A bitmap over all placements sorts for the price of a scan.
    static thread_local std::vector<std::uint64_t> bitmap;
    bitmap.assign((tables_->n_placements + 63) / 64, 0);
    int n = 0;
    for_each_legal(core_, color, [&](Spot spot) {
        const PlacementId id = tables_->id(spot);
        bitmap[id >> 6] |= 1ull << (id & 63);
        ++n;
        return false;
    });
    std::vector<PlacementId> ids;
    ids.reserve(n);
    for (std::size_t word = 0; word < bitmap.size(); ++word) {
        for (std::uint64_t bits = bitmap[word]; bits; bits &= bits - 1) {
            ids.push_back(static_cast<PlacementId>(word * 64 + __builtin_ctzll(bits)));
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
