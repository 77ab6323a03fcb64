// Run every core on positions and on damaged words, to be built with sanitizers (make proof).
//
// Standard input: one line per position, with the name of its game and its words. Each position is checked, played
// from and searched by two threads with small bitbases; then its words are damaged repeatedly, and every position that
// `unpack` still accepts must satisfy the contract of the `Game` concept.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "all_games.hpp"
#include "encoding.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "retrograde.hpp"
#include "search.hpp"
#include "team.hpp"

using namespace boardwright;

namespace {

constexpr int damages = 200;
std::uint64_t accepted = 0, refused = 0;

[[noreturn]] void fail(const char* game, const char* contract) {
    std::fprintf(stderr, "%s: %s\n", game, contract);
    std::exit(1);
}

// `step` agrees with `play` and `hash`.
template <Game G>
void check_step(const typename G::Position& position, std::uint64_t key, Move move, const typename G::Position& next) {
    bool progress;
    const typename G::Position stepped = G::step(position, move, key, progress);
    if (!(G::pack(stepped) == G::pack(next))) fail(G::name, "a step plays the move");
    if (key != G::hash(next)) fail(G::name, "a step gives the key after");
    if constexpr (requires { Evaluation<G>::may_have_noisy_moves(position); })
        if (Evaluation<G>::gain(position, move) > 0 && !Evaluation<G>::may_have_noisy_moves(position))
            fail(G::name, "no move gains where may_have_noisy_moves is false");
}

// Every sequence of raw actions ends in a legal move.
template <Encoded G> void check_encoding(const typename G::Position& position, const std::vector<Move>& moves) {
    using E = Encoding<G>;
    for (std::size_t pick = 0; pick < 4; ++pick) {
        typename E::Prefix prefix{};
        std::vector<int> actions;
        Move move = 0;
        do {
            actions.clear();
            E::each_raw_action(position, prefix, [&](int action) { actions.push_back(action); });
            if (actions.empty()) fail(G::name, "a prefix of a move can be completed");
            for (const int action : actions)
                if (action < 0 || action >= E::raw_actions) fail(G::name, "a raw action is in range");
        } while (!E::extend(position, prefix, actions[(pick * actions.size() / 4 + pick) % actions.size()], move));
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) fail(G::name, "raw actions make a legal move");
    }
}

template <Game G> void check_contract(const typename G::Position& position) {
    std::vector<Move> moves;
    // A crafted position can have too many monkey paths to visit.
    G::each_move(position, [&](Move move) {
        if (moves.size() < 5000) moves.push_back(move);
    });
    const int count = G::count(position);
    if (moves.size() < 5000 && count != static_cast<int>(moves.size())) fail(G::name, "count is what each_move visits");
    if constexpr (requires(Move* next) { G::list(position, next); }) {
        std::vector<Move> listed(G::max_listed);
        listed.resize(static_cast<std::size_t>(G::list(position, listed.data()) - listed.data()));
        if (listed != moves) fail(G::name, "list writes what each_move visits");
    }
    if constexpr (Encoded<G>)
        if (!moves.empty() && moves.size() < 5000) check_encoding<G>(position, moves);
    const Outcome outcome = G::outcome(position);
    if (moves.empty() && !outcome.over()) fail(G::name, "a position without moves has an outcome");
    const std::uint64_t key = G::hash(position);
    for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 50) {
        const typename G::Position next = G::play(position, moves[i]);
        check_step<G>(position, key, moves[i], next);
        typename G::Position again;
        if (!G::unpack(G::pack(next), again) || !(G::pack(again) == G::pack(next)))
            fail(G::name, "a successor survives packing");
    }
}

// A network of random numbers of a realistic magnitude.
template <Game G> std::shared_ptr<const Network> some_network() {
    constexpr FeatureLayout layout = layout_of<G>();
    constexpr int hidden = 32;
    Random random(1);
    std::vector<std::int16_t> numbers(Network::numbers(layout.features, layout.first_input, hidden));
    for (std::int16_t& number : numbers) number = static_cast<std::int16_t>(random.below(400) - 200);
    return std::make_shared<const Network>(Network::of(numbers.data(), layout.features, layout.first_input, hidden));
}

// Every kernel gives the same evaluation, also with what is kept of another position.
template <HasEvaluation G> void check_kernels(const typename G::Position& position, const Network& network) {
    for (const Kernel& kernel : kernels()) {
        if (!kernel.supported) continue;
        const int score = evaluate<G>(position, network);
        if (evaluate<G>(position, network, kernel.hidden_output) != score)
            fail(G::name, "all kernels give the same evaluation");
        KeptFeatures<G> kept;
        G::each_move(position,
                     [&](Move move) { evaluate<G>(G::play(position, move), network, kernel.hidden_output, &kept); });
        if (evaluate<G>(position, network, kernel.hidden_output, &kept) != score)
            fail(G::name, "what is kept does not change an evaluation");
    }
}

