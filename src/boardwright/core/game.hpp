// The concept of a game. Perft, playouts, batches and the search are templates over it; a game's header knows
// nothing of them, of Python, or of text.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace boardwright {

// A move in one word; each game's header defines the bits.
using Move = std::uint64_t;

// The outcome of a position. `reason` is an index into the game's reasons, whose texts are in its Python package.
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

// A packed position, as it is passed to and from Python: a fixed number of words, equal for equal positions.
template <std::size_t Words> struct PackedWords {
    std::uint64_t word[Words];
    static constexpr std::size_t size = Words;
    friend constexpr bool operator==(const PackedWords&, const PackedWords&) = default;
};

// A draw clock: what the draw rules count besides repetitions. This default draws after 400 plies without
// progress; a game with draw rules of its own declares another `Clock`.
struct QuietClock {
    static constexpr int max_quiet_plies = 400;
    int quiet = 0;

    template <class G> void tick(const typename G::Position&, const typename G::Position&, bool progress) {
        quiet = progress ? 0 : quiet + 1;
    }
    // Whether the game is drawn now; the reason's index is added to the number of the game's own reasons.
    constexpr bool drawn() const { return quiet >= max_quiet_plies; }
    constexpr int reason() const { return 1; }
};

// The plies before the root that a search needs for draw clocks which an irreversible move does not reset.
inline constexpr std::size_t draw_clock_reach = 64;

struct IgnoreMove {
    constexpr void operator()(Move) const {}
};

template <class G>
concept Game = requires(const typename G::Position& position, typename G::Position& target, Move move,
                        const typename G::Packed& packed, std::uint64_t& key, bool& progress) {
    requires std::is_trivially_copyable_v<typename G::Position>;
    // `other_names` may list further variants with the same rules, which differ in their first position only.
    { G::name } -> std::convertible_to<const char*>;
    // The number of the game's own reasons; those of draws by history follow them.
    { G::reasons } -> std::convertible_to<int>;
    // Whether a position can be drawn while it has legal moves (Congo's bare lions).
    { G::draws_with_moves_left } -> std::convertible_to<bool>;
    // Legal moves: none where the game is won or lost. `count` is the number that `each_move` visits.
    { G::each_move(position, IgnoreMove{}) } -> std::same_as<void>;
    { G::count(position) } -> std::same_as<int>;
    // The position after a legal move. `step` also updates the hash key, incrementally where that is faster, and sets
    // whether the move is progress (irreversible): it captures, drowns, promotes or scores.
    { G::play(position, move) } -> std::same_as<typename G::Position>;
    { G::step(position, move, key, progress) } -> std::same_as<typename G::Position>;
    { G::side_to_move(position) } -> std::same_as<int>;
    { G::outcome(position) } -> std::same_as<Outcome>;
    { G::hash(position) } -> std::same_as<std::uint64_t>;
    // Whether the position counts for repetition (Margrites: at the start of a turn only).
    { G::repeatable(position) } -> std::same_as<bool>;
    { G::pack(position) } -> std::same_as<typename G::Packed>;
    // False for words that are not a packed position.
    { G::unpack(packed, target) } -> std::same_as<bool>;
    typename G::Clock;
};

// The names of a game, one for each of its variants.
template <Game G> constexpr auto names_of() {
    if constexpr (requires { G::other_names; }) {
        std::array<const char*, 1 + std::size(G::other_names)> names{G::name};
        std::copy(std::begin(G::other_names), std::end(G::other_names), names.begin() + 1);
        return names;
    } else {
        return std::array{G::name};
    }
}

// A list of games; each game package declares one as `Cores`.
template <Game... Gs> struct GameList {};

constexpr GameList<> concatenated() { return {}; }
template <class... Gs> constexpr GameList<Gs...> concatenated(GameList<Gs...>) { return {}; }
template <class... As, class... Bs, class... Rest>
constexpr auto concatenated(GameList<As...>, GameList<Bs...>, Rest... rest) {
    return concatenated(GameList<As..., Bs...>{}, rest...);
}

}  // namespace boardwright
