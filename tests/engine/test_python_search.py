"""The search by Python rules: what it proves, what it repeats, how it stops."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest
from tests.running import without_header

from boardwright import BoardwrightError, InvalidPosition, Outcome, find_game
from boardwright.engine import Engine, SearchResult
from boardwright.engine.python_search.evaluation import LastView
from boardwright.engine.python_search.progress import ProgressTest
from boardwright.engine.python_search.weights import default_weights
from boardwright.explore import random_game, random_positions
from boardwright.game import AnyGame, Game, History
from boardwright.views import Board, Piece, View

BREAKTHROUGH = find_game(without_header("examples/breakthrough.py"))
THIN = [
    "8/8/w7/7w/5b2/8/8/8 w",
    "2b5/8/w7/8/8/6b1/3w4/8 w",
    "8/1b6/2w5/8/8/5b2/6w1/8 b",
    "8/w6b/8/2b5/3w4/8/b6w/8 w",
    "8/3b4/8/2w1w3/8/3b1b2/8/4w3 b",
    "8/8/1b1w4/8/8/2w1b3/8/8 w",
]


class Pile(NamedTuple):
    stones: int
    steps: int
    to_move: int


class Stones(Game[Pile, int]):
    """Each side takes one or two stones, twice in its turn; taking the last one loses."""

    name, title, sides, kinds = "stones", "Stones", ("first", "second"), ("stone",)
    start_text = "9 2 0"
    board = Board.grid("abcdefghijklmnop", "1")

    def legal_moves(self, position: Pile) -> list[int]:
        return [taken for taken in (1, 2) if taken <= position.stones]

    def successor(self, position: Pile, move: int) -> Pile:
        left = position.stones - move
        return Pile(left, 1, position.to_move) if position.steps == 2 else Pile(left, 2, 1 - position.to_move)

    def outcome(self, position: Pile) -> Outcome | None:
        if position.stones:
            return None
        # The turn passes after the second step only.
        return Outcome(position.to_move if position.steps == 2 else 1 - position.to_move, "the last stone is taken")

    def parse_position(self, text: str, *, strict: bool = True) -> Pile:
        stones, steps, side = map(int, text.split())
        return Pile(stones, steps, side)

    def format_position(self, position: Pile) -> str:
        return " ".join(map(str, position))

    def format_move(self, position: Pile, move: int) -> str:
        return f"take{move}"

    def view(self, position: Pile) -> View:
        return View(self.board, (), position.to_move)


class Walk(NamedTuple):
    white: int
    black: int
    to_move: int


class Corridor(Game[Walk, int]):
    """Two kings walk in corridors of four squares; black owns the ends of white's corridor, and two pieces more."""

    name, title, sides, kinds = "corridor", "Corridor", ("white", "black"), ("king",)
    start_text = "1 1 0"
    board = Board.grid("abcd", "123")

    def legal_moves(self, position: Walk) -> list[int]:
        if self.outcome(position):
            return []
        at = position.black if position.to_move else position.white
        return [to for to in (at - 1, at + 1) if 0 <= to < 4]

    def successor(self, position: Walk, move: int) -> Walk:
        white, black = (position.white, move) if position.to_move else (move, position.black)
        return Walk(white, black, 1 - position.to_move)

    def outcome(self, position: Walk) -> Outcome | None:
        return Outcome(1, "white has left its corridor") if position.white in (0, 3) else None

    def parse_position(self, text: str, *, strict: bool = True) -> Walk:
        try:
            white, black, side = map(int, text.split())
        except ValueError as error:
            raise InvalidPosition(f"{text!r} is no position: expected three numbers") from error
        return Walk(white, black, side)

    def format_position(self, position: Walk) -> str:
        return " ".join(map(str, position))

    def format_move(self, position: Walk, move: int) -> str:
        return str(move)

    def view(self, position: Walk) -> View:
        kings = (
            Piece("king", 0, ("abcd"[position.white] + "1",), "K"),
            Piece("king", 1, ("abcd"[position.black] + "2",), "k"),
        )
        rest = tuple(Piece("king", 1, (name,), "k") for name in ("a3", "c3"))
        return View(self.board, (*kings, *rest), position.to_move)


class LosingRepetition(Corridor):
    """A corridor where the third occurrence of a position loses for white."""

    name = "losing-repetition"

    def history_outcome(self, history: History[Walk, int]) -> Outcome | None:
        assert len(history.positions) == len(history.moves) + 1
        for before, move, after in zip(history.positions, history.moves, history.positions[1:], strict=False):
            assert self.successor(before, move) == after
        return Outcome(1, "white has repeated") if history.occurrences >= 3 else None


def engine(game: AnyGame = BREAKTHROUGH, *, seed: int = 0) -> Engine[Any, Any]:
    return Engine(game, hash_mb=4, seed=seed, weights=default_weights(game))


