// Many games at once, played action by action: for each its planes, its legal actions, and how it ended. A game
// that has ended begins anew in the same step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bits.hpp"
#include "encoding.hpp"
#include "game.hpp"
#include "playout.hpp"
#include "works.hpp"

namespace boardwright {

// `Cell` is what planes are made of, `Mask` what masks are made of: words of bits, or a number for each action.
template <Encoded G, class Cell, class Mask>
class VectorOf final : public Vector {
    using Position = typename G::Position;
    using E = Encoding<G>;

public:
    VectorOf(const Position& start, std::size_t games, const VectorShape& shape, EncodingTables tables, const VectorOutput& output)
        : shape_(shape),
          tables_(std::move(tables)),
          planes_(static_cast<Cell*>(output.planes)),
          masks_(static_cast<Mask*>(output.masks)),
          output_(output),
          seats_(games, Seat(start)),
          words_((static_cast<std::size_t>(shape.actions) + 63) / 64),
          legal_(games * words_),
          first_(start),
          first_planes_(plane_cells()),
          first_legal_(words_) {
        for (const int side : {0, 1}) {
            ways_[side].assign(static_cast<std::size_t>(shape.actions), 0);
            for (int way = 0; way < E::ways; ++way)
                if (const int action = action_of(side, way); action >= 0) ways_[side][static_cast<std::size_t>(action)] = way;
        }
        list_actions(first_, first_legal_.data());
        draw(first_, first_planes_.data());
    }

    void reset(std::uint64_t seed) override {
        random_ = Random(seed);
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            output_.rewards[i] = 0;
            output_.terminated[i] = output_.truncated[i] = 0;
            begin(i);
        }
    }

    std::ptrdiff_t first_illegal(const std::int32_t* actions) const override {
        for (std::size_t i = 0; i < seats_.size(); ++i)
            if (actions[i] < 0 || actions[i] >= shape_.actions || !(legal(i)[actions[i] >> 6] >> (actions[i] & 63) & 1))
                return static_cast<std::ptrdiff_t>(i);
        return -1;
    }

    void step(const std::int32_t* actions) override {
        for (std::size_t i = 0; i < seats_.size(); ++i) act(i, actions[i]);
    }

    void choose(std::int32_t* actions) override {
        for (std::size_t i = 0; i < seats_.size(); ++i) actions[i] = any_of(legal(i));
    }

private:
    // One game: where it stands, and what its history means for its end.
    struct Seat {
        Position position;
        typename E::Chosen chosen{};
        typename G::Clock clock{};
        std::uint64_t key;
        int quiet = 0, occurrences;
        Repetitions<G> repetitions;

        explicit Seat(const Position& start) : position(start), key(G::hash(start)) {
            occurrences = repetitions.count(start, key, false);
        }
    };

    std::size_t plane_cells() const { return static_cast<std::size_t>((E::planes + history_planes) * shape_.cells); }
    std::size_t mask_items() const { return static_cast<std::size_t>(shape_.mask_items); }
    std::uint64_t* legal(std::size_t i) { return legal_.data() + i * words_; }
    const std::uint64_t* legal(std::size_t i) const { return legal_.data() + i * words_; }
    int action_of(int side, int way) const { return tables_.actions[side][static_cast<std::size_t>(way)]; }

    void begin(std::size_t i) {
        seats_[i] = first_;
        std::copy(first_legal_.begin(), first_legal_.end(), legal(i));
        show_legal(i);
        std::copy(first_planes_.begin(), first_planes_.end(), planes_ + i * plane_cells());
        output_.sides[i] = static_cast<std::int8_t>(G::side_to_move(first_.position));
    }

