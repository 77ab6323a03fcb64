// Probing bitbases: from the class of a position or, where its value is not stored, from the positions after its moves.
#pragma once

#include <algorithm>

#include "bitbase.hpp"
#include "evaluation.hpp"

namespace boardwright {

template <HasBitbases G> BitbaseValue probe_bitbases(const Bitbases&, int, const typename G::Position&);

// The value of the position after a move in a class, for the side to move then.
template <HasBitbases G>
BitbaseValue probe_successor(const Bitbases& bitbases, int before, const typename G::Position& next) {
    using Materials = typename Evaluation<G>::Materials;
    const int number = Materials::class_of(next);
    // A position without a class is lost: the game is over.
    if (number < 0) return {Wdl::loss, 0};
    if (!bitbases.has(number)) return {};
    BitbaseValue value = probe_bitbases<G>(bitbases, number, next);
    // Another material starts a count of its own, unless it shares this one.
    const int allowed = Materials::plies_allowed(before);
    const bool same = number == before || number == Materials::swapped(before);
    if (!same && (!allowed || Materials::plies_allowed(number) != allowed)) value.plies = 0;
    return value;
}

// The value of a position of a loaded class, with all draw clocks at zero.
template <HasBitbases G>
BitbaseValue probe_bitbases(const Bitbases& bitbases, int number, const typename G::Position& position) {
    using Materials = typename Evaluation<G>::Materials;
    if (Materials::stored(position)) return bitbases.probe(number, Materials::index(number, position));
    int fastest = BitbaseValue::max_plies + 1, slowest = 0;
    bool known = true, loses = true;
    G::each_move(position, [&](Move move) {
        const BitbaseValue value = probe_successor<G>(bitbases, number, G::play(position, move));
        if (value.wdl == Wdl::loss) fastest = std::min(fastest, value.plies);
        known &= value.wdl != Wdl::unknown;
        loses &= value.wdl == Wdl::win;
        slowest = std::max(slowest, value.plies);
    });
    const int allowed = Materials::plies_allowed(number), last = allowed ? allowed : BitbaseValue::max_plies;
    if (fastest < last) return {Wdl::win, fastest + 1};
    if (!known) return {};
    return loses && slowest < last ? BitbaseValue{Wdl::loss, slowest + 1} : BitbaseValue{Wdl::draw, 0};
}

}  // namespace boardwright
