// The inner loops of the quick net. Each is compiled for several kinds of x86 and the best one
// is taken when the program starts; elsewhere there is one, as the compiler makes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace cornerwise {

// Arrays that begin on a cache line, so that a row of weights never straddles one more.
template <class T>
struct LineAllocator {
    using value_type = T;
    LineAllocator() = default;
    template <class U>
    LineAllocator(const LineAllocator<U>&) {}
    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(64)));
    }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t(64)); }
    bool operator==(const LineAllocator&) const { return true; }
};
template <class T>
using Lines = std::vector<T, LineAllocator<T>>;

constexpr int kNeighbors = 4;    // steps to neighbors that a lattice has, over all kinds of cells
constexpr int kFields = 3;       // what a move's cells are summed over: covered, beside, opened
constexpr int kFieldCells = 16;  // cells whose fields are worked out together
constexpr int kFieldBlock = kFields * kFieldCells;
constexpr int kFieldLanes = kFieldBlock / 2;
constexpr int kLowBias = 128;   // added to weights that share a lane with a higher one
constexpr int kPlaceStep = 64;  // grids are gone over in steps of so many places
constexpr int kLocal = 16;      // what the policy works out of a cell's own inputs

// Steps to the neighbors of a place; a mask says at which places (kinds) there is such a one.
struct NearSteps {
    int offset[kNeighbors] = {};
    const std::uint8_t* mask[kNeighbors] = {};
};

// Which bits of a position's bytes become which bits of the net's, by color.
struct SlotBits {
    int to_play, colors;
    int slot[4];  // of each color; 4 or more for those that there are not
};

// By place, bits by color: a position's bytes, and where its colors get to.
struct QuickSight {
    const std::uint8_t *state, *owner, *board, *ways, *close, *reach;
};

// All sizes are rounded up to `kPlaceStep`; what lies behind the grid is masked by `board`.

// One step of all colors (bits) over places free for them, for the colors in `allowed`.
// `reach` must be readable one step outside of 0..size and be zero there.
void quick_spread(const std::uint8_t* reach, std::uint8_t* next, const std::uint8_t* free,
                  std::uint8_t allowed, const NearSteps& near, int size);

// Where colors are free to go, and where they begin.
void quick_begin(const std::uint8_t* state, const std::uint8_t* board, std::uint8_t usable,
                 std::uint8_t* free, std::uint8_t* ways, int size);

// The net's view by slots: own | forbidden << 4, ways | close << 4, set of those who get there.
void quick_view(const QuickSight& sight, const SlotBits& slots, std::uint8_t* body,
                std::uint8_t* near, std::uint8_t* who, int size);

// Places where two views differ: their number, and which.
int quick_changes(const std::uint8_t* const* a, const std::uint8_t* const* b, int size,
                  std::uint16_t* places);

// In how many places two views differ.
int quick_differ(const std::uint8_t* a, const std::uint8_t* b, int size);

// acc += sign × the sum of rows of int8. A lane of 16 bits holds two weights: of unit `lane`,
// plus kLowBias, and 256 times that of unit `lane + lanes`. Both are summed without being
// parted. Exact, whatever the weights: at most 256 rows (256 × 128 = 2^15, 256 × 255 < 2^16)
// are summed in 16 bits before they are added in 32.
void quick_add_rows(const std::int16_t* weights, const std::uint32_t* rows, int n, int lanes,
                    int sign, std::int32_t* acc);

// acc += times × row.
void quick_add_told(const std::int32_t* row, int times, int width, std::int32_t* acc);

// relu(acc × scale + told × unit + bias), and the indices of what is not zero: their number.
int quick_hidden(const std::int32_t* acc, const float* scale, const std::int32_t* told, float unit,
                 const float* bias, int width, float* hidden, std::uint16_t* active);

// out = bias + the sum over active inputs of in[i] × weights[i]. Outputs are a multiple of 16.
void quick_dense(const float* in, const std::uint16_t* active, int n, const float* weights,
                 const float* bias, int outputs, float* out);

// The same for one block of cells, with weights of 16 bits in units of 2^-16 of the inputs'. A
// lane holds two: of output `lane` below and, 2^16 times, of output `lane + kFieldLanes` above,
// which is read with what is below it and was rounded with that in mind.
void quick_field(const float* in, const std::uint16_t* active, int n, const std::int32_t* weights,
                 const float* bias, float* out);

// A cell's own part of its fields: out · relu(base + rows of its inputs).
void quick_local(const float* base, const float* rows, std::uint32_t inputs, const float* out,
                 float* fields);

// The loops of the map (quick_map.h): places are those of its picture, channels a multiple of 16.

constexpr int kMapSteps = 9;  // places of a window
constexpr int kMapGroup = 4;  // inputs whose products are summed at once
using MapSteps = std::array<int, kMapSteps>;

// A convolution: weights by step, group of inputs, output and input of the group; the same as
// floats by step, input and output; and what makes levels of its sums.
struct MapLayer {
    const std::int8_t* packed;
    const float *plain, *scale, *bias;
};

struct MapPlaces {
    const std::uint16_t* at;
    int n, channels;
};

// How many inputs of one place became set, and how many no longer are: one at least.
struct MapRun {
    std::uint8_t added, taken;
};

// sums += the windows of inputs that became set − those of inputs that no longer are, place by
// place: their rows follow each other in `added` and `taken`, and `place` and `input` say what a
// row is.
void map_change(const std::int16_t* weights, const std::uint16_t* place, const std::uint16_t* input,
                const std::uint32_t* added, const std::uint32_t* taken, const MapRun* runs, int n,
                const MapSteps& steps, int channels, std::int16_t* sums);

// Levels (0 to 255) of sum × unit + base.
void map_begin(const std::int16_t* sums, float unit, const float* base, const MapPlaces& places,
               std::uint8_t* out);

// Levels of a convolution of levels, plus `also` if there is such. All of `in` and of `wide`,
// which machines need that multiply no bytes, must be zero but for the places.
void map_convolve(const MapLayer& layer, const MapSteps& steps, const std::uint8_t* in,
                  const std::uint8_t* also, const MapPlaces& places, float* wide,
                  std::uint8_t* out);

// Sums over the places, then the highest levels: 2 × channels.
void map_pool(const std::uint8_t* levels, const MapPlaces& places, float* out);

// out = base + the sum of levels × weights, `kLocal` each.
void map_local(const std::uint8_t* levels, int channels, const float* weights, const float* base,
               float* out);

}  // namespace cornerwise
