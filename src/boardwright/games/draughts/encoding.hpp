// RL encoding of international draughts: a raw action is a pair of squares on a diagonal; a capture takes one per jump.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <> struct Encoding<draughts::Rules> {
    using Rules = draughts::Rules;
    using Position = draughts::Position;
    static constexpr int places = 64, raw_actions = places * places;
    enum Plane { own_man, own_king, other_man, other_king, started, stands, taken, planes };

    // A capture so far: its origin, its current square, the number of pieces still to capture, and those captured.
    struct Prefix {
        int from = 0, at = 0, left = 0;
        Bits taken = 0;
    };

    template <class F> static void each_raw_action(const Position& p, const Prefix& prefix, F&& f) {
        if (prefix.left) {
            each_leading_jump(CapturingPiece(p, prefix.from), prefix, f);
            return;
        }
        Bits captors = 0;
        int most = 0;
        Rules::each_move(p, [&](Move move) {
            most = popcount(Rules::captured(move));
            if (most > 1) captors |= Rules::origin(move);
            else f(static_cast<int>((move & 63) * places + (move >> 6 & 63)));
        });
        each_bit(captors, [&](int from) { each_leading_jump(CapturingPiece(p, from), {from, from, most, 0}, f); });
    }

    static bool extend(const Position& p, Prefix& prefix, int raw_action, Move& move) {
        const int from = raw_action / places, to = raw_action % places;
        if (!prefix.left) prefix = {from, from, 0, 0};
        const CapturingPiece piece(p, prefix.from);
        Bits victim = 0;
        piece.each_jump(from, prefix.taken, [&](Bits victims, Bits landings) {
            if (landings & bit(to)) victim = victims;
        });
        prefix.at = to;
        prefix.taken |= victim;
        // A legal first jump leads to a maximum capture: what remains is the most that can still be captured.
        prefix.left = prefix.left ? prefix.left - 1 : victim ? piece.most(to, prefix.taken) : 0;
        move = draughts::capture(prefix.from, to, prefix.taken);
        return !prefix.left;
    }

    template <class T> static void fill_planes(const Position& p, const Prefix& prefix, Planes<T>& planes) {
        const auto put = [&](Bits pieces, int plane) {
            each_bit(pieces, [&](int square) { planes.put(plane, square); });
        };
        put(p.own & ~p.own_kings, own_man);
        put(p.own_kings, own_king);
        put(p.enemy & ~p.enemy_kings, other_man);
        put(p.enemy_kings, other_king);
        if (!prefix.left) return;
        planes.put(started, prefix.from);
        planes.put(stands, prefix.at);
        put(prefix.taken, taken);
    }

private:
    // A capturing piece. Captured pieces stay on the board, and its origin counts as empty.
    struct CapturingPiece {
        Bits enemy, empty;
        bool king;

        CapturingPiece(const Position& p, int from)
            : enemy(p.enemy),
              empty((draughts::board & ~(p.own | p.enemy)) | bit(from)),
              king(p.own_kings & bit(from)) {}

        // Visits the pieces that can be captured next, with the landing squares behind each.
        template <class F> void each_jump(int at, Bits taken, F&& f) const {
            draughts::each_direction([&]<int Step>() {
                const Bits near = bit(at) | (king ? draughts::slide<Step>(bit(at), empty) : 0);
                const Bits victim = shifted<Step>(near) & enemy & ~taken;
                if (!victim) return;
                const Bits landings = king ? draughts::slide<Step>(victim, empty) : shifted<Step>(victim) & empty;
                if (landings) f(victim, landings);
            });
        }

        // The maximum number of pieces it can still capture.
        int most(int at, Bits taken) const {
            int found = 0;
            each_jump(at, taken, [&](Bits victim, Bits landings) {
                each_bit(landings, [&](int to) { found = std::max(found, 1 + most(to, taken | victim)); });
            });
            return found;
        }
    };

    // Visits the jumps after which the maximum can still be reached.
    template <class F> static void each_leading_jump(const CapturingPiece& piece, const Prefix& prefix, F&& f) {
        piece.each_jump(prefix.at, prefix.taken, [&](Bits victim, Bits landings) {
            each_bit(landings, [&](int to) {
                if (piece.most(to, prefix.taken | victim) == prefix.left - 1) f(prefix.at * places + to);
            });
        });
    }
};

}  // namespace boardwright
