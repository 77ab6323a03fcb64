// The C interface of a game's core: plain functions over packed positions, for a shared library that any program can
// load, and for WebAssembly. A game outside the package is one header that includes this one, and ends with
//
//     BOARDWRIGHT_GAMES(Breakthrough)
//
// or with the list of its variants. No exception leaves a function, and no type of the C++ library is passed. A
// function that fails returns -1 or null; `error` and `error_kind` then describe the failure on this thread. Where the
// compiler has no exceptions, as for WebAssembly, a failure traps instead, and `error` describes it.
//
// BOARDWRIGHT_NO_THREADS leaves out threads (job.hpp), and BOARDWRIGHT_SEARCH_ONLY all but perft and search, whose
// functions are null then. Without BOARDWRIGHT_NO_NETWORKS, network.cpp must be linked.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "default_evaluation.hpp"
#include "game_defaults.hpp"
#include "jobs.hpp"
#include "path_encoding.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "score.hpp"
#include "search.hpp"
#include "vector_env.hpp"

extern "C" {

// Opaque handles.
struct BoardwrightJob;
struct BoardwrightTable;
struct BoardwrightNetwork;
struct BoardwrightVectorEnv;

struct BoardwrightSearchSettings {
    std::int64_t depth, nodes, lines, baseline, threads;
    std::uint64_t seed;
    double seconds;
    // The values of all parameters, or none; a network, or null.
    const std::int32_t* params;
    std::int64_t param_count;
    const BoardwrightNetwork* network;
};

struct BoardwrightParam {
    const char* name;
    std::int32_t value, min, max;
};

struct BoardwrightVectorSettings {
    std::int64_t games, actions, cells, dense, packed, illegal_loses, autoreset, threads;
    // For side 0, then for side 1.
    const std::int16_t* actions_of_raw;
    const std::uint8_t* cells_of_places;
    // As in VectorOutput.
    void* outputs[9];
};

// One game. Positions are `words` words each; `n` is their number. A program must refuse another `version`.
struct BoardwrightGame {
    std::int32_t version, words, reasons, draws_with_moves_left, scale, params, raw_actions, places, planes, features,
        first_input, layout_version;
    double result_weight;
    // Layouts and reasons are for Python (derived_packing.py); null where a game does not declare them. Reasons and
    // their terminations are separated by line breaks.
    const char *name, *position_layout, *move_layout, *reason_texts, *terminations;

    const char* (*error)();
    // 0 a bad argument, 1 a lack of memory, 2 a system that starts no more threads.
    std::int64_t (*error_kind)();

    // Batches. `legal_moves` fills n + 1 offsets, and the moves unless they are null; returns the number of moves.
    std::int64_t (*count)(const std::uint64_t* positions, std::int64_t n, std::uint64_t* counts);
    std::int64_t (*legal_moves)(const std::uint64_t* positions, std::int64_t n, std::uint64_t* offsets,
                                std::uint64_t* moves);
    std::int64_t (*play)(const std::uint64_t* positions, std::int64_t n, const std::uint64_t* moves,
                         std::uint64_t* after);
    std::int64_t (*outcome)(const std::uint64_t* positions, std::int64_t n, std::uint8_t* kinds_and_reasons);
    std::int64_t (*hash)(const std::uint64_t* positions, std::int64_t n, std::uint64_t* keys);
    std::int64_t (*hash_after)(const std::uint64_t* positions, std::int64_t n, const std::uint64_t* moves,
                               std::uint64_t* keys);
    std::int64_t (*progress)(const std::uint64_t* positions, std::int64_t n, const std::uint64_t* moves,
                             std::uint8_t* flags);
    std::int64_t (*sides)(const std::uint64_t* positions, std::int64_t n, std::uint8_t* sides);
    std::int64_t (*repack)(const std::uint64_t* positions, std::int64_t n, std::uint64_t* words);
    // Static evaluation, material, whether there is a winning move, whether the side to move is in check.
    std::int64_t (*evaluate)(const std::uint64_t* positions, std::int64_t n, const BoardwrightNetwork* network,
                             std::int32_t* values);
    // Games won by the first side, won by the second, and drawn.
    std::int64_t (*rollouts)(const std::uint64_t* position, std::uint64_t games, std::uint64_t seed,
                             std::uint64_t* results);

    // Jobs. `job_wait` returns 1 once the job has ended.
    BoardwrightJob* (*start_perft)(const std::uint64_t* position, std::int64_t depth, std::int64_t threads,
                                   std::int64_t hash_mb);
    BoardwrightJob* (*start_playouts)(const std::uint64_t* position, std::uint64_t games, std::uint64_t seed,
                                      std::int64_t threads);
    BoardwrightJob* (*start_search)(BoardwrightTable* table, const std::uint64_t* path, std::int64_t n,
                                    const BoardwrightSearchSettings* settings);
    std::int64_t (*job_total)(const BoardwrightJob* job);
    std::int64_t (*job_done)(const BoardwrightJob* job);
    std::int64_t (*job_stopped)(const BoardwrightJob* job);
    std::int64_t (*job_stop)(BoardwrightJob* job);
    std::int64_t (*job_wait)(BoardwrightJob* job, double seconds);
    void (*free_job)(BoardwrightJob* job);

    // By root move; either may be null. Returns their number.
    std::int64_t (*perft_counts)(const BoardwrightJob* job, std::uint64_t* moves, std::uint64_t* counts);
    // Games, plies, choices, shortest, longest, most choices; then the games by kind of outcome and reason, 32 each.
    std::int64_t (*playout_totals)(const BoardwrightJob* job, std::uint64_t* numbers);
    std::int64_t (*search_nodes)(const BoardwrightJob* job);
    double (*search_seconds)(const BoardwrightJob* job);
    // The reports from `first` on as words: depth, nodes, nanoseconds, number of lines; for each line: score, plies to
    // the end or -1, whether it is from a bitbase, number of moves, moves. Returns the number of words, and writes them
    // if there is room.
    std::int64_t (*search_reports)(const BoardwrightJob* job, std::int64_t first, std::int64_t* words,
                                   std::int64_t room);
    std::int64_t (*param)(std::int64_t index, BoardwrightParam* param);

    BoardwrightTable* (*new_table)(std::int64_t megabytes);
    void (*free_table)(BoardwrightTable* table);
    // From the 16-bit integers of a file; null without networks.
    BoardwrightNetwork* (*new_network)(const std::int16_t* numbers, std::int64_t features, std::int64_t first_input,
                                       std::int64_t hidden);
    void (*free_network)(BoardwrightNetwork* network);

    // The caller keeps the outputs, and serialises the calls. `vector_step` returns -1, or the first game with an
    // illegal action, where nothing is done. Games are selected by distinct indices below their number. `vector_reset`
    // starts them from positions, or from the first one if these are null. `vector_save` writes where the state of each
    // ends, and the words if there is room for all; returns their number. `vector_restore` returns -1, or the index of
    // the first that is not a state of this game, where nothing is done. -2 is an error.
    BoardwrightVectorEnv* (*new_vector_env)(const std::uint64_t* position, const BoardwrightVectorSettings* settings);
    std::int64_t (*vector_seed)(BoardwrightVectorEnv* env, std::uint64_t seed);
    std::int64_t (*vector_reset)(BoardwrightVectorEnv* env, const std::int32_t* games, std::int64_t n,
                                 const std::uint64_t* positions);
    std::int64_t (*vector_step)(BoardwrightVectorEnv* env, const std::int32_t* actions);
    std::int64_t (*vector_sample)(BoardwrightVectorEnv* env, std::int32_t* actions);
    std::int64_t (*vector_save)(BoardwrightVectorEnv* env, const std::int32_t* games, std::int64_t n,
                                std::int64_t* ends, std::uint64_t* words, std::int64_t room);
    std::int64_t (*vector_restore)(BoardwrightVectorEnv* env, const std::int32_t* games, std::int64_t n,
                                   const std::int64_t* ends, const std::uint64_t* words);
    void (*free_vector_env)(BoardwrightVectorEnv* env);
};

}  // extern "C"

