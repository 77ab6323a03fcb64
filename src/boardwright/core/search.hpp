// One search for every game: iterative deepening with a principal variation, over the rules of a game
// and what its room thinks of positions.
//
// Nothing here assumes that sides alternate: where a move leaves the turn with its side, the score
// below it is taken as it is, and as its negative else. Wins and losses count the moves to the end
// from the root: a score of `win - n` is a win with the n-th move.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <vector>

#include "bits.hpp"
#include "evaluation.hpp"
#include "works.hpp"

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

// What all workers of a search share.
struct SearchShared {
    Table& table;
    const Stop& stop;
    SearchLimits limits;
    SearchManner manner;
    std::atomic<bool> finished{false};
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }
};

// How much later quiet moves are searched less deeply, by depth and number.
struct Reductions {
    std::uint8_t by[64][64];
    Reductions() : by{} {
        for (int depth = 1; depth < 64; ++depth)
            for (int number = 1; number < 64; ++number)
                by[depth][number] = static_cast<std::uint8_t>(0.5 + std::log(depth) * std::log(number) / 2.2);
    }
};
inline const Reductions reductions;

// One thread of a search.
template <Evaluated G>
class Searcher {
    using Position = typename G::Position;
    using E = Evaluation<G>;
    static constexpr Tuning tuning = E::tuning;

public:
    // `path` leads from the first position that can still count to the one that is searched.
    Searcher(const std::vector<Position>& path, SearchShared& shared) : shared_(shared), manner_(shared.manner) {
        follow(path);
        G::each_move(root_, [&](Move move) { roots_.push_back({move, -win, {move}}); });
        if (Random random(manner_.seed); manner_.seed)
            for (std::size_t left = roots_.size(); left > 1; --left)
                std::swap(roots_[left - 1], roots_[static_cast<std::size_t>(random.below(static_cast<int>(left)))]);
        moves_.reserve(1 << 14);
        root_known_ = known_root();
    }

    std::uint64_t nodes() const { return counted_.load(std::memory_order_relaxed); }

    // Search deeper and deeper; `tell` is given each finished depth.
    template <class Tell>
    void search(int first_depth, Tell&& tell) {
        if (!roots_.empty()) deepen(first_depth, tell);
        publish_nodes();
    }

    SearchReport report(int depth, std::size_t lines) const {
        SearchReport report{depth, nodes_, shared_.seconds(), {}};
        for (std::size_t i = 0; i < lines; ++i) {
            const int score = roots_[i].score;
            const bool drawn = root_known_ == Known::drawn && score == 0;
            report.lines.push_back({score, roots_[i].line, drawn || is_ending(score)});
        }
        return report;
    }

private:
    template <class Tell>
    void deepen(int first_depth, Tell&& tell) {
        for (int depth = first_depth; depth <= shared_.limits.depth && !halted_; ++depth) {
            depth_ = depth;
            const std::size_t lines = std::min<std::size_t>(static_cast<std::size_t>(shared_.limits.lines), roots_.size());
            for (first_root_ = 0; first_root_ < lines && !halted_; ++first_root_) search_line(depth);
            // A later line may have come out better than those that were left out of it.
            first_root_ = 0;
            sort_roots();
            publish_nodes();
            // A depth that was broken off counts as the one before it, with what it has found to be better.
            if (halted_ && depth == 1) roots_[0].score = evaluate(root_), changed_ = true;
            if (halted_ && depth > 1 && (lines > 1 || !changed_)) break;
            tell(report(halted_ ? std::max(depth - 1, 1) : depth, lines));
            // What every move leads to is known: there is nothing to search.
            if (root_known_ != Known::unknown) return;
            if (lines > 1 || !is_decided(roots_[0].score) || halted_) continue;
            if (!manner_.plain) prove_distance(tell);
            // A decided score with the full depth behind it cannot become better.
            if (!manner_.plain || depth >= distance(roots_[0].score)) return;
        }
    }

