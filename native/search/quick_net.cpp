#include "quick_net.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace cornerwise {

namespace {

// Outputs are rounded up with zeros; inputs that are not there are never asked for.
QuickLayer layer(const std::vector<float>& weights, const std::vector<float>& bias) {
    const std::size_t n = bias.size(), inputs = weights.size() / n;
    QuickLayer l;
    l.outputs = static_cast<int>((n + 15) / 16 * 16);
    l.weights.assign(inputs * l.outputs, 0);
    l.bias.assign(l.outputs, 0);
    for (std::size_t i = 0; i < inputs; ++i) {
        std::copy_n(weights.data() + i * n, n, l.weights.data() + i * l.outputs);
    }
    std::copy(bias.begin(), bias.end(), l.bias.begin());
    return l;
}

template <class T>
Lines<T> lines(const std::vector<T>& values) {
    return Lines<T>(values.begin(), values.end());
}

}  // namespace

QuickNet::QuickNet(std::shared_ptr<const Tables> tables, NetFit its_fit,
                   const QuickWeights& weights)
    : fit(std::move(its_fit)),
      width((weights.width + 31) / 32 * 32),
      planes(quick_planes(fit.colors)),
      map(*tables, fit, planes, weights.map),
      tables_(std::move(tables)) {
    const Tables& t = *tables_;
    if (static_cast<int>(fit.word.size()) != t.n_cells ||
        static_cast<int>(fit.action.size()) != t.n_placements || t.n_colors > fit.colors ||
        t.n_players > fit.players) {
        throw std::invalid_argument("the fit is not that of the tables' variant");
    }
    const std::vector<int> home = home_rows(weights);
    lay_cells(weights, home);
    lay_told(weights);
    lay_fields(weights, home);
    lay_orientations(weights);
    middle = layer(weights.hidden_w, weights.hidden_b);
    last = layer(weights.last_w, weights.last_b);
    out = layer(weights.out_w, weights.out_b);
    local = layer(weights.local_told, weights.local_b);
    local_in = lines(weights.local_in);
    local_out = lines(weights.local_out);
    lay_stamps();
    find_neighbors();
    for (Piece piece = 0; piece < t.n_pieces; ++piece) {
        for (int size = 0; size <= t.piece_size[piece]; ++size) at_least[size] |= 1u << piece;
    }
}

// The row of each cell in the arrays of the file.
std::vector<int> QuickNet::home_rows(const QuickWeights& weights) const {
    std::vector<int> row_of(fit.words, -1), rows;
    for (int row = 0; row < weights.home_cells; ++row) {
        const int word = weights.word[row];
        if (word < 0 || word >= fit.words) throw std::invalid_argument("word: outside of the net");
        row_of[word] = row;
    }
    for (const std::int32_t word : fit.word) {
        if (row_of[word] < 0) throw std::invalid_argument("word: a cell of the variant is missing");
        rows.push_back(row_of[word]);
    }
    return rows;
}

void QuickNet::lay_cells(const QuickWeights& weights, const std::vector<int>& home) {
    const int lanes = width / 2;
    cells.resize(home.size() * planes * lanes);
    for (std::size_t cell = 0; cell < home.size(); ++cell) {
        for (int plane = 0; plane < planes; ++plane) {
            const std::size_t from =
                static_cast<std::size_t>(plane) * weights.home_cells + home[cell];
            const std::int8_t* const units = weights.cells.data() + from * weights.width;
            const auto unit = [&](int u) { return u < weights.width ? units[u] : 0; };
            std::int16_t* const to =
                cells.data() +
                static_cast<std::size_t>(row(static_cast<Cell>(cell), plane)) * lanes;
            for (int i = 0; i < lanes; ++i) {
                to[i] = static_cast<std::int16_t>(256 * unit(lanes + i) + unit(i) + kLowBias);
            }
        }
    }
    scale = lines(weights.scale);
    scale.resize(width, 0);
}

// Whole numbers, so that adding what changed gives the same sum by every way. The unit leaves
// room in 32 bits for the largest vector that there can be.
void QuickNet::lay_told(const QuickWeights& weights) {
    const int units = weights.width;
    n_told = fit.globals - static_cast<int>(fit.options.size());
    bias = lines(weights.bias);
    bias.resize(width, 0);
    for (std::size_t i = 0; i < fit.options.size(); ++i) {
        for (int u = 0; u < units; ++u) {
            bias[u] += fit.options[i] * weights.told[(n_told + i) * units + u];
        }
    }
    double most = 1e-6;
    for (int u = 0; u < units; ++u) {
        double sum = 0;
        for (int i = 0; i < n_told; ++i) sum += std::abs(weights.told[i * units + u]);
        most = std::max(most, sum * std::max(1, tables_->copies));
    }
    told_unit = static_cast<float>(most / (1 << 29));
    told.assign(static_cast<std::size_t>(n_told) * width, 0);
    for (int i = 0; i < n_told; ++i) {
        for (int u = 0; u < units; ++u) {
            told[static_cast<std::size_t>(i) * width + u] =
                static_cast<std::int32_t>(std::lround(weights.told[i * units + u] / told_unit));
        }
    }
}

