// Bitbase indexing of international draughts: the materials of up to five pieces, and an index for each position.
// Numbers and indices have room for six.
//
// Positions are indexed from the side to move's perspective, moving up, so that White and Black share the indices.
// A man never stands on the row where it is crowned: a position that was set up so has no index. Positions in which
// the side to move must capture have one, but their values are not stored.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
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
    constexpr int number() const { return (own_men * 8 + own_kings) * 64 + enemy_men * 8 + enemy_kings; }
    static constexpr Material of(int number) { return {number >> 9, number >> 6 & 7, number >> 3 & 7, number & 7}; }
    bool operator==(const Material&) const = default;
};

// All combinations of up to five squares of a range, indexed by rank.
class SquareSets {
public:
    static constexpr int most = 5;

    // A range of `count` squares from `first` on, both without the ghost squares.
    constexpr SquareSets(int first, int count) : first_(first), count_(count) {}

    std::size_t size(int squares) const { return binomials[static_cast<std::size_t>(count_)][squares]; }

    // The sets of a size, listed when they are first needed: only generation needs the large ones.
    const std::vector<Bits>& of(int squares) const {
        std::call_once(listed_[squares], [&] { list(sets_[squares], squares, 0, count_); });
        return sets_[squares];
    }

    // Combinatorial number system: a set's rank is a sum over its squares.
    constexpr std::size_t rank(Bits set) const {
        std::size_t sum = 0;
        int taken = 0;
        each_bit(set,
                 [&](int square) { sum += binomials[static_cast<std::size_t>(number(square) - first_)][++taken]; });
        return sum;
    }

private:
    static constexpr auto binomials = [] {
        std::array<std::array<std::size_t, most + 1>, 51> table{};
        for (std::size_t n = 0; n < table.size(); ++n) {
            table[n][0] = 1;
            for (std::size_t k = 1; n > 0 && k <= most; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
        }
        return table;
    }();
    static constexpr int number(int square) { return square - square / 11; }
    static constexpr int square(int number) { return number + number / 10; }

    void list(std::vector<Bits>& sets, int squares, Bits rest, int count) const {
        if (squares == 0) return sets.push_back(rest);
        for (int highest = squares - 1; highest < count; ++highest)
            list(sets, squares - 1, rest | bit(square(first_ + highest)), highest);
    }

    int first_, count_;
    mutable std::once_flag listed_[most + 1];
    mutable std::vector<Bits> sets_[most + 1];
};

struct Materials {
    using Position = draughts::Position;
    using Clock = ArticleSix;
    static constexpr int most_pieces = 5;
    // Upper bound of the material numbers.
    static constexpr int classes = 4096;

    // The materials, each after those it leads to by captures and promotions. The material
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
    // Captures lower the number of pieces, promotions that of men.
    static constexpr int stage(int number) {
        const Material m = Material::of(number);
        return (m.pieces() - 2) * (m.pieces() + 3) / 2 + m.men();
    }
    // A promotion; or captures, more than one where the first leads to a position whose value is not stored.
    static constexpr bool leads_to(int from, int to) {
        const Material before = Material::of(from), after = Material::of(to);
        return arises(before, after) || arises(before, after.swapped());
    }

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
        return own_men.size(m.own_men) * kings.size(m.own_kings) * enemy_men.size(m.enemy_men) *
               kings.size(m.enemy_kings);
    }

    static std::size_t index(int number, const Position& p) {
        const Material m = Material::of(number);
        const Position up = p.side ? rotated(p) : p;
        std::size_t index = own_men.rank(up.own & ~up.own_kings);
        index = index * kings.size(m.own_kings) + kings.rank(up.own_kings);
        index = index * enemy_men.size(m.enemy_men) + enemy_men.rank(up.enemy & ~up.enemy_kings);
        return index * kings.size(m.enemy_kings) + kings.rank(up.enemy_kings);
    }

    static constexpr bool stored(const Position& p) {
        CaptureGenerator captures(p.own, p.own_kings, p.enemy);
        if (p.own_kings) captures.find_king_captures();
        return !captures.can_take();
    }

    // False for indices that would put two pieces on one square.
    static bool position(int number, std::size_t index, Position& p) {
        const Material m = Material::of(number);
        const auto part = [&](const std::vector<Bits>& sets) {
            const Bits set = sets[index % sets.size()];
            index /= sets.size();
            return set;
        };
        const Bits enemy_king = part(kings.of(m.enemy_kings)), enemy_man = part(enemy_men.of(m.enemy_men));
        const Bits own_king = part(kings.of(m.own_kings)), own_man = part(own_men.of(m.own_men));
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
    inline static const SquareSets own_men{5, 45}, enemy_men{0, 45}, kings{0, 50};

    // Whether moves may make another material of the first one, the pieces of the same side named first in both.
    static constexpr bool arises(const Material& before, const Material& after) {
        const int own_crowned = before.own_men - after.own_men, enemy_crowned = before.enemy_men - after.enemy_men;
        if (own_crowned < 0 || enemy_crowned < 0) return false;
        if (after.pieces() == before.pieces()) return own_crowned + enemy_crowned == 1 && after.own() == before.own();
        return after.own() <= before.own() && after.enemy() <= before.enemy();
    }

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