def exact(game: AnyGame, position: Any, plies: int) -> int:
    """The plies to a forced win of the side to move within some plies, negative for a forced loss; 0 for neither."""
    outcome = game.outcome(position)
    if outcome is not None or plies == 0:
        return 0
    best: int | None = None
    side = game.side_to_move(position)
    for move in game.legal_moves(position):
        after = game.successor(position, move)
        ended = game.outcome(after)
        if ended is not None:
            value = 0 if ended.winner is None else 1 if ended.winner == side else -1
        else:
            value = exact(game, after, plies - 1)
            value = value if game.side_to_move(after) == side else -value
            value += (value > 0) - (value < 0)
        key = (value > 0) - (value < 0), -value if value else 0
        if best is None or key > ((best > 0) - (best < 0), -best if best else 0):
            best = value
    return best or 0


def distance(result: SearchResult[Any]) -> int:
    score = result.score
    assert score is not None
    return 0 if score.distance is None else score.distance if score.value > 0 else -score.distance


@pytest.mark.parametrize("text", THIN)
@pytest.mark.parametrize("plies", [1, 2, 3, 4, 5])
def test_wins_and_losses_have_the_distance_that_brute_force_finds(text: str, plies: int) -> None:
    position = BREAKTHROUGH.parse_position(text)
    expected = exact(BREAKTHROUGH, position, plies)
    found = distance(engine().search(position, depth=plies))
    # Extensions and captures at the leaves may see further.
    assert found == expected if expected else abs(found) > plies or not found


def test_the_longest_of_these_wins_is_found() -> None:
    """That the test above compares more than zeros."""
    found = [exact(BREAKTHROUGH, BREAKTHROUGH.parse_position(text), 5) for text in THIN]
    assert {abs(each) for each in found} >= {3}
    assert any(each > 0 for each in found)


@pytest.mark.parametrize("stones", range(1, 12))
@pytest.mark.parametrize("steps", [1, 2])
def test_sides_that_move_twice_have_the_scores_of_brute_force(stones: int, steps: int) -> None:
    game = Stones()
    for side in (0, 1):
        position = Pile(stones, steps, side)
        assert distance(engine(game).search(position, depth=stones + 1)) == exact(game, position, stones)


def test_nodes_give_the_same_every_time() -> None:
    position = random_game(BREAKTHROUGH, Random(3), plies=10).position
    # So many nodes in so small a table that much is thrown out of it.
    player = Engine(BREAKTHROUGH, hash_mb=1)
    first = player.search(position, nodes=6000)
    player.search(BREAKTHROUGH.start(), nodes=3000)
    player.search(BREAKTHROUGH.start(), time=0.05)
    results = first, player.search(position, nodes=6000), Engine(BREAKTHROUGH, hash_mb=1).search(position, nodes=6000)
    assert all((each.variations, each.depth, each.nodes) == (first.variations, first.depth, 6000) for each in results)
    by_depth = [each.search(position, depth=3) for each in (player, Engine(BREAKTHROUGH, hash_mb=1))]
    assert by_depth[0].variations == by_depth[1].variations
    assert by_depth[0].nodes == by_depth[1].nodes


def test_a_seed_chooses_among_equal_moves() -> None:
    moves = {engine(seed=seed).search(BREAKTHROUGH.start(), depth=1).move for seed in range(1, 6)}
    assert len(moves) > 1


def test_every_finished_depth_is_reported_and_the_last_one_is_the_result() -> None:
    told: list[SearchResult[Any]] = []
    last = engine().search(BREAKTHROUGH.start(), depth=4, on_info=told.append)
    assert [found.depth for found in told] == [1, 2, 3, 4]
    assert told[-1] == last
    assert [found.nodes for found in told] == sorted(found.nodes for found in told)
    analysed = list(islice(engine().analyse(BREAKTHROUGH.start()), 3))
    assert [found.depth for found in analysed] == [1, 2, 3]


def test_lines_are_legal_distinct_and_ordered() -> None:
    seen = 0
    for position in random_positions(BREAKTHROUGH, Random(5)):
        if BREAKTHROUGH.outcome(position) is not None:
            continue
        found = engine().search(position, nodes=600, multipv=3)
        scores = [line.score.value for line in found.variations if line.score is not None]
        assert scores == sorted(scores, reverse=True)
        assert len({line.moves[0] for line in found.variations}) == len(scores) == len(found.variations)
        for line in found.variations:
            for before, move in zip(line.positions, line.moves, strict=True):
                assert move in BREAKTHROUGH.legal_moves(before)
        seen += 1
        if seen == 15:
            return


