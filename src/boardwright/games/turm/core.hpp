// Bitboard implementation of Turm & Wächter; rules.py is the reference.
//
// Squares are 8 * row + column, rows and columns from 0. The eighth column is never on the board: it is the guard
// column that keeps shifts from wrapping around. The heights of all towers are bit-sliced over three bitboards (ones,
// twos, fours), so that sets such as "own towers at least three high" take a few instructions for the whole board.
//
// A move is origin | target << 8 | stones << 16.
#pragma once

#include <bit>
#include <initializer_list>

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::turm {

inline constexpr Bits board = 0x007f7f7f7f7f7f7f;
inline constexpr int longest = 6;
inline constexpr int max_moves = 49 * 4 * longest;

// Bitboards of the side to move and of the other side. Guards are the pieces without a height.
struct Position {
    Bits own, other;
    Bits ones, twos, fours;
    int side;

    constexpr Bits stones() const { return ones | twos | fours; }
};

// By height, the towers at least that high: a stack of n stones captures towers of up to n stones.
struct Heights {
    Bits at_least[9];

    constexpr explicit Heights(const Position& p)
        : at_least{board,   p.ones | p.twos | p.fours,   p.twos | p.fours, (p.ones & p.twos) | p.fours,
                   p.fours, p.fours & (p.ones | p.twos), p.fours & p.twos, p.fours & p.twos & p.ones,
                   0} {}
};

// Moves are generated in groups: one stone in the four directions, the guard, then two to six stones.
inline constexpr int guard_group = 4, groups = 1 + 4 * longest;

// By group, the offset from origin to target.
inline constexpr auto offsets = lookup_table<int, groups>([](int group) {
    constexpr int shifts[] = {8, -8, 1, -1};
    const int number = group - (group > guard_group);
    return group == guard_group ? 0 : (number / 4 + 1) * shifts[number % 4];
});

constexpr Move move_of(int origin, int target, int stones) {
    return static_cast<Move>(origin) | static_cast<Move>(target) << 8 | static_cast<Move>(stones) << 16;
}

// A decoded move: its squares as bits, and the number of stones, which is 1 for the guard.
struct Turn {
    Bits from, to;
    unsigned stones;

    static constexpr Turn of(Move move) {
        return {bit(move & 63), bit(move >> 8 & 63), static_cast<unsigned>(move >> 16)};
    }
};

template <class Goal> struct Rules {
    using Position = turm::Position;
    using Packed = PackedWords<6>;
    using Clock = QuietClock;
    static constexpr const char* name = Goal::name;

    static constexpr bool draws_with_moves_left = false;

    enum Reason { red_guard_taken, blue_guard_taken, red_guard_home, blue_guard_home, no_move, reasons };

    static constexpr int side_to_move(Position p) { return p.side; }

    // A guard was captured, or stands on its goal; with both on their goals the side that moved last has won.
    static constexpr Outcome decided(Position p) {
        const int us = p.side, them = 1 - us;
        const Bits stones = p.stones(), own_guard = p.own & ~stones, other_guard = p.other & ~stones;
        if (!own_guard) return Outcome::won(them, red_guard_taken + us);
        if (!other_guard) return Outcome::won(us, red_guard_taken + them);
        if (other_guard & Goal::square[them]) return Outcome::won(them, red_guard_home + them);
        if (own_guard & Goal::square[us]) return Outcome::won(us, red_guard_home + us);
        return {};
    }

    [[gnu::always_inline]] static constexpr bool over(Position p) {
        const Bits stones = p.stones(), own_guard = p.own & ~stones, other_guard = p.other & ~stones;
        if (!own_guard || !other_guard) return true;
        if (!((own_guard | other_guard) & (Goal::square[0] | Goal::square[1]))) return false;
        return (own_guard & Goal::square[p.side]) || (other_guard & Goal::square[1 - p.side]);
    }

    static constexpr Outcome outcome(Position p) {
        const Outcome ended = decided(p);
        if (ended.over() || count(p)) return ended;
        return Outcome::won(1 - p.side, no_move);
    }

    [[gnu::always_inline]] static constexpr int count(Position p) {
        Counter counter;
        if (!over(p)) moves(p, counter);
        return counter.total;
    }

    // Perft of depth two. Flattened, because the functions have too many callers for the compiler to inline them.
    [[gnu::flatten]] static constexpr int count_two(Position p) {
        int total = 0;
        each_move(p, [&](Move move) { total += count(play(p, move)); });
        return total;
    }

    template <class F> static constexpr void each_move(Position p, F&& f) {
        if (over(p)) return;
        // Listed first, so that `f` is instantiated at one call site only.
        Move list[max_moves];
        const Move* const end = listed(p, list);
        for (const Move* move = list; move != end; ++move) f(*move);
    }

    [[gnu::always_inline]] static constexpr Position play_random(Position p, Random& random, int& choices,
                                                                 bool& progress) {
        choices = 0;
        if (over(p)) return p;
        const Collector collector(p);
        choices = collector.total;
        if (!choices) return p;
        const Turn turn = collector.nth(random.below(choices));
        progress = p.other & turn.to;
        return play(p, turn);
    }

    [[gnu::always_inline]] static constexpr Position play(Position p, Move move) { return play(p, Turn::of(move)); }

    [[gnu::always_inline]] static constexpr Position play(Position p, Turn turn) {
        const auto [from, to, stones] = turn;
        const Bits taken = ~(p.other & to);
        // A guard has no height: nothing is added.
        const Bits ends = (from | to) & all_if(p.stones() & from);
        Position next{p.other & ~to, 0, p.ones & taken, p.twos & taken, p.fours & taken, 1 - p.side};
        if (stones == 1) carry(next, from, ends, 0, 0);
        else carry(next, from, all_if(stones & 1) & ends, all_if(stones & 2) & ends, all_if(stones & 4) & ends);
        next.other = (p.own & ~from) | to | (from & next.stones());
        return next;
    }

    [[gnu::always_inline]] static constexpr Position step(Position p, Move move, std::uint64_t& key, bool& progress) {
        key = hash_after(p, key, move);
        progress = p.other & bit(move >> 8 & 63);
        return play(p, move);
    }

    static constexpr bool repeatable(const Position&) { return true; }

    static constexpr std::uint64_t hash(Position p) {
        std::uint64_t key = p.side ? keys[0] : 0;
        each_bit(p.own, [&](int square) { key ^= piece_key(p, p.side, bit(square)); });
        each_bit(p.other, [&](int square) { key ^= piece_key(p, 1 - p.side, bit(square)); });
        return key;
    }

    [[gnu::always_inline]] static constexpr std::uint64_t fingerprint(Position p) {
        return fingerprint_of(p.own, p.other, p.ones, p.twos, p.fours, static_cast<std::uint64_t>(p.side));
    }

    static constexpr Packed pack(Position p) {
        const Bits guards = (p.own | p.other) & ~p.stones();
        return {p.ones, p.twos, p.fours, p.side ? p.other : p.own, guards, static_cast<std::uint64_t>(p.side)};
    }

    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [ones, twos, fours, red, guards, side] = packed.word;
        const Bits towers = ones | twos | fours;
        if (((towers | red | guards) & ~board) || side > 1 || (towers & guards) || (red & ~(towers | guards)))
            return false;
        const Bits blue = (towers | guards) & ~red;
        p = {side ? blue : red, side ? red : blue, ones, twos, fours, static_cast<int>(side)};
        return guards && popcount(guards & red) <= 1 && popcount(guards & blue) <= 1;
    }

    static constexpr int height(Position p, Bits at) {
        return (p.ones & at ? 1 : 0) | (p.twos & at ? 2 : 0) | (p.fours & at ? 4 : 0);
    }

    // Generates all moves of the side to move into `take`, direction by direction and height by height.
    template <class Take> [[gnu::always_inline]] static constexpr void moves(Position p, Take& take) {
        const Heights heights(p);
        const Bits stones = heights.at_least[1], towers = p.own & stones, guard = p.own & ~stones;
        const Bits free = board & ~p.own;
        // A single stone joins any own tower that is not full, and captures single stones and the guard.
        const Bits single = (free & ~(p.other & heights.at_least[2])) | (towers & ~heights.at_least[7]);
        take.template stones<8>((towers << 8) & single, 1);
        take.template stones<-8>((towers >> 8) & single, 1);
        take.template stones<1>((towers << 1) & single, 1);
        take.template stones<-1>((towers >> 1) & single, 1);
        take.guard(guard, (guard << 8 | guard >> 8 | guard << 1 | guard >> 1) & free);
        // Half of the positions of random play have a tower of two: the branch would be mispredicted.
        if (Take::branchless || (towers & heights.at_least[2])) tall_moves<2>(p, heights, take);
    }

private:
    // Out of line: generating the moves is most of the code of every loop over them.
    [[gnu::noinline]] static constexpr Move* listed(Position p, Move* list) {
        Lister lister{list};
        moves(p, lister);
        return lister.end;
    }

    // Zobrist keys: the side to move, then by side and square the guard and the seven heights.
    static constexpr auto keys = zobrist_keys<1 + 2 * 64 * 8>(0x7475726d);

    [[gnu::always_inline]] static constexpr std::uint64_t hash_after(Position p, std::uint64_t key, Move move) {
        const int origin = move & 63, target = move >> 8 & 63, us = p.side, them = 1 - us;
        const Bits from = bit(origin), to = bit(target);
        key ^= keys[0] ^ piece_key(p, us, from);
        if (p.other & to) key ^= piece_key(p, them, to);
        if (!(p.stones() & from)) return key ^ feature(us, target, 0);
        const int stones = static_cast<int>(move >> 16), left = height(p, from) - stones;
        const int met = p.own & to ? height(p, to) : 0;
        if (met) key ^= feature(us, target, met);
        if (left) key ^= feature(us, origin, left);
        return key ^ feature(us, target, met + stones);
    }

    // Bit-sliced adder: adds a number to the height at the target of a move and subtracts it at the origin, where
    // h - n is ~(~h + n).
    [[gnu::always_inline]] static constexpr void carry(Position& p, Bits from, Bits one, Bits two, Bits four) {
        const Bits ones = p.ones ^ from, twos = p.twos ^ from;
        const Bits to_twos = ones & one, to_fours = (twos & two) | ((twos | two) & to_twos);
        p.ones ^= one, p.twos ^= two ^ to_twos, p.fours ^= four ^ to_fours;
    }

    static constexpr std::uint64_t piece_key(Position p, int side, Bits at) {
        return feature(side, lowest(at), height(p, at));
    }
    // The key of a tower of that height, or of the guard for 0.
    static constexpr std::uint64_t feature(int side, int square, int height) {
        return keys[1 + (side * 64 + square) * 8 + height];
    }

    // Consumers of generated moves, which get the targets of one direction and number of stones at a time: they
    // count, list or collect them. `guard` gets all the guard's targets at once.
    struct Counter {
        static constexpr bool branchless = false;
        int total = 0;
        template <int Shift> constexpr void stones(Bits targets, int) { total += popcount(targets); }
        constexpr void guard(Bits, Bits targets) { total += popcount(targets); }
    };
    struct Lister {
        static constexpr bool branchless = false;
        Move* end;
        template <int Shift> constexpr void stones(Bits targets, int n) {
            each_bit(targets, [&](int target) { *end++ = move_of(target - Shift * n, target, n); });
        }
        constexpr void guard(Bits from, Bits targets) {
            each_bit(targets, [&](int target) { *end++ = move_of(lowest(from), target, 1); });
        }
    };
    // Keeps the target sets, to choose a move by its index.
    struct Collector {
        static constexpr bool branchless = true;
        Bits targets[groups];
        // Prefix sums: the number of moves before each group, and in all of them.
        int before[groups + 1];
        int collected = 0, total = 0;
        Bits guard_square = 0;

        [[gnu::always_inline]] constexpr explicit Collector(Position p) {
            before[0] = 0;
            moves(p, *this);
        }

        template <int Shift> constexpr void stones(Bits squares, int) {
            targets[collected] = squares;
            total += popcount(squares);
            before[++collected] = total;
        }
        constexpr void guard(Bits from, Bits squares) {
            guard_square = from;
            stones<0>(squares, 1);
        }
        [[gnu::always_inline]] constexpr Turn nth(int index) const {
            // Few moves carry more than one stone.
            if (index >= before[guard_group + 1]) return nth_tall(index);
            int at = 0;
            for (int i = 1; i <= guard_group; ++i) at += index >= before[i];
            const Bits to = nth_of_few(targets[at], index - before[at]), from = std::rotr(to, offsets[at]);
            return {from ^ ((from ^ guard_square) & all_if(at == guard_group)), to, 1};
        }

    private:
        [[gnu::noinline]] constexpr Turn nth_tall(int index) const {
            int at = guard_group + 1;
            while (index >= before[at + 1]) ++at;
            const Bits to = nth_of_few(targets[at], index - before[at]);
            return {std::rotr(to, offsets[at]), to, static_cast<unsigned>(at + 3) / 4};
        }
    };

    // Generates the moves of N stones, and of more while there are higher towers.
    template <int N, class Take>
    [[gnu::always_inline]] static constexpr void tall_moves(Position p, const Heights& heights, Take& take) {
        const Bits towers = p.own & heights.at_least[1], tall = towers & heights.at_least[N];
        const Bits free = board & ~p.own, empty = free & ~p.other;
        const Bits landing = (free & ~(p.other & heights.at_least[N + 1])) | (towers & ~heights.at_least[8 - N]);
        slide<8>(tall, empty, landing, N, take);
        slide<-8>(tall, empty, landing, N, take);
        slide<1>(tall, empty, landing, N, take);
        slide<-1>(tall, empty, landing, N, take);
        if constexpr (N < longest)
            if (towers & heights.at_least[N + 1]) tall_moves<N + 1>(p, heights, take);
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

using Cores = GameList<Rules<Centre>, Rules<Castle>>;

}  // namespace boardwright::turm
