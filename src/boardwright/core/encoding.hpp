// What a learner's environment asks about a game beyond the rules: its moves as ways from place to place, and
// its positions as planes. Each room answers in its encoding.hpp, by a specialisation for each of its games.
// Which action a way is, and which cell a place, is said once, in the room's encoding.py; tables bring it here.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "game.hpp"

namespace boardwright {

// By side: the action of each way, -1 for none; and the cell of each place.
struct EncodingTables {
    std::vector<std::int16_t> actions[2];
    std::vector<std::uint8_t> cells[2];
};

// The planes of one game as the side to move sees them, in small numbers or in floating point.
template <class T>
class Planes {
public:
    Planes(T* first, const std::uint8_t* cells, int cells_a_plane) : first_(first), cells_(cells), size_(cells_a_plane) {}

    void put(int plane, int place, int value = 1) { first_[plane * size_ + cells_[place]] = static_cast<T>(value); }
    void fill(int plane, int value) { std::fill_n(first_ + plane * size_, size_, static_cast<T>(value)); }
    int cell(int place) const { return cells_[place]; }

private:
    T* first_;
    const std::uint8_t* cells_;
    int size_;
};

template <class G>
struct Encoding;

// Of a move that is one action nothing is ever chosen beforehand.
struct Unbroken {};

struct IgnoreWay {
    constexpr void operator()(int) const {}
};

template <class G>
concept Encoded = Game<G> && requires(const typename G::Position& position, typename Encoding<G>::Chosen& chosen, int way,
                                      Move& move, Planes<std::int8_t>& planes) {
    // How many ways and places there are, and how many planes besides those of the history.
    { Encoding<G>::ways } -> std::convertible_to<int>;
    { Encoding<G>::places } -> std::convertible_to<int>;
    { Encoding<G>::planes } -> std::convertible_to<int>;
    // The ways that may follow what has been chosen of a move, in any order; one may come several times.
    { Encoding<G>::each_way(position, chosen, IgnoreWay{}) } -> std::same_as<void>;
    // Takes one of these ways: whether it completes a move, which is then given, or is a part of one.
    { Encoding<G>::take(position, chosen, way, move) } -> std::same_as<bool>;
    { Encoding<G>::show(position, chosen, planes) } -> std::same_as<void>;
};

}  // namespace boardwright
