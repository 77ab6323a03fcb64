// The whole core in one translation unit, which `make lint` compiles with warnings as errors.
#include "all_games.hpp"
#include "binding.cpp"
#include "c_interface.hpp"
#include "match.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "retrograde.hpp"
#include "search.hpp"
#include "selfplay.hpp"
#include "vector_env.hpp"

namespace boardwright {

void add_everything(AnyCores& cores) {
    constexpr AllGames games;
    static_cast<void>(std::tuple(match_of(games), perft_of(games), playout_of(games), retrograde_of(games),
                                 search_of(games), selfplay_of(games), vector_env_of(games)));
    add_cores(cores, games);
    static_cast<void>(c_interface::game_at(games, 0));
}

}  // namespace boardwright
