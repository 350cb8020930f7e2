// Second opinions: the quick net judges every leaf, a tower the few positions that turn out to
// matter. Where both are told the same and say different things, the quick net is as wrong about
// what lies below; so all values below move by the difference, those to come and those that were.
#include <algorithm>
#include <array>

#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr std::size_t kTogether = 4;  // positions that are worth the way to the tower

// The node may have got another list since the placement was chosen from the old one.
Edge* find_edge(const Node& node, PlacementId placement) {
    EdgeList& edges = *node.edges.load(std::memory_order_acquire);
    Edge* const found = std::find_if(edges.begin(), edges.end(), [placement](const Edge& edge) {
        return edge.placement == placement;
    });
    return found == edges.end() ? nullptr : found;
}

}  // namespace

// Puts down which positions on a worker's way have been visited often enough.
void Search::want_opinions(const Worker& worker) {
    for (auto step = worker.path.begin(); step != worker.path.end(); ++step) {
        Node& node = *step->node;
        if (node.visits.load(kRelaxed) < params_.tower_visits) return;  // nor have those below
        if (node.asked.load(kRelaxed) || node.proven.load(kRelaxed)) continue;
        if (node.growth.load(kRelaxed) != Growth::grown || node.asked.exchange(true)) continue;
        const std::lock_guard lock(asking_);
        asked_.emplace_back(worker.path.begin(), step + 1);
    }
}

// The ways to the next positions for the tower; none while they are too few.
std::vector<std::vector<Step>> Search::questions() {
    const std::lock_guard lock(asking_);
    if (asked_.size() < kTogether) return {};
    const auto n =
        std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(asked_.size()), tower_->rows);
    std::vector<std::vector<Step>> first(asked_.begin(), asked_.begin() + n);
    asked_.erase(asked_.begin(), asked_.begin() + n);
    return first;
}

// What the search ends without having asked can be asked by the next one.
void Search::drop_questions() {
    for (const auto& path : asked_) path.back().node->asked = false;
    asked_.clear();
}

void Search::ask_tower(Worker& worker) {
    const auto paths = questions();
    if (paths.empty()) return;
    const NetFit& fit = tower_->fit;
    std::fill_n(tower_->planes, paths.size() * fit.plane_size(), 0.0f);
    std::fill_n(tower_->globals, paths.size() * static_cast<std::size_t>(fit.globals), 0.0f);
    std::vector<std::array<float, kMaxPlayers>> ours(paths.size());
    for (std::size_t row = 0; row < paths.size(); ++row) {
        show(paths[row], row, worker, ours[row].data());
    }
    const NetAnswer answers = tower_->ask(static_cast<int>(paths.size()));
    for (std::size_t row = 0; row < paths.size(); ++row) {
        const Node& node = *paths[row].back().node;
        float theirs[kMaxPlayers] = {}, scores[kMaxColors];
        values_from(answers.row(row, fit), node.player, node.to_play, theirs, scores);
        hear(paths[row], theirs, ours[row].data(), worker);
    }
}

// Fills one row of the tower's inputs, and says what the quick net thinks of the same position.
void Search::show(const std::vector<Step>& path, std::size_t row, Worker& worker,
                  float* ours) const {
    Core& core = worker.core;
    core = root_core_;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        core.play(path[i].node->to_play, tables_->spots[path[i].edge->placement]);
        core.to_play = path[i + 1].node->to_play;
        core.out = path[i + 1].node->out;
    }
    encode(core, tower_->fit, tower_->planes + row * tower_->fit.plane_size(),
           tower_->globals + row * static_cast<std::size_t>(tower_->fit.globals));
    float scores[kMaxColors];
    ask_quick(worker, false, ours, scores);
}

// Moves the values of all that lies below a position, and of what it has brought above.
void Search::hear(const std::vector<Step>& path, const float* theirs, const float* ours,
                  Worker& worker) const {
    void* const place = worker.memory.take(sizeof(Opinion));
    if (!place) return;
    Opinion* const opinion = new (place) Opinion{};
    const Opinion* before = nullptr;  // what has held there so far
    for (const Step& step : path) {
        if (const Opinion* const its = step.node->opinion.load()) before = its;
    }
    float by[kMaxPlayers] = {};
    for (Player p = 0; p < tables_->n_players; ++p) {
        opinion->shift[p] = params_.tower_share * (theirs[p] - ours[p]);
        by[p] = opinion->shift[p] - (before ? before->shift[p] : 0);
    }
    Node& node = *path.back().node;
    const auto moved = static_cast<float>(shift_below(node, by));
    node.opinion.store(opinion, std::memory_order_release);
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        Node& above = *path[i].node;
        for (Player p = 0; p < tables_->n_players; ++p) add(above.sum[p], moved * by[p]);
        Edge* const edge = find_edge(above, path[i].edge->placement);
        if (edge) add(edge->sum, moved * by[above.player]);
    }
}

// Moves a node and all below it, but for what is proven or has an opinion of its own. Returns how
// many of its visits were moved.
std::uint32_t Search::shift_below(Node& node, const float* by) const {
    if (node.proven.load(kRelaxed) || node.opinion.load(kRelaxed)) return 0;
    std::uint32_t moved = node.visits.load(kRelaxed);
    EdgeList* const edges = node.edges.load(std::memory_order_acquire);
    for (Edge* edge = edges ? edges->begin() : nullptr; edges && edge != edges->end(); ++edge) {
        Node* const child = edge->child.load(std::memory_order_acquire);
        if (!child) continue;
        const std::uint32_t visits = child->visits.load(kRelaxed);
        const std::uint32_t below = std::min(visits, shift_below(*child, by));
        add(edge->sum, static_cast<float>(below) * by[node.player]);
        moved -= std::min(moved, visits - below);
    }
    for (Player p = 0; p < tables_->n_players; ++p) {
        add(node.sum[p], static_cast<float>(moved) * by[p]);
    }
    return moved;
}

}  // namespace cornerwise
