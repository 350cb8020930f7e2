// Everything about the search that can be set. Tuned values come from data files, never from here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../playout.h"
#include "../tables.h"

namespace cornerwise {

constexpr int kPhases = 4;         // of a color's game: first placement, early, middle, late
constexpr int kCellFeatures = 22;  // features that are counts of cells (see features.h)
constexpr int kFeatures = kMaxPieces + kCellFeatures;

// Phase of a color's game by its number of placements.
constexpr int phase_of(int placed) { return placed == 0 ? 0 : placed < 4 ? 1 : placed < 9 ? 2 : 3; }

struct SearchParams {
    // Weight of the prior against the value. Range 0.2 to 3; larger looks at more moves.
    float exploration = 0.6f;
    // How much worse an untried move is taken to be than its parent. Range 0 to 0.5.
    float untried = 0.1f;
    // A leaf is expanded at this many visits. Larger saves memory and time, smaller sees deeper.
    std::uint32_t expand_at = 3;
    // A result is who wins, with these shares of the score and of the place. Range 0 to 0.5.
    float score_share = 0.1f;
    float place_share = 0.1f;
    // Points of lead that make the score's part of a result nearly whole. Range 5 to 60.
    float score_scale = 20;
    // Visits at which a move's own value outweighs what later plays of the same placement say
    // (all moves as first). 0 switches that off. Range 0 to 5000.
    float amaf_visits = 0;
    // With at most so many moves that may still come to be played, playouts go over these instead
    // of the board (ending_playout.h). 0: never. Range up to 8192, all that there is room for.
    std::uint32_t ending_moves = 8192;
    // Moves that a node looks at: `width` of the likeliest, and `widen` times the root of its
    // visits more. Ranges 5 to 1000, 0.5 to 100; no move is left out for ever.
    float width = 20;
    float widen = 4;
    // Divides the prior's logits. Range 0.3 to 3; larger trusts the prior less.
    float prior_temperature = 1;
    // With a net: what `exploration`, `untried` and `prior_temperature` are without.
    float net_exploration = 0.7f;
    float net_untried = 0.2f;
    float net_temperature = 1;
    // With a quick net, its share of a leaf's value, the rest being a playout's, and of the
    // prior's logits. Both 0 to 1; at 1 the other is not worked out at all.
    float quick_share = 1;
    float quick_prior = 1;
    // What `exploration`, `untried`, `prior_temperature` and `expand_at` are without a quick net.
    // Expanded at 0 visits, a leaf gets its moves as it is judged.
    float quick_exploration = 0.6f;
    float quick_untried = 0.1f;
    float quick_temperature = 1;
    std::uint32_t quick_expand_at = 1;
    // With fewer legal moves than this, of all colors together, leaves are played out instead, once
    // the game is under way (`Core::is_under_way`).
    float quick_moves = 0;
    // The net's share of the prior's logits there. Range 0 to 1; 0: no net is asked any more.
    float quick_late_prior = 0;
    // While a quick net judges and the game is under way, one simulation in so many is played out,
    // too (beside.cpp). 0: none. Range 2 to 10; smaller tells more and simulates less.
    std::uint32_t quick_playouts = 0;
    // How much of what such playouts find otherwise about a move is believed at last, and after
    // how many of them half of that. Ranges 0 to 1, 10 to 500.
    float quick_trust = 0.5f;
    float quick_doubt = 60;
    // Logits for a placement that so far brought a whole win more than the positions it was played
    // in (experience.h). 0 leaves the net's policy as it is. Range 0 to 50.
    float quick_experience = 0;
    // Prior logits: phase × feature.
    std::vector<float> prior = std::vector<float>(kPhases * kFeatures, 0.0f);
    PlayoutWeights playout;
};

// When a search stops; whatever comes first. Zero means no limit of that kind.
struct SearchLimits {
    double seconds = 0;
    std::uint64_t simulations = 0;
    std::uint64_t nodes = 0;
    std::size_t memory = std::size_t(512) << 20;  // bytes of tree
    int threads = 1;
    bool stop_when_decided = true;          // an obvious move ends the search early
    std::uint64_t solve_positions = 50000;  // tried to look through the end exactly; 0: never
};

}  // namespace cornerwise
