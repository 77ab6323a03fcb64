// The evaluation of a game outside the package that defines none: material, or mobility where the game does not count
// its material. An `Evaluation` of the game's own may derive from it and replace a part.
#pragma once

#include <algorithm>

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
