// What the search thinks of international draughts. The unit is a man.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright {

template <>
struct Evaluation<draughts::Rules> {
    using Rules = draughts::Rules;
    using Position = draughts::Position;

    static constexpr Tuning tuning{.scale = 200, .margin = 60, .window = 20, .passing = false, .extend = false};

    static constexpr int material(const Position& p) {
        return 100 * (popcount(p.own) - popcount(p.enemy)) + 200 * (popcount(p.own_kings) - popcount(p.enemy_kings));
    }

    static constexpr int evaluate(const Position& p) {
        const int score = material(p) + standing(p.own & ~p.own_kings, p.side) - standing(p.enemy & ~p.enemy_kings, 1 - p.side);
        return drawish(p) ? score / 8 : score;
    }

    static constexpr int gain(const Position& p, Move move) {
        if (!Rules::progress(p, move)) return 0;
        const Bits taken = Rules::captured(move);
        const bool crowned = Rules::target(move) & draughts::far_row[p.side] && !(Rules::origin(move) & p.own_kings);
        return 100 * popcount(taken) + 200 * (popcount(taken & p.enemy_kings) + crowned);
    }

    template <class F>
    static constexpr void each_gain(const Position& p, F&& f) {
        if (pressed(p)) return Rules::each_move(p, f);
        const Bits empty = draughts::board & ~(p.own | p.enemy), men = p.own & ~p.own_kings;
        const draughts::Steps steps(men, empty & draughts::far_row[p.side], p.side);
        each_bit(steps.left, [&](int to) { f(draughts::step(to - steps.to_left(p.side), to)); });
        each_bit(steps.right, [&](int to) { f(draughts::step(to - steps.to_right(p.side), to)); });
    }

    // Only who has no man that can step may have no move at all.
    static constexpr bool ended(const Position& p) {
        const Bits empty = draughts::board & ~(p.own | p.enemy);
        return !draughts::Steps(p.own & ~p.own_kings, empty, p.side).any();
    }

    // Taking the last pieces; blocking them is left to the search.
    static constexpr bool wins_now(const Position& p) {
        if (popcount(p.enemy) > 3 || !pressed(p)) return false;
        bool wins = false;
        Rules::each_move(p, [&](Move move) { wins |= Rules::captured(move) == p.enemy; });
        return wins;
    }

    static constexpr bool pressed(const Position& p) { return can_take(p.own, p.own_kings, p.enemy); }

private:
    static constexpr bool can_take(Bits own, Bits kings, Bits enemy) {
        draughts::Field field(own, kings, enemy);
        if (kings) field.look_around();
        return field.can_take();
    }

    static constexpr int first_of_row(int row) { return 11 * (row / 2) + 5 * (row % 2); }

    static constexpr int standing(Bits men, int side) {
        int score = 0;
        for (int row = 0; row < 10; ++row) {
            const Bits squares = Bits{0x1f} << first_of_row(side ? row : 9 - row);
            score += row * popcount(men & squares);
        }
        return score;
    }

    // A lone king holds out against up to three pieces.
    static constexpr bool drawish(const Position& p) {
        const int own = popcount(p.own), enemy = popcount(p.enemy);
        return (own <= 3 && enemy == 1 && p.enemy_kings) || (enemy <= 3 && own == 1 && p.own_kings);
    }
};

}  // namespace boardwright
