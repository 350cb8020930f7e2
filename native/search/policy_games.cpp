#include "policy_games.h"

#include <algorithm>
#include <cmath>

#include "../movegen.h"
#include "features.h"

namespace cornerwise {

namespace {

constexpr float kLead = 15;  // points of lead that are a clear win

// One choice of a game: which way the weights of a phase would have to go to make it likelier.
struct Choice {
    Color color;
    int phase;
    std::size_t at;  // of its direction
};

struct Game {
    std::vector<Choice> choices;
    std::vector<float> directions;
    std::vector<Spot> spots;
    std::vector<float> chances;
};

// Plays a move drawn for the color to play, and notes the direction.
void choose(Core& core, Random& random, const std::vector<float>& prior, Game& game,
            PolicyGames& sum) {
    const Color color = core.to_play;
    MoveFeatures features(core.tables());
    features.look(core, color, prior.data());
    game.spots.clear();
    game.chances.clear();
    float highest = -1e30f;
    for_each_legal(core, color, [&](Spot spot) {
        game.spots.push_back(spot);
        game.chances.push_back(features.logit(spot));
        highest = std::max(highest, game.chances.back());
        return false;
    });
    float total = 0;
    for (float& chance : game.chances) total += chance = std::exp(chance - highest);
    float target = random.unit() * total;
    std::size_t chosen = 0;
    while (chosen + 1 < game.spots.size() && (target -= game.chances[chosen]) > 0) ++chosen;
    const std::size_t at = game.directions.size();
    game.directions.resize(at + 2 * kFeatures, 0.0f);
    float* const direction = game.directions.data() + at;
    float* const one = direction + kFeatures;
    for (std::size_t i = 0; i < game.spots.size(); ++i) {
        const float chance = game.chances[i] / total;
        if (chance < 1e-5f && i != chosen) continue;
        std::fill(one, one + kFeatures, 0.0f);
        features.count(game.spots[i], one);
        const float weight = (i == chosen) - chance;
        for (int f = 0; f < kFeatures; ++f) direction[f] += weight * one[f];
        sum.entropy -= chance * std::log(std::max(chance, 1e-9f));
    }
    game.directions.resize(at + kFeatures);
    const int phase = phase_of(core.placed[color]);
    game.choices.push_back({color, phase, at});
    sum.moves[phase] += 1;
    core.play(color, game.spots[chosen]);
    core.pass_turn_after(color);
}

// From -1 to 1 for each color's side: who wins and by how much, half and half.
void results(const Core& core, float* by_color) {
    const Tables& t = core.tables();
    for (Color c = 0; c < t.n_colors; ++c) {
        const Player player = t.controllers.begin(c)[0];
        int best = -100000;
        for (Player other = 0; other < t.n_players; ++other) {
            if (t.side_of[other] != t.side_of[player]) best = std::max(best, core.points(other));
        }
        const int lead = core.points(player) - best;
        by_color[c] = 0.5f * static_cast<float>((lead > 0) - (lead < 0)) +
                      0.5f * std::tanh(static_cast<float>(lead) / kLead);
    }
}

}  // namespace

PolicyGames play_policy_games(const Tables& tables, const std::vector<float>& prior,
                              const float* baseline, int games, std::uint64_t seed) {
    PolicyGames sum;
    sum.gradient.assign(kPhases * kFeatures, 0.0f);
    sum.moves.assign(kPhases, 0.0f);
    Random random(seed);
    Game game;
    float n = 0;
    for (int i = 0; i < games; ++i) {
        Core core(tables);
        game.choices.clear();
        game.directions.clear();
        while (core.to_play != kNobody) choose(core, random, prior, game, sum);
        float result[kMaxColors] = {};
        results(core, result);
        for (Color c = 0; c < tables.n_colors; ++c) {
            sum.result[c] += result[c] / static_cast<float>(games);
            sum.score[c] += static_cast<float>(core.score(c)) / static_cast<float>(games);
        }
        for (const Choice& choice : game.choices) {
            const float gain = result[choice.color] - baseline[choice.color];
            float* const to = sum.gradient.data() + choice.phase * kFeatures;
            const float* const direction = game.directions.data() + choice.at;
            for (int f = 0; f < kFeatures; ++f) to[f] += gain * direction[f];
        }
        n += static_cast<float>(game.choices.size());
    }
    for (float& g : sum.gradient) g /= static_cast<float>(games);
    sum.entropy /= std::max(1.0f, n);
    return sum;
}

}  // namespace cornerwise
