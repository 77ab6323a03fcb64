// The rules of examples/morris.py in C++, finished from what `boardwright core morris.py --new` writes.
#include <boardwright/core/c_interface.hpp>

using namespace boardwright;

struct Morris : GameDefaults<Morris> {
    static constexpr const char* name = "morris";

    // What the fields of positions and moves hold.
    static constexpr const char* position_layout =
        "board: 24 of '.wb'; to_move: 0..1; in_hand.0: 0..63; in_hand.1: 0..63";
    static constexpr const char* move_layout = "origin: square or None; target: square; taken: square or None";

    // The reasons of outcomes as Python gives them; an empty text for one that varies.
    static constexpr const char* reason_texts[] = {"white has only two men left", "black has only two men left",
                                                   "white cannot move", "black cannot move"};
    static constexpr const char* terminations[] = {"no_pieces", "no_pieces", "no_moves", "no_moves"};
    static constexpr int reasons = 4;

    struct Position {
        Bits white_man;  // board: 'w'
        Bits black_man;  // board: 'b'
        int to_move;
        int in_hand_0;
        int in_hand_1;
    };

    using Packed = PackedWords<5>;
    static Packed pack(const Position& p) {
        return {{p.white_man, p.black_man, static_cast<Bits>(p.to_move), static_cast<Bits>(p.in_hand_0),
                 static_cast<Bits>(p.in_hand_1)}};
    }
    // False for words that are not a position.
    static bool unpack(const Packed& packed, Position& p) {
        p.white_man = packed.word[0];
        p.black_man = packed.word[1];
        p.to_move = static_cast<int>(packed.word[2]);
        p.in_hand_0 = static_cast<int>(packed.word[3]);
        p.in_hand_1 = static_cast<int>(packed.word[4]);
        return !(p.white_man >> 24) && !(p.black_man >> 24) && p.to_move >= 0 && p.to_move < 2 && p.in_hand_0 >= 0 &&
               p.in_hand_0 < 64 && p.in_hand_1 >= 0 && p.in_hand_1 < 64;
    }

    // A move in one word: its fields from the lowest bit on.
    static Move move_of(int origin, int target, int taken) {
        return static_cast<Move>(origin) | static_cast<Move>(target) << 5 | static_cast<Move>(taken) << 10;
    }
    // origin: 26 stands for None.
    static int origin_of(Move move) { return static_cast<int>(move & 31); }
    static int target_of(Move move) { return static_cast<int>(move >> 5 & 31); }
    // taken: 26 stands for None.
    static int taken_of(Move move) { return static_cast<int>(move >> 10 & 31); }

