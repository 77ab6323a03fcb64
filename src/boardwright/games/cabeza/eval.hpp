// What the search thinks of Cabeza. The unit is a row of the Cabeza's way home.
#pragma once

#include <algorithm>

#include "../../core/evaluation.hpp"
#include "core.hpp"

namespace boardwright::cabeza {

// By kind of block, shape and where the enemy Cabeza stands seen from the block: the ways that end
// on it. Steps along a row reach less than half a row, so that a difference of squares says enough:
// a way that would leave the board over its side is never legal.
struct Crushes {
    static constexpr int reach = 5 * size, span = 2 * reach + 1;
    std::uint16_t of[kinds - flaco][shapes][span];

    constexpr Crushes() : of{} {
        for (const int kind : {flaco, chato, opa})
            for (int shape = 0; shape < shapes; ++shape)
                for (int way = 0; way < ways; ++way) {
                    const int height = standing(volume[kind], shape).h;
                    if (height < 1 || height > 2 || (kind == opa && !is_single(way))) continue;
                    Block after = standing(volume[kind], shape).rolled(way >> 2);
                    if (!is_single(way)) after = after.rolled(way & 3);
                    for (int y = after.y; y < after.y + after.d; ++y)
                        for (int x = after.x; x < after.x + after.w; ++x)
                            of[kind - flaco][shape][size * y + x + reach] |= static_cast<std::uint16_t>(1u << way);
                }
    }
    // The ways of a piece that would crush, legal or not.
    constexpr Bits by(Bits team, int kind, int prey) const {
        const int apart = prey - square_of(team, kind);
        if (kind == mini) return static_cast<unsigned>(apart + centre) < 2 * centre + 1 ? bit(apart + centre) : 0;
        if (static_cast<unsigned>(apart + reach) >= span) return 0;
        return of[kind - flaco][shape_of(team, kind)][apart + reach];
    }
};
inline constexpr Crushes crushes{};

struct Judgement {
    static constexpr Tuning tuning{.scale = 300, .margin = 80, .window = 30, .passing = true, .extend = true};

    static constexpr int material(const Position& p) { return 100 * (rows_come(p, p.side) - rows_come(p, 1 - p.side)); }

    static constexpr int evaluate(const Position& p) { return guard(p, p.side) - guard(p, 1 - p.side) + tempo; }

    static constexpr int gain(const Position& p, Move move) {
        const int kind = move & 7;
        if (kind == the_cabeza) return 0;
        const int prey = square_of(p.team[1 - p.side], the_cabeza);
        return crushes.by(p.team[p.side], kind, prey) >> (move >> 4) & 1 ? crush : 0;
    }

    // Whether a piece that crushes is within reach of the enemy Cabeza, if nothing stands in its way.
    static constexpr bool may_gain(const Position& p) {
        const int prey = square_of(p.team[1 - p.side], the_cabeza);
        const auto reaches = [&](int kind) { return crushes.by(p.team[p.side], kind, prey) != 0; };
        return reaches(mini) || reaches(flaco) || reaches(chato) || reaches(opa);
    }

    template <class F>
    static constexpr void each_gain(const Position& p, F&& f) {
        each_crush(p, [&](int kind, Bits crushing) {
            each_bit(crushing, [&](int way) {
                f(static_cast<Move>(kind) | static_cast<Move>(p.side) << 3 | static_cast<Move>(way) << 4);
            });
            return false;
        });
    }

    static constexpr bool ended(const Position& p) { return Rules::over(p); }

    static constexpr bool wins_now(const Position& p) {
        return comes_home(p) || each_crush(p, [](int, Bits) { return true; });
    }

    static constexpr bool pressed(const Position& p) { return wins_now(passed(p)); }

    static constexpr Position passed(Position p) {
        p.side = 1 - p.side;
        return p;
    }

private:
    static constexpr int tempo = 12, crush = 1000;
    // For each half of a square, and for each turn of the Flaco.
    static constexpr int mini_before = 11, mini_away = 6, opa_far = 10, flaco_aside = 4, flaco_turn = 4;

    static constexpr int rows_come(const Position& p, int side) {
        const int row = square_of(p.team[side], the_cabeza) / size;
        return side == 0 ? row : size - 1 - row;
    }

    // Whether the Cabeza can end a move on the enemy home row.
    static constexpr bool comes_home(const Position& p) {
        constexpr Bits row = 0x1f;
        const int left = size - 1 - rows_come(p, p.side);
        if (left > 2) return false;
        const int rows = p.side == 0 ? 2 + left : 2 - left;
        return Turns(p).of(the_cabeza) & row << size * rows;
    }

    static constexpr Bits legal_ways(const Position& p, int kind) {
        const auto& way = ways_by_slot.of[kind][shape_of(p.team[p.side], kind)];
        Bits found = 0;
        each_bit(Turns(p).of(kind), [&](int slot) { found |= bit(way[slot]); });
        return found;
    }

    // The legal ways of each piece that can crush the enemy Cabeza, until `f` has seen enough.
    template <class F>
    static constexpr bool each_crush(const Position& p, F&& f) {
        const int prey = square_of(p.team[1 - p.side], the_cabeza);
        const auto crush = [&](int kind) {
            Bits crushing = crushes.by(p.team[p.side], kind, prey);
            if (crushing) crushing &= legal_ways(p, kind);
            return crushing && f(kind, crushing);
        };
        return crush(mini) || crush(flaco) || crush(chato) || crush(opa);
    }

    // How well the blocks of a side stop the enemy Cabeza: the Mini close before it, the Opa far
    // before it, the Flaco in its column and free to roll. Lengths are in halves of a square, from
    // middle to middle, and forward is the way of the enemy Cabeza.
    static constexpr int guard(const Position& p, int side) {
        const Bits own = p.team[side];
        const int prey = square_of(p.team[1 - side], the_cabeza), forward = side == 0 ? -1 : 1;
        const auto rows = [&](int kind) {
            return forward * (2 * (square_of(own, kind) / size - prey / size) + depth(shape_of(own, kind)) - 1);
        };
        const auto columns = [&](int kind) {
            return distance(2 * (square_of(own, kind) % size - prey % size) + width(shape_of(own, kind)) - 1);
        };
        const int before = rows(mini), away = std::max(distance(before), columns(mini)), far = rows(opa) - 4;
        const int turns = popcount(Turns(side == p.side ? p : passed(p)).of(flaco));
        return mini_before * std::clamp(before, -4, 4) - mini_away * away + opa_far * std::max(far, 0) -
               flaco_aside * columns(flaco) + flaco_turn * turns;
    }

    static constexpr int distance(int apart) { return apart < 0 ? -apart : apart; }
};

}  // namespace boardwright::cabeza

template <>
struct boardwright::Evaluation<boardwright::cabeza::Rules> : boardwright::cabeza::Judgement {};
