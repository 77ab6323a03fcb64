// Type-erased job interfaces used by the Python binding. Each job of each game package is declared here and
// instantiated in a source file of its own; CMakeLists.txt says which of them are compiled together.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bitbase.hpp"
#include "encoding.hpp"
#include "evaluation.hpp"
#include "game.hpp"
#include "job.hpp"
#include "transposition_table.hpp"

namespace boardwright {

// Perft of any game.
class Perft : public Job {
public:
    virtual const std::vector<Move>& root_moves() const = 0;
    // The leaves counted so far, by root move.
    virtual std::vector<std::uint64_t> counts() const = 0;
};

// Statistics of playouts. Sums only, so that they do not depend on the number of threads.
struct PlayoutTotals {
    static constexpr int max_reasons = 32;
    std::uint64_t games = 0, plies = 0, choices = 0;
    std::uint64_t shortest = ~std::uint64_t{0}, longest = 0, max_choices = 0;
    std::uint64_t endings[3][max_reasons] = {};

    void add(const PlayoutTotals& other) {
        games += other.games, plies += other.plies, choices += other.choices;
        shortest = std::min(shortest, other.shortest);
        longest = std::max(longest, other.longest);
        max_choices = std::max(max_choices, other.max_choices);
        for (int kind = 0; kind < 3; ++kind)
            for (int reason = 0; reason < max_reasons; ++reason) endings[kind][reason] += other.endings[kind][reason];
    }
};

// Playouts (random games) of any game.
class Playouts : public Job {
public:
    virtual PlayoutTotals totals() const = 0;
};

inline constexpr int max_depth = 120;

struct SearchLimits {
    int depth = max_depth;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int lines = 1;
    // Node limit of the proof that a found win is the shortest; 0: none.
    std::uint64_t proving_nodes = 0;
};

// That limit for searches to a fixed depth, where the proof may take very long.
inline constexpr std::uint64_t max_proving_nodes = 10'000'000;

// `baseline`: material only, without reductions, pruning and quiescence search, for measurements. A seed other
// than 0 shuffles the root moves, and so chooses among equally good ones.
struct SearchOptions {
    bool baseline = false;
    std::uint64_t seed = 0;
    std::shared_ptr<const Network> network{};
    // Null where there are none.
    std::shared_ptr<const Bitbases> bitbases{};
    // Without a value, those of the game's evaluation.
    std::optional<SearchParams> params{};
};

// One principal variation; `bitbase`: whether its score comes from a bitbase.
struct SearchLine {
    int score;
    std::vector<Move> moves;
    bool bitbase = false;
};

// The result of a finished depth, best line first.
struct SearchReport {
    int depth;
    std::uint64_t nodes;
    double seconds;
    std::vector<SearchLine> lines;
};

// The result of a search on the thread that asked for it.
struct SearchedMove {
    Move move{};
    int score = 0, depth = 0;
    std::uint64_t nodes = 0;
};

#ifdef __wasm__
// A function of the program in JavaScript, which cannot look into a search that runs on its own thread: it is called
// after each report.
extern "C" [[clang::import_module("boardwright"), clang::import_name("reported")]] void boardwright_reported();
#endif

// A search of any game.
class Search : public Job {
public:
    // The reports since the given index.
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
        {
            const std::lock_guard lock(reports_mutex_);
            reports_.push_back(std::move(report));
        }
#ifdef __wasm__
        boardwright_reported();
#endif
    }

private:
    mutable Mutex reports_mutex_;
    std::vector<SearchReport> reports_;
};

// Self-play, for training.
inline constexpr int max_random_plies = 1000;
struct SelfplayLimits {
    std::uint64_t games = 0, nodes = 0, seed = 0;
    // Each game begins with up to this many random moves.
    int random_plies = 0;
};

// Training samples from quiet positions: the packed position, its search score and the result of its game
// (0, 1 or 2 half points), both for the side to move, the plies left to the end, and the side to move.
struct Samples {
    std::vector<std::uint64_t> words;
    std::vector<std::int16_t> scores;
    std::vector<std::uint8_t> results;
};

class Selfplay : public Job {
public:
    // The records of all finished games, in the order of the games.
    virtual std::vector<std::uint8_t> records() const = 0;
};

// One engine of a match: its search, the limits of each of its moves, and the size of its transposition table.
struct MatchEngine {
    SearchOptions options;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::size_t megabytes = 1;
};

struct MatchLimits {
    std::uint64_t pairs = 0, seed = 0;
    // Each opening has this many random moves.
    int random_plies = 0;
};

struct MatchTotals {
    // What one engine has searched in all its moves.
    struct Searched {
        std::uint64_t moves = 0, nodes = 0, depths = 0;
    };
    // Games won, drawn and lost by the first engine.
    std::uint64_t won = 0, drawn = 0, lost = 0;
    // Pairs by the half points of the first engine.
    std::array<std::uint64_t, 5> pairs{};
    Searched searched[2];
};

// Pairs of games between two engines, each pair from one opening with sides swapped.
class Match : public Job {
public:
    // The finished pairs.
    virtual MatchTotals totals() const = 0;
};

// Statistics of a material: positions by value, and the most plies to the next change of material.
struct BitbaseTotals {
    std::uint64_t won = 0, drawn = 0, lost = 0;
    int longest = 0;
};

// Retrograde analysis of one material.
class BitbaseJob : public Job {
public:
    virtual std::uint64_t positions() const = 0;
    // The number of positions initialised so far.
    virtual std::uint64_t initialised() const = 0;
    // Each class of the material, compressed (block_codec.hpp), and its statistics, once the job has finished.
    virtual const std::vector<std::pair<int, std::vector<std::uint8_t>>>& packed() const = 0;
    virtual BitbaseTotals totals() const = 0;
};

