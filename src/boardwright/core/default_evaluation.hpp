// The evaluation of a game outside the package that defines none: material, or mobility where the game does not count
// its material. An `Evaluation` of the game's own may derive from it and replace a part.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "evaluation.hpp"
#include "game_defaults.hpp"

namespace boardwright {

template <class G>
concept HasMaterial = requires(const typename G::Position& position, int side) {
    { G::material(position, side) } -> std::same_as<int>;
};

template <HasDefaults G> struct DefaultEvaluation {
    using Position = typename G::Position;
    static constexpr SearchParams params{};

    static int evaluate(const Position& position) {
        if constexpr (HasMaterial<G>) return material(position);
        else return G::count(position);
    }
    static int material(const Position& position) { return for_side(position, G::side_to_move(position)); }
    // What a move that is progress changes in the material.
    static int gain(const Position& position, Move move) {
        if constexpr (HasMaterial<G>) {
            if (!G::is_progress(position, move)) return 0;
            const int side = G::side_to_move(position);
            return std::max(for_side(G::play(position, move), side) - for_side(position, side), 0);
        }
        return 0;
    }
    // The moves that quiescence search follows: those that are progress, but none where most moves are, such as all
    // that place a piece from the hand. It would not end there.
    template <class F> static void each_noisy_move(const Position& position, F&& f) {
        std::array<Move, 32> noisy;
        std::size_t found = 0, all = 0;
        G::each_move(position, [&](Move move) {
            ++all;
            if (!G::is_progress(position, move)) return;
            if (found < noisy.size()) noisy[found] = move;
            ++found;
        });
        if (found > noisy.size() || (found > 4 && 5 * found > 2 * all)) return;
        for (std::size_t at = 0; at < found; ++at) f(noisy[at]);
    }
    static bool ended(const Position& position) { return G::outcome(position).over(); }
    static bool has_winning_move(const Position&) { return false; }
    static bool in_check(const Position&) { return false; }

private:
    static int for_side(const Position& position, int side) {
        if constexpr (HasMaterial<G>) return G::material(position, side) - G::material(position, 1 - side);
        else return 0;
    }
};

template <class G>
    requires HasDefaults<G>
struct Evaluation<G> : DefaultEvaluation<G> {};

}  // namespace boardwright
