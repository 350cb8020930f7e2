// How the tree of a search grows: nodes behind edges, and the moves of a node.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "search_worker.h"

namespace cornerwise {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr std::size_t kSorted = 96;  // moves of a node that are put in order, …
constexpr std::size_t kListed = 32;  // … and kept, where a quick net judges, until all are tried

// Leaves at least `n` of the likeliest moves, those with shares up to 1, and hardly more: counted
// by the exponent of the share and the first two bits behind it, to sort a few instead of hundreds.
void drop_unlikely(std::vector<Candidate>& moves, std::size_t n) {
    constexpr int kShift = 21;
    const auto rank = [](const Candidate& move) {
        return std::bit_cast<std::uint32_t>(move.logit) >> kShift;
    };
    std::array<std::uint32_t, (std::bit_cast<std::uint32_t>(1.0f) >> kShift) + 1> counts{};
    for (const Candidate& move : moves) ++counts[rank(move)];
    std::size_t kept = 0;
    std::uint32_t least = counts.size();
    while (kept < n && least > 0) kept += counts[--least];
    std::erase_if(moves, [&](const Candidate& move) { return rank(move) < least; });
}

}  // namespace

// As memory fills, leaves must prove more before they are given children.
std::uint32_t Search::visits_to_grow() const {
    const std::size_t used = arena_->used(), limit = arena_->limit();
    const std::uint32_t expand_at = is_quick() ? params_.quick_expand_at : params_.expand_at;
    if (used < limit / 2) return expand_at;
    return std::max(1u, expand_at) * (used < limit / 4 * 3 ? 4 : 16);
}

Node* Search::make_child(Worker& worker, Edge& edge, const Core& core) {
    void* const place = worker.memory.take(sizeof(Node));
    if (!place) return nullptr;
    Node* const node = new (place) Node;
    Core& after = worker.core;
    after.pass_turn_after(worker.path.back().node->to_play);
    node->to_play = static_cast<std::int8_t>(after.to_play);
    node->out = after.out;
    if (after.to_play == kNobody) {
        float scores[kMaxColors];
        finish_values(core, node->exact, scores);
        node->proving = node->proven = true;
    } else {
        node->player = static_cast<std::int8_t>(after.controller(after.to_play));
    }
    Node* expected = nullptr;
    if (!edge.child.compare_exchange_strong(expected, node, std::memory_order_acq_rel)) {
        return expected;  // another thread was first; ours is left to the arena
    }
    nodes_.fetch_add(1, kRelaxed);
    return node;
}

// Gives a leaf its edges. False if another thread is at it or memory is full.
bool Search::grow(Worker& worker, Node& node, const Core& core) {
    Growth expected = Growth::leaf;
    if (!node.growth.compare_exchange_strong(expected, Growth::growing)) return false;
    list_moves(worker, node.to_play, core);
    if (give_edges(worker, node)) return true;
    node.growth = Growth::leaf;
    return false;
}

// Whether all moves that a node has listed were tried, and it has more. With fewer visits than
// moves they were not: most nodes are asked no further, for the last move lies far from the first.
bool Search::should_widen(const Node& node) const {
    const EdgeList& edges = *node.edges.load(std::memory_order_acquire);
    return !edges.is_all && node.visits.load(kRelaxed) >= edges.n &&
           edges.begin()[edges.n - 1].taken.load(kRelaxed) &&
           arena_->used() < arena_->limit() / 4 * 3;
}

// Lists all moves of a node that had the likeliest only. Threads that still look at the short
// list may add to it what the long one does not get to know: a few visits.
void Search::widen(Worker& worker, Node& node, const Core& core) {
    Growth expected = Growth::grown;
    if (!node.growth.compare_exchange_strong(expected, Growth::growing)) return;
    list_moves(worker, node.to_play, core);
    weigh_candidates(worker, worker.candidates.size(), true);
    const EdgeList& old = *node.edges.load();
    if (EdgeList* const list = make_list(worker.memory, worker.candidates.size(), true)) {
        Edge* edge = list->begin();
        for (const Edge& e : old) new (edge++) Edge(e);
        Edge* const end = edge;
        for (const Candidate& move : worker.candidates) {
            Edge* const listed = std::find_if(
                list->begin(), end, [&](const Edge& e) { return e.placement == move.placement; });
            if (listed != end) {
                listed->prior = move.logit;  // experience may have grown since
            } else {
                new (edge++) Edge(move.placement, move.logit);
            }
        }
        node.edges.store(list, std::memory_order_release);
    }
    node.growth.store(Growth::grown, std::memory_order_release);
}

// Turns the worker's candidates (logits) into the edges of a node; false if memory is full.
bool Search::give_edges(Worker& worker, Node& node) {
    auto& moves = worker.candidates;
    // Few nodes below the root are ever visited often enough to ask for more than the first moves.
    const bool is_all =
        &node == root_ || !is_quick() || amaf_visits() > 0 || moves.size() <= kListed;
    const std::size_t sorted = !is_all          ? kListed
                               : &node == root_ ? moves.size()
                                                : std::min(moves.size(), kSorted);
    EdgeList* const list = make_list(worker.memory, is_all ? moves.size() : kListed, is_all);
    if (!list) return false;
    weigh_candidates(worker, sorted, is_all);
    const Candidate* move = moves.data();
    for (Edge& edge : *list) {
        new (&edge) Edge(move->placement, move->logit);
        ++move;
    }
    node.edges.store(list, std::memory_order_release);
    node.growth.store(Growth::grown, std::memory_order_release);
    return true;
}

// From logits to shares of one; puts so many of the likeliest first, by falling share. The rest are
// dropped where so few are kept.
void Search::weigh_candidates(Worker& worker, std::size_t sorted, bool keeps_rest) {
    auto& moves = worker.candidates;
    float highest = -1e30f;
    for (const Candidate& move : moves) highest = std::max(highest, move.logit);
    float total = 0;
    for (Candidate& move : moves) total += move.logit = std::exp(move.logit - highest);
    if (!(total > 0)) {  // logits beyond all numbers tell no move from another
        for (Candidate& move : moves) move.logit = 1;
        total = static_cast<float>(moves.size());
    }
    if (!keeps_rest) drop_unlikely(moves, sorted);
    const auto middle = moves.begin() + static_cast<std::ptrdiff_t>(sorted);
    std::partial_sort(moves.begin(), middle, moves.end(),
                      [](const Candidate& a, const Candidate& b) {
                          if (a.logit != b.logit) return a.logit > b.logit;
                          return a.placement < b.placement;
                      });
    for (Candidate& move : moves) move.logit /= total;
}

}  // namespace cornerwise
