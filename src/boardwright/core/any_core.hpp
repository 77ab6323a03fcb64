// One game of the core as Python sees it: batches of packed positions, and works that take long. Both
// run without the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "encoding.hpp"
#include "evaluation.hpp"
#include "game.hpp"
#include "works.hpp"

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

// A buffer of Python's of so many bytes, which stays where it is as long as this lives.
class Held {
public:
    Held(nb::handle object, std::size_t bytes, int flags) {
        if (PyObject_GetBuffer(object.ptr(), &view_, flags)) throw nb::python_error();
        if (static_cast<std::size_t>(view_.len) != bytes) {
            const std::string found = std::to_string(view_.len);
            PyBuffer_Release(&view_);
            throw nb::value_error(("expected a buffer of " + std::to_string(bytes) + " bytes: found " + found).c_str());
        }
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { PyBuffer_Release(&view_); }

    template <class T>
    T* of() const { return static_cast<T*>(view_.buf); }

private:
    Py_buffer view_;
};

// What Python gives for the output of many games.
struct VectorTargets {
    Held planes, masks, rewards, sides, terminated, truncated;

    VectorTargets(nb::sequence buffers, std::size_t games, std::size_t planes_bytes, std::size_t mask_bytes)
        : planes(buffers[0], games * planes_bytes, PyBUF_WRITABLE),
          masks(buffers[1], games * mask_bytes, PyBUF_WRITABLE),
          rewards(buffers[2], games, PyBUF_WRITABLE),
          sides(buffers[3], games, PyBUF_WRITABLE),
          terminated(buffers[4], games, PyBUF_WRITABLE),
          truncated(buffers[5], games, PyBUF_WRITABLE) {}

    VectorOutput output(bool dense) const {
        return {dense, planes.of<void>(), masks.of<void>(), rewards.of<std::int8_t>(), sides.of<std::int8_t>(),
                terminated.of<std::uint8_t>(), truncated.of<std::uint8_t>()};
    }
};

// Many games and the buffers that they write to; one call at a time.
class VectorFace {
public:
    VectorFace(std::unique_ptr<VectorTargets> targets, std::unique_ptr<Vector> vector, std::size_t games)
        : targets_(std::move(targets)), vector_(std::move(vector)), games_(games) {}

    void reset(std::uint64_t seed) {
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        vector_->reset(seed);
    }

    // The first game whose action is not legal, where nothing is done, or -1.
    std::ptrdiff_t step(nb::handle buffer) {
        const Held actions(buffer, games_ * sizeof(std::int32_t), PyBUF_SIMPLE);
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        // Another thread may write to the buffer meanwhile: what is checked is what is done.
        actions_.assign(actions.of<std::int32_t>(), actions.of<std::int32_t>() + games_);
        const std::ptrdiff_t illegal = vector_->first_illegal(actions_.data());
        if (illegal < 0) vector_->step(actions_.data());
        return illegal;
    }

    void choose(nb::handle buffer) {
        const Held actions(buffer, games_ * sizeof(std::int32_t), PyBUF_WRITABLE);
        nb::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        vector_->choose(actions.of<std::int32_t>());
    }

private:
    std::unique_ptr<VectorTargets> targets_;
    std::unique_ptr<Vector> vector_;
    std::size_t games_;
    std::vector<std::int32_t> actions_;
    std::mutex mutex_;
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

template <class T>
nb::object copied(const std::vector<T>& items) {
    return filled<T>(items.size(), [&](T* copy) { std::copy(items.begin(), items.end(), copy); });
}

// A bytearray of moves that grows as they are listed, without the interpreter's lock.
template <Game G>
class MoveList {
public:
    explicit MoveList(std::size_t guess)
        : room_(guess),
          bytes_(nb::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(room_ * sizeof(Move))))) {
        if (!bytes_.is_valid()) throw nb::python_error();
    }

    std::size_t size() const { return size_; }

