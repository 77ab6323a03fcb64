// The rules of Cabeza for speed; rules.py is the reference.
//
// Squares are 10 * y + x. A set of squares is two words, in which square 0 is bit 28: the bits below
// the board are always zero, so that what lies around a piece can be cut out of the set by one shift
// to the right, near the south edge as well. A position keeps the free squares and, for each team,
// one word with twelve bits a piece in the order of `Kind`, which say how it stands: seven bits for
// its south-west square, then its shape, (width - 1) | (depth - 1) << 1. The height follows from
// kind and shape. A crushed Cabeza stands on the square `gone`.
//
// All turns of a piece are found at once. For the Cabeza and the Mini the five by five squares
// around them become one word, in which they spread. For the blocks the board is first asked where
// each shape would find room (`Landings`); a roll then is one bit of these sets.
//
// A move is kind | side << 3 | way << 4. The way of a Cabeza or Mini is its target within the five
// by five squares, 10 * (dy + 2) + dx + 2. That of a block is 4 * first + second roll, where n, s,
// e, w are 0 to 3; a reversal is never legal, and stands for the first roll alone.
#pragma once

#include <initializer_list>

#include "../../core/bits.hpp"
#include "../../core/game.hpp"

namespace boardwright::cabeza {

__extension__ typedef unsigned __int128 BothWords;

// A set of squares. Compilers carry one number of 128 bits to and fro between kinds of registers, and
// are slower with it than with two words.
struct Board {
    Bits low, high;

    constexpr explicit operator bool() const { return (low | high) != 0; }
    friend constexpr Board operator|(Board a, Board b) { return {a.low | b.low, a.high | b.high}; }
    friend constexpr Board operator&(Board a, Board b) { return {a.low & b.low, a.high & b.high}; }
    constexpr Board operator~() const { return {~low, ~high}; }

    template <int N>
    constexpr Board up() const { return {low << N, high << N | low >> (64 - N)}; }
    template <int N>
    constexpr Board down() const { return {low >> N | high << (64 - N), high >> N}; }

    // The 64 bits from this one on.
    constexpr Bits from(unsigned index) const {
        return static_cast<Bits>((BothWords{high} << 64 | low) >> index);
    }
    constexpr void add(int index) { (index < 64 ? low : high) |= bit(index & 63); }
};

enum Kind { the_cabeza, mini, flaco, chato, opa, kinds };
enum Shape { square, wide, deep, large, shapes };
enum Direction { north, south, east, west };

inline constexpr int size = 10;
inline constexpr int squares = size * size;
inline constexpr int gone = squares;
inline constexpr int below = 28;

// How a block stands; `h` is its height.
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

// A landing of the shape of `first` that covers `second` and else only squares of `first`: where
// `first` has found room, the two find room alike, and one shape fewer has to be looked at. `second`
// itself where there is none.
constexpr Block reaching_back(const Block& first, const Block& second) {
    for (int y = first.y - first.d; y <= first.y + first.d; ++y)
        for (int x = first.x - first.w; x <= first.x + first.w; ++x) {
            const Block block{x, y, first.w, first.d, 0};
            bool alike = true;
            for (int row = second.y; row < second.y + second.d; ++row)
                for (int column = second.x; column < second.x + second.w; ++column)
                    alike &= block.covers(column, row);
            for (int row = y; row < y + first.d; ++row)
                for (int column = x; column < x + first.w; ++column)
                    alike &= first.covers(column, row) || second.covers(column, row);
            if (alike) return block;
        }
    return second;
}

// By standing (square | shape << 7), the squares covered: none for `gone`.
struct Footprints {
    Board of[shapes << 7];
    constexpr Footprints() : of{} {
        for (int shape = 0; shape < shapes; ++shape)
            for (int at = 0; at < squares; ++at)
                for (int y = 0; y < depth(shape); ++y)
                    for (int x = 0; x < width(shape); ++x)
                        if (at % size + x < size && at / size + y < size)
                            of[shape << 7 | at].add(below + at + size * y + x);
    }
};
inline constexpr Footprints footprints{};

struct Columns {
    std::uint8_t of[squares];
    constexpr Columns() : of{} {
        for (int at = 0; at < squares; ++at) of[at] = static_cast<std::uint8_t>(at % size);
    }
};
inline constexpr Columns columns{};

inline constexpr Board last_column = [] {
    Board column{};
    for (int y = 0; y < size; ++y) column.add(below + size * y + size - 1);
    return column;
}();
inline constexpr Board whole_board = {~Bits{0} << below, ~Bits{0}};

// For each shape the places with room for it. Those of deep shapes stand one row too far north,
// which gives ten more bits below them.
struct Landings {
    Board of[shapes];

