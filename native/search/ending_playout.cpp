#include "ending_playout.h"

#include <algorithm>

#include "vectors.h"

namespace cornerwise {

namespace {

using MoveIndex = EndingMoves::MoveIndex;
using Stretch = EndingMoves::Stretch;

constexpr int kMaxStretches = Ending::kMaxWords + kMaxSize;
constexpr MoveIndex kNoMove = -1;
constexpr float kLeast = 1e-9f;  // a piece that weighs nothing is played when no other can be

void add(std::uint64_t* to, const std::uint64_t* from, int n) {
    for (int w = 0; w < n; ++w) to[w] |= from[w];
}

// The bit of a word that has so many set ones below it.
CORNERWISE_INLINE int nth_bit(std::uint64_t bits, int n) {
    for (int i = 0; i < n; ++i) bits &= bits - 1;
    return std::countr_zero(bits);
}

// Draws a move from a set by the weights of its stretches.
CORNERWISE_INLINE MoveIndex draw(const std::uint64_t* set, const std::vector<Stretch>& stretches,
                                 Random& random) {
    float sums[kMaxStretches];
    const int n = static_cast<int>(stretches.size());
    float total = 0;
    for (int i = 0; i < n; ++i) {
        const Stretch& s = stretches[i];
        total += s.weight * static_cast<float>(std::popcount(set[s.word] & s.mask));
        sums[i] = total;
    }
    if (total == 0) return kNoMove;
    const float target = random.unit() * total;
    int at = 0;
    for (int i = 0; i < n; ++i) at += sums[i] <= target;
    const Stretch& s = stretches[at];
    const std::uint64_t bits = set[s.word] & s.mask;
    const int skip = static_cast<int>((target - (at ? sums[at - 1] : 0)) / s.weight);
    return 64 * s.word + nth_bit(bits, std::min(skip, std::popcount(bits) - 1));
}

CORNERWISE_INLINE void play_in(Ending::Situation& at, const EndingMoves& moves, MoveIndex move,
                               Color color) {
    const Ending& ending = moves.ending();
    ending.advance(at, move, at);
    if (moves.tables().copies > 1) ending.use_up(at, color, ending.piece(move));
}

}  // namespace

bool EndingMoves::prepare(const Core& core, const PlayoutPolicy& policy, std::uint32_t most) {
    const int words = static_cast<int>(std::min<std::uint32_t>(most / 64, Ending::kMaxWords));
    if (!ending_.prepare(core, words)) return false;
    index_.assign(std::size_t(t_.n_colors) * t_.n_placements, 0);
    answers_.assign(policy.answers ? before(t_.n_colors) * row() : 0, 0);
    for (Color color = 0; color < t_.n_colors; ++color) {
        weigh(color, policy);
        number(color);
        if (policy.answers) find_answers(core, color);
    }
    return true;
}

void EndingMoves::weigh(Color color, const PlayoutPolicy& policy) {
    auto& stretches = stretches_[color];
    stretches.clear();
    for (const Ending::PieceMoves& same : ending_.pieces(color)) {
        const float weight = std::max(kLeast, policy.by_piece[same.piece]);
        for (MoveIndex m = same.moves.begin; m < same.moves.end; ++m) {
            if (stretches.empty() || stretches.back().word != m / 64 ||
                stretches.back().weight != weight) {
                stretches.push_back({m / 64, 0, weight});
            }
            stretches.back().mask |= std::uint64_t(1) << (m % 64);
        }
    }
}

void EndingMoves::number(Color color) {
    for (const Ending::PieceMoves& same : ending_.pieces(color)) {
        for (MoveIndex m = same.moves.begin; m < same.moves.end; ++m) {
            index_[color * t_.n_placements + t_.id(ending_.spot(m))] =
                static_cast<std::uint16_t>(m);
        }
    }
}

// A playout answers a move over the cells that it opens to its color, or over those beside them.
void EndingMoves::find_answers(const Core& core, Color color) {
    exits_.assign(t_.grid_size * row(), 0);
    for (Cell cell = 0; cell < t_.n_cells; ++cell) {
        const Place place = t_.grid[cell];
        if (core.forbids(color, place)) continue;
        std::uint64_t* const exits = exits_.data() + place * row();
        add(exits, ending_.covering(place), ending_.n_words());
        for (auto n = t_.near.begin(cell); n != t_.near.end(cell); ++n) {
            if (core.forbids(color, t_.grid[*n])) continue;
            add(exits, ending_.covering(t_.grid[*n]), ending_.n_words());
        }
    }
    for (const Ending::PieceMoves& same : ending_.pieces(color)) {
        for (MoveIndex m = same.moves.begin; m < same.moves.end; ++m) {
            add_answers(core, color, ending_.spot(m), m);
        }
    }
    if (core.has_started(color)) add_answers(core, color, core.last_spot[color], before(color));
}

void EndingMoves::add_answers(const Core& core, Color color, Spot spot, MoveIndex move) {
    const int o = spot.orientation;
    for (auto p = t_.attach.begin(o); p != t_.attach.end(o); ++p) {
        const Place place = static_cast<Place>(spot.first + *p);
        if (core.forbids(color, place)) continue;
        add(answers_.data() + move * row(), exits_.data() + place * row(), ending_.n_words());
    }
}

void EndingPlayout::begin() {
    copy(moves_.ending().start(), at_);
    for (Color c = 0; c < moves_.tables().n_colors; ++c) last_[c] = moves_.before(c);
}

// What playouts change of a situation.
void EndingPlayout::copy(const Ending::Situation& from, Ending::Situation& to) const {
    std::copy_n(from.alive, moves_.ending().n_words(), to.alive);
    std::copy_n(from.legal, moves_.ending().n_words(), to.legal);
    std::copy_n(from.last_piece, kMaxColors, to.last_piece);
    std::copy_n(from.left, kMaxColors, to.left);
    if (moves_.tables().copies > 1) std::copy_n(from.stock[0], sizeof from.stock, to.stock[0]);
}

CORNERWISE_CLONES
void EndingPlayout::follow(Color color, PlacementId placement) {
    const MoveIndex move = moves_.index(color, placement);
    play_in(at_, moves_, move, color);
    last_[color] = move;
}

CORNERWISE_CLONES
void EndingPlayout::run(Color color, std::uint8_t out, Random& random,
                        std::vector<Played>* played) {
    const Tables& t = moves_.tables();
    const Ending& ending = moves_.ending();
    copy(at_, now_);
    MoveIndex last[kMaxColors];
    std::copy_n(last_, kMaxColors, last);
    const int all_out = (1 << t.n_colors) - 1;
    std::uint64_t near[Ending::kMaxWords];
    for (; out != all_out; color = color + 1 == t.n_colors ? 0 : color + 1) {
        if (out >> color & 1) continue;
        const auto [begin, end] = ending.words(color);
        MoveIndex move = kNoMove;
        if (moves_.answers(0)) {
            for (int w = begin; w < end; ++w) near[w] = 0;
            for (Color enemy = 0; enemy < t.n_colors; ++enemy) {
                if (!((t.enemies[color] & ~out) >> enemy & 1)) continue;
                const std::uint64_t* const answers = moves_.answers(last[enemy]);
                for (int w = begin; w < end; ++w) near[w] |= answers[w];
            }
            for (int w = begin; w < end; ++w) near[w] &= now_.legal[w];
            move = draw(near, moves_.stretches(color), random);
        }
        if (move == kNoMove) move = draw(now_.legal, moves_.stretches(color), random);
        if (move == kNoMove) {
            out |= static_cast<std::uint8_t>(1 << color);
            continue;
        }
        play_in(now_, moves_, move, color);
        last[color] = move;
        if (played) played->push_back({color, ending.spot(move)});
    }
}

}  // namespace cornerwise
