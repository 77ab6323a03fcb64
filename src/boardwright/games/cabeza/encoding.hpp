// RL encoding of Cabeza: a raw action is a whole move, the kind of piece and its way.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <> struct Encoding<cabeza::Rules> {
    using Position = cabeza::Position;
    using Prefix = NoPrefix;
    // A raw action has the fields of a move without the side.
    static constexpr int places = cabeza::squares, turns = 64, raw_actions = cabeza::kinds * turns;
    static constexpr int planes = 2 * cabeza::kinds;

    template <class F> static void each_raw_action(const Position& p, Prefix, F&& f) {
        cabeza::Rules::each_move(p, [&](Move move) { f(static_cast<int>((move & 7) * turns + (move >> 4))); });
    }

    static bool extend(const Position& p, Prefix, int raw_action, Move& move) {
        move = static_cast<Move>(raw_action / turns) | static_cast<Move>(p.side) << 3 |
               static_cast<Move>(raw_action % turns) << 4;
        return true;
    }

    template <class T> static void fill_planes(const Position& p, Prefix, Planes<T>& planes) {
        for (const int team : {0, 1})
            for (int kind = 0; kind < cabeza::kinds; ++kind) {
                const int at = cabeza::square_of(p.team[team], kind), shape = cabeza::shape_of(p.team[team], kind);
                if (at == cabeza::gone) continue;
                const cabeza::Block block = cabeza::standing(cabeza::volume[kind], shape);
                for (int row = 0; row < block.d; ++row)
                    for (int column = 0; column < block.w; ++column)
                        planes.put(kind + (team == p.side ? 0 : cabeza::kinds), at + cabeza::size * row + column,
                                   block.h);
            }
    }
};

}  // namespace boardwright
