#include "features.h"

#include <algorithm>

namespace cornerwise {

namespace {

constexpr std::uint32_t bit(CellFeature feature) { return 1u << feature; }

}  // namespace

MoveFeatures::MoveFeatures(const Core& core, Color color)
    : core_(core), t_(core.tables()), color_(color), phase_(phase_of(core.placed[color])) {
    mark_enemies(static_cast<std::uint8_t>(t_.enemies[color] & ~core.out),
                 static_cast<std::uint8_t>(t_.allies[color] & ~core.out));
}

void MoveFeatures::mark_enemies(std::uint8_t enemies, std::uint8_t allies) {
    const std::uint8_t own_forbid = static_cast<std::uint8_t>(1 << color_);
    const std::uint8_t own_mark = static_cast<std::uint8_t>(16 << color_);
    std::memset(cover_, 0, t_.grid_size * sizeof cover_[0]);
    std::memset(gain_, 0, t_.grid_size * sizeof gain_[0]);
    std::memset(beside_, 0, t_.grid_size * sizeof beside_[0]);
    for (Cell cell = 0; cell < t_.n_cells; ++cell) {
        const Place g = t_.grid[cell];
        const std::uint8_t s = core_.state[g];
        if (core_.owner[g]) {
            const int owner = core_.owner[g] - 1;
            if (enemies >> owner & 1) beside_[g] = bit(kBesideEnemy);
            if (allies >> owner & 1) beside_[g] = bit(kBesideAlly);
            gain_[g] = bit(kGainNone);
            continue;
        }
        const std::uint8_t live = static_cast<std::uint8_t>((s >> 4) & ~s & 0x0F);
        const std::uint8_t hit = live & enemies;
        std::uint32_t cover = 0, gain = 0;
        if (hit) {
            cover |= bit(kCoverEnemyAttach);
            gain |= bit(kGainFacingEnemy);
            if (hit & (hit - 1)) cover |= bit(kCoverTwoEnemies);
        }
        if (live & allies) {
            cover |= bit(kCoverAllyAttach);
            gain |= bit(kGainAlly);
        }
        if (~s & enemies) {
            gain |= bit(kGainContested);
            cover |= bit(kCoverContested);
        }
        if (!(s & own_forbid)) beside_[g] |= bit(kBesideFree);
        if (s & own_mark && !(s & own_forbid)) {
            cover |= bit(kCoverOwnAttach);
            beside_[g] = bit(kSpoilOwnAttach);
        }
        cover_[g] |= cover;
        // Beside an enemy's attach cell, where the enemy would spread.
        int open = 0;
        for (auto n = t_.near.begin(cell); n != t_.near.end(cell); ++n) {
            const std::uint8_t other = core_.state[t_.grid[*n]];
            open += !(other & own_forbid);
            if ((other >> 4) & ~other & enemies) cover_[g] |= bit(kCoverNearEnemy);
        }
        if (s & (own_forbid | own_mark)) {
            if (s & own_forbid) gain_[g] = bit(kGainNone);
            continue;
        }
        gain |= bit(open <= 1   ? kGainTight
                    : open == 2 ? kGainOpen
                                : kGainWide) |
                bit(kGainCentral) | bit(kGainSpace);
        space_[g] = space_around(cell);
        gain_[g] = gain;
    }
    mark_recent(enemies);
}

// Share of the cells beside its neighbors that are free for the color.
float MoveFeatures::space_around(Cell cell) const {
    const auto begin = t_.near_two.begin(cell), end = t_.near_two.end(cell);
    const int around = static_cast<int>(end - begin);
    int free = 0;
    for (auto p = begin; p != end; ++p) free += !core_.forbids(color_, static_cast<Place>(*p));
    return static_cast<float>(free) / static_cast<float>(std::max(1, around));
}

// What each enemy's last move opened to it and is still open.
void MoveFeatures::mark_recent(std::uint8_t enemies) {
    for (Color enemy = 0; enemy < t_.n_colors; ++enemy) {
        if (!(enemies >> enemy & 1) || !core_.has_started(enemy)) continue;
        const Spot last = core_.last_spot[enemy];
        for (auto p = t_.attach.begin(last.orientation); p != t_.attach.end(last.orientation);
             ++p) {
            const int place = last.first + *p;
            if (core_.forbids(enemy, static_cast<Place>(place))) continue;
            cover_[place] |= bit(kCoverRecent);
            beside_[place] |= bit(kBesideRecent);
            const Cell cell = t_.cell_at[place];
            for (auto n = t_.near.begin(cell); n != t_.near.end(cell); ++n) {
                const Place near = t_.grid[*n];
                if (!core_.forbids(enemy, near)) cover_[near] |= bit(kCoverNearRecent);
            }
        }
    }
}

// How much a kind of cell counts at a place.
float MoveFeatures::amount(int feature, Place place) const {
    return feature == kGainCentral ? t_.central[place]
           : feature == kGainSpace ? space_[place]
                                   : 1.0f;
}

void MoveFeatures::count(Spot spot, float* out) const {
    out[t_.piece(spot)] += 1;
    float* const cells = out + kMaxPieces;
    auto add = [&](std::uint32_t kinds, Place place) {
        for (; kinds; kinds &= kinds - 1) {
            const int f = __builtin_ctz(kinds);
            cells[f] += amount(f, place);
        }
    };
    const auto each = [&](const Ragged& offsets, const std::uint32_t* kinds) {
        for (auto p = offsets.begin(spot.orientation); p != offsets.end(spot.orientation); ++p) {
            const Place place = static_cast<Place>(spot.first + *p);
            add(kinds[place], place);
        }
    };
    each(t_.cells, cover_);
    each(t_.attach, gain_);
    each(t_.halo, beside_);
}

void MoveFeatures::weigh(const float* weights) {
    weights_ = weights + phase_ * kFeatures;
    const float* const cells = weights_ + kMaxPieces;
    auto sum = [&](std::uint32_t kinds, Place place) {
        float total = 0;
        for (; kinds; kinds &= kinds - 1) {
            const int f = __builtin_ctz(kinds);
            total += amount(f, place) * cells[f];
        }
        return total;
    };
    std::fill_n(cover_weight_, t_.grid_size, 0.0f);
    std::fill_n(gain_weight_, t_.grid_size, 0.0f);
    std::fill_n(beside_weight_, t_.grid_size, 0.0f);
    for (const Place g : t_.grid) {
        cover_weight_[g] = sum(cover_[g], g);
        gain_weight_[g] = sum(gain_[g], g);
        beside_weight_[g] = sum(beside_[g], g);
    }
}

float MoveFeatures::logit(Spot spot) const {
    float total = weights_[t_.piece(spot)];
    auto add = [&](const Ragged& offsets, const float* weight) {
        for (auto p = offsets.begin(spot.orientation); p != offsets.end(spot.orientation); ++p) {
            total += weight[spot.first + *p];
        }
    };
    add(t_.cells, cover_weight_);
    add(t_.attach, gain_weight_);
    add(t_.halo, beside_weight_);
    return total;
}

}  // namespace cornerwise
