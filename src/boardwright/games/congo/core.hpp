// Bitboard implementation of Congo; rules.py is the reference.
//
// Squares are 8 * rank + file, both from 0. The eighth file is never on the board: it keeps shifts from wrapping
// around. A position has a bitboard for each side, and the kind of every piece bit-sliced over three more, so that a
// capture clears the same five words whatever the kind. The kinds are numbered so that one test of the third word
// tells whether there are any besides those of the standard game.
//
// A move is origin | target << 6. Where a monkey jumps more than once, the directions of all its jumps follow from
// bit 12 on, three bits each, the first one lowest, terminated by a set bit. That is enough for 17 jumps: `unpack`
// rejects positions in which a monkey faces more pieces, so that no chain can become longer.
//
// Copy-make, with positions passed by value and move generation always inlined: a position whose address is taken
// lives in memory and is copied in pairs of words right after its words were written one by one, and the failed
// store forwarding costs more than all the rest.
#pragma once

#include <bit>
#include <initializer_list>

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright {
template <class G> struct Evaluation;
}

namespace boardwright::congo {

inline constexpr Bits board = 0x007f7f7f7f7f7f7f;
inline constexpr Bits south = 0x7f7f7f, river = Bits{0x7f} << 24, north = south << 32;
// Pawns never reach their own first rank, so that the last ranks of both sides can share one mask.
inline constexpr Bits last_ranks = 0x7f | Bits{0x7f} << 48;
// By side: what lies past the river, and the castle.
inline constexpr Bits past_river[2] = {north, south};
inline constexpr Bits castle[2] = {0x1c1c1c, Bits{0x1c1c1c} << 32};
inline constexpr int most_jumps = 17;
// Moves are generated in groups: the pieces of the standard game, those that the full game adds at its start, and
// the rest of what a crowded board may hold.
inline constexpr int usual_groups = 8, full_groups = 12, most_groups = 72;

enum Kind { pawn, zebra, giraffe, lion, superpawn, elephant, monkey, crocodile };

struct Position {
    Bits own, other;
    Bits ones, twos, fours;
    // Twice the move number, plus one where Black is to move.
    std::uint64_t ply;
};

struct Step {
    int files, ranks;
    constexpr int offset() const { return 8 * ranks + files; }
};

// Jump directions, in the order of their target squares.
inline constexpr Step king_steps[8] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
inline constexpr Step zebra_leaps[8] = {{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}};

constexpr Move direction_of(int offset) {
    Move direction = 0;
    while (king_steps[direction].offset() != offset) ++direction;
    return direction;
}

constexpr Bits square_at(int file, int rank) {
    return file < 0 || file > 6 || rank < 0 || rank > 6 ? 0 : bit(8 * rank + file);
}

// Attack tables: by square, the targets of each piece on an empty board; none from squares off the board.
struct Reach {
    Bits around[64], two_away[64], zebra[64], elephant[64], lion[64];
    // The neighbours with a square of the board behind them.
    Bits jumpable[64];

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
            for (const Bits squares : castle)
                if (bit(square) & squares) lion[square] = around[square] & squares;
        }
    }
};
inline constexpr Reach reach;

// The lines along which lions attack each other across the river: the files, and two diagonals.
struct Sights {
    // By the squares of White's and Black's lion, the squares that must be empty between them; all squares where they
    // do not share a line.
    Bits between[32][32];

    constexpr Sights() : between{} {
        for (auto& row : between)
            for (Bits& squares : row) squares = board;
        each_bit(castle[0], [&](int white) {
            each_bit(castle[1], [&](int black) {
                const int ranks = black / 8 - white / 8, files = black % 8 - white % 8;
                if (files != 0 && files != ranks && files != -ranks) return;
                between[white][black - 32] = 0;
                const int step = 8 + files / ranks;
                for (int square = white + step; square < black; square += step)
                    between[white][black - 32] |= bit(square);
            });
        });
    }
    constexpr bool open(int white, int black, Bits pieces) const { return !(between[white][black - 32] & pieces); }
};
inline constexpr Sights sights;

