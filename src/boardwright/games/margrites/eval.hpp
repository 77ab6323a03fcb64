// Static evaluation of Margrites: trained piece-square tables, capture danger, score and race tables. The unit is a
// point.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright::margrites {

// A bitboard in two overlapping words of six ranks, 8 to 3 and 6 to 1: the pieces of the upper four ranks are evaluated
// in the first, those of the lower four in the second. Each word holds all squares up to two steps away from such a
// piece, and nearly all at three.
struct Windows {
    Bits word[2];

    explicit Windows(Squares squares)
        : word{squares[0] | squares[1] << lane_shift, squares[0] >> 2 * width | squares[1] << width} {}

    static constexpr int rows = 6, squares = rows * width;
    // The upper and the lower four ranks.
    static constexpr Bits half[2] = {four_ranks, four_ranks << 2 * width};
};

// Masks of a square from a side's perspective, with its goal ahead. Mirror images share a place.
struct alignas(64) View {
    static constexpr int nearer_files = (files + 1) / 2, places = ranks * nearer_files;
    // The squares exactly one, two and three steps away, and the cone ahead from which a running piece can be
    // intercepted.
    Bits beside, near, further, ahead;
    // A one in the byte of its distance to the last rank, for `Runners`.
    Bits runner;
    int place;
};

// By side, window and square.
struct Views {
    View of[2][2][Windows::squares];

    constexpr Views() : of{} {
        for (int side = 0; side < 2; ++side)
            for (int window = 0; window < 2; ++window)
                for (int square = 0; square < Windows::squares; ++square)
                    if (square % width < files) of[side][window][square] = seen(side, window, square);
    }

private:
    static constexpr View seen(int side, int window, int square) {
        const int row = square / width, column = square % width, rank = row + 2 * window;
        const int away = side ? ranks - 1 - rank : rank, inland = std::min(column, files - 1 - column);
        View view{0, 0, 0, 0, bit(8 * away), View::nearer_files * away + inland};
        for (int other = 0; other < Windows::squares; ++other) {
            if (other % width >= files) continue;
            const int rows = other / width - row, columns = other % width - column;
            const int on = side ? rows : -rows, wide = std::max(columns, -columns),
                      distance = std::max({wide, on, -on});
            if (distance == 1) view.beside |= bit(other);
            if (distance == 2) view.near |= bit(other);
            if (distance == 3) view.further |= bit(other);
            if (on > 0 && wide <= on + 1) view.ahead |= bit(other);
        }
        return view;
    }
};
inline constexpr Views views;

// A histogram of a side's pieces by distance to their last rank, one byte per distance.
struct Runners {
    Bits counts = 0;

    int pieces() const { return static_cast<int>(counts * 0x0101010101010101 >> 56); }
    // The number of steps to score with all pieces.
    int steps() const {
        constexpr Bits bytes = 0x00ff00ff00ff00ff;
        return static_cast<int>(((counts & bytes) * 0x0001000300050007 + (counts >> 8 & bytes) * 0x0002000400060008) >>
                                48);
    }
    int furthest() const { return (63 - std::countl_zero(counts | 1)) / 8; }
    // The number of pieces that can score within `left` steps, the nearest first.
    int scoring(int left) const {
        int sum = 0;
        for (int away = 0; away < ranks; ++away) {
            const int count = static_cast<int>(counts >> 8 * away & 0xff), needed = count * (away + 1);
            // Division by a reciprocal, exact for all possible values.
            if (needed > left) return sum + (left * reciprocals[away] >> 16);
            sum += count, left -= needed;
        }
        return sum;
    }

private:
    static constexpr int reciprocals[ranks] = {65536, 32769, 21846, 16385, 13108, 10923, 9363, 8193};
};

struct MargritesEvaluation {
    // No null move: it would trade the rest of a turn for a whole one.
    static constexpr SearchParams params{
        .scale = 300, .futility_margin = 45, .aspiration_window = 40, .check_extension = false, .result_weight = 0.3};

    static int material(const Position& p) {
        const int us = p.side, them = 1 - us;
        return 100 * (p.points[us] - p.points[them]) + p.captures[us] - p.captures[them];
    }

