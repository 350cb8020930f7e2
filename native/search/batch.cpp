// The search with a net: leaves are gathered, judged together outside, and given back.
#include <algorithm>
#include <cmath>

#include "../movegen.h"
#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr int kCollisions = 8;  // descents to a leaf that is already waiting before a batch ends

// A way down that led to nothing leaves no trace.
void turn_back(const std::vector<Step>& path) {
    for (const Step& step : path) {
        step.node->pending.fetch_sub(1);
        if (step.edge) step.edge->taken.fetch_sub(1);
    }
}

}  // namespace

void Search::begin(const Position& position, const SearchLimits& limits, NetFit fit) {
    started_ = std::chrono::steady_clock::now();
    limits_ = limits;
    if (!with_net_) forget();  // its nodes may know their likeliest moves only
    with_net_ = true;
    is_alone_ = false;
    simulations_ = 0;
    fit_ = std::move(fit);
    set_root(position);
    waiting_.clear();
    is_full_ = false;
    if (root_core_.to_play == kNobody) return;
    try_to_solve();
    batch_worker_ =
        std::make_unique<Worker>(root_core_, *arena_, seed_, params_, nullptr, ending_moves_);
    prepared_ = elapsed();
    seed_ += 0x9E3779B97F4A7C15ull;
}

bool Search::is_done() {
    if (!root_ || root_core_.to_play == kNobody) return true;
    if (solution_ && limits_.stop_when_decided) return true;
    if (stop_.load() || root_->proven.load() || is_full_) return true;
    if (limits_.simulations && simulations_ >= limits_.simulations) return true;
    if (limits_.nodes && nodes_ >= limits_.nodes) return true;
    if (limits_.seconds > 0 && elapsed() >= limits_.seconds) return true;
    return limits_.stop_when_decided && simulations_ > 0 && is_decided();
}

int Search::collect(int most, float* planes, float* globals) {
    int collisions = 0;
    most = std::min(most, rows_in_time());
    while (static_cast<int>(waiting_.size()) < most && collisions < kCollisions) {
        const std::uint64_t begun = simulations_ + waiting_.size();
        if (limits_.simulations && begun >= limits_.simulations) break;
        Worker& worker = *batch_worker_;
        Node* const leaf = descend(worker);
        if (!leaf) {  // no memory for another leaf: nothing is left to ask the net
            is_full_ = true;
            break;
        }
        if (leaf->proven.load()) {
            float scores[kMaxColors];
            for (Color c = 0; c < tables_->n_colors; ++c) {
                scores[c] = static_cast<float>(worker.core.score(c));
            }
            back_up(worker, leaf->exact, scores);
            simulations_.fetch_add(1);
            if (root_->proven.load() || ++collisions > 1000) break;
            continue;
        }
        Growth expected = Growth::leaf;
        if (!leaf->growth.compare_exchange_strong(expected, Growth::growing)) {
            turn_back(worker.path);
            ++collisions;
            continue;
        }
        const std::size_t row = waiting_.size();
        encode(worker.core, fit_, planes + row * fit_.plane_size(), globals + row * fit_.globals);
        Waiting waiting{worker.path, {}, static_cast<Color>(worker.core.to_play)};
        for_each_legal(worker.core, worker.core.to_play, [&](Spot spot) {
            waiting.spots.push_back(spot);
            return false;
        });
        waiting_.push_back(std::move(waiting));
        if (root_->growth.load() != Growth::grown) break;  // the root must be known first
    }
    return static_cast<int>(waiting_.size());
}

// How many leaves can be judged before the time is over, as far as the pace so far tells.
int Search::rows_in_time() const {
    if (limits_.seconds <= 0 || simulations_ == 0) return 1 << 20;
    return std::max(1, static_cast<int>(simulations_in_time()));
}

// Goes down to a node that has no edges yet, or whose values are known for certain; null when
// memory is full.
Node* Search::descend(Worker& worker) {
    Core& core = worker.core;
    core = root_core_;
    worker.path.clear();
    Node* node = root_;
    while (true) {
        node->pending.fetch_add(1);
        worker.path.push_back({node, nullptr});
        if (node->proven.load() || node->growth.load() != Growth::grown) return node;
        Edge* const edge = take_edge(worker, *node);
        core.play(node->to_play, tables_->spots[edge->placement]);
        Node* child = edge->child.load();
        if (!child) child = make_child(worker, *edge, core);
        if (!child) {
            turn_back(worker.path);
            return nullptr;
        }
        core.to_play = child->to_play;
        core.out = child->out;
        node = child;
    }
}

void Search::feed(const float* policy, const float* win, const float* margin, const float* score) {
    for (std::size_t row = 0; row < waiting_.size(); ++row) {
        Waiting& waiting = waiting_[row];
        Node& node = *waiting.path.back().node;
        grow_with(node, waiting, policy + row * fit_.actions);
        float values[kMaxPlayers] = {}, scores[kMaxColors] = {};
        const NetAnswer answer = NetAnswer{win, margin, score}.row(row, fit_);
        values_from(answer, node.player, waiting.color, values, scores);
        batch_worker_->path = std::move(waiting.path);
        back_up(*batch_worker_, values, scores);
        simulations_.fetch_add(1);
    }
    waiting_.clear();
}

// Edges by falling policy, over the legal moves alone.
void Search::grow_with(Node& node, const Waiting& waiting, const float* policy) {
    auto& moves = batch_worker_->candidates;
    moves.clear();
    for (const Spot spot : waiting.spots) {
        const PlacementId id = tables_->id(spot);
        moves.push_back({id, policy[fit_.action[id]] / params_.net_temperature});
    }
    if (!give_edges(*batch_worker_, node)) node.growth = Growth::leaf;
}

}  // namespace cornerwise