// Sliding attacks by table lookup: by the file of a crocodile in the river and the occupancy of the river, its
// targets, up to and including the first occupied square in either direction; none from the file off the board.
struct RiverSlides {
    std::uint8_t files[8][128];

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

template <Kind K> constexpr Bits all_of(Position p) {
    return (K & 1 ? p.ones : ~p.ones) & (K & 2 ? p.twos : ~p.twos) & (K & 4 ? p.fours : ~p.fours);
}

constexpr int kind_at(Position p, Bits square) {
    return ((p.ones & square) != 0) + 2 * ((p.twos & square) != 0) + 4 * ((p.fours & square) != 0);
}

// The effect of a move: the origin, the landing square (none if the mover drowns), the captured pieces, the pieces that
// drown where they stand, and whether the mover promotes to a superpawn or drowns.
struct Turn {
    Bits from, landing, taken, drowned;
    bool promotes, drowns;
};

struct Rules {
    using Position = congo::Position;
    using Packed = PackedWords<6>;
    using Clock = QuietClock;
    static constexpr const char* name = "congo:standard";
    static constexpr const char* other_names[] = {"congo:full"};
    // Bare lions are drawn although they still have moves.
    static constexpr bool draws_with_moves_left = true;

    enum Reason { white_lion, black_lion, bare_lions, white_stuck, black_stuck, reasons };

    static constexpr int side_to_move(Position p) { return static_cast<int>(p.ply & 1); }

    [[gnu::always_inline]] static constexpr Outcome outcome(Position p) {
        const int side = side_to_move(p);
        const Bits own_lion = p.own & all_of<lion>(p);
        // Only the side to move can have lost its lion.
        if (!own_lion) return Outcome::won(1 - side, white_lion + side);
        const int lion_square = lowest(own_lion);
        if (p.own == own_lion && popcount(p.other) == 1) {
            if (lion_in_sight(p, side, lion_square)) return {};
            return Outcome::draw(bare_lions);
        }
        const Bits pawns = p.own & all_of<pawn>(p), ahead = side ? pawns >> 8 : pawns << 8;
        // The usual case: the lion or a pawn has a move.
        if (((reach.lion[lion_square] | ahead) & board & ~p.own) || !stuck(p)) return {};
        return Outcome::won(1 - side, white_stuck + side);
    }

    [[gnu::always_inline]] static constexpr int count(Position p) {
        Counter counter;
        moves(p, counter);
        return counter.total;
    }

    template <class F> [[gnu::flatten]] static constexpr void each_move(Position p, F&& f) {
        grouped(p).each_move(p, f);
    }

    [[gnu::always_inline]] static constexpr Position play_random(Position p, Random& random, int& choices,
                                                                 bool& progress) {
        choices = 0;
        // Only bare lions can have moves in a position with an outcome.
        if (!(but_first(p.own) | but_first(p.other)) && outcome(p).over()) return p;
        const Collector collector(p);
        choices = collector.total();
        if (!choices) return p;
        const Turn turn = collector.nth_turn(p, random.below(choices));
        progress = is_progress(turn);
        return play(p, turn);
    }

    [[gnu::always_inline]] static constexpr Position play(Position p, Move move) { return play(p, turn_of(p, move)); }

    [[gnu::always_inline]] static constexpr Position play(Position p, Turn turn) {
        const Bits stays = ~(turn.from | turn.taken | turn.drowned);
        const auto carried = [&](Bits kinds) { return (kinds & stays) | (kinds & turn.from ? turn.landing : 0); };
        return {p.other & ~turn.taken,
                (p.own & stays) | turn.landing,
                carried(p.ones),
                carried(p.twos),
                carried(p.fours) | (turn.promotes ? turn.landing : 0),
                p.ply + 1};
    }

    [[gnu::always_inline]] static constexpr Position step(Position p, Move move, std::uint64_t& key, bool& progress) {
        const Turn turn = turn_of(p, move);
        key = hash_after(p, key, move, turn);
        progress = is_progress(turn);
        return play(p, turn);
    }

    static constexpr bool repeatable(const Position&) { return true; }

    // The move number is not hashed: it does not distinguish positions.
    static constexpr std::uint64_t hash(Position p) {
        const int side = side_to_move(p);
        std::uint64_t key = side ? keys[0] : 0;
        each_bit(p.own, [&](int square) { key ^= piece_key(side, kind_at(p, bit(square)), square); });
        each_bit(p.other, [&](int square) { key ^= piece_key(1 - side, kind_at(p, bit(square)), square); });
        return key;
    }

