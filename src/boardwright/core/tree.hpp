// The tree below the root: the scores of positions, as deep as they are asked for.
//
// Nothing here assumes that sides alternate: where a move leaves the turn with its side, the score
// below it is taken as it is, and as its negative else.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "best_line.hpp"
#include "evaluation.hpp"
#include "ordering.hpp"
#include "path.hpp"
#include "score.hpp"
#include "watch.hpp"

namespace boardwright {

// How much later quiet moves are searched less deeply, by depth and number.
struct Reductions {
    std::uint8_t by[64][64];
    Reductions() : by{} {
        for (int depth = 1; depth < 64; ++depth)
            for (int number = 1; number < 64; ++number)
                by[depth][number] = static_cast<std::uint8_t>(0.5 + std::log(depth) * std::log(number) / 2.2);
    }
    int of(int depth, int number) const { return by[std::min(depth, 63)][std::min(number, 63)]; }
};
inline const Reductions reductions;

template <Evaluated G>
class Tree {
    using Position = typename G::Position;
    using E = Evaluation<G>;
    static constexpr Tuning tuning = E::tuning;

public:
    Tree(const std::vector<Position>& played, SearchShared& shared)
        : table_(shared.table), weights_(*shared.manner.weights), endings_(shared.manner.endings.get()), plain_(shared.manner.plain), watch_(shared), path_(played) {
        for (std::size_t back = 0; back < std::min<std::size_t>(played.size(), 3); ++back) {
            const Position& position = played[played.size() - 1 - back];
            worths_[2 - back] = worth_to_first(evaluate(position), G::side_to_move(position));
        }
    }

    Watch& watch() { return watch_; }

    // Without any reduction from now on, apart from what the table holds so far.
    void search_whole() { whole_ = true; }

    // Plays a move of the root; `below` then tells its score for the side that made it.
    Position step(const Position& root, Move move, int depth) {
        return path_.step(root, move, signature(move), 0, table_, depth > least_stored);
    }
    int below(const Position& next, bool turned, int alpha, int beta, int depth, int ply) {
        return turned ? -search(next, -beta, -alpha, depth, ply) : search(next, alpha, beta, depth, ply);
    }
    // What is expected after the move of the root that was searched last.
    std::span<const Move> line() const { return lines_[1]; }

    int evaluate(const Position& position) const {
        const int score = plain_ ? E::material(position) : evaluated<G>(position, weights_);
        return std::clamp(score, 1 - certain, certain - 1);
    }

    // What is known of a position with the clocks as they are, and the number of its class.
    Known known(const Position& position, int ply, int& number) const {
        if constexpr (HasEndings<G>) {
            using Materials = typename E::Materials;
            if (!endings_ || !Materials::few(position)) return {};
            number = Materials::class_of(position);
            if (!endings_->has(number)) return {};
            return Materials::in_time(number, path_.clock(ply), endings_->find(number, Materials::index(number, position)));
        }
        return {};
    }

private:
    // What is known of a position before its moves are searched.
    struct Node {
        int alpha, beta, depth, ply;
        std::uint64_t key;
        Signature first;
        int eval;
        bool pressed, may_prune, improving;
    };

    int search(const Position& position, int alpha, int beta, int depth, int ply) {
        lines_.clear(ply);
        // Where only wins within the depth are looked for, captures behind it do not matter.
        if (depth <= 0 && !plain_ && !whole_) return settle(position, alpha, beta, ply, settle_evasions, settle_captures);
        if (!watch_.count()) return 0;
        int score;
        if (over(position, ply, score)) return score;
        if (!plain_ && E::wins_now(position)) return win - ply - 1;
        if (depth <= 0 || ply >= most_plies - 1) return plain_leaf(position, ply);
        if (known_ending(position, ply, score)) return score;
        alpha = std::max(alpha, ply - win);
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        const bool main_line = beta - alpha > 1;
        const bool pressed = !plain_ && E::pressed(position);
        const bool may_prune = !plain_ && !whole_ && !main_line && !pressed && !is_certain(alpha) && !is_certain(beta);
        const int eval = worth(position, ply);
        const bool improving = is_improving(eval, G::side_to_move(position), ply);
        // Before the table is asked, which takes longer than all this.
        if (may_prune && depth <= 5 && eval - tuning.margin * (depth - improving) >= beta) return eval;

        const std::uint64_t key = path_.key(ply) ^ (whole_ ? 0x5bd1e995f00dcafe : 0);
        Entry entry;
        const bool known = depth >= least_stored && table_.find(key, entry);
        if (known && !main_line && entry.depth >= depth) {
            const int stored = from_table(entry.score, ply);
            if (entry.bound == Bound::exact || (entry.bound == Bound::lower && stored >= beta) ||
                (entry.bound == Bound::upper && stored <= alpha))
                return stored;
        }
        if constexpr (Passing<G>)
            if (may_prune && tuning.passing && depth >= 3 && eval >= beta && path_.played(ply)) {
                const int passed = pass(position, beta, depth - 3 - depth / 4, ply);
                if (watch_.halted()) return 0;
                if (passed >= beta) return is_certain(passed) ? beta : passed;
            }
        if (!known && depth >= 5 && !plain_ && !whole_) --depth;
        return search_moves(position, {alpha, beta, depth, ply, key, known ? entry.move : Signature{0}, eval, pressed, may_prune, improving});
    }

