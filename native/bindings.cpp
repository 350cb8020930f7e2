// The one file that knows Python. Plain arrays cross here; the GIL is released around real work.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "movegen.h"
#include "playout.h"
#include "position.h"
#include "puzzles/arrange.h"
#include "puzzles/cover.h"
#include "puzzles/scan.h"
#include "puzzles/settle.h"
#include "search/features.h"
#include "search/policy_games.h"
#include "search/search.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace cornerwise;

namespace {

using IntArray = nb::ndarray<const std::int32_t, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> to_vector(const IntArray& array) {
    return std::vector<T>(array.data(), array.data() + array.size());
}

Ragged to_ragged(const nb::object& lists) {
    return {to_vector<std::int32_t>(nb::cast<IntArray>(lists.attr("starts"))),
            to_vector<std::int16_t>(nb::cast<IntArray>(lists.attr("values")))};
}

template <class T>
std::vector<T> field(const nb::object& owner, const char* name) {
    return to_vector<T>(nb::cast<IntArray>(owner.attr(name)));
}

void read_walk(Tables& t, const nb::object& walk) {
    t.walk_start = field<std::int32_t>(walk, "starts");
    const auto offset = field<std::int16_t>(walk, "offset");
    const auto skip = field<std::uint16_t>(walk, "skip");
    const auto orientation = field<std::int16_t>(walk, "orientation");
    const auto first = field<std::int16_t>(walk, "first");
    const auto pieces = nb::cast<nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>>(
        walk.attr("pieces"));
    for (std::size_t i = 0; i < offset.size(); ++i) {
        const std::uint32_t leaf =
            orientation[i] < 0 ? 0 : 1u << t.orientation_piece[orientation[i]];
        t.walk.push_back({offset[i], skip[i], orientation[i], first[i], pieces.data()[i], leaf, 0});
    }
}

void read_places(Tables& t, const nb::object& o) {
    const auto kind = field<std::uint8_t>(o, "kind");
    t.grid = field<Place>(o, "grid");
    t.n_cells = static_cast<int>(t.grid.size());
    t.kind_at.assign(t.grid_size, 0);
    const auto central =
        nb::cast<nb::ndarray<const float, nb::c_contig, nb::device::cpu>>(o.attr("central"));
    t.central.assign(t.grid_size, 0.0f);
    for (int cell = 0; cell < t.n_cells; ++cell) {
        t.kind_at[t.grid[cell]] = kind[cell];
        t.central[t.grid[cell]] = central.data()[cell];
    }
    t.near = to_ragged(o.attr("edges"));
    for (int cell : field<std::int32_t>(o, "start_cells")) t.starts.push_back(t.grid[cell]);
}

void read_placements(Tables& t, const nb::object& o) {
    const auto at = field<std::int32_t>(o, "placement_at");
    t.placement_at.assign(at.size(), kNoPlacement);
    const auto orientation = field<std::uint16_t>(o, "orientation");
    t.n_placements = static_cast<int>(orientation.size());
    t.spots.resize(orientation.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (at[i] < 0) continue;
        t.placement_at[i] = static_cast<PlacementId>(at[i]);
        t.spots[at[i]] = {static_cast<std::uint16_t>(i / t.grid_size),
                          static_cast<Place>(i % t.grid_size)};
    }
}

std::shared_ptr<Tables> read_tables(const nb::object& o) {
    auto tables = std::make_shared<Tables>();
    Tables& t = *tables;
    t.grid_size = nb::cast<int>(o.attr("grid_size"));
    t.grid_width = nb::cast<int>(o.attr("grid_width"));
    t.copies = nb::cast<int>(o.attr("variant").attr("copies"));
    t.single = nb::cast<int>(o.attr("single"));
    t.bonus_all = nb::cast<int>(o.attr("bonus")[nb::int_(0)]);
    t.bonus_single = nb::cast<int>(o.attr("bonus")[nb::int_(1)]);
    if (t.grid_size > kMaxGrid) throw nb::value_error("the board is too large for the native core");
    t.piece_size = field<std::uint8_t>(o, "piece_size");
    t.n_pieces = static_cast<int>(t.piece_size.size());
    t.orientation_piece = field<std::uint8_t>(o, "orientation_piece");
    t.n_orientations = static_cast<int>(t.orientation_piece.size());
    t.cells = to_ragged(o.attr("orientation_cells"));
    t.halo = to_ragged(o.attr("orientation_halo"));
    t.attach = to_ragged(o.attr("orientation_attach"));
    t.shun = to_ragged(o.attr("orientation_shun"));
    t.start_open = field<std::uint32_t>(o, "start_open");
    t.start_leaves = field<std::uint32_t>(o, "start_leaves");
    t.controllers = to_ragged(o.attr("controllers"));
    t.n_colors = static_cast<int>(t.start_open.size());
    const auto counts = field<std::uint8_t>(o, "counts");
    t.n_players = static_cast<int>(counts.size()) / t.n_colors;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        t.counts[i / t.n_colors][i % t.n_colors] = counts[i];
    }
    read_places(t, o);
    read_placements(t, o);
    read_walk(t, o.attr("walk"));
    finish(t);
    return tables;
}

