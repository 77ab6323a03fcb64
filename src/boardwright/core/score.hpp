// What the numbers of a search mean: a score is for the side to move, and a won or a lost game is a
// score that counts the moves to its end from the root: `win - n` is a win with the n-th move.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "game.hpp"
#include "known.hpp"

namespace boardwright {

inline constexpr int win = 32000, most_plies = 240;
// Every score beyond it tells a won or a lost game, seen to its end.
inline constexpr int decided = win - 2 * most_plies;
// A won ending is worth less than that, by its stage and then by the moves to its next one, so that every
// stage is left for an earlier one; and more than any evaluation.
inline constexpr int won_ending = 31000, stage_worth = 512, certain = 18000;
static_assert(won_ending + most_plies < decided);
static_assert(won_ending - Endings::most_stages * stage_worth - Known::most_plies - most_plies > certain);

constexpr bool is_decided(int score) { return score >= decided || score <= -decided; }
constexpr bool is_certain(int score) { return score >= certain || score <= -certain; }
constexpr bool is_ending(int score) { return is_certain(score) && !is_decided(score); }
// After how many moves a decided game ends.
constexpr int distance(int score) { return win - std::abs(score); }

// The score of a game that has ended at this ply.
constexpr int score_of(Outcome outcome, int side_to_move, int ply) {
    if (outcome.kind == Outcome::drawn) return 0;
    return outcome.kind == side_to_move ? win - ply : ply - win;
}

// In the table a distance counts from its own position.
constexpr std::int16_t to_table(int score, int ply) {
    return static_cast<std::int16_t>(score >= certain ? score + ply : score <= -certain ? score - ply : score);
}
constexpr int from_table(int score, int ply) {
    return score >= certain ? score - ply : score <= -certain ? score + ply : score;
}

}  // namespace boardwright
