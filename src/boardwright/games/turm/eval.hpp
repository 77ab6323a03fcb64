// Static evaluation of Turm & Wächter: trained piece-square tables, mobility and guard safety. The unit is a stone.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../core/evaluation.hpp"
#include "../../core/piece_square.hpp"
#include "core.hpp"

namespace boardwright {

namespace turm {

// All squares that a side can move to.
struct Targets {
    static constexpr bool branchless = false;
    Bits all = 0;
    template <int> constexpr void stones(Bits targets, int) { all |= targets; }
    constexpr void guard(Bits, Bits targets) { all |= targets; }
};

}  // namespace turm

template <class Goal> struct Evaluation<turm::Rules<Goal>> {
    using Rules = turm::Rules<Goal>;
    using Position = turm::Position;

    static constexpr SearchParams params{
        .scale = 300, .futility_margin = 80, .aspiration_window = 30, .null_move = true, .result_weight = 0.15};

    static constexpr int material(Position p) { return 100 * (stones(p, p.own) - stones(p, p.other)); }

    // Piece-square tables of guard and towers; towers relative to either guard; mobility; attacked towers by height;
    // attacks around the enemy guard, and safe squares around the own one.
    static constexpr int heights = 7, seen_heights = 4, by_guard = 0, by_tower = by_guard + SevenBySeven::squares,
                         by_enemy_guard = by_tower + heights * SevenBySeven::squares,
                         by_own_guard = by_enemy_guard + seen_heights * SevenBySeven::offsets,
                         to_move = by_own_guard + seen_heights * SevenBySeven::offsets, reached = to_move + 1,
                         attacked = reached + 1, around_guard = attacked + seen_heights, free_guard = around_guard + 1,
                         features = free_guard + 5, first_input = 0, layout = 1;

    static constexpr int phase(Position p) { return std::min(stones(p, turm::board) * phases / 14, phases); }

    template <class Add> [[gnu::always_inline]] static constexpr void each_feature(Position p, Add&& add) {
        add(to_move, 1);
        // A finished game may lack a guard.
        const Bits guards = (p.own | p.other) & ~p.stones();
        if (!(guards & p.own) || !(guards & p.other)) return;
        turm::Targets ours, theirs;
        Rules::moves(p, ours);
        Rules::moves(null_move(p), theirs);
        of_side(p, p.own, p.other, p.side, ours.all, theirs.all, [&](int index, int times) { add(index, times); });
        of_side(p, p.other, p.own, 1 - p.side, theirs.all, ours.all, [&](int index, int times) { add(index, -times); });
    }

    static constexpr int gain(Position p, Move move) {
        const Bits to = turm::Turn::of(move).to;
        return p.other & to ? 100 * stones(p, to) : 0;
    }

    static constexpr bool ended(Position p) { return Rules::over(p); }

    static constexpr bool has_winning_move(Position p) { return wins(p, p.own, p.other, p.side); }

    static constexpr bool in_check(Position p) { return wins(p, p.other, p.own, 1 - p.side); }

    static constexpr Position null_move(Position p) { return {p.other, p.own, p.ones, p.twos, p.fours, 1 - p.side}; }

private:
    static constexpr int stones(Position p, Bits squares) {
        return popcount(p.ones & squares) + 2 * popcount(p.twos & squares) + 4 * popcount(p.fours & squares);
    }

    template <class Add>
    [[gnu::always_inline]] static constexpr void of_side(Position p, Bits own, Bits other, int side, Bits reach,
                                                         Bits enemy_reach, Add&& add) {
        const Bits stones = p.stones(), guard_bit = own & ~stones;
        const int guard = lowest(guard_bit), enemy_guard_square = lowest(other & ~stones);
        add(by_guard + seven_by_seven.square[side][guard], 1);
        each_bit(own & stones, [&](int square) {
            const int height = Rules::height(p, bit(square)), seen = std::min(height, seen_heights) - 1;
            add(by_tower + (height - 1) * SevenBySeven::squares + seven_by_seven.square[side][square], 1);
            add(by_enemy_guard + seen * SevenBySeven::offsets + seven_by_seven.offset[side][enemy_guard_square][square],
                1);
            add(by_own_guard + seen * SevenBySeven::offsets + seven_by_seven.offset[side][guard][square], 1);
        });
        add(reached, popcount(reach));
        const Bits attacked_towers = reach & other & stones;
        if (attacked_towers) {
            const turm::Heights tall(p);
            for (int height = 1; height <= seen_heights; ++height)
                add(attacked + height - 1, popcount(attacked_towers & tall.at_least[height]));
        }
        add(around_guard, popcount(reach & beside(bit(enemy_guard_square))));
        add(free_guard + popcount(beside(guard_bit) & ~own & ~enemy_reach), 1);
    }

    static constexpr Bits beside(Bits square) {
        return (square << 8 | square >> 8 | square << 1 | square >> 1) & turm::board;
    }

    // Whether the side, if it is to move, can capture the enemy guard or move its own to the goal.
    static constexpr bool wins(Position p, Bits own, Bits other, int side) {
        const Bits stones = p.stones(), enemy_guard = other & ~stones;
        if (beside(own & ~stones) & ~own & (Goal::square[side] | enemy_guard)) return true;
        const Bits empty = turm::board & ~(own | other), towers = own & stones;
        const turm::Heights heights(p);
        // Ray-cast from the enemy guard in all four directions at once, a step at a time.
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
