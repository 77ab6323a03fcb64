// The rules of breakthrough.py again in C++, for speed; docs/adding-a-game.md walks through this file.
#include <boardwright/core/c_interface.hpp>

using namespace boardwright;

struct Breakthrough : GameDefaults<Breakthrough> {
    static constexpr const char* name = "breakthrough";

    // What the fields of the Python position and move hold, in their order.
    static constexpr const char* position_layout = "board: 64 of '.wb'; to_move: 0..1";
    static constexpr const char* move_layout = "origin: 0..63; target: 0..63";

    static constexpr const char* reason_texts[] = {"a pawn has reached the far rank", "all pawns are taken"};
    static constexpr const char* terminations[] = {"reached_goal", "no_pieces"};
    static constexpr int reasons = 2;

    // A bit for each square, a1 the lowest.
    struct Position {
        Bits pawns[2];
        int to_move;
    };

    // The words of the layout: a set of squares for "w" and one for "b", then the side to move.
    using Packed = PackedWords<3>;
    static Packed pack(const Position& p) { return {{p.pawns[0], p.pawns[1], static_cast<Bits>(p.to_move)}}; }
    static bool unpack(const Packed& packed, Position& p) {
        const auto& [white, black, to_move] = packed.word;
        p = {{white, black}, static_cast<int>(to_move)};
        return !(white & black) && to_move < 2;
    }

    // A move in one word, as its layout says: six bits for the origin, six for the target.
    static Move move_of(int origin, int target) { return static_cast<Move>(origin) | static_cast<Move>(target) << 6; }
    static int origin_of(Move move) { return static_cast<int>(move & 63); }
    static int target_of(Move move) { return static_cast<int>(move >> 6); }

    static constexpr Bits a_file = 0x0101010101010101, h_file = a_file << 7;
    static constexpr Bits far_rank[2] = {Bits{0xff} << 56, 0xff};

    // The squares that are `by` squares ahead of some, as a side sees them.
    static Bits ahead(Bits squares, int side, int by) { return side ? squares >> by : squares << by; }

    template <class F> static void each_move(const Position& p, F&& f) {
        if (outcome(p).over()) return;
        const int side = p.to_move;
        const Bits own = p.pawns[side], empty = ~(own | p.pawns[1 - side]);
        const auto step = [&](Bits pawns, int by, Bits allowed) {
            each_bit(ahead(pawns, side, by) & allowed,
                     [&](int target) { f(move_of(side ? target + by : target - by, target)); });
        };
        step(own & ~(side ? h_file : a_file), 7, ~own);
        step(own, 8, empty);
        step(own & ~(side ? a_file : h_file), 9, ~own);
    }

    static Position play(Position p, Move move) {
        p.pawns[p.to_move] ^= bit(origin_of(move)) | bit(target_of(move));
        p.pawns[1 - p.to_move] &= ~bit(target_of(move));
        p.to_move = 1 - p.to_move;
        return p;
    }

    // Captures cannot be undone.
    static bool is_progress(const Position& p, Move move) { return p.pawns[1 - p.to_move] & bit(target_of(move)); }

    static Outcome outcome(const Position& p) {
        for (const int side : {0, 1}) {
            if (p.pawns[side] & far_rank[side]) return Outcome::won(side, 0);
            if (!p.pawns[side]) return Outcome::won(1 - side, 1);
        }
        return {};
    }

    // For the search: what the pieces of a side are worth, in hundredths.
    static int material(const Position& p, int side) { return 100 * popcount(p.pawns[side]); }

    // For learning environments: the pieces, and the squares to click for a move.
    static constexpr int kinds = 1, squares = 64;
    template <class F> static void each_piece(const Position& p, F&& f) {
        for (const int side : {0, 1}) each_bit(p.pawns[side], [&](int square) { f(side, 0, square); });
    }
    static Path path(const Position&, Move move) { return {origin_of(move), target_of(move)}; }
};

// Optional: what the default evaluation, material, does not see.
template <> struct boardwright::Evaluation<Breakthrough> : DefaultEvaluation<Breakthrough> {
    using Position = Breakthrough::Position;

    // A pawn is worth more with every rank that it has advanced.
    static int advance(const Position& p, int side) {
        int sum = 0;
        each_bit(p.pawns[side], [&](int square) {
            const int rank = side ? 7 - square / 8 : square / 8;
            sum += rank * rank;
        });
        return sum;
    }
    static int evaluate(const Position& p) {
        return material(p) + 2 * (advance(p, p.to_move) - advance(p, 1 - p.to_move));
    }
    // A pawn on the last rank but one always has a diagonal step.
    static bool has_winning_move(const Position& p) {
        const Bits last_but_one = p.to_move ? Breakthrough::far_rank[1] << 8 : Breakthrough::far_rank[0] >> 8;
        return (p.pawns[p.to_move] & last_but_one) && !Breakthrough::outcome(p).over();
    }
};

BOARDWRIGHT_GAMES(Breakthrough)
