"""Trees of variations over the API: from a record and back, in every format that has variations."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.records.record_format import record_formats
from boardwright.registry import BUILT_IN
from boardwright.web.records import formats_of

FORMATS = [
    (f"{name}:{find_game(name).variant}", form)
    for name in BUILT_IN
    for form in ("json", *record_formats(find_game(name)))
]


def random_tree(name: str, seed: int, moves: int = 40) -> dict[str, Any]:
    """A tree of random moves with comments and glyphs, in the order of the API."""
    game, random = find_game(name), Random(f"{name} {seed}")
    start = game.start()
    nodes: list[dict[str, Any]] = []
    positions = [start]
    for number in range(moves):
        # The main line first, then variations of it and of each other.
        parent = len(nodes) - 1 if number < moves // 2 else random.randrange(-1, len(nodes))
        position = positions[parent + 1]
        if game.outcome(position):
            parent, position = -1, start
        texts = [game.format_move(position, move) for move in game.legal_moves(position)]
        known = [node["move"] for node in nodes if node["parent"] == parent]
        text = random.choice([text for text in texts if text not in known] or [""])
        if not text:
            continue
        positions.append(game.successor(position, game.parse_move(position, text)))
        nodes.append(
            {
                "parent": parent,
                "move": text,
                "side": game.side_to_move(position),
                "before": ["instead of it"] if random.random() < 0.2 else [],
                "comments": random.choices(
                    ["a plan", "first paragraph\n\nsecond (one) [%x 1] $3"], k=random.randrange(3)
                ),
                "nags": random.sample([1, 2, 5, 14], k=random.randrange(3)),
            }
        )
    return {
        "game": game.full_name,
        "start": game.format_position(start),
        "tags": {"Event": 'Club "evening"', game.sides[0].title(): "Anna", game.sides[1].title(): "Ben"},
        "comments": ["an opening"],
        "moves": nodes,
        "outcome": None,
    }


def shape(tree: dict[str, Any]) -> Any:
    """The tree as nested moves, which do not depend on the order in which variations are listed."""
    children: dict[int, list[Any]] = {}
    for place in reversed(range(len(tree["moves"]))):
        node = tree["moves"][place]
        kept = {name: value for name, value in node.items() if name != "parent"}
        children.setdefault(node["parent"], []).insert(0, (kept, children.get(place, [])))
    return {**tree, "moves": children.get(-1, [])}


def exported(server: Served, tree: dict[str, Any], form: str) -> str:
    answer = server.client.post("/api/records/export", json={"tree": tree, "format": form})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    text: str = answer.text
    return text


def imported(server: Served, text: str) -> dict[str, Any]:
    answer = server.post("/api/records", {"text": text, "create_match": False})
    assert answer["match"] is None
    tree: dict[str, Any] = answer["tree"]
    return tree


@pytest.mark.parametrize(("name", "form"), FORMATS)
def test_a_tree_goes_out_and_comes_in_again(server: Served, name: str, form: str) -> None:
    for seed in range(3):
        tree = random_tree(name, seed)
        again = imported(server, exported(server, tree, form))
        assert shape(again) == shape(tree)
        assert imported(server, exported(server, again, form)) == again


def test_every_format_of_every_game_can_be_written(server: Served) -> None:
    for name in BUILT_IN:
        tree = random_tree(name, 0, 6)
        for form in formats_of(find_game(name)):
            assert exported(server, tree, form)


def test_plain_moves_are_those_of_the_main_line(server: Served) -> None:
    tree = random_tree("congo", 1, 10)
    main = imported(server, exported(server, tree, "moves"))
    assert [move["move"] for move in main["moves"]] == [move["move"] for move in tree["moves"][:5]]
    assert [move["parent"] for move in main["moves"]] == [-1, 0, 1, 2, 3]


def test_a_record_arrives_with_its_annotations(server: Served) -> None:
    text = """[White "Anna"]
[Black "Ben"]
[Event "Club evening"]

