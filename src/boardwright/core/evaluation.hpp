// What the search asks about a position beyond the rules. Each room answers in its eval.hpp, by a
// specialisation for each of its games.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game.hpp"
#include "known.hpp"

namespace boardwright {

// How weights are learned from games of the search against itself.
struct Lesson {
    // How much the result of a game teaches of each of its positions. Of the rest, foresight is taught by what came of
    // the next position, and what is left by what the search thought of that one.
    double hindsight = 0;
    double foresight = 0.9;
    // How far from zero weights are expected, in hundredths, unless the games say otherwise.
    double spread = 100;
};

// How a game is searched; scores are in hundredths of the game's unit.
struct Tuning {
    // The score at which ten games of eleven are won.
    int scale = 400;
    // What a quiet move may be expected to gain at most, for each ply that is left.
    int margin = 100;
    // How far a score may move from one depth to the next before the window is widened.
    int window = 30;
    // Whether having to move can be taken for an advantage, so that passing tests a position.
    bool passing = false;
    // Whether a side that is pressed is searched a ply deeper.
    bool extend = true;
    // Whether to look up what a position is worth takes less time than to work it out.
    bool remember = true;
    Lesson lesson{};
};

template <class G>
struct Evaluation;

// What a feature is worth with all pieces on the board, in the upper half, and with few, in the lower:
// so one addition adds both.
using Weight = std::uint32_t;
constexpr Weight weight(int early, int late) { return (static_cast<Weight>(early) << 16) + static_cast<Weight>(late); }
constexpr int early_part(Weight sum) { return static_cast<std::int16_t>((sum + 0x8000) >> 16); }
constexpr int late_part(Weight sum) { return static_cast<std::int16_t>(sum); }

// How much the early part counts, of so many shares; the late part has the rest.
inline constexpr int phases = 64;
constexpr int blended(Weight sum, int phase) {
    return (early_part(sum) * phase + late_part(sum) * (phases - phase)) / phases;
}

// What was learned about a game: a weight for each of its features.
struct Weights {
    std::vector<Weight> of;
};

// Features are told to a visitor, each with how often it occurs: what favours the side to move is
// counted up, what favours the other side down.
struct IgnoreFeature {
    constexpr void operator()(int, int) const {}
};

template <class G>
concept Learned = requires(const typename G::Position& position) {
    { Evaluation<G>::features } -> std::convertible_to<int>;
    { Evaluation<G>::phase(position) } -> std::same_as<int>;
    Evaluation<G>::each_feature(position, IgnoreFeature{});
};

template <class G>
concept Evaluated = Game<G> && requires(const typename G::Position& position, Move move) {
    // Either features with weights, or a plain function; for the side to move.
    requires Learned<G> || requires {
        { Evaluation<G>::evaluate(position) } -> std::same_as<int>;
    };
    // All that the baseline player knows; for the side to move.
    { Evaluation<G>::material(position) } -> std::same_as<int>;
    // What a legal move takes, promotes or scores, in the same unit; 0 for a quiet one.
    { Evaluation<G>::gain(position, move) } -> std::same_as<int>;
    // Whether the outcome must be looked at before such a position may be evaluated.
    { Evaluation<G>::ended(position) } -> std::same_as<bool>;
    // Whether the side to move wins with one move. Some wins may be missed; none may be made up.
    { Evaluation<G>::wins_now(position) } -> std::same_as<bool>;
    // Whether the side to move cannot stand still: it must capture, or would lose at once by passing.
    { Evaluation<G>::pressed(position) } -> std::same_as<bool>;
    { Evaluation<G>::tuning } -> std::convertible_to<Tuning>;
};

// A game whose `tuning.passing` is set gives the same position with the other side to move.
template <class G>
concept Passing = Evaluated<G> && requires(const typename G::Position& position) {
    { Evaluation<G>::passed(position) } -> std::same_as<typename G::Position>;
};

// How many weights a game's evaluation takes.
template <class G>
constexpr int features_of() {
    if constexpr (Learned<G>) return Evaluation<G>::features;
    return 0;
}

// What a position is worth to the side to move. A room may have the last word about positions whose
// worth is not the sum of their features.
template <Evaluated G>
[[gnu::always_inline]] inline int evaluated(const typename G::Position& position, const Weights& weights) {
    using E = Evaluation<G>;
    if constexpr (Learned<G>) {
        const Weight* each = weights.of.data();
        Weight sum = 0;
        E::each_feature(position, [&](int index, int times) { sum += static_cast<Weight>(times) * each[index]; });
        const int score = blended(sum, E::phase(position));
        if constexpr (requires { E::corrected(position, score); }) return E::corrected(position, score);
        return score;
    } else {
        return E::evaluate(position);
    }
}

// A game whose endings can be worked out numbers their positions; see draughts/endings.hpp.
template <class G>
concept HasEndings = Evaluated<G> && requires(const typename G::Position& position, typename G::Position& target,
                                              int number, std::size_t index, const typename G::Clock& clock, Known known) {
    // Classes of positions, before each other one those that it leads to.
    { Evaluation<G>::Materials::materials() } -> std::same_as<std::vector<int>>;
    // The class of the same pieces with the other side to move; which may be the same.
    { Evaluation<G>::Materials::turned(number) } -> std::same_as<int>;
    { Evaluation<G>::Materials::pieces(number) } -> std::same_as<int>;
    { Evaluation<G>::Materials::size(number) } -> std::same_as<std::size_t>;
    // Whether a position may have a class at all; asked often. Its class, -1 for none; its number there.
    { Evaluation<G>::Materials::few(position) } -> std::same_as<bool>;
    { Evaluation<G>::Materials::class_of(position) } -> std::same_as<int>;
    { Evaluation<G>::Materials::index(number, position) } -> std::same_as<std::size_t>;
    // The position of a number; false where there is none.
    { Evaluation<G>::Materials::position(number, index, target) } -> std::same_as<bool>;
    // How many plies a win may take from when the class was entered, 0 for any number; classes with the
    // same number of plies go on with the count.
    { Evaluation<G>::Materials::plies_allowed(number) } -> std::same_as<int>;
    // What is left of it with the clocks of the game as they are.
    { Evaluation<G>::Materials::in_time(number, clock, known) } -> std::same_as<Known>;
};

}  // namespace boardwright
