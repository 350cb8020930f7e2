// The inner loops of a quick net's map.
#include <cstring>

#include "quick_kernels.h"
#include "vectors.h"

#if defined(__x86_64__) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // in the header itself
#include <immintrin.h>
#pragma GCC diagnostic pop
#define CORNERWISE_DOTS 1
#endif

namespace cornerwise {

namespace {

constexpr int kOutputs = 16;  // worked out together
constexpr int kHalves = kOutputs / kFloats;

using Bytes = std::uint8_t __attribute__((vector_size(kFloats), aligned(1), may_alias));

// Levels from sums in levels: rounded, and held within eight bits.
CORNERWISE_INLINE void keep(Floats x, const std::uint8_t* also, std::uint8_t* out) {
    if (also) x += __builtin_convertvector(at<Bytes>(also), Floats);
    x = x > 0 ? x : Floats{};
    x = x < 255 ? x : Floats{} + 255;
    at<Bytes>(out) = __builtin_convertvector(__builtin_convertvector(x, Ints), Bytes);
}

#ifdef CORNERWISE_DOTS

#define CORNERWISE_DOTS_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

// Four products of bytes and their sum in each lane and step; B blocks of outputs, whose places
// are worked out some together, so that weights are read less often.
template <int B>
CORNERWISE_DOTS_TARGET void convolve_dots(const MapLayer& layer, const MapSteps& steps,
                                          const std::uint8_t* in, const std::uint8_t* also,
                                          const MapPlaces& places, std::uint8_t* out) {
    constexpr int kChannels = B * kOutputs, kTogether = 8 / B;
    for (int p = 0; p < places.n; p += kTogether) {
        const std::uint8_t* from[kTogether];
        __m512i sum[kTogether][B];
        for (int j = 0; j < kTogether; ++j) {
            from[j] = in + std::size_t(places.at[p + j < places.n ? p + j : p]) * kChannels;
            for (int b = 0; b < B; ++b) sum[j][b] = _mm512_setzero_si512();
        }
        const std::int8_t* row = layer.packed;
        for (int step = 0; step < kMapSteps; ++step) {
            const std::ptrdiff_t there = std::ptrdiff_t(steps[step]) * kChannels;
            for (int g = 0; g < kChannels; g += kMapGroup) {
                __m512i weights[B];
                for (int b = 0; b < B; ++b, row += 64) weights[b] = _mm512_loadu_si512(row);
                for (int j = 0; j < kTogether; ++j) {
                    std::int32_t four;
                    std::memcpy(&four, from[j] + there + g, sizeof four);
                    const __m512i same = _mm512_set1_epi32(four);
                    for (int b = 0; b < B; ++b) {
                        sum[j][b] = _mm512_dpbusd_epi32(sum[j][b], same, weights[b]);
                    }
                }
            }
        }
        for (int j = 0; j < kTogether && p + j < places.n; ++j) {
            for (int b = 0; b < B; ++b) {
                const int c = b * kOutputs;
                const std::size_t here = std::size_t(places.at[p + j]) * kChannels + c;
                const __m512 half =
                    _mm512_add_ps(_mm512_loadu_ps(layer.bias + c), _mm512_set1_ps(0.5f));
                const __m512 whole = _mm512_cvtepi32_ps(sum[j][b]);
                __m512 x =
                    _mm512_add_ps(_mm512_mul_ps(whole, _mm512_loadu_ps(layer.scale + c)), half);
                if (also) {
                    const __m128i levels =
                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(also + here));
                    x = _mm512_add_ps(x, _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(levels)));
                }
                x = _mm512_min_ps(_mm512_max_ps(x, _mm512_setzero_ps()), _mm512_set1_ps(255));
                _mm_storeu_si128(reinterpret_cast<__m128i*>(out + here),
                                 _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(x)));
            }
        }
    }
}

bool has_dots() {
    static const bool has = __builtin_cpu_supports("avx512vnni") &&
                            __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512vl");
    return has;
}

#endif

// Sums of whole numbers below 2^24 are exact in floats, so all machines get the same.
CORNERWISE_CLONES
void convolve_floats(const MapLayer& layer, const MapSteps& steps, const float* in,
                     const std::uint8_t* also, const MapPlaces& places, std::uint8_t* out) {
    constexpr int kTogether = 4;
    const int channels = places.channels;
    for (int first = 0; first < channels; first += kOutputs) {
        for (int p = 0; p < places.n; p += kTogether) {
            const float* from[kTogether];
            Floats sum[kTogether][kHalves] = {};
            for (int j = 0; j < kTogether; ++j) {
                from[j] = in + std::size_t(places.at[p + j < places.n ? p + j : p]) * channels;
            }
            const float* row = layer.plain + first;
            for (int step = 0; step < kMapSteps; ++step) {
                const std::ptrdiff_t there = std::ptrdiff_t(steps[step]) * channels;
                for (int c = 0; c < channels; ++c, row += channels) {
                    for (int i = 0; i < kHalves; ++i) {
                        const Floats weights = at<Floats>(row + kFloats * i);
                        for (int j = 0; j < kTogether; ++j) {
                            sum[j][i] += from[j][there + c] * weights;
                        }
                    }
                }
            }
            for (int j = 0; j < kTogether && p + j < places.n; ++j) {
                const std::size_t here = std::size_t(places.at[p + j]) * channels;
                for (int i = 0; i < kHalves; ++i) {
                    const int c = first + kFloats * i;
                    const Floats half = at<Floats>(layer.bias + c) + 0.5f;
                    keep(sum[j][i] * at<Floats>(layer.scale + c) + half,
                         also ? also + here + c : nullptr, out + here + c);
                }
            }
        }
    }
}

}  // namespace

