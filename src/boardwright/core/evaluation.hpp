// Static evaluation: what the search needs to know about a position beyond the rules. Each game package provides
// it in eval.hpp, by a specialisation of `Evaluation` for each of its games.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbase.hpp"
#include "game.hpp"

namespace boardwright {

// Training of the weights from self-play: the target of a position is
// result_weight * game result + (1 - result_weight) * TD(lambda) return of the search scores.
struct TrainingParams {
    double result_weight = 0;
    double td_lambda = 0.9;
    // Standard deviation of the Gaussian prior on weights, in hundredths of the game's unit.
    double prior_sigma = 100;
};

// Search parameters of a game; scores are in hundredths of the game's unit.
struct SearchParams {
    // The score at which the expected result is 10/11: the scale of the logistic win probability.
    int scale = 400;
    // Futility margin per remaining ply.
    int futility_margin = 100;
    // Half width of the first aspiration window.
    int aspiration_window = 30;
    // Enables null move pruning; safe only where zugzwang is rare.
    bool null_move = false;
    // Extends positions that are in check by a ply.
    bool check_extension = true;
    // Enables the evaluation cache, for evaluations that cost more than a look-up.
    bool cache_evaluations = true;
    TrainingParams training{};
};

template <class G> struct Evaluation;

// The weight of a feature: middlegame (all pieces on the board) in the upper half, endgame in the lower, so that
// one addition sums both.
using Weight = std::uint32_t;
constexpr Weight weight(int early, int late) { return (static_cast<Weight>(early) << 16) + static_cast<Weight>(late); }
constexpr int early_part(Weight sum) { return static_cast<std::int16_t>((sum + 0x8000) >> 16); }
constexpr int late_part(Weight sum) { return static_cast<std::int16_t>(sum); }

// Tapered evaluation: phase 64 is the middlegame, phase 0 the endgame.
inline constexpr int phases = 64;
constexpr int tapered(Weight sum, int phase) {
    return (early_part(sum) * phase + late_part(sum) * (phases - phase)) / phases;
}

// Trained weights of a game, one for each feature.
struct Weights {
    std::vector<Weight> of;
};

// Features are visited with their count: positive for the side to move, negative for the other side.
struct IgnoreFeature {
    constexpr void operator()(int, int) const {}
};

template <class G>
concept HasFeatures = requires(const typename G::Position& position) {
    { Evaluation<G>::features } -> std::convertible_to<int>;
    { Evaluation<G>::phase(position) } -> std::same_as<int>;
    Evaluation<G>::each_feature(position, IgnoreFeature{});
};

template <class G>
concept HasEvaluation = Game<G> && requires(const typename G::Position& position, Move move) {
    // Either features with weights, or a function; for the side to move.
    requires HasFeatures<G> || requires {
        { Evaluation<G>::evaluate(position) } -> std::same_as<int>;
    };
    // The evaluation of the baseline player; for the side to move.
    { Evaluation<G>::material(position) } -> std::same_as<int>;
    // What a legal move captures, promotes or scores, in the same unit; 0 for a quiet move.
    { Evaluation<G>::gain(position, move) } -> std::same_as<int>;
    // Whether the outcome must be checked before such a position is evaluated.
    { Evaluation<G>::ended(position) } -> std::same_as<bool>;
    // Whether the side to move can win with one move. It may miss wins, but not report false ones.
    { Evaluation<G>::has_winning_move(position) } -> std::same_as<bool>;
    // Whether the side to move must respond: it has to capture, or would lose at once after a null move.
    { Evaluation<G>::in_check(position) } -> std::same_as<bool>;
    { Evaluation<G>::params } -> std::convertible_to<SearchParams>;
};

// A game with `params.null_move` provides the same position with the other side to move.
template <class G>
concept HasNullMove = HasEvaluation<G> && requires(const typename G::Position& position) {
    { Evaluation<G>::null_move(position) } -> std::same_as<typename G::Position>;
};

// The number of weights of a game's evaluation.
template <class G> constexpr int features_of() {
    if constexpr (HasFeatures<G>) return Evaluation<G>::features;
    return 0;
}

// The static evaluation for the side to move. A game may correct the sum of the features (`corrected`), for
// example in drawish endgames.
template <HasEvaluation G>
[[gnu::always_inline]] inline int evaluate(const typename G::Position& position, const Weights& weights) {
    using E = Evaluation<G>;
    if constexpr (HasFeatures<G>) {
        const Weight* each = weights.of.data();
        Weight sum = 0;
        E::each_feature(position, [&](int index, int times) { sum += static_cast<Weight>(times) * each[index]; });
        const int score = tapered(sum, E::phase(position));
        if constexpr (requires { E::corrected(position, score); }) return E::corrected(position, score);
        return score;
    } else {
        return E::evaluate(position);
    }
}

// A game with bitbases indexes the positions of its endgames; see draughts/bitbase.hpp.
template <class G>
concept HasBitbases =
    HasEvaluation<G> && requires(const typename G::Position& position, typename G::Position& target, int number,
                                 std::size_t index, const typename G::Clock& clock, BitbaseValue value) {
        // Material classes, each after those it leads to by captures and promotions.
        { Evaluation<G>::Materials::materials() } -> std::same_as<std::vector<int>>;
        // The class with the sides swapped, which may be the same.
        { Evaluation<G>::Materials::swapped(number) } -> std::same_as<int>;
        { Evaluation<G>::Materials::pieces(number) } -> std::same_as<int>;
        { Evaluation<G>::Materials::size(number) } -> std::same_as<std::size_t>;
        // A fast test whether a position may have a class. Its class, -1 for none. Its index there.
        { Evaluation<G>::Materials::few(position) } -> std::same_as<bool>;
        { Evaluation<G>::Materials::class_of(position) } -> std::same_as<int>;
        { Evaluation<G>::Materials::index(number, position) } -> std::same_as<std::size_t>;
        // The position of an index; false for an unused one.
        { Evaluation<G>::Materials::position(number, index, target) } -> std::same_as<bool>;
        // The plies within which the draw rules allow a win after the class was entered, 0 for any number; classes
        // with the same number share one count.
        { Evaluation<G>::Materials::plies_allowed(number) } -> std::same_as<int>;
        // The value of a position under the current draw clocks.
        { Evaluation<G>::Materials::under_clock(number, clock, value) } -> std::same_as<BitbaseValue>;
    };

}  // namespace boardwright
