// The quick net (training/quick.py): one wide layer over sparse inputs by cell, small enough to
// judge a leaf in microseconds. Here its weights, laid out for one variant; quick_eye.h runs it.
#pragma once

#include <memory>

#include "net_input.h"
#include "quick_map.h"

namespace cornerwise {

constexpr int kMiddle = 64, kLast = 32;  // widths of the value's layers

// The arrays of a net's file, by their names there; sizes have been checked.
struct QuickWeights {
    int width = 0, home_cells = 0, orientations = 0;
    std::vector<std::int8_t> cells;  // planes × home cells × width
    std::vector<std::int32_t> word;  // of each home cell
    std::vector<float> scale, bias, told;
    std::vector<float> hidden_w, hidden_b, last_w, last_b, out_w, out_b;
    std::vector<float> local_in, local_told, local_b, local_out;
    std::vector<float> field, field_b;  // width × fields × home cells
    std::vector<float> orientation_w, orientation_b;
    MapWeights map;
};

// A dense layer: inputs × outputs, outputs padded with zeros.
struct QuickLayer {
    int outputs = 0;
    Lines<float> weights, bias;
};

// Inputs of a cell: four by color slot, and one for each set of slots that get there.
constexpr int quick_planes(int colors) { return 4 * colors + (1 << colors) - 1; }

// A net for one variant. Constant once made, shared by all threads.
class QuickNet {
  public:
    // Throws std::invalid_argument if the variant does not fit the weights.
    QuickNet(std::shared_ptr<const Tables> tables, NetFit fit, const QuickWeights& weights);
    QuickNet(const QuickNet&) = delete;

    const Tables& tables() const { return *tables_; }
    int outputs() const { return 2 * fit.players + fit.colors; }
    std::uint32_t row(Cell cell, int plane) const {
        return static_cast<std::uint32_t>(cell * planes + plane);
    }

    const NetFit fit;
    const int width;  // units, rounded up to a multiple of 32 by some that are always zero
    const int planes;
    const QuickMap map;
    int n_told = 0;  // entries of the vector that change; the options are in the bias

    Lines<std::int16_t> cells;  // cell × plane × lane (see quick_add_rows)
    Lines<float> scale, bias;   // of each unit
    Lines<std::int32_t> told;   // entry × width, in units of `told_unit`
    float told_unit = 1;

    QuickLayer middle, last, out;   // the value
    QuickLayer orientation, local;  // the policy: of each orientation; of every cell's own part
    Lines<float> local_in, local_out;
    // Fields by blocks of cells: block × unit × lane (see quick_field), with a scale by unit.
    int blocks = 0;
    Lines<std::int32_t> field;
    Lines<float> field_scale, field_bias;

    // Of each orientation: where its cells, halo and attach cells are in the fields, from its first
    // cell. Lists of a multiple of `kStampStep`, filled up with what is beyond all fields.
    static constexpr int kStampStep = 4;
    std::vector<std::int32_t> stamp_start, stamps;

    NearSteps near;
    Lines<std::uint8_t> board;                  // of each place: all bits on the board, else none
    std::uint32_t at_least[kMaxSize + 2] = {};  // pieces of at least so many cells

  private:
    std::vector<int> home_rows(const QuickWeights& weights) const;
    void lay_cells(const QuickWeights& weights, const std::vector<int>& home);
    void lay_told(const QuickWeights& weights);
    void lay_fields(const QuickWeights& weights, const std::vector<int>& home);
    void lay_orientations(const QuickWeights& weights);
    void lay_stamps();
    void find_neighbors();

    std::shared_ptr<const Tables> tables_;
    Lines<std::uint8_t> near_masks_;
};

}  // namespace cornerwise