    // The same as `evaluate`. Most positions are soon met again, on another way or a ply deeper.
    int worth(const Position& position, int ply) {
        if constexpr (!tuning.remember) return evaluate(position);
        const std::uint64_t key = path_.key(ply);
        std::uint64_t& judged = judged_[key % judged_.size()];
        if ((judged ^ key) >> 16 != 0) judged = (key >> 16 << 16) | static_cast<std::uint16_t>(evaluate(position));
        return static_cast<std::int16_t>(judged);
    }

    // Notes what a position is worth; whether its side stands better than two plies before.
    bool is_improving(int eval, int side, int ply) {
        const int worth = worth_to_first(eval, side), before = worths_[ply];
        worths_[ply + 2] = worth;
        return side ? worth < before : worth > before;
    }
    static constexpr int worth_to_first(int eval, int side) { return side ? -eval : eval; }

    // Whether a position is an ending that is known, with its score for the side to move.
    bool known_ending(const Position& position, int ply, int& score) const {
        int number = -1;
        const Known found = known(position, ply, number);
        if (found.kind == Known::unknown) return false;
        score = 0;
        if (found.kind == Known::drawn) return true;
        const int worth = won_ending - endings_->stage(number) * stage_worth - found.plies - ply;
        score = found.kind == Known::won ? worth : -worth;
        return true;
    }

    // The end of the baseline's lines, and of those that have become too long.
    int plain_leaf(const Position& position, int ply) const {
        const Outcome outcome = G::outcome(position);
        return outcome.over() ? score_of(outcome, G::side_to_move(position), ply) : evaluate(position);
    }

    int pass(const Position& position, int beta, int depth, int ply)
        requires Passing<G>
    {
        const Position next = path_.pass(position, ply);
        moves_.forget_killers(ply + 1);
        return -search(next, -beta, 1 - beta, depth, ply + 1);
    }

    int search_moves(const Position& position, const Node& node) {
        const auto& [window_low, beta, depth, ply, key, first, eval, pressed, may_prune, improving] = node;
        int alpha = window_low;
        const std::size_t begin = moves_.size();
        moves_.list_moves(position, ply, path_.played(ply), first);
        const std::size_t end = moves_.size();
        if (begin == end) return score_of(G::outcome(position), G::side_to_move(position), ply);
        const int side = G::side_to_move(position);
        const bool main_line = beta - alpha > 1;
        int extension = 0;
        if (!plain_ && ply < 2 * watch_.depth()) extension = (pressed && tuning.extend) || end - begin == 1;
        const int new_depth = depth - 1 + extension;
        int best = -win, number = 0;
        Signature best_move = 0;
        moves_.forget_killers(ply + 1);
        for (std::size_t i = begin; i < end && !watch_.halted(); ++i) {
            const ListedMove chosen = moves_.bring_best(position, i);
            const bool quiet = chosen.quiet();
            ++number;
            if (may_prune && quiet && best > -certain && depth <= 4) {
                if (number > (4 + depth * depth * 2) / (improving ? 1 : 2) || eval + tuning.margin * (depth + 1) <= alpha) {
                    // What follows is as quiet, and was expected to be worth less.
                    best = std::max(best, std::min(alpha, eval));
                    break;
                }
            }
            const Position next = path_.step(position, chosen.move, chosen.sign, ply, table_, new_depth >= least_stored);
            const bool turned = G::side_to_move(next) != side;
            int score;
            if (number == 1) {
                score = below(next, turned, alpha, beta, new_depth, ply + 1);
            } else {
                int reduction = 0;
                if (depth >= 3 && quiet && !pressed && !whole_ && !plain_ && number > 2) {
                    reduction = reductions.of(depth, number) - main_line + !improving;
                    reduction -= moves_.worth(side, chosen.sign) / 6000;
                    reduction = std::clamp(reduction, 0, new_depth - 1);
                }
                score = below(next, turned, alpha, alpha + 1, new_depth - reduction, ply + 1);
                if (score > alpha && reduction) score = below(next, turned, alpha, alpha + 1, new_depth, ply + 1);
                if (score > alpha && score < beta) score = below(next, turned, alpha, beta, new_depth, ply + 1);
            }
            if (watch_.halted()) break;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_move = chosen.sign;
            if (main_line) lines_.extend(ply, chosen.move);
            if (alpha < beta) continue;
            if (quiet) moves_.praise(position, ply, path_.played(ply), depth, begin, i);
            break;
        }
        moves_.cut(begin);
        if (watch_.halted()) return 0;
        if (depth < least_stored) return best;
        const Bound bound = best >= beta ? Bound::lower : best > window_low ? Bound::exact : Bound::upper;
        table_.store(key, {best_move, to_table(best, ply), static_cast<std::uint8_t>(depth), bound, 0});
        return best;
    }