// The bitbases of two pieces, generated by two threads; none for games without any.
template <Game G> std::shared_ptr<const Bitbases> small_bitbases() {
    const auto bitbases = std::make_shared<Bitbases>();
    if constexpr (HasBitbases<G>) {
        using Materials = typename Evaluation<G>::Materials;
        for (const int number : Materials::materials()) {
            if (Materials::pieces(number) > 2) continue;
            RetrogradeJob<G> job(bitbases, number, 2);
            while (!job.wait(1)) continue;
            // Those with men are decoded by the search.
            for (const auto& [swapped, packed] : job.packed()) {
                const auto bytes = std::make_shared<std::vector<std::uint8_t>>(packed);
                const int stage = Materials::stage(number);
                if (!bitbases->add(swapped, stage, *bytes, bytes, Materials::size(swapped), stage == 0))
                    fail(G::name, "a bitbase is read as it was written");
            }
        }
    }
    return bitbases;
}

// Every search of a position with legal moves returns one of them.
template <Game G> void check_search(const typename G::Position& position, std::uint64_t nodes, int threads) {
    if constexpr (HasEvaluation<G>) {
        static const auto table = std::make_shared<TranspositionTable>(1);
        static const auto bitbases = small_bitbases<G>();
        const int count = G::count(position);
        if (count == 0 || count > 1000 || G::outcome(position).over()) return;
        static const auto network = some_network<G>();
        check_kernels<G>(position, *network);
        SearchJob<G> search(table, {position}, {max_depth, nodes, 0, 1}, {false, 0, network, bitbases}, threads);
        while (!search.wait(1)) continue;
        const std::vector<SearchReport> reports = search.reports(0);
        if (reports.empty()) fail(G::name, "a search reports");
        bool legal = false;
        G::each_move(position, [&](Move move) { legal |= move == reports.back().lines[0].moves[0]; });
        if (!legal) fail(G::name, "a search finds a legal move");
    }
}

template <Game G> void run(const std::vector<std::uint64_t>& words, std::uint64_t seed) {
    typename G::Packed packed{};
    if (words.size() != G::Packed::size) fail(G::name, "a position has the right number of words");
    for (std::size_t i = 0; i < words.size(); ++i) packed.word[i] = words[i];
    typename G::Position position;
    if (!G::unpack(packed, position)) fail(G::name, "a position of play is accepted");
    check_contract<G>(position);
    perft<G>(position, 2, Stop{});
    Random random(seed);
    PlayoutTotals totals;
    playout<G>(position, random, totals);
    check_search<G>(position, 2000, 2);
    for (int i = 0; i < damages; ++i) {
        typename G::Packed damaged = packed;
        for (int flips = random.below(4) + 1; flips; --flips) {
            std::uint64_t& word = damaged.word[random.below(static_cast<int>(G::Packed::size))];
            word = random.below(20) == 0 ? random.next() : word ^ bit(random.below(64));
        }
        typename G::Position other;
        if (!G::unpack(damaged, other)) {
            ++refused;
            continue;
        }
        ++accepted;
        if (!(G::pack(other) == damaged)) fail(G::name, "an accepted position packs to the same words");
        check_contract<G>(other);
        if (accepted % 10 == 0) check_search<G>(other, 100, 1);
    }
}

// The threads of a vector environment do each of its games once, and one that fails leaves no trace.
void check_team() {
    Team team(4);
    for (const std::size_t count : {0, 31, 32, 500})
        for (const bool fails : {false, true, false}) {
            std::vector<int> done(count);
            bool failed = false;
            try {
                team.each(count, [&](std::size_t i) {
                    ++done[i];
                    if (fails && i == 7) throw std::runtime_error("expected");
                });
            } catch (const std::runtime_error&) {
                failed = true;
            }
            if (failed != (fails && count > 7)) fail("team", "a failure is thrown, once");
            if (!fails && std::any_of(done.begin(), done.end(), [](int times) { return times != 1; }))
                fail("team", "each index is done once");
        }
}

template <class... Gs>
bool run_named(GameList<Gs...>, const std::string& name, const std::vector<std::uint64_t>& words, std::uint64_t seed) {
    return ((std::ranges::count(names_of<Gs>(), name) > 0 && (run<Gs>(words, seed), true)) || ...);
}

}  // namespace

int main() {
    check_team();
    std::string line;
    std::uint64_t positions = 0;
    while (std::getline(std::cin, line)) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        std::vector<std::uint64_t> words;
        for (std::uint64_t word; fields >> word;) words.push_back(word);
        if (!run_named(AllGames{}, name, words, ++positions)) fail(name.c_str(), "the game exists");
    }
    std::printf("%llu positions, %llu damaged ones accepted, %llu refused\n", (unsigned long long)positions,
                (unsigned long long)accepted, (unsigned long long)refused);
    return positions ? 0 : 1;
}
