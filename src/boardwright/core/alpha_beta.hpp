// Alpha-beta search (principal variation search) below the root, with quiescence search at its leaves.
//
// Nothing here assumes that sides alternate: where a move leaves the turn with its side, the score of
// the child is used as it is; otherwise it is negated.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "bitbase_probe.hpp"
#include "evaluation.hpp"
#include "move_picker.hpp"
#include "pv_table.hpp"
#include "score.hpp"
#include "search_control.hpp"
#include "search_stack.hpp"

namespace boardwright {

// Late move reductions in plies, by depth and move number.
class LateMoveReductions {
public:
    explicit LateMoveReductions(const SearchParams& params) {
        const double base = params.lmr_base / 100.0, divisor = params.lmr_divisor / 100.0;
        for (std::size_t depth = 1; depth < 64; ++depth)
            for (std::size_t number = 1; number < 64; ++number)
                plies_[depth][number] =
                    static_cast<std::uint8_t>(base + logarithms[depth] * logarithms[number] / divisor);
    }
    int operator()(int depth, int number) const { return plies_[std::min(depth, 63)][std::min(number, 63)]; }

private:
    // Computed once: short searches would notice.
    inline static const std::array<double, 64> logarithms = [] {
        std::array<double, 64> all{};
        for (std::size_t i = 1; i < all.size(); ++i) all[i] = std::log(i);
        return all;
    }();
    std::uint8_t plies_[64][64] = {};
};

// The search of one thread. Scores are for the side to move.
template <HasEvaluation G> class AlphaBeta {
    using Position = typename G::Position;
    using E = Evaluation<G>;

public:
    // `played`: the positions that led to the root, the root last.
    AlphaBeta(const std::vector<Position>& played, SearchContext& context)
        : table_(context.table),
          network_(*context.options.network),
          bitbases_(context.options.bitbases.get()),
          baseline_(context.options.baseline),
          params_(context.options.params.value_or(E::params)),
          late_move_reduction_(params_),
          counter_(context),
          stack_(played),
          moves_() {
        for (std::size_t back = 0; back < std::min<std::size_t>(played.size(), 3); ++back) {
            const Position& position = played[played.size() - 1 - back];
            static_evals_[2 - back] = for_first_side(evaluate(position), G::side_to_move(position));
        }
    }

    NodeCounter& counter() { return counter_; }
    const SearchParams& params() const { return params_; }

    // Turns off all pruning and reductions from now on. Such searches use table entries of their own.
    void search_full_width() { full_width_ = true; }

    // Plays a root move; `search_child` then returns its score for the side that made it.
    Position make_root_move(const Position& root, Move move, int depth) {
        return stack_.make_move(root, move, move_hash(move), 0, table_, depth > min_tt_depth);
    }
    // `expects_cutoff`: whether the move is expected to exceed beta, which makes the child an all-node.
    int search_child(const Position& child, bool side_changed, int alpha, int beta, int depth, int ply,
                     bool expects_cutoff = false) {
        return side_changed ? -search(child, -beta, -alpha, depth, ply, !expects_cutoff && beta - alpha == 1)
                            : search(child, alpha, beta, depth, ply, expects_cutoff);
    }
    // The principal variation after the root move that was searched last.
    std::span<const Move> pv() const { return pv_[1]; }

    int evaluate(const Position& position) const { return evaluate(position, nullptr); }

    // The bitbase value of a position under the draw clocks of its ply, and the class it was found in.
    BitbaseValue probe_bitbases(const Position& position, int ply, int& number) const {
        if constexpr (HasBitbases<G>) {
            using Materials = typename E::Materials;
            if (!bitbases_ || !Materials::few(position)) return {};
            number = Materials::class_of(position);
            if (!bitbases_->has(number)) return {};
            return Materials::under_clock(number, stack_.clock(ply),
                                          boardwright::probe_bitbases<G>(*bitbases_, number, position));
        }
        return {};
    }

private:
    // A node after the steps before the move loop.
    struct Node {
        int alpha, beta, depth, ply;
        std::uint64_t key;
        MoveHash tt_move;
        int static_eval;
        bool in_check, may_prune, improving, cut_node;
        // The extension of the table's move, and a move that is not searched.
        int tt_extension = 0;
        MoveHash excluded = 0;
    };

    // `cut_node`: whether a score above beta is expected.
    int search(const Position& position, int alpha, int beta, int depth, int ply, bool cut_node) {
        pv_.clear(ply);
        // Step 1. Quiescence search at the horizon. The baseline has none, and a full-width search looks
        // only for wins within its depth.
        if (depth <= 0 && !baseline_ && !full_width_)
            return qsearch(position, alpha, beta, ply, qsearch_evasions, qsearch_captures);
        if (!counter_.count()) return 0;

        // Step 2. Game over, immediate win, bitbase probe, mate distance pruning.
        int score;
        if (is_over(position, ply, score)) return score;
        if (!baseline_ && E::has_winning_move(position)) return win_score - ply - 1;
        if (depth <= 0 || ply >= max_plies - 1) return leaf_score(position, ply);
        // A full-width search looks for distances, which bitbases do not tell: there a won ending is a lower bound, a
        // lost one an upper bound.
        if (bitbase_score(position, ply, score) &&
            (!full_width_ || score == 0 || (score > 0 ? score >= beta : score <= alpha)))
            return score;
        alpha = std::max(alpha, ply - win_score);
        beta = std::min(beta, win_score - ply - 1);
        if (alpha >= beta) return alpha;

        // Step 3. Static evaluation.
        const bool pv_node = beta - alpha > 1;
        const bool in_check = !baseline_ && E::in_check(position);
        const bool may_prune =
            !baseline_ && !full_width_ && !pv_node && !in_check && !is_decisive(alpha) && !is_decisive(beta);
        const int side = G::side_to_move(position);
        // In check it decides nothing here; the one of two plies before stands in for it.
        int eval = in_check ? for_first_side(static_evals_[ply], side) : static_eval(position, ply);
        const bool improving = is_improving(eval, side, ply);

        // Step 4. Reverse futility pruning, before the transposition table: its probe costs more than all this.
        if (may_prune && depth <= params_.reverse_futility_depth &&
            eval - params_.futility_margin * (depth - improving) >= beta)
            return eval;

        // Step 5. Transposition table probe.
        const std::uint64_t key = stack_.key(ply) ^ (full_width_ ? full_width_key : 0);
        TtEntry entry;
        const bool tt_hit = depth >= min_tt_depth && table_.probe(key, entry);
        const int stored = tt_hit ? score_from_tt(entry.score, ply) : 0;
        const bool enough = entry.bound == Bound::exact || (entry.bound == Bound::lower && stored >= beta) ||
                            (entry.bound == Bound::upper && stored <= alpha);
        if (tt_hit && !pv_node && entry.depth >= depth && enough) return stored;

        // Step 6. Null move pruning.
        if constexpr (HasNullMove<G>)
            if (may_prune && E::params.null_move && depth >= 3 && eval >= beta && stack_.played(ply)) {
                const int reduced = depth - params_.null_move_base - depth / params_.null_move_divisor;
                const int null_score = search_null_move(position, beta, reduced, ply);
                if (counter_.stopped()) return 0;
                if (null_score >= beta) return is_decisive(null_score) ? beta : null_score;
            }

        // Step 8. Internal iterative reduction: without a move from the table the first one is a guess.
        if (!tt_hit && depth >= params_.iir_depth && !baseline_ && !full_width_) --depth;

        Node node{alpha, beta,     depth,     ply,       key,     tt_hit ? entry.move : MoveHash{0},
                  eval,  in_check, may_prune, improving, cut_node};
        // Step 9. Singular extension: if all other moves score clearly less, the table's move is searched deeper; if
        // even without it beta is exceeded, so is it with it (multi-cut).
        if (params_.singular_depth && depth >= params_.singular_depth && node.tt_move && !baseline_ && !full_width_ &&
            entry.depth + 3 >= depth && entry.bound != Bound::upper && !is_decisive(stored) && !is_decisive(beta) &&
            ply < 2 * counter_.depth()) {
            const int singular_beta = stored - in_futility_margins(params_.singular_margin * depth);
            Node others = node;
            others.alpha = singular_beta - 1, others.beta = singular_beta, others.depth = (depth - 1) / 2;
            others.excluded = node.tt_move, others.may_prune = !in_check && !is_decisive(singular_beta);
            score = search_other_moves(position, others);
            if (counter_.stopped()) return 0;
            if (score < singular_beta) node.tt_extension = 1;
            else if (singular_beta >= beta && !pv_node) return singular_beta;
        }
        return search_moves(position, node);
    }

    // A copy of the move loop for singular extension: the usual one is inlined, which is faster.
    [[gnu::noinline]] int search_other_moves(const Position& position, const Node& node) {
        return search_moves(position, node);
    }

    int in_futility_margins(int hundredths) const { return std::max(params_.futility_margin * hundredths / 100, 1); }

    int search_null_move(const Position& position, int beta, int depth, int ply)
        requires HasNullMove<G>
    {
        const Position child = stack_.make_null_move(position, ply);
        moves_.clear_killers(ply + 1);
        return -search(child, -beta, 1 - beta, depth, ply + 1, false);
    }

    // Steps 10 to 16: the move loop of a node.
    [[gnu::always_inline]] inline int search_moves(const Position& position, const Node& node) {
        const auto& [old_alpha, beta, depth, ply, key, tt_move, eval, in_check, may_prune, improving, cut_node,
                     tt_extension, excluded] = node;
        int alpha = old_alpha;
        // Step 10. Move generation and ordering.
        const std::size_t begin = moves_.size();
        const PreviousMoves previous = stack_.previous(ply);
        moves_.generate_all(position, ply, previous, tt_move);
        const std::size_t end = moves_.size();
        if (begin == end) return terminal_score(G::outcome(position), G::side_to_move(position), ply);
        const int side = G::side_to_move(position);
        const bool pv_node = beta - alpha > 1;

        // Step 11. Extensions: check evasions, and the only legal move.
        int extension = 0;
        if (!baseline_ && ply < 2 * counter_.depth())
            extension = (in_check && params_.check_extension) || end - begin == 1;
        const int full_depth = depth - 1 + extension;

        int best = -win_score, number = 0;
        MoveHash best_move = 0;
        bool best_is_noisy = false;
        moves_.clear_killers(ply + 1);
        for (std::size_t i = begin; i < end && !counter_.stopped(); ++i) {
            const PickedMove picked = moves_.pick_best(position, i);
            if (excluded && picked.hash == excluded) continue;
            const bool quiet = picked.quiet();
            ++number;
            const int new_depth = full_depth + (picked.hash == tt_move && !extension ? tt_extension : 0);

            // Step 12. Late move pruning and futility pruning of quiet moves at low depth: what follows is
            // quiet too and ordered behind this move.
            if (may_prune && quiet && best > -min_decisive_score && depth <= params_.futility_depth) {
                const int late = (params_.lmp_base + depth * depth * params_.lmp_growth / 100) / (improving ? 1 : 2);
                if (number > late || eval + params_.futility_margin * (depth + 1) <= alpha) {
                    best = std::max(best, std::min(alpha, eval));
                    break;
                }
            }

            // Step 13. Make the move; the first one is searched with the full window.
            const Position child =
                stack_.make_move(position, picked.move, picked.hash, ply, table_, new_depth >= min_tt_depth);
            const bool side_changed = G::side_to_move(child) != side;
            int score;
            if (number == 1) {
                score = search_child(child, side_changed, alpha, beta, new_depth, ply + 1, cut_node);
            } else {
                // Step 14. Late move reduction, then a zero-window search, then the full window on a fail high.
                int reduction = 0;
                if (depth >= 3 && quiet && !in_check && !full_width_ && !baseline_ && number > 2) {
                    reduction = late_move_reduction_(depth, number) - pv_node + !improving;
                    if (cut_node) reduction += params_.lmr_cut_node;
                    reduction -= moves_.history(side, picked.hash) / params_.lmr_history;
                    if (params_.unreduced_checks && E::in_check(child)) reduction = 0;
                    reduction = std::clamp(reduction, 0, new_depth - 1);
                }
                score = search_child(child, side_changed, alpha, alpha + 1, new_depth - reduction, ply + 1);
                if (score > alpha && reduction)
                    score = search_child(child, side_changed, alpha, alpha + 1, new_depth, ply + 1, cut_node);
                if (score > alpha && score < beta)
                    score = search_child(child, side_changed, alpha, beta, new_depth, ply + 1);
            }
            if (counter_.stopped()) break;

            // Step 15. New best move; a beta cutoff updates killers and history.
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_move = picked.hash;
            best_is_noisy = !quiet;
            if (pv_node) pv_.update(ply, picked.move);
            if (alpha < beta) continue;
            if (excluded) break;
            if (quiet)
                moves_.update_quiet_stats(position, ply, previous, depth * depth * params_.history_bonus, begin, i);
            break;
        }
        moves_.truncate(begin);
        if (counter_.stopped()) return 0;
        if (excluded) return number ? best : old_alpha;

        // Step 16. Correction history, and the transposition table.
        if (params_.correction_history && !in_check && !full_width_ && !is_decisive(best) && !best_is_noisy &&
            (best >= beta ? best > eval : best > old_alpha || best < eval))
            correct_evaluation(best - eval, depth, side, previous);
        if (depth < min_tt_depth) return best;
        const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
        table_.store(key, {best_move, score_to_tt(best, ply), static_cast<std::uint8_t>(depth), bound, 0});
        return best;
    }

    // Quiescence search: captures and other noisy moves, and all answers to a threat, until the position
    // is quiet. `evasions` and `captures` bound how many of each a line may still hold.
    int qsearch(const Position& position, int alpha, int beta, int ply, int evasions, int captures) {
        if (!counter_.count()) return 0;
        pv_.clear(ply);
        // Step 1. Game over, immediate win, bitbase probe.
        int score;
        if (is_over(position, ply, score)) return score;
        if (E::has_winning_move(position)) return win_score - ply - 1;
        if (bitbase_score(position, ply, score)) return score;
        if (ply >= max_plies - 1) return evaluate(position);

        // Step 2. In check all moves are searched, up to the bound; a compulsory capture always is.
        bool in_check = E::in_check(position);
        int best = -win_score;
        const std::size_t begin = moves_.size();
        if (in_check) {
            moves_.generate_all(position, ply, stack_.previous(ply), 0);
            if (begin == moves_.size()) return terminal_score(G::outcome(position), G::side_to_move(position), ply);
            if (evasions <= 0 && moves_.any_quiet(position, begin)) in_check = false;
        }

        // Step 3. Stand pat on the static evaluation, then noisy moves only.
        if (!in_check) {
            moves_.truncate(begin);
            best = static_eval(position, ply);
            if (best >= beta) return best;
            alpha = std::max(alpha, best);
            // On a crowded board an exchange can go on almost without end, so its length is limited.
            if (captures <= 0) return best;
            moves_.generate_noisy(position);
        }

        // Step 4. The move loop, with delta pruning of captures that cannot raise alpha.
        const std::size_t end = moves_.size();
        const int side = G::side_to_move(position);
        const int delta_margin = params_.futility_margin * params_.delta_margin / 100;
        for (std::size_t i = begin; i < end && !counter_.stopped(); ++i) {
            const PickedMove picked = moves_.pick_best(position, i);
            if (!in_check && best + picked.gain + delta_margin <= alpha) continue;
            const Position child = stack_.make_move(position, picked.move, picked.hash, ply, table_, false);
            const int evasions_left = evasions - (in_check && picked.quiet());
            score = G::side_to_move(child) != side
                        ? -qsearch(child, -beta, -alpha, ply + 1, evasions_left, captures - 1)
                        : qsearch(child, alpha, beta, ply + 1, evasions_left, captures - 1);
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            if (beta - alpha > 1) pv_.update(ply, picked.move);
            if (alpha >= beta) break;
        }
        moves_.truncate(begin);
        return counter_.stopped() ? 0 : best;
    }

    // The evaluation, corrected by how far it was off after the same moves.
    int static_eval(const Position& position, int ply) {
        const int eval = cached_eval(position, ply);
        if (!params_.correction_history || full_width_ || baseline_) return eval;
        const PreviousMoves previous = stack_.previous(ply);
        const int side = G::side_to_move(position);
        const int sum =
            correction_by_last_[side][correction_slot(previous.last)] + correction_by_both_[correction_slot(previous)];
        const int corrected = eval + sum * in_futility_margins(params_.correction_history) / max_correction;
        return std::clamp(corrected, 1 - min_decisive_score, min_decisive_score - 1);
    }

    [[gnu::noinline]] void correct_evaluation(int error, int depth, int side, PreviousMoves previous) {
        const int change = std::clamp(error * depth / 8, -max_correction / 4, max_correction / 4);
        for (std::int16_t* value : {&correction_by_last_[side][correction_slot(previous.last)],
                                    &correction_by_both_[correction_slot(previous)]})
            *value = static_cast<std::int16_t>(*value + change - *value * std::abs(change) / max_correction);
    }
    static constexpr std::size_t correction_slot(MoveHash last) { return last & (correction_slots - 1); }
    static constexpr std::size_t correction_slot(PreviousMoves previous) {
        return (previous.last ^ move_hash(previous.before)) & (correction_slots - 1);
    }

    int evaluate(const Position& position, KeptFeatures<G>* kept) const {
        const int score =
            baseline_ ? E::material(position) : boardwright::evaluate<G>(position, network_, hidden_output, kept);
        return std::clamp(score, 1 - min_decisive_score, min_decisive_score - 1);
    }

    // `evaluate` through the evaluation cache: most positions soon recur by transposition or a ply deeper.
    int cached_eval(const Position& position, int ply) {
        // Positions of one ply have most pieces in common: the moves that led to their parent.
        KeptFeatures<G>* const kept = &kept_features_[ply];
        if constexpr (!E::params.cache_evaluations) return evaluate(position, kept);
        const std::uint64_t key = stack_.key(ply);
        std::uint64_t& cached = eval_cache_[key % eval_cache_.size()];
        if ((cached ^ key) >> 16 != 0)
            cached = (key >> 16 << 16) | static_cast<std::uint16_t>(evaluate(position, kept));
        return static_cast<std::int16_t>(cached);
    }

    // Stores the static evaluation of a ply; returns whether it is better for the side to move than two plies before.
    bool is_improving(int eval, int side, int ply) {
        const int now = for_first_side(eval, side), before = static_evals_[ply];
        static_evals_[ply + 2] = now;
        return side ? now < before : now > before;
    }
    static constexpr int for_first_side(int score, int side) { return side ? -score : score; }

    // Whether the position is in a loaded bitbase; sets its score.
    bool bitbase_score(const Position& position, int ply, int& score) const {
        int number = -1;
        const BitbaseValue value = probe_bitbases(position, ply, number);
        if (value.wdl == Wdl::unknown) return false;
        score = 0;
        if (value.wdl == Wdl::draw) return true;
        const int won = bitbase_win - bitbases_->stage(number) * stage_step - value.plies - ply;
        score = value.wdl == Wdl::win ? won : -won;
        return true;
    }

    // Leaf score of the baseline, of full-width searches and at the maximum ply.
    int leaf_score(const Position& position, int ply) const {
        const Outcome outcome = G::outcome(position);
        return outcome.over() ? terminal_score(outcome, G::side_to_move(position), ply) : evaluate(position);
    }

    // Whether the game is over, on the board, by repetition or by a draw clock; sets its score.
    bool is_over(const Position& position, int ply, int& score) const {
        if (G::draws_with_moves_left || E::ended(position)) {
            const Outcome outcome = G::outcome(position);
            if (outcome.over()) {
                score = terminal_score(outcome, G::side_to_move(position), ply);
                return true;
            }
        }
        score = 0;
        return stack_.drawn_by_history(ply);
    }

    static constexpr int max_correction = 1024, correction_slots = 1 << 13;
    static constexpr int qsearch_evasions = 2, qsearch_captures = 8;
    // Below this depth a probe costs more than searching again.
    static constexpr int min_tt_depth = 2;
    // Keeps the table entries of full-width searches apart from those of searches with reductions.
    static constexpr std::uint64_t full_width_key = 0x5bd1e995f00dcafe;

    TranspositionTable& table_;
    const Network& network_;
    const Bitbases* const bitbases_;
    const bool baseline_;
    const SearchParams params_;
    const LateMoveReductions late_move_reduction_;
    bool full_width_ = false;
    // Static evaluations for the first side, from two plies before the root on.
    int static_evals_[max_plies + 4] = {};
    // The upper 48 bits of a key, and the evaluation in the lower 16.
    std::array<std::uint64_t, E::params.cache_evaluations ? 1 << 15 : 1> eval_cache_ = {};
    std::array<std::int16_t, correction_slots> correction_by_last_[2] = {}, correction_by_both_ = {};
    KeptFeatures<G> kept_features_[max_plies + 2];
    NodeCounter counter_;
    SearchStack<G> stack_;
    MovePicker<G> moves_;
    PvTable pv_;
};

}  // namespace boardwright
