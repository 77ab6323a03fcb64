// Encoding of moves as actions and of positions as planes, for RL environments. Each game package provides it in
// encoding.hpp, by a specialisation of `Encoding` for each of its games. A raw action is a step between two places
// (squares or exits); the mapping to action numbers and plane cells is defined once, in the package's encoding.py,
// and passed in as tables.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "game.hpp"

namespace boardwright {

// By side: the action of each raw action, -1 for none; and the cell of each place.
struct EncodingTables {
    std::vector<std::int16_t> actions[2];
    std::vector<std::uint8_t> cells[2];
};

// The planes of one game from the side to move's perspective, in int8 or floating point.
template <class T> class Planes {
public:
    Planes(T* first, const std::uint8_t* cells, int cells_per_plane)
        : first_(first), cells_(cells), size_(cells_per_plane) {}

    void put(int plane, int place, int value = 1) { first_[plane * size_ + cells_[place]] = static_cast<T>(value); }
    void fill(int plane, int value) { std::fill_n(first_ + plane * size_, size_, static_cast<T>(value)); }
    int cell(int place) const { return cells_[place]; }

private:
    T* first_;
    const std::uint8_t* cells_;
    int size_;
};

template <class G> struct Encoding;

// The prefix of a game whose moves are one action each.
struct NoPrefix {};

struct IgnoreAction {
    constexpr void operator()(int) const {}
};

template <class G>
concept Encoded = Game<G> && requires(const typename G::Position& position, typename Encoding<G>::Prefix& prefix,
                                      int raw_action, Move& move, Planes<std::int8_t>& planes) {
    // The number of raw actions and places, and of planes without those of the history.
    { Encoding<G>::raw_actions } -> std::convertible_to<int>;
    { Encoding<G>::places } -> std::convertible_to<int>;
    { Encoding<G>::planes } -> std::convertible_to<int>;
    // The raw actions that may follow the prefix of a move, in any order, possibly with duplicates.
    { Encoding<G>::each_raw_action(position, prefix, IgnoreAction{}) } -> std::same_as<void>;
    // Extends the prefix by one of them; returns whether that completes a move, and the move.
    { Encoding<G>::extend(position, prefix, raw_action, move) } -> std::same_as<bool>;
    { Encoding<G>::fill_planes(position, prefix, planes) } -> std::same_as<void>;
};

}  // namespace boardwright