template <class T>
auto to_numpy(std::vector<T>&& values) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner);
}

Color checked(const Position& position, Color color) {
    if (color < 0 || color >= position.tables().n_colors) {
        throw nb::index_error("there is no such color in this game");
    }
    return color;
}

auto legal_mask(const Position& position, Color color) {
    std::vector<std::uint8_t> mask(position.tables().n_placements, 0);
    for_each_legal(position.core(), checked(position, color), [&](Spot spot) {
        mask[position.tables().id(spot)] = 1;
        return false;
    });
    return to_numpy(std::move(mask));
}

// One number per cell; what `read` gives for its grid place.
template <class Read>
auto by_cell(const Position& position, Read read) {
    const Tables& t = position.tables();
    std::vector<std::int8_t> values(t.n_cells);
    for (Cell cell = 0; cell < t.n_cells; ++cell) {
        values[cell] = static_cast<std::int8_t>(read(position.core(), t.grid[cell]));
    }
    return to_numpy(std::move(values));
}

// Plays whole games from the position; the sums that a bench or a test wants.
nb::dict random_games(const Position& position, int games, std::uint64_t seed,
                      const std::vector<float>& weights) {
    PlayoutWeights by_size;
    for (std::size_t i = 0; i < weights.size() && i <= kMaxSize; ++i)
        by_size.by_size[i] = weights[i];
    const Tables& t = position.tables();
    std::vector<std::int64_t> totals(t.n_colors, 0);
    std::int64_t plies = 0;
    {
        nb::gil_scoped_release release;
        Random random(seed);
        const PlayoutPolicy policy(t, by_size);
        for (int i = 0; i < games; ++i) {
            Core core(position.core());
            plies += Playout(core, random, policy).run();
            for (Color color = 0; color < t.n_colors; ++color) totals[color] += core.score(color);
        }
    }
    nb::dict result;
    result["plies"] = plies;
    result["scores"] = nb::cast(totals);
    return result;
}

// Generates the moves of the color to play again and again, for the bench.
std::int64_t generate(const Position& position, int times) {
    nb::gil_scoped_release release;
    std::int64_t moves = 0;
    for (int i = 0; i < times; ++i) moves += position.legal(position.core().to_play).size();
    return moves;
}

