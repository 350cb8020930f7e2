// A small fast random generator (xoroshiro128++, public domain algorithm); the same seed gives
// the same numbers everywhere, which std::uniform_int_distribution does not promise.
#pragma once

#include <cstdint>

namespace cornerwise {

class Random {
  public:
    explicit Random(std::uint64_t seed) {
        a_ = mix(seed);
        b_ = mix(seed + 0x9E3779B97F4A7C15ull);
    }

    std::uint64_t next() {
        const std::uint64_t a = a_, b = b_ ^ a_;
        const std::uint64_t result = rotate(a_ + b_, 17) + a_;
        a_ = rotate(a, 49) ^ b ^ (b << 21);
        b_ = rotate(b, 28);
        return result;
    }

    // A number in [0, n), n < 2^32. The bias is below n / 2^32.
    std::uint32_t below(std::uint32_t n) {
        return scale(static_cast<std::uint32_t>(next() >> 32), n);
    }

    // A number in [0, 1).
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

    static std::uint32_t scale(std::uint32_t bits, std::uint32_t n) {
        return static_cast<std::uint32_t>((std::uint64_t(bits) * n) >> 32);
    }

  private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    static std::uint64_t mix(std::uint64_t x) {
        x += 0x9E3779B97F4A7C15ull;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
        return x ^ (x >> 31);
    }

    std::uint64_t a_, b_;
};

}  // namespace cornerwise
