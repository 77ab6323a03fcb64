// Bitboard implementation of Cabeza; rules.py is the reference.
//
// Squares are 10 * y + x. A bitboard is two words, in which square 0 is bit 28: the bits below the board are always
// zero, so that the neighbourhood of a piece is extracted by one right shift, near the south edge as well. A position
// holds the free squares and, for each team, one word with twelve bits per piece in the order of `Kind`: seven bits
// for its south-west square, then its shape, (width - 1) | (depth - 1) << 1. The height follows from kind and shape.
// A crushed Cabeza has the square `gone`.
//
// All moves of a piece are generated at once. For the Cabeza and the Mini, the five by five squares around them form
// one word, in which moves are flood fills. For the blocks, `Landings` are the squares where each shape fits; every
// roll then is one bit of these sets.
//
// A move is kind | side << 3 | way << 4. The way of a Cabeza or Mini is its target within the five by five squares,
// 10 * (dy + 2) + dx + 2. The way of a block is 4 * first roll + second roll, where n, s, e, w are 0 to 3; a reversal
// is never legal, and encodes a single roll.
#pragma once

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::cabeza {

__extension__ typedef unsigned __int128 BothWords;

// A bitboard of two words. Compilers move a 128-bit integer between general and vector registers, which is slower.
struct Board {
    Bits low, high;

    constexpr explicit operator bool() const { return (low | high) != 0; }
    friend constexpr Board operator|(Board a, Board b) { return {a.low | b.low, a.high | b.high}; }
    friend constexpr Board operator&(Board a, Board b) { return {a.low & b.low, a.high & b.high}; }
    constexpr Board operator~() const { return {~low, ~high}; }

    template <int N> constexpr Board up() const { return {low << N, high << N | low >> (64 - N)}; }
    template <int N> constexpr Board down() const { return {low >> N | high << (64 - N), high >> N}; }

    // The 64 bits from `index` on.
    constexpr Bits from(unsigned index) const { return static_cast<Bits>((BothWords{high} << 64 | low) >> index); }
    constexpr void add(int index) { (index < 64 ? low : high) |= bit(index & 63); }
};

enum Kind { the_cabeza, mini, flaco, chato, opa, kinds };
enum Shape { square, wide, deep, large, shapes };
enum Direction { north, south, east, west };

inline constexpr int size = 10;
inline constexpr int squares = size * size;
inline constexpr int gone = squares;
inline constexpr int below = 28;
inline constexpr int ways = 16;

// The placement of a block: its south-west square, width, depth and height.
struct Block {
    int x, y, w, d, h;

    constexpr Block rolled(int direction) const {
        switch (direction) {
            case north: return {x, y + d, w, h, d};
            case south: return {x, y - h, w, h, d};
            case east: return {x + w, y, h, d, w};
            default: return {x - h, y, h, d, w};
        }
    }
    constexpr int shape() const { return (w - 1) | (d - 1) << 1; }
    constexpr int place() const { return size * y + x; }
    constexpr bool covers(int column, int row) const {
        return column >= x && column < x + w && row >= y && row < y + d;
    }
};

constexpr int width(int shape) { return 1 + (shape & 1); }
constexpr int depth(int shape) { return 1 + (shape >> 1); }
constexpr Block standing(int volume, int shape) {
    return {0, 0, width(shape), depth(shape), volume / (width(shape) * depth(shape))};
}
constexpr int opposite(int direction) { return direction ^ 1; }
constexpr int single(int direction) { return 4 * direction + opposite(direction); }
constexpr bool is_single(int way) { return way == single(way >> 2); }

// A placement with the shape of `first` that covers `second` and otherwise only squares of `first`: where `first`
// fits, it is free exactly if `second` is, which saves the lookup of a shape. `second` itself if there is none.
constexpr Block reaching_back(const Block& first, const Block& second) {
    for (int y = first.y - first.d; y <= first.y + first.d; ++y)
        for (int x = first.x - first.w; x <= first.x + first.w; ++x) {
            const Block block{x, y, first.w, first.d, 0};
            bool alike = true;
            for (int row = second.y; row < second.y + second.d; ++row)
                for (int column = second.x; column < second.x + second.w; ++column) alike &= block.covers(column, row);
            for (int row = y; row < y + first.d; ++row)
                for (int column = x; column < x + first.w; ++column)
                    alike &= first.covers(column, row) || second.covers(column, row);
            if (alike) return block;
        }
    return second;
}

// By placement (square | shape << 7), the squares covered; none for `gone` and for placements that leave the board.
inline constexpr auto footprints = lookup_table<Board, shapes << 7>([](int placement) {
    const int at = placement & 0x7f, w = width(placement >> 7), d = depth(placement >> 7);
    Board covered{};
    if (at % size + w > size || at / size + d > size) return covered;
    for (int y = 0; y < d; ++y)
        for (int x = 0; x < w; ++x) covered.add(below + at + size * y + x);
    return covered;
});
inline constexpr auto columns = lookup_table<std::uint8_t, squares>([](int at) { return at % size; });

inline constexpr Board last_column = [] {
    Board column{};
    for (int y = 0; y < size; ++y) column.add(below + size * y + size - 1);
    return column;
}();
inline constexpr Board whole_board = {~Bits{0} << below, ~Bits{0}};

// By shape, the squares where it fits. Those of deep shapes are stored one row further north, which gives ten more
// bits below them.
struct Landings {
    Board of[shapes];

    constexpr explicit Landings(Board open) {
        of[square] = open;
        of[wide] = open & open.down<1>() & ~last_column;
        of[deep] = open & open.up<size>();
        of[large] = of[wide] & of[wide].up<size>();
    }
    // The 64 squares from the one `After` squares behind `at` on.
    template <int S, int After> constexpr Bits from(int at) const {
        constexpr int shift = After + below + size * (depth(S) - 1);
        // The deep Chato reaches so far north and south that, near these edges, the word lies outside the set. Its
        // first roll then leaves the board, and reads a zero here as well.
        constexpr bool outside = shift < 0 || squares - 1 + shift > 127;
        return of[S].from(static_cast<unsigned>(at + shift) & (outside ? 127 : ~0u));
    }
};

// The landings to look up for a block with this shape: those of its first rolls, and those of the second rolls after
// each. For each shape they are extracted as one word that begins at the square `lowest`, relative to the block. Only
// the deep Chato reaches too far for one word; its rolls that begin north have a second one. The words are then
// rotated so that their used bits do not overlap, and merged: in the result every way has a bit of its own, its slot.
struct Plan {
    Block start;
    bool far[shapes];
    int lowest[shapes][2], turn[shapes][2];
    Bits used[shapes][2];
    // By column and first roll, the slots of the ways that stay within the columns of the board.
    Bits slots[size][4];

    constexpr explicit Plan(const Block& block) : start(block), far{}, lowest{}, turn{}, used{}, slots{} {
        extract();
        Bits taken = 0;
        for (int shape = 0; shape < shapes; ++shape)
            for (const int word : {0, 1}) {
                while (taken & std::rotl(used[shape][word], turn[shape][word])) ++turn[shape][word];
                used[shape][word] = std::rotl(used[shape][word], turn[shape][word]);
                taken |= used[shape][word];
            }
        for (int x = 0; x < size; ++x)
            for (int way = 0; way < ways; ++way)
                if (stays_on_board(x, way)) slots[x][way >> 2] |= bit(slot(way));
    }

    constexpr int slot(int way) const {
        const Block block = landing(way);
        const int shape = block.shape(), word = word_of(way);
        return (block.place() - lowest[shape][word] + turn[shape][word]) & 63;
    }
    // The squares that a first roll covers, as bits from `before` squares before the block on.
    static constexpr int before = 2 * size + 4;
    constexpr Bits squares_of_first(int direction) const {
        const Block first = start.rolled(direction);
        Bits covered = 0;
        for (int y = first.y; y < first.y + first.d; ++y)
            for (int x = first.x; x < first.x + first.w; ++x) covered |= bit(size * y + x + before);
        return covered;
    }

private:
    constexpr Block landing(int way) const {
        const Block first = start.rolled(way >> 2);
        return is_single(way) ? first : reaching_back(first, first.rolled(way & 3));
    }
    constexpr bool stays_on_board(int x, int way) const {
        const auto has_columns = [x](const Block& block) { return x + block.x >= 0 && x + block.x + block.w <= size; };
        const Block first = start.rolled(way >> 2);
        return has_columns(first) && (is_single(way) || has_columns(first.rolled(way & 3)));
    }
    constexpr int word_of(int way) const { return way >> 2 == north && far[landing(way).shape()]; }

    constexpr void extract() {
        int first[shapes], last[shapes];
        for (int shape = 0; shape < shapes; ++shape) {
            first[shape] = lowest[shape][0] = lowest[shape][1] = squares;
            last[shape] = -squares;
        }
        for (int way = 0; way < ways; ++way) {
            const int shape = landing(way).shape(), place = landing(way).place();
            first[shape] = std::min(first[shape], place);
            last[shape] = std::max(last[shape], place);
        }
        for (int shape = 0; shape < shapes; ++shape) far[shape] = last[shape] - first[shape] >= 64;
        for (int way = 0; way < ways; ++way) {
            int& place = lowest[landing(way).shape()][word_of(way)];
            place = std::min(place, landing(way).place());
        }
        for (int way = 0; way < ways; ++way) {
            const int shape = landing(way).shape(), word = word_of(way);
            used[shape][word] |= bit(landing(way).place() - lowest[shape][word]);
        }
    }
};

// Generator of the moves of one or two rolls of a block with this volume and shape, as a set of slots.
template <int Volume, int Standing> class Rolls {
    static constexpr Plan plan{standing(Volume, Standing)};
    static constexpr Bits squares_of_firsts = plan.squares_of_first(north) | plan.squares_of_first(south) |
                                              plan.squares_of_first(east) | plan.squares_of_first(west);

public:
    static constexpr Bits find(const Landings& landings, int at, int enemy_cabeza) {
        const unsigned offset = static_cast<unsigned>(enemy_cabeza - at + Plan::before);
        const bool may_crush = offset < 64 && squares_of_firsts >> offset & 1;
        if (may_crush) [[unlikely]]
            return found<true>(landings, at, bit(static_cast<int>(offset)));
        return found<false>(landings, at, 0);
    }

private:
    // Branch-free: the branches would be mispredicted.
    template <bool MayCrush>
    [[gnu::always_inline]] static constexpr Bits found(const Landings& landings, int at, Bits enemy_cabeza) {
        const Bits fitting = fitting_slots(landings, at);
        const auto& slots = plan.slots[columns[at]];
        Bits moves = 0;
        each_of<north, south, east, west>([&]<int First>() {
            constexpr int single_slot = plan.slot(single(First));
            constexpr Bits landing = plan.squares_of_first(First);
            const Bits rolls = all_if(fitting >> single_slot & 1);
            // Crushing the Cabeza ends the move.
            const Bits stops = MayCrush && enemy_cabeza & landing ? bit(single_slot) : ~Bits{0};
            moves |= slots[First] & rolls & stops;
        });
        return moves & fitting;
    }

    [[gnu::always_inline]] static constexpr Bits fitting_slots(const Landings& landings, int at) {
        Bits fitting = 0;
        each_of<square, wide, deep, large>(
            [&]<int S>() { fitting |= extract<S, 0>(landings, at) | extract<S, 1>(landings, at); });
        return fitting;
    }
    template <int S, int Word> [[gnu::always_inline]] static constexpr Bits extract(const Landings& landings, int at) {
        if constexpr (constexpr Bits used = plan.used[S][Word]; used != 0)
            return std::rotl(landings.from<S, plan.lowest[S][Word]>(at), plan.turn[S][Word]) & used;
        else return 0;
    }
};

struct Position {
    Board free;
    Bits team[2];
    int side;
};

inline constexpr int bits_a_piece = 12;
inline constexpr int volume[kinds] = {1, 1, 2, 4, 8};

constexpr int square_of(Bits team, int kind) { return team >> bits_a_piece * kind & 0x7f; }
constexpr int shape_of(Bits team, int kind) { return team >> (bits_a_piece * kind + 7) & 3; }
constexpr std::size_t placement_of(Bits team, int kind) { return team >> bits_a_piece * kind & ((shapes << 7) - 1); }
constexpr Board footprint(Bits team, int kind) { return footprints[placement_of(team, kind)]; }

// The five by five squares around a piece as bits of one word: the middle one, and its four orthogonal neighbours.
inline constexpr int centre = 2 * size + 2;
inline constexpr Bits sides = bit(centre - 1) | bit(centre + 1) | bit(centre - size) | bit(centre + size);

// By square, those of the five by five around it that are within the columns of the board.
inline constexpr auto surroundings = lookup_table<Bits, squares>([](int at) {
    Bits around = 0;
    for (int dx = -2; dx <= 2; ++dx)
        if (at % size + dx >= 0 && at % size + dx < size)
            for (int y = 0; y < 5; ++y) around |= bit(2 + dx + size * y);
    return around;
});

// Lookup table of the way, by kind of piece, shape and slot.
struct Ways {
    std::uint8_t of[kinds][shapes][64];

    constexpr Ways() : of{} {
        for (int slot = 0; slot < 64; ++slot)
            of[the_cabeza][square][slot] = of[mini][square][slot] = static_cast<std::uint8_t>(slot);
        for (const int shape : {square, wide, deep}) fill(flaco, shape);
        for (const int shape : {wide, deep, large}) fill(chato, shape);
        for (const int direction : {north, south, east, west})
            of[opa][large][centre + standing(volume[opa], large).rolled(direction).place()] =
                static_cast<std::uint8_t>(single(direction));
    }

private:
    constexpr void fill(int kind, int shape) {
        const Plan plan(standing(volume[kind], shape));
        for (int way = 0; way < ways; ++way) of[kind][shape][plan.slot(way)] = static_cast<std::uint8_t>(way);
    }
};
inline constexpr Ways ways_by_slot{};

// Move generator of the side to move: the moves of each piece as a set of slots.
class MoveGenerator {
    Bits own_;
    int enemy_cabeza_;
    Board free_;
    Landings landings_;

    static constexpr Bits free_around(int at, Board free) {
        return free.from(static_cast<unsigned>(at + below - centre)) & surroundings[at];
    }

    // A diagonal slide needs one of the two squares beside it: it is a step onto that free square and another one
    // around the corner.
    static constexpr Bits slides(Bits origins, Bits free) {
        const Bits along = (origins << 1 | origins >> 1) & free;
        const Bits across = (origins << size | origins >> size) & free;
        return (along | across | along << size | along >> size | across << 1 | across >> 1) & free;
    }

    constexpr Bits of_mini() const {
        const int at = square_of(own_, mini);
        const Bits free = free_around(at, free_), once = sides & free;
        const unsigned apart = static_cast<unsigned>(enemy_cabeza_ - at + centre);
        const Bits enemy_cabeza = Bits{apart < 64} << (apart & 63) & surroundings[at];
        return (sides | once << 1 | once >> 1 | once << size | once >> size) & (free | enemy_cabeza);
    }

    constexpr Bits of_flaco() const {
        const int at = square_of(own_, flaco), shape = shape_of(own_, flaco);
        if (shape == square) return Rolls<volume[flaco], square>::find(landings_, at, enemy_cabeza_);
        if (shape == wide) return Rolls<volume[flaco], wide>::find(landings_, at, enemy_cabeza_);
        return Rolls<volume[flaco], deep>::find(landings_, at, enemy_cabeza_);
    }

    constexpr Bits of_chato() const {
        const int at = square_of(own_, chato), shape = shape_of(own_, chato);
        if (shape == wide) return Rolls<volume[chato], wide>::find(landings_, at, enemy_cabeza_);
        if (shape == deep) return Rolls<volume[chato], deep>::find(landings_, at, enemy_cabeza_);
        return Rolls<volume[chato], large>::find(landings_, at, enemy_cabeza_);
    }

    constexpr Bits of_opa() const {
        constexpr Bits two_away = bit(centre - 2) | bit(centre + 2) | bit(centre - 2 * size) | bit(centre + 2 * size);
        const int at = square_of(own_, opa);
        return landings_.from<large, -centre>(at) & surroundings[at] & two_away;
    }

public:
    // The moves of a Cabeza on this square, which depend on the free squares only.
    static constexpr Bits of_cabeza(int at, Board free_squares) {
        const Bits free = free_around(at, free_squares) | bit(centre);
        const Bits once = slides(bit(centre), free);
        return (once | slides(once, free)) & ~bit(centre);
    }

    constexpr explicit MoveGenerator(const Position& p)
        : own_(p.team[p.side]),
          enemy_cabeza_(square_of(p.team[1 - p.side], the_cabeza)),
          free_(p.free),
          landings_(p.free | footprints[enemy_cabeza_]) {}

    [[gnu::always_inline]] constexpr Bits of(int kind) const {
        switch (kind) {
            case the_cabeza: return of_cabeza(square_of(own_, the_cabeza), free_);
            case mini: return of_mini();
            case flaco: return of_flaco();
            case chato: return of_chato();
            default: return of_opa();
        }
    }
    [[gnu::always_inline]] constexpr std::array<Bits, kinds> of_all() const {
        return {of(the_cabeza), of(mini), of(flaco), of(chato), of(opa)};
    }
};

// Lookup table of what a move adds to the placement of a block, by kind, shape and way.
struct Changes {
    int of[kinds - flaco][shapes][ways];
    constexpr Changes() : of{} {
        for (const int kind : {flaco, chato, opa})
            for (int shape = 0; shape < shapes; ++shape)
                for (int way = 0; way < ways; ++way) {
                    Block after = standing(volume[kind], shape).rolled(way >> 2);
                    if (!is_single(way)) after = after.rolled(way & 3);
                    of[kind - flaco][shape][way] = after.place() + (after.shape() - shape) * (1 << 7);
                }
    }
};
inline constexpr Changes changes{};

struct Rules {
    using Position = cabeza::Position;
    using Packed = PackedWords<3>;
    using Clock = QuietClock;
    static constexpr const char* name = "cabeza";
    static constexpr bool draws_with_moves_left = false;

    enum Reason { red_crushed, blue_crushed, red_home, blue_home, no_move, reasons };

    static constexpr int side_to_move(const Position& p) { return p.side; }

    // A Cabeza is crushed or stands on the enemy home row. `gone` compares as a square beyond the last row.
    static constexpr bool over(const Position& p) {
        const int red = square_of(p.team[0], the_cabeza), blue = square_of(p.team[1], the_cabeza);
        return red >= squares - size || static_cast<unsigned>(blue - size) >= squares - size;
    }

    static constexpr Outcome outcome(const Position& p) {
        if (over(p)) return decided(p);
        return count(p) ? Outcome{} : Outcome::won(1 - p.side, no_move);
    }

    static constexpr int count(const Position& p) {
        if (over(p)) return 0;
        const MoveGenerator moves(p);
        return popcount(moves.of(the_cabeza)) + popcount(moves.of(mini)) + popcount(moves.of(flaco)) +
               popcount(moves.of(chato)) + popcount(moves.of(opa));
    }

    template <class F> static constexpr void each_move(const Position& p, F&& f) {
        if (over(p)) return;
        const MoveGenerator moves(p);
        for (int kind = 0; kind < kinds; ++kind) each_bit(moves.of(kind), [&](int slot) { f(move_of(p, kind, slot)); });
    }

    // The moves of `each_move`, written four at a time to avoid mispredicted loop ends; the surplus is overwritten.
    // The maximum of each piece is a multiple of four.
    static constexpr int max_listed = 24 + 12 + ways + ways + 4;
    static constexpr Move* list(const Position& p, Move* next) {
        if (over(p)) return next;
        const std::array<Bits, kinds> slots = MoveGenerator(p).of_all();
        for (int kind = 0; kind < kinds; ++kind) next = list(p, kind, slots[kind], next);
        return next;
    }

    // A random move, generating the moves only once.
    static constexpr Move pick(const Position& p, Random& random, int& choices) {
        choices = 0;
        if (over(p)) return 0;
        const std::array<Bits, kinds> slots = MoveGenerator(p).of_all();
        int before[kinds];
        for (int kind = 0; kind < kinds; ++kind) before[kind] = choices, choices += popcount(slots[kind]);
        if (!choices) return 0;
        const int index = random.below(choices);
        int kind = 0;
        for (int next = 1; next < kinds; ++next) kind += index >= before[next];
        return move_of(p, kind, nth_bit(slots[kind], index - before[kind]));
    }

    static constexpr Position play(const Position& p, Move move) {
        const int kind = move & 7, us = p.side, them = 1 - us;
        const Bits moved = team_after(p, move);
        const Board from = footprint(p.team[us], kind), to = footprint(moved, kind);
        Position next;
        next.free = (p.free | from) & ~to;
        next.team[us] = moved;
        next.team[them] = p.team[them];
        if (crushes(p, to)) [[unlikely]]
            next.team[them] = without_cabeza(p.team[them]);
        next.side = them;
        return next;
    }

    static constexpr Position step(const Position& p, Move move, std::uint64_t& key, bool& progress) {
        const Position next = play(p, move);
        key = hash(next);
        progress = next.team[next.side] != p.team[next.side];
        return next;
    }

    static constexpr bool is_progress(const Position& p, Move move) {
        return crushes(p, footprint(team_after(p, move), move & 7));
    }

    static constexpr bool repeatable(const Position&) { return true; }

    // Two words hold the whole position: hashing them costs no more than updating a Zobrist key.
    static constexpr std::uint64_t hash(const Position& p) {
        return mixed(p.team[0]) ^ mixed(~p.team[1]) ^ all_if(p.side);
    }

    static constexpr Packed pack(const Position& p) {
        return {p.team[0], p.team[1], static_cast<std::uint64_t>(p.side)};
    }

    // Validates all pieces without an early exit: a branch for each would cost more.
    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [red, blue, side] = packed.word;
        if (side > 1) return false;
        p = {whole_board, {red, blue}, static_cast<int>(side)};
        bool valid = has_shapes(red) && has_shapes(blue);
        for (const int team : {0, 1})
            for (int kind = 0; kind < kinds; ++kind) {
                const Board covered = footprint(p.team[team], kind);
                const bool crushed = kind == the_cabeza && team == p.side && square_of(p.team[team], kind) == gone;
                valid &= (covered || crushed) && !(covered & ~p.free);
                p.free = p.free & ~covered;
            }
        return valid;
    }

    static constexpr Move move_of(const Position& p, int kind, int slot) {
        const int way = ways_by_slot.of[kind][shape_of(p.team[p.side], kind)][slot];
        return static_cast<Move>(kind) | static_cast<Move>(p.side) << 3 | static_cast<Move>(way) << 4;
    }

private:
    static constexpr Bits without_cabeza(Bits team) { return (team & ~Bits{0xfff}) | gone; }

    // A landing never overlaps the piece's old squares: a square that is not free is the enemy Cabeza's.
    static constexpr bool crushes(const Position& p, Board landing) { return static_cast<bool>(landing & ~p.free); }

    // Whether every piece has one of its shapes, and all unused bits are zero.
    static constexpr bool has_shapes(Bits team) {
        constexpr auto shape = [](int kind, Bits some) { return some << (bits_a_piece * kind + 7); };
        Bits fixed = ~(shape(flaco, large) | shape(chato, large));
        for (int kind = 0; kind < kinds; ++kind) fixed &= ~(Bits{0x7f} << bits_a_piece * kind);
        return (team & fixed) == shape(opa, large) && shape_of(team, flaco) != large && shape_of(team, chato) != square;
    }

    static constexpr Outcome decided(const Position& p) {
        for (const int side : {1 - p.side, p.side}) {
            const int at = square_of(p.team[side], the_cabeza);
            if (at == gone) return Outcome::won(1 - side, red_crushed + side);
            if (side == 0 ? at >= squares - size : at < size) return Outcome::won(side, red_home + side);
        }
        return {};
    }

    static constexpr Move* list(const Position& p, int kind, Bits slots, Move* next) {
        Move* const end = next + popcount(slots);
        const auto& ways = ways_by_slot.of[kind][shape_of(p.team[p.side], kind)];
        const Move piece = static_cast<Move>(kind) | static_cast<Move>(p.side) << 3;
        do {
            for (int i = 0; i < 4; ++i, slots &= slots - 1) *next++ = piece | Move{ways[lowest(slots | bit(63))]} << 4;
        } while (slots);
        return end;
    }

    static constexpr Bits team_after(const Position& p, Move move) {
        const int kind = move & 7, way = static_cast<int>(move >> 4);
        const Bits own = p.team[p.side];
        const int change = kind < flaco ? way - centre : changes.of[kind - flaco][shape_of(own, kind)][way];
        return own + (static_cast<Bits>(change) << bits_a_piece * kind);
    }
};

using Cores = GameList<Rules>;

}  // namespace boardwright::cabeza