void QuickNet::lay_fields(const QuickWeights& weights, const std::vector<int>& home) {
    const std::size_t n = weights.home_cells;
    blocks = (static_cast<int>(home.size()) + kFieldCells - 1) / kFieldCells;
    field.assign(static_cast<std::size_t>(blocks) * width * kFieldLanes, 0);
    field_bias.assign(static_cast<std::size_t>(blocks) * kFieldBlock, 0);
    field_scale.assign(width, 0);
    for (std::size_t cell = 0; cell < home.size(); ++cell) {
        for (int f = 0; f < kFields; ++f) {
            const std::size_t block = cell / kFieldCells, at = cell % kFieldCells;
            field_bias[block * kFieldBlock + f * kFieldCells + at] =
                weights.field_b[f * n + home[cell]];
        }
    }
    for (int u = 0; u < weights.width; ++u) {
        const float* const from = weights.field.data() + u * kFields * n;
        float most = 1e-12f;
        for (std::size_t i = 0; i < kFields * n; ++i) most = std::max(most, std::abs(from[i]));
        const float unit = most / 32700;
        field_scale[u] = unit / 65536;
        for (int block = 0; block < blocks; ++block) {
            const auto weight = [&](int output) {
                const std::size_t cell = block * kFieldCells + output % kFieldCells;
                return cell < home.size() ? from[output / kFieldCells * n + home[cell]] / unit : 0;
            };
            std::int32_t* const to =
                field.data() + (static_cast<std::size_t>(block) * width + u) * kFieldLanes;
            for (int i = 0; i < kFieldLanes; ++i) {
                const int low = static_cast<int>(std::lround(weight(i))) & 0xFFFF;
                const float above = weight(kFieldLanes + i) - static_cast<float>(low) / 65536;
                to[i] = static_cast<int>(std::lround(above)) * 65536 + low;
            }
        }
    }
}

// The variant's own orientations out of the home variant's.
void QuickNet::lay_orientations(const QuickWeights& weights) {
    const Tables& t = *tables_;
    std::vector<int> home(t.n_orientations, 0);
    for (int id = 0; id < t.n_placements; ++id) {
        home[t.spots[id].orientation] = fit.action[id] / fit.area;
    }
    std::vector<float> w, b;
    for (int u = 0; u < weights.width; ++u) {
        for (const int o : home) w.push_back(weights.orientation_w[u * weights.orientations + o]);
    }
    for (const int o : home) b.push_back(weights.orientation_b[o]);
    orientation = layer(w, b);
}

void QuickNet::lay_stamps() {
    const Tables& t = *tables_;
    const Ragged* const lists[kFields] = {&t.cells, &t.halo, &t.attach};
    for (int o = 0; o < t.n_orientations; ++o) {
        stamp_start.push_back(static_cast<std::int32_t>(stamps.size()));
        for (int f = 0; f < kFields; ++f) {
            for (auto p = lists[f]->begin(o); p != lists[f]->end(o); ++p) {
                stamps.push_back(f * kMaxGrid + *p);
            }
        }
        while (stamps.size() % kStampStep) stamps.push_back(kFields * kMaxGrid);
    }
    stamp_start.push_back(static_cast<std::int32_t>(stamps.size()));
}

// The steps from cells to their neighbors, with a mask of the places that have such a one.
void QuickNet::find_neighbors() {
    const Tables& t = *tables_;
    board.assign(kMaxGrid, 0);
    near_masks_.assign(kNeighbors * kMaxGrid, 0);
    for (int i = 0; i < kNeighbors; ++i) near.mask[i] = near_masks_.data() + i * kMaxGrid;
    for (Cell cell = 0; cell < t.n_cells; ++cell) {
        board[t.grid[cell]] = 0xFF;
        for (auto n = t.near.begin(cell); n != t.near.end(cell); ++n) {
            const int offset = t.grid[*n] - t.grid[cell];
            int i = 0;
            while (i < kNeighbors && near.offset[i] != 0 && near.offset[i] != offset) ++i;
            if (i == kNeighbors) throw std::invalid_argument("a lattice of too many neighbors");
            near.offset[i] = offset;
            near_masks_[i * kMaxGrid + t.grid[cell]] = 0xFF;
        }
    }
}

}  // namespace cornerwise
