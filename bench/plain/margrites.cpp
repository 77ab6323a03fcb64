// Margrites on a mailbox board with a margin. The score is not kept: perft does not depend on it.
#include <array>
#include <cstring>

#include "plain.hpp"

namespace {

constexpr int rows = 8, columns = 9, width = columns + 2, squares = (rows + 2) * width;
constexpr int edge = 9, off_board = 0;
constexpr int neighbours[8] = {1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1};
constexpr int steps_a_turn = 4;

constexpr int square_at(int row, int column) { return (row + 1) * width + column + 1; }

using Board = std::array<std::int8_t, squares>;  // 1 for Black, -1 for White

struct Position {
    Board board;
    std::uint8_t origins[squares] = {};  // by square, the start of its piece in this turn if it has moved
    int pieces[2] = {};                  // the number of Black's and White's
    int side = 1;
    int steps_left = steps_a_turn;
};

struct Move {
    std::uint8_t from, to;
};

Position parse(const std::string& text) {
    Position position;
    position.board.fill(edge);
    int row = 0, column = 0;
    std::size_t i = 0;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) position.board[square_at(r, c)] = 0;
    for (; text[i] != ' '; ++i) {
        const char c = text[i];
        if (c == '/') {
            column = 0, ++row;
        } else if (c >= '1' && c <= '9') {
            column += c - '0';
        } else {
            position.board[square_at(row, column++)] = c == 'b' ? 1 : -1;
            ++position.pieces[c == 'w'];
        }
    }
    position.side = text[i + 1] == 'b' ? 1 : -1;
    position.steps_left = text[i + 3] - '0';
    const auto named = [&](std::size_t at) { return square_at('8' - text[at + 1], text[at] - 'a'); };
    if (text[i + 5] != '-')
        for (std::size_t at = i + 5; at == i + 5 || text[at - 1] == ','; at += 6)
            position.origins[named(at)] = static_cast<std::uint8_t>(named(at + 3));
    return position;
}

int count_beside(const Board& board, int square, int side) {
    int count = 0;
    for (const int direction : neighbours) count += board[square + direction] == side;
    return count;
}

bool capturable(const Board& board, int square) {
    const int side = board[square];
    return count_beside(board, square, -side) >= 2 * (count_beside(board, square, side) + 1);
}

// Removes all capturable pieces of both colours at once; returns the cleared squares and their number.
int remove_wave(Board& board, std::uint8_t* removed) {
    int count = 0;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int square = square_at(row, column);
            if (board[square] && capturable(board, square)) removed[count++] = static_cast<std::uint8_t>(square);
        }
    }
    for (int i = 0; i < count; ++i) board[removed[i]] = 0;
    return count;
}

bool martyred(const Position& position, int from, int to) {
    // One enemy never captures, and enemies only become fewer from wave to wave.
    if (count_beside(position.board, to, -position.side) < 2) return false;
    Board board = position.board;
    board[from] = 0;
    board[to] = static_cast<std::int8_t>(position.side);
    std::uint8_t removed[squares];
    do {
        if (capturable(board, to)) return true;
    } while (remove_wave(board, removed));
    return false;
}

void generate(const Position& position, plain::Moves<Move>& moves) {
    if (!position.pieces[0] || !position.pieces[1] || !position.steps_left) return;
    const int last_row = position.side == 1 ? 0 : rows - 1;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int from = square_at(row, column);
            if (position.board[from] != position.side) continue;
            for (const int direction : neighbours) {
                const int to = from + direction;
                if (position.board[to] == 0 && to != position.origins[from] && !martyred(position, from, to))
                    moves.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
            }
            if (row == last_row) moves.add({static_cast<std::uint8_t>(from), off_board});
        }
    }
}

Position play(Position position, Move move) {
    Board& board = position.board;
    const std::uint8_t origin = position.origins[move.from] ? position.origins[move.from] : move.from;
    board[move.from] = 0;
    position.origins[move.from] = 0;
    if (move.to == off_board) {
        --position.pieces[position.side < 0];
    } else {
        board[move.to] = static_cast<std::int8_t>(position.side);
        position.origins[move.to] = origin;
    }
    const Board before = board;
    std::uint8_t removed[squares];
    while (const int count = remove_wave(board, removed)) {
        for (int i = 0; i < count; ++i) {
            --position.pieces[before[removed[i]] < 0];
            position.origins[removed[i]] = 0;
        }
    }
    --position.steps_left;
    return position;
}

void begin_turn(Position& position, int side) {
    position.side = side;
    position.steps_left = steps_a_turn;
    std::memset(position.origins, 0, sizeof position.origins);
}

plain::Count perft(Position position, int depth) {
    plain::Moves<Move> moves;
    generate(position, moves);
    if (moves.size == 0) {
        // The turn has ended; a side without a step passes.
        const int mover = position.side;
        begin_turn(position, -mover);
        generate(position, moves);
        if (moves.size == 0) {
            begin_turn(position, mover);
            generate(position, moves);
        }
    }
    if (depth == 1) return static_cast<plain::Count>(moves.size);
    plain::Count count = 0;
    for (const Move& move : moves) count += perft(play(position, move), depth - 1);
    return count;
}

}  // namespace

int main(int arguments, char** argument) { return plain::program(arguments, argument, parse, perft); }