    [[gnu::always_inline]] static constexpr std::uint64_t fingerprint(Position p) {
        return fingerprint_of(p.own, p.other, p.ones, p.twos, p.fours, p.ply & 1);
    }

    // White's pieces, Black's pieces, the three words of the kinds, the ply.
    static constexpr Packed pack(Position p) {
        const bool black = side_to_move(p);
        return {black ? p.other : p.own, black ? p.own : p.other, p.ones, p.twos, p.fours, p.ply};
    }

    // Move numbers from 2^31 on are rejected too, so that the ply never overflows.
    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [white, black, ones, twos, fours, ply] = packed.word;
        const Bits pieces = white | black;
        if ((pieces & ~board) || (white & black) || ((ones | twos | fours) & ~pieces) || ply >> 32) return false;
        p = ply & 1 ? Position{black, white, ones, twos, fours, ply} : Position{white, black, ones, twos, fours, ply};
        return lions_stand(p) && chains_fit(p.own, p.other, all_of<monkey>(p)) &&
               chains_fit(p.other, p.own, all_of<monkey>(p));
    }

private:
    // The evaluation shares the attacks of lions, crocodiles and monkeys.
    friend struct Evaluation<Rules>;

    // Zobrist keys: the side to move, then by side, kind and square.
    static constexpr auto keys = zobrist_keys<1 + 2 * 8 * 64>(0x636f6e67);

    static constexpr std::uint64_t piece_key(int side, int kind, int square) {
        return keys[1 + (side * 8 + kind) * 64 + square];
    }

    [[gnu::always_inline]] static constexpr std::uint64_t hash_after(Position p, std::uint64_t key, Move move,
                                                                     Turn turn) {
        const int side = side_to_move(p), origin = move & 63, target = move >> 6 & 63, kind = kind_at(p, turn.from);
        key ^= keys[0] ^ piece_key(side, kind, origin);
        key ^= piece_key(side, kind + (turn.promotes ? superpawn : 0), target) & all_if(!turn.drowns);
        if (kind != monkey) key ^= piece_key(1 - side, kind_at(p, bit(target)), target) & all_if(turn.taken);
        else each_bit(turn.taken, [&](int square) { key ^= piece_key(1 - side, kind_at(p, bit(square)), square); });
        each_bit(turn.drowned, [&](int square) { key ^= piece_key(side, kind_at(p, bit(square)), square); });
        return key;
    }

    // One lion per side in its castle. In a finished game the side to move has lost its lion, and the other lion may
    // stand where it captured it.
    static constexpr bool lions_stand(Position p) {
        const int side = side_to_move(p);
        const Bits own = p.own & all_of<lion>(p), other = p.other & all_of<lion>(p);
        if (popcount(own) > 1 || popcount(other) != 1) return false;
        if (!own) return other & (castle[0] | castle[1]);
        return (own & castle[side]) && (other & castle[1 - side]);
    }

    // Whether the longest chains of one side's monkeys, if it has any, can be encoded in a move.
    static constexpr bool chains_fit(Bits own, Bits other, Bits monkeys) {
        return !(own & monkeys) || popcount(other) <= most_jumps;
    }

    // By value and out of line, so that the caller can keep its position in registers.
    [[gnu::noinline]] static constexpr bool stuck(Position p) { return count(p) == 0; }

    // The enemy lion, if the own one on `lion_square` can capture it across the river.
    static constexpr Bits lion_in_sight(Position p, int side, int lion_square) {
        const Bits enemy_lion = p.other & all_of<lion>(p);
        const int there = lowest(enemy_lion);
        return enemy_lion &
               all_if(sights.open(side ? there : lion_square, side ? lion_square : there, p.own | p.other));
    }

    // Flags are combined by & instead of &&, to avoid branches.
    [[gnu::always_inline]] static constexpr Turn turn_of(Position p, Move move) {
        return turn_of(p, bit(move & 63), bit(move >> 6 & 63), taken(p, move));
    }

