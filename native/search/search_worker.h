// What one thread of a search needs for itself. Only the search's own files include this.
#pragma once

#include "features.h"
#include "quick_eye.h"
#include "search.h"

namespace cornerwise {

struct Candidate {
    PlacementId placement;
    float logit;
};

struct Search::Worker {
    Worker(const Core& start, Arena& arena, std::uint64_t seed, const SearchParams& params,
           const std::shared_ptr<const QuickNet>& quick, const EndingMoves& moves)
        : core(start),
          memory(arena),
          random(seed),
          policy(start.tables(), params.playout),
          features(start.tables()),
          eye(quick ? std::make_unique<QuickEye>(quick) : nullptr),
          ending(moves) {}

    Core core;
    Arena::Shard memory;
    Random random;
    PlayoutPolicy policy;
    MoveFeatures features;
    std::unique_ptr<QuickEye> eye;  // where a quick net judges
    EndingPlayout ending;           // where playouts go over the moves that are left
    std::vector<Step> path;
    std::vector<Candidate> candidates;
    std::vector<Played> played;            // by the playout
    std::vector<std::uint32_t> played_at;  // by color and placement: simulation of the last play
    std::uint32_t simulation = 0;
    std::uint32_t stamp = 0;  // of the simulation, in played_at
};

}  // namespace cornerwise
