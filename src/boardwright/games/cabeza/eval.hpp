// Static evaluation of Cabeza: trained piece-square and piece-pair tables, the race of the Cabezas and their safe
// mobility. The unit is one row of a Cabeza's advance.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright::cabeza {

// Visits each way of a block with this shape, with the placements after the first and the last roll.
template <class F> constexpr void each_way(int kind, int shape, F&& f) {
    const Block start = standing(volume[kind], shape);
    if (start.h < 1 || start.h > 2) return;
    for (int way = 0; way < ways; ++way) {
        if (kind == opa && !is_single(way)) continue;
        const Block first = start.rolled(way >> 2);
        f(way, first, is_single(way) ? first : first.rolled(way & 3));
    }
}

// Lookup table of crushing slots, by kind of block, shape and offset from the block to the enemy Cabeza: the slots of
// the ways that end on it, and some unused slots. Rolls along a row span less than half a row, so that the offset is
// unambiguous: a way that would wrap around the edge is never legal.
struct Crushes {
    static constexpr int reach = 5 * size, span = 2 * reach + 1;
    Bits of[kinds - flaco][shapes][span];

    constexpr Crushes() : of{} {
        for (const int kind : {flaco, chato, opa})
            for (int shape = 0; shape < shapes; ++shape) {
                Bits slots[ways] = {};
                for (int slot = 63; slot >= 0; --slot) slots[ways_by_slot.of[kind][shape][slot]] |= bit(slot);
                each_way(kind, shape, [&](int way, const Block&, const Block& after) {
                    for (int y = after.y; y < after.y + after.d; ++y)
                        for (int x = after.x; x < after.x + after.w; ++x)
                            of[kind - flaco][shape][size * y + x + reach] |= slots[way];
                });
            }
    }
    // The slots with which a piece crushes on an empty board.
    constexpr Bits by(Bits team, int kind, int enemy_cabeza) const {
        const int apart = enemy_cabeza - square_of(team, kind);
        if (kind == mini) return static_cast<unsigned>(apart + centre) < 2 * centre + 1 ? bit(apart + centre) : 0;
        if (static_cast<unsigned>(apart + reach) >= span) return 0;
        return of[kind - flaco][shape_of(team, kind)][apart + reach];
    }
};
inline constexpr Crushes crushes{};

// Attack table: by kind and placement, the squares a piece attacks on an empty board.
struct Threats {
    Board of[kinds - mini][shapes << 7];

    constexpr Threats() : of{} {
        for (int at = 0; at < squares; ++at) {
            const int column = at % size, row = at / size;
            const auto add = [&](Board& board, const Block& block) {
                for (int y = row + block.y; y < row + block.y + block.d; ++y)
                    for (int x = column + block.x; x < column + block.x + block.w; ++x) board.add(below + size * y + x);
            };
            const auto fits = [&](const Block& block) {
                return column + block.x >= 0 && column + block.x + block.w <= size && row + block.y >= 0 &&
                       row + block.y + block.d <= size;
            };
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx) {
                    const int steps = (dy < 0 ? -dy : dy) + (dx < 0 ? -dx : dx);
                    if (const Block block{dx, dy, 1, 1, 1}; (steps == 1 || steps == 2) && fits(block))
                        add(of[0][at], block);
                }
            for (const int kind : {flaco, chato, opa})
                for (int shape = 0; shape < shapes; ++shape)
                    each_way(kind, shape, [&](int, const Block& first, const Block& after) {
                        if (fits(first) && fits(after)) add(of[kind - mini][shape << 7 | at], after);
                    });
        }
    }
    constexpr Board by(Bits team) const {
        Board all{};
        for (const int kind : {mini, flaco, chato, opa}) all = all | of[kind - mini][placement_of(team, kind)];
        return all;
    }
};
inline constexpr Threats threats{};

// Lookup tables for piece-square features, from each side's perspective with its home row first. Mirror images
// share an index. `offset` is the displacement between the middles of two pieces in half squares; the parity of a
// middle depends on the shape, so that a square or an offset identifies the shape as well.
struct Places {
    static constexpr int squares = 5 * size, rows = 2 * size - 1, offsets = rows * size, row = 64;
    // The number of rows a Cabeza has advanced; 0 for a crushed one.
    std::uint8_t advanced[2][gone + 1];
    std::uint8_t square[2][shapes << 7];
    std::int16_t middle[shapes << 7];

