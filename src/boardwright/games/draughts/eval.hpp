// Static evaluation of international draughts: men and kings by square, mobility, balance and runaway men, for the
// network. The unit is a man.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "../../core/evaluation.hpp"
#include "bitbase.hpp"
#include "core.hpp"

namespace boardwright {

// Building blocks of the features.
namespace draughts::detail {

// The squares whose row, from the top, and file satisfy a predicate.
template <class Predicate> constexpr Bits squares_where(Predicate predicate) {
    Bits set = 0;
    each_bit(board, [&](int square) {
        const int number = square - square / 11, row = number / 5;
        if (predicate(row, number % 5 * 2 + (row % 2 == 0))) set |= bit(square);
    });
    return set;
}
inline constexpr Bits left_half = squares_where([](int, int file) { return file < 5; });
template <int Side>
inline constexpr Bits far_half = squares_where([](int row, int) { return Side ? row >= 5 : row <= 4; });

// Attacked squares: those between an enemy and an empty square, where an arriving piece is captured at once.
constexpr Bits between(Bits enemy, Bits empty) {
    return (enemy << 6 & empty >> 6) | (enemy << 5 & empty >> 5) | (enemy >> 6 & empty << 6) |
           (enemy >> 5 & empty << 5);
}

// Runaway men: those in the far half whose path to promotion no enemy can cross.
template <int Side> constexpr Bits runners(Bits men, Bits enemy) {
    Bits ahead = enemy & far_half<Side>, crossed = ahead;
    for (int row = 0; row < 4; ++row) {
        ahead = (Side ? ahead >> 6 | ahead >> 5 : ahead << 6 | ahead << 5) & board;
        crossed |= ahead;
    }
    return men & far_half<Side> & ~crossed;
}

// By square, the steps to White's promotion row.
inline constexpr auto rows = lookup_table<std::uint8_t, 64>([](int square) { return (square - square / 11) / 5; });

// The steps to promotion of the most advanced of some men; there must be one.
template <int Side> constexpr int steps_to_crown(Bits men) {
    return Side ? 9 - rows[63 - std::countl_zero(men)] : rows[lowest(men)];
}

}  // namespace draughts::detail

template <> struct Evaluation<draughts::Rules> {
    using Rules = draughts::Rules;
    using Position = draughts::Position;
    using Materials = draughts::Materials;

    // No null move: zugzwang is common. No check extension: forced captures are extended as the only legal move.
    static constexpr SearchParams params{.scale = 275,
                                         .futility_margin = 60,
                                         .aspiration_window = 20,
                                         .check_extension = 0,
                                         .correction_history = 50,
                                         .singular_depth = 6,
                                         .lmr_cut_node = 1,
                                         .unreduced_checks = 1,
                                         .result_weight = 0.15};

    static constexpr int material(const Position& p) {
        return 100 * (popcount(p.own) - popcount(p.enemy)) + 200 * (popcount(p.own_kings) - popcount(p.enemy_kings));
    }

    // Men by square; threats; material, whose weights depend on which sides have kings; king mobility and squares; safe
    // mobility of men; left-right balance; runaway men.
    static constexpr int most_kings = 8, most_safe_steps = 15, most_lean = 7, far_rows = 5, most_threats = 3;
    static constexpr int by_man_square = 0, to_move = by_man_square + draughts::squares, by_threats = to_move + 1,
                         by_men = by_threats + most_threats + 1, by_kings = by_men + 3,
                         by_kings_alone = by_kings + most_kings + 1, by_reach = by_kings_alone + most_kings + 1,
                         by_king_square = by_reach + 2, by_safe_steps = by_king_square + draughts::squares,
                         by_lean = by_safe_steps + most_safe_steps + 1, by_first_runner = by_lean + most_lean + 1,
                         by_runners = by_first_runner + far_rows, features = by_runners + 1, first_input = 0,
                         layout = 1;

    static constexpr int phase(const Position& p) {
        return std::min(2 * popcount((p.own & ~p.own_kings) | (p.enemy & ~p.enemy_kings)), phases);
    }

    // Men and kings by square: White's men, Black's men, White's kings, Black's kings.
    static constexpr int placed_sets = 4;
    static constexpr std::array<Bits, placed_sets> placed(const Position& p) {
        const auto [white, black, kings, side] = Rules::pack(p).word;
        return {white & ~kings, black & ~kings, white & kings, black & kings};
    }
    static constexpr int placed_feature(int set, int square) {
        return (set < 2 ? by_man_square : by_king_square) + (set & 1 ? draughts::squares - 1 - square : square);
    }
    static constexpr int placed_times(int set, int side) { return (set & 1) == side ? 1 : -1; }

    template <class Add> [[gnu::always_inline]] static constexpr void each_feature(const Position& p, Add&& add) {
        const auto sets = placed(p);
        for (int set = 0; set < placed_sets; ++set)
            each_bit(sets[static_cast<std::size_t>(set)],
                     [&](int square) { add(placed_feature(set, square), placed_times(set, p.side)); });
        each_other_feature(p, add);
    }

    template <class Add> [[gnu::always_inline]] static constexpr void each_other_feature(const Position& p, Add&& add) {
        const auto [white, black, kings, side] = Rules::pack(p).word;
        const Bits white_kings = white & kings, black_kings = black & kings;
        const int sign = side ? -1 : 1;
        add(to_move, 1);
        add(by_threats + threats(p), 1);
        of_side<0>(white, white_kings, black, sign, add);
        of_side<1>(black, black_kings, white, -sign, add);
        add(by_men + (white_kings != 0) + (black_kings != 0),
            sign * (popcount(white ^ white_kings) - popcount(black ^ black_kings)));
        if (kings) {
            of_kings<0>(white, white_kings, black, black_kings, sign, add);
            of_kings<1>(black, black_kings, white, white_kings, -sign, add);
        }
    }

    // Endgames against a lone king are drawish, which the features do not express.
    static constexpr int corrected(const Position& p, int score) { return is_lone_king_draw(p) ? score / 8 : score; }

    static constexpr int gain(const Position& p, Move move) {
        if (!Rules::is_progress(p, move)) return 0;
        const Bits taken = Rules::captured(move);
        const bool crowned = Rules::target(move) & draughts::far_row[p.side] && !(Rules::origin(move) & p.own_kings);
        return 100 * popcount(taken) + 200 * (popcount(taken & p.enemy_kings) + crowned);
    }

    template <class F> static constexpr void each_noisy_move(const Position& p, F&& f) {
        if (in_check(p)) return Rules::each_move(p, f);
        const Bits last = draughts::far_row[p.side] & ~(p.own | p.enemy);
        const draughts::Steps steps(p.own & ~p.own_kings, last, p.side);
        each_bit(steps.left, [&](int to) { f(draughts::quiet_move(to - steps.to_left(p.side), to)); });
        each_bit(steps.right, [&](int to) { f(draughts::quiet_move(to - steps.to_right(p.side), to)); });
    }

    // A side with a man that can step has a legal move.
    static constexpr bool ended(const Position& p) {
        const Bits empty = draughts::board & ~(p.own | p.enemy);
        return !draughts::Steps(p.own & ~p.own_kings, empty, p.side).any();
    }

    // Only wins by capturing the last pieces; the search finds wins by blocking.
    static constexpr bool has_winning_move(const Position& p) {
        if (popcount(p.enemy) > 3 || !in_check(p)) return false;
        bool wins = false;
        Rules::each_move(p, [&](Move move) { wins |= Rules::captured(move) == p.enemy; });
        return wins;
    }

    // A capture is compulsory. Treating enemy threats to capture as check lost strength: it scored 41% with one such
    // ply in quiescence search, 29% with two.
    static constexpr bool in_check(const Position& p) {
        draughts::CaptureGenerator generator(p.own, p.own_kings, p.enemy);
        if (p.own_kings) generator.find_king_captures();
        return generator.can_take();
    }

private:
    template <int Side, class Add>
    [[gnu::always_inline]] static constexpr void of_side(Bits own, Bits own_kings, Bits enemy, int sign, Add&& add) {
        using namespace draughts::detail;
        const Bits men = own ^ own_kings, empty = draughts::board & ~(own | enemy);
        const int safe_steps = draughts::Steps::count(men, empty & ~between(enemy, empty), Side);
        const int lean = 2 * popcount(men & left_half) - popcount(men);
        add(by_safe_steps + std::min(safe_steps, most_safe_steps), sign);
        add(by_lean + std::min(lean < 0 ? -lean : lean, most_lean), sign);
        if (const Bits running = runners<Side>(men, enemy)) {
            add(by_first_runner + steps_to_crown<Side>(running), sign);
            add(by_runners, sign * popcount(running));
        }
    }

    template <int Side, class Add>
    [[gnu::always_inline]] static constexpr void of_kings(Bits own, Bits kings, Bits enemy, Bits enemy_kings, int sign,
                                                          Add&& add) {
        if (!kings) return;
        const Bits empty = draughts::board & ~(own | enemy);
        Bits reach = 0;
        each_bit(kings, [&](int square) { reach |= draughts::king_targets(square, empty); });
        add((enemy_kings ? by_kings : by_kings_alone) + std::min(popcount(kings), most_kings), sign);
        add(by_reach + (enemy_kings != 0), sign * popcount(reach));
    }

    // The number of enemy men that could capture if they were to move.
    static constexpr int threats(const Position& p) {
        const Bits empty = draughts::board & ~(p.own | p.enemy);
        const Bits front = draughts::before(draughts::capturable(p.own, empty)).any();
        return std::min(popcount(p.enemy & ~p.enemy_kings & front), most_threats);
    }

    // A lone king draws against up to three pieces, except after a blunder.
    static constexpr bool is_lone_king_draw(const Position& p) {
        const int own = popcount(p.own), enemy = popcount(p.enemy);
        return (own <= 3 && enemy == 1 && p.enemy_kings) || (enemy <= 3 && own == 1 && p.own_kings);
    }
};

}  // namespace boardwright