CORNERWISE_CLONES
void map_change(const std::int16_t* weights, const std::uint16_t* place, const std::uint16_t* input,
                const std::uint32_t* added, const std::uint32_t* taken, const MapRun* runs, int n,
                const MapSteps& steps, int channels, std::int16_t* sums) {
    for (const MapRun* run = runs; run != runs + n; ++run) {
        const std::uint32_t any = run->added ? *added : *taken;
        std::int16_t* const here = sums + std::size_t(place[any]) * channels;
        for (int c = 0; c < channels; c += kShorts) {
            const auto window = [&](std::uint32_t row) {
                return weights + std::size_t(input[row]) * kMapSteps * channels + c;
            };
            Shorts change[kMapSteps] = {};
            for (int i = 0; i < run->added; ++i) {
                const std::int16_t* const from = window(added[i]);
                for (int s = 0; s < kMapSteps; ++s) change[s] += at<Shorts>(from + s * channels);
            }
            for (int i = 0; i < run->taken; ++i) {
                const std::int16_t* const from = window(taken[i]);
                for (int s = 0; s < kMapSteps; ++s) change[s] -= at<Shorts>(from + s * channels);
            }
            for (int s = 0; s < kMapSteps; ++s) {
                at<Shorts>(here - std::ptrdiff_t(steps[s]) * channels + c) += change[s];
            }
        }
        added += run->added;
        taken += run->taken;
    }
}

CORNERWISE_CLONES
void map_begin(const std::int16_t* sums, float unit, const float* base, const MapPlaces& places,
               std::uint8_t* out) {
    using Halves = std::int16_t __attribute__((vector_size(kVector / 2), aligned(2), may_alias));
    for (int p = 0; p < places.n; ++p) {
        const std::size_t here = std::size_t(places.at[p]) * places.channels;
        for (int c = 0; c < places.channels; c += kFloats) {
            const Ints whole = __builtin_convertvector(at<Halves>(sums + here + c), Ints);
            const Floats bias = at<Floats>(base + c) + 0.5f;
            keep(__builtin_convertvector(whole, Floats) * unit + bias, nullptr, out + here + c);
        }
    }
}

void map_convolve(const MapLayer& layer, const MapSteps& steps, const std::uint8_t* in,
                  const std::uint8_t* also, const MapPlaces& places, float* wide,
                  std::uint8_t* out) {
#ifdef CORNERWISE_DOTS
    if (has_dots()) {
        const auto convolve = places.channels == kOutputs ? convolve_dots<1> : convolve_dots<2>;
        return convolve(layer, steps, in, also, places, out);
    }
#endif
    for (int p = 0; p < places.n; ++p) {
        const std::size_t here = std::size_t(places.at[p]) * places.channels;
        for (int c = 0; c < places.channels; ++c) wide[here + c] = in[here + c];
    }
    convolve_floats(layer, steps, wide, also, places, out);
}

CORNERWISE_CLONES
void map_pool(const std::uint8_t* levels, const MapPlaces& places, float* out) {
    using Levels = std::uint8_t __attribute__((vector_size(kVector / 2), aligned(1), may_alias));
    constexpr int kAtOnce = 256;  // places whose levels fit into a sum of 16 bits
    for (int c = 0; c < places.channels; c += kShorts) {
        Levels most = {};
        std::uint32_t sum[kShorts] = {};
        for (int begin = 0; begin < places.n; begin += kAtOnce) {
            const int end = begin + kAtOnce < places.n ? begin + kAtOnce : places.n;
            Wraps some = {};
            for (int p = begin; p < end; ++p) {
                const Levels x =
                    at<Levels>(levels + std::size_t(places.at[p]) * places.channels + c);
                some += __builtin_convertvector(x, Wraps);
                most = x > most ? x : most;
            }
            for (int i = 0; i < kShorts; ++i) sum[i] += some[i];
        }
        for (int i = 0; i < kShorts; ++i) {
            out[c + i] = static_cast<float>(sum[i]);
            out[places.channels + c + i] = most[i];
        }
    }
}

CORNERWISE_CLONES
void map_local(const std::uint8_t* levels, int channels, const float* weights, const float* base,
               float* out) {
    Floats sum[kLocal / kFloats];
    for (int i = 0; i < kLocal / kFloats; ++i) sum[i] = at<Floats>(base + kFloats * i);
    for (int c = 0; c < channels; ++c, weights += kLocal) {
        const float level = levels[c];
        for (int i = 0; i < kLocal / kFloats; ++i) {
            sum[i] += level * at<Floats>(weights + kFloats * i);
        }
    }
    for (int i = 0; i < kLocal / kFloats; ++i) at<Floats>(out + kFloats * i) = sum[i];
}

}  // namespace cornerwise
