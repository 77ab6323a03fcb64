// What the search thinks of Margrites. The unit is a point.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright::margrites {

// The pieces of a side by how many steps they are from their last rank.
struct Runners {
    int at[ranks];

    Runners(const Position& p, int side) : at{} {
        for (int row = 0; row < ranks; ++row) {
            const Bits rank = row < 4 ? p.pieces[side][0] >> width * row : p.pieces[side][1] >> width * (row - 3);
            at[side == 0 ? row : ranks - 1 - row] = popcount(rank & rank_bits);
        }
    }
    int pieces() const {
        int sum = 0;
        for (const int count : at) sum += count;
        return sum;
    }
    // How many steps it takes to score with all.
    int steps() const {
        int sum = 0;
        for (int away = 0; away < ranks; ++away) sum += (away + 1) * at[away];
        return sum;
    }
    // How many can score with so many steps, the nearest first.
    int scoring(int steps) const {
        int sum = 0;
        for (int away = 0; away < ranks; ++away) {
            const int most = steps / (away + 1), count = at[away] < most ? at[away] : most;
            sum += count, steps -= count * (away + 1);
            if (count < at[away]) break;
        }
        return sum;
    }
};

struct Judgement {
    // No passing: the rest of a turn would be set against a whole one.
    static constexpr Tuning tuning{.scale = 300, .margin = 60, .window = 40, .passing = false, .extend = false};

    static int material(const Position& p) {
        const int us = p.side, them = 1 - us;
        return 100 * (p.points[us] - p.points[them]) + p.captures[us] - p.captures[them];
    }

    static int evaluate(const Position& p) {
        const Runners us(p, p.side), them(p, 1 - p.side);
        return material(p) + scored * (p.points[p.side] - p.points[1 - p.side]) + standing(us) - standing(them) + inside * (inland(p, 1 - p.side) - inland(p, p.side)) +
               step * (p.steps - steps_a_turn / 2) + worth(race(p, us, them));
    }

    static int gain(const Position& p, Move move) {
        const int from = move & 0xff, to = static_cast<int>(move >> 8);
        if (to >= goals) return 100;
        // Whatever is taken in later waves comes on top.
        return taken * size(p.ripe & tables.near[to] & ~tables.near[from]);
    }

    static bool may_gain(const Position& p) { return any(p.ripe | (p.pieces[p.side] & last_rank[p.side])); }

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
    // A point is worth more than a piece that stands before its goal.
    static constexpr int scored = 40;
    static constexpr int step = 6, piece = 60, taken = 70, inside = 3, ahead = 25, lead_point = 20, most_points = 3;

    // The pieces, and how far they have come.
    static int standing(const Runners& runners) { return (piece + ranks * step) * runners.pieces() - step * runners.steps(); }

    // How many files from the nearer side of the board, in all: along the sides fewer can be met.
    static int inland(const Position& p, int side) {
        int sum = 0;
        for (int away = 1; away <= files / 2; ++away) {
            const Bits rank = (rank_bits >> 2 * away) << away;
            const Bits four = rank | rank << width | rank << 2 * width | rank << 3 * width;
            sum += size(p.pieces[side] & Squares{four, four << width});
        }
        return sum;
    }

    // Who is ahead at the end counts more than by how much.
    static int worth(int lead) {
        if (lead < 0) return -worth(-lead);
        return lead == 0 ? 0 : ahead + lead_point * (lead < most_points ? lead : most_points);
    }

    // The lead in points once one side has run off, if nobody hinders anybody.
    static int race(const Position& p, const Runners& us, const Runners& them) {
        const int our_steps = us.steps(), their_steps = them.steps();
        // Turns after this one that we need, and they.
        const int ours = our_steps > p.steps ? (our_steps - p.steps + steps_a_turn - 1) / steps_a_turn : 0;
        const int theirs = (their_steps + steps_a_turn - 1) / steps_a_turn;
        int lead = p.points[p.side] - p.points[1 - p.side];
        if (ours < theirs) lead += us.pieces() - them.scoring(steps_a_turn * ours);
        else lead += us.scoring(p.steps + steps_a_turn * (theirs - 1)) - them.pieces();
        return lead;
    }
};

}  // namespace boardwright::margrites

template <>
struct boardwright::Evaluation<boardwright::margrites::Rules> : boardwright::margrites::Judgement {};
