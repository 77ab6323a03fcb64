// Static evaluation of Congo: trained piece-square tables, mobility, threats and lion safety. The unit is a pawn.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../core/evaluation.hpp"
#include "../../core/piece_square.hpp"
#include "bitbase.hpp"
#include "core.hpp"

namespace boardwright {

template <> struct Evaluation<congo::Rules> {
    using Rules = congo::Rules;
    using Position = congo::Position;
    using Materials = congo::Materials<Rules>;

    static constexpr SearchParams params{
        .scale = 400, .futility_margin = 60, .aspiration_window = 20, .null_move = true, .result_weight = 0.1};

    static constexpr int material(Position p) { return pieces(p, p.own) - pieces(p, p.other); }

    // Piece-square tables; pieces relative to the enemy lion; mobility; attacked pieces; pieces in the river; pawns
    // about to promote; pieces pinned between the lions.
    static constexpr int kinds = 8, most_reach = 16, most_in_river = 3, most_promoting = 2;
    static constexpr int by_square = 0, by_enemy_lion = by_square + kinds * SevenBySeven::squares,
                         by_reach = by_enemy_lion + kinds * SevenBySeven::offsets,
                         attacked = by_reach + kinds * (most_reach + 1), in_river = attacked + 2 * 3 * kinds,
                         promoting = in_river + 2 * most_in_river, pinned = promoting + 2 * most_promoting,
                         to_move = pinned + 2 * kinds, features = to_move + 1, first_input = 0, layout = 1;

    static constexpr int phase(Position p) { return std::min((popcount(p.own | p.other) - 2) * 5 / 2, phases); }

    template <class Add> [[gnu::always_inline]] static constexpr void each_feature(Position p, Add&& add) {
        add(to_move, 1);
        // A finished game lacks a lion.
        if (ended(p) || crowded(p)) return;
        const int side = Rules::side_to_move(p);
        const auto up = [&](int index, int times) { add(index, times); };
        const auto down = [&](int index, int times) { add(index, -times); };
        SideInfo ours(p, p.own, p.other, side), theirs(p, p.other, p.own, 1 - side);
        each_piece(p, ours, theirs, up);
        each_piece(p, theirs, ours, down);
        each_threat<0>(p, ours, theirs, up);
        each_threat<1>(p, theirs, ours, down);
        each_pin(p, side ? theirs.lion_square : ours.lion_square, side ? ours.lion_square : theirs.lion_square, up,
                 down);
    }

    // With more pieces than a game starts with, the sum of the weights could overflow.
    static constexpr int corrected(Position p, int score) { return crowded(p) ? material(p) : score; }

    // Captures and promotion; drowning shows in the evaluation of the next position.
    static constexpr int gain(Position p, Move move) {
        const Bits from = bit(move & 63), to = bit(move >> 6 & 63), monkeys = congo::all_of<congo::monkey>(p);
        // The usual case: a quiet move.
        if (!(monkeys & from) && !((p.other | congo::last_ranks) & to)) return 0;
        int sum = 0;
        if (monkeys & from)
            each_bit(Rules::taken(p, move), [&](int square) { sum += value[congo::kind_at(p, bit(square))]; });
        else if (p.other & to) sum = value[congo::kind_at(p, to)];
        if ((to & congo::last_ranks) && !((p.ones | p.twos | p.fours) & from))
            sum += value[congo::superpawn] - value[congo::pawn];
        return sum;
    }

    template <class F> [[gnu::always_inline]] static constexpr void each_noisy_move(Position p, F&& f) {
        Rules::side_to_move(p) ? noisy_moves_of<1>(p, f) : noisy_moves_of<0>(p, f);
    }

    static constexpr bool ended(Position p) { return !(p.own & congo::all_of<congo::lion>(p)); }

    static constexpr bool has_winning_move(Position p) { return takes_lion(p, Rules::side_to_move(p)); }

    static constexpr bool in_check(Position p) { return takes_lion(turned(p), 1 - Rules::side_to_move(p)); }

    // As after any move, the pieces of the side that passes drown in the river.
    static constexpr Position null_move(Position p) {
        const Bits dry = ~(p.own & congo::river & ~congo::all_of<congo::crocodile>(p));
        return turned({p.own & dry, p.other, p.ones & dry, p.twos & dry, p.fours & dry, p.ply});
    }

private:
    // Piece values by kind; that of the lion orders captures only.
    static constexpr int value[8] = {100, 300, 400, 10000, 350, 400, 450, 500};

    static constexpr Position turned(Position p) { return {p.other, p.own, p.ones, p.twos, p.fours, p.ply + 1}; }

    static constexpr int pieces(Position p, Bits own) {
        const Bits plain = own & ~p.fours, rare = own & p.fours;
        int sum = value[congo::pawn] * popcount(plain & ~p.ones & ~p.twos) +
                  value[congo::zebra] * popcount(plain & p.ones & ~p.twos) +
                  value[congo::giraffe] * popcount(plain & p.twos & ~p.ones);
        if (rare)
            sum += value[congo::superpawn] * popcount(rare & ~p.ones & ~p.twos) +
                   value[congo::elephant] * popcount(rare & p.ones & ~p.twos) +
                   value[congo::monkey] * popcount(rare & p.twos & ~p.ones) +
                   value[congo::crocodile] * popcount(rare & p.ones & p.twos);
        return sum;
    }

    static constexpr bool crowded(Position p) { return popcount(p.own | p.other) > 28; }

    // A single piece between two lions on one line is pinned: its side loses if it leaves the line.
    template <class Up, class Down>
    [[gnu::always_inline]] static constexpr void each_pin(Position p, int white, int black, Up&& up, Down&& down) {
        const Bits between = congo::sights.between[white][black - 32] & (p.own | p.other);
        if (between & (between - 1)) return;
        if (between & p.own) up(pinned + congo::kind_at(p, between), 1);
        if (between & p.other) down(pinned + kinds + congo::kind_at(p, between), 1);
    }

    // One side: its pieces, the squares attacked by its pawns and superpawns, all squares it attacks, and its lion's
    // square.
    struct SideInfo {
        Bits own, other, pawn_fan, attacks;
        int side, lion_square;

        constexpr SideInfo(Position p, Bits own, Bits other, int side)
            : own(own),
              other(other),
              pawn_fan(pawn_attacks(own & ~p.ones & ~p.twos, side)),
              attacks(pawn_fan),
              side(side),
              lion_square(lowest(own & congo::all_of<congo::lion>(p))) {}
    };

    static constexpr Bits pawn_attacks(Bits pawns, int side) {
        const Bits ahead = side ? pawns >> 8 : pawns << 8;
        return ahead | ahead << 1 | ahead >> 1;
    }

    template <class Add>
    [[gnu::always_inline]] static constexpr void each_piece(Position p, SideInfo& us, const SideInfo& them, Add&& add) {
        const Bits plain = us.own & ~p.fours, rare = us.own & p.fours;
        const Bits empty = congo::board & ~(us.own | us.other), safe = ~us.own & ~them.pawn_fan;
        const std::uint8_t* const square = seven_by_seven.square[us.side];
        const std::uint8_t* const offset = seven_by_seven.offset[us.side][them.lion_square];
        const auto stands = [&](int kind, int here) __attribute__((always_inline)) {
            add(by_square + kind * SevenBySeven::squares + square[here], 1);
            add(by_enemy_lion + kind * SevenBySeven::offsets + offset[here], 1);
        };
        const auto reaches = [&](int kind, int here, Bits taking, Bits moving) __attribute__((always_inline)) {
            stands(kind, here);
            us.attacks |= taking;
            add(by_reach + kind * (most_reach + 1) + popcount(moving & safe), 1);
        };
        add(by_square + congo::lion * SevenBySeven::squares + square[us.lion_square], 1);
        us.attacks |= congo::reach.lion[us.lion_square];
        each_bit(plain & ~p.ones & ~p.twos, [&](int here) { stands(congo::pawn, here); });
        each_bit(plain & p.ones & ~p.twos,
                 [&](int here) { reaches(congo::zebra, here, congo::reach.zebra[here], congo::reach.zebra[here]); });
        each_bit(plain & p.twos & ~p.ones, [&](int here) {
            const Bits far = congo::reach.two_away[here];
            reaches(congo::giraffe, here, far, far | (congo::reach.around[here] & empty));
        });
        if (!rare) return;
        if (const Bits superpawns = rare & ~p.ones & ~p.twos) {
            us.attacks |= superpawns << 1 | superpawns >> 1;
            each_bit(superpawns, [&](int here) { stands(congo::superpawn, here); });
        }
        each_bit(rare & p.ones & ~p.twos, [&](int here) {
            reaches(congo::elephant, here, congo::reach.elephant[here], congo::reach.elephant[here]);
        });
        each_bit(rare & p.ones & p.twos, [&](int here) {
            const Bits squares = Rules::crocodile_reach(here, empty);
            reaches(congo::crocodile, here, squares, squares);
        });
        each_bit(rare & p.twos & ~p.ones, [&](int here) {
            reaches(congo::monkey, here, jumped(here, us.other, empty), congo::reach.around[here] & empty);
        });
    }

    // The pieces that a monkey can capture with one jump.
    static constexpr Bits jumped(int from, Bits enemies, Bits empty) {
        Bits taken = 0;
        each_bit(enemies & congo::reach.jumpable[from],
                 [&](int over) { taken |= bit(over) & all_if(empty & bit(2 * over - from)); });
        return taken;
    }

    // Threats have separate weights for the side to move, which can execute or parry them, and the waiting side.
    template <int Waiting, class Add>
    [[gnu::always_inline]] static constexpr void each_threat(Position p, const SideInfo& us, const SideInfo& them,
                                                             Add&& add) {
        each_bit(us.attacks & them.own & ~bit(them.lion_square), [&](int square) {
            const Bits here = bit(square);
            const int options = here & us.pawn_fan ? 2 : (here & them.attacks) != 0;
            add(attacked + (3 * Waiting + options) * kinds + congo::kind_at(p, here), 1);
        });
        if (const Bits drowning = us.own & congo::river & ~congo::all_of<congo::crocodile>(p))
            add(in_river + most_in_river * Waiting + std::min(popcount(drowning), most_in_river) - 1, 1);
        const Bits ends = congo::last_ranks & congo::board & ~us.own & ~them.attacks;
        if (const Bits last = pawn_attacks(us.own & congo::all_of<congo::pawn>(p), us.side) & ends)
            add(promoting + most_promoting * Waiting + std::min(popcount(last), most_promoting) - 1, 1);
    }

    // Whether the side to move can capture the enemy lion; false in a finished game, which lacks a lion.
    [[gnu::always_inline]] static constexpr bool takes_lion(Position p, int side) {
        const Bits enemy_lion = p.other & congo::all_of<congo::lion>(p);
        const Bits plain = p.own & ~p.fours, rare = p.own & p.fours, own_lion = plain & p.ones & p.twos;
        if (!enemy_lion || !own_lion) return false;
        const int enemy_lion_square = lowest(enemy_lion);
        const Bits behind = side ? enemy_lion << 8 : enemy_lion >> 8, fan = behind | behind << 1 | behind >> 1;
        if ((fan & p.own & ~p.ones & ~p.twos) | (congo::reach.zebra[enemy_lion_square] & plain & p.ones & ~p.twos) |
            (congo::reach.two_away[enemy_lion_square] & plain & p.twos & ~p.ones))
            return true;
        if (Rules::lion_in_sight(p, side, lowest(own_lion))) return true;
        return rare && rare_takes_lion(p, rare, enemy_lion, enemy_lion_square);
    }

    [[gnu::always_inline]] static constexpr bool rare_takes_lion(Position p, Bits rare, Bits enemy_lion,
                                                                 int enemy_lion_square) {
        const Bits empty = congo::board & ~p.own & ~p.other, crocodiles = rare & p.ones & p.twos;
        if (((enemy_lion << 1 | enemy_lion >> 1) & rare & ~p.ones & ~p.twos) |
            (congo::reach.elephant[enemy_lion_square] & rare & p.ones & ~p.twos) |
            (congo::reach.around[enemy_lion_square] & crocodiles))
            return true;
        // Slides along the file towards the river, from behind the lion.
        const Bits slides = (enemy_lion & congo::south) >> 8 & empty, falls = (enemy_lion & congo::north) << 8 & empty;
        if ((slides >> 8 | falls << 8) & crocodiles) return true;
        for (Bits monkeys = rare & p.twos & ~p.ones; monkeys; monkeys &= monkeys - 1) {
            const int from = lowest(monkeys);
            if ((congo::reach.jumpable[from] & p.other) && jumps_lion(enemy_lion, empty | bit(from), p.other, from))
                return true;
        }
        return false;
    }

    // Whether a chain of jumps over the remaining pieces captures the lion.
    static constexpr bool jumps_lion(Bits lion, Bits open, Bits enemies, int from) {
        for (Bits over = enemies & congo::reach.jumpable[from]; over; over &= over - 1) {
            const int square = lowest(over), behind = 2 * square - from;
            if (!(open & bit(behind))) continue;
            if (bit(square) & lion) return true;
            if (jumps_lion(lion, open, enemies & ~bit(square), behind)) return true;
        }
        return false;
    }

    template <int Side, class F> [[gnu::always_inline]] static constexpr void noisy_moves_of(Position p, F&& f) {
        constexpr int ahead = Side ? -8 : 8;
        const Bits plain = p.own & ~p.fours, rare = p.own & p.fours, enemies = p.other;
        const auto one = [&](int from, Bits targets) {
            each_bit(targets, [&](int to) { f(static_cast<Move>(from) | static_cast<Move>(to) << 6); });
        };
        const auto all = [&](Bits targets, int shift) {
            each_bit(targets, [&](int to) { f(static_cast<Move>(to - shift) | static_cast<Move>(to) << 6); });
        };
        const Bits pawns = plain & ~p.ones & ~p.twos, promotion = congo::last_ranks & congo::board & ~p.own;
        for (const int shift : {ahead - 1, ahead, ahead + 1}) {
            const auto shifted_by = [&](Bits squares) { return Side ? squares >> -shift : squares << shift; };
            all(shifted_by(pawns) & (enemies | promotion), shift);
            if (rare) all(shifted_by(rare & ~p.ones & ~p.twos) & enemies, shift);
        }
        each_bit(plain & p.ones & ~p.twos, [&](int from) { one(from, congo::reach.zebra[from] & enemies); });
        each_bit(plain & p.twos & ~p.ones, [&](int from) { one(from, congo::reach.two_away[from] & enemies); });
        const Bits own_lion = plain & p.ones & p.twos;
        if (own_lion)
            one(lowest(own_lion),
                (congo::reach.lion[lowest(own_lion)] & enemies) | Rules::lion_in_sight(p, Side, lowest(own_lion)));
        if (rare) rare_noisy_moves(p, rare, one, all, f);
    }

    template <class One, class All, class F>
    static constexpr void rare_noisy_moves(Position p, Bits rare, One&& one, All&& all, F&& f) {
        const Bits enemies = p.other, empty = congo::board & ~p.own & ~enemies, superpawns = rare & ~p.ones & ~p.twos;
        all(superpawns << 1 & enemies, 1);
        all(superpawns >> 1 & enemies, -1);
        each_bit(rare & p.ones & ~p.twos, [&](int from) { one(from, congo::reach.elephant[from] & enemies); });
        each_bit(rare & p.ones & p.twos, [&](int from) { one(from, Rules::crocodile_reach(from, empty) & enemies); });
        each_bit(rare & p.twos & ~p.ones, [&](int from) {
            if (congo::reach.jumpable[from] & enemies) Rules::jumps(Rules::JumpContext(p), from, f);
        });
    }
};

}  // namespace boardwright
