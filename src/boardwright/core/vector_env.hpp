// Vector environment: many games stepped together by actions, with planes, action masks, rewards and ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bits.hpp"
#include "encoding.hpp"
#include "game.hpp"
#include "jobs.hpp"
#include "playout.hpp"
#include "team.hpp"

namespace boardwright {

// `Cell` is the type of a plane's cells.
template <Encoded G, class Cell> class VectorEnvOf final : public VectorEnv {
    using Position = typename G::Position;
    using E = Encoding<G>;
    using Games = std::span<const std::int32_t>;

public:
    VectorEnvOf(const Position& start, std::size_t games, const VectorSettings& settings, EncodingTables tables,
                const VectorOutput& output)
        : settings_(settings),
          tables_(std::move(tables)),
          output_(output),
          slots_(games, Slot(start)),
          words_((static_cast<std::size_t>(settings.actions) + 63) / 64),
          legal_(games * words_),
          first_(start),
          first_planes_(plane_cells()),
          first_legal_(words_),
          team_(settings.threads) {
        for (const int side : {0, 1}) {
            raw_actions_[side].assign(static_cast<std::size_t>(settings.actions), 0);
            for (int raw_action = 0; raw_action < E::raw_actions; ++raw_action)
                if (const int action = action_of(side, raw_action); action >= 0)
                    raw_actions_[side][static_cast<std::size_t>(action)] = raw_action;
        }
        list_actions(first_, first_legal_.data());
        fill_planes(first_, first_planes_.data());
    }

    void seed(std::uint64_t seed) override { random_ = Random(seed); }

    std::ptrdiff_t reset(Games games, const std::uint64_t* words) override {
        std::vector<Position> positions(words ? games.size() : 0);
        for (std::size_t at = 0; at < positions.size(); ++at)
            if (!read(words + at * width, positions[at]) || G::outcome(positions[at]).over())
                return static_cast<std::ptrdiff_t>(at);
        for (std::size_t at = 0; at < games.size(); ++at) {
            const auto i = static_cast<std::size_t>(games[at]);
            slots_[i].end = {};
            show_end(i);
            if (!words) {
                start_again(i);
                continue;
            }
            slots_[i] = Slot(positions[at]);
            show_slot(i);
        }
        return -1;
    }

    std::ptrdiff_t first_illegal(const std::int32_t* actions) const override {
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (!is_legal(i, actions[i]) && !(settings_.illegal_loses && !slots_[i].end.over()))
                return static_cast<std::ptrdiff_t>(i);
        return -1;
    }

    void step(const std::int32_t* actions) override {
        const std::size_t games = slots_.size();
        std::fill_n(output_.rewards, games, 0);
        std::fill_n(output_.both_rewards, 2 * games, 0);
        std::fill_n(output_.terminated, games, 0);
        std::fill_n(output_.truncated, games, 0);
        team_.each(games, [&](std::size_t i) {
            if (i + 1 < games) fetch_ahead(slots_[i + 1]);
            step_game(i, actions[i]);
        });
    }

    // The same on any number of threads.
    void sample(std::int32_t* actions) override {
        const std::uint64_t draw = random_.next();
        team_.each(slots_.size(), [&](std::size_t i) { actions[i] = sample_from(legal(i), mixed(draw + i)); });
    }

    void save(Games games, std::vector<std::uint64_t>& words, std::vector<std::size_t>& ends) const override {
        for (const std::int32_t game : games) {
            const Slot& slot = slots_[static_cast<std::size_t>(game)];
            const std::size_t begin = words.size();
            const typename G::Packed packed = G::pack(slot.position);
            words.insert(words.end(), packed.word, packed.word + width);
            const Rest rest{slot.prefix, slot.clock, slot.key, slot.quiet, slot.occurrences, slot.end};
            words.resize(words.size() + rest_words);
            std::memcpy(words.data() + words.size() - rest_words, &rest, sizeof rest);
            const auto keys = slot.repetitions.keys();
            words.insert(words.end(), keys.begin(), keys.end());
            words.push_back(checksum(words.data() + begin, words.size() - begin));
            ends.push_back(words.size());
        }
    }

    std::ptrdiff_t restore(Games games, const std::uint64_t* words, std::span<const std::size_t> ends) override {
        const auto begin_of = [&](std::size_t at) { return at ? ends[at - 1] : 0; };
        Position position;
        for (std::size_t at = 0; at < games.size(); ++at) {
            const std::uint64_t* state = words + begin_of(at);
            const std::size_t size = ends[at] - begin_of(at);
            if (size <= width + rest_words || state[size - 1] != checksum(state, size - 1) || !read(state, position))
                return static_cast<std::ptrdiff_t>(at);
        }
        team_.each(games.size(), [&](std::size_t at) {
            const auto i = static_cast<std::size_t>(games[at]);
            const std::uint64_t* state = words + begin_of(at);
            Slot& slot = slots_[i];
            Rest rest;
            std::memcpy(static_cast<void*>(&rest), state + width, sizeof rest);
            read(state, slot.position);
            slot.prefix = rest.prefix, slot.clock = rest.clock, slot.key = rest.key;
            slot.quiet = rest.quiet, slot.occurrences = rest.occurrences, slot.end = rest.end;
            slot.repetitions.refill({state + width + rest_words, words + ends[at] - 1});
            show_end(i);
            show_slot(i);
        });
        return -1;
    }

private:
    // How a game has ended, if it has: the reward is for the side that acted last.
    struct End {
        bool terminated = false, truncated = false;
        std::int8_t side = 0, reward = 0;
        bool over() const { return terminated || truncated; }
    };

    // One game of the environment, with the history that its draw rules need.
    struct Slot {
        Position position;
        typename E::Prefix prefix{};
        typename G::Clock clock{};
        std::uint64_t key;
        int quiet = 0, occurrences;
        End end;
        Repetitions<G> repetitions;

        explicit Slot(const Position& start) : position(start), key(G::hash(start)) {
            occurrences = repetitions.count(start, key, false);
        }
    };

    // What a saved state has between its position and the keys of its repetitions.
    struct Rest {
        typename E::Prefix prefix{};
        typename G::Clock clock{};
        std::uint64_t key = 0;
        int quiet = 0, occurrences = 0;
        End end;
    };
    static_assert(std::is_trivially_copyable_v<Rest>);

    static constexpr std::size_t width = G::Packed::size, rest_words = (sizeof(Rest) + 7) / 8;

    // Tells a state of this game from other bytes.
    static std::uint64_t checksum(const std::uint64_t* words, std::size_t size) {
        std::uint64_t sum = mixed(size) ^ sizeof(Rest);
        for (const char* letter = G::name; *letter; ++letter) sum = mixed(sum ^ static_cast<unsigned char>(*letter));
        for (std::size_t i = 0; i < size; ++i) sum = mixed(sum ^ words[i]);
        return sum;
    }

    static bool read(const std::uint64_t* words, Position& position) {
        typename G::Packed packed;
        std::copy_n(words, width, packed.word);
        return G::unpack(packed, position);
    }

    std::size_t plane_cells() const { return static_cast<std::size_t>((E::planes + history_planes) * settings_.cells); }
    Cell* planes(std::size_t i) const { return static_cast<Cell*>(output_.planes) + i * plane_cells(); }
    std::uint64_t* legal(std::size_t i) { return legal_.data() + i * words_; }
    const std::uint64_t* legal(std::size_t i) const { return legal_.data() + i * words_; }
    bool is_legal(std::size_t i, int action) const {
        return action >= 0 && action < settings_.actions && (legal(i)[action >> 6] >> (action & 63) & 1);
    }
    int action_of(int side, int raw_action) const {
        return tables_.actions[side][static_cast<std::size_t>(raw_action)];
    }

    // Starts a game from the first position.
    void start_again(std::size_t i) {
        slots_[i] = first_;
        std::copy(first_legal_.begin(), first_legal_.end(), legal(i));
        show_legal(i);
        std::copy(first_planes_.begin(), first_planes_.end(), planes(i));
        output_.sides[i] = static_cast<std::int8_t>(G::side_to_move(first_.position));
    }

    // Its rewards and ends have been cleared.
    void step_game(std::size_t i, int action) {
        Slot& slot = slots_[i];
        const int side = G::side_to_move(slot.position);
        if (slot.end.over()) {
            // Only where games are reset in the next step.
            start_again(i);
            return;
        }
        if (settings_.illegal_loses && !is_legal(i, action)) {
            finish(i, {true, false, static_cast<std::int8_t>(side), -1});
            return;
        }
        Move move = 0;
        if (E::extend(slot.position, slot.prefix, raw_actions_[side][static_cast<std::size_t>(action)], move)) {
            const bool third = play(slot, move);
            const bool stuck = !list_actions(slot, legal(i));
            Outcome outcome;
            if (stuck || G::draws_with_moves_left) outcome = G::outcome(slot.position);
            if (outcome.over() || third || slot.clock.drawn()) {
                End end{outcome.over(), !outcome.over(), static_cast<std::int8_t>(side), 0};
                if (outcome.over() && outcome.kind != Outcome::drawn) end.reward = outcome.kind == side ? 1 : -1;
                finish(i, end);
                return;
            }
        } else {
            list_actions(slot, legal(i));
        }
        show_game(i);
    }

    // A slot is too large for many of them to stay in a fast cache.
    static void fetch_ahead(const Slot& slot) {
        const char* first = reinterpret_cast<const char*>(&slot);
        for (std::size_t at = 0; at < offsetof(Slot, repetitions) + 64; at += 64) __builtin_prefetch(first + at);
    }

    void finish(std::size_t i, End end) {
        Slot& slot = slots_[i];
        slot.end = end;
        show_end(i);
        if (settings_.autoreset != Autoreset::same_step) {
            show_slot(i);
            return;
        }
        fill_planes(slot, static_cast<Cell*>(output_.last_planes) + i * plane_cells());
        output_.last_sides[i] = static_cast<std::int8_t>(G::side_to_move(slot.position));
        start_again(i);
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

    // Shows a game that was not played on but set. After its end no action is legal, or any: it will be ignored.
    void show_slot(std::size_t i) {
        const Slot& slot = slots_[i];
        if (!slot.end.over()) list_actions(slot, legal(i));
        else
            for (std::size_t word = 0; word < words_; ++word) {
                const int left = settings_.actions - 64 * static_cast<int>(word);
                legal(i)[word] =
                    settings_.autoreset != Autoreset::next_step ? 0 : ~std::uint64_t{0} >> (left < 64 ? 64 - left : 0);
            }
        show_game(i);
    }

    void show_game(std::size_t i) {
        show_legal(i);
        fill_planes(slots_[i], planes(i));
        output_.sides[i] = static_cast<std::int8_t>(G::side_to_move(slots_[i].position));
    }

    void show_end(std::size_t i) {
        const End& end = slots_[i].end;
        output_.rewards[i] = end.reward;
        output_.both_rewards[2 * i + static_cast<std::size_t>(end.side)] = end.reward;
        output_.both_rewards[2 * i + 1 - static_cast<std::size_t>(end.side)] = -end.reward;
        output_.terminated[i] = end.terminated;
        output_.truncated[i] = end.truncated;
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
        std::uint8_t* mask = output_.masks + i * settings_.mask_bytes();
        if (settings_.packed) {
            std::memcpy(mask, legal(i), settings_.mask_bytes());
            return;
        }
        std::fill_n(mask, settings_.mask_bytes(), std::uint8_t{0});
        for (std::size_t word = 0; word < words_; ++word)
            each_bit(legal(i)[word], [&](int action) { mask[64 * word + static_cast<std::size_t>(action)] = 1; });
    }

    void fill_planes(const Slot& slot, Cell* first) const {
        const int side = G::side_to_move(slot.position);
        std::fill_n(first, static_cast<std::size_t>(E::planes * settings_.cells), Cell{0});
        Planes<Cell> planes(first, tables_.cells[side].data(), settings_.cells);
        E::fill_planes(slot.position, slot.prefix, planes);
        planes.fill(E::planes, std::max(slot.occurrences - 1, 0));
        planes.fill(E::planes + 1, std::min(slot.quiet / quiet_step, 127));
    }

    // `draw` is a random word.
    int sample_from(const std::uint64_t* words, std::uint64_t draw) const {
        int legal = 0;
        for (std::size_t word = 0; word < words_; ++word) legal += popcount(words[word]);
        if (!legal) return 0;
        int left = static_cast<int>((draw >> 32) * static_cast<std::uint64_t>(legal) >> 32), word = 0;
        while (left >= popcount(words[word])) left -= popcount(words[word++]);
        return 64 * word + nth_bit(words[word], left);
    }

    VectorSettings settings_;
    EncodingTables tables_;
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
    Team team_;
};

template <class G>
std::unique_ptr<VectorEnv> Jobs<G>::vector_env(const Position& start, std::size_t games, const VectorSettings& settings,
                                               EncodingTables tables, const VectorOutput& output) {
    if constexpr (Encoded<G>) {
        if (settings.dense)
            return std::make_unique<VectorEnvOf<G, float>>(start, games, settings, std::move(tables), output);
        return std::make_unique<VectorEnvOf<G, std::int8_t>>(start, games, settings, std::move(tables), output);
    }
    return nullptr;
}

// Explicit instantiations for the games of one package.
template <class... Gs> auto vector_env_of(GameList<Gs...>) { return std::tuple(&Jobs<Gs>::vector_env...); }

}  // namespace boardwright
