// The encoding of a game outside the package that defines none, as `SquarePathEncoding` in encoding.py: an agent clicks
// the squares of a move one after another. Places are the squares of the Python board in their order, then its exits.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "encoding.hpp"
#include "game_defaults.hpp"

namespace boardwright {

// The places of a move in the order of clicking.
struct Path {
    static constexpr int longest = 32;
    std::array<std::uint16_t, longest> place{};
    int size = 0;

    constexpr Path() = default;
    constexpr Path(std::initializer_list<int> places) {
        for (const int next : places) add(next);
    }
    constexpr void add(int next) {
        if (size < longest) place[static_cast<std::size_t>(size++)] = static_cast<std::uint16_t>(next);
    }
    constexpr bool begins(const Path& other) const {
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
            if (place[i] != other.place[i]) return false;
        return size <= other.size;
    }
};

struct IgnorePiece {
    constexpr void operator()(int, int, int, int = 1) const {}
};

struct IgnorePath {
    constexpr void operator()(const Path&) const {}
};

// A game in which a move can be clicked in several ways visits all of its paths.
template <class G>
concept HasSeveralPaths =
    requires(const typename G::Position& position, Move move) { G::each_path(position, move, IgnorePath{}); };

template <class G>
concept HasPaths = HasDefaults<G> && requires(const typename G::Position& position, Move move) {
    // The kinds of pieces and the squares of the board, in the order of Python's.
    { G::kinds } -> std::convertible_to<int>;
    { G::squares } -> std::convertible_to<int>;
    // Visits side, kind and square of each piece, and optionally its height.
    G::each_piece(position, IgnorePiece{});
    requires HasSeveralPaths<G> || requires {
        { G::path(position, move) } -> std::same_as<Path>;
    };
};

template <HasPaths G> struct PathEncoding {
    using Position = typename G::Position;
    using Prefix = Path;
    static constexpr int exits() {
        if constexpr (requires { int{G::exits}; }) return G::exits;
        else return 0;
    }
    static constexpr int places = G::squares + exits(), stop = places, raw_actions = places + 1;
    enum Plane { own, other = G::kinds, chosen = 2 * G::kinds, first_side, planes };

    template <class F> static void each_raw_action(const Position& position, const Prefix& prefix, F&& f) {
        each_path_after(position, prefix, [&](Move, const Path& path) {
            f(path.size == prefix.size ? stop : path.place[static_cast<std::size_t>(prefix.size)]);
        });
    }

    static bool extend(const Position& position, Prefix& prefix, int raw_action, Move& move) {
        if (raw_action != stop) prefix.add(raw_action);
        bool goes_on = false;
        each_path_after(position, prefix, [&](Move other, const Path& path) {
            if (path.size == prefix.size) move = other;
            else goes_on = true;
        });
        return raw_action == stop || !goes_on;
    }

    template <class T> static void fill_planes(const Position& position, const Prefix& prefix, Planes<T>& target) {
        const int viewer = G::side_to_move(position);
        G::each_piece(position, [&](int side, int kind, int square, int height = 1) {
            target.put((side == viewer ? own : other) + kind, square, height);
        });
        for (int order = 0; order < prefix.size; ++order)
            if (const int place = prefix.place[static_cast<std::size_t>(order)]; place < G::squares)
                target.put(chosen, place, order + 1);
        target.fill(first_side, viewer == 0);
    }

private:
    // Visits the paths that begin so, with their moves.
    template <class F> static void each_path_after(const Position& position, const Prefix& prefix, F&& f) {
        G::each_move(position, [&](Move move) {
            const auto visit = [&](const Path& path) {
                if (prefix.begins(path)) f(move, path);
            };
            if constexpr (HasSeveralPaths<G>) G::each_path(position, move, visit);
            else visit(G::path(position, move));
        });
    }
};

template <class G>
    requires HasPaths<G>
struct Encoding<G> : PathEncoding<G> {};

}  // namespace boardwright
