// RL encoding of Congo: a raw action is a pair of squares; a monkey that could go on jumping may also stop.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <> struct Encoding<congo::Rules> {
    using Rules = congo::Rules;
    using Position = congo::Position;
    static constexpr int places = 64, stop = places * places, raw_actions = stop + 1;
    enum Plane { own_lion, other_lion = 8, started = 16, stands, taken, planes };

    // A monkey's jumps so far: its origin, its current square, the captured pieces, and the directions as encoded in
    // a move.
    struct Prefix {
        int from = 0, at = 0, jumps = 0;
        Bits taken = 0;
        Move directions = 0;
    };

    template <class F> static void each_raw_action(const Position& p, const Prefix& prefix, F&& f) {
        if (prefix.jumps) {
            each_jump(p, prefix, [&](int behind) { f(prefix.at * places + behind); });
            f(stop);
            return;
        }
        Rules::each_move(p, [&](Move move) {
            const int from = static_cast<int>(move & 63), to = static_cast<int>(move >> 6 & 63);
            const Move directions = move >> 12;
            f(from * places + (directions ? from + 2 * congo::king_steps[directions & 7].offset() : to));
        });
    }

    static bool extend(const Position& p, Prefix& prefix, int raw_action, Move& move) {
        if (raw_action == stop) {
            move = move_of(prefix);
            return true;
        }
        const int from = raw_action / places, to = raw_action % places;
        if (!prefix.jumps) {
            prefix.from = prefix.at = from;
            move = static_cast<Move>(from) | static_cast<Move>(to) << 6;
            if (!(congo::all_of<congo::monkey>(p) & bit(from)) || !(congo::reach.two_away[from] & bit(to))) return true;
        }
        const int over = (from + to) / 2;
        prefix.directions |= congo::direction_of(over - from) << (3 * prefix.jumps++);
        prefix.at = to;
        prefix.taken |= bit(over);
        move = move_of(prefix);
        // Capturing the lion ends the chain.
        bool goes_on = false;
        if (!(congo::all_of<congo::lion>(p) & bit(over))) each_jump(p, prefix, [&](int) { goes_on = true; });
        return !goes_on;
    }

    template <class T> static void fill_planes(const Position& p, const Prefix& prefix, Planes<T>& planes) {
        // By kind, its index among the planes of a side.
        constexpr int plane_of[8] = {6, 1, 2, 0, 7, 3, 4, 5};
        each_bit(p.own, [&](int square) { planes.put(own_lion + plane_of[congo::kind_at(p, bit(square))], square); });
        each_bit(p.other,
                 [&](int square) { planes.put(other_lion + plane_of[congo::kind_at(p, bit(square))], square); });
        if (!prefix.jumps) return;
        planes.put(started, prefix.from);
        planes.put(stands, prefix.at);
        each_bit(prefix.taken, [&](int square) { planes.put(taken, square); });
    }

private:
    // Visits the landing squares of the next jumps.
    template <class F> static void each_jump(const Position& p, const Prefix& prefix, F&& f) {
        const Bits open = (congo::board & ~(p.own | p.other)) | bit(prefix.from);
        each_bit(p.other & ~prefix.taken & congo::reach.jumpable[prefix.at], [&](int over) {
            const int behind = 2 * over - prefix.at;
            if (open & bit(behind)) f(behind);
        });
    }

    static Move move_of(const Prefix& prefix) {
        const Move move = static_cast<Move>(prefix.from) | static_cast<Move>(prefix.at) << 6;
        return prefix.jumps > 1 ? move | (prefix.directions | Move{1} << (3 * prefix.jumps)) << 12 : move;
    }
};

}  // namespace boardwright
