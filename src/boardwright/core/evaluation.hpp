// Static evaluation: what the search needs to know about a position beyond the rules. Each game package provides
// it in eval.hpp, by a specialisation of `Evaluation` for each of its games.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbase.hpp"
#include "bits.hpp"
#include "game.hpp"
#include "network.hpp"

namespace boardwright {

// Search parameters of a game; scores are in hundredths of the game's unit. The integers from `futility_margin` to
// `unreduced_checks` can be set at run time, by the names in `search_params` below.
struct SearchParams {
    // The score at which the expected result is 10/11: the scale of the logistic win probability.
    int scale = 400;
    // Futility margin per remaining ply.
    int futility_margin = 100;
    // Half width of the first aspiration window.
    int aspiration_window = 30;
    // 1 extends positions that are in check by a ply.
    int check_extension = 1;
    // The largest depth of reverse futility pruning, and of late move and futility pruning.
    int reverse_futility_depth = 5;
    int futility_depth = 4;
    // Late move pruning: the quiet moves searched at depth 0, and how many more there are at depth 1, in hundredths;
    // these grow with the square of the depth.
    int lmp_base = 4;
    int lmp_growth = 200;
    // Late move reductions in hundredths of a ply: base + 10,000 ln(depth) ln(number) / divisor.
    int lmr_base = 50;
    int lmr_divisor = 220;
    // The history score that changes a reduction by one ply.
    int lmr_history = 6000;
    // The depth of a null move search is lower by base + depth / divisor.
    int null_move_base = 3;
    int null_move_divisor = 4;
    // The least depth of internal iterative reduction.
    int iir_depth = 5;
    // Delta pruning in quiescence search: the margin, in hundredths of the futility margin.
    int delta_margin = 200;
    // The bonus of a history score at depth 1, which grows with the square of the depth.
    int history_bonus = 16;
    // The largest correction of the static evaluation by the last move, and by the last two, in hundredths of the
    // futility margin.
    int correction_history = 0;
    // Singular extension: its least depth, 0 for none, and its margin per ply in hundredths of the futility margin.
    int singular_depth = 0;
    int singular_margin = 5;
    // The plies by which reductions are larger where a cutoff is expected.
    int lmr_cut_node = 0;
    // 1 does not reduce quiet moves that give check.
    int unreduced_checks = 0;
    // Enables null move pruning; safe only where zugzwang is rare.
    bool null_move = false;
    // Enables the evaluation cache, for evaluations that cost more than a look-up.
    bool cache_evaluations = true;
    // Training target of a position: this share of the result of its game, and the rest of its search score.
    double result_weight = 0.15;
};

// A search parameter that can be set at run time, in the games that have what it `needs`, if anything.
struct SearchParam {
    const char* name;
    int SearchParams::* value;
    int min, max;
    bool SearchParams::* needs = nullptr;

