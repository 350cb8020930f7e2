#include "quick_kernels.h"

#include <cstring>

#include "vectors.h"

namespace cornerwise {

namespace {

constexpr int kRowsInShorts = 256;

// The same byte eight times.
constexpr std::uint64_t each(int byte) { return 0x0101010101010101ull * byte; }

// N vectors of lanes from `from` on, held in registers over all rows.
template <int N>
CORNERWISE_INLINE void add_block(const std::int16_t* weights, const std::uint32_t* rows, int n,
                                 int lanes, int sign, std::int32_t* acc, int from) {
    for (int begin = 0; begin < n; begin += kRowsInShorts) {
        const int end = begin + kRowsInShorts < n ? begin + kRowsInShorts : n;
        Wraps both[N] = {};
        Shorts high[N] = {};
        for (int r = begin; r < end; ++r) {
            const std::int16_t* const row =
                weights + static_cast<std::size_t>(rows[r]) * lanes + from;
            for (int i = 0; i < N; ++i) {
                const Shorts x = at<Shorts>(row + kShorts * i);
                both[i] += (Wraps)x;
                high[i] += x >> 8;
            }
        }
        std::uint16_t first[N * kShorts];
        std::int16_t second[N * kShorts];
        for (int i = 0; i < N; ++i) {
            at<Wraps>(first + kShorts * i) = both[i] - ((Wraps)high[i] << 8);
            at<Shorts>(second + kShorts * i) = high[i];
        }
        const int bias = kLowBias * (end - begin);
        for (int i = 0; i < N * kShorts; ++i) {
            acc[from + i] += sign * (first[i] - bias);
            acc[from + lanes + i] += sign * second[i];
        }
    }
}

template <int N>
CORNERWISE_INLINE void dense_block(const float* in, const std::uint16_t* active, int n,
                                   const float* weights, const float* bias, int outputs, float* out,
                                   int from) {
    Floats sum[N];
    for (int i = 0; i < N; ++i) {
        sum[i] = at<Floats>(bias + from + kFloats * i);
    }
    for (int k = 0; k < n; ++k) {
        const float value = in[active[k]];
        const float* const row = weights + static_cast<std::size_t>(active[k]) * outputs + from;
        for (int i = 0; i < N; ++i) {
            sum[i] += value * at<Floats>(row + kFloats * i);
        }
    }
    for (int i = 0; i < N; ++i) {
        at<Floats>(out + from + kFloats * i) = sum[i];
    }
}

}  // namespace

CORNERWISE_CLONES
void quick_spread(const std::uint8_t* reach, std::uint8_t* next, const std::uint8_t* free,
                  std::uint8_t allowed, const NearSteps& near, int size) {
    const std::uint64_t mask = each(allowed);
    for (int g = 0; g < size; g += kPlaces) {
        Words beside = {};
        for (int i = 0; i < kNeighbors; ++i) {
            beside |= at<Words>(reach + g + near.offset[i]) & at<Words>(near.mask[i] + g);
        }
        at<Words>(next + g) = at<Words>(reach + g) | (beside & at<Words>(free + g) & mask);
    }
}

CORNERWISE_CLONES
void quick_begin(const std::uint8_t* state, const std::uint8_t* board, std::uint8_t usable,
                 std::uint8_t* free, std::uint8_t* ways, int size) {
    const std::uint64_t mask = each(usable);
    for (int g = 0; g < size; g += kPlaces) {
        const Words now = at<Words>(state + g), open = ~now & at<Words>(board + g) & mask;
        at<Words>(free + g) = open;
        at<Words>(ways + g) = (now >> 4) & open;
    }
}

// Eight bytes at a time: no sum or shift below carries from one byte into the next, or what it
// carries is masked.
CORNERWISE_CLONES
void quick_view(const QuickSight& sight, const SlotBits& slots, std::uint8_t* body,
                std::uint8_t* near, std::uint8_t* who, int size) {
    const int down = slots.to_play, up = slots.colors - slots.to_play;
    const int all = (1 << slots.colors) - 1, low = all >> down;
    const std::uint64_t kept = each(low * 0x11), moved = each((all & ~low) * 0x11);
    const std::uint64_t fit = each(8), nibble = each(all);
    // In place: to return such a vector is another matter on each machine.
    const auto turn = [=](Words& bits) __attribute__((always_inline)) {
        bits = ((bits >> down) & kept) | ((bits << up) & moved);
    };
    for (int g = 0; g < size; g += kPlaces) {
        const Words owner = at<Words>(sight.owner + g), on = at<Words>(sight.board + g);
        // A byte below 8 plus 7 has bit 3 unless it was zero.
        const Words empty = (~(owner + each(7)) & fit) >> 3;
        Words own = {};
        for (int c = 0; c < 4; ++c) {
            own |= ((~((owner ^ each(c + 1)) + each(7)) & fit) >> 3) << slots.slot[c];
        }
        Words forbidden = at<Words>(sight.state + g) & nibble & ((empty << 4) - empty);
        turn(forbidden);
        at<Words>(body + g) = ((own & each(15)) | forbidden << 4) & on;
        const Words ways = at<Words>(sight.ways + g), close = at<Words>(sight.close + g) & ~ways;
        Words both = ways | close << 4, reach = at<Words>(sight.reach + g);
        turn(both);
        turn(reach);
        at<Words>(near + g) = both;
        at<Words>(who + g) = reach;
    }
}

CORNERWISE_CLONES
int quick_changes(const std::uint8_t* const* a, const std::uint8_t* const* b, int size,
                  std::uint16_t* places) {
    int n = 0;
    for (int g = 0; g < size; g += 8) {
        std::uint64_t differ = 0;
        for (int i = 0; i < 3; ++i) {
            std::uint64_t x, y;
            std::memcpy(&x, a[i] + g, 8);
            std::memcpy(&y, b[i] + g, 8);
            differ |= x ^ y;
        }
        for (int i = 0; differ; ++i, differ >>= 8) {
            places[n] = static_cast<std::uint16_t>(g + i);
            n += (differ & 0xFF) != 0;
        }
    }
    return n;
}

CORNERWISE_CLONES
int quick_differ(const std::uint8_t* a, const std::uint8_t* b, int size) {
    int n = 0;
    for (int g = 0; g < size; ++g) n += a[g] != b[g];
    return n;
}

CORNERWISE_CLONES
void quick_add_rows(const std::int16_t* weights, const std::uint32_t* rows, int n, int lanes,
                    int sign, std::int32_t* acc) {
    int from = 0;
    for (; from + 4 * kShorts <= lanes; from += 4 * kShorts) {
        add_block<4>(weights, rows, n, lanes, sign, acc, from);
    }
    for (; from < lanes; from += kShorts) {
        add_block<1>(weights, rows, n, lanes, sign, acc, from);
    }
}

CORNERWISE_CLONES
void quick_add_told(const std::int32_t* __restrict row, int times, int width,
                    std::int32_t* __restrict acc) {
    for (int u = 0; u < width; ++u) acc[u] += times * row[u];
}

CORNERWISE_CLONES
int quick_hidden(const std::int32_t* __restrict acc, const float* __restrict scale,
                 const std::int32_t* __restrict told, float unit, const float* __restrict bias,
                 int width, float* __restrict hidden, std::uint16_t* __restrict active) {
    for (int u = 0; u < width; ++u) {
        const float x =
            static_cast<float>(acc[u]) * scale[u] + static_cast<float>(told[u]) * unit + bias[u];
        hidden[u] = x > 0 ? x : 0;
    }
    int n = 0;
    for (int u = 0; u < width; ++u) {
        active[n] = static_cast<std::uint16_t>(u);
        n += hidden[u] > 0;
    }
    return n;
}

CORNERWISE_CLONES
void quick_dense(const float* in, const std::uint16_t* active, int n, const float* weights,
                 const float* bias, int outputs, float* out) {
    int from = 0;
    for (; from + 8 * kFloats <= outputs; from += 8 * kFloats) {
        dense_block<8>(in, active, n, weights, bias, outputs, out, from);
    }
    for (; from + 4 * kFloats <= outputs; from += 4 * kFloats) {
        dense_block<4>(in, active, n, weights, bias, outputs, out, from);
    }
    for (; from < outputs; from += 2 * kFloats) {
        dense_block<2>(in, active, n, weights, bias, outputs, out, from);
    }
}

CORNERWISE_CLONES
void quick_field(const float* in, const std::uint16_t* active, int n, const std::int32_t* weights,
                 const float* bias, float* out) {
    constexpr int kHalf = kFieldLanes / kFloats;
    Floats sum[2 * kHalf];
    for (int i = 0; i < 2 * kHalf; ++i) sum[i] = at<Floats>(bias + kFloats * i);
    for (int k = 0; k < n; ++k) {
        const float value = in[active[k]];
        const std::int32_t* const row = weights + static_cast<std::size_t>(active[k]) * kFieldLanes;
        for (int i = 0; i < kHalf; ++i) {
            const Ints both = at<Ints>(row + kFloats * i);
            sum[i] += value * __builtin_convertvector(both << 16, Floats);
            sum[kHalf + i] += value * __builtin_convertvector(both, Floats);
        }
    }
    for (int i = 0; i < 2 * kHalf; ++i) at<Floats>(out + kFloats * i) = sum[i];
}

CORNERWISE_CLONES
void quick_local(const float* base, const float* rows, std::uint32_t inputs, const float* out,
                 float* fields) {
    float sum[kLocal];
    std::memcpy(sum, base, sizeof sum);
    for (; inputs; inputs &= inputs - 1) {
        const float* const row = rows + kLocal * __builtin_ctz(inputs);
        for (int i = 0; i < kLocal; ++i) sum[i] += row[i];
    }
    for (int f = 0; f < kFields; ++f) fields[f] = 0;
    for (int i = 0; i < kLocal; ++i) {
        const float x = sum[i] > 0 ? sum[i] : 0;
        for (int f = 0; f < kFields; ++f) fields[f] += x * out[kFields * i + f];
    }
}

}  // namespace cornerwise