    constexpr Places() : advanced{}, square{}, middle{}, offset{} {
        for (int at = 0; at < cabeza::squares; ++at) {
            const int x = at % size, y = at / size;
            advanced[0][at] = static_cast<std::uint8_t>(y);
            advanced[1][at] = static_cast<std::uint8_t>(size - 1 - y);
            for (int shape = 0; shape < shapes; ++shape) {
                const int w = width(shape), d = depth(shape), column = std::min(x, size - w - x);
                if (column < 0 || y + d > size) continue;
                const int standing = shape << 7 | at, first = squares * shape + column;
                square[0][standing] = static_cast<std::uint8_t>(first + 5 * y);
                square[1][standing] = static_cast<std::uint8_t>(first + 5 * (size - d - y));
                middle[standing] = static_cast<std::int16_t>(row * (2 * y + d - 1) + 2 * x + w - 1);
            }
        }
        for (int y = 1 - rows; y < rows; ++y)
            for (int x = 1 - rows; x < rows; ++x) {
                const int shape = (x & 1) | (y & 1) << 1, columns = (x < 0 ? -x : x) >> 1;
                offset[row * (y + rows) + x] =
                    static_cast<std::uint16_t>(offsets * shape + size * ((y + rows - 1) >> 1) + columns);
            }
    }
    // The feature index of the offset between two middles, negated for side 1.
    constexpr int from(int one, int other, int side) const {
        const int apart = other - one, turned = -side;
        return offset[row * rows + ((apart ^ turned) - turned)];
    }

private:
    std::uint16_t offset[2 * row * rows];
};
inline constexpr Places places{};

struct CabezaEvaluation {
    static constexpr SearchParams params{
        .scale = 300, .futility_margin = 80, .aspiration_window = 30, .null_move = true, .result_weight = 0.05};

    static constexpr int material(const Position& p) {
        return 100 * (rows_advanced(p, p.side) - rows_advanced(p, 1 - p.side));
    }

    // Piece-square tables by shape; pieces relative to either Cabeza and to each other; the advance of both Cabezas;
    // their safe mobility, in total and to the rows ahead.
    // The pairs are too many for the hidden layer.
    static constexpr int standings = 9, pairs = 6, by_pair = 0,
                         by_own_cabeza = by_pair + pairs * shapes * Places::offsets,
                         by_place = by_own_cabeza + (standings - 1) * Places::offsets, first_input = by_place,
                         by_enemy_cabeza = by_place + standings * Places::squares,
                         by_race = by_enemy_cabeza + (standings - 1) * Places::offsets, by_safe = by_race + size * size,
                         by_far = by_safe + 25, by_near = by_far + 6 * size, to_move = by_near + 6 * size,
                         features = to_move + 1, layout = 1;

    // Material does not change: the phase follows the advance of the Cabezas.
    static constexpr int phase(const Position& p) {
        return phases - 4 * std::min(rows_advanced(p, 0) + rows_advanced(p, 1), phases / 4);
    }

    template <class Add> [[gnu::always_inline]] static constexpr void each_feature(const Position& p, Add&& add) {
        add(to_move, 1);
        // A finished game may lack a Cabeza.
        if (Rules::over(p)) return;
        const int us = p.side, them = 1 - us;
        add(by_race + size * rows_advanced(p, us) + rows_advanced(p, them), 1);
        of_side(p, us, [&](int index, int times) { add(index, times); });
        of_side(p, them, [&](int index, int times) { add(index, -times); });
    }

    static constexpr int gain(const Position& p, Move move) { return Rules::is_progress(p, move) ? crush : 0; }

    // Whether any piece attacks the enemy Cabeza on an empty board.
    static constexpr bool may_have_noisy_moves(const Position& p) {
        const int enemy_cabeza = square_of(p.team[1 - p.side], the_cabeza);
        const auto reaches = [&](int kind) { return crushes.by(p.team[p.side], kind, enemy_cabeza) != 0; };
        return reaches(mini) || reaches(flaco) || reaches(chato) || reaches(opa);
    }

