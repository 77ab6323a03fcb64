// The Python interface of one game's core: batch functions over packed positions, and jobs. Both run without
// the GIL.
#pragma once

// First, for nanobind, which does not include it.
// clang-format off
#include <cstdio>
// clang-format on

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "bitbase_probe.hpp"
#include "encoding.hpp"
#include "evaluation.hpp"
#include "game.hpp"
#include "jobs.hpp"

namespace boardwright {

namespace nb = nanobind;

// Raises a ValueError whose message consists of these parts.
template <class... Parts> [[noreturn]] void fail(const Parts&... parts) {
    std::ostringstream message;
    (message << ... << parts);
    throw nb::value_error(message.str().c_str());
}

// A Python buffer, pinned for the lifetime of this object.
class BufferView {
public:
    explicit BufferView(nb::handle object, int flags = PyBUF_SIMPLE) {
        if (PyObject_GetBuffer(object.ptr(), &view_, flags)) throw nb::python_error();
    }
    // One of a given size in bytes.
    BufferView(nb::handle object, std::size_t bytes, int flags) : BufferView(object, flags) {
        if (static_cast<std::size_t>(view_.len) != bytes)
            fail("expected a buffer of ", bytes, " bytes: found ", view_.len);
    }
    BufferView(const BufferView&) = delete;
    BufferView& operator=(const BufferView&) = delete;
    ~BufferView() { PyBuffer_Release(&view_); }

    template <class T> operator T*() const { return static_cast<T*>(view_.buf); }
    std::size_t size() const { return static_cast<std::size_t>(view_.len); }

    // Its content as 64-bit words, which need not be aligned.
    std::size_t words() const {
        if (view_.len % sizeof(std::uint64_t)) fail("the buffer does not hold whole words of eight bytes");
        return static_cast<std::size_t>(view_.len) / sizeof(std::uint64_t);
    }
    std::uint64_t word(std::size_t index) const {
        std::uint64_t word;
        std::memcpy(&word, static_cast<const char*>(view_.buf) + index * sizeof word, sizeof word);
        return word;
    }

private:
    Py_buffer view_;
};

// A vector environment and its output buffers; calls are serialised.
class VectorBinding {
public:
    VectorBinding(std::deque<BufferView> targets, std::unique_ptr<VectorEnv> env, std::size_t games, std::size_t words)
        : targets_(std::move(targets)), env_(std::move(env)), games_(games), words_(words) {}

    void seed(std::uint64_t seed) {
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        env_->seed(seed);
    }

    // Starts games from packed positions, or from the first one without any.
    void reset(nb::handle indices, nb::handle positions) {
        const std::vector<std::int32_t> games = selected(indices);
        std::vector<std::uint64_t> words;
        const bool given = !positions.is_none();
        if (given) {
            const BufferView view(positions, games.size() * words_ * sizeof(std::uint64_t), PyBUF_SIMPLE);
            words.resize(view.words());
            for (std::size_t i = 0; i < words.size(); ++i) words[i] = view.word(i);
        }
        std::ptrdiff_t wrong;
        {
            nb::gil_scoped_release unlocked;
            const std::lock_guard lock(mutex_);
            wrong = env_->reset(games, given ? words.data() : nullptr);
        }
        if (wrong >= 0) fail("the words at index ", wrong, " are not a position in which the game is not over");
    }

    // Steps all games; if an action is illegal, steps none and returns the first such game, otherwise -1.
    std::ptrdiff_t step(nb::handle buffer) {
        const BufferView actions(buffer, games_ * sizeof(std::int32_t), PyBUF_SIMPLE);
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        // Copied, because another thread may write to the buffer between the check and the step.
        const std::int32_t* first = actions;
        actions_.assign(first, first + games_);
        const std::ptrdiff_t illegal = env_->first_illegal(actions_.data());
        if (illegal < 0) env_->step(actions_.data());
        return illegal;
    }

    void sample(nb::handle buffer) {
        const BufferView actions(buffer, games_ * sizeof(std::int32_t), PyBUF_WRITABLE);
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        env_->sample(actions);
    }

    nb::list save(nb::handle indices) {
        const std::vector<std::int32_t> games = selected(indices);
        std::vector<std::uint64_t> words;
        std::vector<std::size_t> ends;
        {
            nb::gil_scoped_release unlocked;
            const std::lock_guard lock(mutex_);
            env_->save(games, words, ends);
        }
        nb::list states;
        std::size_t begin = 0;
        for (const std::size_t end : ends) {
            states.append(nb::bytes(words.data() + begin, (end - begin) * sizeof(std::uint64_t)));
            begin = end;
        }
        return states;
    }