    constexpr explicit Landings(Board open) {
        of[square] = open;
        of[wide] = open & open.down<1>() & ~last_column;
        of[deep] = open & open.up<size>();
        of[large] = of[wide] & of[wide].up<size>();
    }
    // The 64 places from so many after a square on.
    template <int S, int After>
    constexpr Bits from(int at) const {
        constexpr int shift = After + below + size * (depth(S) - 1);
        // The deep Chato asks for places so far north and south that, near these edges, the word lies
        // outside the set. Its first roll then is off the board, and finds a zero here as well.
        constexpr bool outside = shift < 0 || squares - 1 + shift > 127;
        return of[S].from(static_cast<unsigned>(at + shift) & (outside ? 127 : ~0u));
    }
};

// With the direction or shape as a template argument.
template <class F>
constexpr void each_direction(F&& f) {
    f.template operator()<north>();
    f.template operator()<south>();
    f.template operator()<east>();
    f.template operator()<west>();
}
template <class F>
constexpr void each_shape(F&& f) {
    f.template operator()<square>();
    f.template operator()<wide>();
    f.template operator()<deep>();
    f.template operator()<large>();
}

// Which landings a block that stands so asks for: those of its first rolls and, given one of these,
// those of the second rolls after it. For each shape they are cut out as one word that begins at the
// place `lowest`, relative to the block. Only the deep Chato reaches too far for one word; its rolls
// that begin north have a word of their own.
struct Plan {
    // By first roll and shape, the places asked for by a block in some column.
    struct Column {
        Bits places[4][shapes];
    };

    Block start;
    int lowest[shapes][2];
    bool uses[shapes][2];
    Column column[size];

    constexpr explicit Plan(const Block& block) : start(block), lowest{}, uses{}, column{} {
        int highest[shapes][2] = {};
        for (int way = 0; way < 16; ++way) {
            const int shape = landing(way).shape(), word = way >> 2 == north, place = landing(way).place();
            if (!uses[shape][word] || place < lowest[shape][word]) lowest[shape][word] = place;
            if (!uses[shape][word] || place > highest[shape][word]) highest[shape][word] = place;
            uses[shape][word] = true;
        }
        for (int shape = 0; shape < shapes; ++shape)
            if (uses[shape][1]) share_word(shape, highest[shape]);
        for (int x = 0; x < size; ++x)
            for (int way = 0; way < 16; ++way)
                if (stays_on_board(x, way)) column[x].places[way >> 2][landing(way).shape()] |= bit(index(way));
    }

    constexpr int word(int direction, int shape) const { return direction == north && uses[shape][1]; }
    constexpr Block landing(int way) const {
        const Block first = start.rolled(way >> 2);
        return is_single(way) ? first : reaching_back(first, first.rolled(way & 3));
    }
    constexpr int index(int way) const {
        const Block block = landing(way);
        return block.place() - lowest[block.shape()][word(way >> 2, block.shape())];
    }
    constexpr bool asks(int direction, int shape) const {
        Bits places = 0;
        for (const Column& some : column) places |= some.places[direction][shape];
        return places != 0;
    }
    // The squares of a first roll, from `before` squares before the block on.
    static constexpr int before = 2 * size + 4;
    constexpr Bits squares_of_first(int direction) const {
        const Block first = start.rolled(direction);
        Bits covered = 0;
        for (int y = first.y; y < first.y + first.d; ++y)
            for (int x = first.x; x < first.x + first.w; ++x) covered |= bit(size * y + x + before);
        return covered;
    }

private:
    constexpr bool stays_on_board(int x, int way) const {
        const auto has_columns = [x](const Block& block) { return x + block.x >= 0 && x + block.x + block.w <= size; };
        const Block first = start.rolled(way >> 2);
        return has_columns(first) && (is_single(way) || has_columns(first.rolled(way & 3)));
    }
    constexpr void share_word(int shape, const int (&highest)[2]) {
        const int least = uses[shape][0] && lowest[shape][0] < lowest[shape][1] ? lowest[shape][0] : lowest[shape][1];
        const int most = uses[shape][0] && highest[0] > highest[1] ? highest[0] : highest[1];
        if (most - least >= 64) return;
        lowest[shape][0] = least;
        uses[shape][0] = true, uses[shape][1] = false;
    }
};

// The turns of one or two rolls of a block of this volume that stands in this shape.
template <int Volume, int Standing>
class Rolls {
    static constexpr Plan plan{standing(Volume, Standing)};
    static constexpr Bits squares_of_firsts = plan.squares_of_first(north) | plan.squares_of_first(south) |
                                              plan.squares_of_first(east) | plan.squares_of_first(west);

