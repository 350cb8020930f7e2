// What a search takes a leaf to be worth, and which moves it takes to be likely.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "../movegen.h"
#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr std::uint64_t kEndingSimulations = 500;
constexpr double kEndingSeconds = 0.01;
constexpr int kLeft = -100000;  // points of who has left: below all others

}  // namespace

void Search::use_quick(std::shared_ptr<const QuickNet> net) {
    if (net && !net->tables().is_like(*tables_)) {
        throw std::invalid_argument("the quick net is for another variant");
    }
    if (net == quick_) return;
    forget();  // what another judge has grown would be taken for its own
    quick_ = std::move(net);
}

// Near the end playouts are short and come close to the truth, which a net only guesses. Moves are
// few in the first turns, too, but the end is far then.
void Search::choose_judge(const Core& core) {
    is_under_way_ = core.is_under_way();
    const bool late =
        quick_ && is_under_way_ && count_all_moves(core) < static_cast<int>(params_.quick_moves);
    if (late != is_late_) forget();
    is_late_ = late;
}

// Whether the running search has its leaves judged by the quick net, at least in part.
bool Search::is_quick() const { return has_quick() && params_.quick_share > 0; }

// All moves as first needs the moves of playouts.
float Search::amaf_visits() const {
    const bool plays_out = !with_net_ && (!has_quick() || params_.quick_share < 1);
    return plays_out ? params_.amaf_visits : 0;
}

// What the quick net says of a worker's position. `is_seen`: the worker's eye has just looked at
// it.
void Search::ask_quick(Worker& worker, bool is_seen, float* values, float* scores) const {
    const Core& core = worker.core;
    if (!is_seen) worker.eye->look(core);
    const QuickValue seen = worker.eye->value();
    values_from({seen.win, seen.margin, seen.score}, core.controller(core.to_play), core.to_play,
                values, scores);
}

void Search::judge_leaf(Worker& worker, bool is_seen, float* values, float* scores) {
    Core& core = worker.core;
    if (core.to_play == kNobody) return finish_values(core, values, scores);
    float share = 0, net_values[kMaxPlayers], net_scores[kMaxColors];
    if (is_quick()) {
        share = std::min(1.0f, params_.quick_share);
        ask_quick(worker, is_seen, net_values, net_scores);
    }
    if (share < 1) {
        play_out(worker, values, scores);
        if (share == 0) return;
    } else {
        std::fill_n(values, kMaxPlayers, 0.0f);
        std::fill_n(scores, kMaxColors, 0.0f);
    }
    for (Player p = 0; p < tables_->n_players; ++p) {
        values[p] += share * (net_values[p] - values[p]);
    }
    for (Color c = 0; c < tables_->n_colors; ++c) scores[c] += share * (net_scores[c] - scores[c]);
}

// Whether playouts of this search go over the moves that are left: few enough, and enough playouts
// to make up for listing them. A limit of 0 is none.
void Search::prepare_ending() {
    const auto is_short = [](auto limit, auto least) { return limit > 0 && limit < least; };
    plays_ending_ = (!is_quick() || params_.quick_share < 1 || plays_beside()) &&
                    !is_short(limits_.seconds, kEndingSeconds) &&
                    !is_short(limits_.simulations, kEndingSimulations) &&
                    !is_short(limits_.nodes, kEndingSimulations) &&
                    ending_moves_.prepare(root_core_, PlayoutPolicy(*tables_, params_.playout),
                                          params_.ending_moves);
}

// Plays a worker's position to its end.
void Search::play_out(Worker& worker, float* values, float* scores) {
    Core& core = worker.core;
    auto* const played = worker.played_at.empty() ? nullptr : &worker.played;
    if (!plays_ending_) {
        Playout(core, worker.random, worker.policy, played).run();
        return finish_values(core, values, scores);
    }
    worker.ending.run(core.to_play, core.out, worker.random, played);
    int final_scores[kMaxColors];
    for (Color c = 0; c < tables_->n_colors; ++c) final_scores[c] = worker.ending.score(c);
    finish_values(core, final_scores, values, scores);
}