    static constexpr int most_lead = 8, leads = 2 * most_lead + 1, counted = 9, race_leads = leads + 2, most_turns = 5,
                         turns = 2 * most_turns + 1, most_needed = 2 + 2 * 8, pressures = 12, most_ahead = 5;
    // The lead in points by the pieces left; tempo by steps left; leads in points and captures, and the pieces left;
    // the result of the race and its margin in turns; piece-square tables by the number of enemies ahead; capture
    // danger, with separate tables for the side to move and for the other side by the steps that the side to move has
    // left.
    static constexpr int by_pieces = 0, by_steps = by_pieces + leads * counted * counted, first_input = by_steps,
                         by_points = by_steps + steps_a_turn, by_captures = by_points + 1, by_lead = by_captures + 1,
                         by_count = by_lead + leads, by_race = by_count + counted, by_turns = by_race + 2 * race_leads,
                         by_place = by_turns + turns * race_leads, by_danger = by_place + View::places * most_ahead,
                         features = by_danger + (1 + steps_a_turn) * most_needed * pressures, layout = 1;

    static int phase(const Position& p) {
        return std::min((size(p.pieces[0] & board) + size(p.pieces[1] & board)) * 4, phases);
    }

    template <class Add> [[gnu::always_inline]] static void each_feature(const Position& p, Add&& add) {
        // The game is over.
        if (!p.steps) return;
        const int us = p.side, them = 1 - us;
        const Windows own(p.pieces[us]), enemy(p.pieces[them]);
        const Runners ours = of_side(us, own, enemy, 0, [&](int index, int times) { add(index, times); });
        const Runners theirs = of_side(them, enemy, own, p.steps, [&](int index, int times) { add(index, -times); });
        const int points = clamped(p.points[us] - p.points[them], most_lead);
        const int captures = clamped(p.captures[us] - p.captures[them], most_lead);
        add(by_steps + p.steps - 1, 1);
        add(by_points, points);
        add(by_captures, captures);
        add(by_lead + points + most_lead, 1);
        add(by_count + std::min(ours.pieces(), counted - 1), 1);
        add(by_count + std::min(theirs.pieces(), counted - 1), -1);
        add(by_pieces + ((points + most_lead) * counted + std::min(ours.pieces(), counted - 1)) * counted +
                std::min(theirs.pieces(), counted - 1),
            1);
        // Whether the sides have passed each other: no contact is possible.
        const bool no_contact = ours.furthest() + theirs.furthest() < ranks - 1;
        const Race race(p.steps, ours, theirs, p.points[us] - p.points[them]);
        const int lead = race_leads / 2 + ranked(race.lead, captures);
        add(by_race + no_contact * race_leads + lead, 1);
        add(by_turns + (clamped(race.turns, most_turns) + most_turns) * race_leads + lead, 1);
    }

    // Thin endings need more than the trained sum, which cannot tell a side that is ahead and must run home from one
    // that is behind and does best to wait. A race against a single piece that is certain replaces the sum. With few
    // pieces on both sides, the side that is ahead gains by the steps that it has walked, and by the race.
    static int corrected(const Position& p, int score) {
        if (!p.steps) return score;
        const int us = p.side, them = 1 - us;
        const int own = size(p.pieces[us] & board), enemy = size(p.pieces[them] & board);
        const bool thin = std::max(own, enemy) <= few;
        if (!thin && own > 1 && enemy > 1) return score;
        const Runners ours = runners_of(p, us), theirs = runners_of(p, them);
        if (enemy == 1 && wins_race(p, us, ours, theirs)) return certain - a_step * ours.steps();
        if (own == 1 && wins_race(p, them, theirs, ours)) return a_step * theirs.steps() - certain;
        if (!thin || score == 0) return score;
        const int walked = score > 0 ? ranks * own - ours.steps() : ranks * enemy - theirs.steps();
        const Race race(p.steps, ours, theirs, p.points[us] - p.points[them]);
        const int lead = std::abs(ranked(race.lead, p.captures[us] - p.captures[them]));
        const int more = walked_step * walked + raced_point * std::min(lead, 3);
        return score / 2 + (score > 0 ? more : -more);
    }

    static int gain(const Position& p, Move move) {
        const int from = move & 0xff, to = static_cast<int>(move >> 8);
        if (to >= goals) return 100;
        // First wave only; later waves may capture more.
        return taken * size(p.ripe & tables.near[to] & ~tables.near[from]);
    }

    static bool may_have_noisy_moves(const Position& p) { return any(p.ripe | (p.pieces[p.side] & last_rank[p.side])); }

    static bool ended(const Position& p) { return !p.moves; }

    // The last own piece scores, which ends the game.
    static bool has_winning_move(const Position& p) {
        const int us = p.side, them = 1 - us;
        const Squares own = p.pieces[us] & board;
        if (!any(own & last_rank[us]) || size(own) > 1) return false;
        const int lead = p.points[us] + 1 - p.points[them];
        return lead > 0 || (lead == 0 && p.captures[us] > p.captures[them]);
    }

