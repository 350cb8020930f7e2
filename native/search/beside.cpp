// Playouts beside a quick net. The net is better at once, playouts in the long run: what one of
// them says is nearly chance, but thousands of them err otherwise than the net does, and from the
// middle of a game on foretell winners better. So they are believed by how many there are.
#include <algorithm>

#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

// Plays one simulation in so many out from its leaf, and tells the moves that led there.
void Search::play_beside(Worker& worker, const float* values) {
    if (worker.simulation % params_.quick_playouts) return;
    float found[kMaxPlayers], scores[kMaxColors];
    const Core& core = worker.core;
    if (core.to_play == kNobody || worker.path.back().node->proven.load()) {
        std::copy_n(values, kMaxPlayers, found);
    } else {
        play_out(worker, found, scores);
    }
    for (const Step& step : worker.path) {
        if (!step.edge) continue;
        const float result = found[step.node->player];
        for (auto* const sum : {&step.node->played_sum, &step.edge->played_sum}) add(*sum, result);
        for (auto* const n : {&step.node->played_visits, &step.edge->played_visits}) add(*n, 1);
    }
}

// How much better the net finds a position than playouts do, for who decides there; nothing where
// none were played. Only what they find otherwise about one move than about all of them says
// anything about the choice.
std::optional<float> Search::offset_of_playouts(const Node& node) const {
    const std::uint32_t n = plays_beside() ? node.played_visits.load(kRelaxed) : 0;
    if (n == 0) return std::nullopt;
    return node.value(node.player) - node.played_sum.load(kRelaxed) / static_cast<float>(n);
}

// A move's value by net and playouts together, `offset` being its position's.
float Search::with_playouts(const Edge& edge, float value, float offset) const {
    const auto n = static_cast<float>(edge.played_visits.load(kRelaxed));
    if (n == 0) return value;
    const float share = params_.quick_trust * n / (n + params_.quick_doubt);
    const float found = edge.played_sum.load(kRelaxed) / n + offset;
    return value + share * (found - value);
}

// The same for all players after a move of the root: what its side gains the others lose.
void Search::add_playouts(const Edge& edge, float* values) const {
    const std::optional<float> offset = offset_of_playouts(*root_);
    if (!offset) return;
    const Tables& t = *tables_;
    const int mine = t.side_of[root_->player];
    const float before = values[root_->player];
    const float gain = with_playouts(edge, before, *offset) - before;
    for (Player p = 0; p < t.n_players; ++p) {
        values[p] += t.side_of[p] == mine ? gain : -gain / static_cast<float>(t.n_sides - 1);
    }
}

}  // namespace cornerwise