    template <class F> static constexpr void each_noisy_move(const Position& p, F&& f) {
        each_crush(p, [&](int kind, Bits crushing) {
            each_bit(crushing, [&](int slot) { f(Rules::move_of(p, kind, slot)); });
            return false;
        });
    }

    static constexpr bool ended(const Position& p) { return Rules::over(p); }

    static constexpr bool has_winning_move(const Position& p) {
        return reaches_home(p) || each_crush(p, [](int, Bits) { return true; });
    }

    static constexpr bool in_check(const Position& p) { return has_winning_move(null_move(p)); }

    static constexpr Position null_move(Position p) {
        p.side = 1 - p.side;
        return p;
    }

private:
    static constexpr int crush = 1000;

    static constexpr int rows_advanced(const Position& p, int side) {
        return places.advanced[side][square_of(p.team[side], the_cabeza)];
    }

    // Whether the Cabeza can end a move on the enemy home row.
    static constexpr bool reaches_home(const Position& p) {
        constexpr Bits row = 0x1f;
        const int left = size - 1 - rows_advanced(p, p.side);
        if (left > 2) return false;
        const int rows = p.side == 0 ? 2 + left : 2 - left;
        return MoveGenerator::of_cabeza(square_of(p.team[p.side], the_cabeza), p.free) & row << size * rows;
    }

    // Visits each piece that can crush the enemy Cabeza with its legal crushing slots, until `f` returns true.
    template <class F> static constexpr bool each_crush(const Position& p, F&& f) {
        if (!may_have_noisy_moves(p)) return false;
        const MoveGenerator moves(p);
        const int enemy_cabeza = square_of(p.team[1 - p.side], the_cabeza);
        const auto crush = [&](int kind) {
            Bits crushing = crushes.by(p.team[p.side], kind, enemy_cabeza);
            if (crushing) crushing &= moves.of(kind);
            return crushing && f(kind, crushing);
        };
        return crush(mini) || crush(flaco) || crush(chato) || crush(opa);
    }

    template <class Add> [[gnu::always_inline]] static constexpr void of_side(const Position& p, int side, Add&& add) {
        // By kind, the index of its first table; kinds without the first shape start one earlier.
        constexpr int first[kinds] = {0, 1, 2, 4, 5};
        const Bits own = p.team[side], other = p.team[1 - side];
        const int at = square_of(own, the_cabeza), own_cabeza = places.middle[at];
        const int enemy_cabeza = places.middle[square_of(other, the_cabeza)];
        add(by_place + places.square[side][at], 1);
        int middle[kinds];
        for (const int kind : {mini, flaco, chato, opa}) {
            const std::size_t standing = placement_of(own, kind);
            middle[kind] = places.middle[standing];
            add(by_place + first[kind] * Places::squares + places.square[side][standing], 1);
            add(by_enemy_cabeza + (first[kind] - 1) * Places::offsets + places.from(enemy_cabeza, middle[kind], side),
                1);
            add(by_own_cabeza + (first[kind] - 1) * Places::offsets + places.from(own_cabeza, middle[kind], side), 1);
        }
        int pair = by_pair;
        for (int one = mini; one < kinds; ++one)
            for (int two = one + 1; two < kinds; ++two, pair += shapes * Places::offsets)
                add(pair + places.from(middle[two], middle[one], side), 1);
        of_slides(p, side, at, threats.by(other), add);
    }

    template <class Add>
    [[gnu::always_inline]] static constexpr void of_slides(const Position& p, int side, int at, Board threatened,
                                                           Add&& add) {
        constexpr Bits row = 0x1f;
        const Bits safe =
            MoveGenerator::of_cabeza(at, p.free) & ~threatened.from(static_cast<unsigned>(at + below - centre));
        const int row_index = 6 * places.advanced[side][at];
        add(by_safe + popcount(safe), 1);
        add(by_far + row_index + popcount(safe & row << (side ? 0 : 4 * size)), 1);
        add(by_near + row_index + popcount(safe & row << (side ? size : 3 * size)), 1);
    }
};

}  // namespace boardwright::cabeza

template <> struct boardwright::Evaluation<boardwright::cabeza::Rules> : boardwright::cabeza::CabezaEvaluation {};
