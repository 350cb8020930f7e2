#include "quick_map.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace cornerwise {

namespace {

constexpr int kWindow = 3;  // rows and columns of a window
constexpr float kCap = 4;   // a channel's highest value, level 255 (training/quick_map.py)
constexpr float kLevel = kCap / 255;
constexpr float kSumUnit = 32;

}  // namespace

QuickMap::QuickMap(const Tables& t, const NetFit& fit, int n_planes, const MapWeights& weights)
    : channels(weights.channels), planes(n_planes), kinds(fit.words / fit.area) {
    if (channels == 0) return;
    const int rows = fit.area / fit.columns, wide = fit.columns + 2;
    places = (rows + 2) * wide;
    for (int i = 0; i < kMapSteps; ++i) steps[i] = (i / kWindow - 1) * wide + i % kWindow - 1;
    seen_at.assign(kMaxGrid, 0);
    for (Cell cell = 0; cell < t.n_cells; ++cell) {
        const int at = fit.word[cell] % fit.area, its_kind = fit.word[cell] / fit.area;
        const int here = (at / fit.columns + 1) * wide + at % fit.columns + 1;
        kind.push_back(static_cast<std::uint16_t>(its_kind));
        seen_at[t.grid[cell]] = static_cast<std::uint16_t>(here);
        for (int plane = 0; plane < planes; ++plane) {
            place.push_back(static_cast<std::uint16_t>(here));
            input.push_back(static_cast<std::uint16_t>(its_kind * planes + plane));
        }
    }
    lay_first(weights);
    lay_layers(weights);
    value.assign(weights.value.begin(), weights.value.end());
    const std::size_t outputs = value.size() / (2 * channels);
    for (std::size_t i = 0; i < value.size(); ++i) {
        value[i] *= i / outputs < static_cast<std::size_t>(channels) ? kLevel / kSumUnit : kLevel;
    }
    const auto is_zero = [](float x) { return x == 0; };
    if (std::all_of(weights.local.begin(), weights.local.end(), is_zero)) return;
    local.resize(weights.local.size());
    for (int k = 0; k < kinds; ++k) {
        for (int c = 0; c < channels; ++c) {
            for (int i = 0; i < kLocal; ++i) {
                local[(k * channels + c) * kLocal + i] =
                    kLevel * weights.local[(c * kinds + k) * kLocal + i];
            }
        }
    }
}

// Whole numbers, so that adding what changed gives the same sums by every way. The unit leaves
// room in 16 bits for all inputs of a window at once.
void QuickMap::lay_first(const MapWeights& weights) {
    const std::size_t inputs = static_cast<std::size_t>(planes) * kinds;
    std::vector<float> most(channels, 1e-6f);
    for (std::size_t i = 0; i < weights.first.size(); ++i) {
        most[i % channels] += std::abs(weights.first[i]);
    }
    unit = *std::max_element(most.begin(), most.end()) / 32000;
    first.resize(weights.first.size());
    for (int step = 0; step < kMapSteps; ++step) {
        for (int plane = 0; plane < planes; ++plane) {
            for (int k = 0; k < kinds; ++k) {
                const float* const from =
                    weights.first.data() + ((step * inputs) + plane * kinds + k) * channels;
                std::int16_t* const to =
                    first.data() + ((k * planes + plane) * kMapSteps + step) * channels;
                for (int c = 0; c < channels; ++c) {
                    to[c] = static_cast<std::int16_t>(std::lround(from[c] / unit));
                }
            }
        }
    }
    unit /= kLevel;
    const auto levels = [](const std::vector<float>& from) {
        Lines<float> to(from.begin(), from.end());
        for (float& x : to) x /= kLevel;
        return to;
    };
    told = levels(weights.told);
    bias = levels(weights.first_b);
}