    [[gnu::always_inline]] static constexpr Turn turn_of(Position p, Bits from, Bits to, Bits taken) {
        const Bits wet = p.own & river & ~all_of<crocodile>(p);
        const bool drowns = ((wet & from) != 0) & ((to & river) != 0);
        const bool promotes = ((all_of<pawn>(p) & from) != 0) & ((to & last_ranks) != 0);
        return {from, drowns ? 0 : to, taken, wet & ~from, promotes, drowns};
    }

    static constexpr bool is_progress(Turn turn) {
        return ((turn.taken | turn.drowned) != 0) | turn.promotes | turn.drowns;
    }

    // The captured pieces: the one on the target, or those a monkey jumps over.
    static constexpr Bits taken(Position p, Move move) {
        const int origin = move & 63, target = move >> 6 & 63;
        if (!(all_of<monkey>(p) & bit(origin))) return p.other & bit(target);
        if (move >> 12) return jumped(origin, move >> 12);
        return reach.two_away[origin] & bit(target) ? bit((origin + target) / 2) : 0;
    }

    static constexpr Bits jumped(int square, Move directions) {
        Bits squares = 0;
        for (; directions > 1; directions >>= 3) {
            const int offset = king_steps[directions & 7].offset();
            squares |= bit(square + offset);
            square += 2 * offset;
        }
        return squares;
    }

    // The context of a monkey's chain of jumps: the enemy pieces, the enemy lion, the empty squares.
    struct JumpContext {
        Bits enemies, lion, empty;
        constexpr explicit JumpContext(Position p)
            : enemies(p.other), lion(p.other & all_of<congo::lion>(p)), empty(board & ~p.own & ~p.other) {}
    };

    // Counts moves. Consumers get the targets of one piece (`of_one`), those of all pieces of a kind in one direction
    // (`of_all`), and each monkey that may jump (`jumper`).
    struct Counter {
        int total = 0;
        constexpr void of_one(int, Bits targets) { total += popcount(targets); }
        template <int Shift> constexpr void of_all(Bits targets) { total += popcount(targets); }
        constexpr void jumper(const JumpContext& context, int origin) {
            jumps(context, origin, [&](Move) { ++total; });
        }
    };

    // Collects the target sets and visits them later, so that the visitor is instantiated once. Chains of jumps come
    // after all other moves and are not stored: there may be too many.
    struct Groups {
        Bits targets[most_groups];
        // The rotation from the target's bit to the origin's; for a group with a single origin, 64 plus its square.
        int turn[most_groups];
        int groups = 0;
        Bits jumpers = 0;

        constexpr void of_one(int square, Bits squares) { add(64 | square, squares); }
        template <int Shift> constexpr void of_all(Bits squares) { add(-Shift & 63, squares); }
        constexpr void jumper(const JumpContext&, int square) { jumpers |= bit(square); }

        template <class F> constexpr void each_move(Position p, F&& f) const {
            for (int group = 0; group < groups; ++group)
                each_bit(targets[group], [&](int target) { f(move_to(group, target)); });
            each_bit(jumpers, [&](int square) { jumps(JumpContext(p), square, f); });
        }

        constexpr Bits origin(int group, Bits to) const {
            const int turned = turn[group];
            return std::rotl(turned & 64 ? Bits{1} : to, turned & 63);
        }
        constexpr Move move_to(int group, int target) const {
            const int turned = turn[group], moving = target & ((turned >> 6) - 1);
            return static_cast<Move>((turned + moving) & 63) | static_cast<Move>(target) << 6;
        }

    private:
        constexpr void add(int turned, Bits squares) {
            targets[groups] = squares;
            turn[groups++] = turned;
        }
    };

    // Also counts the moves, to choose one by its index.
    struct Collector : Groups {
        using Groups::groups, Groups::jumpers, Groups::origin, Groups::targets;
        // Prefix sums: the number of moves before each group, and in all of them.
        unsigned before[most_groups + 1];
        unsigned reached = 0, chains = 0;

        [[gnu::always_inline]] constexpr explicit Collector(Position p) {
            before[0] = 0;
            moves(p, *this);
        }

