"""Actions and moves are two names of the same thing, and a side sees its own board whichever side it is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rl.games import BUILT_IN, FILE

from boardwright import IllegalMove, find_game
from boardwright.encoding import HISTORY_PLANES, Actions, Encoding, FromToEncoding, encoding_of
from boardwright.explore import random_game
from boardwright.games.draughts.routes import routes
from boardwright.rl import Episode

GAMES = [*BUILT_IN, FILE]
SIZES = {
    "turm:centre": (588, (6, 7, 7)),
    "turm:castle": (588, (6, 7, 7)),
    "margrites": (487, (11, 8, 9)),
    "congo:standard": (855, (21, 7, 7)),
    "congo:full": (855, (21, 7, 7)),
    "cabeza": (72, (12, 10, 10)),
    "draughts": (570, (9, 10, 10)),
    FILE: (65, (6, 8, 8)),
}
MONKEY = "2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0"
SIX = "W:W37:B12,13,22,23,32,33"
MANY_ROUTES = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"


def walks(encoding: Encoding[Any, Any], position: Any, chosen: Actions = ()) -> list[tuple[Actions, Any]]:
    """Every way to complete a move, with the move."""
    found = []
    for action, move in encoding.options(position, chosen).items():
        if move is None:
            found += walks(encoding, position, (*chosen, action))
        else:
            found.append(((*chosen, action), move))
    return found


def plane(encoding: Encoding[Any, Any], observation: bytes, name: str) -> dict[str, int]:
    """What stands on the squares of a plane, as the first side sees them."""
    first = encoding.planes.index(name) * encoding.area
    values = memoryview(observation[first : first + encoding.area]).cast("b")
    return {square: values[cell] for square, cell in encoding.cells[0].items() if values[cell]}


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_name_of_its_own(name: str) -> None:
    encoding = encoding_of(find_game(name))
    actions, shape = SIZES[name]
    assert (len(encoding.actions), encoding.shape) == (actions, shape)
    assert len(set(encoding.actions)) == actions
    assert len(set(encoding.planes)) == shape[0]


@pytest.mark.parametrize("name", GAMES)
def test_actions_reach_exactly_the_legal_moves_and_moves_name_their_actions(name: str) -> None:
    game = find_game(name)
    encoding = encoding_of(game)
    played = random_game(game, Random(f"actions {name}"))
    assert played.outcome is not None
    for position in played.positions[:: max(1, len(played.positions) // (2 if name == FILE else 8))]:
        found = walks(encoding, position) if game.legal_moves(position) else []
        assert len({actions for actions, _ in found}) == len(found)
        assert {move for _, move in found} == set(game.legal_moves(position))
        for actions, move in found:
            assert all(0 <= action < len(encoding.actions) for action in actions)
            assert encoding.move_of(position, actions) == move
        for move in game.legal_moves(position):
            assert encoding.move_of(position, encoding.actions_of(position, move)) == move


@pytest.mark.parametrize("name", BUILT_IN)
def test_both_sides_see_the_start_alike(name: str) -> None:
    game = find_game(name)
    encoding, first, second = encoding_of(game), game.start(), game.with_side_to_move(game.start(), 1)
    assert encoding.observe(first) == encoding.observe(second) == encoding.observe(first, side=1)
    assert list(encoding.options(first)) == list(encoding.options(second))


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_one_side_sees_the_other_sees_from_the_other_side(name: str) -> None:
    """The planes of the pieces change places, and the board is turned."""
    game = find_game(name)
    encoding, kinds = encoding_of(game), len(game.kinds)
    cells = encoding.area
    for position in random_game(game, Random(f"sides {name}"), plies=30).positions:
        seen = [encoding.observe(position, side=side) for side in (0, 1)]
        for number in range(kinds):
            own, other = number * cells, (kinds + number) * cells
            for square in encoding.board.squares:
                here, there = (encoding.cells[side][square.name] for side in (0, 1))
                assert seen[0][own + here] == seen[1][other + there]
                assert seen[0][other + here] == seen[1][own + there]


def test_a_tower_shows_its_height_and_history_fills_its_planes() -> None:
    turm = find_game("turm")
    encoding = encoding_of(turm)
    position = turm.parse_position("3RG3/7/6r3/7/b26/7/3BG3 b")
    seen = encoding.observe(position, repeated=1, quiet=403)
    assert plane(encoding, seen, "own guard") == {"D7": 1}
    assert plane(encoding, seen, "own tower") == {"A5": 2}
    assert plane(encoding, seen, "other guard") == {"D1": 1}
    assert plane(encoding, seen, "other tower") == {"G3": 3}
    assert set(plane(encoding, seen, HISTORY_PLANES[0]).values()) == {1}
    assert set(plane(encoding, seen, HISTORY_PLANES[1]).values()) == {100}


def test_a_monkey_jumps_one_action_at_a_time_and_may_stop() -> None:
    congo = find_game("congo")
    encoding, position = encoding_of(congo), congo.parse_position(MONKEY)
    first = encoding.actions.index("b5b3")
    assert encoding.options(position)[first] is None
    after = {encoding.actions[action]: move for action, move in encoding.options(position, (first,)).items()}
    assert after["stop"] == congo.parse_move(position, "b5b3")
    assert set(after) == {"stop", "b3d3"}
    assert after["b3d3"] is None
    chain = congo.parse_move(position, "b5b3d3f5")
    assert [encoding.actions[action] for action in encoding.actions_of(position, chain)] == ["b5b3", "b3d3", "d3f5"]
    seen = encoding.observe(position, encoding.actions_of(position, chain)[:2])
    assert plane(encoding, seen, "where the moving piece started") == {"b5": 1}
    assert plane(encoding, seen, "where it stands now") == {"d3": 1}
    assert plane(encoding, seen, "what it has taken so far") == {"b4": 1, "c3": 1}


def test_a_capture_of_six_takes_six_actions() -> None:
    draughts = find_game("draughts")
    encoding, position = encoding_of(draughts), draughts.parse_position(SIX)
    (move,) = draughts.legal_moves(position)
    ways = walks(encoding, position)
    assert {len(actions) for actions, _ in ways} == {6}
    assert {reached for _, reached in ways} == {move}
    for too_long in ((*ways[0][0], 0), (*ways[0][0], *ways[0][0])):
        with pytest.raises(IllegalMove, match="among the 0 legal actions"):
            encoding.move_of(position, too_long)
    half = ways[0][0][:3]
    assert len(plane(encoding, encoding.observe(position, half), "what it has taken so far")) == 3


def test_every_route_of_every_capture_can_be_walked() -> None:
    draughts = find_game("draughts")
    encoding, position = encoding_of(draughts), draughts.parse_position(MANY_ROUTES)
    assert isinstance(encoding, FromToEncoding)
    walked = {tuple(map(int, encoding.path_squares(1, actions))) for actions, _ in walks(encoding, position)}
    assert len(walked) == 436
    assert walked == set(routes(position))


def test_the_turn_so_far_and_the_score_are_seen() -> None:
    margrites = find_game("margrites")
    encoding = encoding_of(margrites)
    position = margrites.parse_position("9/9/9/5www1/7w1/1b7/9/9 w 3 f5<g6 1(0)-0(2)")
    seen = encoding.observe(position)
    assert set(plane(encoding, seen, "steps left").values()) == {3}
    assert plane(encoding, seen, "columns to the right, back to the square of the turn's start") == {"f4": 1}
    assert plane(encoding, seen, "rows up, back to it") == {"f4": -1}
    assert set(plane(encoding, seen, "other points").values()) == {1}
    assert set(plane(encoding, seen, "own captures").values()) == {2}
    assert plane(encoding, seen, "own points") == plane(encoding, seen, "other captures") == {}


def test_a_block_that_rolls_north_for_red_rolls_south_for_blue() -> None:
    cabeza = find_game("cabeza")
    encoding, blue = encoding_of(cabeza), cabeza.with_side_to_move(cabeza.start(), 1)
    rolls = {
        encoding.actions[action]: cabeza.format_move(blue, move) for action, move in encoding.options(blue).items()
    }
    assert rolls["Fnw"] == "fse"
    assert rolls["On"] == "os"


def test_an_illegal_action_is_named_as_the_side_to_move_sees_the_board() -> None:
    congo = find_game("congo")
    black = congo.with_side_to_move(congo.start(), 1)
    encoding = encoding_of(congo)
    action = next(action for action in range(len(encoding.actions)) if action not in encoding.options(black))
    name = encoding.action_name(1, action)
    assert name != encoding.action_name(0, action)
    with pytest.raises(IllegalMove, match=rf"^'action {action} \({name}\)' is illegal"):
        encoding.move_of(black, [action])


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    episode = Episode(find_game("turm"))
    for action in (-1, 588, 0, 10**30):
        with pytest.raises(IllegalMove, match="among the 25 legal actions"):
            episode.act(action)
    assert (episode.side, len(episode.played.moves), len(episode.options)) == (0, 0, 25)
    with pytest.raises(IllegalMove, match="among the 0 legal actions"):
        episode.encoding.move_of(episode.played.position, [min(episode.options)] * 2)


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_ends_as_its_match_does(name: str) -> None:
    random, episode = Random(f"episode {name}"), Episode(find_game(name))
    size = len(episode.observe(0))
    while episode.options:
        side = episode.side
        episode.act(random.choice(list(episode.options)))
        assert episode.side == side or not episode.prefix
        assert len(episode.observe(0)) == size
    assert episode.played.outcome is not None
    assert episode.result == {0: (1, -1), 1: (-1, 1), None: (0, 0)}[episode.played.outcome.winner]
