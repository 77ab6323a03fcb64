// What the numbers of a search mean: a score is for the side to move, and a won or a lost game is a
// score that counts the moves to its end from the root: `win - n` is a win with the n-th move.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "game.hpp"

namespace boardwright {

inline constexpr int win = 32000, most_plies = 240;
// Every score beyond it tells a won or a lost game; every evaluation stays within it.
inline constexpr int decided = win - 2 * most_plies;

constexpr bool is_decided(int score) { return score >= decided || score <= -decided; }
// After how many moves a decided game ends.
constexpr int distance(int score) { return win - std::abs(score); }

// The score of a game that has ended at this ply.
constexpr int score_of(Outcome outcome, int side_to_move, int ply) {
    if (outcome.kind == Outcome::drawn) return 0;
    return outcome.kind == side_to_move ? win - ply : ply - win;
}

// In the table a distance counts from its own position.
constexpr std::int16_t to_table(int score, int ply) {
    return static_cast<std::int16_t>(score >= decided ? score + ply : score <= -decided ? score - ply : score);
}
constexpr int from_table(int score, int ply) {
    return score >= decided ? score - ply : score <= -decided ? score + ply : score;
}

}  // namespace boardwright