    // Captures, and what answers a threat, until the position is at rest.
    int settle(const Position& position, int alpha, int beta, int ply, int evasions, int captures) {
        if (!watch_.count()) return 0;
        lines_.clear(ply);
        int score;
        if (over(position, ply, score)) return score;
        if (E::wins_now(position)) return win - ply - 1;
        if (known_ending(position, ply, score)) return score;
        if (ply >= most_plies - 1) return evaluate(position);
        bool pressed = E::pressed(position);
        int best = -win;
        const std::size_t begin = moves_.size();
        if (pressed) {
            moves_.list_moves(position, ply, path_.played(ply), 0);
            if (begin == moves_.size()) return score_of(G::outcome(position), G::side_to_move(position), ply);
            // A threat is answered only so many times; a duty to capture ends by itself.
            if (evasions <= 0 && moves_.any_quiet(position, begin)) pressed = false;
        }
        if (!pressed) {
            best = worth(position, ply);
            if (best >= beta) {
                moves_.cut(begin);
                return best;
            }
            alpha = std::max(alpha, best);
            moves_.cut(begin);
            // On a crowded board exchanges go on and on: what is left of them is not looked at.
            if (captures <= 0) return best;
            moves_.list_gains(position);
        }
        const std::size_t end = moves_.size();
        const int side = G::side_to_move(position);
        for (std::size_t i = begin; i < end && !watch_.halted(); ++i) {
            const ListedMove chosen = moves_.bring_best(position, i);
            if (!pressed && best + chosen.gain + tuning.margin * 2 <= alpha) continue;
            const Position next = path_.step(position, chosen.move, chosen.sign, ply, table_, false);
            const int left = evasions - (pressed && chosen.quiet());
            score = G::side_to_move(next) != side ? -settle(next, -beta, -alpha, ply + 1, left, captures - 1)
                                                  : settle(next, alpha, beta, ply + 1, left, captures - 1);
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            if (beta - alpha > 1) lines_.extend(ply, chosen.move);
            if (alpha >= beta) break;
        }
        moves_.cut(begin);
        return watch_.halted() ? 0 : best;
    }

    // Whether the game has ended here, with its score for the side to move.
    bool over(const Position& position, int ply, int& score) const {
        if (G::draws_with_moves_left || E::ended(position)) {
            const Outcome outcome = G::outcome(position);
            if (outcome.over()) {
                score = score_of(outcome, G::side_to_move(position), ply);
                return true;
            }
        }
        score = 0;
        return path_.drawn_by_history(ply);
    }

    static constexpr int settle_evasions = 2, settle_captures = 8;
    // Asking the table for what lies less deep takes longer than searching it again.
    static constexpr int least_stored = 2;

    Table& table_;
    const Weights& weights_;
    const Endings* const endings_;
    const bool plain_;
    bool whole_ = false;
    // What the positions of the path are worth to the first side, from two plies before the root on.
    int worths_[most_plies + 4] = {};
    // Most of a key, and in its lowest bits what the position is worth.
    std::array<std::uint64_t, tuning.remember ? 1 << 14 : 1> judged_ = {};
    Watch watch_;
    Path<G> path_;
    Ordering<G> moves_;
    BestLines lines_;
};

}  // namespace boardwright