    Bits words_[shapes][2];
    const Plan::Column& here_;
    unsigned prey_;

public:
    constexpr Rolls(const Landings& landings, int at, int prey)
        : words_{}, here_(plan.column[columns.of[at]]), prey_(static_cast<unsigned>(prey - at + Plan::before)) {
        each_word([&]<int S, int Word>() { words_[S][Word] = landings.from<S, plan.lowest[S][Word]>(at); });
    }

    // The ways, as a set; without branches, since those would be hard to foresee.
    [[gnu::always_inline]] constexpr Bits ways() const {
        const Bits prey = Bits{prey_ < 64} << (prey_ & 63);
        Bits found = 0;
        each_direction([&]<int First>() {
            constexpr Bits landing = plan.squares_of_first(First);
            const Bits first = room<single(First)>();
            const Bits goes_on = all_if(first && !(prey & landing));
            Bits seconds = 0;
            each_direction([&]<int Second>() {
                if constexpr (Second != opposite(First)) seconds |= room<4 * First + Second>();
            });
            found |= first | (seconds & goes_on);
        });
        return found;
    }

    [[gnu::always_inline]] constexpr int count() const {
        constexpr unsigned nearest = lowest(squares_of_firsts), farthest = 63 - std::countl_zero(squares_of_firsts);
        if (prey_ - nearest <= farthest - nearest) [[unlikely]]
            if (squares_of_firsts >> prey_ & 1) return popcount(ways());
        Bits asked[shapes][2] = {};
        each_direction([&]<int First>() {
            constexpr int shape = plan.landing(single(First)).shape(), index = plan.index(single(First));
            constexpr int word = plan.word(First, shape);
            const Bits rolls = all_if(words_[shape][word] >> index & 1);
            each_shape([&]<int S>() {
                constexpr int asked_word = plan.word(First, S);
                if constexpr (plan.asks(First, S)) asked[S][asked_word] |= here_.places[First][S] & rolls;
            });
        });
        int total = 0;
        each_word([&]<int S, int Word>() { total += popcount(words_[S][Word] & asked[S][Word]); });
        return total;
    }

private:
    template <class F>
    static constexpr void each_word(F&& f) {
        each_shape([&]<int S>() {
            if constexpr (plan.uses[S][0]) f.template operator()<S, 0>();
            if constexpr (plan.uses[S][1]) f.template operator()<S, 1>();
        });
    }

    // The bit of a way if its last landing is on the board and finds room.
    template <int Way>
    constexpr Bits room() const {
        constexpr int first = Way >> 2, shape = plan.landing(Way).shape();
        constexpr int word = plan.word(first, shape), index = plan.index(Way);
        return ((words_[shape][word] & here_.places[first][shape]) >> index & 1) << Way;
    }
};

struct Position {
    Board free;
    Bits team[2];
    int side;
};

inline constexpr int bits_a_piece = 12;
inline constexpr int volume[kinds] = {1, 1, 2, 4, 8};

constexpr int standing_of(Bits team, int kind) { return team >> bits_a_piece * kind & 0xfff; }
constexpr int square_of(Bits team, int kind) { return team >> bits_a_piece * kind & 0x7f; }
constexpr int shape_of(Bits team, int kind) { return team >> (bits_a_piece * kind + 7) & 3; }
constexpr Board footprint(Bits team, int kind) {
    return footprints.of[team >> bits_a_piece * kind & ((shapes << 7) - 1)];
}

// The five by five squares around a piece, as bits of one word, and the middle one.
inline constexpr int centre = 2 * size + 2;
inline constexpr Bits sides = bit(centre - 1) | bit(centre + 1) | bit(centre - size) | bit(centre + size);

// By square, those around it that are in the columns of the board.
struct Surroundings {
    Bits of[squares];
    constexpr Surroundings() : of{} {
        for (int at = 0; at < squares; ++at)
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    if (at % size + dx >= 0 && at % size + dx < size) of[at] |= bit(centre + size * dy + dx);
    }
};
inline constexpr Surroundings surroundings{};

// The turns of all pieces of the side to move, as sets of ways.
class Turns {
    Bits own_;
    int prey_;
    Board free_;
    Landings landings_;

