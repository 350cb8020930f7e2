// What one thread of a search needs for itself. Only the search's own files include this.
#pragma once

#include "search.h"

namespace cornerwise {

struct Candidate {
    PlacementId placement;
    float logit;
};

struct Search::Worker {
    Worker(const Core& start, Arena& arena, std::uint64_t seed, const SearchParams& params)
        : core(start), memory(arena), random(seed), policy(start.tables(), params.playout) {}

    Core core;
    Arena::Shard memory;
    Random random;
    PlayoutPolicy policy;
    std::vector<Step> path;
    std::vector<Candidate> candidates;
    std::vector<Played> played;            // by the playout
    std::vector<std::uint32_t> played_at;  // by color and placement: simulation of the last play
    std::uint32_t simulation = 0;
    std::uint32_t stamp = 0;  // of the simulation, in played_at
};

}  // namespace cornerwise
