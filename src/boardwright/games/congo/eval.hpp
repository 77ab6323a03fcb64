// What the search thinks of Congo. The unit is a pawn.
#pragma once

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright {

template <class Variant>
struct Evaluation<congo::Rules<Variant>> {
    using Rules = congo::Rules<Variant>;
    using Position = congo::Position;

    static constexpr Tuning tuning{.scale = 400, .margin = 100, .window = 30, .passing = true, .extend = true};

    static constexpr int material(Position p) { return pieces(p, p.own) - pieces(p, p.other); }

    static constexpr int evaluate(Position p) {
        const int side = Rules::side_to_move(p);
        return material(p) + standing(p, p.own, p.other, side) - standing(p, p.other, p.own, 1 - side) + tempo;
    }

    // What a move takes and what a pawn becomes; drowning is left to the position after it.
    static constexpr int gain(Position p, Move move) {
        const Bits from = bit(move & 63), to = bit(move >> 6 & 63), monkeys = congo::all_of<congo::monkey>(p);
        // Nearly all moves end here.
        if (!(monkeys & from) && !((p.other | congo::last_ranks) & to)) return 0;
        int sum = 0;
        if (monkeys & from)
            each_bit(Rules::taken(p, move), [&](int square) { sum += worth[congo::kind_at(p, bit(square))]; });
        else if (p.other & to)
            sum = worth[congo::kind_at(p, to)];
        if ((to & congo::last_ranks) && !((p.ones | p.twos | p.fours) & from)) sum += worth[congo::superpawn] - worth[congo::pawn];
        return sum;
    }

    template <class F>
    [[gnu::always_inline]] static constexpr void each_gain(Position p, F&& f) {
        if (Rules::side_to_move(p))
            gains_of<1>(p, f);
        else
            gains_of<0>(p, f);
    }

    static constexpr bool ended(Position p) { return !(p.own & congo::all_of<congo::lion>(p)); }

    static constexpr bool wins_now(Position p) { return takes_lion(p, Rules::side_to_move(p)); }

    static constexpr bool pressed(Position p) { return takes_lion(turned(p), 1 - Rules::side_to_move(p)); }

    // Who passes loses what stands in the river, as with any other move.
    static constexpr Position passed(Position p) {
        const Bits dry = ~(p.own & congo::river & ~congo::all_of<congo::crocodile>(p));
        return turned({p.own & dry, p.other, p.ones & dry, p.twos & dry, p.fours & dry, p.ply});
    }

private:
    // By kind; a lion counts when a move takes it.
    static constexpr int worth[8] = {100, 300, 400, 10000, 350, 400, 450, 500};
    static constexpr int tempo = 10, advance = 8, middle = 20, hunt = 10, wet = 40;
    static constexpr Bits middle_files = 0x001c1c1c1c1c1c1c;

    static constexpr Position turned(Position p) { return {p.other, p.own, p.ones, p.twos, p.fours, p.ply + 1}; }

    static constexpr int pieces(Position p, Bits own) {
        const Bits plain = own & ~p.fours, rare = own & p.fours;
        int sum = worth[congo::pawn] * popcount(plain & ~p.ones & ~p.twos) + worth[congo::zebra] * popcount(plain & p.ones & ~p.twos) +
                  worth[congo::giraffe] * popcount(plain & p.twos & ~p.ones);
        if (rare)
            sum += worth[congo::superpawn] * popcount(rare & ~p.ones & ~p.twos) + worth[congo::elephant] * popcount(rare & p.ones & ~p.twos) +
                   worth[congo::monkey] * popcount(rare & p.twos & ~p.ones) + worth[congo::crocodile] * popcount(rare & p.ones & p.twos);
        return sum;
    }

    // Pawns that come forward and stay in the middle, and pieces that reach the squares around the
    // other lion. What stands in the river must leave with the next move, or drown.
    static constexpr int standing(Position p, Bits own, Bits other, int side) {
        const Bits pawns = own & congo::all_of<congo::pawn>(p);
        return advance * advanced(pawns, side) + middle * popcount(pawns & middle_files) +
               hunt * hunters(p, own, other, side) - wet * popcount(own & congo::river & ~congo::all_of<congo::crocodile>(p));
    }

    // How many ranks from their own end pawns have come, in all: the ranks' numbers, bit by bit.
    static constexpr int advanced(Bits pawns, int side) {
        const int from_south = popcount(pawns & 0x00007f007f007f00) + 2 * popcount(pawns & 0x007f00007f7f0000) +
                               4 * popcount(pawns & congo::north);
        return side ? 6 * popcount(pawns) - from_south : from_south;
    }

    static constexpr int hunters(Position p, Bits own, Bits other, int side) {
        const Bits den = congo::reach.around[Rules::first(other & congo::all_of<congo::lion>(p))];
        const Bits pawns = own & ~p.ones & ~p.twos, ahead = side ? pawns >> 8 : pawns << 8;
        int sum = popcount(ahead & den) + popcount(ahead << 1 & den) + popcount(ahead >> 1 & den);
        const auto add = [&](Bits hunting, const Bits (&reached)[64]) {
            each_bit(hunting, [&](int from) { sum += popcount(reached[from] & den); });
        };
        add(own & congo::all_of<congo::zebra>(p), congo::reach.zebra);
        add(own & congo::all_of<congo::giraffe>(p), congo::reach.two_away);
        if (const Bits rare = own & p.fours & p.ones) {
            add(rare & ~p.twos, congo::reach.elephant);
            add(rare & p.twos, congo::reach.around);
        }
        return sum;
    }

    // Whether the side to move takes the other lion; not in a finished game, which lacks one of them.
    [[gnu::always_inline]] static constexpr bool takes_lion(Position p, int side) {
        const Bits prey = p.other & congo::all_of<congo::lion>(p);
        const Bits plain = p.own & ~p.fours, rare = p.own & p.fours, home = plain & p.ones & p.twos;
        if (!prey || !home) return false;
        const int lair = lowest(prey);
        const Bits behind = side ? prey << 8 : prey >> 8, fan = behind | behind << 1 | behind >> 1;
        if ((fan & p.own & ~p.ones & ~p.twos) | (congo::reach.zebra[lair] & plain & p.ones & ~p.twos) |
            (congo::reach.two_away[lair] & plain & p.twos & ~p.ones))
            return true;
        if (Rules::lion_in_sight(p, side, lowest(home))) return true;
        return rare && rare_takes_lion(p, rare, prey, lair);
    }

    [[gnu::always_inline]] static constexpr bool rare_takes_lion(Position p, Bits rare, Bits prey, int lair) {
        const Bits empty = congo::board & ~p.own & ~p.other, crocodiles = rare & p.ones & p.twos;
        if (((prey << 1 | prey >> 1) & rare & ~p.ones & ~p.twos) | (congo::reach.elephant[lair] & rare & p.ones & ~p.twos) |
            (congo::reach.around[lair] & crocodiles))
            return true;
        // From behind the lion, along its file, towards the river.
        const Bits slides = (prey & congo::south) >> 8 & empty, falls = (prey & congo::north) << 8 & empty;
        if ((slides >> 8 | falls << 8) & crocodiles) return true;
        for (Bits monkeys = rare & p.twos & ~p.ones; monkeys; monkeys &= monkeys - 1) {
            const int from = lowest(monkeys);
            if ((congo::reach.jumpable[from] & p.other) && jumps_lion(prey, empty | bit(from), p.other, from)) return true;
        }
        return false;
    }

    // Whether a chain of jumps from a square over what is still there ends with the lion.
    static constexpr bool jumps_lion(Bits lion, Bits open, Bits prey, int from) {
        for (Bits over = prey & congo::reach.jumpable[from]; over; over &= over - 1) {
            const int square = lowest(over), behind = 2 * square - from;
            if (!(open & bit(behind))) continue;
            if (bit(square) & lion) return true;
            if (jumps_lion(lion, open, prey & ~bit(square), behind)) return true;
        }
        return false;
    }

    template <int Side, class F>
    [[gnu::always_inline]] static constexpr void gains_of(Position p, F&& f) {
        constexpr int ahead = Side ? -8 : 8;
        const Bits plain = p.own & ~p.fours, rare = p.own & p.fours, prey = p.other;
        const auto one = [&](int from, Bits targets) {
            each_bit(targets, [&](int to) { f(static_cast<Move>(from) | static_cast<Move>(to) << 6); });
        };
        const auto all = [&](Bits targets, int shift) {
            each_bit(targets, [&](int to) { f(static_cast<Move>(to - shift) | static_cast<Move>(to) << 6); });
        };
        const Bits pawns = plain & ~p.ones & ~p.twos, promotion = congo::last_ranks & congo::board & ~p.own;
        for (const int shift : {ahead - 1, ahead, ahead + 1}) {
            const auto shifted_by = [&](Bits squares) { return Side ? squares >> -shift : squares << shift; };
            all(shifted_by(pawns) & (prey | promotion), shift);
            if (rare) all(shifted_by(rare & ~p.ones & ~p.twos) & prey, shift);
        }
        each_bit(plain & p.ones & ~p.twos, [&](int from) { one(from, congo::reach.zebra[from] & prey); });
        each_bit(plain & p.twos & ~p.ones, [&](int from) { one(from, congo::reach.two_away[from] & prey); });
        const Bits home = plain & p.ones & p.twos;
        if (home) one(lowest(home), (congo::reach.lion[lowest(home)] & prey) | Rules::lion_in_sight(p, Side, lowest(home)));
        if (rare) rare_gains(p, rare, one, all, f);
    }

    template <class One, class All, class F>
    static constexpr void rare_gains(Position p, Bits rare, One&& one, All&& all, F&& f) {
        const Bits prey = p.other, empty = congo::board & ~p.own & ~prey, superpawns = rare & ~p.ones & ~p.twos;
        all(superpawns << 1 & prey, 1);
        all(superpawns >> 1 & prey, -1);
        each_bit(rare & p.ones & ~p.twos, [&](int from) { one(from, congo::reach.elephant[from] & prey); });
        each_bit(rare & p.ones & p.twos, [&](int from) { one(from, Rules::crocodile_reach(from, empty) & prey); });
        each_bit(rare & p.twos & ~p.ones, [&](int from) {
            if (congo::reach.jumpable[from] & prey) Rules::jumps(typename Rules::Jungle(p), from, f);
        });
    }
};

}  // namespace boardwright
