// Games that the prior plays alone, drawing every move by its weights, and how the weights
// should change for those moves that won: what tools/fit_priors learns from.
#pragma once

#include "../core.h"
#include "../random.h"
#include "params.h"

namespace cornerwise {

struct PolicyGames {
    std::vector<float> gradient;    // phase × feature: of the expected result
    std::vector<float> moves;       // by phase: moves that were drawn
    float result[kMaxColors] = {};  // by color: mean result of its side, -1 to 1
    float score[kMaxColors] = {};   // by color: mean final score
    float entropy = 0;              // mean, of a choice
};

// Plays games to the end. `baseline` has the result to expect, by color.
PolicyGames play_policy_games(const Tables& tables, const std::vector<float>& prior,
                              const float* baseline, int games, std::uint64_t seed);

}  // namespace cornerwise