    // Restores games; returns the index of the first that is not a state of this game, where nothing is done, or -1.
    std::ptrdiff_t restore(nb::sequence states, nb::handle indices) {
        const std::vector<std::int32_t> games = selected(indices);
        if (nb::len(states) != games.size()) fail("expected ", games.size(), " states: found ", nb::len(states));
        std::vector<std::uint64_t> words;
        std::vector<std::size_t> ends;
        for (const nb::handle state : states) {
            const BufferView view(state);
            if (view.size() % sizeof(std::uint64_t)) return static_cast<std::ptrdiff_t>(ends.size());
            const std::size_t begin = words.size();
            words.resize(begin + view.words());
            if (view.size()) std::memcpy(words.data() + begin, static_cast<const void*>(view), view.size());
            ends.push_back(words.size());
        }
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        return env_->restore(games, words.data(), ends);
    }

private:
    // The indices of games in a buffer: distinct ones, since threads share the work.
    std::vector<std::int32_t> selected(nb::handle indices) const {
        const BufferView view(indices);
        std::vector<std::int32_t> games(view.size() / sizeof(std::int32_t));
        if (!games.empty()) std::memcpy(games.data(), static_cast<const void*>(view), games.size() * sizeof games[0]);
        if (!are_distinct(games, games_)) fail("expected distinct games from 0 to ", games_ - 1);
        return games;
    }

    std::deque<BufferView> targets_;
    std::unique_ptr<VectorEnv> env_;
    std::size_t games_, words_;
    std::vector<std::int32_t> actions_;
    std::mutex mutex_;
};

// A new bytearray of `items` elements, filled without the GIL.
template <class T, class Fill> nb::object filled(std::size_t items, Fill&& fill) {
    nb::object bytes = nb::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(items * sizeof(T))));
    if (!bytes.is_valid()) throw nb::python_error();
    T* data = reinterpret_cast<T*>(PyByteArray_AsString(bytes.ptr()));
    {
        nb::gil_scoped_release unlocked;
        fill(data);
    }
    return bytes;
}

template <class T> nb::object copied(const std::vector<T>& items) {
    return filled<T>(items.size(), [&](T* copy) { std::copy(items.begin(), items.end(), copy); });
}

// A growing bytearray of moves, filled without the GIL.
template <Game G> class MoveList {
public:
    explicit MoveList(std::size_t guess)
        : capacity_(guess),
          bytes_(nb::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(capacity_ * sizeof(Move))))) {
        if (!bytes_.is_valid()) throw nb::python_error();
    }

    std::size_t size() const { return size_; }

    // A game may write its moves directly, given capacity for `max_listed` of them.
    void add(const typename G::Position& position) {
        if constexpr (requires { G::list(position, end()); }) {
            reserve(G::max_listed);
            size_ += static_cast<std::size_t>(G::list(position, end()) - end());
        } else {
            const std::size_t count = static_cast<std::size_t>(G::count(position));
            reserve(count);
            Move* next = end();
            G::each_move(position, [&](Move move) { *next++ = move; });
            size_ += count;
        }
    }

    // The bytearray, shrunk to its size.
    nb::object taken() {
        resize(size_);
        return std::move(bytes_);
    }

private:
    Move* end() const { return reinterpret_cast<Move*>(PyByteArray_AsString(bytes_.ptr())) + size_; }

    void reserve(std::size_t more) {
        if (capacity_ - size_ >= more) return;
        const nb::gil_scoped_acquire locked;
        resize(size_ + size_ / 2 + more);
    }
    void resize(std::size_t moves) {
        if (PyByteArray_Resize(bytes_.ptr(), static_cast<Py_ssize_t>(moves * sizeof(Move)))) throw nb::python_error();
        capacity_ = moves;
    }

    std::size_t size_ = 0, capacity_;
    nb::object bytes_;
};

// The kernel with a name, where the processor supports it.
inline HiddenOutput kernel_named(const std::string& name) {
    if (name.empty()) return hidden_output;
    for (const Kernel& kernel : kernels())
        if (kernel.supported && kernel.name == name) return kernel.hidden_output;
    fail("there is no kernel ", name, " for this processor");
}

