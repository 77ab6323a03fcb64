// Bitbase indexing of international draughts: the materials of up to four pieces, and an index for each position.
//
// Positions are indexed from the side to move's perspective, moving up, so that White and Black share the indices.
// A man never stands on the row where it is crowned: a position that was set up so has no index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "../../core/bitbase.hpp"
#include "core.hpp"

namespace boardwright::draughts {

// The pieces of an endgame, those of the side to move first.
struct Material {
    int own_men, own_kings, enemy_men, enemy_kings;

    constexpr int own() const { return own_men + own_kings; }
    constexpr int enemy() const { return enemy_men + enemy_kings; }
    constexpr int pieces() const { return own() + enemy(); }
    constexpr int men() const { return own_men + enemy_men; }
    constexpr Material swapped() const { return {enemy_men, enemy_kings, own_men, own_kings}; }
    constexpr int number() const { return (own_men * 4 + own_kings) * 16 + enemy_men * 4 + enemy_kings; }
    static constexpr Material of(int number) { return {number >> 6, number >> 4 & 3, number >> 2 & 3, number & 3}; }
};

// All combinations of up to three squares of a range, indexed by rank.
struct SquareSets {
    static constexpr int most = 3;
    std::vector<Bits> sets[most + 1];

    // A range of `count` squares from `first` on, both without the ghost squares.
    SquareSets(int first, int count) {
        for (int size = 0; size <= most; ++size) add(size, 0, first, count);
    }

    static constexpr int number(int square) { return square - square / 11; }
    static constexpr int square(int number) { return number + number / 10; }

    // Combinatorial number system: a set's rank is a sum over its squares.
    static constexpr std::size_t rank(Bits set, int first) {
        std::size_t sum = 0;
        int taken = 0;
        each_bit(set, [&](int square) { sum += choose(static_cast<std::size_t>(number(square) - first), ++taken); });
        return sum;
    }

private:
    static constexpr std::size_t choose(std::size_t n, int of) {
        return of == 1 ? n : of == 2 ? n * (n - 1) / 2 : n * (n - 1) * (n - 2) / 6;
    }
    void add(int size, Bits rest, int first, int count) {
        std::vector<Bits>& all = sets[popcount(rest) + size];
        if (size == 0) return all.push_back(rest);
        for (int highest = size - 1; highest < count; ++highest)
            add(size - 1, rest | bit(square(first + highest)), first, highest);
    }
};

struct Materials {
    using Position = draughts::Position;
    using Clock = ArticleSix;
    static constexpr int most_pieces = 4;
    // Upper bound of the material numbers.
    static constexpr int classes = 256;

    // The materials of up to four pieces, each after those it leads to by captures and promotions. The material
    // with the sides swapped, to which any other move leads, belongs to it.
    static std::vector<int> materials() {
        std::vector<int> found;
        for (int number = 0; number < classes; ++number) {
            const Material material = Material::of(number);
            if (material.own() && material.enemy() && material.pieces() <= most_pieces &&
                number >= material.swapped().number())
                found.push_back(number);
        }
        const auto order = [](int number) {
            const Material material = Material::of(number);
            return std::tuple(material.pieces(), material.men(), std::min(material.own(), material.enemy()));
        };
        std::ranges::stable_sort(found, {}, order);
        return found;
    }
    static constexpr int swapped(int number) { return Material::of(number).swapped().number(); }
    static constexpr int pieces(int number) { return Material::of(number).pieces(); }

    static constexpr bool few(const Position& p) { return popcount(p.own | p.enemy) <= most_pieces; }

    // For a position with few pieces; -1 where there is no index for it.
    static constexpr int class_of(const Position& p) {
        const Bits own_men = p.own & ~p.own_kings, enemy_men = p.enemy & ~p.enemy_kings;
        if (!p.own || !p.enemy || (own_men & far_row[p.side]) || (enemy_men & far_row[1 - p.side])) return -1;
        return Material{popcount(own_men), popcount(p.own_kings), popcount(enemy_men), popcount(p.enemy_kings)}
            .number();
    }

