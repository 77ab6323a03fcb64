// The rules of tictactoe.py in C++, for both variants: a set of squares may take more than one word.
#include <boardwright/core/c_interface.hpp>

using namespace boardwright;

template <int Size, int Row> struct InARow : GameDefaults<InARow<Size, Row>> {
    static constexpr bool is_small = Size == 3;
    static constexpr const char* name = is_small ? "tictactoe:standard" : "tictactoe:five";
    static constexpr const char* position_layout =
        is_small ? "stones: 9 of '.xo'; to_move: 0..1" : "stones: 81 of '.xo'; to_move: 0..1";
    static constexpr const char* move_layout = is_small ? "0..8" : "0..80";
    static constexpr const char* reason_texts[] = {is_small ? "three in a row" : "five in a row", "the board is full"};
    static constexpr const char* terminations[] = {"reached_goal", "rules"};
    static constexpr int reasons = 2;

    // A bit for each square, a1 the lowest.
    __extension__ typedef unsigned __int128 Squares;
    static constexpr Squares one = 1;
    static constexpr int kinds = 1, squares = Size * Size, words = (squares + 63) / 64;
    static constexpr Squares board = (one << squares) - 1;

    struct Position {
        Squares stones[2];
        int to_move;
    };

    using Packed = PackedWords<2 * words + 1>;
    static Packed pack(const Position& p) {
        Packed packed;
        for (int at = 0; at < 2 * words; ++at)
            packed.word[at] = static_cast<Bits>(p.stones[at / words] >> 64 * (at % words));
        packed.word[2 * words] = static_cast<Bits>(p.to_move);
        return packed;
    }
    static bool unpack(const Packed& packed, Position& p) {
        p = {};
        for (int at = 0; at < 2 * words; ++at) p.stones[at / words] |= Squares{packed.word[at]} << 64 * (at % words);
        p.to_move = static_cast<int>(packed.word[2 * words]);
        return !(p.stones[0] & p.stones[1]) && !((p.stones[0] | p.stones[1]) & ~board) && packed.word[2 * words] < 2;
    }

    template <class F> static void each_square(Squares set, F&& f) {
        each_bit(static_cast<Bits>(set), f);
        if constexpr (words > 1) each_bit(static_cast<Bits>(set >> 64), [&](int square) { f(square + 64); });
    }

    // The squares where a row can begin that goes on by dx columns and one rank, or along the rank.
    static constexpr Squares starts(int dx, int dy) {
        Squares found = 0;
        for (int square = 0; square < squares; ++square) {
            const int x = square % Size + (Row - 1) * dx, y = square / Size + (Row - 1) * dy;
            if (x >= 0 && x < Size && y < Size) found |= one << square;
        }
        return found;
    }
    template <int Dx, int Dy> static bool has_row(Squares stones) {
        constexpr Squares first = starts(Dx, Dy);
        Squares rows = stones & first;
        for (int n = 1; n < Row; ++n) rows &= stones >> n * (Dx + Size * Dy);
        return rows != 0;
    }
    static bool has_won(Squares stones) {
        return has_row<1, 0>(stones) || has_row<0, 1>(stones) || has_row<1, 1>(stones) || has_row<-1, 1>(stones);
    }

    template <class F> static void each_move(const Position& p, F&& f) {
        if (outcome(p).over()) return;
        each_square(board & ~(p.stones[0] | p.stones[1]), [&](int square) { f(static_cast<Move>(square)); });
    }
    static Position play(Position p, Move move) {
        p.stones[p.to_move] |= one << move;
        p.to_move = 1 - p.to_move;
        return p;
    }
    static bool is_progress(const Position&, Move) { return false; }

    static Outcome outcome(const Position& p) {
        for (const int side : {0, 1})
            if (has_won(p.stones[side])) return Outcome::won(side, 0);
        return (p.stones[0] | p.stones[1]) == board ? Outcome::draw(1) : Outcome{};
    }

    template <class F> static void each_piece(const Position& p, F&& f) {
        for (const int side : {0, 1}) each_square(p.stones[side], [&](int square) { f(side, 0, square); });
    }
    static Path path(const Position&, Move move) { return {static_cast<int>(move)}; }
};

using TicTacToe = InARow<3, 3>;
using FiveInARow = InARow<9, 5>;

BOARDWRIGHT_GAMES(TicTacToe, FiveInARow)
