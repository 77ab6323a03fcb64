// Playouts: random games until the rules, repetition or a draw clock end them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

#include "bits.hpp"
#include "game.hpp"
#include "jobs.hpp"

namespace boardwright {

// The keys since the last irreversible move. A small counting filter rules out threefold repetition cheaply;
// only its hits scan the keys.
template <Game G> class Repetitions {
public:
    // Whether the position has now occurred three times.
    bool third(const typename G::Position& position, std::uint64_t key, bool progress) {
        return add(position, key, progress) >= 3 && std::count(keys_, keys_ + size_, key) >= 3;
    }

    // The number of occurrences of the position; 0 where it does not count for repetition.
    int count(const typename G::Position& position, std::uint64_t key, bool progress) {
        const std::uint32_t most = add(position, key, progress);
        return static_cast<int>(most < 2 ? most : std::count(keys_, keys_ + size_, key));
    }

    // The keys since the last irreversible move, to save them, and the same keys again.
    std::span<const std::uint64_t> keys() const { return {keys_, size_}; }
    void refill(std::span<const std::uint64_t> keys) {
        std::fill_n(slots_, slots, 0);
        before_ = 0;
        size_ = static_cast<std::uint32_t>(std::min<std::size_t>(keys.size(), capacity));
        std::copy_n(keys.begin(), size_, keys_);
        for (std::uint32_t i = 0; i < size_; ++i) ++slots_[keys_[i] % slots];
    }

private:
    // Adds a key; returns the number of keys in its slot of the filter.
    [[gnu::always_inline]] std::uint32_t add(const typename G::Position& position, std::uint64_t key, bool progress) {
        if (progress) {
            before_ += size_;
            size_ = 0;
        }
        if (!G::repeatable(position) || size_ == capacity) return 0;
        keys_[size_++] = key;
        std::uint32_t& slot = slots_[key % slots];
        slot = std::max(slot, before_) + 1;
        return slot - before_;
    }

    static constexpr std::uint32_t capacity = 512, slots = 256;
    // Slots count on from the number of keys before the last irreversible move, so that nothing is ever cleared.
    std::uint32_t before_ = 0, size_ = 0;
    std::uint32_t slots_[slots] = {};
    std::uint64_t keys_[capacity];
};

// A game may fuse counting, choosing and playing a random move; it has no choices where it has an outcome. Such a
// game hashes the position's words, which is faster than updating a key.
template <class G>
concept PlaysRandomly = requires(const typename G::Position& position, Random& random, int& choices, bool& progress) {
    { G::play_random(position, random, choices, progress) } -> std::same_as<typename G::Position>;
    { G::fingerprint(position) } -> std::same_as<std::uint64_t>;
};

// The repetition key of the first position.
template <Game G> [[gnu::always_inline]] inline std::uint64_t first_key(const typename G::Position& position) {
    if constexpr (PlaysRandomly<G>) return G::fingerprint(position);
    else return G::hash(position);
}

// One random game to its end.
template <Game G> Outcome playout(typename G::Position position, Random& random, PlayoutTotals& totals) {
    static_assert(G::reasons + 4 <= PlayoutTotals::max_reasons);
    typename G::Clock clock{};
    Repetitions<G> repetitions;
    std::uint64_t key = first_key<G>(position), plies = 0, all_choices = 0, max_choices = totals.max_choices;
    repetitions.third(position, key, false);
    Outcome outcome;
    while (true) {
        // Most games end only where no move is left: the outcome is looked up there.
        if constexpr (G::draws_with_moves_left && !PlaysRandomly<G>)
            if ((outcome = G::outcome(position)).over()) break;
        int choices;
        bool progress = false;
        typename G::Position next;
        if constexpr (PlaysRandomly<G>) next = G::play_random(position, random, choices, progress);
        else if (const Move move = G::pick(position, random, choices); choices)
            next = G::step(position, move, key, progress);
        if (choices == 0) {
            outcome = G::outcome(position);
            // Only where a header outside the package breaks the contract.
            if (!outcome.over()) [[unlikely]]
                outcome = Outcome::draw(G::reasons);
            break;
        }
        all_choices += static_cast<std::uint64_t>(choices);
        max_choices = std::max(max_choices, static_cast<std::uint64_t>(choices));
        if constexpr (PlaysRandomly<G>) key = G::fingerprint(next);
        clock.template tick<G>(position, next, progress);
        position = next;
        ++plies;
        if (repetitions.third(position, key, progress)) outcome = Outcome::draw(G::reasons);
        else if (clock.drawn()) outcome = Outcome::draw(G::reasons + clock.reason());
        // A win on the last move goes before a draw by history.
        if (outcome.over()) {
            if (const Outcome on_board = G::outcome(position); on_board.over()) outcome = on_board;
            break;
        }
    }
    ++totals.games;
    totals.plies += plies;
    totals.choices += all_choices;
    totals.max_choices = max_choices;
    totals.shortest = std::min(totals.shortest, plies);
    totals.longest = std::max(totals.longest, plies);
    ++totals.endings[outcome.kind][outcome.reason];
    return outcome;
}

// The seed of one game, the same whichever thread plays it.
constexpr std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t number) { return mixed(seed) ^ mixed(~number); }

// Playouts on several threads.
template <Game G> class PlayoutJob final : public Playouts {
public:
    using Position = typename G::Position;

    PlayoutJob(const Position& start, std::uint64_t games, std::uint64_t seed, int threads)
        : start_(start), games_(games), seed_(seed) {
        total_ = (games + games_per_chunk - 1) / games_per_chunk;
        run(threads);
    }
    ~PlayoutJob() override { stop_and_join(); }

    PlayoutTotals totals() const override {
        const auto lock = locked(mutex_);
        return lock ? totals_ : PlayoutTotals{};
    }

private:
    static constexpr std::uint64_t games_per_chunk = 64;

    void work(std::size_t index) override {
        PlayoutTotals totals;
        const std::uint64_t first = index * games_per_chunk;
        for (std::uint64_t number = first; number < std::min(first + games_per_chunk, games_); ++number) {
            if (stop_.asked()) return;
            Random random(seed_of_game(seed_, number));
            playout<G>(start_, random, totals);
        }
        const std::lock_guard lock(mutex_);
        totals_.add(totals);
    }

    Position start_;
    std::uint64_t games_, seed_;
    mutable Mutex mutex_;
    PlayoutTotals totals_;
};

template <class G>
std::unique_ptr<Playouts> Jobs<G>::playouts(const Position& start, std::uint64_t games, std::uint64_t seed,
                                            int threads) {
    return std::make_unique<PlayoutJob<G>>(start, games, seed, threads);
}

template <class G>
std::array<std::uint64_t, 3> Jobs<G>::roll_out(const Position& start, std::uint64_t games, std::uint64_t seed) {
    std::array<std::uint64_t, 3> results{};
    PlayoutTotals totals;
    for (std::uint64_t number = 0; number < games; ++number) {
        Random random(seed_of_game(seed, number));
        ++results[playout<G>(start, random, totals).kind];
    }
    return results;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto playout_of(GameList<Gs...>) {
    return std::tuple(&Jobs<Gs>::playouts..., &Jobs<Gs>::roll_out...);
}

}  // namespace boardwright
