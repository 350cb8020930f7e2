// What the bindings share: arrays to and from Python, and the parts of the module. The files in
// this folder are the only ones that know Python. Plain arrays cross here; the GIL is released
// around real work.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "../position.h"
#include "../search/net_input.h"

namespace cornerwise {

namespace nb = nanobind;
using namespace nb::literals;

using IntArray = nb::ndarray<const std::int32_t, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> to_vector(const IntArray& array) {
    return std::vector<T>(array.data(), array.data() + array.size());
}

template <class T>
std::vector<T> field(const nb::object& owner, const char* name) {
    return to_vector<T>(nb::cast<IntArray>(owner.attr(name)));
}

template <class T>
auto to_numpy(std::vector<T>&& values) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner);
}

inline Color checked(const Position& position, Color color) {
    if (color < 0 || color >= position.tables().n_colors) {
        throw nb::index_error("there is no such color in this game");
    }
    return color;
}

// From features.Fit: where a variant is in a net's arrays.
NetFit read_fit(const nb::object& o);

// The parts of the module, each in its own file.
void bind_tables(nb::module_& m);
void bind_position(nb::module_& m);
void bind_quick(nb::module_& m);
void bind_search(nb::module_& m);
void bind_puzzles(nb::module_& m);

}  // namespace cornerwise
