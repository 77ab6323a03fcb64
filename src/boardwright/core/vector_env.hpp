// Vector environment: many games stepped together by actions, with planes, action masks, rewards and ends. A game
// that has ended is reset in the same step.
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
#include "jobs.hpp"
#include "playout.hpp"

namespace boardwright {

// `Cell` is the type of a plane's cells, `Mask` that of a mask's items: words of bits, or one item per action.
template <Encoded G, class Cell, class Mask> class VectorEnvOf final : public VectorEnv {
    using Position = typename G::Position;
    using E = Encoding<G>;

public:
    VectorEnvOf(const Position& start, std::size_t games, const VectorShape& shape, EncodingTables tables,
                const VectorOutput& output)
        : shape_(shape),
          tables_(std::move(tables)),
          planes_(static_cast<Cell*>(output.planes)),
          masks_(static_cast<Mask*>(output.masks)),
          output_(output),
          slots_(games, Slot(start)),
          words_((static_cast<std::size_t>(shape.actions) + 63) / 64),
          legal_(games * words_),
          first_(start),
          first_planes_(plane_cells()),
          first_legal_(words_) {
        for (const int side : {0, 1}) {
            raw_actions_[side].assign(static_cast<std::size_t>(shape.actions), 0);
            for (int raw_action = 0; raw_action < E::raw_actions; ++raw_action)
                if (const int action = action_of(side, raw_action); action >= 0)
                    raw_actions_[side][static_cast<std::size_t>(action)] = raw_action;
        }
        list_actions(first_, first_legal_.data());
        fill_planes(first_, first_planes_.data());
    }

    void reset(std::uint64_t seed) override {
        random_ = Random(seed);
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            output_.rewards[i] = 0;
            output_.terminated[i] = output_.truncated[i] = 0;
            reset_game(i);
        }
    }

    std::ptrdiff_t first_illegal(const std::int32_t* actions) const override {
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (actions[i] < 0 || actions[i] >= shape_.actions || !(legal(i)[actions[i] >> 6] >> (actions[i] & 63) & 1))
                return static_cast<std::ptrdiff_t>(i);
        return -1;
    }

    void step(const std::int32_t* actions) override {
        for (std::size_t i = 0; i < slots_.size(); ++i) step_game(i, actions[i]);
    }

    void sample(std::int32_t* actions) override {
        for (std::size_t i = 0; i < slots_.size(); ++i) actions[i] = sample_from(legal(i));
    }

private:
    // One game of the environment, with the history that its draw rules need.
    struct Slot {
        Position position;
        typename E::Prefix prefix{};
        typename G::Clock clock{};
        std::uint64_t key;
        int quiet = 0, occurrences;
        Repetitions<G> repetitions;

        explicit Slot(const Position& start) : position(start), key(G::hash(start)) {
            occurrences = repetitions.count(start, key, false);
        }
    };

    std::size_t plane_cells() const { return static_cast<std::size_t>((E::planes + history_planes) * shape_.cells); }
    std::size_t mask_items() const { return static_cast<std::size_t>(shape_.mask_items); }
    std::uint64_t* legal(std::size_t i) { return legal_.data() + i * words_; }
    const std::uint64_t* legal(std::size_t i) const { return legal_.data() + i * words_; }
    int action_of(int side, int raw_action) const {
        return tables_.actions[side][static_cast<std::size_t>(raw_action)];
    }

    void reset_game(std::size_t i) {
        slots_[i] = first_;
        std::copy(first_legal_.begin(), first_legal_.end(), legal(i));
        show_legal(i);
        std::copy(first_planes_.begin(), first_planes_.end(), planes_ + i * plane_cells());
        output_.sides[i] = static_cast<std::int8_t>(G::side_to_move(first_.position));
    }

    void step_game(std::size_t i, int action) {
        Slot& slot = slots_[i];
        const int side = G::side_to_move(slot.position);
        output_.rewards[i] = 0;
        output_.terminated[i] = output_.truncated[i] = 0;
        Move move = 0;
        if (E::extend(slot.position, slot.prefix, raw_actions_[side][static_cast<std::size_t>(action)], move)) {
            const bool third = play(slot, move);
            const bool stuck = !list_actions(slot, legal(i));
            Outcome outcome;
            if (stuck || G::draws_with_moves_left) outcome = G::outcome(slot.position);
            if (outcome.over() || third || slot.clock.drawn()) {
                output_.terminated[i] = outcome.over();
                output_.truncated[i] = !outcome.over();
                if (outcome.over() && outcome.kind != Outcome::drawn)
                    output_.rewards[i] = outcome.kind == side ? 1 : -1;
                reset_game(i);
                return;
            }
        } else {
            list_actions(slot, legal(i));
        }
        show_legal(i);
        fill_planes(slot, planes_ + i * plane_cells());
        output_.sides[i] = static_cast<std::int8_t>(G::side_to_move(slot.position));
    }

    // Plays a move; returns whether the position has now occurred three times.
    static bool play(Slot& slot, Move move) {
        bool progress;
        const Position next = G::step(slot.position, move, slot.key, progress);
        slot.clock.template tick<G>(slot.position, next, progress);
        slot.position = next;
        slot.prefix = {};
        slot.quiet = progress ? 0 : slot.quiet + 1;
        slot.occurrences = slot.repetitions.count(next, slot.key, progress);
        return slot.occurrences >= 3;
    }

    // Fills the mask of legal actions; returns whether there are any.
    bool list_actions(const Slot& slot, std::uint64_t* legal) const {
        const std::int16_t* actions = tables_.actions[G::side_to_move(slot.position)].data();
        std::fill_n(legal, words_, std::uint64_t{0});
        bool any = false;
        E::each_raw_action(slot.position, slot.prefix, [&](int raw_action) {
            if (const int action = actions[raw_action]; action >= 0) {
                legal[action >> 6] |= bit(action & 63);
                any = true;
            }
        });
        return any;
    }

    // Copies the mask to the caller's buffer, which the caller may overwrite.
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

    void fill_planes(const Slot& slot, Cell* first) const {
        const int side = G::side_to_move(slot.position);
        std::fill_n(first, static_cast<std::size_t>(E::planes * shape_.cells), Cell{0});
        Planes<Cell> planes(first, tables_.cells[side].data(), shape_.cells);
        E::fill_planes(slot.position, slot.prefix, planes);
        planes.fill(E::planes, std::max(slot.occurrences - 1, 0));
        planes.fill(E::planes + 1, std::min(slot.quiet / quiet_step, 127));
    }

    int sample_from(const std::uint64_t* words) {
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
    std::vector<Slot> slots_;
    std::size_t words_;
    std::vector<std::uint64_t> legal_;
    Slot first_;
    std::vector<Cell> first_planes_;
    std::vector<std::uint64_t> first_legal_;
    // By side and action, the raw action.
    std::vector<int> raw_actions_[2];
    Random random_{0};
};

template <class G>
std::unique_ptr<VectorEnv> Jobs<G>::vector_env(const Position& start, std::size_t games, const VectorShape& shape,
                                               EncodingTables tables, const VectorOutput& output) {
    if constexpr (Encoded<G>) {
        if (output.dense)
            return std::make_unique<VectorEnvOf<G, float, float>>(start, games, shape, std::move(tables), output);
        return std::make_unique<VectorEnvOf<G, std::int8_t, std::uint64_t>>(start, games, shape, std::move(tables),
                                                                            output);
    }
    return nullptr;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto vector_env_of(GameList<Gs...>) { return std::tuple(&Jobs<Gs>::vector_env...); }

}  // namespace boardwright
