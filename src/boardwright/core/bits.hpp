// Bitboards, hashing and random numbers, shared by all games.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace boardwright {

using Bits = std::uint64_t;

constexpr Bits bit(int square) { return Bits{1} << square; }
constexpr int lowest(Bits bits) { return std::countr_zero(bits); }
constexpr int popcount(Bits bits) { return std::popcount(bits); }

// All ones if the flag is set, otherwise zero: for branch-free selection.
constexpr Bits all_if(bool flag) { return Bits{0} - static_cast<Bits>(flag); }

template <class F> constexpr void each_bit(Bits bits, F&& f) {
    for (; bits; bits &= bits - 1) f(lowest(bits));
}

// Calls `f` with each value as its template argument.
template <int... Values, class F> [[gnu::always_inline]] constexpr void each_of(F&& f) {
    (f.template operator()<Values>(), ...);
}

// A lookup table, computed at compile time: the value of `f` for each index.
template <class T, std::size_t N, class F> constexpr std::array<T, N> lookup_table(F&& f) {
    std::array<T, N> table{};
    for (std::size_t i = 0; i < N; ++i) table[i] = static_cast<T>(f(static_cast<int>(i)));
    return table;
}

// By rank and byte, the index of the rank-th set bit of the byte.
inline constexpr auto byte_select = lookup_table<std::array<std::uint8_t, 256>, 8>([](int rank) {
    return lookup_table<std::uint8_t, 256>([rank](int byte) {
        for (int i = 0; i < rank; ++i) byte &= byte - 1;
        return byte ? lowest(static_cast<Bits>(byte)) : 0;
    });
});

// The square of the index-th set bit, which must exist. The index is random, so that a loop would be mispredicted:
// prefix sums over the bytes find the byte, and a table the bit.
constexpr int nth_bit(Bits bits, int index) {
    constexpr Bits low = 0x0101010101010101, high = 0x8080808080808080;
    Bits sums = bits - (bits >> 1 & 0x5555555555555555);
    sums = (sums & 0x3333333333333333) + (sums >> 2 & 0x3333333333333333);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * low;
    const Bits rank = static_cast<Bits>(index);
    const int byte = 8 * popcount(((rank * low | high) - sums) & high);
    const Bits before = (sums << 8) >> byte & 0xff;
    return byte + byte_select[rank - before][bits >> byte & 0xff];
}

// The index-th set bit, isolated, of a set of few. The remainder after each bit is stored and read back: a low
// index does not wait for the rest, and below eight there is no branch.
constexpr Bits nth_of_few(Bits bits, int index) {
    for (; index >= 8; --index) bits &= bits - 1;
    Bits rest[8] = {bits};
    for (int i = 1; i < 8; ++i) rest[i] = bits &= bits - 1;
    return rest[index] & -rest[index];
}

// Positive: towards higher squares.
template <int Shift> constexpr Bits shifted(Bits bits) {
    if constexpr (Shift >= 0) return bits << Shift;
    else return bits >> -Shift;
}

// One step of the splitmix64 sequence; also a mixer of single words.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// Folded multiplication: the XOR of the halves of the product.
constexpr std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// A hash of a whole position, from the pieces of both sides and their kinds or heights. The constants keep the
// factors away from zero, which would erase the other factor.
constexpr std::uint64_t fingerprint_of(Bits own, Bits other, Bits ones, Bits twos, Bits fours, std::uint64_t side) {
    return folded(own ^ 0x9e3779b97f4a7c15u, other ^ 0xbf58476d1ce4e5b9u) ^
           folded(ones ^ 0x94d049bb133111ebu, twos ^ (fours * 0xd6e8feb86659fd93u + side) ^ 0xe7037ed1a0b428dbu);
}

// Zobrist keys, one for each feature of a position.
template <std::size_t Features> constexpr std::array<std::uint64_t, Features> zobrist_keys(std::uint64_t seed) {
    return lookup_table<std::uint64_t, Features>(
        [seed](int feature) { return mixed(seed * 0x10001u + static_cast<std::uint64_t>(feature)); });
}

// A small fast generator; the same seed gives the same sequence everywhere.
class Random {
public:
    constexpr explicit Random(std::uint64_t seed) : state_(mixed(seed)) {}
    constexpr std::uint64_t next() {
        state_ += 0xa0761d6478bd642fu;
        return folded(state_, state_ ^ 0xe7037ed1a0b428dbu);
    }
    // A uniform number below n, n > 0.
    constexpr int below(int n) { return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32); }

private:
    std::uint64_t state_;
};

}  // namespace boardwright
