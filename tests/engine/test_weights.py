"""The learned evaluation of games without a core: its features, its weights and their files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.running import without_header

from boardwright import BoardwrightError, find_game
from boardwright.arena import play_match
from boardwright.engine import Engine, read_player
from boardwright.engine.python_search.evaluation import Evaluation, LastView
from boardwright.engine.python_search.features import Features
from boardwright.engine.python_search.profile import profile_of
from boardwright.engine.python_search.searcher import PythonSearcher
from boardwright.engine.python_search.symmetry import symmetries_of
from boardwright.engine.python_search.weights import (
    Weights,
    default_weights,
    find_weights,
    read_weights,
    weights_file,
)
from boardwright.explore import random_positions
from boardwright.game import AnyGame
from boardwright.registry import BUILT_IN
from boardwright.views import Board, Piece, View

BREAKTHROUGH = find_game(without_header("examples/breakthrough.py"))
SOURCE = Path("examples/breakthrough.py")


def features(game: AnyGame) -> Features[Any, Any]:
    return Features(game)


def turned(view: View) -> View:
    """The same position of Breakthrough from the other side."""
    names = {square.name: (square.x, square.y) for square in view.board.squares}
    squares = {(square.x, square.y): square.name for square in view.board.squares}
    pieces = tuple(
        piece._replace(
            side=1 - piece.side, squares=tuple(squares[names[name][0], 7 - names[name][1]] for name in piece.squares)
        )
        for piece in view.pieces
    )
    return view._replace(pieces=pieces, to_move=1 - view.to_move)


def test_both_sides_share_their_features_where_the_start_shows_that_they_are_alike() -> None:
    described = features(BREAKTHROUGH)
    assert described.is_symmetric
    for position in islice(random_positions(BREAKTHROUGH, Random(2)), 30):
        view = BREAKTHROUGH.view(position)
        found, other = described.of_position(view, 20), described.of_position(turned(view), 20)
        assert found == {name: -count for name, count in other.items()}


@pytest.mark.parametrize("name", [*BUILT_IN, *map(str, sorted(SOURCE.parent.glob("[bghmt]*.py")))])
def test_the_evaluation_is_the_sum_of_the_weighted_features(name: str) -> None:
    game = find_game(name)
    described, random = features(game), Random(4)
    positions = list(islice(random_positions(game, random), 12))
    moves = [len(game.legal_moves(position)) for position in positions]
    counts = [
        described.of_position(game.view(position), number) for position, number in zip(positions, moves, strict=True)
    ]
    weights = {feature: random.randint(-50, 50) for each in counts for feature in each}
    evaluate: Evaluation[Any, Any] = Evaluation(described, weights, LastView(game))
    assert evaluate.counts_moves
    for position, number, each in zip(positions, moves, counts, strict=True):
        assert evaluate(position, number) == sum(weights[feature] * count for feature, count in each.items())


def test_the_names_of_features_say_what_they_are() -> None:
    described = features(BREAKTHROUGH)
    view = BREAKTHROUGH.view(BREAKTHROUGH.parse_position("8/8/6b1/8/8/1w6/w7/8 b"))
    # The usual number of moves is not worth mentioning.
    usual = profile_of(BREAKTHROUGH).moves
    assert described.of_position(view, usual) == {
        "pawn": 1,
        "pawn on a2": 1,
        "pawn in row 2": 1,
        "pawn 0 from the edge": 1,
        "pawn by own pawn at +1+1": 1,
        "to move": -1,
    }
    # Black has more moves than usual, which counts for it, or less.
    assert described.of_position(view, 2 * usual)["legal moves"] == -4
    assert described.of_position(view, usual // 2)["legal moves"] > 0


def test_without_a_symmetry_each_side_has_its_own_features() -> None:
    class Uneven(type(BREAKTHROUGH)):  # type: ignore[misc]
        name = "uneven"
        start_text = "bbbbbbbb/8/8/8/8/8/wwwwwwww/wwwwwwww w"

    described = features(Uneven())
    assert not described.is_symmetric
    names = set(described.of_position(Uneven().view(Uneven().start()), 50))
    assert {"white pawn", "black pawn", "black pawn in row 8", "white pawn in row 1", "white legal moves"} <= names
    assert default_weights(Uneven()).values.keys() == {"to move", "white pawn", "black pawn"}


def test_notes_of_a_side_count_for_it() -> None:
    class Noted(type(BREAKTHROUGH)):  # type: ignore[misc]
        name = "noted"

        def view(self, position: Any) -> View:
            view: View = super().view(position)
            return view._replace(notes=(("black in hand", "3"), ("score", "5 : 2"), ("move", "9")))

    game = Noted()
    found = features(game).of_position(game.view(game.start()), 22)
    assert {name: count for name, count in found.items() if "note" in name} == {"note own in hand": -3, "note score": 3}


def test_squares_share_weights_by_the_symmetries_that_the_first_moves_have() -> None:
    kept, exchange = symmetries_of(BREAKTHROUGH)
    assert [each.squares["a1"] for each in kept] == ["a1", "h1"]
    assert exchange is not None
    assert exchange.squares["a1"] in ("a8", "h8")


def test_heights_and_distances_from_terrain_are_features() -> None:
    class Towers(type(BREAKTHROUGH)):  # type: ignore[misc]
        name = "towers"
        board = Board.grid("abcdefgh", "12345678", terrain={"d4": "goal", "e4": "goal", "d5": "goal", "e5": "goal"})

        def view(self, position: Any) -> View:
            view: View = super().view(position)
            return view._replace(pieces=tuple(piece._replace(height=3) for piece in view.pieces))

    game = Towers()
    found = dict(features(game).of_piece(Piece("pawn", 0, ("a1",), "w", 3)))
    assert found == {
        "pawn": 3,
        "pawn of 3": 1,
        "pawn of 3 on a1": 1,
        "pawn of 3 in row 1": 1,
        "pawn of 3 0 from the edge": 1,
        "pawn of 3 3 from goal": 1,
    }


def test_pieces_that_move_far_are_worth_more() -> None:
    values = profile_of(find_game("draughts")).values
    assert values["king"] > 2 * values["man"]
    assert not profile_of(BREAKTHROUGH).values.keys() ^ {"pawn"}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The path of a game that has no weights."""
    shutil.copy(SOURCE, tmp_path / "mine.py")
    return tmp_path / "mine.py"


