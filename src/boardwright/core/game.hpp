// What a game must give to the core. Perft, playouts, batches and the search are written once over
// this concept; a game's header knows nothing of them, of Python, or of text.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace boardwright {

// A move in one word; each game says in its header what the bits mean.
using Move = std::uint64_t;

// How a position stands: going on, won by side 0 or 1, or drawn. `reason` counts the game's own
// reasons, which its Python room spells out in the same order.
struct Outcome {
    enum Kind : std::uint8_t { won_by_first, won_by_second, drawn, open };
    Kind kind = open;
    std::uint8_t reason = 0;

    constexpr bool over() const { return kind != open; }
    static constexpr Outcome won(int side, int reason) {
        return {static_cast<Kind>(side), static_cast<std::uint8_t>(reason)};
    }
    static constexpr Outcome draw(int reason) { return {drawn, static_cast<std::uint8_t>(reason)}; }
};

// A position as it crosses the border to Python: so many words, the same for equal positions.
template <std::size_t Words>
struct PackedWords {
    std::uint64_t word[Words];
    static constexpr std::size_t size = Words;
    friend constexpr bool operator==(const PackedWords&, const PackedWords&) = default;
};

// What a match must remember beside the positions that can still repeat. This default draws after
// 400 moves without progress; a game with rules of its own declares another `Clock`.
struct QuietClock {
    int quiet = 0;

    template <class G>
    void tick(const typename G::Position&, const typename G::Position&, bool progress) {
        quiet = progress ? 0 : quiet + 1;
    }
    // Whether the match is drawn now; the reason counts on from the game's own.
    constexpr bool drawn() const { return quiet >= 400; }
    constexpr int reason() const { return 1; }
};

struct IgnoreMove {
    constexpr void operator()(Move) const {}
};

template <class G>
concept Game = requires(const typename G::Position& position, typename G::Position& target, Move move,
                        const typename G::Packed& packed, std::uint64_t key, int index) {
    requires std::is_trivially_copyable_v<typename G::Position>;
    { G::name } -> std::convertible_to<const char*>;
    // How many reasons of its own an outcome can have; the match's draws are numbered after them.
    { G::reasons } -> std::convertible_to<int>;
    // Whether an outcome can stand while there are legal moves (Congo's bare lions).
    { G::draws_with_moves_left } -> std::convertible_to<bool>;
    // Legal moves: none where the game is won or lost. `count` is how many `each_move` visits, and
    // `nth` the index-th of them.
    { G::each_move(position, IgnoreMove{}) } -> std::same_as<void>;
    { G::count(position) } -> std::same_as<int>;
    { G::nth(position, index) } -> std::same_as<Move>;
    // The position after a legal move.
    { G::play(position, move) } -> std::same_as<typename G::Position>;
    { G::side_to_move(position) } -> std::same_as<int>;
    { G::outcome(position) } -> std::same_as<Outcome>;
    // Whether a legal move takes, drowns, promotes or scores.
    { G::progress(position, move) } -> std::same_as<bool>;
    // The key of a position, and that of its successor without playing the move first.
    { G::hash(position) } -> std::same_as<std::uint64_t>;
    { G::hash_after(position, key, move) } -> std::same_as<std::uint64_t>;
    // Whether the position counts towards repetition (Margrites: at the start of a turn only).
    { G::repeatable(position) } -> std::same_as<bool>;
    { G::pack(position) } -> std::same_as<typename G::Packed>;
    // False, and nothing else, for words that no position packs to.
    { G::unpack(packed, target) } -> std::same_as<bool>;
    typename G::Clock;
};

// A list of games; each room declares one as `Cores`.
template <Game... Gs>
struct Rooms {};

constexpr Rooms<> joined() { return {}; }
template <class... Gs>
constexpr Rooms<Gs...> joined(Rooms<Gs...>) { return {}; }
template <class... As, class... Bs, class... Rest>
constexpr auto joined(Rooms<As...>, Rooms<Bs...>, Rest... rest) { return joined(Rooms<As..., Bs...>{}, rest...); }

// Plays a legal move, turns the key into that of the successor, and tells whether it was progress. A
// game that finds all this faster at once than one by one has a `step` of its own.
template <class G>
[[gnu::always_inline]] inline typename G::Position step(const typename G::Position& position, Move move, std::uint64_t& key,
                                                        bool& progress) {
    if constexpr (requires { G::step(position, move, key, progress); }) {
        return G::step(position, move, key, progress);
    } else {
        key = G::hash_after(position, key, move);
        progress = G::progress(position, move);
        return G::play(position, move);
    }
}

// The index-th move by visiting them all: for games that have no shorter way.
template <class G>
Move nth_by_visiting(const typename G::Position& position, int index) {
    Move found = 0;
    G::each_move(position, [&](Move move) {
        if (index-- == 0) found = move;
    });
    return found;
}

}  // namespace boardwright
