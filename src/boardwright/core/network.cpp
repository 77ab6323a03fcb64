// The hidden layer of the evaluation network, once for each instruction set. Only this file is compiled for more than
// the baseline; the fastest implementation that the processor supports is chosen when the program starts.
#include "network.hpp"

#include "bits.hpp"

#if defined(__x86_64__)
#define BOARDWRIGHT_X86 1
#include <cpuid.h>
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace boardwright {
namespace {

// The compiler's portable vectors; unsigned, since sums wrap around.
template <int Bytes> struct Vectors {
    typedef std::uint16_t Unsigned __attribute__((vector_size(Bytes)));
    typedef std::int16_t Signed __attribute__((vector_size(Bytes)));
    static constexpr int lanes = Bytes / 2;
};

// One unit of the hidden layer, clipped and squared.
constexpr int activated(std::int16_t sum) {
    const int clipped = std::clamp<int>(sum, 0, Network::activation_one);
    return clipped * clipped >> Network::activation_shift;
}

constexpr int output(int early, int late, int phase) {
    return tapered(early >> Network::output_shift, late >> Network::output_shift, phase);
}

// The reference: one unit at a time.
int plain(const Network& network, const ActiveInputs& inputs, int phase, Accumulator* accumulator,
          const ActiveInputs* changes) {
    int early = 0, late = 0;
    for (int unit = 0; unit < network.hidden; ++unit) {
        const auto add_to = [&](std::int16_t sum, const ActiveInputs& added) {
            for (int i = 0, size = added.size(); i < size; ++i) {
                const auto [row, times] = added.input[static_cast<std::size_t>(i)];
                sum = static_cast<std::int16_t>(sum + network.rows.data()[row * network.hidden + unit] * times);
            }
            return sum;
        };
        std::int16_t sum = network.bias.data()[unit];
        if (accumulator) sum = accumulator->sum[unit] = add_to(accumulator->sum[unit], *changes);
        const int value = activated(add_to(sum, inputs));
        early += value * network.early.data()[unit];
        late += value * network.late.data()[unit];
    }
    return output(early, late, phase);
}

// The sums of two products: of the values of some units with their early weights, and with their late ones.
template <int Units> struct Products {
    int early = 0, late = 0;

    [[gnu::always_inline]] void add(const std::int16_t* value, const std::int16_t* early_weights,
                                    const std::int16_t* late_weights) {
#ifdef __wasm_simd128__
        // Compilers do not find this instruction by themselves.
        v128_t sums[2] = {wasm_i32x4_splat(0), wasm_i32x4_splat(0)};
        for (int unit = 0; unit < Units; unit += 8) {
            const v128_t values = wasm_v128_load(value + unit);
            sums[0] = wasm_i32x4_add(sums[0], wasm_i32x4_dot_i16x8(values, wasm_v128_load(early_weights + unit)));
            sums[1] = wasm_i32x4_add(sums[1], wasm_i32x4_dot_i16x8(values, wasm_v128_load(late_weights + unit)));
        }
        const auto total = [](v128_t sum) {
            return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) +
                   wasm_i32x4_extract_lane(sum, 3);
        };
        early += total(sums[0]);
        late += total(sums[1]);
#else
        // Compilers turn these dot products into multiply-add instructions.
        for (int unit = 0; unit < Units; ++unit) early += value[unit] * early_weights[unit];
        for (int unit = 0; unit < Units; ++unit) late += value[unit] * late_weights[unit];
#endif
    }
};

// As many units at a time as there are vector registers for.
template <int Bytes, int Hidden>
[[gnu::always_inline]] inline int vectorised(const Network& network, const ActiveInputs& inputs, int phase,
                                             Accumulator* accumulator, const ActiveInputs* changes) {
    using V = Vectors<Bytes>;
    using Unsigned = typename V::Unsigned;
    using Signed = typename V::Signed;
    constexpr int all = Hidden / V::lanes, count = std::min(all, 8), units = count * V::lanes;
    auto* kept = reinterpret_cast<Unsigned*>(accumulator);
    const auto* first = accumulator ? kept : reinterpret_cast<const Unsigned*>(network.bias.data());
    const auto* rows = reinterpret_cast<const Unsigned*>(network.rows.data());
    Products<units> products;
    for (int begin = 0; begin < all; begin += count) {
        Unsigned sum[count];
        for (int k = 0; k < count; ++k) sum[k] = first[begin + k];
        const auto add = [&](const ActiveInputs& added) __attribute__((always_inline)) {
            for (int i = 0, size = added.size(); i < size; ++i) {
                const auto [row, times] = added.input[static_cast<std::size_t>(i)];
                const Unsigned* weights = rows + row * all + begin;
                if (times == 1) {
                    for (int k = 0; k < count; ++k) sum[k] += weights[k];
                } else {
                    for (int k = 0; k < count; ++k) sum[k] += weights[k] * static_cast<std::uint16_t>(times);
                }
            }
        };
        if (accumulator) {
            add(*changes);
            for (int k = 0; k < count; ++k) kept[begin + k] = sum[k];
        }
        add(inputs);
        alignas(64) std::int16_t value[units];
        const Signed zero{}, one = zero + Network::activation_one;
        for (int k = 0; k < count; ++k) {
            Signed clipped = (Signed)sum[k];
            clipped = clipped < zero ? zero : clipped;
            clipped = clipped > one ? one : clipped;
            const Unsigned square = (Unsigned)clipped * (Unsigned)clipped;
            *reinterpret_cast<Unsigned*>(value + k * V::lanes) = square >> Network::activation_shift;
        }
        products.add(value, network.early.data() + begin * V::lanes, network.late.data() + begin * V::lanes);
    }
    return output(products.early, products.late, phase);
}

template <int Bytes>
[[gnu::always_inline]] inline int for_size(const Network& network, const ActiveInputs& inputs, int phase,
                                           Accumulator* accumulator, const ActiveInputs* changes) {
    switch (network.hidden) {
        case 16: return vectorised<std::min(Bytes, 32), 16>(network, inputs, phase, accumulator, changes);
        case 32: return vectorised<Bytes, 32>(network, inputs, phase, accumulator, changes);
        case 64: return vectorised<Bytes, 64>(network, inputs, phase, accumulator, changes);
        case 128: return vectorised<Bytes, 128>(network, inputs, phase, accumulator, changes);
        case 256: return vectorised<Bytes, 256>(network, inputs, phase, accumulator, changes);
        default: return 0;
    }
}

// SSE (x86-64-v2), NEON or WebAssembly SIMD, as the compiler's baseline has it.
int baseline(const Network& network, const ActiveInputs& inputs, int phase, Accumulator* accumulator,
             const ActiveInputs* changes) {
    return for_size<16>(network, inputs, phase, accumulator, changes);
}

#ifdef BOARDWRIGHT_X86
[[gnu::target("avx2")]] int avx2(const Network& network, const ActiveInputs& inputs, int phase,
                                 Accumulator* accumulator, const ActiveInputs* changes) {
    return for_size<32>(network, inputs, phase, accumulator, changes);
}
#ifdef __clang__
#define BOARDWRIGHT_AVX512 "avx512f,avx512bw,avx512vl"
#else
#define BOARDWRIGHT_AVX512 "avx512f,avx512bw,avx512vl,prefer-vector-width=512"
#endif
[[gnu::target(BOARDWRIGHT_AVX512)]] int avx512(const Network& network, const ActiveInputs& inputs, int phase,
                                               Accumulator* accumulator, const ActiveInputs* changes) {
    return for_size<64>(network, inputs, phase, accumulator, changes);
}

// What the processor supports and the system saves. The compilers have a function for this, but not every one can link
// what it needs into a shared library.
struct Processor {
    bool avx2 = false, avx512 = false;

    Processor() {
        constexpr Bits saved = bit(27), wide = bit(1) | bit(2), widest = wide | bit(5) | bit(6) | bit(7);
        unsigned a, b, c, d, low, high;
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & saved)) return;
        asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
        const auto has = [&](Bits registers, Bits features) {
            return (low & registers) == registers && (b & features) == features;
        };
        avx2 = has(wide, bit(5));
        avx512 = has(widest, bit(5) | bit(16) | bit(30) | bit(31));
    }
};
#endif

}  // namespace

const std::vector<Kernel>& kernels() {
#ifdef BOARDWRIGHT_X86
    const Processor processor;
#endif
    static const std::vector<Kernel> all{
#ifdef BOARDWRIGHT_X86
        {"avx512", processor.avx512, avx512},
        {"avx2", processor.avx2, avx2},
#endif
        {"baseline", true, baseline},
        {"plain", true, plain},
    };
    return all;
}

const HiddenOutput hidden_output = std::find_if(kernels().begin(), kernels().end(), [](const Kernel& kernel) {
                                       return kernel.supported;
                                   })->hidden_output;

}  // namespace boardwright
