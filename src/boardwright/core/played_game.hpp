// Games that the core plays by searching, for self-play and matches: random openings, and a game with its history.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "bits.hpp"
#include "game.hpp"
#include "job.hpp"
#include "playout.hpp"

namespace boardwright {

// The position after a random move; the same one where there is none.
template <Game G> typename G::Position play_random(const typename G::Position& position, Random& random, int& choices) {
    if constexpr (PlaysRandomly<G>) {
        bool progress;
        return G::play_random(position, random, choices, progress);
    } else {
        const Move move = G::pick(position, random, choices);
        return choices ? G::play(position, move) : position;
    }
}

// A position after random moves that do not end the game, from `least` to `most` of them; the start itself once the
// job is asked to stop.
template <Game G>
typename G::Position random_opening(const typename G::Position& start, int least, int most, Random& random,
                                    const Stop& stop) {
    while (!stop.asked()) {
        typename G::Position position = start;
        int choices = 1;
        for (int left = least + random.below(most - least + 1); left > 0 && choices > 0; --left)
            position = play_random<G>(position, random, choices);
        if (choices > 0 && !G::outcome(position).over()) return position;
    }
    return start;
}

// A game in progress, with what its draw rules and a search need to know about its history.
template <Game G> class PlayedGame {
    using Position = typename G::Position;

public:
    explicit PlayedGame(const Position& start) : path_{start}, key_(G::hash(start)), outcome_(G::outcome(start)) {
        repetitions_.third(start, key_, false);
    }

    const Position& position() const { return path_.back(); }
    int side_to_move() const { return G::side_to_move(position()); }
    // The positions that a search needs: from the first one that can still repeat, or that a draw clock can reach back
    // to, to the current one.
    const std::vector<Position>& path() const { return path_; }
    int moves() const { return moves_; }
    bool over() const { return outcome_.over(); }
    const Outcome& outcome() const { return outcome_; }

    void play(Move move) {
        const Position position = path_.back();
        bool progress;
        const Position next = G::step(position, move, key_, progress);
        clock_.template tick<G>(position, next, progress);
        // Positions before the last irreversible move cannot repeat, but a game's own draw clocks may reach back over
        // it.
        if (progress && std::is_same_v<typename G::Clock, QuietClock>) path_.clear();
        else if (path_.size() > draw_clock_reach) path_.erase(path_.begin());
        path_.push_back(next);
        ++moves_;
        outcome_ = G::outcome(next);
        if (!over() && (repetitions_.third(next, key_, progress) || clock_.drawn())) outcome_ = Outcome::draw(0);
    }

    void adjudicate(Outcome outcome) { outcome_ = outcome; }

private:
    std::vector<Position> path_;
    std::uint64_t key_;
    Outcome outcome_;
    int moves_ = 0;
    typename G::Clock clock_{};
    Repetitions<G> repetitions_;
};

}  // namespace boardwright
