// Matches between two engines of the core: pairs of games from random balanced openings.
#pragma once

#include <array>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>

#include "jobs.hpp"
#include "played_game.hpp"
#include "score.hpp"

namespace boardwright {

template <HasEvaluation G> class MatchJob final : public Match {
public:
    using Position = typename G::Position;

    MatchJob(const Position& start, const MatchLimits& limits, std::array<MatchEngine, 2> engines, int threads)
        : start_(start), limits_(limits), engines_(std::move(engines)) {
        total_ = limits.pairs;
        run(threads);
    }
    ~MatchJob() override { stop_and_join(); }

    MatchTotals totals() const override {
        const auto lock = locked(mutex_);
        return lock ? totals_ : MatchTotals{};
    }

private:
    // Longer games count as draws.
    static constexpr int max_moves = 1000;
    // An opening is balanced if a search of this many nodes scores it within a quarter of the scale, a win probability
    // from 36% to 64%; after too many tries the most balanced one is taken.
    static constexpr std::uint64_t opening_nodes = 2000;
    static constexpr int max_opening_score = Evaluation<G>::params.scale / 4, max_tries = 40;

    void work(std::size_t index) override {
        Random random(seed_of_game(limits_.seed, index));
        const Position opening = balanced_opening(random);
        MatchTotals pair;
        int half_points = 0;
        for (const int first_side : {0, 1}) {
            const Outcome outcome = play(opening, first_side, random, pair);
            // An interrupted pair does not count.
            if (stop_.asked()) return;
            const bool drawn = outcome.kind > Outcome::won_by_second;
            const bool won = outcome.kind == first_side;
            half_points += drawn ? 1 : won ? 2 : 0;
            ++(drawn ? pair.drawn : won ? pair.won : pair.lost);
        }
        const std::lock_guard lock(mutex_);
        totals_.won += pair.won, totals_.drawn += pair.drawn, totals_.lost += pair.lost;
        ++totals_.pairs[static_cast<std::size_t>(half_points)];
        for (const int each : {0, 1}) {
            totals_.searched[each].moves += pair.searched[each].moves;
            totals_.searched[each].nodes += pair.searched[each].nodes;
            totals_.searched[each].depths += pair.searched[each].depths;
        }
    }

    // Both engines have an equal say: each scores an opening once.
    Position balanced_opening(Random& random) const {
        TranspositionTable table(1);
        Position best = start_;
        int least = win_score + 1;
        for (int tries = 0; tries < max_tries && least > max_opening_score && !stop_.asked(); ++tries) {
            const Position opening =
                random_opening<G>(start_, limits_.random_plies, limits_.random_plies, random, stop_);
            int most = 0;
            for (const MatchEngine& engine : engines_) {
                table.new_search(true);
                const SearchLimits limits{max_depth, opening_nodes, 0, 1};
                most = std::max(most,
                                std::abs(Jobs<G>::search_here(table, {opening}, limits, engine.options, stop_).score));
            }
            if (most < least) least = most, best = opening;
        }
        return best;
    }

    // Plays one game, the first engine on the given side.
    Outcome play(const Position& opening, int first_side, Random& random, MatchTotals& totals) const {
        TranspositionTable tables[2] = {TranspositionTable(engines_[0].megabytes),
                                        TranspositionTable(engines_[1].megabytes)};
        PlayedGame<G> game(opening);
        while (!game.over() && game.moves() < max_moves && !stop_.asked()) {
            const std::size_t index = game.side_to_move() == first_side ? 0 : 1;
            const MatchEngine& engine = engines_[index];
            SearchOptions options = engine.options;
            options.seed = random.next() | 1;
            tables[index].new_search(false);
            const SearchedMove best = Jobs<G>::search_here(
                tables[index], game.path(), {max_depth, engine.nodes, engine.seconds, 1}, options, stop_);
            MatchTotals::Searched& searched = totals.searched[index];
            ++searched.moves, searched.nodes += best.nodes;
            searched.depths += static_cast<std::uint64_t>(best.depth);
            const int side = game.side_to_move();
            if (is_proven(best.score)) game.adjudicate(Outcome::won(best.score > 0 ? side : 1 - side, 0));
            else game.play(best.move);
        }
        return game.outcome();
    }

    Position start_;
    MatchLimits limits_;
    std::array<MatchEngine, 2> engines_;
    mutable Mutex mutex_;
    MatchTotals totals_;
};

template <class G>
std::unique_ptr<Match> Jobs<G>::match(const Position& start, const MatchLimits& limits,
                                      std::array<MatchEngine, 2> engines, int threads) {
    if constexpr (HasEvaluation<G>) return std::make_unique<MatchJob<G>>(start, limits, std::move(engines), threads);
    return nullptr;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto match_of(GameList<Gs...>) { return std::tuple(&Jobs<Gs>::match...); }

}  // namespace boardwright