    // The squares are numbered in the order of the Python board:
    //   a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7
    // Their neighbours (on a graph, the next points on its lines) and coordinates.
    static constexpr Bits neighbours[24] = {0x202,   0x15,     0x4002,   0x410,    0xaa,     0x2010,
                                            0x880,   0x150,    0x1080,   0x200401, 0x40a08,  0x8440,
                                            0x22100, 0x105020, 0x802004, 0x10800,  0xa8000,  0x11000,
                                            0x80400, 0x550000, 0x82000,  0x400200, 0xa80000, 0x404000};
    static constexpr int square_x[24] = {0, 3, 6, 1, 3, 5, 2, 3, 4, 0, 1, 2, 4, 5, 6, 2, 3, 4, 1, 3, 5, 0, 3, 6};
    static constexpr int square_y[24] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6};

    static constexpr int none = 26;
    static constexpr Bits board = (Bits{1} << 24) - 1;

    static Bits men(const Position& p, int side) { return side ? p.black_man : p.white_man; }
    static int in_hand(const Position& p, int side) { return side ? p.in_hand_1 : p.in_hand_0; }

    // The two lines through a point, each without the point: the others in its row and in its column.
    static constexpr auto lines = lookup_table<std::array<Bits, 2>, 24>([](int point) {
        std::array<Bits, 2> found{};
        for (const int across : {0, 1}) {
            // A mill is three points that are joined, the middle one to both others.
            for (int middle = 0; middle < 24; ++middle) {
                Bits mill = bit(middle);
                for (int other = 0; other < 24; ++other)
                    if (neighbours[middle] & bit(other) &&
                        (across ? square_x[other] == square_x[middle] : square_y[other] == square_y[middle]))
                        mill |= bit(other);
                if (popcount(mill) == 3 && mill & bit(point))
                    found[static_cast<std::size_t>(across)] = mill & ~bit(point);
            }
        }
        return found;
    });
    static bool in_mill(Bits men, int point) {
        for (const Bits line : lines[static_cast<std::size_t>(point)])
            if (line && (men & line) == line) return true;
        return false;
    }

    template <class F> static void each_move(const Position& p, F&& f) {
        if (!outcome(p).over()) each_step(p, f);
    }
    template <class F> static void each_step(const Position& p, F&& f) {
        const int side = p.to_move;
        const Bits own = men(p, side), others = men(p, 1 - side), empty = board & ~(own | others);
        const auto come = [&](int origin, int target, Bits left) {
            if (!in_mill(left, target)) return f(move_of(origin, target, none));
            Bits taken = 0;
            each_bit(others, [&](int man) { taken |= in_mill(others, man) ? 0 : bit(man); });
            if (!others) return f(move_of(origin, target, none));
            each_bit(taken ? taken : others, [&](int man) { f(move_of(origin, target, man)); });
        };
        if (in_hand(p, side)) return each_bit(empty, [&](int target) { come(none, target, own); });
        const bool flies = popcount(own) == 3;
        each_bit(own, [&](int origin) {
            each_bit(empty & (flies ? board : neighbours[origin]),
                     [&](int target) { come(origin, target, own & ~bit(origin)); });
        });
    }

    static Position play(Position p, Move move) {
        const int side = p.to_move, origin = origin_of(move), taken = taken_of(move);
        Bits& own = side ? p.black_man : p.white_man;
        own |= bit(target_of(move));
        if (origin != none) own &= ~bit(origin);
        else --(side ? p.in_hand_1 : p.in_hand_0);
        if (taken != none) (side ? p.white_man : p.black_man) &= ~bit(taken);
        p.to_move = 1 - side;
        return p;
    }
    // Men that are placed or taken do not come back.
    static bool is_progress(const Position&, Move move) { return origin_of(move) == none || taken_of(move) != none; }

    static Outcome outcome(const Position& p) {
        for (const int side : {0, 1})
            if (popcount(men(p, side)) + in_hand(p, side) < 3) return Outcome::won(1 - side, side);
        bool any = false;
        each_step(p, [&](Move) { any = true; });
        return any ? Outcome{} : Outcome::won(1 - p.to_move, 2 + p.to_move);
    }

    // For the search: what the pieces of a side are worth, in hundredths.
    static int material(const Position& p, int side) { return 100 * popcount(men(p, side)); }

    // For learning environments: the men, those in hand as a stack on the reserve, and the points to click for a move;
    // a man from the hand may be clicked first or not.
    static constexpr int kinds = 1, squares = 26;
    template <class F> static void each_piece(const Position& p, F&& f) {
        for (const int side : {0, 1}) {
            each_bit(men(p, side), [&](int point) { f(side, 0, point); });
            if (in_hand(p, side)) f(side, 0, 24 + side, in_hand(p, side));
        }
    }
    template <class F> static void each_path(const Position& p, Move move, F&& f) {
        Path path;
        if (origin_of(move) != none) path.add(origin_of(move));
        path.add(target_of(move));
        if (taken_of(move) != none) path.add(taken_of(move));
        f(path);
        if (origin_of(move) != none) return;
        Path from_hand{24 + p.to_move};
        for (int at = 0; at < path.size; ++at) from_hand.add(path.place[static_cast<std::size_t>(at)]);
        f(from_hand);
    }
};

BOARDWRIGHT_GAMES(Morris)
