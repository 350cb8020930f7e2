#include "features.h"

#include <algorithm>

namespace cornerwise {

namespace {

constexpr std::uint32_t bit(CellFeature feature) { return 1u << feature; }

}  // namespace

void MoveFeatures::look(const Core& core, Color color, const float* weights) {
    core_ = &core;
    color_ = color;
    enemies_ = static_cast<std::uint8_t>(t_.enemies[color] & ~core.out);
    allies_ = static_cast<std::uint8_t>(t_.allies[color] & ~core.out);
    weights_ = weights ? weights + phase_of(core.placed[color]) * kFeatures : nullptr;
    ++look_;
    mark_recent();
}

// What each enemy's last move opened to it and is still open.
void MoveFeatures::mark_recent() {
    std::fill_n(recent_, t_.grid_size, 0);
    for (Color enemy = 0; enemy < t_.n_colors; ++enemy) {
        if (!(enemies_ >> enemy & 1) || !core_->has_started(enemy)) continue;
        const Spot last = core_->last_spot[enemy];
        for (auto p = t_.attach.begin(last.orientation); p != t_.attach.end(last.orientation);
             ++p) {
            const Place place = static_cast<Place>(last.first + *p);
            if (core_->forbids(enemy, place)) continue;
            recent_[place] |= bit(kCoverRecent);
            const Cell cell = t_.cell_at[place];
            for (auto n = t_.near.begin(cell); n != t_.near.end(cell); ++n) {
                const Place near = t_.grid[*n];
                if (!core_->forbids(enemy, near)) recent_[near] |= bit(kCoverNearRecent);
            }
        }
    }
}

void MoveFeatures::mark(Kinds& kinds, Place place) const {
    kinds = {};
    kinds.look = look_;
    const Cell cell = t_.cell_at[place];
    if (cell < 0) return;
    if (core_->owner[place]) {
        mark_taken(kinds, core_->owner[place] - 1);
    } else {
        mark_free(kinds, cell, core_->state[place]);
    }
    kinds.cover |= recent_[place];
    if (recent_[place] & bit(kCoverRecent)) kinds.beside |= bit(kBesideRecent);
    if (weights_) weigh(kinds, place);
}

void MoveFeatures::mark_taken(Kinds& kinds, Color owner) const {
    if (enemies_ >> owner & 1) kinds.beside = bit(kBesideEnemy);
    if (allies_ >> owner & 1) kinds.beside = bit(kBesideAlly);
    kinds.gain = bit(kGainNone);
}

void MoveFeatures::mark_free(Kinds& kinds, Cell cell, std::uint8_t state) const {
    const std::uint8_t own_forbid = static_cast<std::uint8_t>(1 << color_);
    const std::uint8_t own_mark = static_cast<std::uint8_t>(16 << color_);
    const std::uint8_t live = static_cast<std::uint8_t>((state >> 4) & ~state & 0x0F);
    const std::uint8_t hit = live & enemies_;
    if (hit) {
        kinds.cover |= bit(kCoverEnemyAttach);
        kinds.gain |= bit(kGainFacingEnemy);
        if (hit & (hit - 1)) kinds.cover |= bit(kCoverTwoEnemies);
    }
    if (live & allies_) {
        kinds.cover |= bit(kCoverAllyAttach);
        kinds.gain |= bit(kGainAlly);
    }
    if (~state & enemies_) {
        kinds.gain |= bit(kGainContested);
        kinds.cover |= bit(kCoverContested);
    }
    const bool is_forbidden = state & own_forbid, is_mine = state & own_mark;
    if (!is_forbidden) kinds.beside = bit(is_mine ? kSpoilOwnAttach : kBesideFree);
    if (!is_forbidden && is_mine) kinds.cover |= bit(kCoverOwnAttach);
    // Beside an enemy's attach cell, where the enemy would spread.
    int open = 0;
    for (auto n = t_.near.begin(cell); n != t_.near.end(cell); ++n) {
        const std::uint8_t other = core_->state[t_.grid[*n]];
        open += !(other & own_forbid);
        if ((other >> 4) & ~other & enemies_) kinds.cover |= bit(kCoverNearEnemy);
    }
    if (is_forbidden || is_mine) {
        kinds.gain = is_forbidden ? bit(kGainNone) : 0;
        return;
    }
    kinds.gain |= bit(open <= 1 ? kGainTight : open == 2 ? kGainOpen : kGainWide);
    kinds.gain |= bit(kGainCentral) | bit(kGainSpace);
    kinds.space = space_around(cell);
}

// Share of the cells beside its neighbors that are free for the color.
float MoveFeatures::space_around(Cell cell) const {
    const auto begin = t_.near_two.begin(cell), end = t_.near_two.end(cell);
    const int around = static_cast<int>(end - begin);
    int free = 0;
    for (auto p = begin; p != end; ++p) free += !core_->forbids(color_, static_cast<Place>(*p));
    return static_cast<float>(free) / static_cast<float>(std::max(1, around));
}

// How much a kind of cell counts at a place.
float MoveFeatures::amount(const Kinds& kinds, int feature, Place place) const {
    return feature == kGainCentral ? t_.central[place] : feature == kGainSpace ? kinds.space : 1.0f;
}

void MoveFeatures::weigh(Kinds& kinds, Place place) const {
    const float* const cells = weights_ + kMaxPieces;
    const auto sum = [&](std::uint32_t bits) {
        float total = 0;
        for (; bits; bits &= bits - 1) {
            const int f = __builtin_ctz(bits);
            total += amount(kinds, f, place) * cells[f];
        }
        return total;
    };
    kinds.cover_weight = sum(kinds.cover);
    kinds.gain_weight = sum(kinds.gain);
    kinds.beside_weight = sum(kinds.beside);
}

void MoveFeatures::count(Spot spot, float* out) {
    out[t_.piece(spot)] += 1;
    float* const cells = out + kMaxPieces;
    const auto each = [&](const Ragged& offsets, std::uint32_t Kinds::* bits_of) {
        for (auto p = offsets.begin(spot.orientation); p != offsets.end(spot.orientation); ++p) {
            const Place place = static_cast<Place>(spot.first + *p);
            const Kinds& kinds = at(place);
            for (auto bits = kinds.*bits_of; bits; bits &= bits - 1) {
                const int f = __builtin_ctz(bits);
                cells[f] += amount(kinds, f, place);
            }
        }
    };
    each(t_.cells, &Kinds::cover);
    each(t_.attach, &Kinds::gain);
    each(t_.halo, &Kinds::beside);
}

float MoveFeatures::logit(Spot spot) {
    float total = weights_[t_.piece(spot)];
    const auto add = [&](const Ragged& offsets, float Kinds::* weight) {
        for (auto p = offsets.begin(spot.orientation); p != offsets.end(spot.orientation); ++p) {
            total += at(spot.first + *p).*weight;
        }
    };
    add(t_.cells, &Kinds::cover_weight);
    add(t_.attach, &Kinds::gain_weight);
    add(t_.halo, &Kinds::beside_weight);
    return total;
}

}  // namespace cornerwise