namespace boardwright {

// Increased with every change of the structures above.
inline constexpr std::int32_t c_interface_version = 2;

#ifdef BOARDWRIGHT_NO_NETWORKS
// Declared in network.hpp; without networks no evaluation calls it.
const HiddenOutput hidden_output = nullptr;
#endif

namespace c_interface {

struct Error {
    std::string message;
    std::int64_t kind = 0;
};
inline Error& last_error() {
#ifdef BOARDWRIGHT_NO_THREADS
    static Error error;
#else
    static thread_local Error error;
#endif
    return error;
}

#ifdef __cpp_exceptions
struct BadArgument : std::exception {
    std::string message;
    explicit BadArgument(std::string text) : message(std::move(text)) {}
    const char* what() const noexcept override { return message.c_str(); }
};
[[noreturn]] inline void fail(std::string message) { throw BadArgument(std::move(message)); }

// Calls a function; what it throws becomes the last error and this value.
template <class T, class F> T guarded(T failed, F&& function) {
    try {
        return function();
    } catch (const std::bad_alloc&) {
        last_error() = {"there is not enough memory", 1};
    } catch (const std::system_error& error) {
        last_error() = {error.what(), 2};
    } catch (const std::exception& error) {
        last_error() = {error.what(), 0};
    } catch (...) {
        last_error() = {"unknown error", 0};
    }
    return failed;
}
#else
[[noreturn]] inline void fail(std::string message) {
    last_error() = {std::move(message), 0};
    __builtin_trap();
}
template <class T, class F> T guarded(T, F&& function) { return function(); }
#endif
inline void require(bool condition, const char* expected) {
    if (!condition) fail(std::string("expected ") + expected);
}
template <class F> std::int64_t status(F&& function) {
    return guarded(std::int64_t{-1}, [&] {
        function();
        return std::int64_t{0};
    });
}

inline const char* error() { return last_error().message.c_str(); }
inline std::int64_t error_kind() { return last_error().kind; }

// Handles. That of a job points to the job itself; the others own what they share.
inline BoardwrightJob* handle(std::unique_ptr<Job> job) { return reinterpret_cast<BoardwrightJob*>(job.release()); }
inline Job& job_of(const BoardwrightJob* job) { return *reinterpret_cast<Job*>(const_cast<BoardwrightJob*>(job)); }
template <class Kind> const Kind& job_as(const BoardwrightJob* job) {
    const Kind* const found = dynamic_cast<const Kind*>(&job_of(job));
    require(found, "another kind of job");
    return *found;
}
using SharedTable = std::shared_ptr<TranspositionTable>;
using SharedNetwork = std::shared_ptr<const Network>;
inline SharedTable& table_of(BoardwrightTable* table) { return *reinterpret_cast<SharedTable*>(table); }

inline std::int64_t job_total(const BoardwrightJob* job) { return static_cast<std::int64_t>(job_of(job).total()); }
inline std::int64_t job_done(const BoardwrightJob* job) { return static_cast<std::int64_t>(job_of(job).done()); }
inline std::int64_t job_stopped(const BoardwrightJob* job) { return job_of(job).stopped(); }
inline std::int64_t job_stop(BoardwrightJob* job) {
    job_of(job).stop();
    return 0;
}
inline std::int64_t job_wait(BoardwrightJob* job, double seconds) {
    return guarded(std::int64_t{-1}, [&] { return std::int64_t{job_of(job).wait(seconds)}; });
}
inline void free_job(BoardwrightJob* job) { delete &job_of(job); }

inline std::int64_t perft_counts(const BoardwrightJob* job, std::uint64_t* moves, std::uint64_t* counts) {
    return guarded(std::int64_t{-1}, [&] {
        const Perft& perft = job_as<Perft>(job);
        if (moves) std::copy(perft.root_moves().begin(), perft.root_moves().end(), moves);
        if (counts) {
            const std::vector<std::uint64_t> found = perft.counts();
            std::copy(found.begin(), found.end(), counts);
        }
        return static_cast<std::int64_t>(perft.root_moves().size());
    });
}

inline std::int64_t playout_totals(const BoardwrightJob* job, std::uint64_t* numbers) {
    return status([&] {
        const PlayoutTotals totals = job_as<Playouts>(job).totals();
        for (const std::uint64_t number : {totals.games, totals.plies, totals.choices,
                                           totals.games ? totals.shortest : 0, totals.longest, totals.max_choices})
            *numbers++ = number;
        for (const auto& of_kind : totals.endings) numbers = std::copy(std::begin(of_kind), std::end(of_kind), numbers);
    });
}

inline std::int64_t search_nodes(const BoardwrightJob* job) {
    return guarded(std::int64_t{-1}, [&] { return static_cast<std::int64_t>(job_as<Search>(job).nodes()); });
}
inline double search_seconds(const BoardwrightJob* job) {
    return guarded(-1.0, [&] { return job_as<Search>(job).seconds(); });
}
inline std::int64_t search_reports(const BoardwrightJob* job, std::int64_t first, std::int64_t* words,
                                   std::int64_t room) {
    return guarded(std::int64_t{-1}, [&] {
        std::vector<std::int64_t> all;
        for (const SearchReport& report : job_as<Search>(job).reports(static_cast<std::size_t>(first))) {
            all.insert(all.end(), {report.depth, static_cast<std::int64_t>(report.nodes),
                                   static_cast<std::int64_t>(report.seconds * 1e9),
                                   static_cast<std::int64_t>(report.lines.size())});
            for (const SearchLine& line : report.lines) {
                all.insert(all.end(), {line.score, is_proven(line.score) ? plies_to_end(line.score) : -1, line.bitbase,
                                       static_cast<std::int64_t>(line.moves.size())});
                for (const Move move : line.moves) all.push_back(static_cast<std::int64_t>(move));
            }
        }
        const auto size = static_cast<std::int64_t>(all.size());
        if (size <= room) std::copy(all.begin(), all.end(), words);
        return size;
    });
}

inline BoardwrightTable* new_table(std::int64_t megabytes) {
    return guarded<BoardwrightTable*>(nullptr, [&] {
        require(megabytes >= 1, "a table of at least 1 MB");
        return reinterpret_cast<BoardwrightTable*>(
            new SharedTable(std::make_shared<TranspositionTable>(static_cast<std::size_t>(megabytes))));
    });
}
inline void free_table(BoardwrightTable* table) { delete &table_of(table); }

inline BoardwrightNetwork* new_network([[maybe_unused]] const std::int16_t* numbers,
                                       [[maybe_unused]] std::int64_t features,
                                       [[maybe_unused]] std::int64_t first_input,
                                       [[maybe_unused]] std::int64_t hidden) {
#ifdef BOARDWRIGHT_NO_NETWORKS
    last_error() = {"the library was compiled without networks", 0};
    return nullptr;
#else
    return guarded<BoardwrightNetwork*>(nullptr, [&] {
        require(features >= 0 && features <= 1 << 20 && first_input >= 0 && first_input <= features &&
                    hidden <= Network::max_hidden && Network::is_hidden_size(static_cast<int>(hidden)),
                "a possible number of features and of hidden units");
        return reinterpret_cast<BoardwrightNetwork*>(new SharedNetwork(std::make_shared<Network>(Network::of(
            numbers, static_cast<int>(features), static_cast<int>(first_input), static_cast<int>(hidden)))));
    });
#endif
}
inline void free_network(BoardwrightNetwork* network) { delete reinterpret_cast<SharedNetwork*>(network); }

inline VectorEnv& env_of(BoardwrightVectorEnv* env) { return *reinterpret_cast<VectorEnv*>(env); }
inline std::span<const std::int32_t> games_of(const std::int32_t* games, std::int64_t n) {
    return {games, static_cast<std::size_t>(n)};
}
inline std::int64_t vector_seed(BoardwrightVectorEnv* env, std::uint64_t seed) {
    return status([&] { env_of(env).seed(seed); });
}
inline std::int64_t vector_reset(BoardwrightVectorEnv* env, const std::int32_t* games, std::int64_t n,
                                 const std::uint64_t* positions) {
    return status([&] {
        const std::ptrdiff_t wrong = env_of(env).reset(games_of(games, n), positions);
        if (wrong >= 0)
            fail("the words at index " + std::to_string(wrong) + " are not a position in which the game is not over");
    });
}
inline std::int64_t vector_sample(BoardwrightVectorEnv* env, std::int32_t* actions) {
    return status([&] { env_of(env).sample(actions); });
}
inline std::int64_t vector_step(BoardwrightVectorEnv* env, const std::int32_t* actions) {
    return guarded(std::int64_t{-2}, [&] {
        const std::ptrdiff_t illegal = env_of(env).first_illegal(actions);
        if (illegal < 0) env_of(env).step(actions);
        return static_cast<std::int64_t>(illegal);
    });
}
inline std::int64_t vector_save(BoardwrightVectorEnv* env, const std::int32_t* games, std::int64_t n,
                                std::int64_t* ends, std::uint64_t* target, std::int64_t room) {
    return guarded(std::int64_t{-1}, [&] {
        std::vector<std::uint64_t> words;
        std::vector<std::size_t> ends_of_states;
        env_of(env).save(games_of(games, n), words, ends_of_states);
        std::copy(ends_of_states.begin(), ends_of_states.end(), ends);
        const auto size = static_cast<std::int64_t>(words.size());
        if (size <= room) std::copy(words.begin(), words.end(), target);
        return size;
    });
}
inline std::int64_t vector_restore(BoardwrightVectorEnv* env, const std::int32_t* games, std::int64_t n,
                                   const std::int64_t* ends, const std::uint64_t* words) {
    return guarded(std::int64_t{-2}, [&] {
        const std::vector<std::size_t> ends_of_states(ends, ends + n);
        return static_cast<std::int64_t>(env_of(env).restore(games_of(games, n), words, ends_of_states));
    });
}
inline void free_vector_env(BoardwrightVectorEnv* env) { delete &env_of(env); }

// A function that is not needed for perft and search.
template <auto Function> constexpr decltype(Function) extra() {
#ifdef BOARDWRIGHT_SEARCH_ONLY
    return nullptr;
#else
    return Function;
#endif
}

// The functions of one game.
template <Game G> struct Functions {
    using Position = typename G::Position;
    static constexpr std::size_t width = G::Packed::size;

#ifdef BOARDWRIGHT_NO_NETWORKS
    static_assert(!HasFeatures<G>, "an evaluation with the features of a network needs network.cpp");
#endif

    static Position read(const std::uint64_t* words, std::int64_t index) {
        typename G::Packed packed;
        std::memcpy(packed.word, words + static_cast<std::size_t>(index) * width, sizeof packed.word);
        Position position;
        if (!G::unpack(packed, position)) fail("the words at index " + std::to_string(index) + " are not a position");
        return position;
    }
    static void write(const Position& position, std::uint64_t* words, std::int64_t index) {
        const typename G::Packed packed = G::pack(position);
        std::memcpy(words + static_cast<std::size_t>(index) * width, packed.word, sizeof packed.word);
    }
    static Position read_open(const std::uint64_t* words) {
        const Position position = read(words, 0);
        require(!G::outcome(position).over(), "a position in which the game is not over");
        return position;
    }
    static Move legal(const Position& position, const std::uint64_t* moves, std::int64_t index) {
        bool found = false;
        G::each_move(position, [&](Move move) { found |= move == moves[index]; });
        if (!found) fail("the move at index " + std::to_string(index) + " is not legal");
        return moves[index];
    }
    template <class F> static std::int64_t each(const std::uint64_t* positions, std::int64_t n, F&& function) {
        return status([&] {
            for (std::int64_t i = 0; i < n; ++i) function(read(positions, i), i);
        });
    }

    static std::int64_t count(const std::uint64_t* positions, std::int64_t n, std::uint64_t* counts) {
        return each(positions, n, [&](const Position& position, std::int64_t i) {
            counts[i] = static_cast<std::uint64_t>(G::count(position));
        });
    }
    static std::int64_t legal_moves(const std::uint64_t* positions, std::int64_t n, std::uint64_t* offsets,
                                    std::uint64_t* moves) {
        std::int64_t total = 0;
        const auto failed = each(positions, n, [&](const Position& position, std::int64_t i) {
            offsets[i] = static_cast<std::uint64_t>(total);
            G::each_move(position, [&](Move move) {
                if (moves) moves[total] = move;
                ++total;
            });
        });
        offsets[n] = static_cast<std::uint64_t>(total);
        return failed ? failed : total;
    }
    static std::int64_t play(const std::uint64_t* positions, std::int64_t n, const std::uint64_t* moves,
                             std::uint64_t* after) {
        return each(positions, n, [&](const Position& position, std::int64_t i) {
            write(G::play(position, legal(position, moves, i)), after, i);
        });
    }
    static std::int64_t outcome(const std::uint64_t* positions, std::int64_t n, std::uint8_t* codes) {
        return each(positions, n, [&](const Position& position, std::int64_t i) {
            const Outcome outcome = G::outcome(position);
            codes[2 * i] = outcome.kind, codes[2 * i + 1] = outcome.reason;
        });
    }
    static std::int64_t hash(const std::uint64_t* positions, std::int64_t n, std::uint64_t* keys) {
        return each(positions, n, [&](const Position& position, std::int64_t i) { keys[i] = G::hash(position); });
    }
    static std::int64_t hash_after(const std::uint64_t* positions, std::int64_t n, const std::uint64_t* moves,
                                   std::uint64_t* keys) {
        return each(positions, n, [&](const Position& position, std::int64_t i) {
            bool progress;
            keys[i] = G::hash(position);
            G::step(position, legal(position, moves, i), keys[i], progress);
        });
    }
    static std::int64_t progress(const std::uint64_t* positions, std::int64_t n, const std::uint64_t* moves,
                                 std::uint8_t* flags) {
        return each(positions, n, [&](const Position& position, std::int64_t i) {
            bool progress;
            std::uint64_t key = G::hash(position);
            G::step(position, legal(position, moves, i), key, progress);
            flags[i] = progress;
        });
    }
    static std::int64_t sides(const std::uint64_t* positions, std::int64_t n, std::uint8_t* sides) {
        return each(positions, n, [&](const Position& position, std::int64_t i) {
            sides[i] = static_cast<std::uint8_t>(G::side_to_move(position));
        });
    }
    static std::int64_t repack(const std::uint64_t* positions, std::int64_t n, std::uint64_t* words) {
        return each(positions, n, [&](const Position& position, std::int64_t i) { write(position, words, i); });
    }
    static std::int64_t evaluate(const std::uint64_t* positions, std::int64_t n, const BoardwrightNetwork* network,
                                 std::int32_t* values) {
        if constexpr (HasEvaluation<G>) {
            using E = Evaluation<G>;
            return status([&] {
                const SharedNetwork weights = network_of(network);
                for (std::int64_t i = 0; i < n; ++i) {
                    const Position position = read(positions, i);
                    *values++ = boardwright::evaluate<G>(position, *weights);
                    *values++ = E::material(position);
                    *values++ = E::has_winning_move(position);
                    *values++ = E::in_check(position);
                }
            });
        }
        return status([] { fail("the game has no evaluation"); });
    }
    static std::int64_t rollouts(const std::uint64_t* position, std::uint64_t games, std::uint64_t seed,
                                 std::uint64_t* results) {
        return status([&] {
            const auto found = Jobs<G>::roll_out(read(position, 0), games, seed);
            std::copy(found.begin(), found.end(), results);
        });
    }

    static BoardwrightJob* start_perft(const std::uint64_t* position, std::int64_t depth, std::int64_t threads,
                                       std::int64_t hash_mb) {
        return guarded<BoardwrightJob*>(nullptr, [&] {
            require(depth >= 1 && depth <= 1000 && are_threads(threads) && hash_mb >= 0,
                    "a depth and a number of threads from 1");
            return handle(Jobs<G>::perft(read(position, 0), static_cast<int>(depth), static_cast<int>(threads),
                                         static_cast<std::size_t>(hash_mb)));
        });
    }
    static BoardwrightJob* start_playouts(const std::uint64_t* position, std::uint64_t games, std::uint64_t seed,
                                          std::int64_t threads) {
        return guarded<BoardwrightJob*>(nullptr, [&] {
            require(are_threads(threads), "a number of threads from 1");
            return handle(Jobs<G>::playouts(read(position, 0), games, seed, static_cast<int>(threads)));
        });
    }
    static BoardwrightJob* start_search(BoardwrightTable* table, const std::uint64_t* path, std::int64_t n,
                                        const BoardwrightSearchSettings* settings) {
        return guarded<BoardwrightJob*>(nullptr, [&]() -> BoardwrightJob* {
            if constexpr (HasEvaluation<G>) {
                const auto& [depth, nodes, lines, baseline, threads, seed, seconds, params, param_count, network] =
                    *settings;
                require(depth >= 1 && nodes >= 0 && lines >= 1 && lines <= 1 << 20 && are_threads(threads),
                        "a depth, a number of lines and a number of threads from 1");
                std::vector<Position> positions;
                for (std::int64_t i = 0; i < n; ++i) positions.push_back(read(path, i));
                require(!positions.empty() && G::count(positions.back()) > 0, "a position with legal moves");
                const SearchLimits limits{static_cast<int>(std::min<std::int64_t>(depth, max_depth)),
                                          static_cast<std::uint64_t>(nodes), seconds, static_cast<int>(lines),
                                          depth > max_depth ? 0 : max_proving_nodes};
                return handle(Jobs<G>::search(
                    table_of(table), std::move(positions), limits,
                    {baseline != 0, seed, network_of(network), nullptr, read_params(params, param_count)},
                    static_cast<int>(threads)));
            }
            fail("the game has no evaluation");
        });
    }

    static bool are_threads(std::int64_t threads) { return threads >= 1 && threads <= 1024; }

    // Without a network, that of an evaluation without features.
    static SharedNetwork network_of(const BoardwrightNetwork* handle) {
        if (!handle) {
            require(layout_of<G>().features == 0, "a network");
            return std::make_shared<Network>();
        }
        const SharedNetwork& network = *reinterpret_cast<const SharedNetwork*>(handle);
        require(network->features() == layout_of<G>().features && network->first_input == layout_of<G>().first_input,
                "a network of the game");
        return network;
    }

    static constexpr SearchParams default_params() {
        if constexpr (HasEvaluation<G>) return Evaluation<G>::params;
        return {.scale = 0};
    }
    // The parameter of an index among those that the game uses; null past the last one.
    static const SearchParam* used_param(std::int64_t index) {
        if constexpr (HasEvaluation<G>)
            for (const SearchParam& param : search_params)
                if (param.used_with(default_params()) && index-- == 0) return &param;
        return nullptr;
    }
    static std::int32_t param_count() {
        std::int32_t used = 0;
        while (used_param(used)) ++used;
        return used;
    }
    static std::int64_t param(std::int64_t index, BoardwrightParam* target) {
        const SearchParam* const param = used_param(index);
        if (!param) return -1;
        *target = {param->name, default_params().*param->value, param->min, param->max};
        return 0;
    }
    static std::optional<SearchParams> read_params(const std::int32_t* values, std::int64_t count) {
        if (count == 0) return {};
        require(count == param_count(), "all search parameters");
        SearchParams params = default_params();
        for (std::int64_t i = 0; i < count; ++i) {
            const SearchParam& param = *used_param(i);
            require(values[i] >= param.min && values[i] <= param.max, "search parameters in their ranges");
            params.*param.value = values[i];
        }
        return params;
    }

    static BoardwrightVectorEnv* new_vector_env([[maybe_unused]] const std::uint64_t* position,
                                                [[maybe_unused]] const BoardwrightVectorSettings* settings) {
        return guarded<BoardwrightVectorEnv*>(nullptr, [&]() -> BoardwrightVectorEnv* {
            if constexpr (Encoded<G>) {
                const BoardwrightVectorSettings& s = *settings;
                require(s.games >= 1 && s.actions >= 1 && s.actions <= 32767 && s.cells >= 1 && s.cells <= 256 &&
                            s.autoreset >= 0 && s.autoreset <= 2 && are_threads(s.threads),
                        "games, 1 to 32767 actions, 1 to 256 cells, an autoreset mode and a number of threads from 1");
                const VectorOutput output{s.outputs[0],
                                          static_cast<std::uint8_t*>(s.outputs[1]),
                                          static_cast<double*>(s.outputs[2]),
                                          static_cast<double*>(s.outputs[3]),
                                          static_cast<std::int8_t*>(s.outputs[4]),
                                          static_cast<std::uint8_t*>(s.outputs[5]),
                                          static_cast<std::uint8_t*>(s.outputs[6]),
                                          s.outputs[7],
                                          static_cast<std::int8_t*>(s.outputs[8])};
                return reinterpret_cast<BoardwrightVectorEnv*>(
                    Jobs<G>::vector_env(
                        read_open(position), static_cast<std::size_t>(s.games),
                        {static_cast<int>(s.actions), static_cast<int>(s.cells), s.dense != 0, s.packed != 0,
                         s.illegal_loses != 0, static_cast<Autoreset>(s.autoreset), static_cast<int>(s.threads)},
                        tables(s), output)
                        .release());
            }
            fail("the game has no encoding");
        });
    }
    static EncodingTables tables(const BoardwrightVectorSettings& settings)
        requires Encoded<G>
    {
        constexpr auto raw = static_cast<std::size_t>(Encoding<G>::raw_actions);
        constexpr auto places = static_cast<std::size_t>(Encoding<G>::places);
        EncodingTables tables;
        for (const std::size_t side : {0, 1}) {
            tables.actions[side].assign(settings.actions_of_raw + side * raw,
                                        settings.actions_of_raw + (side + 1) * raw);
            tables.cells[side].assign(settings.cells_of_places + side * places,
                                      settings.cells_of_places + (side + 1) * places);
            for (const int action : tables.actions[side])
                require(action < settings.actions, "actions below their number");
            for (const int cell : tables.cells[side]) require(cell < settings.cells, "cells below their number");
        }
        return tables;
    }

    // The texts that a game may declare.
    static const char* position_layout() {
        if constexpr (requires { G::position_layout; }) return G::position_layout;
        return nullptr;
    }
    static const char* move_layout() {
        if constexpr (requires { G::move_layout; }) return G::move_layout;
        return nullptr;
    }
    template <std::size_t N> static std::string joined(const char* const (&texts)[N]) {
        static_assert(N == G::reasons, "each of the `reasons` needs a text");
        std::string all = texts[0];
        for (std::size_t i = 1; i < N; ++i) all += std::string("\n") + texts[i];
        return all;
    }
    static const char* reason_texts() {
        if constexpr (requires { G::reason_texts; }) {
            static const std::string all = joined(G::reason_texts);
            return all.c_str();
        }
        return nullptr;
    }
    static const char* terminations() {
        if constexpr (requires { G::terminations; }) {
            static const std::string all = joined(G::terminations);
            return all.c_str();
        }
        return nullptr;
    }

    // The game under one of its names.
    static BoardwrightGame game(const char* name) {
        int raw_actions = 0, places = 0, planes = 0;
        if constexpr (Encoded<G>) {
            using E = Encoding<G>;
            raw_actions = E::raw_actions, places = E::places, planes = E::planes + history_planes;
        }
        const BoardwrightGame game{
            c_interface_version, static_cast<std::int32_t>(width), G::reasons, G::draws_with_moves_left,
            default_params().scale, param_count(), raw_actions, places, planes, layout_of<G>().features,
            layout_of<G>().first_input, layout_of<G>().version, default_params().result_weight,
            // Texts.
            name, position_layout(), move_layout(), reason_texts(), terminations(), error, error_kind,
            // Batches.
            extra<count>(), extra<legal_moves>(), extra<play>(), extra<outcome>(), extra<hash>(), extra<hash_after>(),
            extra<progress>(), extra<sides>(), extra<repack>(), extra<evaluate>(), extra<rollouts>(),
            // Jobs.
            start_perft, extra<start_playouts>(), start_search, job_total, job_done, job_stopped, job_stop, job_wait,
            free_job, perft_counts, extra<playout_totals>(), search_nodes, search_seconds, search_reports, param,
            // Other handles.
            new_table, free_table, new_network, free_network, extra<new_vector_env>(), extra<vector_seed>(),
            extra<vector_reset>(), extra<vector_step>(), extra<vector_sample>(), extra<vector_save>(),
            extra<vector_restore>(), extra<free_vector_env>()};
        return game;
    }
};

template <class... Gs> const BoardwrightGame* game_at(GameList<Gs...>, std::int32_t index) {
    static const std::vector<BoardwrightGame> games = [] {
        std::vector<BoardwrightGame> all;
        const auto add = [&]<class G>() {
            for (const char* name : names_of<G>()) all.push_back(Functions<G>::game(name));
        };
        (add.template operator()<Gs>(), ...);
        return all;
    }();
    const auto at = static_cast<std::size_t>(index);
    return at < games.size() ? &games[at] : nullptr;
}

}  // namespace c_interface
}  // namespace boardwright

// Exports the games of a library, one for each variant: `boardwright_game(0)` and so on, null after the last one.
#define BOARDWRIGHT_GAMES(...)                                                                                         \
    extern "C" [[gnu::visibility("default"), gnu::used]] const BoardwrightGame* boardwright_game(std::int32_t index) { \
        return boardwright::c_interface::game_at(boardwright::GameList<__VA_ARGS__>{}, index);                         \
    }
