"""The modules of the page that reckon rather than show, fed with what the library says."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from tests.web.page.browsing import Visitor

from boardwright import find_game
from boardwright.explore import random_game
from boardwright.played_game import AnyPlayedGame
from boardwright.registry import BUILT_IN
from boardwright.views import Board, View
from boardwright.web.serialisation import move_json, view_json

pytestmark = pytest.mark.slow

VARIANTS = [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants]

CHOSEN = """async (moves) => {
    const {choiceOf, chosenOn, meant} = await import('/static/chooser.js');
    const wrong = [];
    for (const move of moves)
        for (const path of move.paths) {
            let choice = choiceOf(moves, []);
            for (const name of path) {
                choice = meant(choice) === move ? choice : chosenOn(moves, choice, name);
                if (!choice) break;
            }
            const [only, ...others] = choice?.complete ?? [];
            const isPlayed = choice && meant(choice) === move;
            if (!isPlayed && (only !== move || others.length)) wrong.push([move.text, ...path]);
        }
    return wrong;
}"""

PLAYED = """async ([pieces, stages, wanted]) => {
    const {piecesAfter} = await import('/static/chooser.js');
    const named = (all) => all.map(({kind, side, squares, height}) => [kind, side, squares, height].join()).sort();
    return [named(piecesAfter(pieces, stages)), named(wanted)];
}"""


def positions(name: str, games: int, plies: int) -> list[tuple[AnyPlayedGame, int]]:
    """Positions of random games: each as its game, and after how many moves."""
    played = [random_game(find_game(name), Random(f"{name} {number}"), plies=plies) for number in range(games)]
    return [(match, ply) for match in played for ply in range(0, len(match.moves), 3)]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_way_to_click_a_move_leads_to_it(name: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("/")
    for match, ply in positions(name, 4, 60):
        game, position = match.game, match.positions[ply]
        moves = [json.loads(move_json(game, position, move)) for move in game.legal_moves(position)]
        assert visitor.page.evaluate(CHOSEN, moves) == [], game.format_position(position)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_stages_of_a_move_lead_to_the_next_view(name: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("/")
    for match, ply in positions(name, 4, 60):
        game, position, move = match.game, match.positions[ply], match.moves[ply]
        before, after = (json.loads(view_json(game.view(at)))["pieces"] for at in match.positions[ply : ply + 2])
        done, wanted = visitor.page.evaluate(
            PLAYED, [before, json.loads(move_json(game, position, move))["stages"], after]
        )
        assert done == wanted, game.format_position(position)


def test_sides_that_move_several_times_have_one_turn(visit: Callable[..., Visitor]) -> None:
    turns = """async (sides) => {
        const {turnsOf} = await import('/static/moves.js');
        return turnsOf(sides.map((side) => ({side, text: ''}))).map(({sides}) => sides);
    }"""
    evaluate = visit("/").page.evaluate
    assert evaluate(turns, [0, 1, 0, 1]) == [[[0], [1]], [[2], [3]]]
    assert evaluate(turns, [0, 0, 0, 0, 1, 1, 0]) == [[[0, 1, 2, 3], [4, 5]], [[6], []]]
    assert evaluate(turns, [1, 0]) == [[[], [0]], [[1], []]]
    assert evaluate(turns, []) == []


def test_times_are_read_as_people_write_them(visit: Callable[..., Visitor]) -> None:
    text = "async (seconds) => (await import('/static/clocks.js')).timeText(seconds)"
    evaluate = visit("/").page.evaluate
    shown = [evaluate(text, seconds) for seconds in (-1, 0, 9.94, 10, 59.9, 60, 600.2, 3725)]
    assert shown == ["0.0", "0.0", "9.9", "0:10", "0:59", "1:00", "10:00", "1:02:05"]


def test_names_stand_out_from_their_ground_and_gaps_are_not_squares(visit: Callable[..., Visitor]) -> None:
    drawn = """async (board) => {
        const {drawGround} = await import('/static/board_svg.js');
        const {fromAbove} = await import('/static/projection.js');
        const {svg} = await import('/static/dom.js');
        const projection = fromAbove(board, false);
        const {parts} = drawGround({board, projection, isPicture: true, bare: false, coordinates: true});
        const drawing = svg('svg', {class: 'board'}, ...parts);
        document.body.append(drawing);
        const names = [...drawing.querySelectorAll('.name')];
        const light = drawing.querySelectorAll('.ground-light').length;
        return [names.map((name) => [name.textContent, getComputedStyle(name).fill]), light];
    }"""
    both = Board.grid("ab", "12", terrain={"a1": "dark", "b2": "dark"}, gaps=["b1"])._replace(column_labels=())
    dark = both._replace(squares=tuple(square for square in both.squares if square.terrain == "dark"))
    white, black = "rgb(255, 255, 255)", "rgb(38, 23, 10)"
    evaluate = visit("/").page.evaluate
    for board, names, light in (
        (both, [["a1", white], ["a2", black], ["b2", white]], 0),
        (dark, [["a1", white], ["b2", white]], 1),
    ):
        shape = json.loads(view_json(View(board, (), 0)))["board"]
        assert evaluate(drawn, shape) == [names, light]
