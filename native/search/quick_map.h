// The map of a quick net (training/quick_map.py): a few narrow convolutions over the places that
// somebody still gets to. Here its weights, laid out for one variant, and one thread's use of them.
#pragma once

#include "net_input.h"
#include "quick_kernels.h"

namespace cornerwise {

constexpr int kMaxChannels = 32;  // exact in floats, and in the value's layer

// The arrays of a net's file that make its map; no channels: no map.
struct MapWeights {
    int channels = 0, layers = 0;
    std::vector<float> first, first_b, told;  // steps × planes × kinds × channels; …
    std::vector<std::int8_t> map;             // layers × steps × channels × channels
    std::vector<float> scale, bias;           // layers × channels
    std::vector<float> value, local;          // 2 channels × middle, channels × kinds × local
};

// Constant once made, shared by all threads.
class QuickMap {
  public:
    QuickMap(const QuickMap&) = delete;
    QuickMap(const Tables& tables, const NetFit& fit, int planes, const MapWeights& weights);

    const float* local_of(Cell cell) const {
        return local.data() + static_cast<std::size_t>(kind[cell]) * channels * kLocal;
    }

    const int channels, planes, kinds;
    int places = 0;                                 // of the picture, with a margin all around
    MapSteps steps{};                               // to the places of a window
    float unit = 1;                                 // of the sums below
    Lines<std::int16_t> first;                      // (kind, plane) × steps × channels
    std::vector<std::uint16_t> place, input, kind;  // by row of an input: where, which; by cell
    std::vector<std::uint16_t> seen_at;             // by place of the grid: place of the picture
    Lines<float> told, bias;                        // vector × channels, in units of a level
    std::vector<MapLayer> layers;
    Lines<float> value;  // from levels to the value's layer
    Lines<float> local;  // kinds × channels × local; nothing if the policy does not look here

  private:
    void lay_first(const MapWeights& weights);
    void lay_layers(const MapWeights& weights);

    std::vector<Lines<std::int8_t>> packed_;
    std::vector<Lines<float>> plain_, factors_;
};

// The channels of one position after another, in levels of eight bits.
class MapEye {
  public:
    explicit MapEye(const QuickMap& map);

    // From sums over a position's inputs (`map_change`), the vector, and who gets where on the
    // grid.
    void look(const std::int16_t* sums, const float* vector, int n_vector, const std::uint8_t* who,
              int size);
    // Sums over all places and the highest levels, by channel: 2 × channels.
    const float* pooled() const { return pooled_.data(); }
    // A place's channels, or nothing if nobody gets there.
    const std::uint8_t* channels(std::uint16_t place) const {
        return is_alive(place) ? now_->data() + std::size_t(place) * map_.channels : nullptr;
    }

  private:
    bool is_alive(std::uint16_t place) const { return stamps_[place] == stamp_; }
    void find_alive(const std::uint8_t* who, int size);

    const QuickMap& map_;
    std::vector<std::uint32_t> stamps_;  // by place: the last look at which it was alive
    std::uint32_t stamp_ = 0;
    std::vector<std::uint16_t> alive_, before_, told_;
    int n_alive_ = 0;
    Lines<std::uint8_t> pictures_[3];
    const Lines<std::uint8_t>* now_ = pictures_;
    Lines<float> base_, pooled_, wide_;
};

}  // namespace cornerwise