    static std::size_t size(int number) {
        const Material m = Material::of(number);
        return own_men.sets[m.own_men].size() * kings.sets[m.own_kings].size() * enemy_men.sets[m.enemy_men].size() *
               kings.sets[m.enemy_kings].size();
    }

    static std::size_t index(int number, const Position& p) {
        const Material m = Material::of(number);
        const Position up = p.side ? rotated(p) : p;
        std::size_t index = SquareSets::rank(up.own & ~up.own_kings, crown);
        index = index * kings.sets[m.own_kings].size() + SquareSets::rank(up.own_kings, 0);
        index = index * enemy_men.sets[m.enemy_men].size() + SquareSets::rank(up.enemy & ~up.enemy_kings, 0);
        return index * kings.sets[m.enemy_kings].size() + SquareSets::rank(up.enemy_kings, 0);
    }

    // False for indices that would put two pieces on one square.
    static bool position(int number, std::size_t index, Position& p) {
        const Material m = Material::of(number);
        const auto part = [&](const std::vector<Bits>& sets) {
            const Bits set = sets[index % sets.size()];
            index /= sets.size();
            return set;
        };
        const Bits enemy_king = part(kings.sets[m.enemy_kings]), enemy_man = part(enemy_men.sets[m.enemy_men]);
        const Bits own_king = part(kings.sets[m.own_kings]), own_man = part(own_men.sets[m.own_men]);
        p = {own_man | own_king, enemy_man | enemy_king, own_king, enemy_king, 0};
        return popcount(p.own | p.enemy) == m.pieces() && popcount(p.own) == m.own() && popcount(p.enemy) == m.enemy();
    }

    // Un-moves: the positions from which a move that neither captures nor promotes leads here, and some in which
    // that move is not legal because of a capture.
    template <class F> static void each_predecessor(const Position& p, F&& f) {
        const Bits empty = board & ~(p.own | p.enemy), men = p.enemy & ~p.enemy_kings;
        const auto back = [&](int from, int to) {
            const Bits moved = bit(from) | bit(to), king = p.enemy_kings & bit(from) ? moved : 0;
            f(Position{p.enemy ^ moved, p.own, p.enemy_kings ^ king, p.own_kings, 1 - p.side});
        };
        const Steps steps(men, empty, p.side);
        each_bit(steps.left, [&](int to) { back(to - Steps::to_left(p.side), to); });
        each_bit(steps.right, [&](int to) { back(to - Steps::to_right(p.side), to); });
        each_bit(p.enemy_kings,
                 [&](int from) { each_bit(king_targets(from, empty), [&](int to) { back(from, to); }); });
    }

    // The plies within which a win must come after the material arose; 0 for no limit.
    static constexpr int plies_allowed(int number) {
        const Material m = Material::of(number);
        return 2 * Clock::moves_each(m.own(), m.own_kings, m.enemy(), m.enemy_kings);
    }

    // Draw clocks that already run leave fewer plies. A man's move resets the count of king moves, so that with men
    // on the board the value is unknown.
    static constexpr BitbaseValue under_clock(int number, const Clock& clock, BitbaseValue value) {
        if (value.wdl < Wdl::loss) return value;
        if (const int allowed = plies_allowed(number); allowed && value.plies > allowed - clock.since)
            return {Wdl::draw, 0};
        if (value.plies <= 2 * Clock::king_moves_each - clock.king_moves) return value;
        return {Material::of(number).men() ? Wdl::unknown : Wdl::draw, 0};
    }

private:
    static constexpr int crown = 5;
    inline static const SquareSets own_men{crown, 45}, enemy_men{0, 45}, kings{0, 50};

    // Ghost squares map to ghost squares.
    static constexpr Bits rotated(Bits set) {
        set = (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
        set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
        set = (set >> 4 & 0x0f0f0f0f0f0f0f0f) | (set & 0x0f0f0f0f0f0f0f0f) << 4;
        return __builtin_bswap64(set) >> (64 - squares);
    }
    static constexpr Position rotated(const Position& p) {
        return {rotated(p.own), rotated(p.enemy), rotated(p.own_kings), rotated(p.enemy_kings), 1 - p.side};
    }
};

}  // namespace boardwright::draughts
