// Self-play from random openings: the training data of the evaluation.
//
// A game is recorded as its first position, its moves by their number in the order of generation, and the score of the
// search for each: a tenth of the size of its positions. `samples_of` plays the games again.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "jobs.hpp"
#include "played_game.hpp"
#include "score.hpp"

namespace boardwright {

// The record of a game: the header, and then the moves. Scores are for the side to move.
template <HasEvaluation G> struct GameHeader {
    typename G::Packed start;
    std::uint16_t plies, result;
    std::uint32_t reserved = 0;
};
struct RecordedMove {
    std::uint16_t number;
    std::int16_t score;
};

template <HasEvaluation G> class SelfplayJob final : public Selfplay {
public:
    using Position = typename G::Position;

    SelfplayJob(const Position& start, const SelfplayLimits& limits, std::shared_ptr<const Network> network,
                int threads)
        : start_(start),
          limits_(limits),
          options_{false, 0, std::move(network), nullptr, E::params},
          games_(limits.games) {
        total_ = games_.size();
        run(threads);
    }
    ~SelfplayJob() override { stop_and_join(); }

    std::vector<std::uint8_t> records() const override {
        const auto lock = locked(mutex_);
        std::vector<std::uint8_t> all;
        if (!lock) return all;
        for (const auto& game : games_) all.insert(all.end(), game.begin(), game.end());
        return all;
    }

private:
    using E = Evaluation<G>;
    // Longer games count as draws.
    static constexpr int max_moves = 600;
    static constexpr std::size_t table_megabytes = 1;

    void work(std::size_t index) override {
        Random random(seed_of_game(limits_.seed, index));
        std::vector<std::uint8_t> record =
            game_from(random_opening<G>(start_, 0, limits_.random_plies, random, stop_), random);
        const std::lock_guard lock(mutex_);
        games_[index] = std::move(record);
    }

    std::vector<std::uint8_t> game_from(const Position& opening, Random& random) {
        TranspositionTable table(table_megabytes);
        GameHeader<G> header{G::pack(opening), 0, Outcome::drawn};
        std::vector<RecordedMove> moves;
        Adjudication adjudication;
        PlayedGame<G> game(opening);
        while (!game.over() && game.moves() < max_moves && !stop_.asked()) {
            const SearchedMove best = choose_move(game.path(), table, random);
            if (adjudication.ends(game, best.score)) break;
            moves.push_back({number_of(game.position(), best.move), static_cast<std::int16_t>(best.score)});
            game.play(best.move);
        }
        // An interrupted game has no result.
        if (stop_.asked()) return {};
        header.plies = static_cast<std::uint16_t>(moves.size());
        if (game.over()) header.result = game.outcome().kind;
        std::vector<std::uint8_t> record(sizeof header + moves.size() * sizeof(RecordedMove));
        std::memcpy(record.data(), &header, sizeof header);
        if (!moves.empty())
            std::memcpy(record.data() + sizeof header, moves.data(), moves.size() * sizeof(RecordedMove));
        return record;
    }

    // Ends a game whose result is certain: a proven score at once, a decisive one when it has lasted, and a level one
    // when it has lasted long.
    struct Adjudication {
        static constexpr int decisive = 5 * E::params.scale / 2, decisive_plies = 8;
        static constexpr int level = E::params.scale / 25, max_level_plies = 40, first_ply = 80;
        int won_plies = 0, lost_plies = 0, level_plies = 0;

        // Given the score for the side to move.
        bool ends(PlayedGame<G>& game, int score) {
            const int for_first = game.side_to_move() ? -score : score;
            won_plies = for_first >= decisive ? won_plies + 1 : 0;
            lost_plies = for_first <= -decisive ? lost_plies + 1 : 0;
            level_plies = std::abs(score) <= level ? level_plies + 1 : 0;
            if (is_proven(score)) game.adjudicate(Outcome::won(for_first < 0, 0));
            else if (won_plies >= decisive_plies || lost_plies >= decisive_plies)
                game.adjudicate(Outcome::won(lost_plies > 0, 0));
            else if (level_plies >= max_level_plies && game.moves() >= first_ply) game.adjudicate(Outcome::draw(0));
            return game.over();
        }
    };

    static std::uint16_t number_of(const Position& position, Move move) {
        std::uint16_t number = 0, found = 0;
        G::each_move(position, [&](Move other) {
            if (other == move) found = number;
            ++number;
        });
        return found;
    }

    SearchedMove choose_move(const std::vector<Position>& path, TranspositionTable& table, Random& random) {
        table.new_search(false);
        SearchOptions options = options_;
        options.seed = random.next() | 1;
        return Jobs<G>::search_here(table, path, {max_depth, limits_.nodes, 0, 1}, options, stop_);
    }

    Position start_;
    SelfplayLimits limits_;
    SearchOptions options_;
    mutable Mutex mutex_;
    std::vector<std::vector<std::uint8_t>> games_;
};

template <class G>
std::unique_ptr<Selfplay> Jobs<G>::selfplay(const Position& start, const SelfplayLimits& limits,
                                            std::shared_ptr<const Network> network, int threads) {
    if constexpr (HasEvaluation<G>) return std::make_unique<SelfplayJob<G>>(start, limits, std::move(network), threads);
    return nullptr;
}

// Whether a position is fit for training: static evaluations mean little while a capture or a threat is pending.
template <HasEvaluation G> bool is_quiet(const typename G::Position& position, Move move) {
    using E = Evaluation<G>;
    return !E::in_check(position) && !E::has_winning_move(position) && E::gain(position, move) == 0;
}

template <class G> bool Jobs<G>::samples_of(const std::uint8_t* record, std::size_t size, Samples& samples) {
    if constexpr (HasEvaluation<G>) {
        while (size > 0) {
            GameHeader<G> header;
            if (size < sizeof header) return false;
            std::memcpy(&header, record, sizeof header);
            record += sizeof header, size -= sizeof header;
            const std::size_t bytes = header.plies * sizeof(RecordedMove);
            Position position;
            if (size < bytes || header.result > Outcome::drawn || !G::unpack(header.start, position)) return false;
            for (int ply = 0; ply < header.plies; ++ply) {
                RecordedMove played;
                std::memcpy(&played, record + static_cast<std::size_t>(ply) * sizeof played, sizeof played);
                Move move = 0;
                int number = 0;
                G::each_move(position, [&](Move other) {
                    if (number++ == played.number) move = other;
                });
                if (played.number >= number) return false;
                if (is_quiet<G>(position, move)) {
                    const typename G::Packed packed = G::pack(position);
                    const int side = G::side_to_move(position);
                    samples.words.insert(samples.words.end(), packed.word, packed.word + G::Packed::size);
                    samples.scores.push_back(played.score);
                    samples.results.push_back(header.result == Outcome::drawn ? 1 : header.result == side ? 2 : 0);
                }
                position = G::play(position, move);
            }
            record += bytes, size -= bytes;
        }
        return true;
    }
    return false;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto selfplay_of(GameList<Gs...>) {
    return std::tuple(&Jobs<Gs>::selfplay..., &Jobs<Gs>::samples_of...);
}

}  // namespace boardwright