        constexpr void of_one(int square, Bits squares) {
            Groups::of_one(square, squares);
            add_count(squares);
        }
        template <int Shift> constexpr void of_all(Bits squares) {
            Groups::template of_all<Shift>(squares);
            add_count(squares);
        }
        constexpr void jumper(const JumpContext& context, int square) {
            Groups::jumper(context, square);
            jumps(context, square, [&](Move) { ++chains; });
        }

        constexpr int total() const { return static_cast<int>(reached + chains); }

        // The effect of the index-th move.
        [[gnu::always_inline]] constexpr Turn nth_turn(Position p, int index) const {
            const unsigned wanted = static_cast<unsigned>(index);
            if (wanted >= reached) return turn_of(p, nth_chain(JumpContext(p), wanted - reached));
            const int group = group_of(wanted);
            const Bits to = nth_of_few(targets[group], static_cast<int>(wanted - before[group]));
            return turn_of(p, origin(group, to), to, p.other & to);
        }

    private:
        constexpr void add_count(Bits squares) {
            reached += static_cast<unsigned>(popcount(squares));
            before[groups] = reached;
        }
        [[gnu::always_inline]] constexpr int group_of(unsigned index) const {
            const unsigned next = index + 1;
            int group = 0;
            for (int i = 1; i <= usual_groups; ++i) group += before[i] < next;
            if (groups > usual_groups) {
                for (int i = usual_groups + 1; i <= full_groups; ++i) group += before[i] < next;
                if (group == full_groups)
                    while (before[group + 1] < next) ++group;
            }
            return group;
        }
        constexpr Move nth_chain(const JumpContext& context, unsigned index) const {
            Move found = 0;
            each_bit(jumpers, [&](int square) {
                jumps(context, square, [&](Move move) {
                    if (index-- == 0) found = move;
                });
            });
            return found;
        }
    };

    // Out of line: generating the moves is most of the code of every loop over them.
    [[gnu::noinline]] static constexpr Groups grouped(Position p) {
        Groups collected;
        moves(p, collected);
        return collected;
    }

    template <class Take> [[gnu::always_inline]] static constexpr void moves(Position p, Take& take) {
        side_to_move(p) ? moves_of<1>(p, take) : moves_of<0>(p, take);
    }

    // Generates all moves into `take`. The first pieces of each kind are handled without branches, which would often be
    // mispredicted in random play.
    template <int Side, class Take> [[gnu::always_inline]] static constexpr void moves_of(Position p, Take& take) {
        constexpr int ahead = Side ? -8 : 8;
        const Bits common = p.own & ~p.fours;
        const Bits own_lion = common & p.ones & p.twos;
        if (!own_lion) return;
        const Bits free = board & ~p.own, empty = free & ~p.other;

        const Bits pawns = common & ~p.ones & ~p.twos;
        fan<ahead>(pawns, free, take);
        retreat<-ahead>(pawns & past_river[Side], empty, take);
        const int lion_square = lowest(own_lion);
        take.of_one(lion_square, (reach.lion[lion_square] & free) | lion_in_sight(p, Side, lion_square));
        const auto zebra_moves = [&](int from) { take.of_one(from, reach.zebra[from] & free); };
        const auto giraffe_moves = [&](int from) {
            take.of_one(from, (reach.around[from] & empty) | (reach.two_away[from] & free));
        };
        const Bits zebras = common & p.ones & ~p.twos, giraffes = common & p.twos & ~p.ones;
        zebra_moves(first(zebras));
        giraffe_moves(first(giraffes));

        const Bits rare = p.own & p.fours, more_zebras = but_first(zebras), more_giraffes = but_first(giraffes);
        if (rare | more_zebras | more_giraffes) {
            rare_moves<Side>(p, rare, free, empty, take);
            each_bit(more_zebras, zebra_moves);
            each_bit(more_giraffes, giraffe_moves);
        }
    }

