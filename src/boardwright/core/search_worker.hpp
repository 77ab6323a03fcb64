// The root of a search: iterative deepening with aspiration windows and MultiPV, and the proof of the shortest win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "alpha_beta.hpp"
#include "bits.hpp"

namespace boardwright {

// One thread of a search.
template <HasEvaluation G> class SearchWorker {
    using Position = typename G::Position;

public:
    // `path` leads from the first position that can still repeat to the root.
    SearchWorker(const std::vector<Position>& path, SearchContext& context)
        : context_(context), alpha_beta_(path, context), counter_(alpha_beta_.counter()), root_(path.back()) {
        G::each_move(root_, [&](Move move) { root_moves_.push_back({move, -win_score, {move}}); });
        if (Random random(context.options.seed); context.options.seed)
            for (std::size_t left = root_moves_.size(); left > 1; --left)
                std::swap(root_moves_[left - 1],
                          root_moves_[static_cast<std::size_t>(random.below(static_cast<int>(left)))]);
        root_wdl_ = probe_root();
    }

    std::uint64_t nodes() const { return counter_.published(); }

    // Searches deeper and deeper; `report` gets each finished depth.
    template <class Report> void search(int first_depth, Report&& report) {
        if (!root_moves_.empty()) deepen(first_depth, report);
        counter_.publish();
    }

private:
    struct RootMove {
        Move move;
        int score;
        std::vector<Move> pv;
    };

    template <class Report> void deepen(int first_depth, Report&& report) {
        for (int depth = first_depth; depth <= context_.limits.depth && !counter_.stopped(); ++depth) {
            counter_.begin_depth(depth);
            const std::size_t lines =
                std::min<std::size_t>(static_cast<std::size_t>(context_.limits.lines), root_moves_.size());
            for (pv_index_ = 0; pv_index_ < lines && !counter_.stopped(); ++pv_index_) search_pv(depth);
            // A later PV line can outscore an earlier one.
            pv_index_ = 0;
            sort_root_moves();
            counter_.publish();
            // An interrupted depth is reported under the previous depth, with the improvements it has found.
            if (counter_.stopped() && depth == 1) root_moves_[0].score = alpha_beta_.evaluate(root_), changed_ = true;
            if (counter_.stopped() && depth > 1 && (lines > 1 || !changed_)) break;
            report(result(counter_.stopped() ? std::max(depth - 1, 1) : depth, lines));
            // All root moves are in the bitbases: deeper searches cannot change the result.
            if (root_wdl_ != Wdl::unknown) return;
            if (lines > 1 || !is_proven(root_moves_[0].score) || counter_.stopped()) continue;
            if (!context_.options.baseline) prove_distance(report);
            // A proven score within the searched depth cannot improve.
            if (!context_.options.baseline || depth >= plies_to_end(root_moves_[0].score)) return;
        }
    }

    // The value of the root, if all its children are in the bitbases.
    Wdl probe_root() {
        if (!context_.options.bitbases || root_moves_.empty()) return Wdl::unknown;
        int number;
        Wdl best = Wdl::loss;
        for (const RootMove& root_move : root_moves_) {
            const Position child = alpha_beta_.make_root_move(root_, root_move.move, 0);
            const Outcome outcome = G::outcome(child);
            if (G::side_to_move(child) == G::side_to_move(root_)) return Wdl::unknown;
            Wdl value = alpha_beta_.probe_bitbases(child, 1, number).wdl;
            if (outcome.over()) value = outcome.kind == Outcome::drawn ? Wdl::draw : Wdl::loss;
            if (value == Wdl::unknown) return Wdl::unknown;
            if (value == Wdl::loss) best = Wdl::win;
            else if (value == Wdl::draw && best == Wdl::loss) best = Wdl::draw;
        }
        return best;
    }

    // One principal variation with an aspiration window; the moves of the lines before it are excluded.
    void search_pv(int depth) {
        const int previous = root_moves_[pv_index_].score;
        int width = depth >= 5 && !is_decisive(previous) ? alpha_beta_.params().aspiration_window : 2 * win_score;
        int alpha = std::max(previous - width, -win_score), beta = std::min(previous + width, win_score);
        changed_ = false;
        while (!counter_.stopped()) {
            std::vector<RootMove> saved = root_moves_;
            const int score = search_root(alpha, beta, depth);
            // Interrupted without a good move: the root moves not yet searched may be better.
            if (counter_.stopped() && (score <= alpha || score <= -min_decisive_score)) {
                root_moves_ = std::move(saved);
                if (score <= -min_decisive_score) demote_lost(completed_);
                return;
            }
            sort_root_moves();
            changed_ = true;
            if (counter_.stopped()) return;
            width = is_bitbase_score(score) ? 2 * win_score : 2 * width;
            if (score <= alpha && alpha > -win_score) alpha = std::max(score - width, -win_score);
            else if (score >= beta && beta < win_score) beta = std::min(score + width, win_score);
            else return;
        }
    }

    // Moves the first `lost` moves, which lose, to the end: an unsearched move cannot be worse.
    void demote_lost(std::size_t lost) {
        const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_);
        if (lost == 0 || pv_index_ + lost >= root_moves_.size()) return;
        const int previous = first->score;
        std::rotate(first, first + static_cast<std::ptrdiff_t>(lost), root_moves_.end());
        *first = {first->move, previous, {first->move}};
        changed_ = true;
    }