    struct RootMove {
        Move move;
        int score;
        std::vector<Move> line;
    };
    struct ListedMove {
        Move move;
        int order, gain;
        Signature sign;
    };
    struct Frame {
        std::uint64_t key;
        typename G::Clock clock;
        int quiet;
        Signature played, killers[2];
    };
    // What is known of a position before its moves are searched.
    struct Node {
        int alpha, beta, depth, ply;
        std::uint64_t key;
        Signature first;
        int eval;
        bool pressed, may_prune;
    };
    static constexpr int history_limit = 1 << 14;

    // Replays what led to the root: what can repeat, and what the clocks of the game say.
    void follow(const std::vector<Position>& path) {
        root_ = path.back();
        Frame& frame = frames_[0];
        keys_.reserve(path.size() + most_plies + 2);
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            const std::uint64_t key = G::hash(path[i]), next = G::hash(path[i + 1]);
            keys_.push_back(G::repeatable(path[i]) ? key : 0);
            Move played = 0;
            bool found = false;
            G::each_move(path[i], [&](Move move) {
                if (!found && G::hash_after(path[i], key, move) == next) played = move, found = true;
            });
            if (!found) {
                frame.quiet = 0, frame.clock = {};
                continue;
            }
            const bool progress = G::progress(path[i], played);
            frame.quiet = progress ? 0 : frame.quiet + 1;
            frame.clock.template tick<G>(path[i], path[i + 1], progress);
        }
        frame.key = G::hash(root_);
        root_index_ = keys_.size();
        keys_.resize(root_index_ + most_plies + 2);
        keys_[root_index_] = G::repeatable(root_) ? frame.key : 0;
    }

    // How the root stands, if that is known of it or of all that it leads to.
    Known::Kind known_root() {
        int number;
        const Known::Kind here = known(root_, 0, number).kind;
        if (here != Known::unknown || !manner_.endings || roots_.empty()) return here;
        Known::Kind best = Known::lost;
        for (const RootMove& root : roots_) {
            const Position next = step(root_, root.move, 0, 0, false);
            const Known::Kind after = known(next, 1, number).kind;
            if (after == Known::unknown || G::side_to_move(next) == G::side_to_move(root_)) return Known::unknown;
            if (after == Known::lost) best = Known::won;
            else if (after == Known::drawn && best == Known::lost) best = Known::drawn;
        }
        return best;
    }

    // One line of the root: those before it are left out.
    void search_line(int depth) {
        const int known = roots_[first_root_].score;
        int width = depth >= 5 && !is_certain(known) ? tuning.window : 2 * win;
        int alpha = std::max(known - width, -win), beta = std::min(known + width, win);
        changed_ = false;
        while (!halted_) {
            std::vector<RootMove> kept = roots_;
            const int score = search_root(alpha, beta, depth);
            // Broken off: that the first moves are bad says nothing of those that were not looked at.
            if (halted_ && (score <= alpha || score <= -certain)) {
                roots_ = std::move(kept);
                if (score <= -certain) pass_over(completed_);
                return;
            }
            sort_roots();
            changed_ = true;
            if (halted_) return;
            width = is_ending(score) ? 2 * win : 2 * width;
            if (score <= alpha && alpha > -win) alpha = std::max(score - width, -win);
            else if (score >= beta && beta < win) beta = std::min(score + width, win);
            else return;
        }
    }

    // The first so many moves are found to lose: the next one cannot be worse, whatever it is worth.
    void pass_over(std::size_t lost) {
        const auto first = roots_.begin() + static_cast<std::ptrdiff_t>(first_root_);
        if (lost == 0 || first_root_ + lost >= roots_.size()) return;
        const int known = first->score;
        std::rotate(first, first + static_cast<std::ptrdiff_t>(lost), roots_.end());
        *first = {first->move, known, {first->move}};
        changed_ = true;
    }

    void sort_roots() {
        std::stable_sort(roots_.begin() + static_cast<std::ptrdiff_t>(first_root_), roots_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }

    int search_root(int alpha, int beta, int depth) {
        int best = -win;
        completed_ = 0;
        moves_.clear();
        // Whatever is not found to be better stays below what is, in the order of before.
        for (std::size_t i = first_root_; i < roots_.size(); ++i) roots_[i].score = -win - static_cast<int>(i);
        for (std::size_t i = first_root_; i < roots_.size(); ++i) {
            const Move move = roots_[i].move;
            const Position next = step(root_, move, signature(move), 0, depth > least_stored);
            const bool turned = G::side_to_move(next) != G::side_to_move(root_);
            int score;
            if (i == first_root_) {
                score = below(next, turned, alpha, beta, depth - 1, 1);
            } else {
                score = below(next, turned, alpha, alpha + 1, depth - 1, 1);
                if (score > alpha && !halted_) score = below(next, turned, alpha, beta, depth - 1, 1);
            }
            if (halted_) return best;
            ++completed_;
            if (score > alpha || i == first_root_) {
                roots_[i].score = score;
                take_line(roots_[i]);
            }
            if (score > best) best = score;
            if (score > alpha) alpha = score;
            if (alpha >= beta) break;
        }
        return best;
    }

    void take_line(RootMove& root) const {
        root.line.assign(1, root.move);
        root.line.insert(root.line.end(), line_[1].begin(), line_[1].begin() + line_length_[1]);
        if (!is_decided(root.score) || static_cast<int>(root.line.size()) + 1 != distance(root.score)) return;
        // A win with one move is seen without looking for the move: here it is wanted.
        Position position = root_;
        for (const Move move : root.line) position = G::play(position, move);
        G::each_move(position, [&](Move move) {
            const Outcome outcome = G::outcome(G::play(position, move));
            if (outcome.kind == G::side_to_move(position) && static_cast<int>(root.line.size()) < distance(root.score))
                root.line.push_back(move);
        });
    }

    // A win by reduced searches is a win, but there may be a shorter one: search again to smaller
    // depths without reductions, apart from what the table holds, until there is none.
    template <class Tell>
    void prove_distance(Tell&& tell) {
        const int reached = depth_;
        whole_ = true;
        first_root_ = 0;
        for (int depth = 1; depth < distance(roots_[0].score) && depth <= shared_.limits.depth && !halted_; ++depth) {
            depth_ = depth;
            const int known = roots_[0].score;
            std::vector<RootMove> kept = roots_;
            const int score = known > 0 ? search_root(known, win, depth) : search_root(-win, known + 1, depth);
            if (halted_ || score <= -win || (known > 0 ? score <= known : score > known)) {
                roots_ = std::move(kept);
                continue;
            }
            sort_roots();
            publish_nodes();
            tell(report(reached, 1));
        }
    }

    // The score of what follows a move, for the side that made it.
    int below(const Position& next, bool turned, int alpha, int beta, int depth, int ply) {
        return turned ? -search(next, -beta, -alpha, depth, ply) : search(next, alpha, beta, depth, ply);
    }

    // Play a move and note in the frame below what it leaves behind; `looked_up`: whether the table will be asked.
    Position step(const Position& position, Move move, Signature sign, int ply, bool looked_up) {
        const Frame& frame = frames_[ply];
        Frame& next_frame = frames_[ply + 1];
        next_frame.key = G::hash_after(position, frame.key, move);
        if (looked_up) shared_.table.prefetch(next_frame.key);
        const bool progress = G::progress(position, move);
        const Position next = G::play(position, move);
        next_frame.quiet = progress ? 0 : frame.quiet + 1;
        next_frame.clock = frame.clock;
        next_frame.clock.template tick<G>(position, next, progress);
        next_frame.played = sign;
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = G::repeatable(next) ? next_frame.key : 0;
        return next;
    }

    // Drawn by the moves that led here: once more what stood since the root, or the third time in all.
    bool drawn_by_history(int ply) const {
        const Frame& frame = frames_[ply];
        if (frame.clock.drawn()) return true;
        const std::size_t here = root_index_ + static_cast<std::size_t>(ply);
        if (frame.quiet < 2 || !keys_[here]) return false;
        const std::size_t first = here - std::min(here, static_cast<std::size_t>(frame.quiet));
        int earlier = 0;
        for (std::size_t i = here; i-- > first;)
            if (keys_[i] == frame.key && (i >= root_index_ || ++earlier == 2)) return true;
        return false;
    }

    // Whether the game has ended here, with its score for the side to move.
    bool over(const Position& position, int ply, int& score) const {
        if (G::draws_with_moves_left || E::ended(position)) {
            const Outcome outcome = G::outcome(position);
            if (outcome.over()) {
                score = score_of(outcome, position, ply);
                return true;
            }
        }
        score = 0;
        return drawn_by_history(ply);
    }

    static int score_of(Outcome outcome, const Position& position, int ply) {
        if (outcome.kind == Outcome::drawn) return 0;
        return outcome.kind == G::side_to_move(position) ? win - ply : ply - win;
    }

    // What is known of a position with the clocks as they are, and the number of its class.
    Known known(const Position& position, int ply, int& number) const {
        if constexpr (HasEndings<G>) {
            using Materials = typename E::Materials;
            if (!manner_.endings || !Materials::few(position)) return {};
            number = Materials::class_of(position);
            if (!manner_.endings->has(number)) return {};
            const Known found = manner_.endings->find(number, Materials::index(number, position));
            return Materials::in_time(number, frames_[ply].clock, found);
        }
        return {};
    }

    // Whether a position is an ending that is known, with its score for the side to move.
    bool known_ending(const Position& position, int ply, int& score) const {
        if constexpr (!HasEndings<G>) return false;
        int number = -1;
        const Known found = known(position, ply, number);
        if (found.kind == Known::unknown) return false;
        score = 0;
        if (found.kind == Known::drawn) return true;
        const int worth = won_ending - manner_.endings->stage(number) * stage_worth - found.plies - ply;
        score = found.kind == Known::won ? worth : -worth;
        return true;
    }

    int evaluate(const Position& position) const {
        const int score = manner_.plain ? E::material(position) : E::evaluate(position);
        return std::clamp(score, 1 - certain, certain - 1);
    }

    bool count_node() {
        if (halted_) return false;
        ++nodes_;
        if (nodes_ >= next_look_) look();
        return !halted_;
    }

    // Now and then: whether to stop.
    void look() {
        publish_nodes();
        const SearchLimits& limits = shared_.limits;
        next_look_ = nodes_ + 512;
        if (limits.nodes) next_look_ = std::min(next_look_, std::max(limits.nodes, nodes_ + 1));
        // The first depth is finished, so that there is a move to play, unless that takes very long.
        if (depth_ <= 1 && nodes_ < patience) return;
        halted_ = shared_.finished.load(std::memory_order_relaxed) || shared_.stop.asked() ||
                  (limits.nodes && nodes_ >= limits.nodes) || (limits.seconds > 0 && shared_.seconds() >= limits.seconds);
    }
    void publish_nodes() { counted_.store(nodes_, std::memory_order_relaxed); }

    int search(const Position& position, int alpha, int beta, int depth, int ply) {
        line_length_[static_cast<std::size_t>(ply)] = 0;
        if (depth <= 0 && !manner_.plain) return settle(position, alpha, beta, ply, settle_evasions, settle_captures);
        if (!count_node()) return 0;
        int score;
        if (over(position, ply, score)) return score;
        if (depth <= 0 || ply >= most_plies - 1) return plain_leaf(position, ply);
        if (!manner_.plain && E::wins_now(position)) return win - ply - 1;
        if (known_ending(position, ply, score)) return score;
        alpha = std::max(alpha, ply - win);
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        const bool main_line = beta - alpha > 1;
        const bool pressed = !manner_.plain && E::pressed(position);
        const bool may_prune = !manner_.plain && !whole_ && !main_line && !pressed && !is_certain(alpha) && !is_certain(beta);
        const int eval = evaluate(position);
        // Before the table is asked, which takes longer than all this.
        if (may_prune && depth <= 5 && eval - tuning.margin * depth >= beta) return eval;

        const std::uint64_t key = frames_[ply].key ^ (whole_ ? 0x5bd1e995f00dcafe : 0);
        Entry entry;
        const bool known = depth >= least_stored && shared_.table.find(key, entry);
        if (known && !main_line && entry.depth >= depth) {
            const int stored = from_table(entry.score, ply);
            if (entry.bound == Bound::exact || (entry.bound == Bound::lower && stored >= beta) ||
                (entry.bound == Bound::upper && stored <= alpha))
                return stored;
        }
        if constexpr (Passing<G>)
            if (may_prune && tuning.passing && depth >= 3 && eval >= beta && frames_[ply].played) {
                const int passed = pass(position, beta, depth - 3 - depth / 4, ply);
                if (halted_) return 0;
                if (passed >= beta) return is_certain(passed) ? beta : passed;
            }
        if (!known && depth >= 5 && !manner_.plain && !whole_) --depth;
        return search_moves(position, {alpha, beta, depth, ply, key, known ? entry.move : Signature{0}, eval, pressed, may_prune});
    }

    // The end of the baseline's lines, and of those that have become too long.
    int plain_leaf(const Position& position, int ply) const {
        const Outcome outcome = G::outcome(position);
        return outcome.over() ? score_of(outcome, position, ply) : evaluate(position);
    }

    int pass(const Position& position, int beta, int depth, int ply)
        requires Passing<G>
    {
        const Position next = E::passed(position);
        const Frame& frame = frames_[ply];
        frames_[ply + 1] = {G::hash(next), frame.clock, 0, 0, {0, 0}};
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = 0;
        return -search(next, -beta, 1 - beta, depth, ply + 1);
    }

    int search_moves(const Position& position, const Node& node) {
        const auto& [window_low, beta, depth, ply, key, first, eval, pressed, may_prune] = node;
        int alpha = window_low;
        const std::size_t begin = moves_.size();
        list_moves(position, ply, first);
        const std::size_t end = moves_.size();
        if (begin == end) return score_of(G::outcome(position), position, ply);
        const int side = G::side_to_move(position);
        const bool main_line = beta - alpha > 1;
        int extension = 0;
        if (!manner_.plain && ply < 2 * depth_) extension = (pressed && tuning.extend) || end - begin == 1;
        const int new_depth = depth - 1 + extension;
        int best = -win, number = 0;
        Signature best_move = 0;
        frames_[ply + 1].killers[0] = frames_[ply + 1].killers[1] = 0;
        for (std::size_t i = begin; i < end && !halted_; ++i) {
            bring_best(i, end);
            const ListedMove chosen = moves_[i];
            const bool quiet = chosen.gain == 0;
            ++number;
            if (may_prune && quiet && best > -certain && depth <= 4) {
                if (number > 4 + depth * depth * 2 || eval + tuning.margin * (depth + 1) <= alpha) {
                    // What follows is as quiet, and was expected to be worth less.
                    best = std::max(best, std::min(alpha, eval));
                    break;
                }
            }
            const Position next = step(position, chosen.move, chosen.sign, ply, new_depth >= least_stored);
            const bool turned = G::side_to_move(next) != side;
            int score;
            if (number == 1) {
                score = below(next, turned, alpha, beta, new_depth, ply + 1);
            } else {
                int reduction = 0;
                if (depth >= 3 && quiet && !pressed && !whole_ && !manner_.plain && number > 2) {
                    reduction = reductions.by[std::min(depth, 63)][std::min(number, 63)] - main_line;
                    reduction -= history_[side][chosen.sign & (slots - 1)] / 6000;
                    reduction = std::clamp(reduction, 0, new_depth - 1);
                }
                score = below(next, turned, alpha, alpha + 1, new_depth - reduction, ply + 1);
                if (score > alpha && reduction) score = below(next, turned, alpha, alpha + 1, new_depth, ply + 1);
                if (score > alpha && score < beta) score = below(next, turned, alpha, beta, new_depth, ply + 1);
            }
            if (halted_) break;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_move = chosen.sign;
            if (main_line) extend_line(ply, chosen.move);
            if (alpha < beta) continue;
            if (quiet) praise(side, ply, depth, begin, i);
            break;
        }
        moves_.resize(begin);
        if (halted_) return 0;
        if (depth < least_stored) return best;
        const Bound bound = best >= beta ? Bound::lower : best > window_low ? Bound::exact : Bound::upper;
        shared_.table.store(key, {best_move, to_table(best, ply), static_cast<std::uint8_t>(depth), bound, 0});
        return best;
    }

    // Captures, and what answers a threat, until the position is at rest.
    int settle(const Position& position, int alpha, int beta, int ply, int evasions, int captures) {
        if (!count_node()) return 0;
        line_length_[static_cast<std::size_t>(ply)] = 0;
        int score;
        if (over(position, ply, score)) return score;
        if (E::wins_now(position)) return win - ply - 1;
        if (known_ending(position, ply, score)) return score;
        if (ply >= most_plies - 1) return evaluate(position);
        bool pressed = E::pressed(position);
        int best = -win;
        const std::size_t begin = moves_.size();
        if (pressed) {
            list_moves(position, ply, 0);
            if (begin == moves_.size()) return score_of(G::outcome(position), position, ply);
            // A threat is answered only so many times; a duty to capture ends by itself.
            if (evasions <= 0 && std::any_of(moves_.begin() + static_cast<std::ptrdiff_t>(begin), moves_.end(),
                                             [](const ListedMove& listed) { return listed.gain == 0; }))
                pressed = false;
        }
        if (!pressed) {
            best = evaluate(position);
            if (best >= beta) {
                moves_.resize(begin);
                return best;
            }
            alpha = std::max(alpha, best);
            moves_.resize(begin);
            // On a crowded board exchanges go on and on: what is left of them is not looked at.
            if (captures <= 0) return best;
            list_gains(position);
        }
        const std::size_t end = moves_.size();
        const int side = G::side_to_move(position);
        for (std::size_t i = begin; i < end && !halted_; ++i) {
            bring_best(i, end);
            const ListedMove chosen = moves_[i];
            if (!pressed && best + chosen.gain + tuning.margin * 2 <= alpha) continue;
            const Position next = step(position, chosen.move, chosen.sign, ply, false);
            const int left = evasions - (pressed && chosen.gain == 0);
            score = G::side_to_move(next) != side ? -settle(next, -beta, -alpha, ply + 1, left, captures - 1)
                                                  : settle(next, alpha, beta, ply + 1, left, captures - 1);
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            if (beta - alpha > 1) extend_line(ply, chosen.move);
            if (alpha >= beta) break;
        }
        moves_.resize(begin);
        return halted_ ? 0 : best;
    }

    void list_moves(const Position& position, int ply, Signature first) {
        const Frame& frame = frames_[ply];
        const int side = G::side_to_move(position);
        const Signature counter = counters_[frame.played & (slots - 1)];
        G::each_move(position, [&](Move move) {
            const Signature sign = signature(move);
            const int gain = E::gain(position, move);
            int order;
            if (sign == first) order = 1 << 30;
            else if (gain > 0) order = (1 << 24) + gain;
            else if (sign == frame.killers[0]) order = 1 << 23;
            else if (sign == frame.killers[1]) order = 1 << 22;
            else if (sign == counter) order = 1 << 21;
            else order = history_[side][sign & (slots - 1)];
            moves_.push_back({move, order, gain, sign});
        });
    }

    void list_gains(const Position& position) {
        const auto add = [&](Move move) {
            if (const int gain = E::gain(position, move); gain > 0) moves_.push_back({move, gain, gain, signature(move)});
        };
        if constexpr (requires { E::each_gain(position, add); }) E::each_gain(position, add);
        else G::each_move(position, add);
    }

    void bring_best(std::size_t at, std::size_t end) {
        std::size_t best = at;
        for (std::size_t i = at + 1; i < end; ++i)
            if (moves_[i].order > moves_[best].order) best = i;
        std::swap(moves_[at], moves_[best]);
    }

    // A quiet move refuted the line: remember it, and that those before it did not.
    void praise(int side, int ply, int depth, std::size_t begin, std::size_t at) {
        Frame& frame = frames_[ply];
        const Signature sign = moves_[at].sign;
        if (frame.killers[0] != sign) frame.killers[1] = frame.killers[0], frame.killers[0] = sign;
        counters_[frame.played & (slots - 1)] = sign;
        const int bonus = std::min(depth * depth * 16, 2000);
        for (std::size_t i = begin; i <= at; ++i) {
            if (moves_[i].gain > 0) continue;
            std::int16_t& worth = history_[side][moves_[i].sign & (slots - 1)];
            const int by = i == at ? bonus : -bonus;
            worth = static_cast<std::int16_t>(worth + by - worth * bonus / history_limit);
        }
    }

    void extend_line(int ply, Move move) {
        const std::size_t here = static_cast<std::size_t>(ply);
        line_[here][0] = move;
        const int below = std::min(line_length_[here + 1], longest_line - 1);
        std::copy_n(line_[here + 1].begin(), below, line_[here].begin() + 1);
        line_length_[here] = below + 1;
    }

    // In the table a distance counts from its own position.
    static std::int16_t to_table(int score, int ply) {
        return static_cast<std::int16_t>(score >= certain ? score + ply : score <= -certain ? score - ply : score);
    }
    static int from_table(int score, int ply) {
        return score >= certain ? score - ply : score <= -certain ? score + ply : score;
    }

    static constexpr int settle_evasions = 2, settle_captures = 8, longest_line = 64;
    // Asking the table for what lies less deep takes longer than searching it again.
    static constexpr int least_stored = 2;
    static constexpr std::uint64_t patience = 50'000;
    static constexpr int slots = 1 << 13;

    SearchShared& shared_;
    const SearchManner manner_;
    Position root_;
    Known::Kind root_known_ = Known::unknown;
    std::vector<RootMove> roots_;
    std::vector<ListedMove> moves_;
    std::vector<std::uint64_t> keys_;
    std::size_t root_index_ = 0, first_root_ = 0, completed_ = 0;
    std::uint64_t nodes_ = 0, next_look_ = 1;
    std::atomic<std::uint64_t> counted_{0};
    int depth_ = 0;
    bool halted_ = false, changed_ = false, whole_ = false;
    Frame frames_[most_plies + 2] = {};
    std::array<std::int16_t, slots> history_[2] = {};
    std::array<Signature, slots> counters_ = {};
    std::array<int, most_plies + 2> line_length_ = {};
    // Not cleared: only so much is read of a line as was written.
    std::array<std::array<Move, longest_line>, most_plies + 2> line_;
};