// Type-erased core of one game.
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
    virtual std::unique_ptr<Perft> start_perft(nb::handle position, int depth, int threads,
                                               std::size_t hash_mb) const = 0;
    virtual std::unique_ptr<Playouts> start_playouts(nb::handle position, std::uint64_t games, std::uint64_t seed,
                                                     int threads) const = 0;
    // The search parameters of the game's evaluation; a scale of 0 for a game without one.
    virtual SearchParams params() const = 0;
    // Four numbers per position: static evaluation, material, whether there is a winning move, whether it is in check.
    // The kernel of the network by its name; the one in use for an empty name.
    virtual nb::object evaluate(nb::handle positions, const Network& network, const std::string& kernel) const = 0;
    // The features of the evaluation; none for one without a network.
    virtual FeatureLayout layout() const = 0;
    // The features of each position in CSR form (offsets, indices, counts), and the phase of each position.
    virtual nb::tuple list_features(nb::handle positions) const = 0;
    virtual std::unique_ptr<Selfplay> start_selfplay(nb::handle position, const SelfplayLimits& limits,
                                                     std::shared_ptr<const Network> network, int threads) const = 0;
    // The samples of recorded games: positions, scores, results, plies left, sides.
    virtual nb::tuple read_games(nb::handle records) const = 0;
    virtual std::unique_ptr<Match> start_match(nb::handle position, const MatchLimits& limits, const MatchEngine& first,
                                               const MatchEngine& second, int threads) const = 0;
    virtual std::unique_ptr<Search> start_search(std::shared_ptr<TranspositionTable> table, nb::handle path,
                                                 const SearchLimits& limits, const SearchOptions& options,
                                                 int threads) const = 0;
    // The materials with bitbases, each after those it leads to: the class, the number of pieces, the classes with
    // their sizes, and a sample position.
    virtual nb::list materials() const = 0;
    virtual std::unique_ptr<BitbaseJob> start_bitbase(std::shared_ptr<const Bitbases> bitbases, int number,
                                                      int threads) const = 0;
    // Two numbers per position: `Wdl`, and the plies to conversion.
    virtual nb::object probe(const Bitbases& bitbases, nb::handle positions) const = 0;
    // The numbers of raw actions and places of the encoding; zeros where there is none.
    virtual nb::tuple encoded() const = 0;
    virtual std::unique_ptr<VectorBinding> new_vector_env(nb::handle position, std::size_t games,
                                                          const VectorSettings& settings, const EncodingTables& tables,
                                                          nb::sequence buffers) const = 0;
};

