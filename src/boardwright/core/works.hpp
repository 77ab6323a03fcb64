// The long works of the core as its Python face sees them: begun, watched and read without knowing
// the game. Each work of each room is compiled by itself, so that the compiler's limits on inlining
// are its own; here it is only declared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "encoding.hpp"
#include "evaluation.hpp"
#include "game.hpp"
#include "job.hpp"
#include "known.hpp"
#include "table.hpp"

namespace boardwright {

// A count of lines, whatever the game.
class Perft : public Job {
public:
    virtual const std::vector<Move>& first_moves() const = 0;
    // What has been counted so far for each first move.
    virtual std::vector<std::uint64_t> shares() const = 0;
};

// What a number of random games had in common. Sums only, so that the order of games and the
// number of threads make no difference.
struct PlayoutTotals {
    static constexpr int most_reasons = 32;
    std::uint64_t games = 0, plies = 0, choices = 0;
    std::uint64_t shortest = ~std::uint64_t{0}, longest = 0, most_choices = 0;
    std::uint64_t endings[3][most_reasons] = {};

    void add(const PlayoutTotals& other) {
        games += other.games, plies += other.plies, choices += other.choices;
        shortest = std::min(shortest, other.shortest);
        longest = std::max(longest, other.longest);
        most_choices = std::max(most_choices, other.most_choices);
        for (int kind = 0; kind < 3; ++kind)
            for (int reason = 0; reason < most_reasons; ++reason) endings[kind][reason] += other.endings[kind][reason];
    }
};

// Random games on several threads, whatever the game.
class Playouts : public Job {
public:
    virtual PlayoutTotals totals() const = 0;
};

inline constexpr int deepest = 120;

struct SearchLimits {
    int depth = deepest;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int lines = 1;
    // So many nodes for looking for a shorter win than the one that was found; 0: as many as it takes.
    std::uint64_t proving = 0;
};

// What is looked at for a shorter win, which may take forever, where a depth is set.
inline constexpr std::uint64_t most_proving = 10'000'000;

// How strong the search plays: `plain` is the baseline, without reductions, pruning and quiescence,
// on material. A seed other than 0 shuffles what is equally good.
struct SearchManner {
    bool plain = false;
    std::uint64_t seed = 0;
    // As many as the game's evaluation has features.
    std::shared_ptr<const Weights> weights{};
    // What is known of endings; none where there is nothing.
    std::shared_ptr<const Endings> endings{};
};

// `ending`: whether the score is not a judgement but what is known of endings.
struct SearchLine {
    int score;
    std::vector<Move> moves;
    bool ending = false;
};

// What a finished depth has found, best line first.
struct SearchReport {
    int depth;
    std::uint64_t nodes;
    double seconds;
    std::vector<SearchLine> lines;
};

// A search on several threads, whatever the game.
class Search : public Job {
public:
    // The reports from the given one on.
    std::vector<SearchReport> reports(std::size_t first) const {
        const auto lock = locked(reports_mutex_);
        if (!lock) return {};
        return {reports_.begin() + static_cast<std::ptrdiff_t>(std::min(first, reports_.size())), reports_.end()};
    }
    virtual std::uint64_t nodes() const = 0;
    virtual double seconds() const = 0;

protected:
    void add(SearchReport report) {
        report.nodes = nodes();
        const std::lock_guard lock(reports_mutex_);
        reports_.push_back(std::move(report));
    }

private:
    mutable std::mutex reports_mutex_;
    std::vector<SearchReport> reports_;
};

// Games of the search against itself, to learn from.
struct SelfplayLimits {
    std::uint64_t games = 0, nodes = 0, seed = 0;
    // Each game begins with so many random moves at most.
    int random_plies = 0;
};

// What was seen at rest: the words of each position, its score by the search and the result of its
// game (0, 1 or 2 halves of a point), both for the side to move; and how many moves were left to its end.
struct Samples {
    std::vector<std::uint64_t> words;
    std::vector<std::int16_t> scores;
    std::vector<std::uint8_t> results;
    std::vector<std::uint16_t> left;
    std::vector<std::uint8_t> sides;
};

class Selfplay : public Job {
public:
    // Those of all games that are done, in the order of the games.
    virtual Samples samples() const = 0;
};

// An ending that is being worked out, whatever the game.
class EndingWork : public Job {
public:
    virtual std::uint64_t positions() const = 0;
    // How many of them have been looked at once.
    virtual std::uint64_t looked_at() const = 0;
    // The bytes of `Known` for each class that the ending consists of; once the work is done.
    virtual std::vector<std::pair<int, std::vector<std::uint8_t>>> values() const = 0;
};

// How many planes tell of the history, and how many quiet plies make one there.
inline constexpr int history_planes = 2, quiet_step = 4;

// How many actions a game has, cells a plane, and items a mask.
struct VectorShape {
    int actions = 0, cells = 0, mask_items = 0;
};

// Where to write what there is to see of many games: `dense` in floating point, else planes of signed
// bytes and masks of bits in words. Rewards are those of the side that has acted.
struct VectorOutput {
    bool dense = false;
    void *planes = nullptr, *masks = nullptr;
    std::int8_t *rewards = nullptr, *sides = nullptr;
    std::uint8_t *terminated = nullptr, *truncated = nullptr;
};

// Many games that are played action by action, whatever the game.
class Vector {
public:
    virtual ~Vector() = default;
    // Begins all games; the seed is that of `choose`.
    virtual void reset(std::uint64_t seed) = 0;
    // The first game whose action is not legal, or -1.
    virtual std::ptrdiff_t first_illegal(const std::int32_t* actions) const = 0;
    // Takes a legal action in each game.
    virtual void step(const std::int32_t* actions) = 0;
    // One of the legal actions of each game, at random.
    virtual void choose(std::int32_t* actions) = 0;
};

template <class G>
std::unique_ptr<Vector> new_vector(const typename G::Position& start, std::size_t games, const VectorShape& shape,
                                   EncodingTables tables, const VectorOutput& output);

template <class G>
std::unique_ptr<Perft> new_perft(const typename G::Position& root, int depth, int threads, std::size_t hash_megabytes);

template <class G>
std::unique_ptr<Playouts> new_playouts(const typename G::Position& start, std::uint64_t games, std::uint64_t seed, int threads);

// Random games on this thread: how many ended in each kind of outcome.
struct Results {
    std::uint64_t games[3] = {};
};
template <class G>
Results roll_out(const typename G::Position& start, std::uint64_t games, std::uint64_t seed);

// A search of the last position of a path.
template <class G>
std::unique_ptr<Search> new_search(std::shared_ptr<Table> table, std::vector<typename G::Position> path,
                                   const SearchLimits& limits, const SearchManner& manner, int threads);

// The best move and its score by a search on this thread.
template <class G>
std::pair<Move, int> search_here(Table& table, const std::vector<typename G::Position>& path, const SearchLimits& limits,
                                 const SearchManner& manner, const Stop& stop);

template <class G>
std::unique_ptr<Selfplay> new_selfplay(const typename G::Position& start, const SelfplayLimits& limits,
                                       std::shared_ptr<const Weights> weights, int threads);

// The ending of a class and of the same pieces seen from the other side; what it leads to must be at hand.
template <class G>
std::unique_ptr<EndingWork> new_ending(std::shared_ptr<const Endings> endings, int number, int threads);

}  // namespace boardwright
