// Shared by the plain perft programs: a move list, errors and the main program.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <type_traits>

namespace plain {

using Count = std::uint64_t;

[[noreturn]] inline void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

template <class Move> struct Moves {
    static_assert(std::is_trivially_default_constructible_v<Move>, "or every list would begin with a loop over it");
    static constexpr int most = 1024;
    int size = 0;
    Move at[most];

    void add(Move move) {
        if (size == most) stop("too many moves for this program");
        at[size++] = move;
    }
    const Move* begin() const { return at; }
    const Move* end() const { return at + size; }
};

// The program `GAME POSITION DEPTH`, which prints the count and the CPU seconds it took. Positions are FENs as
// Boardwright prints them; they are not validated.
template <class Parse, class Perft> int program(int arguments, char** argument, Parse parse, Perft perft) {
    if (arguments != 3) stop("usage: " + std::string(argument[0]) + " POSITION DEPTH");
    const auto position = parse(std::string(argument[1]));
    const int depth = std::atoi(argument[2]);
    const std::clock_t began = std::clock();
    const Count count = depth > 0 ? perft(position, depth) : 1;
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%llu %.6f\n", static_cast<unsigned long long>(count), seconds);
    return 0;
}

}  // namespace plain