def test_weights_are_found_beside_the_game_and_used(copied: Path) -> None:
    game = find_game(str(copied))
    assert find_weights(game) is None
    assert weights_file(game) == copied.with_name("mine.weights.json")
    weights = Weights(game.full_name, features(game).layout, {"pawn on a3": 700}, 5, 9)
    weights.write(weights_file(game))
    assert find_weights(game) == weights == read_weights(game, str(weights_file(game)))
    best = Engine(game).search(game.start(), depth=1)
    assert game.format_move(game.start(), best.move) in ("a2a3", "b2a3", "g2h3", "h2h3")
    assert best.score is not None
    assert best.score.value == 7.0
    alone = read_player("engine:depth=1,weights=default", game)
    assert isinstance(alone.limits.depth, int)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            lambda data: data | {"layout": "0-00000000"},
            "does not fit: it holds weights of 'breakthrough, layout 0-0000",
        ),
        (lambda data: data | {"game": "other"}, "does not fit: it holds weights of 'other, layout 1-"),
        (lambda data: data | {"format": "x"}, "holds no weights: expected JSON with 'boardwright weights', 1"),
        (lambda data: [], "holds no weights"),
        (lambda data: data | {"weights": {"pawn": "x"}}, "is damaged: expected whole numbers up to 20000 as weights"),
        (lambda data: data | {"weights": {"pawn": 10**9}}, "is damaged"),
        (lambda data: data | {"weights": []}, "is damaged"),
    ],
)
def test_weights_that_do_not_fit_are_refused_in_one_line(
    copied: Path, change: Callable[[dict[str, Any]], object], complaint: str
) -> None:
    game = find_game(str(copied))
    file = weights_file(game)
    file.write_text(json.dumps(change(json.loads(default_weights(game).to_json()))), encoding="utf-8")
    with pytest.raises(BoardwrightError) as caught:
        Engine(game)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(file)[:20] in str(caught.value)


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(BoardwrightError, match="the weights 'nowhere\\.json' cannot be read: No such file"):
        read_player("engine:weights=nowhere.json", BREAKTHROUGH)
    with pytest.raises(BoardwrightError, match="the weights have no name: expected a file, or default"):
        read_player("engine:weights=", BREAKTHROUGH)


@pytest.mark.slow
def test_the_shipped_weights_play_better_than_the_default_ones() -> None:
    shipped = SOURCE.with_suffix(".weights.json")
    assert read_weights(BREAKTHROUGH, str(shipped)).games > 100
    players = f"engine:nodes=150,weights={shipped}", "engine:nodes=150"
    result = play_match(BREAKTHROUGH, players, games=16, seed=1, jobs=0)
    assert result.won > result.lost + 4


def test_legal_moves_are_counted_only_where_they_have_a_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Any] = []
    moves = BREAKTHROUGH.legal_moves

    def legal_moves(position: Any) -> Any:
        counted.append(position)
        return moves(position)

    described = features(BREAKTHROUGH)
    position = BREAKTHROUGH.parse_position("8/8/8/7b/7w/8/1w6/8 b")
    mobility = described.mobility(len(moves(position)))
    monkeypatch.setattr(BREAKTHROUGH, "legal_moves", legal_moves)
    for values, score, calls in (({"to move": 5}, 5, 0), ({"legal moves": 7}, 7 * mobility, 1)):
        weights = Weights(BREAKTHROUGH.full_name, described.layout, values)
        tree = PythonSearcher(BREAKTHROUGH, hash_mb=1, weights=weights).tree
        counted.clear()
        assert tree.evaluation(tree.node(position)) == score
        assert len(counted) == calls