def test_more_lines_than_moves_are_all_moves_with_the_scores_of_their_own_searches() -> None:
    position = BREAKTHROUGH.parse_position(THIN[4])
    player = Engine(BREAKTHROUGH, baseline=True)
    found = player.search(position, depth=3, multipv=99)
    assert {line.moves[0] for line in found.variations} == set(BREAKTHROUGH.legal_moves(position))
    for line in found.variations:
        after = BREAKTHROUGH.successor(position, line.moves[0])
        assert line.score is not None
        if line.score.distance is None:
            alone = player.search(after, depth=2).score
            assert alone is not None
            assert line.score.value == -alone.value


def test_a_search_that_is_stopped_has_a_move() -> None:
    found = engine().search(BREAKTHROUGH.start(), depth=50, stop=lambda: True)
    assert found.move in BREAKTHROUGH.legal_moves(BREAKTHROUGH.start())
    assert found.nodes < 20
    depths: list[int] = []
    found = engine().search(
        BREAKTHROUGH.start(), depth=50, on_info=lambda each: depths.append(each.depth), stop=lambda: depths[-1:] >= [2]
    )
    assert found.depth == 2


def test_the_first_depth_is_finished_however_few_the_nodes() -> None:
    # White takes the last pawn with one of many moves.
    position = BREAKTHROUGH.parse_position("8/8/8/8/1b6/w1w5/8/wwwwwwww w")
    found = engine().search(position, nodes=1)
    assert (found.depth, distance(found)) == (1, 1)


def test_a_position_is_drawn_when_it_repeats_one_of_the_search() -> None:
    # White is two pieces behind, and walks between b1 and c1.
    found = engine(Corridor()).search(Walk(1, 1, 0), depth=7)
    assert found.score is not None
    assert (found.score.value, found.score.distance) == (0.0, None)
    shallow = engine(Corridor()).search(Walk(1, 1, 0), depth=2).score
    assert shallow is not None
    assert shallow.value < -1


def test_a_position_that_the_game_has_seen_twice_is_drawn_at_once() -> None:
    history = [Walk(2, 1, 1), Walk(2, 0, 0), Walk(1, 0, 1), Walk(1, 1, 0)] * 2
    found = engine(Corridor()).search(Walk(1, 1, 0), depth=1, history=history)
    assert found.score is not None
    assert (found.move, found.score.value) == (2, 0.0)
    without = engine(Corridor()).search(Walk(1, 1, 0), depth=1).score
    assert without is not None
    assert without.value < -1


def test_rules_of_the_game_decide_what_a_repetition_is() -> None:
    history = [Walk(2, 1, 1), Walk(2, 0, 0), Walk(1, 0, 1), Walk(1, 1, 0)] * 2
    found = engine(LosingRepetition()).search(Walk(1, 1, 0), depth=3, history=history)
    assert distance(found) == -1


def test_a_finished_game_is_not_searched() -> None:
    with pytest.raises(BoardwrightError, match="there is nothing to search: the game is over, white wins"):
        engine().search(BREAKTHROUGH.parse_position("w7/8/8/8/8/8/8/7b b"), depth=1)


def test_one_search_at_a_time() -> None:
    player = engine()
    running = player.analyse(BREAKTHROUGH.start())
    next(running)
    with pytest.raises(BoardwrightError, match="already searching"):
        player.search(BREAKTHROUGH.start(), depth=1)
    running.close()
    assert player.search(BREAKTHROUGH.start(), depth=1).depth == 1


def test_a_game_with_an_estimate_is_evaluated_by_it() -> None:
    class Estimated(type(BREAKTHROUGH)):  # type: ignore[misc]
        name = "estimated"

        def estimate(self, position: Any) -> float:
            return 0.5 if position.board[16] == "w" else 0.0

    found: SearchResult[Any] = Engine[Any, Any](Estimated()).search(BREAKTHROUGH.start(), depth=1)
    assert found.win_probability == pytest.approx(0.75, abs=0.001)
    assert BREAKTHROUGH.format_move(BREAKTHROUGH.start(), found.move)[2:] == "a3"


def test_the_quick_test_of_progress_finds_captures() -> None:
    game = BREAKTHROUGH
    test: ProgressTest[Any, Any] = ProgressTest(game, LastView(game))
    captures = 0
    positions: list[Any] = list(islice(random_positions(game, Random(1)), 60))
    for position in positions:
        moves = game.legal_moves(position)
        flags = test(position, moves)
        assert flags == [game.is_progress(position, move) for move in moves]
        captures += sum(flags)
    assert captures > 20


def test_the_lines_of_a_search_that_is_stopped_early_are_those_that_it_has_searched() -> None:
    polls = iter(range(10**6))
    found = engine().search(BREAKTHROUGH.start(), depth=9, multipv=99, stop=lambda: next(polls) >= 1)
    assert 1 <= len(found.variations) < 22
    assert all(line.score is not None and line.score.distance is None for line in found.variations)


def test_quiescence_search_ends_where_most_moves_are_progress() -> None:
    game = find_game("examples/hexxagon.py")
    position = random_game(game, Random(2), plies=12).position
    assert engine(game).search(position, depth=2).nodes < 3000
