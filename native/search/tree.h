// The search tree: nodes and edges in blocks of memory that are freed all at once.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "params.h"

namespace cornerwise {

struct Node;

// A move that could be tried. The node behind it is made at its first visit.
struct Edge {
    static constexpr std::uint32_t kProven = 1u << 31;

    PlacementId placement;
    float prior;
    // How often it was taken, simulations under way counted as losses, with a bit for a child
    // that is proven; and what it brought the mover. The child knows as much, but it lies
    // elsewhere in memory, and a choice looks at very many.
    std::atomic<std::uint32_t> taken;
    std::atomic<float> sum;
    std::atomic<Node*> child;  // copied after `taken`: who is marked as proven is there
    // What playouts brought the mover. Where they judge: all moves as first, that is, of all
    // simulations in which the mover's color played this placement later, too. Beside a quick net:
    // the playouts behind this move (beside.cpp).
    std::atomic<float> played_sum;
    std::atomic<std::uint32_t> played_visits;

    Edge(PlacementId its_placement, float its_prior)
        : placement(its_placement),
          prior(its_prior),
          taken(0),
          sum(0),
          child(nullptr),
          played_sum(0),
          played_visits(0) {}
    Edge(const Edge& e)
        : placement(e.placement),
          prior(e.prior),
          taken(e.taken.load()),
          sum(e.sum.load()),
          child(e.child.load()),
          played_sum(e.played_sum.load()),
          played_visits(e.played_visits.load()) {}
};

// The moves of a node by falling prior, at least the first ones; their edges follow in memory.
struct alignas(16) EdgeList {
    std::uint32_t n;
    bool is_all;  // or only the likeliest moves, which is enough for nearly all nodes

    Edge* begin() { return reinterpret_cast<Edge*>(this + 1); }
    const Edge* begin() const { return reinterpret_cast<const Edge*>(this + 1); }
    Edge* end() { return begin() + n; }
    const Edge* end() const { return begin() + n; }
};

enum class Growth : std::uint8_t { leaf, growing, grown };

// What has been found out about one position. Values are by player, from 0 (lost) to 1 (won).
struct Node {
    std::atomic<std::uint32_t> visits{0};
    std::atomic<std::uint32_t> pending{0};  // threads below it now: counted as losses meanwhile
    std::atomic<float> sum[kMaxPlayers]{};
    std::atomic<float> score[kMaxColors]{};  // final scores by color, summed
    std::atomic<float> played_sum{0};        // of playouts beside a quick net, for who decides
    std::atomic<std::uint32_t> played_visits{0};
    std::atomic<Growth> growth{Growth::leaf};
    std::atomic<bool> proving{false};  // some thread writes `exact` …
    std::atomic<bool> proven{false};   // … and has done so: they are the true values
    std::int8_t to_play = -1;          // color; -1 when the game is over
    std::int8_t player = -1;           // who decides
    std::uint8_t out = 0;
    std::atomic<EdgeList*> edges{nullptr};  // null until it has grown
    float exact[kMaxPlayers] = {};

    float value(Player p) const {
        const std::uint32_t n = visits.load(std::memory_order_relaxed);
        return n ? sum[p].load(std::memory_order_relaxed) / static_cast<float>(n) : 0.5f;
    }
};

// Memory for one tree. Each thread takes chunks of its own; all are freed together.
class Arena {
  public:
    explicit Arena(std::size_t limit) : limit_(limit) {}
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // A part of the arena that one thread fills without locks.
    class Shard {
      public:
        explicit Shard(Arena& arena) : arena_(&arena) {}
        // Zeroed memory, or null when the limit is reached.
        void* take(std::size_t bytes);

      private:
        Arena* arena_;
        std::byte* at_ = nullptr;
        std::byte* end_ = nullptr;
    };

    std::size_t used() const { return used_.load(std::memory_order_relaxed); }
    std::size_t limit() const { return limit_; }
    void set_limit(std::size_t limit) { limit_ = limit; }

  private:
    std::byte* chunk(std::size_t bytes);

    std::size_t limit_;
    std::atomic<std::size_t> used_{0};
    std::mutex mutex_;
    std::vector<std::unique_ptr<std::byte[]>> chunks_;
};

// Room for so many edges; null when the limit is reached.
EdgeList* make_list(Arena::Shard& memory, std::size_t n, bool is_all);

// Puts all edges by falling prior. No other thread may use them meanwhile.
void sort_edges(EdgeList& edges);

// Copies the part of a tree below a node into another arena (for reuse between moves), and
// counts its nodes. Where memory or time is over, what lies below is left out.
Node* copy_tree(const Node& node, Arena::Shard& memory, std::uint64_t& nodes,
                std::chrono::steady_clock::time_point deadline);

}  // namespace cornerwise
