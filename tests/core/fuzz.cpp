// Run every core on positions and on damaged words, to be built with sanitizers (make proof).
//
// Standard input: a line for each position, the name of its game and its words. Each position is
// counted, played from and searched by two threads, small endings at hand; then its words are damaged over and over, and
// whatever `unpack` still accepts must keep the promises of the concept.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "all_rooms.hpp"
#include "encoding.hpp"
#include "endings.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "search.hpp"

using namespace boardwright;

namespace {

constexpr int damages = 200;
std::uint64_t accepted = 0, refused = 0;

[[noreturn]] void fail(const char* game, const char* promise) {
    std::fprintf(stderr, "%s: %s\n", game, promise);
    std::exit(1);
}

// What the search does with a move is what the rules say of it, one by one.
template <Game G>
void check_step(const typename G::Position& position, std::uint64_t key, Move move, const typename G::Position& next) {
    bool progress;
    const typename G::Position stepped = step<G>(position, move, key, progress);
    if (!(G::pack(stepped) == G::pack(next))) fail(G::name, "a step plays the move");
    if (key != G::hash(next)) fail(G::name, "a step gives the key after");
    if (progress != G::progress(position, move)) fail(G::name, "a step tells progress");
    if constexpr (requires { Evaluation<G>::may_gain(position); })
        if (Evaluation<G>::gain(position, move) > 0 && !Evaluation<G>::may_gain(position))
            fail(G::name, "nothing gains where no move may");
}

// Whatever ways a learner takes, in the end they make a legal move.
template <Encoded G>
void check_ways(const typename G::Position& position, const std::vector<Move>& moves) {
    using E = Encoding<G>;
    for (std::size_t pick = 0; pick < 4; ++pick) {
        typename E::Chosen chosen{};
        std::vector<int> ways;
        Move move = 0;
        do {
            ways.clear();
            E::each_way(position, chosen, [&](int way) { ways.push_back(way); });
            if (ways.empty()) fail(G::name, "a move that is begun can be completed");
            for (const int way : ways)
                if (way < 0 || way >= E::ways) fail(G::name, "a way has a number");
        } while (!E::take(position, chosen, ways[(pick * ways.size() / 4 + pick) % ways.size()], move));
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) fail(G::name, "ways make a legal move");
    }
}

template <Game G>
void check_promises(const typename G::Position& position) {
    std::vector<Move> moves;
    // A crafted position can have more monkey paths than anyone would wait for.
    G::each_move(position, [&](Move move) {
        if (moves.size() < 5000) moves.push_back(move);
    });
    const int count = G::count(position);
    if (moves.size() < 5000 && count != static_cast<int>(moves.size())) fail(G::name, "count is what each_move visits");
    if constexpr (requires(Move* next) { G::list(position, next); }) {
        std::vector<Move> listed(G::most_listed);
        listed.resize(static_cast<std::size_t>(G::list(position, listed.data()) - listed.data()));
        if (listed != moves) fail(G::name, "list writes what each_move visits");
    }
    if constexpr (Encoded<G>)
        if (!moves.empty() && moves.size() < 5000) check_ways<G>(position, moves);
    const Outcome outcome = G::outcome(position);
    if (moves.empty() && !outcome.over()) fail(G::name, "a position without moves has an outcome");
    const std::uint64_t key = G::hash(position);
    for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 50) {
        if (G::nth(position, static_cast<int>(i)) != moves[i]) fail(G::name, "nth is in the order of each_move");
        const typename G::Position next = G::play(position, moves[i]);
        if (G::hash(next) != G::hash_after(position, key, moves[i])) fail(G::name, "hash_after is the hash after");
        check_step<G>(position, key, moves[i], next);
        typename G::Position again;
        if (!G::unpack(G::pack(next), again) || !(G::pack(again) == G::pack(next)))
            fail(G::name, "a successor survives packing");
    }
}

// Weights of a usual size, up and down.
template <Game G>
std::shared_ptr<const Weights> some_weights() {
    auto weights = std::make_shared<Weights>();
    Random random(1);
    for (int i = 0; i < features_of<G>(); ++i) weights->of.push_back(weight(random.below(400) - 200, random.below(400) - 200));
    return weights;
}

// The endings of two pieces, worked out by two threads; none for games without any.
template <Game G>
std::shared_ptr<const Endings> small_endings() {
    const auto endings = std::make_shared<Endings>();
    if constexpr (HasEndings<G>) {
        using Materials = typename Evaluation<G>::Materials;
        for (const int number : Materials::materials()) {
            if (Materials::pieces(number) > 2) continue;
            EndingJob<G> job(endings, number, 2);
            while (!job.wait(1)) continue;
            for (const auto& [turned, values] : job.values()) {
                if (values.size() != Materials::size(turned)) fail(G::name, "an ending has a value for each position");
                endings->add(turned, 0, values);
            }
        }
    }
    return endings;
}

// A search of any position ends with a legal move, where there is one.
template <Game G>
void check_search(const typename G::Position& position, std::uint64_t nodes, int threads) {
    if constexpr (Evaluated<G>) {
        static const auto table = std::make_shared<Table>(1);
        static const auto endings = small_endings<G>();
        const int count = G::count(position);
        if (count == 0 || count > 1000 || G::outcome(position).over()) return;
        static const auto weights = some_weights<G>();
        SearchJob<G> search(table, {position}, {deepest, nodes, 0, 1}, {false, 0, weights, endings}, threads);
        while (!search.wait(1)) continue;
        const std::vector<SearchReport> reports = search.reports(0);
        if (reports.empty()) fail(G::name, "a search reports");
        bool legal = false;
        G::each_move(position, [&](Move move) { legal |= move == reports.back().lines[0].moves[0]; });
        if (!legal) fail(G::name, "a search finds a legal move");
    }
}

template <Game G>
void run(const std::vector<std::uint64_t>& words, std::uint64_t seed) {
    typename G::Packed packed{};
    if (words.size() != G::Packed::size) fail(G::name, "a position has the right number of words");
    for (std::size_t i = 0; i < words.size(); ++i) packed.word[i] = words[i];
    typename G::Position position;
    if (!G::unpack(packed, position)) fail(G::name, "a position of play is accepted");
    check_promises<G>(position);
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
        if (!(G::pack(other) == damaged)) fail(G::name, "what is accepted packs to the same words");
        check_promises<G>(other);
        if (accepted % 10 == 0) check_search<G>(other, 100, 1);
    }
}

template <class... Gs>
bool run_named(Rooms<Gs...>, const std::string& name, const std::vector<std::uint64_t>& words, std::uint64_t seed) {
    return ((name == Gs::name && (run<Gs>(words, seed), true)) || ...);
}

}  // namespace

int main() {
    std::string line;
    std::uint64_t positions = 0;
    while (std::getline(std::cin, line)) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        std::vector<std::uint64_t> words;
        for (std::uint64_t word; fields >> word;) words.push_back(word);
        if (!run_named(AllRooms{}, name, words, ++positions)) fail(name.c_str(), "there is such a game");
    }
    std::printf("%llu positions, %llu damaged ones accepted, %llu refused\n", (unsigned long long)positions,
                (unsigned long long)accepted, (unsigned long long)refused);
    return positions ? 0 : 1;
}