void bind_position(nb::module_& m) {
    nb::class_<Position>(m, "Position", "A position with its history, over compiled tables.")
        .def(nb::init<std::shared_ptr<const Tables>>(), "tables"_a)
        .def("copy", [](const Position& p) { return new Position(p); })
        .def("play", &Position::play, "placement"_a)
        .def("undo", &Position::undo)
        .def("retire", &Position::retire, "colors"_a)
        .def(
            "place", [](Position& p, Color c, int id) { return p.place(checked(p, c), id); },
            "color"_a, "placement"_a)
        .def(
            "set_to_play", [](Position& p, Color c) { p.set_to_play(checked(p, c)); }, "color"_a)
        .def(
            "legal",
            [](const Position& p, Color c) {
                checked(p, c);
                std::vector<PlacementId> ids;
                {
                    nb::gil_scoped_release release;
                    ids = p.legal(c);
                }
                return to_numpy(std::move(ids));
            },
            "color"_a)
        .def("legal_mask", &legal_mask, "color"_a)
        .def(
            "is_legal",
            [](const Position& p, Color c, int id) { return p.is_legal(checked(p, c), id); },
            "color"_a, "placement"_a)
        .def(
            "count_legal",
            [](const Position& p, Color c) { return count_moves(p.core(), checked(p, c)); },
            "color"_a)
        .def(
            "perft",
            [](const Position& p, int depth) {
                nb::gil_scoped_release release;
                return perft(p.core(), depth);
            },
            "depth"_a)
        .def("random_games", &random_games, "games"_a, "seed"_a, "weights"_a = std::vector<float>())
        .def("generate", &generate, "times"_a)
        .def_prop_ro("to_play", [](const Position& p) { return p.core().to_play; })
        .def_prop_ro("ply", [](const Position& p) { return p.core().ply; })
        .def_prop_ro("hash", [](const Position& p) { return p.core().hash; })
        .def_prop_ro("out", [](const Position& p) { return p.core().out; })
        .def(
            "controller",
            [](const Position& p, Color c) { return p.core().controller(checked(p, c)); },
            "color"_a)
        .def(
            "score", [](const Position& p, Color c) { return p.core().score(checked(p, c)); },
            "color"_a)
        .def(
            "left", [](const Position& p, Color c) { return p.core().left[checked(p, c)]; },
            "color"_a)
        .def(
            "placed", [](const Position& p, Color c) { return p.core().placed[checked(p, c)]; },
            "color"_a)
        .def(
            "stock",
            [](const Position& p, Color c) {
                const auto* s = p.core().stock[checked(p, c)];
                return std::vector<int>(s, s + p.tables().n_pieces);
            },
            "color"_a)
        .def("owners",
             [](const Position& p) {
                 return by_cell(p, [](const Core& c, Place g) { return c.owner[g] - 1; });
             })
        .def("states", [](const Position& p) {
            return by_cell(p, [](const Core& c, Place g) { return c.state[g]; });
        });
}

