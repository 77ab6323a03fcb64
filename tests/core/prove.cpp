// Proves wins by brute force: a full-width search of all moves of both sides, by the rules alone.
//
// Standard input: one line per position, with the name of its game, the distance of the win in plies, and the words.
// The win must be forced within that distance, and not within a shorter one.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "all_games.hpp"

using namespace boardwright;

namespace {

// Proven bounds for one side: it wins within `wins` plies, and not within `wins_not`.
struct Bounds {
    int wins = 1 << 20, wins_not = 0;
};

template <Game G> class Prover {
public:
    explicit Prover(int side) : side_(side) {}

    // Whether the side forces a win within `moves` plies.
    bool forces(const typename G::Position& position, int moves) {
        const Outcome outcome = G::outcome(position);
        if (outcome.over()) return outcome.kind == side_;
        if (moves == 0) return false;
        const std::uint64_t key = G::hash(position);
        if (const auto found = bounds_.find(key); found != bounds_.end()) {
            if (found->second.wins <= moves) return true;
            if (found->second.wins_not >= moves) return false;
        }
        const bool ours = G::side_to_move(position) == side_;
        std::vector<Move> list;
        G::each_move(position, [&](Move move) { list.push_back(move); });
        const bool wins =
            ours ? std::any_of(list.begin(), list.end(), [&](Move move) { return after(position, move, moves); })
                 : std::all_of(list.begin(), list.end(), [&](Move move) { return after(position, move, moves); });
        Bounds& bounds = bounds_[key];
        if (wins) bounds.wins = std::min(bounds.wins, moves);
        else bounds.wins_not = std::max(bounds.wins_not, moves);
        return wins;
    }

private:
    bool after(const typename G::Position& position, Move move, int moves) {
        return forces(G::play(position, move), moves - 1);
    }

    int side_;
    std::unordered_map<std::uint64_t, Bounds> bounds_;
};

template <Game G> bool prove(int distance, const std::vector<std::uint64_t>& words) {
    typename G::Packed packed{};
    typename G::Position position;
    if (words.size() != G::Packed::size) return false;
    std::copy(words.begin(), words.end(), packed.word);
    if (!G::unpack(packed, position)) return false;
    Prover<G> prover(G::side_to_move(position));
    for (int moves = 1; moves < distance; ++moves)
        if (prover.forces(position, moves)) return false;
    return prover.forces(position, distance);
}

template <class... Gs>
bool prove_named(GameList<Gs...>, const std::string& name, int distance, const std::vector<std::uint64_t>& words) {
    return ((std::ranges::count(names_of<Gs>(), name) > 0 && prove<Gs>(distance, words)) || ...);
}

}  // namespace

int main() {
    std::string line;
    int proved = 0;
    while (std::getline(std::cin, line)) {
        std::istringstream fields(line);
        std::string name;
        int distance = 0;
        fields >> name >> distance;
        std::vector<std::uint64_t> words;
        for (std::uint64_t word; fields >> word;) words.push_back(word);
        if (!prove_named(AllGames{}, name, distance, words)) {
            std::fprintf(stderr, "not proved: %s\n", line.c_str());
            return 1;
        }
        ++proved;
    }
    std::printf("%d wins proved\n", proved);
    return proved ? 0 : 1;
}