    static bool in_check(const Position&) { return false; }

private:
    static constexpr int taken = 70;
    // The score of a certain race, and how much each step that the winner still needs takes off it.
    static constexpr int certain = 2000, a_step = 10;
    // The most pieces of either side in a thin ending, where two pieces side by side are never captured; and what a
    // step walked and a point of the race are worth there.
    static constexpr int few = 3, walked_step = 20, raced_point = 50;

    static constexpr int clamped(int value, int most) { return std::clamp(value, -most, most); }

    template <class Add>
    [[gnu::always_inline]] static Runners of_side(int side, const Windows& own, const Windows& enemy, int steps,
                                                  Add&& add) {
        Runners runners;
        of_window<0>(side, own, enemy, steps, runners, add);
        of_window<1>(side, own, enemy, steps, runners, add);
        return runners;
    }

    template <int Window, class Add>
    [[gnu::always_inline]] static void of_window(int side, const Windows& own, const Windows& enemy, int steps,
                                                 Runners& runners, Add&& add) {
        const Bits allies = own.word[Window], others = enemy.word[Window];
        const View* const of = views.of[side][Window];
        const int danger = by_danger + (steps * most_needed - 1) * pressures;
        each_bit(allies & Windows::half[Window], [&](int square) {
            const View& view = of[square];
            runners.counts += view.runner;
            add(by_place + view.place * most_ahead + std::min(popcount(others & view.ahead), most_ahead - 1), 1);
            // The number of further enemies needed to capture it, and of those one and two steps away from that.
            const int needed = 2 + 2 * popcount(allies & view.beside) - popcount(others & view.beside);
            const int pressure =
                std::min(3 * popcount(others & view.near) + popcount(others & view.further), pressures - 1);
            add(danger + needed * pressures + pressure, 1);
        });
    }

    // The race if both sides only run, the nearest pieces first, until one has no pieces left: the lead in points, and
    // the number of turns by which our last piece scores before theirs.
    struct Race {
        int lead, turns;

        Race(int steps, const Runners& us, const Runners& them, int points) {
            // The turns that either side needs after this one.
            const int ours = us.steps() > steps ? (us.steps() - steps + steps_a_turn - 1) / steps_a_turn : 0;
            const int theirs = (them.steps() + steps_a_turn - 1) / steps_a_turn;
            turns = theirs - ours;
            if (turns > 0) lead = points + us.pieces() - them.scoring(steps_a_turn * ours);
            else lead = points + us.scoring(steps + steps_a_turn * (theirs - 1)) - them.pieces();
        }
    };

    static Runners runners_of(const Position& p, int side) {
        Runners found;
        for (int row = 0; row < ranks; ++row) {
            const Bits lane = row < 4 ? p.pieces[side][0] >> width * row : p.pieces[side][1] >> width * (row - 3);
            const int away = side ? ranks - 1 - row : row;
            found.counts += Bits(popcount(lane & rank_bits)) << 8 * away;
        }
        return found;
    }

    // Whether `side` wins by running, the nearest pieces first, whatever the only piece of the other side does: a
    // single piece captures nothing, and leaves a runner at least one of the squares ahead of it. The other side can
    // end the game sooner only by scoring.
    static bool wins_race(const Position& p, int side, const Runners& runners, const Runners& other) {
        const int lead = p.points[side] - p.points[1 - side], captures = p.captures[side] - p.captures[1 - side];
        const auto wins = [](int points, int taken) { return points > 0 || (points == 0 && taken > 0); };
        const int pieces = runners.pieces();
        if (!wins(lead + pieces, captures)) return false;
        // Two runners may capture the other piece in passing, which ends the game.
        if (pieces > 1 && !wins(lead, captures + 1)) return false;
        // The first turn in which the other piece can score, and the steps that `side` has before it.
        const bool first = p.side == side;
        const int needed = other.steps() - (first ? 0 : p.steps);
        const int turns = needed > 0 ? (needed + steps_a_turn - 1) / steps_a_turn - first : 0;
        const int scored = runners.scoring(turns * steps_a_turn + (first ? p.steps : 0));
        return scored == pieces || wins(lead + scored - 1, captures);
    }

    // A lead in points, with captures as the tie-break.
    static constexpr int ranked(int lead, int captures) {
        if (lead == 0) return captures > 0 ? 1 : captures < 0 ? -1 : 0;
        return clamped(lead, most_lead) + (lead > 0 ? 1 : -1);
    }
};

}  // namespace boardwright::margrites

template <>
struct boardwright::Evaluation<boardwright::margrites::Rules> : boardwright::margrites::MargritesEvaluation {};
