// What the inner loops of nets are written in: vectors, and copies for several kinds of x86.
#pragma once

#include <cstddef>
#include <cstdint>

// To choose at the start needs ifuncs, which glibc has, and a compiler that knows the levels of
// x86-64; sanitizers are not ready so early. Without, all of it is compiled once, as it stands.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__) && __GNUC__ >= 12
#define CORNERWISE_CLONES \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define CORNERWISE_VECTOR 32
#else
#define CORNERWISE_CLONES
#define CORNERWISE_VECTOR 16
#endif
#define CORNERWISE_INLINE inline __attribute__((always_inline))

namespace cornerwise {

// Vectors as wide as most machines have them; compilers make do with narrower ones, not well.
// Only what every machine does in one step is asked of them: no widening, no tables.
constexpr int kVector = CORNERWISE_VECTOR;  // bytes
using Shorts = std::int16_t __attribute__((vector_size(kVector), aligned(2), may_alias));
// Without a sign, for sums that may wrap on their way.
using Wraps = std::uint16_t __attribute__((vector_size(kVector), aligned(2), may_alias));
using Ints = std::int32_t __attribute__((vector_size(kVector), aligned(4), may_alias));
using Floats = float __attribute__((vector_size(kVector), aligned(4), may_alias));
using Words = std::uint64_t __attribute__((vector_size(kVector), aligned(1), may_alias));
constexpr int kShorts = kVector / 2, kFloats = kVector / 4, kPlaces = kVector;

template <class V, class T>
CORNERWISE_INLINE const V& at(const T* p) {
    return *reinterpret_cast<const V*>(p);
}
template <class V, class T>
CORNERWISE_INLINE V& at(T* p) {
    return *reinterpret_cast<V*>(p);
}

}  // namespace cornerwise
