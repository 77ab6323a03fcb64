// International draughts as a learner sees it: a way is two squares of a diagonal; a capture takes one a jump.
#pragma once

#include "../../core/encoding.hpp"
#include "core.hpp"

namespace boardwright {

template <>
struct Encoding<draughts::Rules> {
    using Rules = draughts::Rules;
    using Position = draughts::Position;
    static constexpr int places = 64, ways = places * places;
    enum Plane { own_man, own_king, other_man, other_king, started, stands, taken, planes };

    // A capture so far: where the captor came from and stands, what it has taken, and how much more it must take.
    struct Chosen {
        int from = 0, at = 0, left = 0;
        Bits taken = 0;
    };

    template <class F>
    static void each_way(const Position& p, const Chosen& chosen, F&& f) {
        if (chosen.left) {
            each_leading_jump(Captor(p, chosen.from), chosen, f);
            return;
        }
        Bits captors = 0;
        int most = 0;
        Rules::each_move(p, [&](Move move) {
            most = popcount(Rules::captured(move));
            if (most > 1)
                captors |= Rules::origin(move);
            else
                f(static_cast<int>((move & 63) * places + (move >> 6 & 63)));
        });
        each_bit(captors, [&](int from) { each_leading_jump(Captor(p, from), {from, from, most, 0}, f); });
    }

    static bool take(const Position& p, Chosen& chosen, int way, Move& move) {
        const int from = way / places, to = way % places;
        if (!chosen.left) chosen = {from, from, 0, 0};
        const Captor captor(p, chosen.from);
        Bits victim = 0;
        captor.each_jump(from, chosen.taken, [&](Bits prey, Bits landings) {
            if (landings & bit(to)) victim = prey;
        });
        chosen.at = to;
        chosen.taken |= victim;
        // What a first jump leaves to be taken is the most that can be taken, since it is legal.
        chosen.left = chosen.left ? chosen.left - 1 : victim ? captor.most(to, chosen.taken) : 0;
        move = draughts::capture(chosen.from, to, chosen.taken);
        return !chosen.left;
    }

    template <class T>
    static void show(const Position& p, const Chosen& chosen, Planes<T>& planes) {
        const auto put = [&](Bits pieces, int plane) { each_bit(pieces, [&](int square) { planes.put(plane, square); }); };
        put(p.own & ~p.own_kings, own_man);
        put(p.own_kings, own_king);
        put(p.enemy & ~p.enemy_kings, other_man);
        put(p.enemy_kings, other_king);
        if (!chosen.left) return;
        planes.put(started, chosen.from);
        planes.put(stands, chosen.at);
        put(chosen.taken, taken);
    }

private:
    // A piece that takes: what it has taken stays on the board, and the square that it left is empty.
    struct Captor {
        Bits enemy, empty;
        bool king;

        Captor(const Position& p, int from)
            : enemy(p.enemy), empty((draughts::board & ~(p.own | p.enemy)) | bit(from)), king(p.own_kings & bit(from)) {}

        // What can be taken next, and the squares to land on after it.
        template <class F>
        void each_jump(int at, Bits taken, F&& f) const {
            draughts::each_way([&]<int Step>() {
                const Bits near = bit(at) | (king ? draughts::slide<Step>(bit(at), empty) : 0);
                const Bits victim = shifted<Step>(near) & enemy & ~taken;
                if (!victim) return;
                const Bits landings = king ? draughts::slide<Step>(victim, empty) : shifted<Step>(victim) & empty;
                if (landings) f(victim, landings);
            });
        }

        // How many it can take at most.
        int most(int at, Bits taken) const {
            int found = 0;
            each_jump(at, taken, [&](Bits victim, Bits landings) {
                each_bit(landings, [&](int to) { found = std::max(found, 1 + most(to, taken | victim)); });
            });
            return found;
        }
    };

    // The jumps after which all that is left can still be taken.
    template <class F>
    static void each_leading_jump(const Captor& captor, const Chosen& chosen, F&& f) {
        captor.each_jump(chosen.at, chosen.taken, [&](Bits victim, Bits landings) {
            each_bit(landings, [&](int to) {
                if (captor.most(to, chosen.taken | victim) == chosen.left - 1) f(chosen.at * places + to);
            });
        });
    }
};

}  // namespace boardwright