    void sort_root_moves() {
        std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_), root_moves_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }

    int search_root(int alpha, int beta, int depth) {
        int best = -win_score;
        completed_ = 0;
        // Moves that do not raise alpha keep their order, behind those that do.
        for (std::size_t i = pv_index_; i < root_moves_.size(); ++i)
            root_moves_[i].score = -win_score - static_cast<int>(i);
        for (std::size_t i = pv_index_; i < root_moves_.size(); ++i) {
            const Move move = root_moves_[i].move;
            const Position child = alpha_beta_.make_root_move(root_, move, depth);
            const bool side_changed = G::side_to_move(child) != G::side_to_move(root_);
            int score;
            if (i == pv_index_) {
                score = alpha_beta_.search_child(child, side_changed, alpha, beta, depth - 1, 1);
            } else {
                score = alpha_beta_.search_child(child, side_changed, alpha, alpha + 1, depth - 1, 1);
                if (score > alpha && !counter_.stopped())
                    score = alpha_beta_.search_child(child, side_changed, alpha, beta, depth - 1, 1);
            }
            if (counter_.stopped()) return best;
            ++completed_;
            if (score > alpha || i == pv_index_) {
                root_moves_[i].score = score;
                take_pv(root_moves_[i]);
            }
            if (score > best) best = score;
            if (score > alpha) alpha = score;
            // `prove_distance` searches the other moves for a shorter win.
            if (alpha >= beta || (alpha >= min_proven_score && stops_at_win())) break;
        }
        return best;
    }

    bool stops_at_win() const { return !proving_ && context_.limits.lines == 1 && !context_.options.baseline; }

    void take_pv(RootMove& root_move) const {
        root_move.pv.assign(1, root_move.move);
        root_move.pv.insert(root_move.pv.end(), alpha_beta_.pv().begin(), alpha_beta_.pv().end());
        if (!is_proven(root_move.score) || static_cast<int>(root_move.pv.size()) + 1 != plies_to_end(root_move.score))
            return;
        // `has_winning_move` sees an immediate win without naming the move: find it for the variation.
        Position position = root_;
        for (const Move move : root_move.pv) position = G::play(position, move);
        G::each_move(position, [&](Move move) {
            const Outcome outcome = G::outcome(G::play(position, move));
            if (outcome.kind == G::side_to_move(position) &&
                static_cast<int>(root_move.pv.size()) < plies_to_end(root_move.score))
                root_move.pv.push_back(move);
        });
    }

    // A win found with reductions is a win, but there may be a shorter one: search every depth below its length at full
    // width, with table entries of their own, until there is none.
    template <class Report> void prove_distance(Report&& report) {
        const int reached = counter_.depth();
        if (context_.limits.proving_nodes) counter_.allow(context_.limits.proving_nodes);
        pv_index_ = 0;
        proving_ = true;
        // Searches with reductions find most shorter wins, and faster.
        if (root_moves_[0].score > 0) search_shorter_win(reached + 1, reached, report);
        alpha_beta_.search_full_width();
        search_shorter_win(1, reached, report);
    }

    template <class Report> void search_shorter_win(int first_depth, int reached, Report&& report) {
        for (int depth = first_depth;
             depth < plies_to_end(root_moves_[0].score) && depth <= context_.limits.depth && !counter_.stopped();
             ++depth) {
            counter_.begin_depth(depth);
            const int known = root_moves_[0].score;
            std::vector<RootMove> saved = root_moves_;
            const int score =
                known > 0 ? search_root(known, win_score, depth) : search_root(-win_score, known + 1, depth);
            if (counter_.stopped() || score <= -win_score || (known > 0 ? score <= known : score > known)) {
                root_moves_ = std::move(saved);
                continue;
            }
            sort_root_moves();
            counter_.publish();
            report(result(reached, 1));
        }
    }

    SearchReport result(int depth, std::size_t lines) const {
        SearchReport result{depth, counter_.nodes(), context_.seconds(), {}};
        for (std::size_t i = 0; i < lines; ++i) {
            const int score = root_moves_[i].score;
            const bool drawn = root_wdl_ == Wdl::draw && score == 0;
            result.lines.push_back({score, root_moves_[i].pv, drawn || is_bitbase_score(score)});
        }
        return result;
    }

    SearchContext& context_;
    AlphaBeta<G> alpha_beta_;
    NodeCounter& counter_;
    const Position root_;
    Wdl root_wdl_ = Wdl::unknown;
    std::vector<RootMove> root_moves_;
    // The index of the line being searched, and the number of its root moves completed.
    std::size_t pv_index_ = 0, completed_ = 0;
    // Whether the current depth has changed the result, and whether the search looks for a shorter win.
    bool changed_ = false, proving_ = false;
};

}  // namespace boardwright