void Search::finish_values(const Core& core, float* values, float* scores) const {
    int final_scores[kMaxColors];
    for (Color c = 0; c < tables_->n_colors; ++c) final_scores[c] = core.score(c);
    finish_values(core, final_scores, values, scores);
}

void Search::finish_values(const Core& core, const int* final_scores, float* values,
                           float* scores) const {
    std::copy_n(final_scores, tables_->n_colors, scores);
    values_of(core, final_scores, values);
}

// From 0 to 1 by player: who wins, with a share for the place and one for the score. The position
// tells who has left.
void Search::values_of(const Core& core, const int* scores, float* values) const {
    const Tables& t = *tables_;
    int points[kMaxPlayers] = {};
    for (Player p = 0; p < t.n_players; ++p) {
        points[t.side_of[p]] = 0;
        for (Color c = 0; c < t.n_colors; ++c) {
            points[t.side_of[p]] += t.counts[p][c] ? scores[c] : 0;
        }
        if (core.has_left(p)) points[t.side_of[p]] = kLeft;
    }
    float by_side[kMaxPlayers] = {};
    for (int side = 0; side < t.n_sides; ++side) {
        int best_other = kLeft, above = 0, equal = 0;
        for (int other = 0; other < t.n_sides; ++other) {
            if (other == side) continue;
            best_other = std::max(best_other, points[other]);
            above += points[other] > points[side];
            equal += points[other] == points[side];
        }
        const float win = above ? 0.0f : 1.0f / static_cast<float>(1 + equal);
        const float place = 1 - (static_cast<float>(above) + 0.5f * static_cast<float>(equal)) /
                                    static_cast<float>(std::max(1, t.n_sides - 1));
        const float lead = static_cast<float>(points[side] - best_other) / params_.score_scale;
        const float score = 0.5f + 0.5f * std::tanh(lead);
        by_side[side] = (1 - params_.score_share - params_.place_share) * win +
                        params_.place_share * place + params_.score_share * score;
    }
    for (Player p = 0; p < t.n_players; ++p) values[p] = by_side[t.side_of[p]];
}

// The same by a net, for the player to decide and the color to play. It does not know who has left:
// what it gives them goes to those who stay.
void Search::values_from(const NetAnswer& answer, Player me, Color to_play, float* values,
                         float* scores) const {
    spread(*tables_, me, to_play, answer, params_.score_share, values, scores);
    if (!root_core_.resigned) return;
    float all = 0, kept = 1e-6f;
    for (Player p = 0; p < tables_->n_players; ++p) {
        all += values[p];
        if (root_core_.has_left(p)) values[p] = 0;
        kept += values[p];
    }
    for (Player p = 0; p < tables_->n_players; ++p)
        values[p] = std::min(1.0f, values[p] * all / kept);
}

// The quick net's share of the prior: it may know the likely moves where playouts judge better.
float Search::net_part_of_prior() const {
    if (!quick_ || with_net_) return 0;
    return std::clamp(is_late_ ? params_.quick_late_prior : params_.quick_prior, 0.0f, 1.0f);
}

// All legal moves with their logits, into the worker's candidates.
void Search::list_moves(Worker& worker, Color color, const Core& core) const {
    const float part = net_part_of_prior();
    if (part < 1) worker.features.look(core, color, params_.prior.data());
    if (part > 0) {
        worker.eye->look(core);
        worker.eye->weigh();
    }
    const bool knows = part > 0 && gains_experience();
    auto& moves = worker.candidates;
    moves.clear();
    for_all_legal(core, color, [&](Spot spot) {
        const PlacementId placement = tables_->id(spot);
        if (knows) experience_.fetch(color, placement);
        float logit = 0;
        if (part < 1) {
            logit = (1 - part) * (worker.features.logit(spot) / params_.prior_temperature);
        }
        if (part > 0) logit += part * (worker.eye->logit(spot) / params_.quick_temperature);
        moves.push_back({placement, logit});
    });
    if (!knows) return;
    for (Candidate& move : moves) {
        move.logit += params_.quick_experience * experience_.gain(color, move.placement);
    }
}

}  // namespace cornerwise