void QuickMap::lay_layers(const MapWeights& weights) {
    const int n = weights.layers, window = kMapSteps * channels * channels;
    packed_.resize(n);
    plain_.resize(n);
    factors_.resize(2 * n);
    for (int layer = 0; layer < n; ++layer) {
        const std::int8_t* const from =
            weights.map.data() + static_cast<std::size_t>(layer) * window;
        plain_[layer].assign(from, from + window);
        packed_[layer].resize(window);
        for (int i = 0; i < window;
             ++i) {  // step, input, output → step, group, output, of the group
            const int output = i % channels, in = i / channels % channels,
                      step = i / channels / channels;
            const int group = (step * channels + in) / kMapGroup;
            packed_[layer][(group * channels + output) * kMapGroup + in % kMapGroup] = from[i];
        }
        Lines<float>&scale = factors_[2 * layer], &shift = factors_[2 * layer + 1];
        for (int c = 0; c < channels; ++c) {
            scale.push_back(weights.scale[layer * channels + c]);
            shift.push_back(weights.bias[layer * channels + c] / kLevel);
        }
        layers.push_back({packed_[layer].data(), plain_[layer].data(), scale.data(), shift.data()});
    }
}

MapEye::MapEye(const QuickMap& map) : map_(map) {
    if (map.channels == 0) return;
    const std::size_t size = static_cast<std::size_t>(map.places) * map.channels;
    stamps_.assign(map.places, 0);
    alive_.resize(map.places + 1);  // one more is written than there are
    before_.resize(map.places + 1);
    for (auto& picture : pictures_) picture.assign(size, 0);
    wide_.assign(size, 0);
    base_.resize(map.channels);
    told_.resize(map.told.size() / map.channels + 1);
    pooled_.resize(2 * map.channels);
}

void MapEye::look(const std::int16_t* sums, const float* vector, int n_vector,
                  const std::uint8_t* who, int size) {
    find_alive(who, size);
    int told = 0;
    for (int i = 0; i < n_vector; ++i) {
        told_[told] = static_cast<std::uint16_t>(i);
        told += vector[i] != 0;
    }
    quick_dense(vector, told_.data(), told, map_.told.data(), map_.bias.data(), map_.channels,
                base_.data());
    const MapPlaces alive{alive_.data(), n_alive_, map_.channels};
    map_begin(sums, map_.unit, base_.data(), alive, pictures_[0].data());
    int at = 0;
    for (std::size_t i = 0; i + 1 < map_.layers.size(); i += 2) {
        Lines<std::uint8_t>&from = pictures_[at], &inner = pictures_[2], &to = pictures_[1 - at];
        map_convolve(map_.layers[i], map_.steps, from.data(), nullptr, alive, wide_.data(),
                     inner.data());
        map_convolve(map_.layers[i + 1], map_.steps, inner.data(), from.data(), alive, wide_.data(),
                     to.data());
        at = 1 - at;
    }
    now_ = &pictures_[at];
    map_pool(now_->data(), alive, pooled_.data());
}

// Places where somebody gets to; those where nobody does any more become empty.
void MapEye::find_alive(const std::uint8_t* who, int size) {
    constexpr std::uint64_t kBelow = 0x7F7F7F7F7F7F7F7F, kTop = ~kBelow;
    std::swap(alive_, before_);
    const int n_before = std::exchange(n_alive_, 0);
    ++stamp_;
    for (int g = 0; g < size; g += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, who + g, 8);
        // Of each byte that is not zero the top bit: sets of colors are far below it.
        for (eight = (eight + kBelow) & kTop; eight; eight &= eight - 1) {
            const std::uint16_t place = map_.seen_at[g + __builtin_ctzll(eight) / 8];
            alive_[n_alive_] = place;
            n_alive_ += !is_alive(place);
            stamps_[place] = stamp_;
        }
    }
    for (int i = 0; i < n_before; ++i) {
        const std::uint16_t place = before_[i];
        if (is_alive(place)) continue;
        const std::size_t from = static_cast<std::size_t>(place) * map_.channels;
        std::fill_n(wide_.data() + from, map_.channels, 0.0f);
        for (auto& picture : pictures_) std::fill_n(picture.data() + from, map_.channels, 0);
    }
}

}  // namespace cornerwise