    constexpr Bits free_around(int at) const {
        return free_.from(static_cast<unsigned>(at + below - centre)) & surroundings.of[at];
    }

    // A diagonal slide needs one of the two squares beside it: it is a step onto that free square
    // and another one round the corner.
    static constexpr Bits slides(Bits origins, Bits free) {
        const Bits along = (origins << 1 | origins >> 1) & free;
        const Bits across = (origins << size | origins >> size) & free;
        return (along | across | along << size | along >> size | across << 1 | across >> 1) & free;
    }

    constexpr Bits of_cabeza() const {
        const Bits free = free_around(square_of(own_, the_cabeza)) | bit(centre);
        const Bits once = slides(bit(centre), free);
        return (once | slides(once, free)) & ~bit(centre);
    }

    constexpr Bits of_mini() const {
        const int at = square_of(own_, mini);
        const Bits free = free_around(at), once = sides & free;
        const unsigned apart = static_cast<unsigned>(prey_ - at + centre);
        const Bits prey = Bits{apart < 64} << (apart & 63) & surroundings.of[at];
        return (sides | once << 1 | once >> 1 | once << size | once >> size) & (free | prey);
    }

    template <class F>
    [[gnu::always_inline]] constexpr auto of_block(int kind, F&& f) const {
        const int at = square_of(own_, kind), shape = shape_of(own_, kind);
        if (kind == flaco) {
            if (shape == square) return f(Rolls<volume[flaco], square>(landings_, at, prey_));
            if (shape == wide) return f(Rolls<volume[flaco], wide>(landings_, at, prey_));
            return f(Rolls<volume[flaco], deep>(landings_, at, prey_));
        }
        if (shape == wide) return f(Rolls<volume[chato], wide>(landings_, at, prey_));
        if (shape == deep) return f(Rolls<volume[chato], deep>(landings_, at, prey_));
        return f(Rolls<volume[chato], large>(landings_, at, prey_));
    }

    constexpr Bits opa_landings() const {
        constexpr Bits two_away = bit(centre - 2) | bit(centre + 2) | bit(centre - 2 * size) | bit(centre + 2 * size);
        const int at = square_of(own_, opa);
        return landings_.from<large, -centre>(at) & surroundings.of[at] & two_away;
    }
    constexpr Bits of_opa() const {
        const Bits places = opa_landings();
        const auto way = [&](int direction, int place) { return (places >> place & 1) << single(direction); };
        return way(north, centre + 2 * size) | way(south, centre - 2 * size) | way(east, centre + 2) | way(west, centre - 2);
    }

public:
    constexpr explicit Turns(const Position& p)
        : own_(p.team[p.side]),
          prey_(square_of(p.team[1 - p.side], the_cabeza)),
          free_(p.free),
          landings_(p.free | footprints.of[prey_]) {}

    constexpr Bits of(int kind) const {
        switch (kind) {
            case the_cabeza: return of_cabeza();
            case mini: return of_mini();
            case opa: return of_opa();
            default: return of_block(kind, [](const auto& rolls) { return rolls.ways(); });
        }
    }

