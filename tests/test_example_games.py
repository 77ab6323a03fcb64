"""The games in examples play by their rules: against brute force with coordinates, and case by case."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from boardwright import IllegalMove, InvalidMove, InvalidPosition, PlayedGame, Termination, find_game, replay
from boardwright.explore import perft, random_game
from boardwright.game import AnyGame
from boardwright.views import Stage

HEXXAGON, MORRIS = "examples/hexxagon.py", "examples/morris.py"
GOMOKU = [f"examples/gomoku.py:{variant}" for variant in ("standard", "free", "swap")]
SIDES: tuple[Any, Any] = (0, 1)

HOLES = {(-1, 0, 1), (1, -1, 0), (0, 1, -1)}
CELLS = [cell for cell in product(range(-4, 5), repeat=3) if sum(cell) == 0 and cell not in HOLES]
"""The hexagons of Hexxagon by three coordinates that sum to 0."""

POINTS = list(product(range(3), range(8)))
"""The points of Morris by ring and by their place on it, corners and middles in turn."""
ROUND = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
MILLS = [{(ring, at), (ring, at + 1), (ring, (at + 2) % 8)} for ring in range(3) for at in (0, 2, 4, 6)]
MILLS += [{(ring, at) for ring in range(3)} for at in (1, 3, 5, 7)]


def outcome_of(name: str, position: str) -> tuple[int | None, str, Termination] | None:
    game = find_game(name)
    outcome = game.outcome(game.parse_position(position))
    return None if outcome is None else (outcome.winner, outcome.reason, outcome.termination)


def moves_of(name: str, position: str) -> set[str]:
    game = find_game(name)
    at = game.parse_position(position)
    return {game.format_move(at, move) for move in game.legal_moves(at)}


def refusal(name: str, position: str, move: str) -> str:
    game = find_game(name)
    at = game.start() if position == "start" else game.parse_position(position)
    with pytest.raises(IllegalMove) as refused:
        game.parse_move(at, move)
    return refused.value.rule


def stages(name: str, position: str, move: str) -> tuple[Stage, ...]:
    game = find_game(name)
    at = game.parse_position(position)
    return game.move_view(at, game.parse_move(at, move)).stages


@pytest.mark.parametrize("name", [HEXXAGON, MORRIS, *GOMOKU])
def test_records_and_board_editor_keep_a_game(name: str) -> None:
    game = find_game(name)
    played = random_game(game, Random(name), plies=60)
    assert replay(played.record(), game).positions == played.positions
    for position in played.positions:
        view = game.view(position)
        pieces = [piece for piece in view.pieces if not view.board.reserves & set(piece.squares)]
        counts = {count.name: count.value for count in game.counts(position)}
        text = game.position_text_from_pieces(pieces, position.to_move, counts, game.start())
        assert game.parse_position(text) == position


class TestHexxagon:
    """Brute force: distances of hexagons by the differences of their coordinates."""

    def moves(self, stones: dict[Any, int], side: int) -> Iterator[dict[Any, int]]:
        def distance(one: Any, other: Any) -> int:
            return int(max(abs(a - b) for a, b in zip(one, other, strict=True)))

        for target in CELLS:
            if target in stones:
                continue
            own = [cell for cell, owner in stones.items() if owner == side]
            turned = {cell: side for cell in stones if distance(cell, target) == 1} | {target: side}
            if any(distance(cell, target) == 1 for cell in own):
                yield stones | turned
            for cell in own:
                if distance(cell, target) == 2:
                    yield {place: owner for place, owner in (stones | turned).items() if place != cell}

    def count(self, stones: dict[Any, int], side: int, depth: int) -> int:
        nexts = list(self.moves(stones, side))
        is_over = len(set(stones.values())) < 2 or not (nexts or any(self.moves(stones, 1 - side)))
        if depth == 0 or is_over:
            return int(depth == 0)
        return sum(self.count(after, 1 - side, depth - 1) for after in nexts or [stones])

    def stones(self, game: AnyGame, position: Any) -> dict[Any, int]:
        """The pieces by coordinates: the second one falls along a row, the third one along a column."""
        placed = {}
        for piece in game.view(position).pieces:
            column, row = ord(piece.squares[0][0]) - ord("a") - 4, int(piece.squares[0][1]) - 5
            placed[column - row, row, -column] = piece.side
        return placed

    @pytest.mark.slow
    def test_its_moves_are_those_of_brute_force(self) -> None:
        game = find_game(HEXXAGON)
        assert perft(game, game.start(), 3) == 16548
        played = random_game(game, Random(7), plies=400)
        for ply, position in enumerate(played.positions):
            stones = self.stones(game, position)
            assert set(stones) <= set(CELLS)
            depth = 2 if len(stones) < 7 or len(stones) > 52 else int(ply % 5 == 0)
            assert perft(game, position, depth) == self.count(stones, position.to_move, depth)

    def test_a_side_passes_if_and_only_if_it_cannot_move(self) -> None:
        position = "5/6/7/7/8/7/7/bb4/rbb2 r"
        assert moves_of(HEXXAGON, "5/6/7/7/8/7/bbb4/bbb3/rbb2 r") == {"pass"}
        assert "pass" not in moves_of(HEXXAGON, position)
        assert refusal(HEXXAGON, position, "pass") == "a side passes only if it cannot move"

    def test_it_ends_when_neither_can_move_or_a_side_has_no_stones_and_more_stones_win(self) -> None:
        full = "rrrrr/rrrrrr/rrrrrrr/rrrrrrr/bbbbbbbb/bbbbbbb/bbbbbbb/bbbbbb/"
        assert outcome_of(HEXXAGON, full + "bbbbb r") == (1, "25 stones to 33", Termination.SCORE)
        assert outcome_of(HEXXAGON, full.replace("bbbbbbbb", "rrrrbbbb") + "bbbbb r") == (
            None,
            "29 stones to 29",
            Termination.SCORE,
        )
        ended = outcome_of(HEXXAGON, "5/6/7/7/8/7/7/6/r4 b")
        assert ended == (0, "all stones of the other side are converted", Termination.SCORE)

    def test_stones_beside_the_new_one_are_converted_and_the_view_shows_it(self) -> None:
        move, convert = stages(HEXXAGON, "5/6/7/7/8/7/7/1b4/r1b2 r", "b1")
        assert (move.kind, move.before, [piece.squares for piece in move.after]) == ("move", (), [("b1",)])
        assert (convert.kind, {piece.squares for piece in convert.before}) == ("convert", {("c1",), ("b2",)})
        assert {(piece.squares, piece.side) for piece in convert.after} == {(("c1",), 0), (("b2",), 0)}

    def test_a_stone_beside_the_new_one_may_be_written_before_it(self) -> None:
        game = find_game(HEXXAGON)
        assert game.parse_move(game.start(), "a1-b1") == game.parse_move(game.start(), "b1")
        with pytest.raises(InvalidMove, match="'a1-d5' is not a move: expected such as b2, a1-a3, or pass"):
            game.parse_move(game.start(), "a1-d5")


class TestGomoku:
    def longest(self, stones: set[tuple[int, int]]) -> set[int]:
        """The lengths of all rows of stones, along lines and diagonals."""
        lengths = set()
        for (x, y), (dx, dy) in product(stones, ((1, 0), (0, 1), (1, 1), (1, -1))):
            if (x - dx, y - dy) not in stones:
                lengths.add(next(step for step in range(1, 16) if (x + step * dx, y + step * dy) not in stones))
        return lengths

    @pytest.mark.parametrize("seed", range(20))
    def test_five_in_a_row_are_those_of_brute_force(self, seed: int) -> None:
        random = Random(seed)
        places = random.sample(list(product(range(15), repeat=2)), 60)
        places += [(x, random.randint(4, 5)) for x in range(15)] + [(x, x) for x in range(random.randint(4, 15))]
        stones = {(x, y): random.choice((0, 0, 0, 1)) for x, y in places}
        board = "".join(".bw"[stones.get((x, y), -1) + 1] for y in range(15) for x in range(15))
        for name, wins in ((GOMOKU[0], {5}), (GOMOKU[1], set(range(5, 16)))):
            game = find_game(name)
            winners = {side for side in SIDES if self.longest({at for at in stones if stones[at] == side}) & wins}
            outcome = game.outcome(type(game.start())(board, 0))
            assert (outcome.winner if outcome else None) in (winners or {None})

    def test_every_empty_point_is_a_move(self) -> None:
        game = find_game(GOMOKU[0])
        assert perft(game, game.start(), 2) == 225 * 224
        assert perft(find_game(GOMOKU[2]), game.start(), 2) == 225 * 225

    def test_six_in_a_row_win_only_in_the_free_game(self) -> None:
        six = "/".join(["15"] * 14 + ["bbbbbb9"]) + " w"
        assert outcome_of(GOMOKU[0], six) is None
        assert outcome_of(GOMOKU[1], six) == (0, "five stones are in a row", Termination.REACHED_GOAL)

    def test_a_full_board_is_a_draw(self) -> None:
        full = "/".join("".join("bbww"[(x + 2 * y) % 4] for x in range(15)) for y in range(15))
        assert outcome_of(GOMOKU[0], f"{full} w") == (None, "the board is full", Termination.NO_MOVES)

    def test_white_may_take_over_the_first_stone_and_only_that(self) -> None:
        played = PlayedGame(find_game(GOMOKU[2]))
        with pytest.raises(IllegalMove, match="White alone may swap"):
            played.play_text("swap")
        for move in ("h8", "swap"):
            played.play_text(move)
        view = played.game.view(played.position)
        assert ([(piece.squares, piece.side) for piece in view.pieces], view.to_move) == ([(("h8",), 1)], 0)
        shown = played.game.move_view(played.positions[1], "swap")
        assert (shown.paths, [stage.kind for stage in shown.stages]) == ((("swap",),), ["swap"])
        played.play_text("a1")
        with pytest.raises(IllegalMove, match="White alone may swap"):
            played.play_text("swap")
        assert refusal(GOMOKU[0], "start", "swap").startswith("White alone may swap")
        assert refusal(GOMOKU[2], "/".join(["15"] * 14 + ["b95"]) + " w", "a1") == "there is a stone on a1 already"


class TestMorris:
    """Brute force: from the middles of the sides, lines lead to the next ring."""

    def name(self, point: tuple[int, int]) -> str:
        ring, (x, y) = point[0], ROUND[point[1]]
        return "abcdefg"[3 + x * (3 - ring)] + str(4 + y * (3 - ring))

    def near(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        if one[0] == other[0]:
            return (one[1] - other[1]) % 8 in (1, 7)
        return one[1] == other[1] and one[1] % 2 == 1 and abs(one[0] - other[0]) == 1

    def in_mill(self, men: dict[Any, int], point: Any) -> bool:
        return any(point in mill and all(men.get(each) == men[point] for each in mill) for mill in MILLS)

    def moves(self, men: dict[Any, int], side: int, hands: tuple[int, int]) -> Iterator[Any]:
        free = [point for point in POINTS if point not in men]
        own = [point for point, owner in men.items() if owner == side]
        if hands[side]:
            steps = [(None, target) for target in free]
        else:
            steps = [(at, to) for at in own for to in free if len(own) == 3 or self.near(at, to)]
        left = (hands[0] - (side == 0), hands[1] - (side == 1)) if hands[side] else hands
        for origin, target in steps:
            after = {point: owner for point, owner in men.items() if point != origin} | {target: side}
            if not self.in_mill(after, target):
                yield after, left
                continue
            others = [point for point, owner in after.items() if owner != side]
            for taken in [point for point in others if not self.in_mill(after, point)] or others:
                yield {point: owner for point, owner in after.items() if point != taken}, left

    def count(self, men: dict[Any, int], side: int, hands: tuple[int, int], depth: int) -> int:
        if depth == 0:
            return 1
        if any(sum(owner == each for owner in men.values()) + hands[each] < 3 for each in SIDES):
            return 0
        return sum(self.count(after, 1 - side, left, depth - 1) for after, left in self.moves(men, side, hands))

    def test_its_moves_are_those_of_brute_force(self) -> None:
        game = find_game(MORRIS)
        assert perft(game, game.start(), 3) == 24 * 23 * 22
        points = {self.name(point): point for point in POINTS}
        for seed in range(4):
            played = random_game(game, Random(seed), plies=200)
            for position in (*played.positions[5:20:6], *played.positions[20:-4:17], *played.positions[-4:]):
                view = game.view(position)
                men = {points[piece.squares[0]]: piece.side for piece in view.pieces if piece.squares[0] in points}
                for depth in (1, 2):
                    assert perft(game, position, depth) == self.count(men, position.to_move, position.in_hand, depth)

    def test_it_ends_with_two_men_or_without_a_move(self) -> None:
        assert outcome_of(MORRIS, "3/3/3/6/3/3/www b 0 0") == (0, "black has only two men left", Termination.NO_PIECES)
        assert outcome_of(MORRIS, "3/3/3/6/3/3/www b 0 3") is None
        blocked = outcome_of(MORRIS, "wbw/1w1/3/bw2wb/3/1w1/wbw b 0 0")
        assert blocked == (0, "black cannot move", Termination.NO_MOVES)

    def test_three_men_fly(self) -> None:
        assert "a1-e5" in moves_of(MORRIS, "3/bbb/3/6/3/1w1/ww1 w 0 0")
        assert "a1-e5" not in moves_of(MORRIS, "3/bbb/3/6/3/ww1/ww1 w 0 0")

    def test_a_man_is_placed_from_the_hand_and_the_view_shows_how_many_are_left(self) -> None:
        game = find_game(MORRIS)
        position = game.parse_position("3/3/3/bb4/3/3/ww1 w 2 1")
        shown = game.move_view(position, game.parse_move(position, "g1xa4"))
        assert shown.paths == (("g1", "a4"), ("white", "g1", "a4"))
        place, capture = shown.stages
        assert [(piece.squares, piece.height) for piece in place.before] == [(("white",), 2)]
        assert [(piece.squares, piece.height) for piece in place.after] == [(("white",), 1), (("g1",), 1)]
        assert (place.kind, capture.kind, capture.before[0].squares) == ("place", "capture", ("a4",))

    @pytest.mark.parametrize(
        ("position", "move", "rule"),
        [
            ("start", "a1-a4", "all men in hand are placed before one moves"),
            ("3/3/3/bb4/3/b2/www w 0 0", "e3", "there is no man left in hand"),
            ("3/3/3/bb4/3/b2/www w 0 0", "a4-a7", "there is no man of the side to move on a4"),
            ("start", "a1xa4", "no mill is closed, so no man is taken"),
            ("3/3/3/bb4/3/3/ww1 w 7 7", "g1", "a mill is closed, and takes a man of the other side"),
            ("3/3/3/bb4/3/3/ww1 w 7 7", "g1xa1", "a mill is closed, and takes a man of the other side"),
        ],
    )
    def test_a_refusal_names_the_rule(self, position: str, move: str, rule: str) -> None:
        assert refusal(MORRIS, position, move) == rule

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("3/3/3/6/3/3/3 w 9", "has 3 fields: expected 4"),
            ("3/3/3/6/3/3/www w 7 9", "the men of White in hand is '7': expected a number from 0 to 6"),
            ("3/3/3/6/3/3/ww w 7 9", "row 1, 'ww', is 2 squares wide: expected 3"),
        ],
    )
    def test_a_text_that_is_no_position_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(InvalidPosition) as refused:
            find_game(MORRIS).parse_position(text)
        assert message in str(refused.value)