// Search parameters by name; a name that is not one is refused.
SearchParams read_params(const nb::dict& given) {
    SearchParams p;
    for (auto [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        if (name == "exploration")
            p.exploration = nb::cast<float>(value);
        else if (name == "untried")
            p.untried = nb::cast<float>(value);
        else if (name == "expand_at")
            p.expand_at = nb::cast<std::uint32_t>(value);
        else if (name == "score_share")
            p.score_share = nb::cast<float>(value);
        else if (name == "place_share")
            p.place_share = nb::cast<float>(value);
        else if (name == "score_scale")
            p.score_scale = nb::cast<float>(value);
        else if (name == "amaf_visits")
            p.amaf_visits = nb::cast<float>(value);
        else if (name == "playout_brief")
            p.playout.brief = nb::cast<bool>(value);
        else if (name == "prior_temperature")
            p.prior_temperature = nb::cast<float>(value);
        else if (name == "width")
            p.width = nb::cast<float>(value);
        else if (name == "widen")
            p.widen = nb::cast<float>(value);
        else if (name == "net_exploration")
            p.net_exploration = nb::cast<float>(value);
        else if (name == "net_untried")
            p.net_untried = nb::cast<float>(value);
        else if (name == "net_temperature")
            p.net_temperature = nb::cast<float>(value);
        else if (name == "playout_local")
            p.playout.local = nb::cast<float>(value);
        else if (name == "playout_sizes") {
            const auto sizes = nb::cast<std::vector<float>>(value);
            std::copy_n(sizes.begin(), std::min<std::size_t>(sizes.size(), kMaxSize + 1),
                        p.playout.by_size);
        } else if (name == "prior") {
            p.prior = nb::cast<std::vector<float>>(value);
            if (p.prior.size() != kPhases * kFeatures) throw nb::value_error("prior: wrong length");
        } else {
            throw nb::value_error(("there is no search parameter " + name).c_str());
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
    const MoveFeatures features(position.core(), checked(position, color));
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

// From features.Fit: where a variant is in a net's arrays.
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
    fit.word = field<std::int32_t>(o, "word");
    fit.piece = field<std::int32_t>(o, "piece");
    fit.action = field<std::int32_t>(o, "action");
    const auto options = nb::cast<ConstFloats>(o.attr("options"));
    fit.options.assign(options.data(), options.data() + options.size());
    return fit;
}

SearchLimits read_limits(double seconds, std::uint64_t simulations, std::uint64_t nodes,
                         std::size_t memory, int threads, bool stop_when_decided,
                         std::uint64_t solve_positions) {
    return {seconds, simulations, nodes, memory, threads, stop_when_decided, solve_positions};
}

void encode_position(const Position& position, const nb::object& fit, FloatArray planes,
                     FloatArray globals) {
    const NetFit f = read_fit(fit);
    if (planes.size() != f.plane_size() || globals.size() != static_cast<std::size_t>(f.globals)) {
        throw nb::value_error("the arrays do not have the net's size");
    }
    encode(position.core(), f, planes.data(), globals.data());
}

int collect(Search& search, FloatArray planes, FloatArray globals) {
    const NetFit& fit = search.fit();
    const int most = static_cast<int>(planes.shape(0));
    if (planes.size() != most * fit.plane_size() ||
        globals.size() != static_cast<std::size_t>(most) * fit.globals) {
        throw nb::value_error("the arrays do not have the net's size");
    }
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

void bind_search(nb::module_& m) {
    m.attr("PHASES") = kPhases;
    m.attr("FEATURES") = kFeatures;
    m.def("phase_of", &phase_of, "placed"_a);
    m.def("encode", &encode_position, "position"_a, "fit"_a, "planes"_a, "globals"_a);
    m.def("move_features", &move_features, "position"_a, "color"_a);
    m.def("policy_games", &policy_games, "tables"_a, "prior"_a, "baseline"_a, "games"_a,
          "seed"_a = 1);
    nb::class_<Search>(m, "Search", "Monte Carlo tree search on one variant.")
        .def(
            "__init__",
            [](Search* self, std::shared_ptr<Tables> tables, const nb::dict& params,
               std::uint64_t seed) { new (self) Search(tables, read_params(params), seed); },
            "tables"_a, "params"_a = nb::dict(), "seed"_a = 1)
        .def(
            "run",
            [](Search& s, const Position& p, double seconds, std::uint64_t simulations,
               std::uint64_t nodes, std::size_t memory, int threads, bool stop_when_decided,
               std::uint64_t solve_positions) {
                const SearchLimits limits =
                    read_limits(seconds, simulations, nodes, memory, threads, stop_when_decided,
                                solve_positions);
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
                const SearchLimits limits =
                    read_limits(seconds, simulations, nodes, memory, threads, stop_when_decided,
                                solve_positions);
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
        .def("set_seed", &Search::set_seed, "seed"_a)
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

// Puzzle solvers: each is an object that works in slices, so that a caller can show progress,
// stop, or go on. `run` gives the interpreter back to others while it works.
std::unique_ptr<puzzles::Arrange> make_arrange(std::shared_ptr<const Tables> tables,
                                               const std::vector<int>& roots, int shift,
                                               const std::vector<int>& image, bool descending,
                                               bool single_last,
                                               const std::vector<std::array<int, 2>>& fixed,
                                               std::uint64_t seed) {
    return std::make_unique<puzzles::Arrange>(
        puzzles::ArrangeTask{tables, shift, image, roots, descending, single_last, fixed, seed});
}

void bind_arrange(nb::module_& m) {
    using puzzles::Arrange;
    nb::class_<Arrange>(m, "Arrange", "Searches for a legal game that places every piece.")
        .def(nb::new_(&make_arrange), "tables"_a, "roots"_a, "shift"_a, "image"_a,
             "descending"_a = false, "single_last"_a = false,
             "fixed"_a = std::vector<std::array<int, 2>>(), "seed"_a = 0)
        .def("run", &Arrange::run, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Arrange::stop)
        .def("order", &Arrange::order)
        .def_prop_ro("missing", &Arrange::missing)
        .def_prop_ro("best", &Arrange::best)
        .def_prop_ro("rounds", &Arrange::rounds);
}

puzzles::Lists to_lists(const nb::object& ragged) {
    return {to_vector<int>(nb::cast<IntArray>(ragged.attr("starts"))),
            to_vector<int>(nb::cast<IntArray>(ragged.attr("values")))};
}

template <class Solver>
std::unique_ptr<Solver> make_cover(int n_cells, const nb::object& cells, const nb::object& halo,
                                   const nb::object& attach, const nb::object& edges,
                                   const std::vector<int>& piece, const std::vector<int>& stock,
                                   int colors, bool apart, bool touch, bool restarts,
                                   const std::vector<std::array<int, 2>>& fixed,
                                   std::uint64_t seed) {
    return std::make_unique<Solver>(puzzles::CoverTask{
        n_cells, to_lists(cells), to_lists(halo), to_lists(attach), to_lists(edges), piece, stock,
        colors, apart, touch, restarts, fixed, seed});
}

// `Cover` and `Scan` are asked and answer alike.
template <class Solver>
nb::class_<Solver> bind_packer(nb::module_& m, const char* name, const char* doc) {
    return nb::class_<Solver>(m, name, doc)
        .def(nb::new_(&make_cover<Solver>), "n_cells"_a, "cells"_a, "halo"_a, "attach"_a, "edges"_a,
             "piece"_a, "stock"_a, "colors"_a = 1, "apart"_a = false, "touch"_a = false,
             "restarts"_a = false, "fixed"_a = std::vector<std::array<int, 2>>(), "seed"_a = 0)
        .def(
            "run",
            [](Solver& c, double s, bool count) { return static_cast<int>(c.run(s, count)); },
            "seconds"_a, "count"_a = false, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Solver::stop)
        .def("solution", &Solver::solution)
        .def_prop_ro("found", &Solver::found)
        .def_prop_ro("nodes", &Solver::nodes);
}

void bind_settle(nb::module_& m) {
    using puzzles::Settle;
    nb::class_<Settle>(m, "Settle", "Tries every way to place all that some colors hold.")
        .def(nb::new_([](const Position& p, unsigned colors, bool descending, int enough) {
                 puzzles::SettleTask task{colors, descending, enough};
                 return std::make_unique<Settle>(p.core(), task);
             }),
             "position"_a, "colors"_a, "descending"_a = false, "enough"_a = 1,
             nb::keep_alive<0, 1>())
        .def("run", &Settle::run, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Settle::stop)
        .def_prop_ro("found", &Settle::found)
        .def_prop_ro("nodes", &Settle::nodes)
        .def("line", [](const Settle& s) {
            std::vector<std::array<int, 2>> moves;
            for (const auto& [color, placement] : s.line()) moves.push_back({color, placement});
            return moves;
        });
}

void bind_puzzles(nb::module_& m) {
    bind_arrange(m);
    bind_packer<puzzles::Cover>(m, "Cover", "Fills cells exactly with pieces from a stock.")
        .def_prop_ro("deepest", &puzzles::Cover::deepest)
        .def_prop_ro("restarts", &puzzles::Cover::restarts);
    bind_packer<puzzles::Scan>(m, "Scan", "Lists the colored packings of a small board.")
        .def_prop_ro("done", &puzzles::Scan::done);
    bind_settle(m);
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core of Cornerwise: positions and legal moves over compiled tables.";
    nb::class_<Tables>(m, "NativeTables", "Compiled tables as the core holds them.");
    m.def("read_tables", &read_tables, "tables"_a,
          nb::sig("def read_tables(tables: object) -> NativeTables"));
    bind_position(m);
    bind_search(m);
    bind_puzzles(m);
}
