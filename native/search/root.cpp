// How a search goes on from one position to the next: in what its tree holds of it already.
#include <algorithm>
#include <new>
#include <stdexcept>

#include "search.h"

namespace cornerwise {

namespace {

constexpr double kCopyPart = 0.5;  // of the time, at most, to copy an old tree

}  // namespace

// The subtree of the new position, if the old tree holds it, in an arena of its own. The same
// position again goes on in the same tree.
void Search::set_root(const Position& position) {
    if (!position.tables().is_like(*tables_))
        throw std::invalid_argument("a position of another variant than the search's");
    const Node* const old = descendant(position);
    if (old && old == root_ && arena_->used() <= limits_.memory) {
        const std::lock_guard lock(guard_);
        solution_.reset();
        arena_->set_limit(limits_.memory);
        return;
    }
    auto arena = std::make_unique<Arena>(limits_.memory);
    Arena::Shard memory(*arena);
    std::uint64_t nodes = 1;
    Node* root = old ? copy_tree(*old, memory, nodes, after_part(kCopyPart)) : nullptr;
    if (!root) {
        void* const place = memory.take(sizeof(Node));
        if (!place) throw std::bad_alloc();
        root = new (place) Node;
    }
    if (old) {
        experience_.fade();
    } else {
        experience_.clear();
    }
    const std::lock_guard lock(guard_);
    solution_.reset();
    arena_ = std::move(arena);
    root_ = root;
    if (EdgeList* const edges = root->edges) sort_edges(*edges);
    root_tables_ = position.shared_tables();
    root_core_ = position.core();
    root_moves_ = position.moves();
    root_->to_play = static_cast<std::int8_t>(root_core_.to_play);
    root_->out = root_core_.out;
    if (root_core_.to_play != kNobody) {
        root_->player = static_cast<std::int8_t>(root_core_.controller(root_core_.to_play));
    }
    nodes_ = nodes;
}

// Whether a position is that of a node, with what was played there. Moves tell neither what was set
// up before the first, and who began, nor who has resigned.
bool Search::is_same(const Node& node, const Core& played, const Core& position) const {
    return played.hash == position.hash && played.resigned == position.resigned &&
           node.to_play == position.to_play && node.out == position.out &&
           std::equal(played.last_piece, played.last_piece + kMaxColors, position.last_piece);
}

Node* Search::descendant(const Position& position) const {
    const auto& moves = position.moves();
    if (!root_ || moves.size() < root_moves_.size() ||
        !std::equal(root_moves_.begin(), root_moves_.end(), moves.begin())) {
        return nullptr;
    }
    Node* node = root_;
    Core core(root_core_);
    for (std::size_t i = root_moves_.size(); i < moves.size() && node; ++i) {
        if (moves[i] == kNoPlacement || node->growth != Growth::grown) return nullptr;
        Node* next = nullptr;
        for (const Edge& edge : *node->edges.load()) {
            if (edge.placement == moves[i]) next = edge.child;
        }
        core.play(node->to_play, tables_->spots[moves[i]]);
        node = next;
    }
    return node && is_same(*node, core, position.core()) ? node : nullptr;
}

}  // namespace cornerwise
