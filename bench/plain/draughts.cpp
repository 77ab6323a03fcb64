// International draughts on an array of fifty squares, with a table of neighbours.
#include "plain.hpp"

namespace {

constexpr int man = 1, king = 2;

// By square and direction (up left, up right, down left, down right) the next square, or 0.
struct Neighbours {
    std::uint8_t next[51][4] = {};
    constexpr Neighbours() {
        for (int square = 1; square <= 50; ++square) {
            const int row = (square - 1) / 5, column = 2 * ((square - 1) % 5) + 1 - row % 2;
            for (int direction = 0; direction < 4; ++direction) {
                const int r = row + (direction < 2 ? -1 : 1), c = column + (direction % 2 ? 1 : -1);
                if (r >= 0 && r < 10 && c >= 0 && c < 10)
                    next[square][direction] = static_cast<std::uint8_t>(5 * r + c / 2 + 1);
            }
        }
    }
};
constexpr Neighbours neighbours;

struct Position {
    std::int8_t board[51] = {};  // by number, positive for White, negative for Black; index 0 is not used
    std::int8_t sign = 1;        // of the side to move
};

struct Move {
    std::uint8_t from, to;
    std::uint64_t captured;
    bool operator==(const Move&) const = default;
};

Position parse(const std::string& text) {
    Position position;
    position.sign = text[0] == 'W' ? 1 : -1;
    int sign = 1, kind = man;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == 'W' || c == 'B') {
            sign = c == 'W' ? 1 : -1;
        } else if (c == 'K') {
            kind = king;
        } else if (c >= '0' && c <= '9') {
            int number = c - '0';
            if (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') number = 10 * number + text[++i] - '0';
            position.board[number] = static_cast<std::int8_t>(kind * sign);
            kind = man;
        }
    }
    return position;
}

class Generator {
public:
    Generator(const Position& position, plain::Moves<Move>& moves)
        : board_(position.board), sign_(position.sign), moves_(moves) {}

    void all() {
        for (int square = 1; square <= 50; ++square)
            if (const int kind = board_[square] * sign_; kind > 0) captures(square, square, kind, 0, 0);
        if (most_ == 0)
            for (int square = 1; square <= 50; ++square)
                if (const int kind = board_[square] * sign_; kind > 0) quiet(square, kind);
    }

private:
    bool empty(int square) const { return square && board_[square] == 0; }
    // The origin of the capturing piece counts as empty.
    bool free(int square, int from) const { return empty(square) || square == from; }

    void add(int from, int to, std::uint64_t captured = 0) {
        moves_.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), captured});
    }

    // Continues a capture; captured pieces stay on the board and are not jumped again.
    void captures(int from, int at, int kind, std::uint64_t taken, int count) {
        if (count) keep(from, at, taken, count);
        for (int direction = 0; direction < 4; ++direction) {
            int over = neighbours.next[at][direction];
            if (kind == king)
                while (free(over, from)) over = neighbours.next[over][direction];
            if (!over || board_[over] * sign_ >= 0 || taken >> over & 1) continue;
            int behind = neighbours.next[over][direction];
            while (free(behind, from)) {
                captures(from, behind, kind, taken | std::uint64_t{1} << over, count + 1);
                if (kind == man) break;
                behind = neighbours.next[behind][direction];
            }
        }
    }

    // A capture must take as many pieces as possible; paths that differ only in their landing squares are one move.
    void keep(int from, int to, std::uint64_t taken, int count) {
        if (count < most_) return;
        if (count > most_) moves_.size = 0;
        most_ = count;
        const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), taken};
        for (const Move& other : moves_)
            if (other == move) return;
        moves_.add(move);
    }

    void quiet(int square, int kind) {
        const int forward = sign_ > 0 ? 0 : 2;
        for (int direction = 0; direction < 4; ++direction) {
            if (kind == man && direction / 2 * 2 != forward) continue;
            int to = neighbours.next[square][direction];
            while (empty(to)) {
                add(square, to);
                if (kind == man) break;
                to = neighbours.next[to][direction];
            }
        }
    }

    const std::int8_t* board_;
    int sign_;
    plain::Moves<Move>& moves_;
    int most_ = 0;
};

Position play(Position position, const Move& move) {
    std::int8_t piece = position.board[move.from];
    if (piece == man && move.to <= 5) piece = king;
    if (piece == -man && move.to >= 46) piece = -king;
    position.board[move.from] = 0;
    position.board[move.to] = piece;
    for (int square = 1; move.captured >> square; ++square)
        if (move.captured >> square & 1) position.board[square] = 0;
    position.sign = static_cast<std::int8_t>(-position.sign);
    return position;
}

plain::Count perft(const Position& position, int depth) {
    plain::Moves<Move> moves;
    Generator(position, moves).all();
    if (depth == 1) return static_cast<plain::Count>(moves.size);
    plain::Count count = 0;
    for (const Move& move : moves) count += perft(play(position, move), depth - 1);
    return count;
}

}  // namespace

int main(int arguments, char** argument) { return plain::program(arguments, argument, parse, perft); }