// The planes of the history (repetitions, quiet plies), and the quiet plies per unit of the second.
inline constexpr int history_planes = 2, quiet_step = 4;

// What happens to a game of a vector environment after its end: it is reset in the same step, in the next one, whose
// action is ignored, or by the caller.
enum class Autoreset { same_step, next_step, disabled };

// Actions of the game and cells of a plane; planes of floating point (`dense`) or of signed bytes, masks of bits
// (`packed`) or of bytes; whether an illegal action ends its game, lost (`illegal_loses`).
struct VectorSettings {
    int actions = 0, cells = 0;
    bool dense = false, packed = false, illegal_loses = false;
    Autoreset autoreset = Autoreset::same_step;
    int threads = 1;

    constexpr std::size_t mask_bytes() const {
        return static_cast<std::size_t>(packed ? (actions + 63) / 64 * 8 : actions);
    }
};

// Output buffers of a vector environment. `rewards` are for the side that has acted, `both_rewards` for side 0 and
// side 1; `sides` are those to move. The last two are what there was at the end of a game that was reset in the same
// step.
struct VectorOutput {
    static constexpr std::size_t buffers = 9;
    void* planes = nullptr;
    std::uint8_t* masks = nullptr;
    double *rewards = nullptr, *both_rewards = nullptr;
    std::int8_t* sides = nullptr;
    std::uint8_t *terminated = nullptr, *truncated = nullptr;
    void* last_planes = nullptr;
    std::int8_t* last_sides = nullptr;

    // The bytes that each buffer has for a game.
    static constexpr std::array<std::size_t, buffers> bytes(std::size_t cells, const VectorSettings& settings) {
        const std::size_t planes = cells * (settings.dense ? sizeof(float) : 1);
        return {planes, settings.mask_bytes(), sizeof(double), 2 * sizeof(double), 1, 1, 1, planes, 1};
    }
};

// Whether indices select distinct games of so many.
inline bool are_distinct(std::span<const std::int32_t> games, std::size_t count) {
    std::vector<bool> selected(count);
    for (const std::int32_t game : games) {
        const auto i = static_cast<std::size_t>(game);
        if (game < 0 || i >= count || selected[i]) return false;
        selected[i] = true;
    }
    return true;
}

// A vector environment: many games of any kind, stepped together by actions. Games are selected by distinct indices.
class VectorEnv {
public:
    virtual ~VectorEnv() = default;
    // For `sample`.
    virtual void seed(std::uint64_t seed) = 0;
    // Starts games from packed positions, or all from the first one. Returns the index of the first selected game whose
    // position is not one, or is over, where nothing is done; or -1.
    virtual std::ptrdiff_t reset(std::span<const std::int32_t> games, const std::uint64_t* positions) = 0;
    // The first game whose action is refused, since it is illegal or the game is over; or -1.
    virtual std::ptrdiff_t first_illegal(const std::int32_t* actions) const = 0;
    // Plays an action in each game.
    virtual void step(const std::int32_t* actions) = 0;
    // Samples a legal action for each game.
    virtual void sample(std::int32_t* actions) = 0;
    // The states of games, position first, with the history that their draw rules need; the ends of each are added to
    // `ends`.
    virtual void save(std::span<const std::int32_t> games, std::vector<std::uint64_t>& words,
                      std::vector<std::size_t>& ends) const = 0;
    // Restores games from states. Returns the index of the first that is not a state of this game, where nothing is
    // done; or -1.
    virtual std::ptrdiff_t restore(std::span<const std::int32_t> games, const std::uint64_t* words,
                                   std::span<const std::size_t> ends) = 0;
};

// The jobs of one game; those that need an evaluation, bitbases or an encoding return null where the game has none.
template <class G> struct Jobs {
    using Position = typename G::Position;

    static std::unique_ptr<Perft> perft(const Position& root, int depth, int threads, std::size_t hash_megabytes);
    static std::unique_ptr<Playouts> playouts(const Position& start, std::uint64_t games, std::uint64_t seed,
                                              int threads);
    // Playouts on this thread: the number of games by outcome.
    static std::array<std::uint64_t, 3> roll_out(const Position& start, std::uint64_t games, std::uint64_t seed);
    // Searches the last position of a path.
    static std::unique_ptr<Search> search(std::shared_ptr<TranspositionTable> table, std::vector<Position> path,
                                          const SearchLimits& limits, const SearchOptions& options, int threads);
    // Searches on this thread.
    static SearchedMove search_here(TranspositionTable& table, const std::vector<Position>& path,
                                    const SearchLimits& limits, const SearchOptions& options, const Stop& stop);
    static std::unique_ptr<Selfplay> selfplay(const Position& start, const SelfplayLimits& limits,
                                              std::shared_ptr<const Network> network, int threads);
    // Appends the samples of recorded games; false where the bytes are not such records.
    static bool samples_of(const std::uint8_t* records, std::size_t size, Samples& samples);
    static std::unique_ptr<Match> match(const Position& start, const MatchLimits& limits,
                                        std::array<MatchEngine, 2> engines, int threads);
    // Generates the bitbase of a class and of the class with sides swapped; those it leads to must be loaded.
    static std::unique_ptr<BitbaseJob> bitbase(std::shared_ptr<const Bitbases> bitbases, int number, int threads);
    static std::unique_ptr<VectorEnv> vector_env(const Position& start, std::size_t games,
                                                 const VectorSettings& settings, EncodingTables tables,
                                                 const VectorOutput& output);
};

}  // namespace boardwright
