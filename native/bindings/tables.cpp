#include "arrays.h"

namespace cornerwise {

namespace {

Ragged to_ragged(const nb::object& lists) {
    return {to_vector<std::int32_t>(nb::cast<IntArray>(lists.attr("starts"))),
            to_vector<std::int16_t>(nb::cast<IntArray>(lists.attr("values")))};
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
        t.walk.push_back({offset[i], skip[i], orientation[i], first[i], pieces.data()[i], leaf});
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
        const Spot spot{static_cast<std::uint16_t>(i / t.grid_size),
                        static_cast<Place>(i % t.grid_size)};
        t.spots[at[i]] = spot;
        t.placement_at[spot.first * t.n_orientations + spot.orientation] =
            static_cast<PlacementId>(at[i]);
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

}  // namespace

void bind_tables(nb::module_& m) {
    nb::class_<Tables>(m, "NativeTables", "Compiled tables as the core holds them.");
    m.def("read_tables", &read_tables, "tables"_a,
          nb::sig("def read_tables(tables: object) -> NativeTables"));
}

}  // namespace cornerwise