    // A game may know how to write its moves at once, given room for the most that this can take.
    void add(const typename G::Position& position) {
        if constexpr (requires { G::list(position, end()); }) {
            make_room(G::most_listed);
            size_ += static_cast<std::size_t>(G::list(position, end()) - end());
        } else {
            const std::size_t count = static_cast<std::size_t>(G::count(position));
            make_room(count);
            Move* next = end();
            G::each_move(position, [&](Move move) { *next++ = move; });
            size_ += count;
        }
    }

    // The bytearray, cut to what was listed.
    nb::object taken() {
        resize(size_);
        return std::move(bytes_);
    }

private:
    Move* end() const { return reinterpret_cast<Move*>(PyByteArray_AS_STRING(bytes_.ptr())) + size_; }

    void make_room(std::size_t more) {
        if (room_ - size_ >= more) [[likely]] return;
        const nb::gil_scoped_acquire locked;
        resize(size_ + size_ / 2 + more);
    }
    void resize(std::size_t moves) {
        if (PyByteArray_Resize(bytes_.ptr(), static_cast<Py_ssize_t>(moves * sizeof(Move)))) throw nb::python_error();
        room_ = moves;
    }

    std::size_t size_ = 0, room_;
    nb::object bytes_;
};

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
    virtual std::unique_ptr<Perft> start_perft(nb::handle position, int depth, int threads, std::size_t hash_mb) const = 0;
    virtual std::unique_ptr<Playouts> start_playouts(nb::handle position, std::uint64_t games, std::uint64_t seed,
                                                     int threads) const = 0;
    // At how many hundredths of its unit ten games of eleven are won; 0 for a game that cannot be searched.
    virtual int scale() const = 0;
    virtual Lesson lesson() const = 0;
    // Four numbers a position: what the search thinks of it, its material, whether the side to move wins
    // with one move, whether it is pressed.
    virtual nb::object judge(nb::handle positions, const Weights& weights) const = 0;
    // How many weights the evaluation takes; 0 for one that was not learned.
    virtual int features() const = 0;
    // The features of each position: where those of each begin, their numbers, how often each occurs,
    // and the phase of each position.
    virtual nb::tuple list_features(nb::handle positions) const = 0;
    virtual std::unique_ptr<Selfplay> start_selfplay(nb::handle position, const SelfplayLimits& limits,
                                                     std::shared_ptr<const Weights> weights, int threads) const = 0;
    virtual std::unique_ptr<Search> start_search(std::shared_ptr<Table> table, nb::handle path, const SearchLimits& limits,
                                                 const SearchManner& manner, int threads) const = 0;
    // The endings that can be worked out, before each other one those that it leads to: its class, how many
    // pieces there are, the classes with the number of their positions, and one position.
    virtual nb::list materials() const = 0;
    virtual std::unique_ptr<EndingWork> start_ending(std::shared_ptr<const Endings> endings, int number, int threads) const = 0;
    // Two numbers a position: how it stands as in `Known`, and the plies.
    virtual nb::object known(const Endings& endings, nb::handle positions) const = 0;
    // How many ways and places a learner meets; none where the game has no encoding here.
    virtual nb::tuple encoded() const = 0;
    virtual std::unique_ptr<VectorFace> new_vector(nb::handle position, std::size_t games, const VectorShape& shape,
                                                   const EncodingTables& tables, bool dense, nb::sequence buffers) const = 0;
};

template <Game G>
class Core final : public AnyCore {
    using Position = typename G::Position;
    static constexpr std::size_t width = G::Packed::size;
    static constexpr const char* no_evaluation = "the game has no evaluation";

    // The positions of a buffer, each checked when it is its turn.
    class Batch {
    public:
        explicit Batch(nb::handle buffer) : words_(buffer) {
            if (words_.size() % width)
                throw nb::value_error(("a position takes " + std::to_string(width) + " words: found " +
                                       std::to_string(words_.size()) + " words in all")
                                          .c_str());
        }

        std::size_t size() const { return words_.size() / width; }

