// What the search thinks of Margrites. The unit is a point.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright::margrites {

struct Judgement {
    // Passing is no test: the other side would get four steps for the rest of a turn.
    static constexpr Tuning tuning{.scale = 300, .margin = 60, .window = 40, .passing = false, .extend = false};

    static int material(const Position& p) {
        const int us = p.side, them = 1 - us;
        return 100 * (p.points[us] - p.points[them]) + p.captures[us] - p.captures[them];
    }

    static int evaluate(const Position& p) {
        return material(p) + standing(p, p.side) - standing(p, 1 - p.side) + step * (p.steps - steps_a_turn / 2);
    }

    static int gain(const Position& p, Move move) {
        const int from = move & 0xff, to = static_cast<int>(move >> 8);
        if (to >= goals) return 100;
        // Whatever is taken in later waves comes on top.
        return taken * size(p.ripe & tables.near[to] & ~tables.near[from]);
    }

    template <class F>
    static void each_gain(const Position& p, F&& f) {
        if (any(p.ripe | (p.pieces[p.side] & last_rank[p.side]))) Rules::each_move(p, f);
    }

    static bool ended(const Position& p) { return !p.moves; }

    // The last piece steps off, which ends the game.
    static bool wins_now(const Position& p) {
        const int us = p.side, them = 1 - us;
        const Squares own = p.pieces[us] & board;
        if (!any(own & last_rank[us]) || size(own) > 1) return false;
        const int lead = p.points[us] + 1 - p.points[them];
        return lead > 0 || (lead == 0 && p.captures[us] > p.captures[them]);
    }

    static bool pressed(const Position&) { return false; }

private:
    static constexpr int step = 6, piece = 60, taken = 70;

    // The pieces, and how far they have come.
    static int standing(const Position& p, int side) {
        int sum = 0;
        each_place(p.pieces[side], [&](int place) {
            const int row = place / width;
            sum += piece + step * (side == 0 ? ranks - 1 - row : row);
        });
        return sum;
    }
};

}  // namespace boardwright::margrites

template <>
struct boardwright::Evaluation<boardwright::margrites::Rules> : boardwright::margrites::Judgement {};
