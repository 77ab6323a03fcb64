// What the concept of a game asks for besides its rules, with defaults: for games outside the package, which derive
// from `GameDefaults` and define the rest. A definition in the game replaces a default.
#pragma once

#include <cstdint>

#include "bits.hpp"
#include "game.hpp"

namespace boardwright {

// A hash of all words of a packed position.
template <std::size_t Words> constexpr std::uint64_t hash_of(const PackedWords<Words>& packed) {
    std::uint64_t key = Words;
    for (const std::uint64_t word : packed.word) key = mixed(key ^ word);
    return key;
}

// The game defines
//   name, reasons, position_layout, move_layout, reason_texts, possibly terminations,
//   Position, each_move, play, is_progress, outcome, Packed, pack, unpack;
// and, for more than rules,
//   material(position, side): for the default evaluation, in hundredths of the game's unit;
//   kinds, squares, each_piece, path: for the default encoding (path_encoding.hpp).
template <class G> struct GameDefaults {
    using Clock = QuietClock;
    static constexpr bool draws_with_moves_left = false;

    template <class Position> static constexpr int side_to_move(const Position& position) { return position.to_move; }
    template <class Position> static constexpr bool repeatable(const Position&) { return true; }

    template <class Position> static constexpr int count(const Position& position) {
        int moves = 0;
        G::each_move(position, [&](Move) { ++moves; });
        return moves;
    }
    // A random move, and the number of moves that it was chosen from.
    template <class Position> static Move pick(const Position& position, Random& random, int& choices) {
        choices = G::count(position);
        int left = choices ? random.below(choices) : -1;
        Move picked = 0;
        G::each_move(position, [&](Move move) {
            if (left-- == 0) picked = move;
        });
        return picked;
    }

    template <class Position> static constexpr std::uint64_t hash(const Position& position) {
        return hash_of(G::pack(position));
    }
    template <class Position>
    static constexpr Position step(const Position& position, Move move, std::uint64_t& key, bool& progress) {
        const Position next = G::play(position, move);
        key = G::hash(next);
        progress = G::is_progress(position, move);
        return next;
    }
};

template <class G>
concept HasDefaults = Game<G> && std::is_base_of_v<GameDefaults<G>, G>;

}  // namespace boardwright
