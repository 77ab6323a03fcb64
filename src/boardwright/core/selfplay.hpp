// Games of the search against itself, from varied openings: what an evaluation is learned from.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "playout.hpp"
#include "score.hpp"
#include "works.hpp"

namespace boardwright {

template <Evaluated G>
class SelfplayJob final : public Selfplay {
public:
    using Position = typename G::Position;

    SelfplayJob(const Position& start, const SelfplayLimits& limits, std::shared_ptr<const Weights> weights, int threads)
        : start_(start), limits_(limits), manner_{false, 0, std::move(weights)}, games_(limits.games) {
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
    // Nobody wins a game that goes on for so long.
    static constexpr int most_moves = 400;
    static constexpr std::size_t table_megabytes = 1, clocks_reach = 64;

    void work(std::size_t index) override {
        Random random(seed_of_game(limits_.seed, index));
        Samples samples = game_from(opening(random), random);
        const std::lock_guard lock(mutex_);
        games_[index] = std::move(samples);
    }

    // Some random moves that do not end the game.
    Position opening(Random& random) const {
        while (!stop_.asked()) {
            Position position = start_;
            int choices = 1;
            for (int left = random.below(limits_.random_plies + 1); left > 0 && choices > 0; --left) {
                const Move move = pick<G>(position, random, choices);
                if (choices > 0) position = G::play(position, move);
            }
            if (choices > 0 && !G::outcome(position).over()) return position;
        }
        return start_;
    }

    Samples game_from(Position position, Random& random) {
        Table table(table_megabytes);
        Samples samples;
        // Of each sample, how many moves had been played.
        std::vector<int> whens;
        int moves = 0;
        typename G::Clock clock{};
        Repetitions<G> repetitions;
        std::vector<Position> path{position};
        repetitions.third(position, G::hash(position), false);
        Outcome outcome = G::outcome(position);
        for (; !outcome.over() && moves < most_moves && !stop_.asked(); ++moves) {
            const auto [move, score] = chosen(path, table, random);
            const int side = G::side_to_move(position);
            // What is proved need not be played.
            if (is_decided(score)) {
                outcome = Outcome::won(score > 0 ? side : 1 - side, 0);
                break;
            }
            if (!E::pressed(position) && !E::wins_now(position) && E::gain(position, move) == 0) {
                const typename G::Packed packed = G::pack(position);
                samples.words.insert(samples.words.end(), packed.word, packed.word + G::Packed::size);
                samples.scores.push_back(static_cast<std::int16_t>(score));
                samples.sides.push_back(static_cast<std::uint8_t>(side));
                whens.push_back(moves);
            }
            const bool progress = G::progress(position, move);
            const Position next = G::play(position, move);
            clock.template tick<G>(position, next, progress);
            // What was before the last progress cannot come again, but a game's own clocks may reach back over it.
            if (progress && std::is_same_v<typename G::Clock, QuietClock>) path.clear();
            else if (path.size() > clocks_reach) path.erase(path.begin());
            path.push_back(position = next);
            outcome = G::outcome(position);
            if (!outcome.over() && (repetitions.third(position, G::hash(position), progress) || clock.drawn()))
                outcome = Outcome::draw(0);
        }
        // A game that was broken off teaches nothing.
        if (stop_.asked()) return {};
        const bool drawn = outcome.kind > Outcome::won_by_second;
        for (const int side : samples.sides) samples.results.push_back(drawn ? 1 : outcome.kind == side ? 2 : 0);
        for (const int played : whens) samples.left.push_back(static_cast<std::uint16_t>(moves - played));
        return samples;
    }

    std::pair<Move, int> chosen(const std::vector<Position>& path, Table& table, Random& random) {
        table.begin(false);
        SearchManner manner = manner_;
        manner.seed = random.next() | 1;
        return search_here<G>(table, path, {deepest, limits_.nodes, 0, 1}, manner, stop_);
    }

    Position start_;
    SelfplayLimits limits_;
    SearchManner manner_;
    mutable std::mutex mutex_;
    std::vector<Samples> games_;
};

template <class G>
std::unique_ptr<Selfplay> new_selfplay(const typename G::Position& start, const SelfplayLimits& limits,
                                       std::shared_ptr<const Weights> weights, int threads) {
    if constexpr (Evaluated<G>) return std::make_unique<SelfplayJob<G>>(start, limits, std::move(weights), threads);
    return nullptr;
}

// What the compiler must keep of this for some games.
template <class... Gs>
auto selfplay_of(Rooms<Gs...>) { return std::tuple(&new_selfplay<Gs>...); }

}  // namespace boardwright
