// Cabeza on an array of squares, each with the number of its piece, and a piece list.
#include "plain.hpp"

namespace {

enum Kind { cabeza, mini, flaco, chato, opa };
const std::string letters = "CMFHOcmfho";

constexpr int size = 10;
constexpr int opposite[4] = {1, 0, 3, 2};
constexpr int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};  // north, south, east, west

struct Pose {
    std::int8_t x, y, w, d, h;  // w is 0 for a crushed Cabeza
};

struct Position {
    std::int8_t board[size][size] = {};  // by y and x, 0 or the number of a piece
    Pose pieces[2][5] = {};
    int side = 0;
};

struct Move {
    int kind;
    Pose landing;
};

constexpr std::int8_t number_of(int side, int kind) { return static_cast<std::int8_t>(1 + 5 * side + kind); }

void put(Position& position, Pose pose, std::int8_t number) {
    for (int y = pose.y; y < pose.y + pose.d; ++y)
        for (int x = pose.x; x < pose.x + pose.w; ++x) position.board[y][x] = number;
}

int height(int kind, Pose pose) {
    if (kind == flaco) return pose.w * pose.d == 1 ? 2 : 1;
    if (kind == chato) return pose.w * pose.d == 4 ? 1 : 2;
    return kind == opa ? 2 : 1;
}

Position parse(const std::string& text) {
    Position position;
    int x = 0, y = size - 1;
    std::size_t i = 0;
    for (; text[i] != ','; ++i) {
        const char c = text[i];
        if (c == '/') {
            x = 0, --y;
        } else if (c >= '0' && c <= '9') {
            x += c - '0';  // wrong for an empty row of ten, where x is not used again
        } else {
            const int piece = static_cast<int>(letters.find(c));
            Pose& pose = position.pieces[piece / 5][piece % 5];
            // Rows are read from the north, so that the last one gives the south-west square.
            if (!pose.w) pose = {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y), 1, 1, 1};
            if (x >= pose.x + pose.w) ++pose.w;
            if (y < pose.y) --pose.y, ++pose.d;
            ++x;
        }
    }
    position.side = text[i + 1] == 'b';
    for (int side = 0; side < 2; ++side) {
        for (int kind = cabeza; kind <= opa; ++kind) {
            Pose& pose = position.pieces[side][kind];
            pose.h = static_cast<std::int8_t>(height(kind, pose));
            put(position, pose, number_of(side, kind));
        }
    }
    return position;
}

bool over(const Position& position) {
    const Pose red = position.pieces[0][cabeza], blue = position.pieces[1][cabeza];
    return !red.w || !blue.w || red.y == size - 1 || blue.y == 0;
}

Pose roll(Pose p, int direction) {
    const auto sum = [](int a, int b) { return static_cast<std::int8_t>(a + b); };
    switch (direction) {
        case 0: return {p.x, sum(p.y, p.d), p.w, p.h, p.d};
        case 1: return {p.x, sum(p.y, -p.h), p.w, p.h, p.d};
        case 2: return {sum(p.x, p.w), p.y, p.h, p.d, p.w};
        default: return {sum(p.x, -p.h), p.y, p.h, p.d, p.w};
    }
}

enum Landing { blocked, clear, crush };

// Whether a block can land there, and whether it crushes the enemy Cabeza; its own squares count as empty.
Landing land(const Position& position, Pose pose, int number) {
    if (pose.x < 0 || pose.y < 0 || pose.x + pose.w > size || pose.y + pose.d > size) return blocked;
    Landing landing = clear;
    for (int y = pose.y; y < pose.y + pose.d; ++y) {
        for (int x = pose.x; x < pose.x + pose.w; ++x) {
            const int met = position.board[y][x];
            if (met == 0 || met == number) continue;
            if (met != number_of(1 - position.side, cabeza)) return blocked;
            landing = crush;
        }
    }
    return landing;
}

// The squares that a Cabeza or Mini reaches, without duplicates.
class Reached {
public:
    explicit Reached(Pose pose) : pose_(pose) { mark(pose.x, pose.y); }

    // Adds a square; returns whether it is new.
    bool mark(int x, int y) {
        bool& seen = seen_[y - pose_.y + 2][x - pose_.x + 2];
        if (seen) return false;
        return seen = true;
    }

private:
    Pose pose_;
    bool seen_[5][5] = {};
};

Pose moved(int x, int y) { return {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y), 1, 1, 1}; }

void cabeza_moves(const Position& position, plain::Moves<Move>& moves) {
    const Pose pose = position.pieces[position.side][cabeza];
    const int own = number_of(position.side, cabeza);
    const auto occupied = [&](int x, int y) { return position.board[y][x] != 0 && position.board[y][x] != own; };
    Reached reached(pose);
    int first = moves.size;
    const auto slide = [&](int x, int y) {
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                const int tx = x + dx, ty = y + dy;
                if (tx < 0 || ty < 0 || tx >= size || ty >= size || occupied(tx, ty)) continue;
                if (dx && dy && occupied(tx, y) && occupied(x, ty)) continue;
                if (reached.mark(tx, ty)) moves.add({cabeza, moved(tx, ty)});
            }
        }
    };
    slide(pose.x, pose.y);
    for (const int once = moves.size; first < once; ++first)
        slide(moves.at[first].landing.x, moves.at[first].landing.y);
}

void mini_moves(const Position& position, plain::Moves<Move>& moves) {
    const Pose pose = position.pieces[position.side][mini];
    const int own = number_of(position.side, mini);
    Reached reached(pose);
    for (const auto [dx, dy] : steps) {
        const Pose once = moved(pose.x + dx, pose.y + dy);
        const Landing landing = land(position, once, own);
        if (landing == blocked) continue;
        moves.add({mini, once});
        if (landing == crush) continue;
        for (const auto [ex, ey] : steps) {
            const Pose twice = moved(once.x + ex, once.y + ey);
            if (land(position, twice, own) != blocked && reached.mark(twice.x, twice.y)) moves.add({mini, twice});
        }
    }
}

void block_moves(const Position& position, int kind, plain::Moves<Move>& moves) {
    const int own = number_of(position.side, kind);
    for (int first = 0; first < 4; ++first) {
        const Pose once = roll(position.pieces[position.side][kind], first);
        const Landing landing = land(position, once, own);
        if (landing == blocked) continue;
        moves.add({kind, once});
        if (landing == crush || kind == opa) continue;
        for (int second = 0; second < 4; ++second) {
            if (second == opposite[first]) continue;
            const Pose twice = roll(once, second);
            if (land(position, twice, own) != blocked) moves.add({kind, twice});
        }
    }
}

Position play(Position position, const Move& move) {
    const int side = position.side;
    Pose& pose = position.pieces[side][move.kind];
    Pose& prey = position.pieces[1 - side][cabeza];
    put(position, pose, 0);
    pose = move.landing;
    put(position, pose, number_of(side, move.kind));
    if (position.board[prey.y][prey.x] != number_of(1 - side, cabeza)) prey.w = 0;
    position.side = 1 - side;
    return position;
}

plain::Count perft(const Position& position, int depth) {
    if (over(position)) return 0;
    plain::Moves<Move> moves;
    cabeza_moves(position, moves);
    mini_moves(position, moves);
    for (int kind = flaco; kind <= opa; ++kind) block_moves(position, kind, moves);
    if (depth == 1) return static_cast<plain::Count>(moves.size);
    plain::Count count = 0;
    for (const Move& move : moves) count += perft(play(position, move), depth - 1);
    return count;
}

}  // namespace

int main(int arguments, char** argument) { return plain::program(arguments, argument, parse, perft); }
