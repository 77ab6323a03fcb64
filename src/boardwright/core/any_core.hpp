// One game of the core as Python sees it: single and batch functions over packed positions, and
// jobs. Each room is compiled by itself, so that the compiler's limits on inlining are its own.
// Everything that may take long runs without the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "game.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "search.hpp"

namespace boardwright {

namespace nb = nanobind;

// A read-only look at the words of any buffer object.
class Words {
public:
    explicit Words(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE)) throw nb::python_error();
        if (view_.len % sizeof(std::uint64_t)) {
            PyBuffer_Release(&view_);
            throw nb::value_error("the buffer does not hold whole words of eight bytes");
        }
    }
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;
    ~Words() { PyBuffer_Release(&view_); }

    std::size_t size() const { return static_cast<std::size_t>(view_.len) / sizeof(std::uint64_t); }
    std::uint64_t operator[](std::size_t index) const {
        std::uint64_t word;
        std::memcpy(&word, static_cast<const char*>(view_.buf) + index * sizeof word, sizeof word);
        return word;
    }

private:
    Py_buffer view_;
};

// A new bytearray of so many items, filled without the interpreter's lock.
template <class T, class Fill>
nb::object filled(std::size_t items, Fill&& fill) {
    nb::object bytes = nb::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(items * sizeof(T))));
    if (!bytes.is_valid()) throw nb::python_error();
    T* data = reinterpret_cast<T*>(PyByteArray_AS_STRING(bytes.ptr()));
    {
        nb::gil_scoped_release unlocked;
        fill(data);
    }
    return bytes;
}

// One game of the core, whatever its types.
class AnyCore {
public:
    virtual ~AnyCore() = default;
    virtual std::string name() const = 0;
    virtual std::size_t words() const = 0;
    virtual int reasons() const = 0;
    virtual nb::object count(nb::handle positions) const = 0;
    virtual nb::tuple legal_moves(nb::handle positions) const = 0;
    virtual nb::object play(nb::handle positions, nb::handle moves) const = 0;
    virtual nb::object outcome(nb::handle positions) const = 0;
    virtual nb::object hash(nb::handle positions) const = 0;
    virtual nb::object hash_after(nb::handle positions, nb::handle moves) const = 0;
    virtual nb::tuple rollouts(nb::handle position, std::uint64_t games, std::uint64_t seed) const = 0;
    virtual std::unique_ptr<Job> start_perft(nb::handle position, int depth, int threads, std::size_t hash_mb) const = 0;
    virtual std::unique_ptr<Job> start_playouts(nb::handle position, std::uint64_t games, std::uint64_t seed,
                                                int threads) const = 0;
    // At how many hundredths of its unit ten games of eleven are won; 0 for a game that cannot be searched.
    virtual int scale() const = 0;
    // Four numbers a position: what the search thinks of it, its material, whether the side to move wins
    // with one move, whether it is pressed.
    virtual nb::object judge(nb::handle positions) const = 0;
    virtual std::unique_ptr<Search> start_search(std::shared_ptr<Table> table, nb::handle path, const SearchLimits& limits,
                                                 const SearchManner& manner, int threads) const = 0;
    virtual nb::tuple perft_shares(const Job& job) const = 0;
    virtual nb::dict playout_totals(const Job& job) const = 0;
};

template <Game G>
class Core final : public AnyCore {
    using Position = typename G::Position;
    static constexpr std::size_t width = G::Packed::size;
    static constexpr const char* no_evaluation = "the game has no evaluation";

