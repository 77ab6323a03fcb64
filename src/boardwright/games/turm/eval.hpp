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

    static constexpr int material(Position p) { return 100 * (stones(p, p.own) - stones(p, p.other)); }

    static constexpr int evaluate(Position p) {
        return material(p) + standing(p, p.own, p.side) - standing(p, p.other, 1 - p.side) + tempo;
    }

    static constexpr int gain(Position p, Move move) {
        const Bits to = turm::Turn::of(move).to;
        return p.other & to ? 100 * stones(p, to) : 0;
    }

    static constexpr bool ended(Position p) { return Rules::over(p); }

    static constexpr bool wins_now(Position p) { return wins(p, p.own, p.other, p.side); }

    static constexpr bool pressed(Position p) { return wins(p, p.other, p.own, 1 - p.side); }

    static constexpr Position passed(Position p) { return {p.other, p.own, p.ones, p.twos, p.fours, 1 - p.side}; }

private:
    static constexpr int tempo = 10, step_to_goal = 12, tall = 6;

    static constexpr int stones(Position p, Bits squares) {
        return popcount(p.ones & squares) + 2 * popcount(p.twos & squares) + 4 * popcount(p.fours & squares);
    }

    // A guard near its goal, and towers that reach far.
    static constexpr int standing(Position p, Bits own, int side) {
        return tall * (popcount(p.twos & own) + 2 * popcount(p.fours & own)) -
               step_to_goal * steps_between(lowest(own & ~p.stones()), lowest(Goal::square[side]));
    }

    static constexpr int steps_between(int from, int to) {
        const int rows = (from >> 3) - (to >> 3), columns = (from & 7) - (to & 7);
        return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
    }

    static constexpr Bits beside(Bits square) { return (square << 8 | square >> 8 | square << 1 | square >> 1) & turm::board; }

    // Whether the side, if it is to move, takes the enemy guard or brings its own home.
    static constexpr bool wins(Position p, Bits own, Bits other, int side) {
        const Bits stones = p.stones(), enemy_guard = other & ~stones;
        if (beside(own & ~stones) & ~own & (Goal::square[side] | enemy_guard)) return true;
        const Bits empty = turm::board & ~(own | other), towers = own & stones;
        const turm::Heights heights(p);
        // Look from the enemy guard along all four lines at once, a step at a time.
        Bits up = enemy_guard, down = up, left = up, right = up;
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