        Position operator[](std::size_t index) const {
            typename G::Packed packed;
            for (std::size_t k = 0; k < width; ++k) packed.word[k] = words_[index * width + k];
            Position position;
            if (!G::unpack(packed, position))
                throw nb::value_error(("the words at index " + std::to_string(index) + " are no position").c_str());
            return position;
        }

    private:
        Words words_;
    };

    // So many items for each position.
    template <class T, std::size_t Items, class Fill>
    static nb::object for_each(const Batch& positions, Fill&& fill) {
        return filled<T>(positions.size() * Items, [&](T* items) {
            for (std::size_t i = 0; i < positions.size(); ++i) fill(items + i * Items, positions[i], i);
        });
    }

    // How many moves a batch has, judged by some of its positions, and a little more: a buffer that
    // must grow is copied, and one far too large takes new pages from the system each time.
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
        if (positions.size() != 1) throw nb::value_error("expected one position");
        return positions[0];
    }

    static void check_weights(const Weights& weights) {
        if (weights.of.size() != static_cast<std::size_t>(features_of<G>()))
            throw nb::value_error(("expected " + std::to_string(features_of<G>()) + " weights: found " +
                                   std::to_string(weights.of.size()))
                                      .c_str());
    }

    static bool legal(const Position& position, Move move) {
        bool found = false;
        G::each_move(position, [&](Move other) { found |= other == move; });
        return found;
    }

    // One move for each position of a batch, each checked when it is its turn.
    class Moves {
    public:
        Moves(const Batch& positions, nb::handle buffer) : words_(buffer) {
            if (words_.size() != positions.size())
                throw nb::value_error(("expected " + std::to_string(positions.size()) + " moves: found " +
                                       std::to_string(words_.size()))
                                          .c_str());
        }

        Move legal_in(const Position& position, std::size_t index) const {
            const Move move = words_[index];
            if (!legal(position, move))
                throw nb::value_error(("the move at index " + std::to_string(index) + " is not legal").c_str());
            return move;
        }

    private:
        Words words_;
    };

