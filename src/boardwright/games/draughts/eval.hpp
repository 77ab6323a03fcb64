// What the search thinks of international draughts. The unit is a man.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright {

namespace draughts::worth {

// A worth with all men on the board, and with none.
struct Phased {
    int early, late;
    friend constexpr Phased operator+(Phased a, Phased b) { return {a.early + b.early, a.late + b.late}; }
    friend constexpr Phased operator-(Phased a, Phased b) { return {a.early - b.early, a.late - b.late}; }
    friend constexpr Phased operator*(int n, Phased a) { return {n * a.early, n * a.late}; }
};
inline constexpr Phased man{140, 28}, tempo{-2, 5}, next_to_crown{100, 28}, king{245, 48}, first_king{65, 165},
    leaning{0, -12}, safe_step{-2, 16}, runner{110, 0}, pair{4, 17};
inline constexpr int to_move = 3;

// Sets of squares by what is asked of their row (0 is at the top) and file.
template <class Asked>
constexpr Bits squares_where(Asked asked) {
    Bits set = 0;
    for (int square = 0; square < squares; ++square) {
        if (!(board & bit(square))) continue;
        const int number = square - square / 11, row = number / 5;
        if (asked(row, number % 5 * 2 + (row % 2 == 0))) set |= bit(square);
    }
    return set;
}
inline constexpr Bits left_half = squares_where([](int, int file) { return file < 5; });

// The rows that a side's men have gone, by bits of the number.
template <int Side, int Power>
inline constexpr Bits gone = squares_where([](int row, int) { return ((Side ? row : 9 - row) >> Power & 1) == 1; });
template <int Side>
inline constexpr Bits last_rows = squares_where([](int row, int) { return Side ? row >= 5 : row <= 4; });
template <int Side>
inline constexpr Bits before_last = squares_where([](int row, int) { return row == (Side ? 8 : 1); });

}  // namespace draughts::worth

template <>
struct Evaluation<draughts::Rules> {
    using Rules = draughts::Rules;
    using Position = draughts::Position;
    using Phased = draughts::worth::Phased;

    static constexpr Tuning tuning{.scale = 275, .margin = 60, .window = 20, .passing = false, .extend = false};

    static constexpr int material(const Position& p) {
        return 100 * (popcount(p.own) - popcount(p.enemy)) + 200 * (popcount(p.own_kings) - popcount(p.enemy_kings));
    }

    static constexpr int evaluate(const Position& p) {
        const Bits white = p.side ? p.enemy : p.own, black = p.side ? p.own : p.enemy;
        const Bits white_kings = p.side ? p.enemy_kings : p.own_kings, black_kings = p.side ? p.own_kings : p.enemy_kings;
        const Bits white_men = white & ~white_kings, black_men = black & ~black_kings;
        const Bits empty = draughts::board & ~(white | black);
        const Phased sum = standing<0>(white_men, white_kings, black, empty) - standing<1>(black_men, black_kings, white, empty);
        const int men = popcount(white_men | black_men), phase = men < 4 ? 0 : men > 36 ? 32 : men - 4;
        const int score = (sum.early * phase + sum.late * (32 - phase)) / 32;
        return (p.side ? -score : score) / (drawish(p) ? 8 : 1) + draughts::worth::to_move;
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

    template <int Side>
    static constexpr Phased standing(Bits men, Bits kings, Bits enemy, Bits empty) {
        const int rows = popcount(men & draughts::worth::gone<Side, 0>) + 2 * popcount(men & draughts::worth::gone<Side, 1>) +
                         4 * popcount(men & draughts::worth::gone<Side, 2>) + 8 * popcount(men & draughts::worth::gone<Side, 3>);
        const int lean = popcount(men & draughts::worth::left_half) - popcount(men & ~draughts::worth::left_half);
        const draughts::Steps steps(men, empty & ~taken_on(enemy, empty), Side);
        return popcount(men) * draughts::worth::man + rows * draughts::worth::tempo + popcount(men & draughts::worth::before_last<Side>) * draughts::worth::next_to_crown +
               popcount(kings) * draughts::worth::king + (kings ? 1 : 0) * draughts::worth::first_king + (lean < 0 ? -lean : lean) * draughts::worth::leaning +
               steps.count() * draughts::worth::safe_step + popcount(runners<Side>(men, enemy)) * draughts::worth::runner +
               (popcount(men & men >> 6) + popcount(men & men >> 5)) * draughts::worth::pair;
    }

    // Where a piece that comes is taken at once: between an enemy and an empty square.
    static constexpr Bits taken_on(Bits enemy, Bits empty) {
        return (enemy << 6 & empty >> 6) | (enemy << 5 & empty >> 5) | (enemy >> 6 & empty << 6) | (enemy >> 5 & empty << 5);
    }

    // Men near the crown whose way no enemy crosses.
    template <int Side>
    static constexpr Bits runners(Bits men, Bits enemy) {
        Bits crossed = enemy & draughts::worth::last_rows<Side>, ahead = crossed;
        for (int row = 0; row < 4; ++row) {
            ahead = (Side ? ahead >> 6 | ahead >> 5 : ahead << 6 | ahead << 5) & draughts::board;
            crossed |= ahead;
        }
        return men & draughts::worth::last_rows<Side> & ~crossed;
    }

    // A lone king holds out against up to three pieces.
    static constexpr bool drawish(const Position& p) {
        const int own = popcount(p.own), enemy = popcount(p.enemy);
        return (own <= 3 && enemy == 1 && p.enemy_kings) || (enemy <= 3 && own == 1 && p.own_kings);
    }
};

}  // namespace boardwright
