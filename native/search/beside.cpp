// Playouts beside a quick net. The net is better at once, playouts in the long run: what one of
// them says is nearly chance, but thousands of them err otherwise than the net does, and from the
// middle of a game on foretell winners better. So they are believed by how many there are.
#include <algorithm>

#include "search_worker.h"

namespace cornerwise {

// Plays one simulation in so many out from its leaf, and tells the moves that led there.
void Search::play_beside(Worker& worker, const float* values) {
    if (worker.simulation % params_.quick_playouts) return;
    float found[kMaxPlayers], scores[kMaxColors];
    Core& core = worker.core;
    if (core.to_play == kNobody || worker.path.back().node->proven.load()) {
        std::copy_n(values, kMaxPlayers, found);
    } else {
        Playout(core, worker.random, worker.policy).run();
        finish_values(core, found, scores);
    }
    for (const Step& step : worker.path) {
        if (!step.edge) continue;
        const float result = found[step.node->player];
        for (auto* const sum : {&step.node->played_sum, &step.edge->played_sum}) add(*sum, result);
        for (auto* const n : {&step.node->played_visits, &step.edge->played_visits}) {
            n->fetch_add(1, std::memory_order_relaxed);
        }
    }
}

// A move's value by net and playouts together. `offset` is how much better the net finds the
// position itself than playouts do: only what they find otherwise about this move than about the
// position's others says anything about the choice.
float Search::with_playouts(const Edge& edge, float value, float offset) const {
    const auto n = static_cast<float>(edge.played_visits.load(std::memory_order_relaxed));
    if (n == 0) return value;
    const float share = params_.quick_trust * n / (n + params_.quick_doubt);
    const float found = edge.played_sum.load(std::memory_order_relaxed) / n + offset;
    return value + share * (found - value);
}

}  // namespace cornerwise
