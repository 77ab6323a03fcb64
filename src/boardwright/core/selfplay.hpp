// Self-play from random openings: the training data of the evaluation.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "jobs.hpp"
#include "playout.hpp"
#include "score.hpp"

namespace boardwright {

template <HasEvaluation G> class SelfplayJob final : public Selfplay {
public:
    using Position = typename G::Position;

    SelfplayJob(const Position& start, const SelfplayLimits& limits, std::shared_ptr<const Weights> weights,
                int threads)
        : start_(start), limits_(limits), options_{false, 0, std::move(weights)}, games_(limits.games) {
        total_ = games_.size();
        run(threads);
    }
    ~SelfplayJob() override { stop_and_join(); }

    Samples samples() const override {
        const auto lock = locked(mutex_);
        Samples all;
        if (!lock) return all;
        for (const Samples& game : games_) {
            all.words.insert(all.words.end(), game.words.begin(), game.words.end());
            all.scores.insert(all.scores.end(), game.scores.begin(), game.scores.end());
            all.results.insert(all.results.end(), game.results.begin(), game.results.end());
            all.left.insert(all.left.end(), game.left.begin(), game.left.end());
            all.sides.insert(all.sides.end(), game.sides.begin(), game.sides.end());
        }
        return all;
    }

private:
    using E = Evaluation<G>;
    // Longer games count as draws.
    static constexpr int max_moves = 400;
    static constexpr std::size_t table_megabytes = 1;

    void work(std::size_t index) override {
        Random random(seed_of_game(limits_.seed, index));
        Samples samples = game_from(opening(random), random);
        const std::lock_guard lock(mutex_);
        games_[index] = std::move(samples);
    }

    // The position after a random move; the same one where there is none.
    static Position play_random(const Position& position, Random& random, int& choices) {
        if constexpr (PlaysRandomly<G>) {
            bool progress;
            return G::play_random(position, random, choices, progress);
        } else {
            const Move move = G::pick(position, random, choices);
            return choices ? G::play(position, move) : position;
        }
    }

    // A position after random moves that do not end the game.
    Position opening(Random& random) const {
        while (!stop_.asked()) {
            Position position = start_;
            int choices = 1;
            for (int left = random.below(limits_.random_plies + 1); left > 0 && choices > 0; --left)
                position = play_random(position, random, choices);
            if (choices > 0 && !G::outcome(position).over()) return position;
        }
        return start_;
    }

    Samples game_from(Position position, Random& random) {
        TranspositionTable table(table_megabytes);
        Samples samples;
        // The ply of each sample.
        std::vector<int> plies;
        int moves = 0;
        typename G::Clock clock{};
        Repetitions<G> repetitions;
        std::vector<Position> path{position};
        std::uint64_t key = G::hash(position);
        repetitions.third(position, key, false);
        Outcome outcome = G::outcome(position);
        for (; !outcome.over() && moves < max_moves && !stop_.asked(); ++moves) {
            const auto [move, score] = choose_move(path, table, random);
            const int side = G::side_to_move(position);
            // Adjudicate a proven result.
            if (is_proven(score)) {
                outcome = Outcome::won(score > 0 ? side : 1 - side, 0);
                break;
            }
            if (!E::in_check(position) && !E::has_winning_move(position) && E::gain(position, move) == 0) {
                const typename G::Packed packed = G::pack(position);
                samples.words.insert(samples.words.end(), packed.word, packed.word + G::Packed::size);
                samples.scores.push_back(static_cast<std::int16_t>(score));
                samples.sides.push_back(static_cast<std::uint8_t>(side));
                plies.push_back(moves);
            }
            bool progress;
            const Position next = G::step(position, move, key, progress);
            clock.template tick<G>(position, next, progress);
            // Positions before the last irreversible move cannot repeat, but a game's own draw clocks may reach back
            // over it.
            if (progress && std::is_same_v<typename G::Clock, QuietClock>) path.clear();
            else if (path.size() > draw_clock_reach) path.erase(path.begin());
            path.push_back(position = next);
            outcome = G::outcome(position);
            if (!outcome.over() && (repetitions.third(position, key, progress) || clock.drawn()))
                outcome = Outcome::draw(0);
        }
        // An interrupted game has no result.
        if (stop_.asked()) return {};
        const bool drawn = outcome.kind > Outcome::won_by_second;
        for (const int side : samples.sides) samples.results.push_back(drawn ? 1 : outcome.kind == side ? 2 : 0);
        for (const int played : plies) samples.left.push_back(static_cast<std::uint16_t>(moves - played));
        return samples;
    }

    std::pair<Move, int> choose_move(const std::vector<Position>& path, TranspositionTable& table, Random& random) {
        table.new_search(false);
        SearchOptions options = options_;
        options.seed = random.next() | 1;
        return Jobs<G>::search_here(table, path, {max_depth, limits_.nodes, 0, 1}, options, stop_);
    }

    Position start_;
    SelfplayLimits limits_;
    SearchOptions options_;
    mutable std::mutex mutex_;
    std::vector<Samples> games_;
};

template <class G>
std::unique_ptr<Selfplay> Jobs<G>::selfplay(const Position& start, const SelfplayLimits& limits,
                                            std::shared_ptr<const Weights> weights, int threads) {
    if constexpr (HasEvaluation<G>) return std::make_unique<SelfplayJob<G>>(start, limits, std::move(weights), threads);
    return nullptr;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto selfplay_of(GameList<Gs...>) { return std::tuple(&Jobs<Gs>::selfplay...); }

}  // namespace boardwright
