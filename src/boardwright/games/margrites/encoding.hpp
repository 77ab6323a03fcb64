// RL encoding of Margrites: a raw action is one step, from a square to a square or a goal.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <> struct Encoding<margrites::Rules> {
    using Position = margrites::Position;
    using Prefix = NoPrefix;
    static constexpr int places = margrites::places, raw_actions = places * places;
    enum Plane {
        own_piece,
        other_piece,
        steps_left,
        columns_to_start,
        rows_to_start,
        own_points,
        other_points,
        own_captures,
        other_captures,
        planes
    };

    template <class F> static void each_raw_action(const Position& p, Prefix, F&& f) {
        margrites::Rules::each_move(p, [&](Move move) { f(static_cast<int>((move & 0xff) * places + (move >> 8))); });
    }

    static bool extend(const Position&, Prefix, int raw_action, Move& move) {
        move = static_cast<Move>(raw_action / places) | static_cast<Move>(raw_action % places) << 8;
        return true;
    }

    template <class T> static void fill_planes(const Position& p, Prefix, Planes<T>& planes) {
        const int us = p.side, them = 1 - us;
        margrites::each_place(p.pieces[us], [&](int place) { planes.put(own_piece, place); });
        margrites::each_place(p.pieces[them], [&](int place) { planes.put(other_piece, place); });
        planes.fill(steps_left, p.steps);
        for (const margrites::Origin& origin : p.origins) {
            if (!origin.moved()) continue;
            const int here = planes.cell(origin.now), there = planes.cell(origin.start);
            planes.put(columns_to_start, origin.now, there % margrites::files - here % margrites::files);
            planes.put(rows_to_start, origin.now, there / margrites::files - here / margrites::files);
        }
        planes.fill(own_points, p.points[us]);
        planes.fill(other_points, p.points[them]);
        planes.fill(own_captures, p.captures[us]);
        planes.fill(other_captures, p.captures[them]);
    }
};

}  // namespace boardwright
