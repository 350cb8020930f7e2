#include "../movegen.h"
#include "../playout.h"
#include "arrays.h"

namespace cornerwise {

namespace {

auto legal_mask(const Position& position, Color color) {
    std::vector<std::uint8_t> mask(position.tables().n_placements, 0);
    for_all_legal(position.core(), checked(position, color),
                  [&](Spot spot) { mask[position.tables().id(spot)] = 1; });
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

}  // namespace

void bind_position(nb::module_& m) {
    nb::class_<Position>(m, "Position", "A position with its history, over compiled tables.")
        .def(nb::init<std::shared_ptr<const Tables>>(), "tables"_a)
        .def("copy", [](const Position& p) { return new Position(p); })
        .def("play", &Position::play, "placement"_a)
        .def("undo", &Position::undo)
        .def("retire", &Position::retire, "players"_a, "colors"_a)
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
                if (depth < 0) throw nb::value_error("perft: the depth must be at least 0");
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

}  // namespace cornerwise