{A quiet start} 1. 32-28! 19-23 $14 (1... {or} 18-23?! {sharp} 2. 38-32 (2. 37-32)) (1... 17-22 {gives a piece})
2. 28x19 14x23 {at last} 2-0 {Ben resigned}
"""
    tree = imported(server, text)
    assert tree["tags"] == {"White": "Anna", "Black": "Ben", "Event": "Club evening"}
    assert tree["comments"] == ["A quiet start"]
    assert tree["outcome"] == {"winner": 0, "reason": "the other side resigned"}
    moves = tree["moves"]
    assert [(move["parent"], move["move"]) for move in moves] == [
        (-1, "32-28"),
        (0, "19-23"),
        (1, "28x19"),
        (2, "14x23"),
        (0, "18-23"),
        (4, "38-32"),
        (0, "17-22"),
        (4, "37-32"),
    ]
    assert [move["side"] for move in moves] == [0, 1, 0, 1, 1, 0, 1, 0]
    assert (moves[0]["nags"], moves[1]["nags"], moves[4]["nags"]) == ([1], [14], [6])
    assert (moves[4]["before"], moves[4]["comments"]) == (["or"], ["sharp"])
    assert moves[3]["comments"] == ["at last", "Ben resigned"]


def test_the_same_move_twice_is_one(server: Served) -> None:
    tree = imported(server, "1. 32-28 {one} (1. 32-28! {two} 18-23) 19-23 *")
    moves = [(move["parent"], move["move"], move["comments"], move["nags"]) for move in tree["moves"]]
    assert moves == [(-1, "32-28", ["one", "two"], [1]), (0, "19-23", [], []), (0, "18-23", [], [])]


def test_variations_may_be_nested_to_any_depth(server: Served) -> None:
    """At each move, the second one goes on: a variation within a variation within a variation."""
    moves: list[dict[str, Any]] = []
    for place in range(600):
        there = ("D5-D6-1", "D3-D2-1", "D6-D5-1", "D2-D3-1")[place % 4]
        parent = 2 * place - 1
        moves += [{"parent": parent, "move": ("C6-C5-1", "C2-C3-1")[place % 2]}, {"parent": parent, "move": there}]
    text = exported(server, {"game": "turm", "moves": moves}, "text")
    assert text.count("(") == 600
    assert len(imported(server, text)["moves"]) == 1200


@pytest.mark.parametrize(
    ("changes", "status", "error"),
    [
        ({"moves": [{"parent": 0, "move": "32-28"}]}, 422, "moves.0.parent is 0: expected the place of an earlier"),
        ({"moves": [{"parent": -1, "move": "32-29"}]}, 422, "moves.0: '32-29' is illegal: "),
        ({"moves": [{"parent": -1, "move": "32-28"}] * 2}, 422, "moves.1: '32-28' follows the same move twice: "),
        ({"moves": [{"parent": -2, "move": "32-28"}]}, 422, "the request's 'tree.moves.0.parent' is -2: "),
        ({"moves": [{"parent": -1, "move": "32-28", "nags": [1000]}]}, 422, "the request's 'tree.moves.0.nags.0' is"),
        ({"moves": [{"parent": -1, "move": "32-28", "comments": ["}\n\nx"]}]}, 422, "the comment '}\\n\\nx' cannot be"),
        ({"tags": {"a b": "x"}}, 422, "the request's 'tree.tags.a b"),
        ({"tags": {"White": "x\ny"}}, 422, "the request's 'tree.tags.White' is 'x\\ny': "),
        ({"start": "nowhere"}, 422, "'nowhere' "),
        ({"game": "chess"}, 404, "unknown game 'chess'"),
        ({"outcome": {"winner": 0, "reason": "magic"}}, 422, "the record's outcome is "),
        ({"moves": [{"parent": -1, "move": "32-28"}] * 5001}, 422, "the request's 'tree.moves' is "),
    ],
)
def test_a_tree_that_is_wrong_is_refused_in_one_line(
    server: Served, changes: dict[str, Any], status: int, error: str
) -> None:
    tree = {"game": "draughts", **changes}
    answer = server.client.post("/api/records/export", json={"tree": tree, "format": "pdn"})
    found = answer.json()["error"]
    assert (answer.status_code, found[: len(error)]) == (status, error)
    assert len(found.splitlines()) == 1


def test_a_format_that_the_game_has_not_is_not_found(server: Served) -> None:
    answer = server.client.post("/api/records/export", json={"tree": {"game": "turm"}, "format": "pdn"})
    assert (answer.status_code, answer.json()["error"][:28]) == (404, "turm has no format 'pdn': ex")
