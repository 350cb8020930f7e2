#include "ending.h"

#include <algorithm>

#include "../movegen.h"

namespace cornerwise {

namespace {

constexpr std::uint64_t bit(int i) { return std::uint64_t(1) << (i % 64); }

void add(std::uint64_t* to, const std::uint64_t* from, int begin, int end) {
    for (int w = begin; w < end; ++w) to[w] |= from[w];
}

bool any(const std::uint64_t* set, int begin, int end) {
    const int first = begin / 64, last = (end - 1) / 64;
    const std::uint64_t head = ~std::uint64_t(0) << (begin % 64);
    const std::uint64_t tail = ~std::uint64_t(0) >> (63 - (end - 1) % 64);
    if (first == last) return set[first] & head & tail;
    if ((set[first] & head) | (set[last] & tail)) return true;
    return std::any_of(set + first + 1, set + last, [](std::uint64_t word) { return word; });
}

std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

bool Ending::prepare(const Core& core, int most_words) {
    moves_.clear();
    n_words_ = 0;
    copy_counts(core);
    if (!core.have_all_started()) return false;
    for (Color color = 0; color < t_.n_colors; ++color) {
        if (!list_color(core, color, most_words)) return false;
    }
    note_places();
    link_moves();
    return true;
}

void Ending::copy_counts(const Core& core) {
    start_.to_play = core.to_play;
    start_.out = core.out;
    std::copy_n(core.last_piece, kMaxColors, start_.last_piece);
    std::copy_n(core.placed, kMaxColors, start_.placed);
    std::copy_n(core.left, kMaxColors, start_.left);
    std::copy_n(core.stock[0], sizeof core.stock, start_.stock[0]);
    std::fill_n(start_.alive, kMaxWords, 0);
    std::fill_n(start_.legal, kMaxWords, 0);
}

// All placements over attach cells that there are or may come to be, as if nothing stood in the way
// of the moves that bring them.
bool Ending::list_color(const Core& core, Color color, int most_words) {
    std::vector<Spot> spots;
    PlaceSet seen;  // forbidden, or looked at
    seen.copy(core.forbidden[color], t_.grid_size);
    std::vector<Place> cells;
    if (!core.is_out(color)) {
        cells.assign(core.attach[color], core.attach[color] + core.n_attach[color]);
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Place cell = cells[i];
        if (seen.has(cell)) continue;
        for_each_over(core, color, seen, cell, [&](Spot spot) {
            spots.push_back(spot);
            const int o = spot.orientation;
            for (auto p = t_.attach.begin(o); p != t_.attach.end(o); ++p) {
                const Place next = static_cast<Place>(spot.first + *p);
                if (!seen.has(next)) cells.push_back(next);
            }
            return false;
        });
        seen.add(cell);
        if (n_words_ + static_cast<int>(spots.size() / 64) >= most_words) return false;
    }
    add_color(core, color, spots);
    return true;
}

void Ending::add_color(const Core& core, Color color, std::vector<Spot>& spots) {
    std::stable_sort(spots.begin(), spots.end(), [this](Spot a, Spot b) {
        return std::pair(-t_.size(a), t_.piece(a)) < std::pair(-t_.size(b), t_.piece(b));
    });
    auto& pieces = pieces_[color];
    pieces.clear();
    colors_[color].begin = n_words_;
    for (const Spot spot : spots) {
        const int i = static_cast<int>(moves_.size());
        const Piece piece = t_.piece(spot);
        if (pieces.empty() || pieces.back().piece != piece) {
            pieces.push_back({piece, t_.size(spot), {i, i}});
        }
        pieces.back().moves.end = i + 1;
        moves_.push_back({spot, color, piece, t_.size(spot)});
        start_.alive[i / 64] |= bit(i);
        if (core.is_legal(color, spot)) start_.legal[i / 64] |= bit(i);
    }
    n_words_ += (static_cast<int>(spots.size()) + 63) / 64;
    moves_.resize(std::size_t(64) * n_words_);
    colors_[color].end = n_words_;
}

void Ending::note_places() {
    covering_.assign(std::size_t(t_.grid_size) * n_words_, 0);
    shunning_.assign(t_.has_shun ? covering_.size() : 0, 0);
    for (Color color = 0; color < t_.n_colors; ++color) {
        for (const PieceMoves& same : pieces_[color]) {
            for (MoveIndex m = same.moves.begin; m < same.moves.end; ++m) {
                const auto [orientation, first] = moves_[m].spot;
                for (auto p = t_.cells.begin(orientation); p != t_.cells.end(orientation); ++p) {
                    row(covering_, first + *p)[m / 64] |= bit(m);
                }
                if (!t_.has_shun) continue;
                for (auto p = t_.shun.begin(orientation); p != t_.shun.end(orientation); ++p) {
                    row(shunning_, first + *p)[m / 64] |= bit(m);
                }
            }
        }
    }
}

void Ending::link_moves() {
    kills_.assign(moves_.size() * n_words_, 0);
    widest_ = 0;
    for (const Range& words : colors_) widest_ = std::max(widest_, words.end - words.begin);
    opens_.assign(moves_.size() * widest_, 0);
    for (Color color = 0; color < t_.n_colors; ++color) {
        for (const PieceMoves& same : pieces_[color]) {
            for (MoveIndex m = same.moves.begin; m < same.moves.end; ++m) link(m, same);
        }
    }
}

// A move forbids what overlaps it, to its own color what lies beside it, too, and, if it is the
// last copy, all of its piece.
void Ending::link(MoveIndex m, const PieceMoves& same) {
    const auto [orientation, first] = moves_[m].spot;
    const Color color = moves_[m].color;
    const auto [begin, end] = colors_[color];
    std::uint64_t* const kills = row(kills_, m);
    for (auto p = t_.cells.begin(orientation); p != t_.cells.end(orientation); ++p) {
        add(kills, row(covering_, first + *p), 0, n_words_);
        if (t_.has_shun) add(kills, row(shunning_, first + *p), begin, end);
    }
    for (auto p = t_.halo.begin(orientation); p != t_.halo.end(orientation); ++p) {
        add(kills, row(covering_, first + *p), begin, end);
    }
    for (auto p = t_.shun.begin(orientation); t_.has_shun && p != t_.shun.end(orientation); ++p) {
        add(kills, row(covering_, first + *p), begin, end);
    }
    for (auto p = t_.attach.begin(orientation); p != t_.attach.end(orientation); ++p) {
        add(opens_.data() + std::size_t(m) * widest_, row(covering_, first + *p) + begin, 0,
            end - begin);
    }
    if (start_.stock[color][same.piece] > 1) return;
    for (MoveIndex k = same.moves.begin; k < same.moves.end; ++k) kills[k / 64] |= bit(k);
}

CORNERWISE_CLONES
void Ending::play(const Situation& from, MoveIndex m, Situation& to) const {
    to.out = from.out;
    std::copy_n(from.last_piece, kMaxColors, to.last_piece);
    std::copy_n(from.placed, kMaxColors, to.placed);
    std::copy_n(from.left, kMaxColors, to.left);
    advance(from, m, to);
    const Color color = moves_[m].color;
    ++to.placed[color];
    if (t_.copies > 1) {
        std::copy_n(from.stock[0], sizeof from.stock, to.stock[0]);
        use_up(to, color, moves_[m].piece);
    }
    pass_turn_after(to, color);
}

void Ending::use_up(Situation& at, Color color, Piece piece) const {
    if (--at.stock[color][piece] > 0) return;
    for (const PieceMoves& same : pieces_[color]) {
        if (same.piece != piece) continue;
        for (MoveIndex k = same.moves.begin; k < same.moves.end; ++k) {
            at.alive[k / 64] &= ~bit(k);
            at.legal[k / 64] &= ~bit(k);
        }
    }
}

void Ending::pass_turn_after(Situation& at, Color color) const {
    for (int i = 1; i <= t_.n_colors; ++i) {
        const Color next = (color + i) % t_.n_colors;
        if (at.out >> next & 1) continue;
        const auto [begin, end] = colors_[next];
        std::uint64_t some = 0;
        for (int w = begin; w < end; ++w) some |= at.legal[w];
        if (some) {
            at.to_play = next;
            return;
        }
        at.out |= static_cast<std::uint8_t>(1 << next);
        std::fill(at.alive + begin, at.alive + end, 0);
    }
    at.to_play = kNobody;
}

int Ending::best_score(const Situation& at, Color color) const {
    if (at.left[color] == 0 || (at.out >> color & 1)) return score(at, color);
    int fits = 0;
    for (const PieceMoves& same : pieces_[color]) {
        if (!any(at.alive, same.moves.begin, same.moves.end)) continue;
        fits += same.size * (t_.copies > 1 ? at.stock[color][same.piece] : 1);
    }
    if (fits < at.left[color]) return fits - at.left[color];
    return std::max(t_.bonus_all, t_.bonus_single);
}

// What a color still gets depends on its stock only if it may place all of it, for the bonus, or if
// there are several copies of a piece. Places among more than two depend on the scores so far.
CORNERWISE_CLONES
std::uint64_t Ending::key(const Situation& at, const int* best) const {
    std::uint64_t k = std::uint64_t(at.to_play + 2) * 0x9E3779B97F4A7C15ull, salt = k;
    const auto mix = [&](std::uint64_t a, std::uint64_t b) {
        salt += 0xD1B54A32D192ED03ull;
        k += folded(a ^ salt, b ^ (salt * 0xA24BAED4963EE407ull));
    };
    for (int w = 0; w < n_words_; ++w) mix(at.alive[w], at.legal[w]);
    for (Color c = 0; c < t_.n_colors; ++c) {
        mix(at.left[c] > 0 && best[c] >= 0,
            static_cast<std::uint64_t>(at.placed[c] % t_.n_controllers(c)));
        if (t_.n_sides > 2) mix(static_cast<std::uint64_t>(score(at, c) + 1024), 0);
        for (Piece p = 0; t_.copies > 1 && p < t_.n_pieces; ++p) mix(at.stock[c][p], 0);
    }
    return k;
}

CORNERWISE_CLONES
int Ending::count_spoiled(const Situation& at, MoveIndex m) const {
    const std::uint64_t* const kills = row(kills_, m);
    const auto [begin, end] = colors_[moves_[m].color];
    int n = 0;
    for (int w = 0; w < begin; ++w) n += std::popcount(kills[w] & at.legal[w]);
    for (int w = end; w < n_words_; ++w) n += std::popcount(kills[w] & at.legal[w]);
    return n;
}

}  // namespace cornerwise
