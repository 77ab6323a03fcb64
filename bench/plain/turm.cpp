// Turm & Wächter (goal: the centre) on a mailbox board with a margin.
#include "plain.hpp"

namespace {

constexpr int width = 9, squares = width * width;
constexpr int guard = 8, tallest = 7, edge = 100;
constexpr int directions[4] = {width, -width, 1, -1};

constexpr int square_at(int x, int y) { return (y + 1) * width + x + 1; }
constexpr int centre = square_at(3, 3);

struct Position {
    std::int8_t board[squares];   // heights, positive for red, negative for blue
    std::int8_t sign = 1;         // of the side to move
    std::uint8_t guards[2] = {};  // the squares of the red and the blue guard; 0 once captured
};

struct Move {
    std::uint8_t from, to, stones;
};

Position parse(const std::string& text) {
    Position position;
    for (auto& square : position.board) square = edge;
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 7; ++x) position.board[square_at(x, y)] = 0;
    int x = 0, y = 6;
    std::size_t i = 0;
    for (; text[i] != ' '; ++i) {
        const char c = text[i];
        if (c == '/') {
            x = 0, --y;
        } else if (c >= '1' && c <= '7') {
            x += c - '0';
        } else if (c == 'R' || c == 'B') {
            position.board[square_at(x, y)] = c == 'R' ? guard : -guard;
            position.guards[c == 'B'] = static_cast<std::uint8_t>(square_at(x, y));
            ++x, ++i;
        } else {
            const int height = text[++i] - '0';
            position.board[square_at(x, y)] = static_cast<std::int8_t>(c == 'r' ? height : -height);
            ++x;
        }
    }
    position.sign = text[i + 1] == 'r' ? 1 : -1;
    return position;
}

bool over(const Position& position) {
    const auto [red, blue] = position.guards;
    return !red || !blue || red == centre || blue == centre;
}

void generate(const Position& position, plain::Moves<Move>& moves) {
    const int sign = position.sign;
    for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 7; ++x) {
            const int from = square_at(x, y), height = position.board[from] * sign;
            if (height <= 0) continue;
            const int reach = height == guard ? 1 : height;
            for (const int direction : directions) {
                int to = from;
                for (int stones = 1; stones <= reach; ++stones) {
                    to += direction;
                    if (position.board[to] == edge) break;
                    const int met = position.board[to] * sign;
                    const bool open = met == 0 || height == guard ? met <= 0
                                      : met > 0                   ? met + stones <= tallest
                                                                  : stones >= -met || met == -guard;
                    if (open)
                        moves.add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                                   static_cast<std::uint8_t>(stones)});
                    if (met) break;
                }
            }
        }
    }
}

Position play(Position position, Move move) {
    const int sign = position.sign, mine = sign < 0;
    const int height = position.board[move.from] * sign, met = position.board[move.to] * sign;
    if (met == -guard) position.guards[1 - mine] = 0;
    if (height == guard) {
        position.board[move.from] = 0;
        position.board[move.to] = static_cast<std::int8_t>(guard * sign);
        position.guards[mine] = move.to;
    } else {
        position.board[move.from] = static_cast<std::int8_t>((height - move.stones) * sign);
        position.board[move.to] = static_cast<std::int8_t>(((met > 0 ? met : 0) + move.stones) * sign);
    }
    position.sign = static_cast<std::int8_t>(-sign);
    return position;
}

plain::Count perft(const Position& position, int depth) {
    if (over(position)) return 0;
    plain::Moves<Move> moves;
    generate(position, moves);
    if (depth == 1) return static_cast<plain::Count>(moves.size);
    plain::Count count = 0;
    for (const Move& move : moves) count += perft(play(position, move), depth - 1);
    return count;
}

}  // namespace

int main(int arguments, char** argument) { return plain::program(arguments, argument, parse, perft); }
