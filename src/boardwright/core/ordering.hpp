// The moves of a node in the order in which they are searched, and what the search has learnt of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "evaluation.hpp"
#include "score.hpp"
#include "table.hpp"

namespace boardwright {

struct ListedMove {
    Move move;
    int order, gain;
    Signature sign;
    bool quiet() const { return gain == 0; }
};

// All nodes from the root down to the current one keep their moves on one stack.
template <Evaluated G>
class Ordering {
    using Position = typename G::Position;
    using E = Evaluation<G>;

public:
    Ordering() { moves_.reserve(1 << 14); }

    std::size_t size() const { return moves_.size(); }
    const ListedMove& operator[](std::size_t at) const { return moves_[at]; }
    // Forgets the moves from there on.
    void cut(std::size_t begin) { moves_.resize(begin); }

    // The move of the table first, then captures by size, killers, the answer to the same move, history.
    void list_moves(const Position& position, int ply, Signature played, Signature first) {
        const Signature(&killers)[2] = killers_[ply];
        const auto& history = history_[G::side_to_move(position)];
        const Signature counter = counters_[slot(played)];
        G::each_move(position, [&](Move move) {
            const Signature sign = signature(move);
            const int gain = E::gain(position, move);
            int order;
            if (sign == first) order = 1 << 30;
            else if (gain > 0) order = (1 << 24) + gain;
            else if (sign == killers[0]) order = 1 << 23;
            else if (sign == killers[1]) order = 1 << 22;
            else if (sign == counter) order = 1 << 21;
            else order = history[slot(sign)];
            moves_.push_back({move, order, gain, sign});
        });
    }

    void list_gains(const Position& position) {
        const auto add = [&](Move move) {
            if (const int gain = E::gain(position, move); gain > 0) moves_.push_back({move, gain, gain, signature(move)});
        };
        if constexpr (requires { E::each_gain(position, add); }) E::each_gain(position, add);
        else G::each_move(position, add);
    }

    bool any_quiet(std::size_t begin) const {
        return std::any_of(moves_.begin() + static_cast<std::ptrdiff_t>(begin), moves_.end(),
                           [](const ListedMove& listed) { return listed.quiet(); });
    }

    // The best of the moves from there on comes to the front.
    const ListedMove& bring_best(std::size_t at, std::size_t end) {
        std::size_t best = at;
        for (std::size_t i = at + 1; i < end; ++i)
            if (moves_[i].order > moves_[best].order) best = i;
        std::swap(moves_[at], moves_[best]);
        return moves_[at];
    }

    // A quiet move refuted the line: remember it, and that those before it did not.
    void praise(int side, int ply, Signature played, int depth, std::size_t begin, std::size_t at) {
        Signature(&killers)[2] = killers_[ply];
        const Signature sign = moves_[at].sign;
        if (killers[0] != sign) killers[1] = killers[0], killers[0] = sign;
        counters_[slot(played)] = sign;
        const int bonus = std::min(depth * depth * 16, 2000);
        for (std::size_t i = begin; i <= at; ++i) {
            if (moves_[i].gain > 0) continue;
            std::int16_t& worth = history_[side][slot(moves_[i].sign)];
            const int by = i == at ? bonus : -bonus;
            worth = static_cast<std::int16_t>(worth + by - worth * bonus / history_limit);
        }
    }

    void forget_killers(int ply) { killers_[ply][0] = killers_[ply][1] = 0; }
    int worth(int side, Signature sign) const { return history_[side][slot(sign)]; }

private:
    static constexpr int history_limit = 1 << 14, slots = 1 << 13;
    static constexpr std::size_t slot(Signature sign) { return sign & (slots - 1); }

    std::vector<ListedMove> moves_;
    Signature killers_[most_plies + 2][2] = {};
    std::array<std::int16_t, slots> history_[2] = {};
    std::array<Signature, slots> counters_ = {};
};

}  // namespace boardwright