    // All positions of a buffer, every one checked.
    static std::vector<Position> unpacked(nb::handle buffer) {
        const Words words(buffer);
        if (words.size() % width)
            throw nb::value_error(("a position takes " + std::to_string(width) + " words: found " +
                                   std::to_string(words.size()) + " words in all")
                                      .c_str());
        std::vector<Position> positions(words.size() / width);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            typename G::Packed packed;
            for (std::size_t k = 0; k < width; ++k) packed.word[k] = words[i * width + k];
            if (!G::unpack(packed, positions[i]))
                throw nb::value_error(("the words at index " + std::to_string(i) + " are no position").c_str());
        }
        return positions;
    }

    static Position one(nb::handle buffer) {
        const std::vector<Position> positions = unpacked(buffer);
        if (positions.size() != 1) throw nb::value_error("expected one position");
        return positions.front();
    }

    static bool legal(const Position& position, Move move) {
        bool found = false;
        G::each_move(position, [&](Move other) { found |= other == move; });
        return found;
    }

    // One legal move for each position.
    static std::vector<Move> checked(const std::vector<Position>& positions, nb::handle buffer) {
        const Words words(buffer);
        if (words.size() != positions.size())
            throw nb::value_error(
                ("expected " + std::to_string(positions.size()) + " moves: found " + std::to_string(words.size()))
                    .c_str());
        std::vector<Move> moves(words.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            moves[i] = words[i];
            if (!legal(positions[i], moves[i]))
                throw nb::value_error(("the move at index " + std::to_string(i) + " is not legal").c_str());
        }
        return moves;
    }

    static void put(std::uint64_t* words, std::size_t index, const Position& position) {
        const typename G::Packed packed = G::pack(position);
        std::memcpy(words + index * width, packed.word, sizeof packed.word);
    }

