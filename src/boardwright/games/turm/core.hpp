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

    enum Reason { red_guard_taken, blue_guard_taken, red_guard_home, blue_guard_home, no_move, reasons };

    static constexpr int side_to_move(const Position& p) { return p.side; }

    // The number of the reason for which a guard was taken or is home, or -1.
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
        if (ended.over() || moves(p, Anything{})) return ended;
        return Outcome::won(1 - p.side, no_move);
    }

    static constexpr int count(const Position& p) { return over(p) ? 0 : moves(p, Counter{}); }

    template <class F>
    static constexpr void each_move(const Position& p, F&& f) {
        if (!over(p)) moves(p, Visitor<F>{f});
    }

    static constexpr Move nth(const Position& p, int index) {
        Finder finder{index};
        moves(p, finder);
        return finder.found;
    }

    static constexpr Position play(const Position& p, Move move) {
        const Bits from = bit(move & 63), to = bit(move >> 8 & 63);
        Position next = p;
        const int us = p.side, them = 1 - us;
        next.side = them;
        next.pieces[them] &= ~to;
        next.guard[them] &= ~to;
        if (p.guard[us] & from) {
            next.guard[us] = to;
            next.pieces[us] ^= from | to;
            next.ones &= ~to, next.twos &= ~to, next.fours &= ~to;
            return next;
        }
        const unsigned stones = move >> 16;
        const unsigned left = height(p, from) - stones;
        const unsigned built = (p.pieces[us] & to ? height(p, to) : 0) + stones;
        const Bits rest = ~(from | to);
        next.ones = (p.ones & rest) | (from & all_if(left & 1)) | (to & all_if(built & 1));
        next.twos = (p.twos & rest) | (from & all_if(left & 2)) | (to & all_if(built & 2));
        next.fours = (p.fours & rest) | (from & all_if(left & 4)) | (to & all_if(built & 4));
        next.pieces[us] = (p.pieces[us] & ~(from & all_if(left == 0))) | to;
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
        const Bits from = bit(move & 63), to = bit(move >> 8 & 63);
        const Position next = play(p, move);
        const int us = p.side, them = 1 - us;
        key ^= keys[0] ^ piece_key(p, us, from) ^ piece_key(next, us, to);
        if (p.pieces[us] & to) key ^= piece_key(p, us, to);
        if (p.pieces[them] & to) key ^= piece_key(p, them, to);
        if (next.pieces[us] & from) key ^= piece_key(next, us, from);
        return key;
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
    // One word for the side to move, then by side and square the guard and the seven heights.
    static constexpr Keys<1 + 2 * 64 * 8> keys{0x7475726d};

    static constexpr unsigned height(const Position& p, Bits at) {
        return (p.ones & at ? 1u : 0u) | (p.twos & at ? 2u : 0u) | (p.fours & at ? 4u : 0u);
    }

    static constexpr std::uint64_t piece_key(const Position& p, int side, Bits at) {
        const int kind = p.guard[side] & at ? 0 : static_cast<int>(height(p, at));
        return keys[1 + (side * 64 + lowest(at)) * 8 + kind];
    }

    // What to do with the targets of one direction and number of stones: count them, visit them,
    // find one. Each returns what it has counted.
    struct Counter {
        template <int Shift>
        constexpr int operator()(Bits targets, int) const { return popcount(targets); }
    };
    struct Anything {
        template <int Shift>
        constexpr int operator()(Bits targets, int) const { return targets != 0; }
    };
    template <class F>
    struct Visitor {
        F& f;
        template <int Shift>
        constexpr int operator()(Bits targets, int stones) const {
            each_bit(targets, [&](int target) { f(move_to<Shift>(target, stones)); });
            return 0;
        }
    };
    struct Finder {
        int index;
        Move found = 0;
        template <int Shift>
        constexpr int operator()(Bits targets, int stones) {
            const int size = popcount(targets);
            if (index >= 0 && index < size) found = move_to<Shift>(nth_bit(targets, index), stones);
            index -= size;
            return size;
        }
    };

    template <int Shift>
    static constexpr Move move_to(int target, int stones) {
        return static_cast<Move>(target - Shift * stones) | static_cast<Move>(target) << 8 |
               static_cast<Move>(stones) << 16;
    }

    // All moves of the side to move, direction by direction and height by height, given to `take`.
    template <class Take>
    static constexpr int moves(const Position& p, Take&& take) {
        const int us = p.side, them = 1 - us;
        const Bits own = p.pieces[us], enemy = p.pieces[them], guard = p.guard[us];
        const Bits empty = board & ~(own | enemy), open_to_guard = board & ~own;
        const Bits towers = own & ~guard;
        int total = 0;
        // Single stones join any own tower that is not full and take single stones and the guard.
        const Heights heights(p);
        const Bits stones = heights.at_least[1];
        const Bits single = empty | (enemy & ~heights.at_least[2]) | (own & stones & ~heights.at_least[7]);
        total += take.template operator()<8>((towers << 8) & single, 1);
        total += take.template operator()<-8>((towers >> 8) & single, 1);
        total += take.template operator()<1>((towers << 1) & single, 1);
        total += take.template operator()<-1>((towers >> 1) & single, 1);
        total += take.template operator()<8>((guard << 8) & open_to_guard, 1);
        total += take.template operator()<-8>((guard >> 8) & open_to_guard, 1);
        total += take.template operator()<1>((guard << 1) & open_to_guard, 1);
        total += take.template operator()<-1>((guard >> 1) & open_to_guard, 1);
        if (!(towers & heights.at_least[2])) return total;
        for (int n = 2; n <= longest; ++n) {
            const Bits tall = towers & heights.at_least[n];
            if (!tall) break;
            const Bits landing =
                empty | (enemy & ~heights.at_least[n + 1]) | p.guard[them] | (own & stones & ~heights.at_least[8 - n]);
            total += slide<8>(tall, empty, landing, n, take) + slide<-8>(tall, empty, landing, n, take) +
                     slide<1>(tall, empty, landing, n, take) + slide<-1>(tall, empty, landing, n, take);
        }
        return total;
    }

    template <int Shift, class Take>
    static constexpr int slide(Bits tall, Bits empty, Bits landing, int n, Take&& take) {
        for (int step = 1; step < n; ++step) tall = shifted<Shift>(tall) & empty;
        const Bits targets = shifted<Shift>(tall) & landing;
        return targets ? take.template operator()<Shift>(targets, n) : 0;
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
