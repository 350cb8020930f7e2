#include "../puzzles/arrange.h"
#include "../puzzles/cover.h"
#include "../puzzles/scan.h"
#include "../puzzles/settle.h"
#include "arrays.h"

namespace cornerwise {

namespace {

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

}  // namespace

void bind_puzzles(nb::module_& m) {
    bind_arrange(m);
    bind_packer<puzzles::Cover>(m, "Cover", "Fills cells exactly with pieces from a stock.")
        .def_prop_ro("deepest", &puzzles::Cover::deepest)
        .def_prop_ro("restarts", &puzzles::Cover::restarts);
    bind_packer<puzzles::Scan>(m, "Scan", "Lists the colored packings of a small board.")
        .def_prop_ro("done", &puzzles::Scan::done);
    bind_settle(m);
}

}  // namespace cornerwise
