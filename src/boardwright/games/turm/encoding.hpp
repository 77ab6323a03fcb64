// RL encoding of Turm & Wächter: a raw action is a pair of squares, whose distance is the number of stones.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <class Goal> struct Encoding<turm::Rules<Goal>> {
    using Position = turm::Position;
    using Prefix = NoPrefix;
    static constexpr int places = 64, raw_actions = places * places;
    enum Plane { own_guard, own_tower, other_guard, other_tower, planes };

    template <class F> static void each_raw_action(const Position& p, Prefix, F&& f) {
        turm::Rules<Goal>::each_move(p,
                                     [&](Move move) { f(static_cast<int>((move & 63) * places + (move >> 8 & 63))); });
    }

    static bool extend(const Position&, Prefix, int raw_action, Move& move) {
        const int from = raw_action / places, to = raw_action % places, apart = from < to ? to - from : from - to;
        const int stones = apart % 8 ? apart : apart / 8;
        move = turm::move_of(from, to, stones);
        return true;
    }

    template <class T> static void fill_planes(const Position& p, Prefix, Planes<T>& planes) {
        fill_side(p, p.own, own_guard, planes);
        fill_side(p, p.other, other_guard, planes);
    }

private:
    template <class T> static void fill_side(const Position& p, Bits pieces, int guard, Planes<T>& planes) {
        each_bit(pieces, [&](int square) {
            const int height = turm::Rules<Goal>::height(p, bit(square));
            planes.put(guard + (height ? 1 : 0), square, height ? height : 1);
        });
    }
};

}  // namespace boardwright
