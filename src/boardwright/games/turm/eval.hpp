// What the search thinks of Turm & Wächter. The unit is a stone.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright {

template <class Goal>
struct Evaluation<turm::Rules<Goal>> {
    using Rules = turm::Rules<Goal>;
    using Position = turm::Position;

    static constexpr Tuning tuning{.scale = 300, .margin = 80, .window = 30, .passing = true, .extend = true};

    static constexpr int material(const Position& p) { return 100 * (stones(p, p.side) - stones(p, 1 - p.side)); }

    static constexpr int evaluate(const Position& p) {
        return material(p) + standing(p, p.side) - standing(p, 1 - p.side) + tempo;
    }

    static constexpr int gain(const Position& p, Move move) {
        const Bits to = bit(move >> 8 & 63);
        if (!(p.pieces[1 - p.side] & to)) return 0;
        return 100 * ((p.ones & to ? 1 : 0) + (p.twos & to ? 2 : 0) + (p.fours & to ? 4 : 0));
    }

    static constexpr bool ended(const Position& p) { return Rules::over(p); }

    static constexpr bool wins_now(const Position& p) { return wins(p, p.side); }

    static constexpr bool pressed(const Position& p) { return wins(p, 1 - p.side); }

    static constexpr Position passed(Position p) {
        p.side = 1 - p.side;
        return p;
    }

private:
    static constexpr int tempo = 10, step_to_goal = 12, tall = 6;

    static constexpr int stones(const Position& p, int side) {
        const Bits own = p.pieces[side];
        return popcount(p.ones & own) + 2 * popcount(p.twos & own) + 4 * popcount(p.fours & own);
    }

    // A guard near its goal, and towers that reach far.
    static constexpr int standing(const Position& p, int side) {
        const Bits own = p.pieces[side];
        return tall * (popcount(p.twos & own) + 2 * popcount(p.fours & own)) - step_to_goal * steps_to_goal(p, side);
    }

    static constexpr int steps_to_goal(const Position& p, int side) {
        const int from = lowest(p.guard[side]), to = lowest(Goal::square[side]);
        const int rows = (from >> 3) - (to >> 3), columns = (from & 7) - (to & 7);
        return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
    }

    static constexpr Bits beside(Bits square) { return (square << 8 | square >> 8 | square << 1 | square >> 1) & turm::board; }

    // Whether the side, if it is to move, takes the enemy guard or brings its own home.
    static constexpr bool wins(const Position& p, int side) {
        const Bits own = p.pieces[side], near = beside(p.guard[side]);
        if (near & ~own & (Goal::square[side] | p.guard[1 - side])) return true;
        const Bits empty = turm::board & ~(p.pieces[0] | p.pieces[1]), towers = own & ~p.guard[side];
        const turm::Heights heights(p);
        // Look from the enemy guard along all four lines at once, a step at a time.
        Bits up = p.guard[1 - side], down = up, left = up, right = up;
        for (int distance = 1; distance <= turm::longest; ++distance) {
            up <<= 8, down >>= 8, right <<= 1, left >>= 1;
            if ((up | down | left | right) & towers & heights.at_least[distance]) return true;
            up &= empty, down &= empty, left &= empty, right &= empty;
            if (!(up | down | left | right)) return false;
        }
        return false;
    }
};

}  // namespace boardwright