    // The kinds that the standard game starts without; again the usual number of each without branches.
    template <int Side, class Take>
    [[gnu::always_inline]] static constexpr void rare_moves(Position p, Bits rare, Bits free, Bits empty, Take& take) {
        constexpr int ahead = Side ? -8 : 8;
        const Bits elephants = rare & p.ones & ~p.twos, monkeys = rare & p.twos & ~p.ones;
        const Bits crocodiles = rare & p.ones & p.twos, superpawns = rare & ~p.ones & ~p.twos;
        const auto elephant_moves = [&](int from) { take.of_one(from, reach.elephant[from] & free); };
        const auto crocodile_moves = [&](int from) { take.of_one(from, crocodile_reach(from, empty) & free); };
        const auto monkey_moves = [&](int from) {
            take.of_one(from, reach.around[from] & empty);
            if (reach.jumpable[from] & p.other) take.jumper(JumpContext(p), from);
        };
        elephant_moves(first(elephants));
        elephant_moves(first(but_first(elephants)));
        crocodile_moves(first(crocodiles));
        monkey_moves(first(monkeys));
        if (superpawns) {
            fan<ahead>(superpawns, free, take);
            take.template of_all<-1>(superpawns >> 1 & free);
            take.template of_all<1>(superpawns << 1 & free);
            retreat<-ahead - 1>(superpawns, empty, take);
            retreat<-ahead>(superpawns, empty, take);
            retreat<-ahead + 1>(superpawns, empty, take);
        }
        each_bit(but_first(but_first(elephants)), elephant_moves);
        each_bit(but_first(crocodiles), crocodile_moves);
        each_bit(but_first(monkeys), monkey_moves);
    }

    // The first of some pieces; if there are none, a square off the board, whose attack tables are empty.
    static constexpr int first(Bits pieces) { return lowest(pieces | bit(63)); }
    static constexpr Bits but_first(Bits pieces) { return pieces & (pieces - 1); }

    // Steps straight or diagonally forward, with or without capture.
    template <int Ahead, class Take> static constexpr void fan(Bits pawns, Bits free, Take& take) {
        take.template of_all<Ahead - 1>(shifted<Ahead - 1>(pawns) & free);
        take.template of_all<Ahead>(shifted<Ahead>(pawns) & free);
        take.template of_all<Ahead + 1>(shifted<Ahead + 1>(pawns) & free);
    }

    // Retreats of one or two squares, over empty squares only.
    template <int Back, class Take> static constexpr void retreat(Bits pawns, Bits empty, Take& take) {
        const Bits one = shifted<Back>(pawns) & empty;
        take.template of_all<Back>(one);
        take.template of_all<2 * Back>(shifted<Back>(one) & empty);
    }

    // A king's step; on land also a slide along the file up to the river, in the river a slide along it.
    static constexpr Bits crocodile_reach(int from, Bits empty) {
        const Bits here = bit(from);
        const Bits second = (here << 8 & empty & south) << 8 | (here >> 8 & empty & north) >> 8;
        const Bits third = (second & empty & south) << 8 | (second & empty & north) >> 8;
        const Bits along = Bits{river_slides.files[from & 7][~empty >> 24 & 127]} << 24;
        return reach.around[from] | second | third | (along & all_if(here & river));
    }

    // Visits every chain of jumps of one monkey by depth-first search with an explicit stack. Each jump goes over a new
    // enemy onto an open square; capturing the lion ends the chain. Captured pieces stay until the end of the move.
    template <class F> static constexpr void jumps(const JumpContext& context, int origin, F&& f) {
        struct Frame {
            int square;
            Bits enemies, untried;
            Move path;
        };
        const Bits open = context.empty | bit(origin);
        Frame frames[most_jumps + 1];
        frames[0] = {origin, context.enemies, context.enemies & reach.jumpable[origin], 0};
        for (int made = 0; made >= 0;) {
            Frame& frame = frames[made];
            if (!frame.untried) {
                --made;
                continue;
            }
            const int over = lowest(frame.untried), behind = 2 * over - frame.square;
            frame.untried &= frame.untried - 1;
            if (!(open & bit(behind))) continue;
            const Move path = frame.path | direction_of(over - frame.square) << (3 * made);
            const Move move = static_cast<Move>(origin) | static_cast<Move>(behind) << 6;
            f(made ? move | (path | Move{8} << (3 * made)) << 12 : move);
            if (context.lion & bit(over)) continue;
            const Bits enemies = frame.enemies & ~bit(over);
            frames[++made] = {behind, enemies, enemies & reach.jumpable[behind], path};
        }
    }
};

using Cores = GameList<Rules>;

}  // namespace boardwright::congo
