// The root of a search: deeper and deeper, the best lines of each depth, and the shortest way to a win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "tree.hpp"

namespace boardwright {

// One thread of a search.
template <Evaluated G>
class Searcher {
    using Position = typename G::Position;
    static constexpr Tuning tuning = Evaluation<G>::tuning;

public:
    // `path` leads from the first position that can still count to the one that is searched.
    Searcher(const std::vector<Position>& path, SearchShared& shared)
        : shared_(shared), tree_(path, shared), watch_(tree_.watch()), root_(path.back()) {
        G::each_move(root_, [&](Move move) { roots_.push_back({move, -win, {move}}); });
        if (Random random(shared.manner.seed); shared.manner.seed)
            for (std::size_t left = roots_.size(); left > 1; --left)
                std::swap(roots_[left - 1], roots_[static_cast<std::size_t>(random.below(static_cast<int>(left)))]);
        root_known_ = known_root();
    }

    std::uint64_t nodes() const { return watch_.published(); }

    // Search deeper and deeper; `tell` is given each finished depth.
    template <class Tell>
    void search(int first_depth, Tell&& tell) {
        if (!roots_.empty()) deepen(first_depth, tell);
        watch_.publish();
    }

private:
    struct RootMove {
        Move move;
        int score;
        std::vector<Move> line;
    };

    template <class Tell>
    void deepen(int first_depth, Tell&& tell) {
        for (int depth = first_depth; depth <= shared_.limits.depth && !watch_.halted(); ++depth) {
            watch_.begin_depth(depth);
            const std::size_t lines = std::min<std::size_t>(static_cast<std::size_t>(shared_.limits.lines), roots_.size());
            for (first_root_ = 0; first_root_ < lines && !watch_.halted(); ++first_root_) search_line(depth);
            // A later line may have come out better than those that were left out of it.
            first_root_ = 0;
            sort_roots();
            watch_.publish();
            // A depth that was broken off counts as the one before it, with what it has found to be better.
            if (watch_.halted() && depth == 1) roots_[0].score = tree_.evaluate(root_), changed_ = true;
            if (watch_.halted() && depth > 1 && (lines > 1 || !changed_)) break;
            tell(report(watch_.halted() ? std::max(depth - 1, 1) : depth, lines));
            // What every move leads to is known: there is nothing to search.
            if (root_known_ != Known::unknown) return;
            if (lines > 1 || !is_decided(roots_[0].score) || watch_.halted()) continue;
            if (!shared_.manner.plain) prove_distance(tell);
            // A decided score with the full depth behind it cannot become better.
            if (!shared_.manner.plain || depth >= distance(roots_[0].score)) return;
        }
    }

    // How the root stands, if that is known of all that it leads to.
    Known::Kind known_root() {
        if (!shared_.manner.endings || roots_.empty()) return Known::unknown;
        int number;
        Known::Kind best = Known::lost;
        for (const RootMove& root : roots_) {
            const Position next = tree_.step(root_, root.move, 0);
            const Outcome outcome = G::outcome(next);
            if (G::side_to_move(next) == G::side_to_move(root_)) return Known::unknown;
            Known::Kind after = tree_.known(next, 1, number).kind;
            if (outcome.over()) after = outcome.kind == Outcome::drawn ? Known::drawn : Known::lost;
            if (after == Known::unknown) return Known::unknown;
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
        while (!watch_.halted()) {
            std::vector<RootMove> kept = roots_;
            const int score = search_root(alpha, beta, depth);
            // Broken off: that the first moves are bad says nothing of those that were not looked at.
            if (watch_.halted() && (score <= alpha || score <= -certain)) {
                roots_ = std::move(kept);
                if (score <= -certain) pass_over(completed_);
                return;
            }
            sort_roots();
            changed_ = true;
            if (watch_.halted()) return;
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
        // Whatever is not found to be better stays below what is, in the order of before.
        for (std::size_t i = first_root_; i < roots_.size(); ++i) roots_[i].score = -win - static_cast<int>(i);
        for (std::size_t i = first_root_; i < roots_.size(); ++i) {
            const Move move = roots_[i].move;
            const Position next = tree_.step(root_, move, depth);
            const bool turned = G::side_to_move(next) != G::side_to_move(root_);
            int score;
            if (i == first_root_) {
                score = tree_.below(next, turned, alpha, beta, depth - 1, 1);
            } else {
                score = tree_.below(next, turned, alpha, alpha + 1, depth - 1, 1);
                if (score > alpha && !watch_.halted()) score = tree_.below(next, turned, alpha, beta, depth - 1, 1);
            }
            if (watch_.halted()) return best;
            ++completed_;
            if (score > alpha || i == first_root_) {
                roots_[i].score = score;
                take_line(roots_[i]);
            }
            if (score > best) best = score;
            if (score > alpha) alpha = score;
            // Whether another move wins sooner is asked once a win is found.
            if (alpha >= beta || (alpha >= decided && stops_at_a_win())) break;
        }
        return best;
    }

    bool stops_at_a_win() const { return !proving_ && shared_.limits.lines == 1 && !shared_.manner.plain; }

    void take_line(RootMove& root) const {
        root.line.assign(1, root.move);
        root.line.insert(root.line.end(), tree_.line().begin(), tree_.line().end());
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
        const int reached = watch_.depth();
        if (shared_.limits.proving) watch_.allow(shared_.limits.proving);
        first_root_ = 0;
        proving_ = true;
        // Reduced searches find most shorter wins, and sooner.
        if (roots_[0].score > 0) look_for_shorter(reached + 1, reached, tell);
        tree_.search_whole();
        look_for_shorter(1, reached, tell);
    }

    template <class Tell>
    void look_for_shorter(int first_depth, int reached, Tell&& tell) {
        for (int depth = first_depth; depth < distance(roots_[0].score) && depth <= shared_.limits.depth && !watch_.halted(); ++depth) {
            watch_.begin_depth(depth);
            const int known = roots_[0].score;
            std::vector<RootMove> kept = roots_;
            const int score = known > 0 ? search_root(known, win, depth) : search_root(-win, known + 1, depth);
            if (watch_.halted() || score <= -win || (known > 0 ? score <= known : score > known)) {
                roots_ = std::move(kept);
                continue;
            }
            sort_roots();
            watch_.publish();
            tell(report(reached, 1));
        }
    }

    SearchReport report(int depth, std::size_t lines) const {
        SearchReport report{depth, watch_.nodes(), shared_.seconds(), {}};
        for (std::size_t i = 0; i < lines; ++i) {
            const int score = roots_[i].score;
            const bool drawn = root_known_ == Known::drawn && score == 0;
            report.lines.push_back({score, roots_[i].line, drawn || is_ending(score)});
        }
        return report;
    }

    SearchShared& shared_;
    Tree<G> tree_;
    Watch& watch_;
    const Position root_;
    Known::Kind root_known_ = Known::unknown;
    std::vector<RootMove> roots_;
    // The line that is searched, and how many of its moves have been.
    std::size_t first_root_ = 0, completed_ = 0;
    // Whether the depth that runs has found something, and whether a shorter way is looked for.
    bool changed_ = false, proving_ = false;
};

}  // namespace boardwright