public:
    std::string name() const override { return G::name; }
    std::size_t words() const override { return width; }
    int reasons() const override { return G::reasons; }

    nb::object count(nb::handle buffer) const override {
        const std::vector<Position> positions = unpacked(buffer);
        return filled<std::uint64_t>(positions.size(), [&](std::uint64_t* counts) {
            for (std::size_t i = 0; i < positions.size(); ++i) counts[i] = static_cast<std::uint64_t>(G::count(positions[i]));
        });
    }

    nb::tuple legal_moves(nb::handle buffer) const override {
        const std::vector<Position> positions = unpacked(buffer);
        std::uint64_t total = 0;
        nb::object offsets = filled<std::uint64_t>(positions.size() + 1, [&](std::uint64_t* starts) {
            for (std::size_t i = 0; i < positions.size(); ++i) {
                starts[i] = total;
                total += static_cast<std::uint64_t>(G::count(positions[i]));
            }
            starts[positions.size()] = total;
        });
        nb::object moves = filled<std::uint64_t>(total, [&](std::uint64_t* next) {
            for (const Position& position : positions) G::each_move(position, [&](Move move) { *next++ = move; });
        });
        return nb::make_tuple(offsets, moves);
    }

    nb::object play(nb::handle buffer, nb::handle moves_buffer) const override {
        const std::vector<Position> positions = unpacked(buffer);
        const std::vector<Move> moves = checked(positions, moves_buffer);
        return filled<std::uint64_t>(positions.size() * width, [&](std::uint64_t* words) {
            for (std::size_t i = 0; i < positions.size(); ++i) put(words, i, G::play(positions[i], moves[i]));
        });
    }

    nb::object outcome(nb::handle buffer) const override {
        const std::vector<Position> positions = unpacked(buffer);
        return filled<std::uint8_t>(positions.size() * 2, [&](std::uint8_t* codes) {
            for (std::size_t i = 0; i < positions.size(); ++i) {
                const Outcome outcome = G::outcome(positions[i]);
                codes[2 * i] = outcome.kind;
                codes[2 * i + 1] = outcome.reason;
            }
        });
    }

    nb::object hash(nb::handle buffer) const override {
        const std::vector<Position> positions = unpacked(buffer);
        return filled<std::uint64_t>(positions.size(), [&](std::uint64_t* keys) {
            for (std::size_t i = 0; i < positions.size(); ++i) keys[i] = G::hash(positions[i]);
        });
    }

    nb::object hash_after(nb::handle buffer, nb::handle moves_buffer) const override {
        const std::vector<Position> positions = unpacked(buffer);
        const std::vector<Move> moves = checked(positions, moves_buffer);
        return filled<std::uint64_t>(positions.size(), [&](std::uint64_t* keys) {
            for (std::size_t i = 0; i < positions.size(); ++i)
                keys[i] = G::hash_after(positions[i], G::hash(positions[i]), moves[i]);
        });
    }

    nb::tuple rollouts(nb::handle buffer, std::uint64_t games, std::uint64_t seed) const override {
        const Position position = one(buffer);
        std::uint64_t results[4] = {};
        {
            nb::gil_scoped_release unlocked;
            PlayoutTotals totals;
            for (std::uint64_t number = 0; number < games; ++number) {
                Random random(seed_of_game(seed, number));
                ++results[playout<G>(position, random, totals).kind];
            }
        }
        return nb::make_tuple(results[0], results[1], results[2]);
    }

    std::unique_ptr<Job> start_perft(nb::handle buffer, int depth, int threads, std::size_t hash_mb) const override {
        if (depth < 1 || threads < 1) throw nb::value_error("expected a depth and a number of threads from 1");
        const Position position = one(buffer);
        nb::gil_scoped_release unlocked;
        return std::make_unique<PerftJob<G>>(position, depth, threads, hash_mb);
    }

    std::unique_ptr<Job> start_playouts(nb::handle buffer, std::uint64_t games, std::uint64_t seed,
                                        int threads) const override {
        if (threads < 1) throw nb::value_error("expected a number of threads from 1");
        return std::make_unique<PlayoutJob<G>>(one(buffer), games, seed, threads);
    }

    int scale() const override {
        if constexpr (Evaluated<G>) return Evaluation<G>::tuning.scale;
        return 0;
    }

    nb::object judge(nb::handle buffer) const override {
        if constexpr (Evaluated<G>) {
            using E = Evaluation<G>;
            const std::vector<Position> positions = unpacked(buffer);
            return filled<std::int32_t>(positions.size() * 4, [&](std::int32_t* judged) {
                for (const Position& p : positions)
                    for (const int number : {E::evaluate(p), E::material(p), int{E::wins_now(p)}, int{E::pressed(p)}})
                        *judged++ = number;
            });
        }
        throw nb::value_error(no_evaluation);
    }

    std::unique_ptr<Search> start_search(std::shared_ptr<Table> table, nb::handle path, const SearchLimits& limits,
                                         const SearchManner& manner, int threads) const override {
        if constexpr (Evaluated<G>) {
            std::vector<Position> positions = unpacked(path);
            if (positions.empty() || G::count(positions.back()) == 0)
                throw nb::value_error("expected a position with legal moves");
            return std::make_unique<SearchJob<G>>(std::move(table), std::move(positions), limits, manner, threads);
        }
        throw nb::value_error(no_evaluation);
    }

    nb::tuple perft_shares(const Job& job) const override {
        const auto* mine = dynamic_cast<const PerftJob<G>*>(&job);
        if (!mine) throw nb::value_error("expected a perft job of this game");
        return nb::make_tuple(mine->first_moves(), mine->shares());
    }

    nb::dict playout_totals(const Job& job) const override {
        const auto* mine = dynamic_cast<const PlayoutJob<G>*>(&job);
        if (!mine) throw nb::value_error("expected a playout job of this game");
        const PlayoutTotals totals = mine->totals();
        nb::dict told;
        told["games"] = totals.games;
        told["plies"] = totals.plies;
        told["choices"] = totals.choices;
        told["shortest"] = totals.games ? totals.shortest : 0;
        told["longest"] = totals.longest;
        told["most_choices"] = totals.most_choices;
        nb::list endings;
        for (int kind = 0; kind < 3; ++kind)
            for (int reason = 0; reason < PlayoutTotals::most_reasons; ++reason)
                if (totals.endings[kind][reason]) endings.append(nb::make_tuple(kind, reason, totals.endings[kind][reason]));
        told["endings"] = endings;
        return told;
    }
};

using AnyCores = std::vector<std::unique_ptr<AnyCore>>;

// The games of one room, behind those that are there already.
template <class... Gs>
void add_cores(AnyCores& cores, Rooms<Gs...>) {
    (cores.push_back(std::make_unique<Core<Gs>>()), ...);
}

}  // namespace boardwright
