// Bitboard implementation of Margrites; rules.py is the reference.
//
// A place is 10 * row + column, rows and columns from 0 at a8. The tenth column is never on the board: it keeps shifts
// from wrapping around. The goals are the places 80 and 81. A bitboard is a SIMD vector of two 64-bit lanes with five
// ranks each: 8 to 4 in the upper lane, 5 to 1 in the lower. Ranks 5 and 4 are in both lanes, so that every square has
// all its neighbours in one lane, and one instruction shifts the whole board without a carry. Results of shifts are
// valid in the four ranks that a lane owns; `mirrored` copies the shared ranks.
//
// Neighbours are counted for all squares at once, bit-sliced: the sum over the three by three squares around each. On
// a square with a piece it includes that piece, which is the rules' ally = allied neighbours + 1; on an empty square
// it is the number of neighbours.
//
// A position caches its legal steps: `play` must determine anyway whether the next side can step or passes, and perft,
// playouts and outcomes then only read the result.
//
// A move is origin | target << 8, both places.
#pragma once

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::margrites {

typedef Bits Squares __attribute__((vector_size(16)));

inline constexpr int ranks = 8, files = 9, width = 10, lane_shift = 30;
inline constexpr int goals = ranks * width, places = goals + 2;
inline constexpr int steps_a_turn = 4, most_origins = steps_a_turn - 1;

inline constexpr Bits rank_bits = 0x1ff;
inline constexpr Bits four_ranks = rank_bits | rank_bits << width | rank_bits << 2 * width | rank_bits << 3 * width;
// The ranks that each lane owns.
inline constexpr Bits own_ranks[2] = {four_ranks, four_ranks << width};
inline constexpr Squares board = {own_ranks[0], own_ranks[1]};
// By side, the rank from which it scores.
inline constexpr Squares last_rank[2] = {{rank_bits, 0}, {0, rank_bits << 4 * width}};

constexpr bool on_board(int place) { return place >= 0 && place < goals && place % width < files; }

// Lookup tables by place, goals included: the square as a bitboard, its neighbours on the board; and by bit of a lane,
// the neighbours in that lane.
struct Tables {
    Squares at[places], near[places];
    Bits beside[64];

    constexpr Tables() : at{}, near{}, beside{} {
        for (int place = 0; place < goals; ++place) {
            if (!on_board(place)) continue;
            at[place] = Squares{place < 5 * width ? bit(place) : 0, place >= lane_shift ? bit(place - lane_shift) : 0};
            Bits around[2] = {0, 0};
            for (const int step : {-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1}) {
                const int other = place + step;
                if (!on_board(other)) continue;
                const int lane = other >= 4 * width;
                around[lane] |= bit(other - lane * lane_shift);
                if (place < 5 * width && other < 5 * width) beside[place] |= bit(other);
            }
            near[place] = Squares{around[0], around[1]};
        }
    }
};
inline constexpr Tables tables{};

// The three by three squares around a square of a lane, extracted as nine bits.
constexpr int around_of(Bits set, int square) {
    const Bits near = std::rotr(set, square - width - 1);
    return static_cast<int>((near & 7) | (near >> (width - 3) & 7 << 3) | (near >> (2 * width - 6) & 7 << 6));
}

// Lookup table of step lists: by the targets around a piece as nine bits, what each step adds to the null step's move.
inline constexpr auto step_lists = lookup_table<std::array<std::uint16_t, 8>, 512>([](int targets) {
    std::array<std::uint16_t, 8> list{};
    for (int target = 0, steps = 0; target < 9 && steps < 8; ++target) {
        const int step = width * (target / 3 - 1) + target % 3 - 1;
        if (targets >> target & 1) list[steps++] = static_cast<std::uint16_t>(step * (1 << 8));
    }
    return list;
});

inline bool any(Squares squares) { return squares[0] | squares[1]; }
inline int size(Squares squares) { return popcount(squares[0]) + popcount(squares[1]); }
inline bool has(Squares squares, int place) { return any(squares & tables.at[place]); }

template <class F> inline void each_place(Squares squares, F&& f) {
    each_bit(squares[0] & own_ranks[0], f);
    each_bit(squares[1] & own_ranks[1], [&](int square) { f(square + lane_shift); });
}

// Rebuilds the ranks that both lanes share from those that each lane owns.
inline Squares mirrored(Squares squares) {
    return squares | Squares{squares[1] << lane_shift & rank_bits << 4 * width, squares[0] >> lane_shift & rank_bits};
}

// Dilation: the squares of a set and all their neighbours.
inline Squares dilated(Squares squares) {
    const Squares wide = squares | squares << 1 | squares >> 1;
    return wide | wide << width | wide >> width;
}

// Bit-sliced neighbour counts: the number of squares of a set in the three by three around each square.
struct Around {
    Squares ones, twos, fours, eights;

    explicit Around(Squares set) {
        const Squares left = set << 1, right = set >> 1, sides = left ^ right;
        const Squares odd = sides ^ set, pair = (left & right) | (sides & set);
        const Squares odd_above = odd << width, odd_below = odd >> width, odds = odd_above ^ odd_below;
        const Squares pair_above = pair << width, pair_below = pair >> width, pairs = pair_above ^ pair_below;
        ones = odds ^ odd;
        const Squares carry = (odd_above & odd_below) | (odds & odd);
        const Squares two = pairs ^ pair, four = (pair_above & pair_below) | (pairs & pair);
        twos = two ^ carry;
        fours = four ^ (two & carry);
        eights = four & two & carry;
    }
};

// Both counts share nine squares, so that opp >= 2 * ally is possible for at most three allies (the piece included):
// the cases are 2:1, 4:2 and 6:3.
inline Squares capturable(Squares own, const Around& ally, const Around& opp) {
    const Squares alone = ~ally.twos & (opp.twos | opp.fours | opp.eights);
    const Squares more = ally.twos & opp.fours & (~ally.ones | opp.twos);
    return board & own & ~ally.fours & (alone | more);
}

// A piece that has moved in this turn: its square, and the square on which it started.
struct Origin {
    std::uint8_t now = goals, start = goals;

    constexpr bool moved() const { return now != goals; }
    // Whether the piece is next to its start square, which it may not enter again.
    constexpr bool bars() const {
        constexpr Bits steps = bit(1) | bit(width - 1) | bit(width) | bit(width + 1);
        return steps >> (now < start ? start - now : now - start) & 1;
    }
};

struct Position {
    Squares pieces[2];
    // Derived sets for the side to move: empty squares on which a stepping piece survives the first wave; own pieces
    // that are captured if an ally leaves them; enemy pieces that are captured if one more piece comes beside them.
    Squares open, hanging, ripe;
    Origin origins[most_origins];
    std::uint8_t side, steps, points[2], captures[2];
    // The number of legal steps, and whether a later wave makes any step illegal.
    std::uint16_t moves;
    bool doomed;
};

struct Rules {
    using Position = margrites::Position;
    using Packed = PackedWords<6>;
    using Clock = QuietClock;
    static constexpr const char* name = "margrites";
    static constexpr bool draws_with_moves_left = false;

    // Which side has no pieces, or that both are stuck; each decided on points, on captures, or drawn.
    enum Reason { black_gone, white_gone = 3, both_gone = 6, stuck = 9, reasons = 12 };

    static int side_to_move(const Position& p) { return p.side; }
    static int count(const Position& p) { return p.moves; }
    static bool repeatable(const Position& p) { return p.steps == steps_a_turn; }

    static Outcome outcome(const Position& p) {
        if (p.moves) return {};
        const bool black = any(p.pieces[0]), white = any(p.pieces[1]);
        const int ended = black ? (white ? stuck : white_gone) : (white ? black_gone : both_gone);
        if (p.points[0] != p.points[1]) return Outcome::won(p.points[1] > p.points[0], ended);
        if (p.captures[0] != p.captures[1]) return Outcome::won(p.captures[1] > p.captures[0], ended + 1);
        return Outcome::draw(ended + 2);
    }

    // Pieces from a8 to i1, the targets of each in the same order, its goal last.
    template <class F> static void each_move(const Position& p, F&& f) {
        each_piece(p, [&](int origin, int lane, Bits targets, bool scores) {
            each_bit(targets, [&](int target) { f(move_of(origin, target + lane * lane_shift)); });
            if (scores) f(move_of(origin, goals + p.side));
            return false;
        });
    }

    // The moves of `each_move`. Eight are written for each piece, the maximum, because the end of a loop over its moves
    // would be mispredicted; the surplus is overwritten. So is the step into the goal, which needs space behind the
    // last move.
    static constexpr int max_listed = 8 * ranks * files + files + 1;
    static Move* list(const Position& p, Move* next) {
        each_piece(p, [&](int origin, int lane, Bits targets, bool scores) {
            const auto& steps = step_lists[around_of(targets, origin - lane * lane_shift)];
            const int stay = static_cast<int>(move_of(origin, origin));
            for (int i = 0; i < 8; ++i) next[i] = static_cast<std::uint16_t>(stay + steps[i]);
            next += popcount(targets);
            *next = move_of(origin, goals + p.side);
            next += scores;
            return false;
        });
        return next;
    }

    static Move pick(const Position& p, Random& random, int& choices) {
        choices = p.moves;
        if (!choices) return 0;
        int index = random.below(choices);
        Move found = 0;
        each_piece(p, [&](int origin, int lane, Bits targets, bool scores) {
            const int steps = popcount(targets);
            if (index < steps) found = move_of(origin, nth_bit(targets, index) + lane * lane_shift);
            else if (scores && index == steps) found = move_of(origin, goals + p.side);
            index -= steps + scores;
            return index < 0;
        });
        return found;
    }

    static Position play(const Position& p, Move move) {
        const int from = origin_of(move), to = target_of(move), us = p.side;
        Position next;
        next.pieces[us] = p.pieces[us] ^ tables.at[from] ^ tables.at[to];
        next.pieces[1 - us] = p.pieces[1 - us];
        next.side = p.side;
        next.steps = static_cast<std::uint8_t>(p.steps - 1);
        for (const int side : {0, 1}) next.points[side] = p.points[side], next.captures[side] = p.captures[side];
        next.points[us] = static_cast<std::uint8_t>(next.points[us] + (to >= goals));
        update_origins(p, next, from, to);
        const Wave first = first_wave(p, move);
        const bool takes = first.takes();
        if (takes) resolve(next, first);
        if ((takes || to >= goals) && !(any(next.pieces[0]) && any(next.pieces[1])))
            finish(next, next.side, next.steps);
        else advance_turn(next);
        return next;
    }

    static Position step(const Position& p, Move move, std::uint64_t& key, bool& progress) {
        const int from = origin_of(move), to = target_of(move), us = p.side;
        const Position next = play(p, move);
        progress = to >= goals || next.captures[0] != p.captures[0] || next.captures[1] != p.captures[1];
        const bool same_turn = next.side == us && next.steps == p.steps - 1,
                   next_turn = p.steps == 1 && next.side != us;
        if (!progress && next.moves && (same_turn || next_turn)) key ^= step_key(p, from, to);
        else key = hash_of_other(p, key, next);
        return next;
    }

    static std::uint64_t hash(const Position& p) {
        std::uint64_t key = turn_key(p);
        for (const int side : {0, 1}) each_place(p.pieces[side], [&](int place) { key ^= piece_key(side, place); });
        return key;
    }

    // By side the upper and the lower four ranks, nine bits each; then, one byte each, the side, the steps left and the
    // origins in order; then the points and the captures.
    static Packed pack(const Position& p) {
        Packed packed{};
        for (const int side : {0, 1})
            for (int row = 0; row < ranks; ++row)
                packed.word[2 * side + row / 4] |= rank_of(p.pieces[side], row) << files * (row % 4);
        packed.word[4] = p.side | Bits{p.steps} << 8;
        for (const Origin& origin : p.origins) {
            if (!origin.moved()) continue;
            int before = 0;
            for (const Origin& other : p.origins) before += other.now < origin.now;
            packed.word[4] |= (Bits{origin.now} | Bits{origin.start} << 8) << (16 + 16 * before);
        }
        packed.word[5] = p.points[0] | Bits{p.points[1]} << 8 | Bits{p.captures[0]} << 16 | Bits{p.captures[1]} << 24;
        return packed;
    }

    static bool unpack(const Packed& packed, Position& p) {
        constexpr Bits half = bit(4 * files) - 1;
        const auto& word = packed.word;
        for (int i = 0; i < 4; ++i)
            if (word[i] & ~half) return false;
        if ((word[0] & word[2]) | (word[1] & word[3])) return false;
        p = Position{};
        for (const int side : {0, 1}) p.pieces[side] = placed(word[2 * side], word[2 * side + 1]);
        const Around black(p.pieces[0]), white(p.pieces[1]);
        if (any(capturable(p.pieces[0], black, white) | capturable(p.pieces[1], white, black))) return false;
        return unpack_score(word[5], p) && unpack_turn(word[4], p) && unpack_steps(p);
    }

private:
    static constexpr Move move_of(int origin, int target) {
        return static_cast<Move>(origin) | static_cast<Move>(target) << 8;
    }
    static constexpr int origin_of(Move move) { return static_cast<int>(move & 0xff); }
    static constexpr int target_of(Move move) { return static_cast<int>(move >> 8); }

    // A wave: the pieces of both sides that are captured at the same time.
    struct Wave {
        Squares own, enemy;

        bool takes() const { return any(own | enemy); }
        Wave(Squares own_lost, Squares enemy_lost) : own(own_lost), enemy(enemy_lost) {}
        static Wave on(Squares own, Squares enemy) {
            const Around ours(own), theirs(enemy);
            return {capturable(own, ours, theirs), capturable(enemy, theirs, ours)};
        }
    };

    // No piece was capturable before the step, so that the first wave needs no counting: it captures the hanging allies
    // that the step leaves and the ripe enemies that it reaches.
    static Wave first_wave(const Position& p, Move move) {
        const Squares left = tables.near[origin_of(move)], reached = tables.near[target_of(move)];
        return {p.hanging & left & ~reached, p.ripe & reached & ~left};
    }

    [[gnu::noinline]] static void resolve(Position& p, Wave wave) {
        Squares& own = p.pieces[p.side];
        Squares& enemy = p.pieces[1 - p.side];
        int own_lost = 0, enemy_lost = 0;
        do {
            own_lost += size(wave.own), enemy_lost += size(wave.enemy);
            own &= ~mirrored(wave.own), enemy &= ~mirrored(wave.enemy);
            wave = Wave::on(own, enemy);
        } while (wave.takes());
        p.captures[p.side] = static_cast<std::uint8_t>(p.captures[p.side] + enemy_lost);
        p.captures[1 - p.side] = static_cast<std::uint8_t>(p.captures[1 - p.side] + own_lost);
        for (Origin& origin : p.origins)
            if (origin.moved() && !has(own, origin.now)) origin = {};
    }

    // Updates the origins after a step; after the last step of a turn they are not needed.
    static void update_origins(const Position& p, Position& next, int from, int to) {
        if (p.steps == 1) return;
        for (int i = 0; i < most_origins; ++i) next.origins[i] = p.origins[i];
        const std::uint8_t now = static_cast<std::uint8_t>(to), start = static_cast<std::uint8_t>(from);
        for (Origin& origin : next.origins)
            if (origin.now == from) {
                origin = to < goals ? Origin{now, origin.start} : Origin{};
                return;
            }
        if (to >= goals) return;
        for (Origin& origin : next.origins)
            if (!origin.moved()) {
                origin = {now, start};
                return;
            }
    }

    // Goes on after a step: starts the next turn if this one is over, and passes or ends the game if there is no step.
    static void advance_turn(Position& p) {
        const int side = p.side, steps = p.steps;
        if (!steps) begin_turn(p, 1 - side);
        find_steps(p);
        if (!p.moves) pass(p, side, steps);
    }

    // The side to move cannot step. The last step was made by `side`, which had `steps` left after it.
    [[gnu::noinline]] static void pass(Position& p, int side, int steps) {
        for (const int next : {1 - side, side}) {
            begin_turn(p, next);
            find_steps(p);
            if (p.moves) return;
        }
        finish(p, side, steps);
    }

    static void begin_turn(Position& p, int side) {
        p.side = static_cast<std::uint8_t>(side);
        p.steps = steps_a_turn;
        for (Origin& origin : p.origins) origin = {};
    }

    static void finish(Position& p, int side, int steps) {
        begin_turn(p, side);
        p.steps = static_cast<std::uint8_t>(steps);
        p.open = p.hanging = p.ripe = Squares{};
        p.moves = 0, p.doomed = false;
    }

    // Computes the derived sets and counts the legal steps. The formulas rely on two facts: no piece is capturable, and
    // a square has at most eight neighbours.
    static void find_steps(Position& p) {
        const Squares own = p.pieces[p.side], enemy = p.pieces[1 - p.side];
        const Around ally(own);
        p.open = board & ~(own | enemy);
        p.hanging = p.ripe = Squares{};
        p.doomed = false;
        int late = 0;
        if (any(board & dilated(own) & dilated(enemy))) {
            const Around opp(enemy);
            // On the target, the count of allies loses the origin and gains the piece itself: two enemies against one,
            // or four against two, capture it.
            p.open &= ally.fours |
                      ~((ally.ones & ~ally.twos & (opp.twos | opp.fours)) | (ally.twos & ~ally.ones & opp.fours));
            // Two enemies against two, or four against three.
            p.hanging = board & own & ally.twos & ~ally.fours & (opp.fours | (opp.twos & ~ally.ones));
            // One own piece against one, three against two, or five against three.
            p.ripe = board & enemy & ally.ones & ~opp.fours &
                     (ally.fours | (ally.twos & ~opp.ones) | ~(ally.twos | opp.twos | opp.eights));
            if (any(p.hanging)) late = count_doomed(p, ally, opp);
            p.doomed = late > 0;
        }
        p.moves = static_cast<std::uint16_t>(size(ally.ones & p.open) + 2 * size(ally.twos & p.open) +
                                             4 * size(ally.fours & p.open) + 8 * size(ally.eights & p.open) +
                                             size(own & last_rank[p.side]) - size(barred(p) & p.open) - late);
    }

    // The start squares next to the pieces that may not enter them. No two pieces share a start square.
    static Squares barred(const Position& p) {
        Squares squares{};
        for (const Origin& origin : p.origins) squares |= tables.at[origin.bars() ? origin.start : goals];
        return squares;
    }

    // The current or the start squares of the moved pieces.
    static Squares squares_of(const Position& p, std::uint8_t Origin::* which) {
        Squares squares{};
        for (const Origin& origin : p.origins) squares |= tables.at[origin.*which];
        return squares;
    }

    static int start_of(const Position& p, int now) {
        for (const Origin& origin : p.origins)
            if (origin.now == now) return origin.start;
        return goals;
    }

    // Counts the steps that are illegal because of martyrdom in a later wave. Allies of the piece must be captured
    // before it, so that the first wave must capture hanging pieces that the step leaves, not those beside the target.
    static int count_doomed(const Position& p, const Around& ally, const Around& opp) {
        int late = 0;
        const Squares own = p.pieces[p.side];
        const Squares contested = p.open & (opp.twos | opp.fours) & (ally.twos | ally.fours);
        const Squares leaving = board & own & dilated(mirrored(p.hanging)) & dilated(mirrored(contested));
        each_place(leaving, [&](int from) { late += size(doomed(p, from, contested, opp)); });
        return late;
    }

    // The contested squares on which the piece would be captured in a later wave.
    static Squares doomed(const Position& p, int from, Squares contested, const Around& opp) {
        Squares found{};
        const Squares own = p.pieces[p.side];
        const Squares left = p.hanging & tables.near[from];
        if (!any(left)) return found;
        Squares targets = contested & tables.near[from] & ~tables.at[start_of(p, from)], guarded = board;
        each_place(left, [&](int place) { guarded &= tables.near[place]; });
        targets &= ~guarded;
        if (!any(targets)) return found;
        // Upper bound of the losses: all of these, and all that follow if no enemy is ever captured.
        Squares rest = own & ~tables.at[from], lost = left;
        do {
            rest &= ~mirrored(lost);
            lost = capturable(rest, Around(rest), opp);
        } while (any(lost));
        const Squares gone = own & ~rest & ~tables.at[from] & board;
        if (size(gone) < 2) return found;
        each_place(targets & dilated(mirrored(gone)), [&](int to) {
            if (martyred(p, from, to)) found |= tables.at[to] & board;
        });
        return found;
    }

    // Once a wave captures no ally, no later one does: enemies only become fewer.
    static bool martyred(const Position& p, int from, int to) {
        Squares own = p.pieces[p.side] ^ tables.at[from] ^ tables.at[to], enemy = p.pieces[1 - p.side];
        Wave wave = first_wave(p, move_of(from, to));
        while (any(wave.own)) {
            own &= ~mirrored(wave.own), enemy &= ~mirrored(wave.enemy);
            wave = Wave::on(own, enemy);
            if (has(wave.own, to)) return true;
        }
        return false;
    }

    // Visits every piece of the side to move with its place, its lane, its targets in that lane, and whether it can
    // score, until `f` returns true.
    template <class F> static void each_piece(const Position& p, F&& f) {
        if (!p.moves) return;
        const Squares open = mirrored(p.open), moved = squares_of(p, &Origin::now);
        if (!each_piece_in<0>(p, open[0], moved[0], f)) each_piece_in<1>(p, open[1], moved[1], f);
    }

    template <int Lane, class F> static bool each_piece_in(const Position& p, Bits open, Bits moved, F&& f) {
        const Bits scoring = last_rank[p.side][Lane];
        for (Bits left = p.pieces[p.side][Lane] & own_ranks[Lane]; left; left &= left - 1) {
            const int square = lowest(left), origin = square + Lane * lane_shift;
            Bits targets = tables.beside[square] & open;
            if (moved >> square & 1) targets &= ~tables.at[start_of(p, origin)][Lane];
            if (p.doomed) targets &= ~doomed_from(p, origin)[Lane];
            if (f(origin, Lane, targets, scoring >> square & 1)) return true;
        }
        return false;
    }

    [[gnu::noinline]] static Squares doomed_from(const Position& p, int origin) {
        const Around ally(p.pieces[p.side]), opp(p.pieces[1 - p.side]);
        const Squares contested = p.open & (opp.twos | opp.fours) & (ally.twos | ally.fours);
        return mirrored(doomed(p, origin, contested, opp));
    }

    // Zobrist keys: by side and place, by side and steps left, and by kind and value of the scores.
    static constexpr auto piece_keys = zobrist_keys<2 * goals>(0x6d6172);
    static constexpr auto turn_keys = zobrist_keys<2 * (steps_a_turn + 1)>(0x677269);
    static constexpr auto score_keys = zobrist_keys<4 * 256>(0x746573);

    static std::uint64_t piece_key(int side, int place) { return piece_keys[side * goals + place]; }
    static std::uint64_t side_key(int side, int steps) { return turn_keys[side * (steps_a_turn + 1) + steps]; }
    static std::uint64_t origin_key(Origin origin) {
        return origin.moved() ? mixed(origin.now | std::uint64_t{origin.start} << 8) : 0;
    }

    static std::uint64_t origins_key(const Position& p) {
        return origin_key(p.origins[0]) ^ origin_key(p.origins[1]) ^ origin_key(p.origins[2]);
    }

    // The key of everything besides the pieces.
    static std::uint64_t turn_key(const Position& p) {
        std::uint64_t key = side_key(p.side, p.steps) ^ origins_key(p);
        for (const int side : {0, 1})
            key ^= score_keys[side * 256 + p.points[side]] ^ score_keys[(2 + side) * 256 + p.captures[side]];
        return key;
    }

    // The key of the successor, from the difference of both positions.
    static std::uint64_t hash_of_other(const Position& p, std::uint64_t key, const Position& next) {
        for (const int side : {0, 1})
            each_place(p.pieces[side] ^ next.pieces[side], [&](int place) { key ^= piece_key(side, place); });
        return key ^ turn_key(p) ^ turn_key(next);
    }

    // What a step without captures or passing changes in the key.
    static std::uint64_t step_key(const Position& p, int from, int to) {
        std::uint64_t key = piece_key(p.side, from) ^ piece_key(p.side, to);
        if (p.steps == 1) return key ^ side_key(p.side, 1) ^ side_key(1 - p.side, steps_a_turn) ^ origins_key(p);
        const int before = start_of(p, from);
        const std::uint8_t start = static_cast<std::uint8_t>(before == goals ? from : before);
        key ^= side_key(p.side, p.steps) ^ side_key(p.side, p.steps - 1);
        key ^= origin_key({static_cast<std::uint8_t>(to), start});
        return before == goals ? key : key ^ origin_key({static_cast<std::uint8_t>(from), start});
    }

    static Bits rank_of(Squares squares, int row) {
        return (row < 4 ? squares[0] >> width * row : squares[1] >> width * (row - 3)) & rank_bits;
    }

    static Squares placed(Bits upper, Bits lower) {
        Squares squares{};
        for (int row = 0; row < 4; ++row) {
            squares[0] |= (upper >> files * row & rank_bits) << width * row;
            squares[1] |= (lower >> files * row & rank_bits) << width * (row + 1);
        }
        return mirrored(squares);
    }

    // Pieces that scored or were captured were on the board before: the total is bounded.
    static bool unpack_score(Bits word, Position& p) {
        if (word >> 32) return false;
        int pieces = size(p.pieces[0] & board) + size(p.pieces[1] & board);
        for (const int side : {0, 1}) {
            p.points[side] = static_cast<std::uint8_t>(word >> 8 * side);
            p.captures[side] = static_cast<std::uint8_t>(word >> (16 + 8 * side));
            pieces += p.points[side] + p.captures[side];
        }
        return pieces <= ranks * files;
    }

    // Origins are own pieces in order, with distinct start squares other than their own, none of them occupied by a
    // piece that has not moved, and at a total distance of at most the steps taken.
    static bool unpack_turn(Bits word, Position& p) {
        p.side = static_cast<std::uint8_t>(word);
        p.steps = static_cast<std::uint8_t>(word >> 8);
        if (p.side > 1 || p.steps > steps_a_turn) return false;
        int walked = 0, last = -1;
        word >>= 16;
        for (int i = 0; i < most_origins && word; ++i, word >>= 16) {
            const int now = static_cast<int>(word & 0xff), start = static_cast<int>(word >> 8 & 0xff);
            if (now <= last || now == start || !on_board(now) || !on_board(start) || !has(p.pieces[p.side], now))
                return false;
            for (int k = 0; k < i; ++k)
                if (p.origins[k].start == start) return false;
            p.origins[i] = {static_cast<std::uint8_t>(now), static_cast<std::uint8_t>(start)};
            walked += distance(now, start);
            last = now;
        }
        const Squares unmoved = (p.pieces[0] | p.pieces[1]) & ~squares_of(p, &Origin::now);
        return walked <= steps_a_turn - p.steps && !any(unmoved & squares_of(p, &Origin::start));
    }

    static constexpr int distance(int a, int b) {
        const int rows = a / width - b / width, columns = a % width - b % width;
        return std::max({rows, -rows, columns, -columns});
    }

    // A side that is stuck has passed, unless the game is over, where there are no origins.
    static bool unpack_steps(Position& p) {
        const int side = p.side, steps = p.steps;
        const bool moved = p.origins[0].moved();
        const bool both = any(p.pieces[0]) && any(p.pieces[1]);
        if (both && steps) find_steps(p);
        if (p.moves) return true;
        if (moved) return false;
        if (both) pass(p, side, steps);
        if (p.moves) return false;
        finish(p, side, steps);
        return true;
    }
};

using Cores = GameList<Rules>;

}  // namespace boardwright::margrites
