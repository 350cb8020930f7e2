// Places of the padded grid, and sets of them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace cornerwise {

constexpr int kMaxGrid = 2048;  // grid places, margin included

using Place = std::uint16_t;  // a place of the padded grid

// A set of places, one bit each, in the grid's own order: what lies around a place is then a few
// stretches of bits. Cleared and copied by the grid's size; no more of it is ever read.
class PlaceSet {
  public:
    void clear(int grid_size) { std::memset(words_, 0, bytes(grid_size)); }
    void copy(const PlaceSet& other, int grid_size) {
        std::memcpy(words_, other.words_, bytes(grid_size));
    }

    void add(int place) { words_[place >> 6] |= std::uint64_t(1) << (place & 63); }
    void remove(int place) { words_[place >> 6] &= ~(std::uint64_t(1) << (place & 63)); }
    bool has(int place) const { return words_[place >> 6] >> (place & 63) & 1; }

    // The places from this one on, itself in the lowest bit: at least 57 of them.
    std::uint64_t from(int place) const {
        if constexpr (std::endian::native == std::endian::little) {
            std::uint64_t bits;
            std::memcpy(&bits, reinterpret_cast<const char*>(words_) + (place >> 3), sizeof bits);
            return bits >> (place & 7);
        }
        const std::uint64_t* const word = words_ + (place >> 6);
        const int first = place & 63;
        return word[0] >> first | (word[1] << 1) << (63 - first);
    }

  private:
    // With one word more than is used, for `from`.
    static std::size_t bytes(int grid_size) { return 8 * (grid_size / 64 + 2); }

    std::uint64_t words_[kMaxGrid / 64 + 2];
};

}  // namespace cornerwise
