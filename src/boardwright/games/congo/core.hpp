// The rules of Congo for speed; rules.py is the reference.
//
// Squares are 8 * rank + file, both from 0: the eighth file is never on the board, so that what
// leaves on the right does not come back on the left. A position has a word for the pieces of the
// side to move and one for those of the other, and the kind of every piece bit-sliced over three
// words, so that a capture clears five words whatever was taken. The kinds are numbered so that one
// test of the third word tells whether there are any but those of the smaller game.
//
// A move is origin | target << 6. Where a monkey jumps on, the target is that of its first jump, and
// from bit 12 on follow the directions of the further ones, three bits each, the next one lowest,
// ended by a set bit. That leaves room for 18 jumps: `unpack` refuses a position in which a monkey
// faces more pieces, so that no chain can be longer, now or later.
#pragma once

#include <initializer_list>

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::congo {

inline constexpr Bits board = 0x007f7f7f7f7f7f7f;
inline constexpr Bits south = 0x7f7f7f, river = Bits{0x7f} << 24, north = south << 32;
// By side: what lies past the river, the last rank, the castle.
inline constexpr Bits past_river[2] = {north, south};
inline constexpr Bits last_rank[2] = {Bits{0x7f} << 48, Bits{0x7f}};
inline constexpr Bits castle[2] = {0x1c1c1c, Bits{0x1c1c1c} << 32};
inline constexpr int most_jumps = 18;

enum Kind { pawn, zebra, giraffe, lion, superpawn, elephant, monkey, crocodile };

struct Position {
    Bits own, other;
    Bits ones, twos, fours;
    // Twice the number of the position, and one more where Black is to move.
    std::uint64_t ply;
};

struct Step {
    int files, ranks;
    constexpr int offset() const { return 8 * ranks + files; }
};

// The directions of a jump in the order of their numbers, which is that of the squares they lead to.
inline constexpr Step king_steps[8] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
inline constexpr Step zebra_leaps[8] = {{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}};

constexpr Bits square_at(int file, int rank) {
    return file < 0 || file > 6 || rank < 0 || rank > 6 ? 0 : bit(8 * rank + file);
}

// By square, where the pieces can go on an empty board.
struct Reach {
    Bits around[56], two_away[56], zebra[56], elephant[56], lion[56];
    // The neighbours that have a square of the board behind them.
    Bits jumpable[56];

    constexpr Reach() : around{}, two_away{}, zebra{}, elephant{}, lion{}, jumpable{} {
        for (int square = 0; square < 56; ++square) {
            const int file = square % 8, rank = square / 8;
            for (const auto [files, ranks] : king_steps) {
                const Bits near = square_at(file + files, rank + ranks);
                const Bits far = square_at(file + 2 * files, rank + 2 * ranks);
                around[square] |= near;
                two_away[square] |= far;
                if (files == 0 || ranks == 0) elephant[square] |= near | far;
                if (far) jumpable[square] |= near;
            }
            for (const auto [files, ranks] : zebra_leaps) zebra[square] |= square_at(file + files, rank + ranks);
            for (const Bits home : castle)
                if (bit(square) & home) lion[square] = around[square] & home;
        }
    }
};
inline constexpr Reach reach;

// What must be empty for two lions to see each other, by the squares of White's and Black's; where
// they never do, the whole board, on which they stand themselves.
struct Sights {
    static constexpr int first_black = 34;
    Bits between[21][19];

    constexpr Sights() : between{} {
        for (int white = 0; white < 21; ++white)
            for (int black = 0; black < 19; ++black) between[white][black] = line(white, first_black + black);
    }
    static constexpr Bits line(int white, int black) {
        const int ranks = black / 8 - white / 8, files = black % 8 - white % 8;
        if (files != 0 && files != ranks && files != -ranks) return board;
        const int step = 8 + files / ranks;
        Bits squares = 0;
        for (int square = white + step; square < black; square += step) squares |= bit(square);
        return squares;
    }
};
inline constexpr Sights sights;

// By the file of a crocodile in the river and the occupied squares of the river, where it can slide
// to, the first occupied square either way included.
struct RiverSlides {
    std::uint8_t files[7][128];

    constexpr RiverSlides() : files{} {
        for (int from = 0; from < 7; ++from)
            for (int occupied = 0; occupied < 128; ++occupied)
                for (const int step : {-1, 1})
                    for (int file = from + step; file >= 0 && file < 7; file += step) {
                        files[from][occupied] |= static_cast<std::uint8_t>(1 << file);
                        if (occupied >> file & 1) break;
                    }
    }
};
inline constexpr RiverSlides river_slides;

template <Kind K>
constexpr Bits all_of(const Position& p) {
    return (K & 1 ? p.ones : ~p.ones) & (K & 2 ? p.twos : ~p.twos) & (K & 4 ? p.fours : ~p.fours);
}

constexpr int kind_at(const Position& p, Bits square) {
    return (p.ones & square ? 1 : 0) | (p.twos & square ? 2 : 0) | (p.fours & square ? 4 : 0);
}

// What a move does: who leaves, where it lands (nowhere if it drowns), who is taken, who drowns on
// the square it stood on, and whether the mover becomes a superpawn.
struct Turn {
    Bits from, landing, taken, drowned;
    bool promotes, drowns;
};

template <class Variant>
struct Rules {
    using Position = congo::Position;
    using Packed = PackedWords<6>;
    using Clock = QuietClock;
    static constexpr const char* name = Variant::name;
    // Bare lions play on if asked to.
    static constexpr bool draws_with_moves_left = true;

    enum Reason { white_lion, black_lion, bare_lions, white_stuck, black_stuck, reasons };

    static constexpr int side_to_move(const Position& p) { return static_cast<int>(p.ply & 1); }

    static constexpr Outcome outcome(const Position& p) {
        const int side = side_to_move(p);
        const Bits home = p.own & all_of<lion>(p);
        // Only the side to move can have lost its lion.
        if (!home) return Outcome::won(1 - side, white_lion + side);
        const Bits free = board & ~p.own;
        if (!(p.own & ~home) && popcount(p.other) == 1) {
            if (lions_meet(p)) return {};
            return Outcome::draw(bare_lions);
        }
        if ((reach.lion[lowest(home)] & free) || count(p)) return {};
        return Outcome::won(1 - side, white_stuck + side);
    }

    static constexpr int count(const Position& p) {
        Counter counter;
        moves(p, counter);
        return counter.total;
    }

    template <class F>
    static constexpr void each_move(const Position& p, F&& f) {
        Visitor<F> visitor{f};
        moves(p, visitor);
    }

    static constexpr Move nth(const Position& p, int index) {
        Finder finder{index};
        moves(p, finder);
        return finder.found;
    }

    static constexpr Position play(const Position& p, Move move) {
        const Turn turn = turn_of(p, move);
        const Bits stays = ~(turn.from | turn.taken | turn.drowned);
        const auto carried = [&](Bits kinds) { return (kinds & stays) | (kinds & turn.from ? turn.landing : 0); };
        const Bits promoted = turn.promotes ? turn.landing : 0;
        return {p.other & ~turn.taken, (p.own & stays) | turn.landing,      carried(p.ones),
                carried(p.twos),       carried(p.fours) | promoted, p.ply + 1};
    }

    static constexpr bool progress(const Position& p, Move move) {
        const Turn turn = turn_of(p, move);
        return turn.taken || turn.drowned || turn.promotes || turn.drowns;
    }

    static constexpr bool repeatable(const Position&) { return true; }

    // The number of the position is not in its key: it never makes a position another one.
    static constexpr std::uint64_t hash(const Position& p) {
        const int side = side_to_move(p);
        std::uint64_t key = side ? keys[0] : 0;
        each_bit(p.own, [&](int square) { key ^= piece_key(side, kind_at(p, bit(square)), square); });
        each_bit(p.other, [&](int square) { key ^= piece_key(1 - side, kind_at(p, bit(square)), square); });
        return key;
    }

    static constexpr std::uint64_t hash_after(const Position& p, std::uint64_t key, Move move) {
        const Turn turn = turn_of(p, move);
        const int side = side_to_move(p), kind = kind_at(p, turn.from);
        key ^= keys[0] ^ piece_key(side, kind, lowest(turn.from));
        if (turn.landing) key ^= piece_key(side, turn.promotes ? superpawn : kind, lowest(turn.landing));
        each_bit(turn.taken, [&](int square) { key ^= piece_key(1 - side, kind_at(p, bit(square)), square); });
        each_bit(turn.drowned, [&](int square) { key ^= piece_key(side, kind_at(p, bit(square)), square); });
        return key;
    }

    // White's pieces, Black's, the three words of the kinds, the ply.
    static constexpr Packed pack(const Position& p) {
        const bool black = side_to_move(p);
        return {black ? p.other : p.own, black ? p.own : p.other, p.ones, p.twos, p.fours, p.ply};
    }

    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [white, black, ones, twos, fours, ply] = packed.word;
        const Bits pieces = white | black;
        if ((pieces & ~board) || (white & black) || ((ones | twos | fours) & ~pieces) || ply >> 32) return false;
        p = ply & 1 ? Position{black, white, ones, twos, fours, ply} : Position{white, black, ones, twos, fours, ply};
        return lions_stand(p) && chains_fit(p.own, p.other, all_of<monkey>(p)) &&
               chains_fit(p.other, p.own, all_of<monkey>(p));
    }

private:
    // One word for the side to move, then by side, kind and square.
    static constexpr Keys<1 + 2 * 8 * 64> keys{0x636f6e67};

    static constexpr std::uint64_t piece_key(int side, int kind, int square) {
        return keys[1 + (side * 8 + kind) * 64 + square];
    }

    // One lion a side in its castle; a finished game lacks that of the side to move, and the other
    // may stand where it took it.
    static constexpr bool lions_stand(const Position& p) {
        const int side = side_to_move(p);
        const Bits own = p.own & all_of<lion>(p), other = p.other & all_of<lion>(p);
        if (popcount(own) > 1 || popcount(other) != 1) return false;
        if (!own) return other & (castle[0] | castle[1]);
        return (own & castle[side]) && (other & castle[1 - side]);
    }

    static constexpr bool chains_fit(Bits own, Bits other, Bits monkeys) {
        return !(own & monkeys) || popcount(other) <= most_jumps;
    }

    // Whether nothing stands between the lions on a file or diagonal; both must be there.
    static constexpr bool lions_meet(const Position& p) {
        const bool black = side_to_move(p);
        const int own = lowest(p.own & all_of<lion>(p)), other = lowest(p.other & all_of<lion>(p));
        const Bits between = sights.between[black ? other : own][(black ? own : other) - Sights::first_black];
        return !(between & (p.own | p.other));
    }

    static constexpr Turn turn_of(const Position& p, Move move) {
        const int origin = move & 63;
        const Bits from = bit(origin);
        Bits to = bit(move >> 6 & 63), taken = p.other & to;
        if (p.own & all_of<monkey>(p) & from) jump(origin, move, to, taken);
        const bool promotes = (all_of<pawn>(p) & from) && (to & last_rank[side_to_move(p)]);
        const Bits wet = p.own & river & ~all_of<crocodile>(p);
        const bool drowns = (wet & from) && (to & river);
        return {from, drowns ? 0 : to, taken, wet & ~from, promotes, drowns};
    }

    // Follow a monkey's move to its end, and to those it jumps over.
    static constexpr void jump(int origin, Move move, Bits& to, Bits& taken) {
        int square = move >> 6 & 63;
        if (reach.around[origin] & to) return;
        taken = bit((origin + square) / 2);
        for (Move rest = move >> 12; rest > 1; rest >>= 3) {
            const int offset = king_steps[rest & 7].offset();
            taken |= bit(square + offset);
            square += 2 * offset;
        }
        to = bit(square);
    }

    // What to do with the targets of one piece, with those that all pieces of a kind have in one
    // direction, and with a chain of jumps: count them, visit them, find one.
    struct Counter {
        int total = 0;
        constexpr void of_one(int, Bits targets) { total += popcount(targets); }
        template <int Shift>
        constexpr void of_all(Bits targets) { total += popcount(targets); }
        constexpr void chain(Move) { ++total; }
    };
    template <class F>
    struct Visitor {
        F& f;
        constexpr void of_one(int origin, Bits targets) {
            each_bit(targets, [&](int target) { f(move_between(origin, target)); });
        }
        template <int Shift>
        constexpr void of_all(Bits targets) {
            each_bit(targets, [&](int target) { f(move_between(target - Shift, target)); });
        }
        constexpr void chain(Move move) { f(move); }
    };
    struct Finder {
        int index;
        Move found = 0;
        constexpr void of_one(int origin, Bits targets) {
            const int size = popcount(targets);
            if (index >= 0 && index < size) found = move_between(origin, nth_bit(targets, index));
            index -= size;
        }
        template <int Shift>
        constexpr void of_all(Bits targets) {
            const int size = popcount(targets);
            if (index >= 0 && index < size) {
                const int target = nth_bit(targets, index);
                found = move_between(target - Shift, target);
            }
            index -= size;
        }
        constexpr void chain(Move move) {
            if (index-- == 0) found = move;
        }
    };

    static constexpr Move move_between(int origin, int target) {
        return static_cast<Move>(origin) | static_cast<Move>(target) << 6;
    }

    template <class Take>
    static constexpr void moves(const Position& p, Take& take) {
        if (side_to_move(p))
            moves_of<1>(p, take);
        else
            moves_of<0>(p, take);
    }

    template <int Side, class Take>
    static constexpr void moves_of(const Position& p, Take& take) {
        constexpr int ahead = Side ? -8 : 8;
        const Bits common = p.own & ~p.fours;
        const Bits home = common & p.ones & p.twos;
        if (!home) return;
        const Bits free = board & ~p.own, empty = free & ~p.other;

        const Bits pawns = common & ~p.ones & ~p.twos;
        fan<ahead>(pawns, free, take);
        if (const Bits past = pawns & past_river[Side]) retreat<-ahead>(past, empty, take);

        const int lair = lowest(home);
        take.of_one(lair, (reach.lion[lair] & free) | (lions_meet(p) ? p.other & all_of<lion>(p) : 0));
        each_bit(common & p.ones & ~p.twos, [&](int from) { take.of_one(from, reach.zebra[from] & free); });
        each_bit(common & p.twos & ~p.ones, [&](int from) {
            take.of_one(from, (reach.around[from] & empty) | (reach.two_away[from] & free));
        });
        if (const Bits rare = p.own & p.fours) rare_moves<Side>(p, rare, free, empty, take);
    }

    // The kinds that the smaller game begins without.
    template <int Side, class Take>
    static constexpr void rare_moves(const Position& p, Bits rare, Bits free, Bits empty, Take& take) {
        constexpr int ahead = Side ? -8 : 8;
        if (const Bits superpawns = rare & ~p.ones & ~p.twos) {
            fan<ahead>(superpawns, free, take);
            take.template of_all<-1>(superpawns >> 1 & free);
            take.template of_all<1>(superpawns << 1 & free);
            retreat<-ahead - 1>(superpawns, empty, take);
            retreat<-ahead>(superpawns, empty, take);
            retreat<-ahead + 1>(superpawns, empty, take);
        }
        each_bit(rare & p.ones & ~p.twos, [&](int from) { take.of_one(from, reach.elephant[from] & free); });
        each_bit(rare & p.twos & ~p.ones, [&](int from) {
            take.of_one(from, reach.around[from] & empty);
            if (reach.jumpable[from] & p.other) jumps(p, from, empty | bit(from), take);
        });
        each_bit(rare & p.ones & p.twos, [&](int from) { take.of_one(from, crocodile_reach(from, empty) & free); });
    }

    // Straight or diagonally forward, moving or capturing.
    template <int Ahead, class Take>
    static constexpr void fan(Bits pawns, Bits free, Take& take) {
        take.template of_all<Ahead - 1>(shifted<Ahead - 1>(pawns) & free);
        take.template of_all<Ahead>(shifted<Ahead>(pawns) & free);
        take.template of_all<Ahead + 1>(shifted<Ahead + 1>(pawns) & free);
    }

    // One or two squares back, over empty ones only.
    template <int Back, class Take>
    static constexpr void retreat(Bits pawns, Bits empty, Take& take) {
        const Bits one = shifted<Back>(pawns) & empty;
        take.template of_all<Back>(one);
        take.template of_all<2 * Back>(shifted<Back>(one) & empty);
    }

    // A king's step; from a bank along the file up to the river, and in the river along it.
    static constexpr Bits crocodile_reach(int from, Bits empty) {
        const Bits here = bit(from);
        if (here & river) {
            const Bits files = river_slides.files[from - 24][~empty >> 24 & 127];
            return reach.around[from] | files << 24;
        }
        const Bits second = (here << 8 & empty & south) << 8 | (here >> 8 & empty & north) >> 8;
        const Bits third = (second & empty & south) << 8 | (second & empty & north) >> 8;
        return reach.around[from] | second | third;
    }

    // Every chain of jumps of one monkey, each over another enemy onto an open square, deepest
    // first; the lion's capture ends the chain.
    template <class Take>
    static constexpr void jumps(const Position& p, int origin, Bits open, Take& take) {
        struct Stand {
            int square;
            Bits prey, untried;
            Move path;
        };
        const Bits royal = all_of<lion>(p);
        Stand stands[most_jumps + 1];
        stands[0] = {origin, p.other, p.other & reach.jumpable[origin], static_cast<Move>(origin)};
        for (int made = 0; made >= 0;) {
            Stand& stand = stands[made];
            if (!stand.untried) {
                --made;
                continue;
            }
            const int over = lowest(stand.untried), behind = 2 * over - stand.square;
            stand.untried &= stand.untried - 1;
            if (!(open & bit(behind))) continue;
            const Move path = made ? stand.path | jump_number(over - stand.square) << (9 + 3 * made)
                                   : stand.path | static_cast<Move>(behind) << 6;
            take.chain(made ? path | Move{1} << (12 + 3 * made) : path);
            if (royal & bit(over)) continue;
            const Bits prey = stand.prey & ~bit(over);
            stands[++made] = {behind, prey, prey & reach.jumpable[behind], path};
        }
    }

    static constexpr Move jump_number(int offset) {
        Move number = 0;
        while (king_steps[number].offset() != offset) ++number;
        return number;
    }
};

struct Standard {
    static constexpr const char* name = "congo:standard";
};

struct Full {
    static constexpr const char* name = "congo:full";
};

using Cores = Rooms<Rules<Standard>, Rules<Full>>;

}  // namespace boardwright::congo
