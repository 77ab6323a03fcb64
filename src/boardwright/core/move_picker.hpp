// Move picker: the moves of a node in search order, by the transposition table move, gains, killers, the
// counter move and history; and the history statistics themselves.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "evaluation.hpp"
#include "score.hpp"
#include "transposition_table.hpp"

namespace boardwright {

// The moves that led to a node: the last one, and the one before it; 0 where there is none, or a null move.
struct PreviousMoves {
    MoveHash last, before;
};

struct PickedMove {
    Move move;
    int gain;
    MoveHash hash;
    bool quiet() const { return gain == 0; }
};

// All nodes from the root to the current one keep their moves on one stack. Moves and their order values are
// separate arrays, so that the compiler can vectorise the search for the highest value.
template <HasEvaluation G> class MovePicker {
    using Position = typename G::Position;
    using E = Evaluation<G>;

public:
    std::size_t size() const { return size_; }
    // Drops the moves from `begin` on.
    void truncate(std::size_t begin) { size_ = begin; }

    // Pushes all legal moves, scored: the table's move first, then noisy moves by gain, killers, the counter move,
    // history.
    void generate_all(const Position& position, int ply, PreviousMoves previous, MoveHash tt_move) {
        const std::size_t begin = size_;
        generate(position);
        const auto [killer, second_killer] = killers_[ply];
        const MoveHash counter_move = counter_moves_[slot(previous.last)];
        const auto& history = history_[G::side_to_move(position)];
        const bool noisy = may_have_noisy_moves(position);
        // A small Bloom filter: one test instead of four for nearly all moves.
        const Bits special = bit(tt_move & 63) | bit(killer & 63) | bit(second_killer & 63) | bit(counter_move & 63);
        const Move* const moves = moves_.data();
        int* const orders = orders_.data();
        for (std::size_t i = begin, end = size_; i < end; ++i) {
            const MoveHash hash = move_hash(moves[i]);
            int order = history[slot(hash)];
            if (special >> (hash & 63) & 1) {
                if (hash == tt_move) order = tt_order;
                else if (hash == killer) order = 1 << 23;
                else if (hash == second_killer) order = 1 << 22;
                else if (hash == counter_move) order = 1 << 21;
            }
            if (noisy && order != tt_order)
                if (const int gain = E::gain(position, moves[i]); gain > 0) order = noisy_order + gain;
            orders[i] = order;
        }
    }

    // Pushes the noisy moves: those that capture, promote or score.
    void generate_noisy(const Position& position) {
        if (!may_have_noisy_moves(position)) return;
        std::size_t end = size_;
        const auto add_noisy = [&](Move move) {
            const int gain = E::gain(position, move);
            if (gain <= 0) return;
            add(end, move);
            orders_[end - 1] = noisy_order + gain;
        };
        if constexpr (requires { E::each_noisy_move(position, add_noisy); }) E::each_noisy_move(position, add_noisy);
        else G::each_move(position, add_noisy);
        size_ = end;
    }

    bool any_quiet(const Position& position, std::size_t begin) const {
        for (std::size_t i = begin; i < size_; ++i)
            if (gain_of(position, i) == 0) return true;
        return false;
    }

    // One step of selection sort: swaps the best of the moves from `at` onwards into `at`.
    PickedMove pick_best(const Position& position, std::size_t at) {
        int* const orders = orders_.data();
        int highest = orders[at];
        for (std::size_t i = at + 1, end = size_; i < end; ++i) highest = std::max(highest, orders[i]);
        std::size_t best = at;
        while (orders[best] != highest) ++best;
        std::swap(orders[at], orders[best]);
        std::swap(moves_[at], moves_[best]);
        return {moves_[at], gain_of(position, at), move_hash(moves_[at])};
    }

    // After a beta cutoff by a quiet move: killers, counter move, a history bonus for it and as large a malus for the
    // quiet moves tried before it.
    void update_quiet_stats(const Position& position, int ply, PreviousMoves previous, int gained, std::size_t begin,
                            std::size_t at) {
        auto& [killer, second_killer] = killers_[ply];
        const MoveHash hash = move_hash(moves_[at]);
        if (killer != hash) second_killer = killer, killer = hash;
        counter_moves_[slot(previous.last)] = hash;
        const int bonus = std::min(gained, max_bonus);
        for (std::size_t i = begin; i <= at; ++i) {
            if (gain_of(position, i) > 0) continue;
            const MoveHash tried = move_hash(moves_[i]);
            const int change = i == at ? bonus : -bonus;
            add_to(history_[G::side_to_move(position)][slot(tried)], change);
        }
    }

    void clear_killers(int ply) { killers_[ply] = {}; }
    int history(int side, MoveHash hash) const { return history_[side][slot(hash)]; }

private:
    static constexpr int max_history = 1 << 14, max_bonus = 2000, slots = 1 << 13;
    // Order values of the table's move and, plus their gain, of noisy moves; all others are lower.
    static constexpr int tt_order = 1 << 30, noisy_order = 1 << 25;
    static constexpr std::size_t slot(MoveHash hash) { return hash & (slots - 1); }

    static void add_to(std::int16_t& value, int change) {
        value = static_cast<std::int16_t>(value + change - value * std::abs(change) / max_history);
    }

    // An evaluation may have a faster test than the gain of each move.
    static bool may_have_noisy_moves(const Position& position) {
        if constexpr (requires { E::may_have_noisy_moves(position); }) return E::may_have_noisy_moves(position);
        else return true;
    }

    int gain_of(const Position& position, std::size_t at) const {
        if (orders_[at] == tt_order) return E::gain(position, moves_[at]);
        return std::max(orders_[at] - noisy_order, 0);
    }

    void generate(const Position& position) {
        std::size_t end = size_;
        if constexpr (requires(Move* next) { G::list(position, next); }) {
            while (end + G::max_listed > moves_.size()) grow();
            end = static_cast<std::size_t>(G::list(position, moves_.data() + end) - moves_.data());
        } else {
            G::each_move(position, [&](Move move) { add(end, move); });
        }
        size_ = end;
    }
    [[gnu::always_inline]] void add(std::size_t& end, Move move) {
        if (end == moves_.size()) [[unlikely]]
            grow();
        moves_[end++] = move;
    }
    [[gnu::noinline]] void grow() {
        moves_.resize(2 * moves_.size());
        orders_.resize(moves_.size());
    }

    std::size_t size_ = 0;
    std::vector<Move> moves_ = std::vector<Move>(1 << 14);
    std::vector<int> orders_ = std::vector<int>(1 << 14);
    std::array<MoveHash, 2> killers_[max_plies + 2] = {};
    std::array<std::int16_t, slots> history_[2] = {};
    std::array<MoveHash, slots> counter_moves_ = {};
};

}  // namespace boardwright
