// The rules of Turm & Wächter for speed; rules.py is the reference.
//
// Squares are 8 * row + column, rows and columns from 0: the eighth column is never on the board,
// so that what leaves on the right does not come back on the left. The heights of all towers stand
// bit-sliced in three words (ones, twos, fours), so that questions such as "which own towers are at
// least three high" are answered for the whole board at once.
//
// A move is origin | target << 8 | stones << 16.
#pragma once

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::turm {

inline constexpr Bits board = 0x007f7f7f7f7f7f7f;
inline constexpr int longest = 6;
inline constexpr int most_moves = 49 * 4 * longest;

struct Position {
    Bits ones, twos, fours;
    Bits pieces[2];
    Bits guard[2];
    int side;
};

// What a tower of n moved stones can do, for n from 1 to 6, by the height of what it meets.
struct Heights {
    Bits at_least[9];

    constexpr explicit Heights(const Position& p)
        : at_least{board,
                   p.ones | p.twos | p.fours,
                   p.twos | p.fours,
                   (p.ones & p.twos) | p.fours,
                   p.fours,
                   p.fours & (p.ones | p.twos),
                   p.fours & p.twos,
                   p.fours & p.twos & p.ones,
                   0} {}
};

template <class Goal>
struct Rules {
    using Position = turm::Position;
    using Packed = PackedWords<6>;
    using Clock = QuietClock;
    static constexpr const char* name = Goal::name;

    static constexpr bool draws_with_moves_left = false;

    enum Reason { red_guard_taken, blue_guard_taken, red_guard_home, blue_guard_home, no_move, reasons };

    static constexpr int side_to_move(const Position& p) { return p.side; }

    // A guard taken, or a guard on its goal; with both on their goals the last mover has won.
    static constexpr Outcome decided(const Position& p) {
        if (!p.guard[0]) return Outcome::won(1, red_guard_taken);
        if (!p.guard[1]) return Outcome::won(0, blue_guard_taken);
        for (const int side : {1 - p.side, p.side})
            if (p.guard[side] & Goal::square[side]) return Outcome::won(side, red_guard_home + side);
        return {};
    }

    static constexpr bool over(const Position& p) {
        return !p.guard[0] || !p.guard[1] || (p.guard[0] & Goal::square[0]) || (p.guard[1] & Goal::square[1]);
    }

    static constexpr Outcome outcome(const Position& p) {
        const Outcome ended = decided(p);
        if (ended.over() || any_move(p)) return ended;
        return Outcome::won(1 - p.side, no_move);
    }

    static constexpr int count(const Position& p) {
        Counter counter;
        if (!over(p)) moves(p, counter);
        return counter.total;
    }

    // The moves and those after each of them, flattened: the functions are used in so many places that
    // the compiler would call them here rather than inline them.
    [[gnu::flatten]] static constexpr int count_two(const Position& p) {
        int total = 0;
        each_move(p, [&](Move move) { total += count(play(p, move)); });
        return total;
    }

    template <class F>
    static constexpr void each_move(const Position& p, F&& f) {
        if (over(p)) return;
        // Listed first, so that `f` is called, and so compiled, in one place only.
        Move list[most_moves];
        Lister lister{list};
        moves(p, lister);
        for (const Move* move = list; move != lister.end; ++move) f(*move);
    }

    static constexpr Move nth(const Position& p, int index) {
        Collector collector;
        moves(p, collector);
        return collector.nth(index);
    }

    static constexpr Move pick(const Position& p, Random& random, int& choices) {
        choices = 0;
        if (over(p)) return 0;
        Collector collector;
        moves(p, collector);
        choices = collector.total;
        return choices ? collector.nth(random.below(choices)) : 0;
    }

    static constexpr Position play(const Position& p, Move move) {
        const Bits from = bit(move & 63), to = bit(move >> 8 & 63);
        const int us = p.side, them = 1 - us;
        Position next = p;
        next.side = them;
        if (p.pieces[them] & to) {
            next.pieces[them] ^= to;
            next.guard[them] &= ~to;
            next.ones &= ~to, next.twos &= ~to, next.fours &= ~to;
        }
        if (p.guard[us] & from) {
            next.guard[us] = to;
            next.pieces[us] ^= from | to;
            return next;
        }
        const unsigned stones = static_cast<unsigned>(move >> 16);
        if (stones == 1) {
            lower_by_one(next, from);
            raise_by_one(next, to);
        } else {
            set_height(next, from, height(next, from) - stones);
            set_height(next, to, height(next, to) + stones);
        }
        next.pieces[us] = (p.pieces[us] & ~from) | to | (from & (next.ones | next.twos | next.fours));
        return next;
    }

    static constexpr bool progress(const Position& p, Move move) {
        return p.pieces[1 - p.side] & bit(move >> 8 & 63);
    }

    static constexpr bool repeatable(const Position&) { return true; }

    static constexpr std::uint64_t hash(const Position& p) {
        std::uint64_t key = p.side ? keys[0] : 0;
        for (const int side : {0, 1})
            each_bit(p.pieces[side], [&](int square) { key ^= piece_key(p, side, bit(square)); });
        return key;
    }

    static constexpr std::uint64_t hash_after(const Position& p, std::uint64_t key, Move move) {
        const int origin = move & 63, target = move >> 8 & 63, us = p.side, them = 1 - us;
        const Bits from = bit(origin), to = bit(target);
        key ^= keys[0] ^ piece_key(p, us, from);
        if (p.pieces[them] & to) key ^= piece_key(p, them, to);
        if (p.guard[us] & from) return key ^ feature(us, target, 0);
        const unsigned stones = static_cast<unsigned>(move >> 16), left = height(p, from) - stones;
        const unsigned met = p.pieces[us] & to ? height(p, to) : 0;
        if (met) key ^= feature(us, target, met);
        if (left) key ^= feature(us, origin, left);
        return key ^ feature(us, target, met + stones);
    }

    static constexpr Packed pack(const Position& p) {
        return {p.ones, p.twos, p.fours, p.pieces[0], p.guard[0] | p.guard[1], static_cast<std::uint64_t>(p.side)};
    }

    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [ones, twos, fours, red, guards, side] = packed.word;
        const Bits towers = ones | twos | fours;
        if (((towers | red | guards) & ~board) || side > 1 || (towers & guards) || (red & ~(towers | guards))) return false;
        p = {ones, twos, fours, {red, (towers | guards) & ~red}, {guards & red, guards & ~red}, static_cast<int>(side)};
        return guards && popcount(p.guard[0]) <= 1 && popcount(p.guard[1]) <= 1;
    }

private:
    static constexpr bool any_move(const Position& p) {
        Counter counter;
        moves(p, counter);
        return counter.total;
    }

    // One word for the side to move, then by side and square the guard and the seven heights.
    static constexpr Keys<1 + 2 * 64 * 8> keys{0x7475726d};

    static constexpr unsigned height(const Position& p, Bits at) {
        return (p.ones & at ? 1u : 0u) | (p.twos & at ? 2u : 0u) | (p.fours & at ? 4u : 0u);
    }

    static constexpr void set_height(Position& p, Bits at, unsigned height) {
        p.ones = (p.ones & ~at) | (at & all_if(height & 1));
        p.twos = (p.twos & ~at) | (at & all_if(height & 2));
        p.fours = (p.fours & ~at) | (at & all_if(height & 4));
    }

    // Most moves are of one stone: a carry through the three words is shorter than reading a height.
    static constexpr void raise_by_one(Position& p, Bits at) {
        const Bits twos = at & p.ones, fours = twos & p.twos;
        p.ones ^= at, p.twos ^= twos, p.fours ^= fours;
    }
    static constexpr void lower_by_one(Position& p, Bits at) {
        const Bits twos = at & ~p.ones, fours = twos & ~p.twos;
        p.ones ^= at, p.twos ^= twos, p.fours ^= fours;
    }

    static constexpr std::uint64_t piece_key(const Position& p, int side, Bits at) {
        return feature(side, lowest(at), p.guard[side] & at ? 0 : height(p, at));
    }
    // The key of a tower of that height, or of the guard for 0.
    static constexpr std::uint64_t feature(int side, int square, unsigned height) {
        return keys[1 + (side * 64 + square) * 8 + static_cast<int>(height)];
    }

    // What to do with the targets of one direction and number of stones: count them, visit them,
    // find one. `guard` gets all the guard's targets at once.
    struct Counter {
        int total = 0;
        template <int Shift>
        constexpr void stones(Bits targets, int) { total += popcount(targets); }
        constexpr void guard(Bits, Bits targets) { total += popcount(targets); }
    };
    struct Lister {
        Move* end;
        template <int Shift>
        constexpr void stones(Bits targets, int n) {
            each_bit(targets, [&](int target) { *end++ = move_to<Shift>(target, n); });
        }
        constexpr void guard(Bits from, Bits targets) {
            each_bit(targets, [&](int target) { *end++ = guard_move(from, target); });
        }
    };
    // The sets themselves, to choose from once their sizes are known.
    struct Collector {
        struct Group {
            Bits targets;
            int shift, n, end;
        };
        Group group[4 * longest + 1];
        int groups = 0, total = 0;
        Bits guard_square = 0;

        template <int Shift>
        constexpr void stones(Bits targets, int n) {
            total += popcount(targets);
            group[groups++] = {targets, Shift, n, total};
        }
        constexpr void guard(Bits from, Bits targets) {
            guard_square = from;
            stones<0>(targets, 1);
        }
        constexpr Move nth(int index) const {
            int at = 0;
            for (int i = 0; i < groups; ++i) at += index >= group[i].end;
            const auto& [targets, shift, n, end] = group[at];
            const int target = nth_bit(targets, index - (end - popcount(targets)));
            const int origin = shift ? target - shift * n : lowest(guard_square);
            return static_cast<Move>(origin) | static_cast<Move>(target) << 8 | static_cast<Move>(n) << 16;
        }
    };

    static constexpr Move guard_move(Bits from, int target) {
        return static_cast<Move>(lowest(from)) | static_cast<Move>(target) << 8 | Move{1} << 16;
    }

    template <int Shift>
    static constexpr Move move_to(int target, int stones) {
        return static_cast<Move>(target - Shift * stones) | static_cast<Move>(target) << 8 |
               static_cast<Move>(stones) << 16;
    }

    // All moves of the side to move, direction by direction and height by height, given to `take`.
    template <class Take>
    static constexpr void moves(const Position& p, Take& take) {
        p.side ? moves_of<1>(p, take) : moves_of<0>(p, take);
    }

    template <int Us, class Take>
    static constexpr void moves_of(const Position& p, Take& take) {
        constexpr int them = 1 - Us;
        const Bits own = p.pieces[Us], enemy = p.pieces[them], guard = p.guard[Us];
        const Bits empty = board & ~(own | enemy), towers = own & ~guard;
        const Heights heights(p);
        const Bits stones = heights.at_least[1];
        // A single stone joins any own tower that is not full, and takes single stones and the guard.
        const Bits single = empty | (enemy & ~heights.at_least[2]) | (own & stones & ~heights.at_least[7]);
        take.template stones<8>((towers << 8) & single, 1);
        take.template stones<-8>((towers >> 8) & single, 1);
        take.template stones<1>((towers << 1) & single, 1);
        take.template stones<-1>((towers >> 1) & single, 1);
        take.guard(guard, (guard << 8 | guard >> 8 | guard << 1 | guard >> 1) & board & ~own);
        for (int n = 2; n <= longest; ++n) {
            const Bits tall = towers & heights.at_least[n];
            if (!tall) break;
            const Bits landing =
                empty | (enemy & ~heights.at_least[n + 1]) | p.guard[them] | (own & stones & ~heights.at_least[8 - n]);
            slide<8>(tall, empty, landing, n, take);
            slide<-8>(tall, empty, landing, n, take);
            slide<1>(tall, empty, landing, n, take);
            slide<-1>(tall, empty, landing, n, take);
        }
    }

    template <int Shift, class Take>
    static constexpr void slide(Bits tall, Bits empty, Bits landing, int n, Take& take) {
        for (int step = 1; step < n; ++step) tall = shifted<Shift>(tall) & empty;
        take.template stones<Shift>(shifted<Shift>(tall) & landing, n);
    }
};

struct Centre {
    static constexpr const char* name = "turm:centre";
    static constexpr Bits square[2] = {bit(27), bit(27)};
};

// Red must reach D1, blue D7.
struct Castle {
    static constexpr const char* name = "turm:castle";
    static constexpr Bits square[2] = {bit(3), bit(51)};
};

using Cores = Rooms<Rules<Centre>, Rules<Castle>>;

}  // namespace boardwright::turm