template <Game G> class Core final : public AnyCore {
    using Position = typename G::Position;
    static constexpr std::size_t width = G::Packed::size;
    static constexpr const char* no_evaluation = "the game has no evaluation";

    // The positions of a buffer, each validated when it is read.
    class Batch {
    public:
        explicit Batch(nb::handle buffer) : buffer_(buffer), size_(buffer_.words() / width) {
            const std::size_t words = buffer_.words();
            if (words % width) fail("a position takes ", width, " words: found ", words, " words in all");
        }

        std::size_t size() const { return size_; }

        Position operator[](std::size_t index) const {
            typename G::Packed packed;
            for (std::size_t k = 0; k < width; ++k) packed.word[k] = buffer_.word(index * width + k);
            Position position;
            if (!G::unpack(packed, position)) fail("the words at index ", index, " are not a position");
            return position;
        }

    private:
        BufferView buffer_;
        std::size_t size_;
    };

    // `Items` elements for each position.
    template <class T, std::size_t Items, class Fill> static nb::object for_each(const Batch& positions, Fill&& fill) {
        return filled<T>(positions.size() * Items, [&](T* items) {
            for (std::size_t i = 0; i < positions.size(); ++i) fill(items + i * Items, positions[i], i);
        });
    }

    // An estimate of the moves of a batch from a sample of its positions, rounded up: a buffer that must grow is
    // copied, and one far too large costs page faults.
    static std::size_t guessed_moves(const Batch& positions) {
        constexpr std::size_t enough = 64;
        const std::size_t stride = positions.size() / enough + 1;
        std::size_t moves = 0;
        for (std::size_t i = 0; i < positions.size(); i += stride)
            moves += static_cast<std::size_t>(G::count(positions[i]));
        return moves * stride + moves * stride / 16;
    }

    static Position one(nb::handle buffer) {
        const Batch positions(buffer);
        if (positions.size() != 1) fail("expected one position");
        return positions[0];
    }

    static Position one_open(nb::handle buffer) {
        const Position position = one(buffer);
        if (G::outcome(position).over()) fail("expected a position in which the game is not over");
        return position;
    }

    // Raises an error if the game has no evaluation, or not with this network.
    static void check_evaluation(const Network& network) {
        if constexpr (!HasEvaluation<G>) fail(no_evaluation);
        check_network(network);
    }

    static void check_network(const Network& network) {
        if (network.features() != layout_of<G>().features)
            fail("expected a network of ", layout_of<G>().features, " features: found ", network.features());
        if (network.first_input != layout_of<G>().first_input)
            fail("expected a network with the first input ", layout_of<G>().first_input, ": found ",
                 network.first_input);
    }

    // One move for each position of a batch, each validated when it is read.
    class Moves {
    public:
        Moves(const Batch& positions, nb::handle buffer) : buffer_(buffer) {
            const std::size_t moves = buffer_.words();
            if (moves != positions.size()) fail("expected ", positions.size(), " moves: found ", moves);
        }

        Move legal_in(const Position& position, std::size_t index) const {
            const Move move = buffer_.word(index);
            bool legal = false;
            G::each_move(position, [&](Move other) { legal |= other == move; });
            if (!legal) fail("the move at index ", index, " is not legal");
            return move;
        }

    private:
        BufferView buffer_;
    };

public:
    explicit Core(const char* name) : name_(name) {}

    std::string name() const override { return name_; }
    std::size_t words() const override { return width; }
    int reasons() const override { return G::reasons; }

    nb::object count(nb::handle buffer) const override {
        return for_each<std::uint64_t, 1>(Batch(buffer), [](auto* count, const Position& position, std::size_t) {
            *count = static_cast<std::uint64_t>(G::count(position));
        });
    }

    nb::tuple legal_moves(nb::handle buffer) const override {
        const Batch positions(buffer);
        MoveList<G> moves(guessed_moves(positions));
        nb::object offsets = filled<std::uint64_t>(positions.size() + 1, [&](std::uint64_t* starts) {
            for (std::size_t i = 0; i < positions.size(); ++i) {
                starts[i] = moves.size();
                moves.add(positions[i]);
            }
            starts[positions.size()] = moves.size();
        });
        return nb::make_tuple(offsets, moves.taken());
    }

    nb::object play(nb::handle buffer, nb::handle moves_buffer) const override {
        const Batch positions(buffer);
        const Moves moves(positions, moves_buffer);
        return for_each<std::uint64_t, width>(positions, [&](auto* words, const Position& position, std::size_t index) {
            const typename G::Packed packed = G::pack(G::play(position, moves.legal_in(position, index)));
            std::memcpy(words, packed.word, sizeof packed.word);
        });
    }

    nb::object outcome(nb::handle buffer) const override {
        return for_each<std::uint8_t, 2>(Batch(buffer), [](auto* codes, const Position& position, std::size_t) {
            const Outcome outcome = G::outcome(position);
            codes[0] = outcome.kind, codes[1] = outcome.reason;
        });
    }

    nb::object hash(nb::handle buffer) const override {
        return for_each<std::uint64_t, 1>(
            Batch(buffer), [](auto* key, const Position& position, std::size_t) { *key = G::hash(position); });
    }

    nb::object hash_after(nb::handle buffer, nb::handle moves_buffer) const override {
        const Batch positions(buffer);
        const Moves moves(positions, moves_buffer);
        return for_each<std::uint64_t, 1>(positions, [&](auto* key, const Position& position, std::size_t index) {
            bool progress;
            *key = G::hash(position);
            G::step(position, moves.legal_in(position, index), *key, progress);
        });
    }

    nb::tuple rollouts(nb::handle buffer, std::uint64_t games, std::uint64_t seed) const override {
        const Position position = one(buffer);
        std::array<std::uint64_t, 3> results;
        {
            nb::gil_scoped_release unlocked;
            results = Jobs<G>::roll_out(position, games, seed);
        }
        return nb::make_tuple(results[0], results[1], results[2]);
    }

    std::unique_ptr<Perft> start_perft(nb::handle buffer, int depth, int threads, std::size_t hash_mb) const override {
        if (depth < 1 || threads < 1) fail("expected a depth and a number of threads from 1");
        const Position position = one(buffer);
        nb::gil_scoped_release unlocked;
        return Jobs<G>::perft(position, depth, threads, hash_mb);
    }

    std::unique_ptr<Playouts> start_playouts(nb::handle buffer, std::uint64_t games, std::uint64_t seed,
                                             int threads) const override {
        if (threads < 1) fail("expected a number of threads from 1");
        return Jobs<G>::playouts(one(buffer), games, seed, threads);
    }

    SearchParams params() const override {
        if constexpr (HasEvaluation<G>) return Evaluation<G>::params;
        return {.scale = 0};
    }

    nb::object evaluate(nb::handle buffer, const Network& network, const std::string& kernel) const override {
        check_network(network);
        const HiddenOutput hidden = kernel_named(kernel);
        if constexpr (HasEvaluation<G>) {
            using E = Evaluation<G>;
            KeptFeatures<G> kept;
            return for_each<std::int32_t, 4>(Batch(buffer), [&](auto* values, const Position& p, std::size_t) {
                values[0] = boardwright::evaluate<G>(p, network, hidden, &kept), values[1] = E::material(p);
                values[2] = E::has_winning_move(p), values[3] = E::in_check(p);
            });
        }
        fail(no_evaluation);
    }

    FeatureLayout layout() const override { return layout_of<G>(); }

    nb::tuple list_features(nb::handle buffer) const override {
        if constexpr (HasFeatures<G>) {
            const Batch positions(buffer);
            std::vector<std::int32_t> indices, counts, phases;
            nb::object offsets = filled<std::uint64_t>(positions.size() + 1, [&](std::uint64_t* starts) {
                for (std::size_t i = 0; i < positions.size(); ++i) {
                    const Position position = positions[i];
                    starts[i] = indices.size();
                    phases.push_back(Evaluation<G>::phase(position));
                    Evaluation<G>::each_feature(position, [&](int index, int count) {
                        if (count) indices.push_back(index), counts.push_back(count);
                    });
                }
                starts[positions.size()] = indices.size();
            });
            return nb::make_tuple(offsets, copied(indices), copied(counts), copied(phases));
        }
        fail("the game's evaluation has no features");
    }

    std::unique_ptr<Selfplay> start_selfplay(nb::handle buffer, const SelfplayLimits& limits,
                                             std::shared_ptr<const Network> network, int threads) const override {
        check_evaluation(*network);
        const Position start = one_open(buffer);
        return Jobs<G>::selfplay(start, limits, std::move(network), threads);
    }

    nb::tuple read_games(nb::handle records) const override {
        if constexpr (!HasEvaluation<G>) fail(no_evaluation);
        const BufferView view(records);
        Samples samples;
        bool valid;
        {
            nb::gil_scoped_release unlocked;
            valid = Jobs<G>::samples_of(view, view.size(), samples);
        }
        if (!valid) fail("the bytes are not recorded games");
        return nb::make_tuple(copied(samples.words), copied(samples.scores), copied(samples.results));
    }

    std::unique_ptr<Match> start_match(nb::handle buffer, const MatchLimits& limits, const MatchEngine& first,
                                       const MatchEngine& second, int threads) const override {
        for (const MatchEngine* engine : {&first, &second}) check_evaluation(*engine->options.network);
        const Position start = one_open(buffer);
        return Jobs<G>::match(start, limits, {first, second}, threads);
    }

    std::unique_ptr<Search> start_search(std::shared_ptr<TranspositionTable> table, nb::handle path,
                                         const SearchLimits& limits, const SearchOptions& options,
                                         int threads) const override {
        check_evaluation(*options.network);
        const Batch batch(path);
        std::vector<Position> positions;
        for (std::size_t i = 0; i < batch.size(); ++i) positions.push_back(batch[i]);
        if (positions.empty() || G::count(positions.back()) == 0) fail("expected a position with legal moves");
        return Jobs<G>::search(std::move(table), std::move(positions), limits, options, threads);
    }

    nb::list materials() const override {
        nb::list found;
        if constexpr (HasBitbases<G>) {
            using Materials = typename Evaluation<G>::Materials;
            for (const int number : Materials::materials()) {
                const int swapped = Materials::swapped(number);
                nb::list classes;
                classes.append(nb::make_tuple(number, Materials::size(number)));
                if (swapped != number) classes.append(nb::make_tuple(swapped, Materials::size(swapped)));
                nb::list next;
                for (const int other : Materials::materials())
                    if (other != number && Materials::leads_to(number, other)) next.append(other);
                found.append(nb::make_tuple(number, Materials::pieces(number), Materials::stage(number), classes, next,
                                            sample_position(number)));
            }
        }
        return found;
    }

    std::unique_ptr<BitbaseJob> start_bitbase(std::shared_ptr<const Bitbases> bitbases, int number,
                                              int threads) const override {
        if (threads < 1) fail("expected a number of threads from 1");
        if constexpr (HasBitbases<G>)
            for (const int other : Evaluation<G>::Materials::materials()) {
                if (other == number) return Jobs<G>::bitbase(std::move(bitbases), number, threads);
                if (!Evaluation<G>::Materials::leads_to(number, other)) continue;
                for (const int one : {other, Evaluation<G>::Materials::swapped(other)})
                    if (!bitbases->has(one) || bitbases->positions(one) != Evaluation<G>::Materials::size(one))
                        fail("the bitbases that this one leads to must be loaded");
            }
        fail("the game has no such bitbase");
    }

    nb::object probe(const Bitbases& bitbases, nb::handle buffer) const override {
        return for_each<std::uint8_t, 2>(Batch(buffer), [&](auto* bytes, const Position& position, std::size_t) {
            BitbaseValue value;
            if constexpr (HasBitbases<G>) {
                using Materials = typename Evaluation<G>::Materials;
                const int number = Materials::few(position) ? Materials::class_of(position) : -1;
                if (bitbases.has(number)) value = probe_bitbases<G>(bitbases, number, position);
            }
            bytes[0] = static_cast<std::uint8_t>(value.wdl), bytes[1] = static_cast<std::uint8_t>(value.plies);
        });
    }

    nb::tuple encoded() const override {
        if constexpr (Encoded<G>) return nb::make_tuple(int{Encoding<G>::raw_actions}, int{Encoding<G>::places});
        return nb::make_tuple(0, 0);
    }

    std::unique_ptr<VectorBinding> new_vector_env(nb::handle buffer, std::size_t games, const VectorSettings& settings,
                                                  const EncodingTables& tables, nb::sequence buffers) const override {
        if constexpr (Encoded<G>) {
            const Position start = one_open(buffer);
            for (const int side : {0, 1}) check_tables(tables.actions[side], tables.cells[side], settings);
            const auto bytes = VectorOutput::bytes(
                static_cast<std::size_t>((Encoding<G>::planes + history_planes) * settings.cells), settings);
            std::deque<BufferView> targets;
            for (std::size_t i = 0; i < bytes.size(); ++i)
                targets.emplace_back(buffers[i], games * bytes[i], PyBUF_WRITABLE);
            const VectorOutput output{targets[0], targets[1], targets[2], targets[3], targets[4],
                                      targets[5], targets[6], targets[7], targets[8]};
            auto env = Jobs<G>::vector_env(start, games, settings, tables, output);
            return std::make_unique<VectorBinding>(std::move(targets), std::move(env), games, width);
        }
        fail("the game has no encoding");
    }

private:
    // A negative action marks a raw action that no move uses; all other numbers must be in range.
    static void check_tables(const std::vector<std::int16_t>& actions, const std::vector<std::uint8_t>& cells,
                             const VectorSettings& settings)
        requires Encoded<G>
    {
        const bool fits =
            actions.size() == Encoding<G>::raw_actions && cells.size() == Encoding<G>::places &&
            std::all_of(actions.begin(), actions.end(), [&](int action) { return action < settings.actions; }) &&
            std::all_of(cells.begin(), cells.end(), [&](int cell) { return cell < settings.cells; });
        if (!fits) fail("the tables of the encoding do not fit the game");
    }

    // The first position of a class.
    static nb::object sample_position(int number)
        requires HasBitbases<G>
    {
        Position position;
        std::size_t index = 0;
        while (!Evaluation<G>::Materials::position(number, index, position)) ++index;
        const typename G::Packed packed = G::pack(position);
        return filled<std::uint64_t>(
            width, [&](std::uint64_t* words) { std::memcpy(words, packed.word, sizeof packed.word); });
    }

    const char* name_;
};

using AnyCores = std::vector<std::unique_ptr<AnyCore>>;

// Appends the games of one package.
template <class... Gs> void add_cores(AnyCores& cores, GameList<Gs...>) {
    const auto add = [&]<class G>() {
        for (const char* name : names_of<G>()) cores.push_back(std::make_unique<Core<G>>(name));
    };
    (add.template operator()<Gs>(), ...);
}

}  // namespace boardwright