    bool used_with(const SearchParams& params) const { return !needs || params.*needs; }
};

// In the order of the members, so that designated initialisers can be written from it.
inline constexpr SearchParam search_params[] = {
    {"futility_margin", &SearchParams::futility_margin, 1, 1000},
    {"aspiration_window", &SearchParams::aspiration_window, 1, 1000},
    {"check_extension", &SearchParams::check_extension, 0, 1},
    {"reverse_futility_depth", &SearchParams::reverse_futility_depth, 0, 20},
    {"futility_depth", &SearchParams::futility_depth, 0, 20},
    {"lmp_base", &SearchParams::lmp_base, 0, 100},
    {"lmp_growth", &SearchParams::lmp_growth, 0, 2000},
    {"lmr_base", &SearchParams::lmr_base, 0, 500},
    {"lmr_divisor", &SearchParams::lmr_divisor, 50, 2000},
    {"lmr_history", &SearchParams::lmr_history, 500, 100'000},
    {"null_move_base", &SearchParams::null_move_base, 1, 10, &SearchParams::null_move},
    {"null_move_divisor", &SearchParams::null_move_divisor, 1, 100, &SearchParams::null_move},
    {"iir_depth", &SearchParams::iir_depth, 2, 100},
    {"delta_margin", &SearchParams::delta_margin, 0, 2000},
    {"history_bonus", &SearchParams::history_bonus, 1, 500},
    {"correction_history", &SearchParams::correction_history, 0, 1000},
    {"singular_depth", &SearchParams::singular_depth, 0, 100},
    {"singular_margin", &SearchParams::singular_margin, 0, 200},
    {"lmr_cut_node", &SearchParams::lmr_cut_node, 0, 3},
    {"unreduced_checks", &SearchParams::unreduced_checks, 0, 1},
};

template <class G> struct Evaluation;

// Features are visited with their count: positive for the side to move, negative for the other side.
struct IgnoreFeature {
    constexpr void operator()(int, int) const {}
};

template <class G>
concept HasFeatures = requires(const typename G::Position& position) {
    // The number of features, and the first one that feeds the hidden layer of the network.
    { Evaluation<G>::features } -> std::convertible_to<int>;
    { Evaluation<G>::first_input } -> std::convertible_to<int>;
    // The version of the features: networks of another version are refused.
    { Evaluation<G>::layout } -> std::convertible_to<int>;
    { Evaluation<G>::phase(position) } -> std::same_as<int>;
    Evaluation<G>::each_feature(position, IgnoreFeature{});
};

template <class G>
concept HasEvaluation = Game<G> && requires(const typename G::Position& position, Move move) {
    // Either features for a network, or a function; for the side to move.
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

// The number of features of a game's evaluation, the first input of its network and the version of the features.
struct FeatureLayout {
    int features = 0, first_input = 0, version = 0;
};
template <class G> constexpr FeatureLayout layout_of() {
    if constexpr (HasFeatures<G>) return {Evaluation<G>::features, Evaluation<G>::first_input, Evaluation<G>::layout};
    return {};
}

// Features of pieces by square, which change little from move to move: sets of squares, and the feature of a square of
// a set, which counts for the side to move or for the other one. `each_other_feature` visits all other features.
template <class G>
concept HasPlacedFeatures = HasFeatures<G> && requires(const typename G::Position& position, int number) {
    { Evaluation<G>::placed_sets } -> std::convertible_to<int>;
    { Evaluation<G>::placed(position) } -> std::same_as<std::array<Bits, Evaluation<G>::placed_sets>>;
    { Evaluation<G>::placed_feature(number, number) } -> std::same_as<int>;
    // 1 or -1: the count of the features of a set, by the side to move.
    { Evaluation<G>::placed_times(number, number) } -> std::same_as<int>;
    Evaluation<G>::each_other_feature(position, IgnoreFeature{});
};

// What is kept from one evaluation to a similar one, for placed features: their sums. One of another network must not
// be used.
template <class G> struct KeptFeatures {};
template <HasPlacedFeatures G> struct KeptFeatures<G> {
    int side = -1;
    Weight linear;
    std::array<Bits, Evaluation<G>::placed_sets> placed;
    Accumulator accumulator;
};

// The row of the hidden layer's weights for a feature and the sign of its count.
template <class G> constexpr int row_of(int feature, bool for_other) {
    return 2 * (feature - Evaluation<G>::first_input) + for_other;
}

// The difference between the placed features of a position and those kept, which are updated.
template <HasPlacedFeatures G>
[[gnu::always_inline]] inline void update_placed(const typename G::Position& position, const Network& network,
                                                 KeptFeatures<G>& kept, ActiveInputs& changes) {
    using E = Evaluation<G>;
    const int side = G::side_to_move(position);
    if (kept.side != side) {
        kept.side = side, kept.linear = 0, kept.placed = {};
        kept.accumulator.reset(network);
    }
    const auto placed = E::placed(position);
    for (int set = 0; set < E::placed_sets; ++set) {
        const auto index = static_cast<std::size_t>(set);
        const int times = E::placed_times(set, side);
        each_bit(placed[index] ^ kept.placed[index], [&](int square) {
            const int feature = E::placed_feature(set, square);
            const int change = placed[index] >> square & 1 ? 1 : -1;
            kept.linear += static_cast<Weight>(change * times) * network.linear[static_cast<std::size_t>(feature)];
            changes.add(row_of<G>(feature, times < 0), change);
        });
    }
    kept.placed = placed;
}

// The static evaluation for the side to move. A game may correct the output of the network (`corrected`), for example
// in drawish endgames. `hidden` is the kernel of the hidden layer, which tests choose; `kept` makes an evaluation
// faster where it holds a similar position.
template <HasEvaluation G>
[[gnu::always_inline]] inline int evaluate(const typename G::Position& position, const Network& network,
                                           HiddenOutput hidden = hidden_output, KeptFeatures<G>* kept = nullptr) {
    using E = Evaluation<G>;
    if constexpr (HasFeatures<G>) {
        const Weight* const linear = network.linear.data();
        const int phase = E::phase(position);
        Weight sum = 0;
        ActiveInputs inputs;
        const auto add = [&](int index, int times) __attribute__((always_inline)) {
            sum += static_cast<Weight>(times) * linear[index];
            if (index >= E::first_input) inputs.add(row_of<G>(index, times < 0), times < 0 ? -times : times);
        };
        int score = 0;
        if constexpr (HasPlacedFeatures<G>)
            if (kept && network.hidden) {
                ActiveInputs changes;
                update_placed<G>(position, network, *kept, changes);
                sum = kept->linear;
                E::each_other_feature(position, add);
                score = hidden(network, inputs, phase, &kept->accumulator, &changes) +
                        tapered(early_part(sum), late_part(sum), phase);
            }
        if (!HasPlacedFeatures<G> || !kept || !network.hidden) {
            if (network.hidden) {
                E::each_feature(position, add);
                score = hidden(network, inputs, phase, nullptr, nullptr);
            } else {
                E::each_feature(position,
                                [&](int index, int times) { sum += static_cast<Weight>(times) * linear[index]; });
            }
            score += tapered(early_part(sum), late_part(sum), phase);
        }
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
        // Falls with every change of the material; below Bitbases::max_stages.
        { Evaluation<G>::Materials::stage(number) } -> std::same_as<int>;
        // Whether moves in one class, or in that with the sides swapped, may lead to another one: a single move, or
        // several where the values of the positions between them are not stored.
        { Evaluation<G>::Materials::leads_to(number, number) } -> std::same_as<bool>;
        { Evaluation<G>::Materials::size(number) } -> std::same_as<std::size_t>;
        // A fast test whether a position may have a class. Its class, -1 for none. Its index there.
        { Evaluation<G>::Materials::few(position) } -> std::same_as<bool>;
        { Evaluation<G>::Materials::class_of(position) } -> std::same_as<int>;
        { Evaluation<G>::Materials::index(number, position) } -> std::same_as<std::size_t>;
        // Whether its value is stored; if not, it follows from those of the positions that its moves lead to.
        { Evaluation<G>::Materials::stored(position) } -> std::same_as<bool>;
        // The position of an index; false for an unused one.
        { Evaluation<G>::Materials::position(number, index, target) } -> std::same_as<bool>;
        // The plies within which the draw rules allow a win after the class was entered, 0 for any number; classes
        // with the same number share one count.
        { Evaluation<G>::Materials::plies_allowed(number) } -> std::same_as<int>;
        // The value of a position under the current draw clocks.
        { Evaluation<G>::Materials::under_clock(number, clock, value) } -> std::same_as<BitbaseValue>;
    };

}  // namespace boardwright