    void act(std::size_t i, int action) {
        Seat& seat = seats_[i];
        const int side = G::side_to_move(seat.position);
        output_.rewards[i] = 0;
        output_.terminated[i] = output_.truncated[i] = 0;
        Move move = 0;
        if (E::take(seat.position, seat.chosen, ways_[side][static_cast<std::size_t>(action)], move)) {
            const bool third = play(seat, move);
            const bool stuck = !list_actions(seat, legal(i));
            Outcome outcome;
            if (stuck || G::draws_with_moves_left) outcome = G::outcome(seat.position);
            if (outcome.over() || third || seat.clock.drawn()) {
                output_.terminated[i] = outcome.over();
                output_.truncated[i] = !outcome.over();
                if (outcome.over() && outcome.kind != Outcome::drawn) output_.rewards[i] = outcome.kind == side ? 1 : -1;
                begin(i);
                return;
            }
        } else {
            list_actions(seat, legal(i));
        }
        show_legal(i);
        draw(seat, planes_ + i * plane_cells());
        output_.sides[i] = static_cast<std::int8_t>(G::side_to_move(seat.position));
    }

    // Whether the position has now occurred three times.
    static bool play(Seat& seat, Move move) {
        bool progress;
        const Position next = boardwright::step<G>(seat.position, move, seat.key, progress);
        seat.clock.template tick<G>(seat.position, next, progress);
        seat.position = next;
        seat.chosen = {};
        seat.quiet = progress ? 0 : seat.quiet + 1;
        seat.occurrences = seat.repetitions.count(next, seat.key, progress);
        return seat.occurrences >= 3;
    }

    // Whether there are any.
    bool list_actions(const Seat& seat, std::uint64_t* legal) const {
        const std::int16_t* actions = tables_.actions[G::side_to_move(seat.position)].data();
        std::fill_n(legal, words_, std::uint64_t{0});
        bool any = false;
        E::each_way(seat.position, seat.chosen, [&](int way) {
            if (const int action = actions[way]; action >= 0) {
                legal[action >> 6] |= bit(action & 63);
                any = true;
            }
        });
        return any;
    }

    // The masks are the reader's: what is legal is kept apart.
    void show_legal(std::size_t i) {
        Mask* mask = masks_ + i * mask_items();
        if constexpr (std::is_same_v<Mask, std::uint64_t>) {
            std::copy_n(legal(i), words_, mask);
        } else {
            std::fill_n(mask, mask_items(), Mask{0});
            for (std::size_t word = 0; word < words_; ++word)
                each_bit(legal(i)[word], [&](int action) { mask[64 * word + static_cast<std::size_t>(action)] = 1; });
        }
    }

    void draw(const Seat& seat, Cell* first) const {
        const int side = G::side_to_move(seat.position);
        std::fill_n(first, static_cast<std::size_t>(E::planes * shape_.cells), Cell{0});
        Planes<Cell> planes(first, tables_.cells[side].data(), shape_.cells);
        E::show(seat.position, seat.chosen, planes);
        planes.fill(E::planes, std::max(seat.occurrences - 1, 0));
        planes.fill(E::planes + 1, std::min(seat.quiet / quiet_step, 127));
    }

    int any_of(const std::uint64_t* words) {
        int legal = 0;
        for (std::size_t word = 0; word < words_; ++word) legal += popcount(words[word]);
        int left = random_.below(legal), word = 0;
        while (left >= popcount(words[word])) left -= popcount(words[word++]);
        return 64 * word + nth_bit(words[word], left);
    }

    VectorShape shape_;
    EncodingTables tables_;
    Cell* planes_;
    Mask* masks_;
    VectorOutput output_;
    std::vector<Seat> seats_;
    std::size_t words_;
    std::vector<std::uint64_t> legal_;
    Seat first_;
    std::vector<Cell> first_planes_;
    std::vector<std::uint64_t> first_legal_;
    // By side and action, its way.
    std::vector<int> ways_[2];
    Random random_{0};
};

template <class G>
std::unique_ptr<Vector> new_vector(const typename G::Position& start, std::size_t games, const VectorShape& shape,
                                   EncodingTables tables, const VectorOutput& output) {
    if constexpr (Encoded<G>) {
        if (output.dense)
            return std::make_unique<VectorOf<G, float, float>>(start, games, shape, std::move(tables), output);
        return std::make_unique<VectorOf<G, std::int8_t, std::uint64_t>>(start, games, shape, std::move(tables), output);
    }
    return nullptr;
}

// What the compiler must keep of this for some games.
template <class... Gs>
auto vector_of(Rooms<Gs...>) { return std::tuple(&new_vector<Gs>...); }

}  // namespace boardwright
