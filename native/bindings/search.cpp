#include "../search/search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../search/features.h"
#include "../search/policy_games.h"
#include "arrays.h"

namespace cornerwise {

namespace {

// A number that sums and products stay numbers with; a worth of no number would beat no other.
float read_number(nb::handle value) {
    const float number = nb::cast<float>(value);
    if (!std::isfinite(number)) throw std::bad_cast();
    return number;
}

std::vector<float> read_numbers(nb::handle values) {
    std::vector<float> numbers;
    for (nb::handle value : nb::cast<nb::sequence>(values)) numbers.push_back(read_number(value));
    return numbers;
}

void read_param(SearchParams& p, const std::string& name, nb::handle value) {
    const std::map<std::string, float*> numbers = {
        {"exploration", &p.exploration},
        {"untried", &p.untried},
        {"score_share", &p.score_share},
        {"place_share", &p.place_share},
        {"score_scale", &p.score_scale},
        {"amaf_visits", &p.amaf_visits},
        {"width", &p.width},
        {"widen", &p.widen},
        {"prior_temperature", &p.prior_temperature},
        {"net_exploration", &p.net_exploration},
        {"net_untried", &p.net_untried},
        {"net_temperature", &p.net_temperature},
        {"quick_share", &p.quick_share},
        {"quick_prior", &p.quick_prior},
        {"quick_late_prior", &p.quick_late_prior},
        {"quick_exploration", &p.quick_exploration},
        {"quick_untried", &p.quick_untried},
        {"quick_temperature", &p.quick_temperature},
        {"quick_moves", &p.quick_moves},
        {"quick_experience", &p.quick_experience},
        {"quick_trust", &p.quick_trust},
        {"quick_doubt", &p.quick_doubt},
        {"playout_local", &p.playout.local},
    };
    const std::map<std::string, std::uint32_t*> counts = {
        {"expand_at", &p.expand_at},
        {"ending_moves", &p.ending_moves},
        {"quick_expand_at", &p.quick_expand_at},
        {"quick_playouts", &p.quick_playouts},
    };
    const std::set<std::string> divisors = {"score_scale", "prior_temperature", "net_temperature",
                                            "quick_temperature"};
    if (const auto number = numbers.find(name); number != numbers.end()) {
        *number->second = read_number(value);
        if (divisors.contains(name) && *number->second <= 0) throw std::bad_cast();
    } else if (const auto count = counts.find(name); count != counts.end()) {
        *count->second = nb::cast<std::uint32_t>(value);
    } else if (name == "playout_brief") {
        p.playout.brief = nb::cast<bool>(value);
    } else if (name == "playout_sizes") {
        const std::vector<float> sizes = read_numbers(value);
        std::copy_n(sizes.begin(), std::min<std::size_t>(sizes.size(), kMaxSize + 1),
                    p.playout.by_size);
    } else if (name == "prior") {
        p.prior = read_numbers(value);
        if (p.prior.size() != kPhases * kFeatures) throw nb::value_error("prior: wrong length");
    } else {
        throw nb::value_error(("there is no search parameter " + name).c_str());
    }
}

// Search parameters by name; a name that is not one, or a value that it cannot have, is refused.
SearchParams read_params(const nb::dict& given) {
    SearchParams p;
    for (auto [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        try {
            read_param(p, name, value);
        } catch (const std::bad_cast&) {
            const auto shown = nb::cast<std::string>(nb::repr(value));
            throw nb::value_error(("search parameter " + name + " cannot be " + shown).c_str());
        }
    }
    return p;
}

nb::dict describe(const Tables& t, const MoveReport& move) {
    nb::dict d;
    d["placement"] = move.placement;
    d["visits"] = move.visits;
    d["prior"] = move.prior;
    d["values"] = nb::cast(std::vector<float>(move.values, move.values + t.n_players));
    d["scores"] = nb::cast(std::vector<float>(move.scores, move.scores + t.n_colors));
    d["proven"] = move.proven;
    d["line"] = nb::cast(move.line);
    return d;
}

// Legal placements of a color and, row by row, what the prior sees of them.
nb::tuple move_features(const Position& position, Color color) {
    MoveFeatures features(position.tables());
    features.look(position.core(), checked(position, color));
    std::vector<PlacementId> ids = position.legal(color);
    std::vector<float> rows(ids.size() * kFeatures, 0.0f);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        features.count(position.tables().spots[ids[i]], rows.data() + i * kFeatures);
    }
    return nb::make_tuple(to_numpy(std::move(ids)), to_numpy(std::move(rows)));
}

// Games of the prior against itself: gradient, mean results and scores by color, entropy.
nb::dict policy_games(const Tables& t, const std::vector<float>& prior,
                      const std::vector<float>& baseline, int games, std::uint64_t seed) {
    if (prior.size() != kPhases * kFeatures || baseline.size() != std::size_t(t.n_colors)) {
        throw nb::value_error("policy_games: wrong length");
    }
    PolicyGames played;
    {
        nb::gil_scoped_release release;
        played = play_policy_games(t, prior, baseline.data(), games, seed);
    }
    nb::dict d;
    d["gradient"] = to_numpy(std::move(played.gradient));
    d["moves"] = nb::cast(played.moves);
    d["results"] = nb::cast(std::vector<float>(played.result, played.result + t.n_colors));
    d["scores"] = nb::cast(std::vector<float>(played.score, played.score + t.n_colors));
    d["entropy"] = played.entropy;
    return d;
}

using FloatArray = nb::ndarray<float, nb::c_contig, nb::device::cpu>;
using ConstFloats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

// Both arrays must hold so many rows of a net's inputs.
void check_inputs(const NetFit& fit, std::size_t rows, const FloatArray& planes,
                  const FloatArray& globals) {
    if (planes.size() != rows * fit.plane_size() ||
        globals.size() != rows * static_cast<std::size_t>(fit.globals)) {
        throw nb::value_error("the arrays do not have the net's size");
    }
}

void encode_position(const Position& position, const nb::object& fit, FloatArray planes,
                     FloatArray globals) {
    const NetFit f = read_fit(fit);
    check_inputs(f, 1, planes, globals);
    encode(position.core(), f, planes.data(), globals.data());
}

int collect(Search& search, FloatArray planes, FloatArray globals) {
    const NetFit& fit = search.fit();
    const int most = static_cast<int>(planes.shape(0));
    check_inputs(fit, planes.shape(0), planes, globals);
    nb::gil_scoped_release release;
    std::fill_n(planes.data(), planes.size(), 0.0f);
    std::fill_n(globals.data(), globals.size(), 0.0f);
    return search.collect(most, planes.data(), globals.data());
}

void feed(Search& search, ConstFloats policy, ConstFloats win, ConstFloats margin,
          ConstFloats score) {
    nb::gil_scoped_release release;
    search.feed(policy.data(), win.data(), margin.data(), score.data());
}

// Plays a position to its end so many times over the moves that are left (ending_playout.h): the
// placements and final scores of each game, or nothing where too many moves are left.
nb::object ending_games(const Position& position, int games, std::uint64_t seed,
                        const nb::dict& params) {
    const Core& core = position.core();
    const Tables& t = position.tables();
    EndingMoves moves(t);
    const SearchParams read = read_params(params);
    if (!moves.prepare(core, PlayoutPolicy(t, read.playout), read.ending_moves)) return nb::none();
    EndingPlayout playout(moves);
    Random random(seed);
    nb::list played;
    for (int i = 0; i < games; ++i) {
        std::vector<Played> line;
        playout.begin();
        playout.run(core.to_play, core.out, random, &line);
        nb::list placements, scores;
        for (const Played& move : line) placements.append(t.id(move.spot));
        for (Color color = 0; color < t.n_colors; ++color) scores.append(playout.score(color));
        played.append(nb::make_tuple(placements, scores));
    }
    return played;
}

}  // namespace

NetFit read_fit(const nb::object& o) {
    const nb::object layout = o.attr("layout");
    const auto number = [&](const char* name) { return nb::cast<int>(layout.attr(name)); };
    NetFit fit;
    fit.colors = number("colors");
    fit.players = number("players");
    fit.pieces = number("pieces");
    fit.words = number("words");
    fit.planes = number("channels") / number("kinds");
    fit.globals = number("globals");
    fit.actions = number("actions");
    fit.area = number("area");
    fit.columns = number("columns");
    fit.word = field<std::int32_t>(o, "word");
    fit.piece = field<std::int32_t>(o, "piece");
    fit.action = field<std::int32_t>(o, "action");
    const auto options = nb::cast<ConstFloats>(o.attr("options"));
    fit.options.assign(options.data(), options.data() + options.size());
    return fit;
}

void bind_search(nb::module_& m) {
    m.attr("PHASES") = kPhases;
    m.attr("FEATURES") = kFeatures;
    m.def("encode", &encode_position, "position"_a, "fit"_a, "planes"_a, "globals"_a);
    m.def("move_features", &move_features, "position"_a, "color"_a);
    m.def("policy_games", &policy_games, "tables"_a, "prior"_a, "baseline"_a, "games"_a,
          "seed"_a = 1);
    m.def("ending_games", &ending_games, "position"_a, "games"_a, "seed"_a, "params"_a = nb::dict(),
          "Games to the end over the moves that are left; None where these are too many.");
    nb::class_<Search>(m, "Search", "Monte Carlo tree search on one variant.")
        .def(
            "__init__",
            [](Search* self, std::shared_ptr<Tables> tables, const nb::dict& params,
               std::uint64_t seed, std::shared_ptr<QuickNet> quick) {
                new (self) Search(tables, read_params(params), seed);
                if (quick) self->use_quick(std::move(quick));
            },
            "tables"_a, "params"_a = nb::dict(), "seed"_a = 1, "quick"_a = nb::none())
        .def(
            "use_quick",
            [](Search& s, std::shared_ptr<QuickNet> quick) { s.use_quick(std::move(quick)); },
            "quick"_a = nb::none())
        .def(
            "run",
            [](Search& s, const Position& p, double seconds, std::uint64_t simulations,
               std::uint64_t nodes, std::size_t memory, int threads, bool stop_when_decided,
               std::uint64_t solve_positions) {
                const SearchLimits limits{seconds, simulations,       nodes,          memory,
                                          threads, stop_when_decided, solve_positions};
                const Position copy(p);
                nb::gil_scoped_release release;
                s.run(copy, limits);
            },
            "position"_a, "seconds"_a = 0.0, "simulations"_a = 0, "nodes"_a = 0,
            "memory"_a = std::size_t(512) << 20, "threads"_a = 1, "stop_when_decided"_a = true,
            "solve_positions"_a = 50000)
        .def(
            "begin",
            [](Search& s, const Position& p, const nb::object& fit, double seconds,
               std::uint64_t simulations, std::uint64_t nodes, std::size_t memory, int threads,
               bool stop_when_decided, std::uint64_t solve_positions) {
                const SearchLimits limits{seconds, simulations,       nodes,          memory,
                                          threads, stop_when_decided, solve_positions};
                const NetFit net = read_fit(fit);
                const Position copy(p);
                nb::gil_scoped_release release;
                s.begin(copy, limits, net);
            },
            "position"_a, "fit"_a, "seconds"_a = 0.0, "simulations"_a = 0, "nodes"_a = 0,
            "memory"_a = std::size_t(512) << 20, "threads"_a = 1, "stop_when_decided"_a = true,
            "solve_positions"_a = 50000)
        .def_prop_ro("is_done", &Search::is_done)
        .def("collect", &collect, "planes"_a, "globals"_a)
        .def("feed", &feed, "policy"_a, "win"_a, "margin"_a, "score"_a)
        .def(
            "judge",
            [](Search& s, const Position& p, const std::vector<int>& placements, int playouts) {
                for (int id : placements) {
                    if (!p.is_legal(p.core().to_play, id))
                        throw nb::value_error("not a legal move");
                }
                nb::gil_scoped_release release;
                return s.judge(p, placements, playouts);
            },
            "position"_a, "placements"_a, "playouts"_a)
        .def("stop", &Search::stop)
        .def("resume", &Search::resume)
        .def("forget", &Search::forget)
        .def(
            "report",
            [](const Search& s, int most, int line) {
                nb::list moves;
                for (const MoveReport& move : s.report(most, line)) {
                    moves.append(describe(s.tables(), move));
                }
                return moves;
            },
            "most"_a = 10, "line"_a = 8)
        .def_prop_ro("is_solved", &Search::is_solved)
        .def_prop_ro("simulations", &Search::simulations)
        .def_prop_ro("nodes", &Search::nodes)
        .def_prop_ro("memory", &Search::memory)
        .def_prop_ro("signature", &Search::signature);
}

}  // namespace cornerwise
