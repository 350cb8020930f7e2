#include "tree.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace cornerwise {

namespace {

constexpr std::size_t kChunk = std::size_t(1) << 18;
constexpr int kLook = 64;  // copied nodes between looks at the clock

}  // namespace

std::byte* Arena::chunk(std::size_t bytes) {
    if (used_.fetch_add(bytes) + bytes > limit_) {
        used_.fetch_sub(bytes);
        return nullptr;
    }
    std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[bytes]);
    if (!memory) {
        used_.fetch_sub(bytes);
        return nullptr;
    }
    std::byte* const begin = memory.get();
    const std::lock_guard lock(mutex_);
    chunks_.push_back(std::move(memory));
    return begin;
}

void* Arena::Shard::take(std::size_t bytes) {
    bytes = (bytes + 15) & ~std::size_t(15);
    if (static_cast<std::size_t>(end_ - at_) < bytes) {
        const std::size_t size = std::max(kChunk, bytes);
        at_ = arena_->chunk(size);
        end_ = at_ ? at_ + size : nullptr;
        if (!at_) return nullptr;
    }
    std::byte* const taken = at_;
    at_ += bytes;
    std::memset(taken, 0, bytes);
    return taken;
}

EdgeList* make_list(Arena::Shard& memory, std::size_t n, bool is_all) {
    void* const place = memory.take(sizeof(EdgeList) + n * sizeof(Edge));
    return place ? new (place) EdgeList{static_cast<std::uint32_t>(n), is_all} : nullptr;
}

void sort_edges(EdgeList& edges) {
    const std::vector<Edge> copies(edges.begin(), edges.end());
    std::vector<const Edge*> order;
    for (const Edge& edge : copies) order.push_back(&edge);
    std::sort(order.begin(), order.end(), [](const Edge* a, const Edge* b) {
        return a->prior != b->prior ? a->prior > b->prior : a->placement < b->placement;
    });
    Edge* to = edges.begin();
    for (const Edge* edge : order) new (to++) Edge(*edge);
}

Node* copy_tree(const Node& from, Arena::Shard& memory, std::uint64_t& nodes,
                std::chrono::steady_clock::time_point deadline) {
    struct Job {
        const Node* from;
        Node* to;
    };
    nodes = 0;
    auto copy_node = [&memory, &nodes](const Node& node) -> Node* {
        void* const place = memory.take(sizeof(Node));
        if (!place) return nullptr;
        Node* const to = new (place) Node;
        ++nodes;
        to->visits = node.visits.load();
        to->played_sum = node.played_sum.load();
        to->played_visits = node.played_visits.load();
        for (int i = 0; i < kMaxPlayers; ++i) to->sum[i] = node.sum[i].load();
        for (int i = 0; i < kMaxColors; ++i) to->score[i] = node.score[i].load();
        to->proven = node.proven.load();
        to->proving = node.proven.load();
        to->to_play = node.to_play;
        to->player = node.player;
        to->out = node.out;
        std::memcpy(to->exact, node.exact, sizeof node.exact);
        return to;
    };
    Node* const root = copy_node(from);
    std::vector<Job> jobs;
    if (root) jobs.push_back({&from, root});
    for (int done = 1; !jobs.empty(); ++done) {
        if (done % kLook == 0 && std::chrono::steady_clock::now() >= deadline) break;
        const Job job = jobs.back();
        jobs.pop_back();
        if (job.from->growth.load() != Growth::grown) continue;
        const EdgeList& old = *job.from->edges.load();
        EdgeList* const list = make_list(memory, old.n, old.is_all);
        if (!list) continue;  // no room: the copy simply ends here
        const auto waiting = static_cast<std::ptrdiff_t>(jobs.size());
        Edge* edge = list->begin();
        for (const Edge& e : old) {
            new (edge) Edge(e);
            if (const Node* child = e.child.load()) {
                Node* const copy = copy_node(*child);
                edge->child = copy;
                if (copy) {
                    jobs.push_back({child, copy});
                } else {  // no room: as if it had never been taken
                    edge->taken = 0;
                    edge->sum = 0;
                }
            }
            ++edge;
        }
        std::reverse(jobs.begin() + waiting, jobs.end());  // the likeliest next
        job.to->edges = list;
        job.to->growth = Growth::grown;
    }
    return root;
}

}  // namespace cornerwise