// All threads share one table; the first one tells what it finds, and ends the others.
template <Evaluated G>
class SearchJob final : public Search {
public:
    using Position = typename G::Position;

    SearchJob(std::shared_ptr<Table> table, std::vector<Position> path, SearchLimits limits, SearchManner manner, int threads)
        : table_(std::move(table)), path_(std::move(path)), shared_{*table_, stop_, limits, manner} {
        if (limits.nodes) shared_.limits.nodes = std::max<std::uint64_t>(limits.nodes / static_cast<unsigned>(threads), 1);
        table_->begin(threads == 1 && limits.seconds == 0);
        for (int i = 0; i < threads; ++i) searchers_.push_back(std::make_unique<Searcher<G>>(path_, shared_));
        total_ = searchers_.size();
        run(threads);
    }
    ~SearchJob() override { stop_and_join(); }

    std::uint64_t nodes() const override {
        std::uint64_t sum = 0;
        for (const auto& searcher : searchers_) sum += searcher->nodes();
        return sum;
    }
    double seconds() const override { return shared_.seconds(); }

private:
    void work(std::size_t index) override {
        searchers_[index]->search(1 + static_cast<int>(index % 2), [&](SearchReport report) {
            if (index == 0) add(std::move(report));
        });
        if (index == 0) shared_.finished.store(true, std::memory_order_relaxed);
    }

    std::shared_ptr<Table> table_;
    std::vector<Position> path_;
    SearchShared shared_;
    std::vector<std::unique_ptr<Searcher<G>>> searchers_;
};

template <class G>
std::unique_ptr<Search> new_search(std::shared_ptr<Table> table, std::vector<typename G::Position> path,
                                   const SearchLimits& limits, const SearchManner& manner, int threads) {
    if constexpr (Evaluated<G>)
        return std::make_unique<SearchJob<G>>(std::move(table), std::move(path), limits, manner, threads);
    return nullptr;
}

// What the compiler must keep of this for some games.
template <class... Gs>
auto search_of(Rooms<Gs...>) { return std::tuple(&new_search<Gs>...); }

}  // namespace boardwright
