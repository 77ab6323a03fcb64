// The moves of a node in the order in which they are searched, and what the search has learnt of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "evaluation.hpp"
#include "score.hpp"
#include "table.hpp"

namespace boardwright {

struct ListedMove {
    Move move;
    int gain;
    Signature sign;
    bool quiet() const { return gain == 0; }
};

// All nodes from the root down to the current one keep their moves on one stack: the moves, and apart
// from them what orders them, so that the compiler can look for the highest of several at once.
template <Evaluated G>
class Ordering {
    using Position = typename G::Position;
    using E = Evaluation<G>;

public:
    std::size_t size() const { return size_; }
    // Forgets the moves from there on.
    void cut(std::size_t begin) { size_ = begin; }

    // The move of the table first, then captures by size, killers, the answer to the same move, history.
    void list_moves(const Position& position, int ply, Signature played, Signature first) {
        const std::size_t begin = size_;
        list(position);
        const auto [killer, second_killer] = killers_[ply];
        const Signature counter = counters_[slot(played)];
        const auto& history = history_[G::side_to_move(position)];
        const bool gains = may_gain(position);
        // One look instead of four for nearly all moves.
        const Bits known = bit(first & 63) | bit(killer & 63) | bit(second_killer & 63) | bit(counter & 63);
        const Move* const moves = moves_.data();
        int* const orders = orders_.data();
        for (std::size_t i = begin, end = size_; i < end; ++i) {
            const Signature sign = signature(moves[i]);
            int order = history[slot(sign)];
            if (known >> (sign & 63) & 1) {
                if (sign == first) order = from_table;
                else if (sign == killer) order = 1 << 23;
                else if (sign == second_killer) order = 1 << 22;
                else if (sign == counter) order = 1 << 21;
            }
            if (gains && order != from_table)
                if (const int gain = E::gain(position, moves[i]); gain > 0) order = gaining + gain;
            orders[i] = order;
        }
    }

    void list_gains(const Position& position) {
        if (!may_gain(position)) return;
        std::size_t end = size_;
        const auto add_gain = [&](Move move) {
            const int gain = E::gain(position, move);
            if (gain <= 0) return;
            add(end, move);
            orders_[end - 1] = gaining + gain;
        };
        if constexpr (requires { E::each_gain(position, add_gain); }) E::each_gain(position, add_gain);
        else G::each_move(position, add_gain);
        size_ = end;
    }

    bool any_quiet(const Position& position, std::size_t begin) const {
        for (std::size_t i = begin; i < size_; ++i)
            if (gain_of(position, i) == 0) return true;
        return false;
    }

    // The best of the moves from there on, which comes to the front.
    ListedMove bring_best(const Position& position, std::size_t at) {
        int* const orders = orders_.data();
        int highest = orders[at];
        for (std::size_t i = at + 1, end = size_; i < end; ++i) highest = std::max(highest, orders[i]);
        std::size_t best = at;
        while (orders[best] != highest) ++best;
        std::swap(orders[at], orders[best]);
        std::swap(moves_[at], moves_[best]);
        return {moves_[at], gain_of(position, at), signature(moves_[at])};
    }

    // A quiet move refuted the line: remember it, and that those before it did not.
    void praise(const Position& position, int ply, Signature played, int depth, std::size_t begin, std::size_t at) {
        auto& [killer, second_killer] = killers_[ply];
        const Signature sign = signature(moves_[at]);
        if (killer != sign) second_killer = killer, killer = sign;
        counters_[slot(played)] = sign;
        const int bonus = std::min(depth * depth * 16, 2000);
        for (std::size_t i = begin; i <= at; ++i) {
            if (gain_of(position, i) > 0) continue;
            std::int16_t& worth = history_[G::side_to_move(position)][slot(signature(moves_[i]))];
            const int by = i == at ? bonus : -bonus;
            worth = static_cast<std::int16_t>(worth + by - worth * bonus / history_limit);
        }
    }

    void forget_killers(int ply) { killers_[ply] = {}; }
    int worth(int side, Signature sign) const { return history_[side][slot(sign)]; }

private:
    static constexpr int history_limit = 1 << 14, slots = 1 << 13;
    // The orders of the table's move and, more by what they gain, of captures; all others are less.
    static constexpr int from_table = 1 << 30, gaining = 1 << 24;
    static constexpr std::size_t slot(Signature sign) { return sign & (slots - 1); }

    // A room can tell faster than move by move that none gains anything.
    static bool may_gain(const Position& position) {
        if constexpr (requires { E::may_gain(position); }) return E::may_gain(position);
        else return true;
    }

    int gain_of(const Position& position, std::size_t at) const {
        if (orders_[at] == from_table) return E::gain(position, moves_[at]);
        return std::max(orders_[at] - gaining, 0);
    }

    void list(const Position& position) {
        std::size_t end = size_;
        if constexpr (requires(Move* next) { G::list(position, next); }) {
            while (end + G::most_listed > moves_.size()) grow();
            end = static_cast<std::size_t>(G::list(position, moves_.data() + end) - moves_.data());
        } else {
            G::each_move(position, [&](Move move) { add(end, move); });
        }
        size_ = end;
    }
    [[gnu::always_inline]] void add(std::size_t& end, Move move) {
        if (end == moves_.size()) [[unlikely]] grow();
        moves_[end++] = move;
    }
    [[gnu::noinline]] void grow() {
        moves_.resize(2 * moves_.size());
        orders_.resize(moves_.size());
    }

    std::size_t size_ = 0;
    std::vector<Move> moves_ = std::vector<Move>(1 << 14);
    std::vector<int> orders_ = std::vector<int>(1 << 14);
    std::array<Signature, 2> killers_[most_plies + 2] = {};
    std::array<std::int16_t, slots> history_[2] = {};
    std::array<Signature, slots> counters_ = {};
};

}  // namespace boardwright
