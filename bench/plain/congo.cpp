// Congo on a mailbox board with a margin of two squares, so that leaps stay inside the array.
#include "plain.hpp"

namespace {

enum Kind { pawn = 1, superpawn, giraffe, monkey, elephant, lion, crocodile, zebra };
const std::string letters = ".PSGMELCZ";

constexpr int width = 11, squares = width * width, edge = 100;
constexpr int king[8] = {1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1};
constexpr int rook[4] = {1, -1, width, -width};
constexpr int knight[8] = {2 * width + 1,  2 * width - 1,  width + 2,  width - 2,
                           -2 * width + 1, -2 * width - 1, -width + 2, -width - 2};
constexpr int river = 3;

constexpr int square_at(int x, int y) { return (y + 2) * width + x + 2; }
constexpr int rank_of(int square) { return square / width - 2; }
constexpr int number_of(int square) { return 7 * rank_of(square) + square % width - 2; }
constexpr int square_of(int number) { return square_at(number % 7, number / 7); }

struct Position {
    std::int8_t board[squares];  // kinds, positive for White, negative for Black
    std::int8_t sign = 1;        // of the side to move
    bool lions[2] = {};          // whether White and Black still have theirs
};

struct Move {
    std::uint8_t from, to;
    std::uint64_t jumped;  // the set of pieces a monkey captures
};

Position parse(const std::string& text) {
    Position position;
    for (auto& square : position.board) square = edge;
    for (int number = 0; number < 49; ++number) position.board[square_of(number)] = 0;
    int x = 0, y = 6;
    std::size_t i = 0;
    for (; text[i] != ' '; ++i) {
        const char c = text[i];
        if (c == '/') {
            x = 0, --y;
        } else if (c >= '1' && c <= '7') {
            x += c - '0';
        } else {
            const bool black = c >= 'a';
            const int kind = static_cast<int>(letters.find(black ? static_cast<char>(c - 'a' + 'A') : c));
            position.board[square_at(x++, y)] = static_cast<std::int8_t>(black ? -kind : kind);
            if (kind == lion) position.lions[black] = true;
        }
    }
    position.sign = text[i + 1] == 'w' ? 1 : -1;
    return position;
}

class Generator {
public:
    Generator(const Position& position, plain::Moves<Move>& moves)
        : board_(position.board), sign_(position.sign), ahead_(sign_ * width), moves_(moves) {}

    void all() {
        for (int y = 0; y < 7; ++y)
            for (int x = 0; x < 7; ++x)
                if (const int from = square_at(x, y), kind = board_[from] * sign_; kind > 0) piece(from, kind, x, y);
    }

private:
    bool empty(int square) const { return board_[square] == 0; }
    bool enemy(int square) const { return board_[square] != edge && board_[square] * sign_ < 0; }
    bool open(int square) const { return empty(square) || enemy(square); }

    void add(int from, int to, std::uint64_t jumped = 0) {
        moves_.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), jumped});
    }
    void step(int from, int to) {
        if (open(to)) add(from, to);
    }
    void retreat(int from, int direction) {
        for (int to = from + direction, n = 0; n < 2 && empty(to); ++n, to += direction) add(from, to);
    }

    void piece(int from, int kind, int x, int y) {
        switch (kind) {
            case pawn:
                for (int side = -1; side <= 1; ++side) step(from, from + ahead_ + side);
                if ((y - river) * sign_ > 0) retreat(from, -ahead_);
                break;
            case superpawn:
                for (int side = -1; side <= 1; ++side) {
                    step(from, from + ahead_ + side);
                    retreat(from, -ahead_ + side);
                }
                step(from, from - 1);
                step(from, from + 1);
                break;
            case giraffe:
                for (const int direction : king) {
                    if (empty(from + direction)) add(from, from + direction);
                    step(from, from + 2 * direction);
                }
                break;
            case monkey:
                for (const int direction : king)
                    if (empty(from + direction)) add(from, from + direction);
                jumps(from, from, 0);
                break;
            case elephant:
                for (const int direction : rook) {
                    step(from, from + direction);
                    step(from, from + 2 * direction);
                }
                break;
            case lion: lion_moves(from, x, y); break;
            case crocodile:
                for (const int direction : king) step(from, from + direction);
                if (y == river) {
                    slide_on(from, -1, 7);
                    slide_on(from, 1, 7);
                } else if (y < river) {
                    slide_on(from, width, river - y);
                } else {
                    slide_on(from, -width, y - river);
                }
                break;
            case zebra:
                for (const int leap : knight) step(from, from + leap);
                break;
        }
    }

    // A slide from its second square on; the first is a king's step.
    void slide_on(int from, int direction, int length) {
        int to = from + direction;
        for (int n = 2; n <= length && empty(to); ++n) step(from, to += direction);
    }

    void lion_moves(int from, int x, int y) {
        const int bottom = sign_ > 0 ? 0 : 4;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                if (x + dx >= 2 && x + dx <= 4 && y + dy >= bottom && y + dy <= bottom + 2 && (dx || dy))
                    step(from, from + dy * width + dx);
        for (int side = -1; side <= 1; ++side) {
            int to = from + ahead_ + side;
            while (empty(to)) to += ahead_ + side;
            if (board_[to] * sign_ == -lion) add(from, to);
        }
    }

    void jumps(int from, int at, std::uint64_t jumped) {
        for (const int direction : king) {
            const int over = at + direction, behind = over + direction;
            if (!enemy(over) || !(empty(behind) || behind == from)) continue;
            const std::uint64_t taken = std::uint64_t{1} << number_of(over);
            if (jumped & taken) continue;
            add(from, behind, jumped | taken);
            if (board_[over] * sign_ != -lion) jumps(from, behind, jumped | taken);
        }
    }

    const std::int8_t* board_;
    int sign_, ahead_;
    plain::Moves<Move>& moves_;
};

Position play(Position position, Move move) {
    auto& board = position.board;
    const int sign = position.sign, black = sign < 0;
    int kind = board[move.from] * sign;
    for (int x = 0; x < 7; ++x) {
        const int square = square_at(x, river), standing = board[square] * sign;
        if (standing > 0 && standing != crocodile && square != move.from) board[square] = 0;
    }
    const bool drowns = kind != crocodile && rank_of(move.from) == river && rank_of(move.to) == river;
    if (kind == pawn && rank_of(move.to) == (black ? 0 : 6)) kind = superpawn;
    if (board[move.to] * sign == -lion) position.lions[1 - black] = false;
    board[move.from] = 0;
    board[move.to] = static_cast<std::int8_t>(drowns ? 0 : kind * sign);
    for (int number = 0; move.jumped >> number; ++number) {
        if (!(move.jumped >> number & 1)) continue;
        if (board[square_of(number)] * sign == -lion) position.lions[1 - black] = false;
        board[square_of(number)] = 0;
    }
    position.sign = static_cast<std::int8_t>(-sign);
    return position;
}

plain::Count perft(const Position& position, int depth) {
    if (!position.lions[0] || !position.lions[1]) return 0;
    plain::Moves<Move> moves;
    Generator(position, moves).all();
    if (depth == 1) return static_cast<plain::Count>(moves.size);
    plain::Count count = 0;
    for (const Move& move : moves) count += perft(play(position, move), depth - 1);
    return count;
}

}  // namespace

int main(int arguments, char** argument) { return plain::program(arguments, argument, parse, perft); }
