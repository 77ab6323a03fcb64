// What the search thinks of international draughts. The unit is a man.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"
#include "endings.hpp"

namespace boardwright {

// What the pieces of a side are worth where they stand.
namespace draughts::worth {

// A worth with all men on the board, and with few.
struct Phased {
    int early, late;
    friend constexpr Phased operator+(Phased a, Phased b) { return {a.early + b.early, a.late + b.late}; }
    friend constexpr Phased operator-(Phased a, Phased b) { return {a.early - b.early, a.late - b.late}; }
    friend constexpr Phased operator*(int n, Phased a) { return {n * a.early, n * a.late}; }

    // Men count for less and less the fewer they are; a king then rules the board.
    constexpr int with_men(int men) const {
        const int phase = men < 4 ? 0 : men > 36 ? 32 : men - 4;
        return (early * phase + late * (32 - phase)) / 32;
    }
};

// Fitted to the results of 3,200 games of the search against itself.
inline constexpr Phased man{140, 28}, pair{4, 17}, safe_step{-2, 16}, leaning{0, -13}, runner{140, -5},
    next_to_crown{140, 25}, king{290, 50}, first_king{100, 150};
inline constexpr int to_move = 3;

// The squares by what is asked of their row, from the top, and of their file.
template <class Asked>
constexpr Bits squares_where(Asked asked) {
    Bits set = 0;
    each_bit(board, [&](int square) {
        const int number = square - square / 11, row = number / 5;
        if (asked(row, number % 5 * 2 + (row % 2 == 0))) set |= bit(square);
    });
    return set;
}
inline constexpr Bits left_half = squares_where([](int, int file) { return file < 5; });
template <int Side>
inline constexpr Bits far_half = squares_where([](int row, int) { return Side ? row >= 5 : row <= 4; });
template <int Side>
inline constexpr Bits row_before_last = squares_where([](int row, int) { return row == (Side ? 8 : 1); });

// Where a piece that comes is taken at once: between an enemy and an empty square.
constexpr Bits between(Bits enemy, Bits empty) {
    return (enemy << 6 & empty >> 6) | (enemy << 5 & empty >> 5) | (enemy >> 6 & empty << 6) | (enemy >> 5 & empty << 5);
}

// Men in the far half whose way to the crown no enemy can cross.
template <int Side>
constexpr Bits runners(Bits men, Bits enemy) {
    Bits ahead = enemy & far_half<Side>, crossed = ahead;
    for (int row = 0; row < 4; ++row) {
        ahead = (Side ? ahead >> 6 | ahead >> 5 : ahead << 6 | ahead << 5) & board;
        crossed |= ahead;
    }
    return men & far_half<Side> & ~crossed;
}

template <int Side>
constexpr Phased standing(Bits men, Bits kings, Bits enemy, Bits empty) {
    const int lean = popcount(men & left_half) - popcount(men & ~left_half);
    return popcount(men) * man + (popcount(men & men >> 6) + popcount(men & men >> 5)) * pair +
           Steps::count(men, empty & ~between(enemy, empty), Side) * safe_step + (lean < 0 ? -lean : lean) * leaning +
           popcount(runners<Side>(men, enemy)) * runner + popcount(men & row_before_last<Side>) * next_to_crown +
           popcount(kings) * king + (kings ? 1 : 0) * first_king;
}

}  // namespace draughts::worth

template <>
struct Evaluation<draughts::Rules> {
    using Rules = draughts::Rules;
    using Position = draughts::Position;
    using Materials = draughts::Materials;

    // Being bound to move is often a burden, and the only move is searched deeper anyway.
    static constexpr Tuning tuning{.scale = 275, .margin = 60, .window = 20, .passing = false, .extend = false};

    static constexpr int material(const Position& p) {
        return 100 * (popcount(p.own) - popcount(p.enemy)) + 200 * (popcount(p.own_kings) - popcount(p.enemy_kings));
    }

    static constexpr int evaluate(const Position& p) {
        const auto [white, black, kings, side] = Rules::pack(p).word;
        const Bits men = (white | black) & ~kings, empty = draughts::board & ~(white | black);
        const int score = (draughts::worth::standing<0>(white & men, white & kings, black, empty) -
                           draughts::worth::standing<1>(black & men, black & kings, white, empty))
                              .with_men(popcount(men));
        return (side ? -score : score) / (holds_alone(p) ? 8 : 1) + draughts::worth::to_move;
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
        const Bits last = draughts::far_row[p.side] & ~(p.own | p.enemy);
        const draughts::Steps steps(p.own & ~p.own_kings, last, p.side);
        each_bit(steps.left, [&](int to) { f(draughts::step(to - steps.to_left(p.side), to)); });
        each_bit(steps.right, [&](int to) { f(draughts::step(to - steps.to_right(p.side), to)); });
    }

    // Only a side of which no man can step may be without a move.
    static constexpr bool ended(const Position& p) {
        const Bits empty = draughts::board & ~(p.own | p.enemy);
        return !draughts::Steps(p.own & ~p.own_kings, empty, p.side).any();
    }

    // By taking the last pieces; to block them is left to the search.
    static constexpr bool wins_now(const Position& p) {
        if (popcount(p.enemy) > 3 || !pressed(p)) return false;
        bool wins = false;
        Rules::each_move(p, [&](Move move) { wins |= Rules::captured(move) == p.enemy; });
        return wins;
    }

    // Bound to capture. To search all answers to what the enemy threatens to take cost more than it
    // gained: 41% of the points with one such ply at the end of lines, 29% with two.
    static constexpr bool pressed(const Position& p) {
        draughts::Field field(p.own, p.own_kings, p.enemy);
        if (p.own_kings) field.look_around();
        return field.can_take();
    }

private:
    // A lone king is not caught by three pieces or fewer, but for a blunder.
    static constexpr bool holds_alone(const Position& p) {
        const int own = popcount(p.own), enemy = popcount(p.enemy);
        return (own <= 3 && enemy == 1 && p.enemy_kings) || (enemy <= 3 && own == 1 && p.own_kings);
    }
};

}  // namespace boardwright
