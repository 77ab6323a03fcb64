// Bitbase indexing of Congo: two lions and up to two further pieces of either side.
//
// Positions are indexed from the side to move's perspective, its castle at the bottom, so that White and Black share
// the indices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "../../core/bitbase.hpp"
#include "core.hpp"

namespace boardwright::congo {

// The pieces besides the lions: up to two, each by its kind and whether it is the enemy's, in ascending order.
struct Material {
    static constexpr int none = 0, codes = 15;
    int first = none, second = none;

    static constexpr int code(int kind, bool enemy) { return 1 + kind - (kind > lion) + 7 * enemy; }
    static constexpr int kind(int code) { return (code - 1) % 7 + ((code - 1) % 7 >= lion); }
    static constexpr bool enemy(int code) { return code > 7; }
    static constexpr int swapped(int code) { return !code ? none : enemy(code) ? code - 7 : code + 7; }

    static constexpr Material of(int number) { return {number / codes, number % codes}; }
    static constexpr Material sorted(int one, int other) { return {std::min(one, other), std::max(one, other)}; }
    constexpr int number() const { return first * codes + second; }
    constexpr bool valid() const { return first <= second; }
    constexpr Material swapped() const { return sorted(swapped(first), swapped(second)); }
    constexpr int further() const { return (first != none) + (second != none); }
    constexpr int pawns() const { return is_pawn(first) + is_pawn(second); }

private:
    static constexpr bool is_pawn(int code) { return code != none && kind(code) == pawn; }
};

template <class Rules> struct Materials {
    using Position = congo::Position;
    static constexpr int classes = Material::codes * Material::codes;
    static constexpr std::size_t squares = 49, castle_squares = 9;

    // Each after those it leads to; the material with the sides swapped belongs to it.
    static std::vector<int> materials() {
        std::vector<int> found;
        for (int number = 0; number < classes; ++number)
            if (Material::of(number).valid() && number <= swapped(number)) found.push_back(number);
        std::ranges::stable_sort(found, {}, stage);
        return found;
    }
    static constexpr int swapped(int number) { return Material::of(number).swapped().number(); }
    static constexpr int pieces(int number) { return 2 + Material::of(number).further(); }
    // Captures and drowning lower the number of pieces, promotions that of pawns.
    static constexpr int stage(int number) {
        const Material m = Material::of(number);
        return 3 * m.further() + m.pawns();
    }
    static constexpr bool leads_to(int from, int to) { return stage(to) < stage(from); }

    static constexpr bool few(const Position& p) { return popcount(p.own | p.other) <= 4; }

    static constexpr int class_of(const Position& p) {
        const Bits lions = all_of<lion>(p);
        if (!(p.own & lions) || !(p.other & lions)) return -1;
        int codes[2] = {}, count = 0;
        each_bit((p.own | p.other) & ~lions,
                 [&](int square) { codes[count++] = Material::code(kind_at(p, bit(square)), p.other & bit(square)); });
        return Material::sorted(codes[0], codes[1]).number();
    }

    static constexpr std::size_t size(int number) {
        std::size_t size = castle_squares * castle_squares;
        for (int i = 0; i < Material::of(number).further(); ++i) size *= squares;
        return size;
    }

    // The lions, then the pieces by their codes; of two alike the one on the lower square first.
    static constexpr std::size_t index(int number, const Position& p) {
        const Material m = Material::of(number);
        const int side = Rules::side_to_move(p);
        const Bits lions = all_of<lion>(p);
        std::size_t index = castle_number(up(side, lowest(p.own & lions))) * castle_squares +
                            castle_number(up(side, lowest(p.other & lions)) - 32);
        std::size_t at[2] = {};
        int count = 0;
        for (const int code : {m.first, m.second})
            if (code != Material::none && (count == 0 || m.first != m.second))
                each_bit((Material::enemy(code) ? p.other : p.own) & ~lions, [&](int square) {
                    if (kind_at(p, bit(square)) == Material::kind(code)) at[count++] = number_of(up(side, square));
                });
        if (m.first == m.second && at[0] > at[1]) std::swap(at[0], at[1]);
        for (int i = 0; i < count; ++i) index = index * squares + at[i];
        return index;
    }

    // False for indices with two pieces on one square, or two alike in the other order.
    static constexpr bool position(int number, std::size_t index, Position& p) {
        const Material m = Material::of(number);
        p = {};
        std::size_t last = squares;
        for (const int code : {m.second, m.first}) {
            if (code == Material::none) continue;
            const std::size_t at = index % squares;
            index /= squares;
            if (code == m.first && m.first == m.second && last < squares && at > last) return false;
            last = at;
            if (!place(p, code, static_cast<int>(at / 7 * 8 + at % 7))) return false;
        }
        const int enemy_lion = static_cast<int>(index % castle_squares),
                  own_lion = static_cast<int>(index / castle_squares);
        return place_lion(p, p.own, castle_square(own_lion)) && place_lion(p, p.other, castle_square(enemy_lion) + 32);
    }

    static constexpr bool stored(const Position&) { return true; }

    // The positions with one piece of the side that moved on any other empty square from which a piece of its kind may
    // have come, and some from which it may not.
    template <class F> static constexpr void each_predecessor(const Position& p, F&& f) {
        const Bits empty = board & ~(p.own | p.other);
        const int side = 1 - Rules::side_to_move(p);
        each_bit(p.other, [&](int to) {
            each_bit(origins(kind_at(p, bit(to)), to) & empty, [&](int from) {
                const Bits moved = bit(from) | bit(to);
                const auto carried = [&](Bits kinds) { return kinds & bit(to) ? kinds ^ moved : kinds; };
                f(Position{p.other ^ moved, p.own, carried(p.ones), carried(p.twos), carried(p.fours),
                           static_cast<std::uint64_t>(side)});
            });
        });
    }

    // A win ends by a capture of the lion, or counts anew with every change of material.
    static constexpr int plies_allowed(int) { return 0; }
    static constexpr BitbaseValue under_clock(int, const QuietClock& clock, BitbaseValue value) {
        if (value.wdl < Wdl::loss || value.plies <= QuietClock::max_quiet_plies - clock.quiet) return value;
        return {Wdl::draw, 0};
    }

private:
    // The same square from the other side of the board.
    static constexpr int up(int side, int square) { return side ? 8 * (6 - square / 8) + square % 8 : square; }
    static constexpr std::size_t number_of(int square) { return static_cast<std::size_t>(square / 8 * 7 + square % 8); }
    static constexpr std::size_t castle_number(int square) {
        return static_cast<std::size_t>(square / 8 * 3 + square % 8 - 2);
    }
    static constexpr int castle_square(int number) { return number / 3 * 8 + number % 3 + 2; }

    static constexpr bool place(Position& p, int code, int square) {
        const Bits here = bit(square);
        if ((p.own | p.other) & here) return false;
        (Material::enemy(code) ? p.other : p.own) |= here;
        const int kind = Material::kind(code);
        p.ones |= kind & 1 ? here : 0, p.twos |= kind & 2 ? here : 0, p.fours |= kind & 4 ? here : 0;
        return true;
    }
    static constexpr bool place_lion(Position& p, Bits& side, int square) {
        if ((p.own | p.other) & bit(square)) return false;
        side |= bit(square), p.ones |= bit(square), p.twos |= bit(square);
        return true;
    }

    // Pawns, superpawns and giraffes move by up to two squares; monkeys jump only to capture.
    static constexpr Bits origins(int kind, int to) {
        switch (kind) {
            case lion: return reach.lion[to];
            case zebra: return reach.zebra[to];
            case elephant: return reach.elephant[to];
            case monkey: return reach.around[to];
            case crocodile: return reach.around[to] | Bits{0x01010101010101} << to % 8 | river;
            default: return reach.around[to] | reach.two_away[to];
        }
    }
};

}  // namespace boardwright::congo