    [[gnu::always_inline]] constexpr int count(int kind) const {
        switch (kind) {
            case the_cabeza: return popcount(of_cabeza());
            case mini: return popcount(of_mini());
            case opa: return popcount(opa_landings());
            default: return of_block(kind, [](const auto& rolls) { return rolls.count(); });
        }
    }
};

// By kind of block, shape and way: what a turn adds to how the block stands.
struct Changes {
    int of[kinds - flaco][shapes][16];
    constexpr Changes() : of{} {
        for (const int kind : {flaco, chato, opa})
            for (int shape = 0; shape < shapes; ++shape)
                for (int way = 0; way < 16; ++way) {
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

    // A Cabeza crushed, or on the enemy home row. `gone` counts as a square beyond the last row.
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
        const Turns turns(p);
        return turns.count(the_cabeza) + turns.count(mini) + turns.count(flaco) + turns.count(chato) + turns.count(opa);
    }

    template <class F>
    static constexpr void each_move(const Position& p, F&& f) {
        if (over(p)) return;
        const Turns turns(p);
        for (int kind = 0; kind < kinds; ++kind)
            each_bit(turns.of(kind), [&](int way) { f(move_of(p, kind, way)); });
    }

    static constexpr Move nth(const Position& p, int index) {
        if (over(p)) return 0;
        const Turns turns(p);
        for (int kind = 0; kind < kinds; ++kind) {
            const Bits ways = turns.of(kind);
            const int here = popcount(ways);
            if (index < here) return move_of(p, kind, nth_bit(ways, index));
            index -= here;
        }
        return 0;
    }

    // A random one of the moves that `nth` numbers, with the turns found only once.
    static constexpr Move pick(const Position& p, Random& random, int& choices) {
        choices = 0;
        if (over(p)) return 0;
        const Turns turns(p);
        Bits ways[kinds] = {turns.of(the_cabeza), turns.of(mini), 0, 0, turns.of(opa)};
        const int counts[kinds] = {popcount(ways[the_cabeza]), popcount(ways[mini]), turns.count(flaco),
                                   turns.count(chato), popcount(ways[opa])};
        int before[kinds];
        for (int kind = 0; kind < kinds; ++kind) before[kind] = choices, choices += counts[kind];
        if (!choices) return 0;
        const int index = random.below(choices);
        int kind = 0;
        for (int next = 1; next < kinds; ++next) kind += index >= before[next];
        if (kind == flaco || kind == chato) ways[kind] = turns.of(kind);
        return move_of(p, kind, nth_bit(ways[kind], index - before[kind]));
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

    static constexpr bool progress(const Position& p, Move move) {
        return crushes(p, footprint(team_after(p, move), move & 7));
    }

    static constexpr bool repeatable(const Position&) { return true; }

    // Two words say all, so that the whole key costs no more than a step from the one before.
    static constexpr std::uint64_t hash(const Position& p) {
        return mixed(p.team[0]) ^ mixed(~p.team[1]) ^ all_if(p.side);
    }
    static constexpr std::uint64_t hash_after(const Position& p, std::uint64_t, Move move) { return hash(play(p, move)); }

    static constexpr Packed pack(const Position& p) { return {p.team[0], p.team[1], static_cast<std::uint64_t>(p.side)}; }

    static constexpr bool unpack(const Packed& packed, Position& p) {
        const auto& [red, blue, side] = packed.word;
        if (side > 1 || (red | blue) >> bits_a_piece * kinds) return false;
        p = {whole_board, {red, blue}, static_cast<int>(side)};
        for (const int team : {0, 1})
            for (int kind = 0; kind < kinds; ++kind) {
                const int standing = standing_of(p.team[team], kind);
                const bool crushed = kind == the_cabeza && team == p.side && standing == gone;
                if (!crushed && !can_stand(standing, kind)) return false;
                const Board covered = footprint(p.team[team], kind);
                if (covered & ~p.free) return false;
                p.free = p.free & ~covered;
            }
        return true;
    }

private:
    static constexpr Bits without_cabeza(Bits team) { return (team & ~Bits{0xfff}) | gone; }

    // A piece lands beside its old squares; if not on free ones only, then on the enemy Cabeza.
    static constexpr bool crushes(const Position& p, Board landing) { return static_cast<bool>(landing & ~p.free); }

    static constexpr bool can_stand(int standing, int kind) {
        const int at = standing & 0x7f, shape = standing >> 7;
        if (at >= squares || shape >= shapes) return false;
        if (at % size + width(shape) > size || at / size + depth(shape) > size) return false;
        switch (kind) {
            case flaco: return shape != large;
            case chato: return shape != square;
            case opa: return shape == large;
            default: return shape == square;
        }
    }

    static constexpr Outcome decided(const Position& p) {
        for (const int side : {1 - p.side, p.side}) {
            const int at = square_of(p.team[side], the_cabeza);
            if (at == gone) return Outcome::won(1 - side, red_crushed + side);
            if (side == 0 ? at >= squares - size : at < size) return Outcome::won(side, red_home + side);
        }
        return {};
    }

    static constexpr Move move_of(const Position& p, int kind, int way) {
        return static_cast<Move>(kind) | static_cast<Move>(p.side) << 3 | static_cast<Move>(way) << 4;
    }

    static constexpr Bits team_after(const Position& p, Move move) {
        const int kind = move & 7, way = static_cast<int>(move >> 4);
        const Bits own = p.team[p.side];
        const int change = kind < flaco ? way - centre : changes.of[kind - flaco][shape_of(own, kind)][way];
        return own + (static_cast<Bits>(change) << bits_a_piece * kind);
    }
};

using Cores = Rooms<Rules>;

}  // namespace boardwright::cabeza