public:
    std::string name() const override { return G::name; }
    std::size_t words() const override { return width; }
    int reasons() const override { return G::reasons; }

    nb::object count(nb::handle buffer) const override {
        return for_each<std::uint64_t, 1>(Batch(buffer), [](std::uint64_t* count, const Position& position, std::size_t) {
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
        return for_each<std::uint64_t, width>(
            positions, [&](std::uint64_t* words, const Position& position, std::size_t index) {
                const typename G::Packed packed = G::pack(G::play(position, moves.legal_in(position, index)));
                std::memcpy(words, packed.word, sizeof packed.word);
            });
    }

    nb::object outcome(nb::handle buffer) const override {
        return for_each<std::uint8_t, 2>(Batch(buffer), [](std::uint8_t* codes, const Position& position, std::size_t) {
            const Outcome outcome = G::outcome(position);
            codes[0] = outcome.kind, codes[1] = outcome.reason;
        });
    }

    nb::object hash(nb::handle buffer) const override {
        return for_each<std::uint64_t, 1>(Batch(buffer), [](std::uint64_t* key, const Position& position, std::size_t) {
            *key = G::hash(position);
        });
    }

    nb::object hash_after(nb::handle buffer, nb::handle moves_buffer) const override {
        const Batch positions(buffer);
        const Moves moves(positions, moves_buffer);
        return for_each<std::uint64_t, 1>(
            positions, [&](std::uint64_t* key, const Position& position, std::size_t index) {
                *key = G::hash_after(position, G::hash(position), moves.legal_in(position, index));
            });
    }

    nb::tuple rollouts(nb::handle buffer, std::uint64_t games, std::uint64_t seed) const override {
        const Position position = one(buffer);
        Results results;
        {
            nb::gil_scoped_release unlocked;
            results = roll_out<G>(position, games, seed);
        }
        return nb::make_tuple(results.games[0], results.games[1], results.games[2]);
    }

    std::unique_ptr<Perft> start_perft(nb::handle buffer, int depth, int threads, std::size_t hash_mb) const override {
        if (depth < 1 || threads < 1) throw nb::value_error("expected a depth and a number of threads from 1");
        const Position position = one(buffer);
        nb::gil_scoped_release unlocked;
        return new_perft<G>(position, depth, threads, hash_mb);
    }

    std::unique_ptr<Playouts> start_playouts(nb::handle buffer, std::uint64_t games, std::uint64_t seed,
                                             int threads) const override {
        if (threads < 1) throw nb::value_error("expected a number of threads from 1");
        return new_playouts<G>(one(buffer), games, seed, threads);
    }

    int scale() const override {
        if constexpr (Evaluated<G>) return Evaluation<G>::tuning.scale;
        return 0;
    }

    Lesson lesson() const override {
        if constexpr (Evaluated<G>) return Evaluation<G>::tuning.lesson;
        return {};
    }

    nb::object judge(nb::handle buffer, const Weights& weights) const override {
        check_weights(weights);
        if constexpr (Evaluated<G>) {
            using E = Evaluation<G>;
            return for_each<std::int32_t, 4>(Batch(buffer), [&](std::int32_t* judged, const Position& p, std::size_t) {
                judged[0] = evaluated<G>(p, weights), judged[1] = E::material(p);
                judged[2] = E::wins_now(p), judged[3] = E::pressed(p);
            });
        }
        throw nb::value_error(no_evaluation);
    }

    int features() const override { return features_of<G>(); }

    nb::tuple list_features(nb::handle buffer) const override {
        if constexpr (Learned<G>) {
            const Batch positions(buffer);
            std::vector<std::int32_t> numbers, times;
            nb::object phases_of = filled<std::int32_t>(positions.size(), [](std::int32_t*) {});
            auto* phase = reinterpret_cast<std::int32_t*>(PyByteArray_AS_STRING(phases_of.ptr()));
            nb::object offsets = filled<std::uint64_t>(positions.size() + 1, [&](std::uint64_t* starts) {
                for (std::size_t i = 0; i < positions.size(); ++i) {
                    const Position position = positions[i];
                    starts[i] = numbers.size();
                    phase[i] = Evaluation<G>::phase(position);
                    Evaluation<G>::each_feature(position, [&](int number, int count) {
                        if (count) numbers.push_back(number), times.push_back(count);
                    });
                }
                starts[positions.size()] = numbers.size();
            });
            return nb::make_tuple(offsets, copied(numbers), copied(times), phases_of);
        }
        throw nb::value_error("the game's evaluation was not learned");
    }

    std::unique_ptr<Selfplay> start_selfplay(nb::handle buffer, const SelfplayLimits& limits,
                                             std::shared_ptr<const Weights> weights, int threads) const override {
        if (!scale()) throw nb::value_error(no_evaluation);
        check_weights(*weights);
        const Position start = one(buffer);
        if (G::outcome(start).over()) throw nb::value_error("expected a position in which the game goes on");
        return new_selfplay<G>(start, limits, std::move(weights), threads);
    }

    std::unique_ptr<Search> start_search(std::shared_ptr<Table> table, nb::handle path, const SearchLimits& limits,
                                         const SearchManner& manner, int threads) const override {
        if (!scale()) throw nb::value_error(no_evaluation);
        check_weights(*manner.weights);
        const Batch batch(path);
        std::vector<Position> positions;
        for (std::size_t i = 0; i < batch.size(); ++i) positions.push_back(batch[i]);
        if (positions.empty() || G::count(positions.back()) == 0)
            throw nb::value_error("expected a position with legal moves");
        return new_search<G>(std::move(table), std::move(positions), limits, manner, threads);
    }

    nb::list materials() const override {
        nb::list found;
        if constexpr (HasEndings<G>) {
            using Materials = typename Evaluation<G>::Materials;
            for (const int number : Materials::materials()) {
                const int turned = Materials::turned(number);
                nb::list classes;
                classes.append(nb::make_tuple(number, Materials::size(number)));
                if (turned != number) classes.append(nb::make_tuple(turned, Materials::size(turned)));
                found.append(nb::make_tuple(number, Materials::pieces(number), classes, sample(number)));
            }
        }
        return found;
    }

    std::unique_ptr<EndingWork> start_ending(std::shared_ptr<const Endings> endings, int number, int threads) const override {
        if (threads < 1) throw nb::value_error("expected a number of threads from 1");
        if constexpr (HasEndings<G>)
            for (const int other : Evaluation<G>::Materials::materials()) {
                if (other == number) return new_ending<G>(std::move(endings), number, threads);
                if (!endings->has(other)) throw nb::value_error("the endings that this one leads to must be at hand");
            }
        throw nb::value_error("there is no such ending");
    }

    nb::object known(const Endings& endings, nb::handle buffer) const override {
        return for_each<std::uint8_t, 2>(Batch(buffer), [&](std::uint8_t* told, const Position& position, std::size_t) {
            Known known;
            if constexpr (HasEndings<G>) {
                using Materials = typename Evaluation<G>::Materials;
                const int number = Materials::few(position) ? Materials::class_of(position) : -1;
                if (endings.has(number)) known = endings.find(number, Materials::index(number, position));
            }
            told[0] = known.kind, told[1] = static_cast<std::uint8_t>(known.plies);
        });
    }

    nb::tuple encoded() const override {
        if constexpr (Encoded<G>) return nb::make_tuple(int{Encoding<G>::ways}, int{Encoding<G>::places});
        return nb::make_tuple(0, 0);
    }

    std::unique_ptr<VectorFace> new_vector(nb::handle buffer, std::size_t games, const VectorShape& shape,
                                           const EncodingTables& tables, bool dense, nb::sequence buffers) const override {
        if constexpr (Encoded<G>) {
            const Position start = one(buffer);
            if (G::outcome(start).over()) throw nb::value_error("expected a position in which the game goes on");
            for (const int side : {0, 1}) check_tables(tables.actions[side], tables.cells[side], shape);
            const std::size_t cells = static_cast<std::size_t>((Encoding<G>::planes + history_planes) * shape.cells);
            const std::size_t items = static_cast<std::size_t>(shape.mask_items);
            auto targets = std::make_unique<VectorTargets>(buffers, games, cells * (dense ? sizeof(float) : 1),
                                                           items * (dense ? sizeof(float) : sizeof(std::uint64_t)));
            auto vector = boardwright::new_vector<G>(start, games, shape, tables, targets->output(dense));
            return std::make_unique<VectorFace>(std::move(targets), std::move(vector), games);
        }
        throw nb::value_error("the game has no encoding");
    }

private:
    // Ways and places that no move of the game comes to may have any number that is none of an action or cell.
    static void check_tables(const std::vector<std::int16_t>& actions, const std::vector<std::uint8_t>& cells,
                             const VectorShape& shape)
        requires Encoded<G>
    {
        const bool whole = actions.size() == Encoding<G>::ways && cells.size() == Encoding<G>::places &&
                           std::all_of(actions.begin(), actions.end(), [&](int action) { return action < shape.actions; }) &&
                           std::all_of(cells.begin(), cells.end(), [&](int cell) { return cell < shape.cells; });
        if (!whole) throw nb::value_error("the tables of the encoding do not fit the game");
    }

    // The first position of a class.
    static nb::object sample(int number)
        requires HasEndings<G>
    {
        Position position;
        std::size_t index = 0;
        while (!Evaluation<G>::Materials::position(number, index, position)) ++index;
        const typename G::Packed packed = G::pack(position);
        return filled<std::uint64_t>(width, [&](std::uint64_t* words) { std::memcpy(words, packed.word, sizeof packed.word); });
    }
};

using AnyCores = std::vector<std::unique_ptr<AnyCore>>;

// The games of one room, behind those that are there already.
template <class... Gs>
void add_cores(AnyCores& cores, Rooms<Gs...>) {
    (cores.push_back(std::make_unique<Core<Gs>>()), ...);
}

}  // namespace boardwright
