// Search scores. A score is for the side to move; `win_score - n` is a win with the n-th ply from the root.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "bitbase.hpp"
#include "game.hpp"

namespace boardwright {

inline constexpr int win_score = 32000, max_plies = 240;
// From here on a score is a proven win or loss, seen to the end of the game.
inline constexpr int min_proven_score = win_score - 2 * max_plies;
// A bitbase win scores below a proven one and above every evaluation. It falls with the stage of the class and
// then with the plies to the next class, so that the search makes progress from stage to stage.
inline constexpr int bitbase_win = 31000, stage_step = 512, min_decisive_score = 17500;
static_assert(bitbase_win + max_plies < min_proven_score);
static_assert(bitbase_win - Bitbases::max_stages * stage_step - BitbaseValue::max_plies - max_plies >
              min_decisive_score);

constexpr bool is_proven(int score) { return score >= min_proven_score || score <= -min_proven_score; }
// Proven, or known from a bitbase: 1 for a win, -1 for a loss, otherwise 0.
constexpr int decisive_sign(int score) { return (score >= min_decisive_score) - (score <= -min_decisive_score); }
constexpr bool is_decisive(int score) { return decisive_sign(score) != 0; }
constexpr bool is_bitbase_score(int score) { return is_decisive(score) && !is_proven(score); }
// Plies from the root to the end of a proven game.
constexpr int plies_to_end(int score) { return win_score - std::abs(score); }

// The score of a game that has ended at this ply.
constexpr int terminal_score(Outcome outcome, int side_to_move, int ply) {
    if (outcome.kind == Outcome::drawn) return 0;
    return outcome.kind == side_to_move ? win_score - ply : ply - win_score;
}

// In the transposition table, distances count from the stored position instead of the root.
constexpr std::int16_t score_to_tt(int score, int ply) {
    return static_cast<std::int16_t>(score + decisive_sign(score) * ply);
}
constexpr int score_from_tt(int score, int ply) { return score - decisive_sign(score) * ply; }

}  // namespace boardwright
