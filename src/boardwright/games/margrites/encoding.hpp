// Margrites as a learner sees it: a way is one step, from a place to a place or a goal.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <>
struct Encoding<margrites::Rules> {
    using Position = margrites::Position;
    using Chosen = Unbroken;
    static constexpr int places = margrites::places, ways = places * places;
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

    template <class F>
    static void each_way(const Position& p, Chosen, F&& f) {
        margrites::Rules::each_move(p, [&](Move move) { f(static_cast<int>((move & 0xff) * places + (move >> 8))); });
    }

    static bool take(const Position&, Chosen, int way, Move& move) {
        move = static_cast<Move>(way / places) | static_cast<Move>(way % places) << 8;
        return true;
    }

    template <class T>
    static void show(const Position& p, Chosen, Planes<T>& planes) {
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
