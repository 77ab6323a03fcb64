"""What must hold for every position of international draughts, and for every text."""

from collections.abc import Callable
from functools import partial

from hypothesis import example, given
from hypothesis import strategies as st

from boardwright.errors import BoardwrightError
from boardwright.games.draughts import Draughts, Move, Position, routes
from boardwright.games.draughts.course import Color, valid_turns
from boardwright.games.draughts.notation import format_board, format_short, format_turn, parse_board, parse_turn
from boardwright.games.draughts.routes import canonical_route, follow, routes_of
from boardwright.games.draughts.rules import BIT, SQUARES, can_move, captors, coordinates, legal_moves, numbers

GAME = Draughts()


def positions() -> st.SearchStrategy[Position]:
    """Any men and kings anywhere, more often few than many."""

    def built(squares: list[int], kinds: list[int], to_move: int) -> Position:
        sides, kings = [0, 0], 0
        for square, kind in zip(squares, kinds, strict=False):
            sides[kind % 2] |= BIT[square]
            kings |= BIT[square] if kind > 1 else 0
        return Position(sides[0], sides[1], kings, to_move)

    squares = st.lists(st.sampled_from(SQUARES), unique=True, max_size=30)
    return st.builds(built, squares, st.lists(st.integers(0, 3), min_size=30, max_size=30), st.integers(0, 1))


@given(positions())
def test_for_every_position_the_quick_answers_agree_with_the_move_list(position: Position) -> None:
    moves = legal_moves(position)
    assert can_move(position) == bool(moves)
    assert bool(captors(position)) == any(move.captured for move in moves)
    assert {move.origin for move in moves if move.captured} <= set(numbers(captors(position)))


@given(positions())
def test_for_every_position_all_captures_take_the_same_number(position: Position) -> None:
    assert len({move.captured.bit_count() for move in legal_moves(position)}) <= 1


@given(positions())
def test_for_every_move_pieces_are_neither_lost_nor_made(position: Position) -> None:
    own, enemy = position.to_move, 1 - position.to_move
    for move in legal_moves(position):
        successor = GAME.successor(position, move)
        assert successor[own].bit_count() == position[own].bit_count()
        assert successor[enemy] == position[enemy] & ~move.captured
        assert move.captured & ~position[enemy] == 0
        assert successor.kings & ~(successor.white | successor.black) == 0
        assert successor.to_move == enemy


def turned(position: Position) -> Position:
    """The same position seen from the other side."""
    white, black, kings = (sum(BIT[51 - n] for n in numbers(squares)) for squares in position[:3])
    return Position(black, white, kings, 1 - position.to_move)


@given(positions())
def test_for_every_position_the_rules_are_the_same_for_both_sides(position: Position) -> None:
    mirrored = {
        Move(51 - origin, 51 - target, sum(BIT[51 - n] for n in numbers(captured)))
        for origin, target, captured in legal_moves(position)
    }
    assert mirrored == set(legal_moves(turned(position)))


def plain_routes(position: Position) -> dict[tuple[int, ...], frozenset[int]]:
    """The captures read off the rule text, square by square and without any table."""
    at = {coordinates(n): n for n in SQUARES}
    own, enemy = (set(numbers(side)) for side in (position[position.to_move], position[1 - position.to_move]))
    found: dict[tuple[int, ...], frozenset[int]] = {}

    def extend(route: tuple[int, ...], taken: frozenset[int]) -> None:
        found[route] = taken
        free = set(SQUARES) - own - enemy | {route[0]}
        reach = 9 if BIT[route[0]] & position.kings else 1
        x, y = coordinates(route[-1])
        for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            line = [at[x + n * dx, y + n * dy] for n in range(1, 10) if (x + n * dx, y + n * dy) in at]
            steps = next((n for n, square in enumerate(line) if square not in free), len(line))
            if steps >= reach or steps == len(line) or line[steps] not in enemy - taken:
                continue
            for landing in line[steps + 1 : steps + 1 + reach]:
                if landing not in free:
                    break
                extend((*route, landing), taken | {line[steps]})

    for square in own:
        extend((square,), frozenset())
    most = max(map(len, found.values()), default=0)
    return {route: taken for route, taken in found.items() if len(taken) == most > 0}


@given(positions())
def test_for_every_position_the_captures_are_those_of_the_rule_text(position: Position) -> None:
    plain = plain_routes(position)
    captures = [move for move in legal_moves(position) if move.captured]
    assert sorted(plain) == [route for route in routes(position) if captures]
    assert {(route[0], route[-1], taken) for route, taken in plain.items()} == {
        (move.origin, move.target, frozenset(numbers(move.captured))) for move in captures
    }


def is_canonical(route: tuple[int, ...], captured: int) -> bool:
    for before, square, behind in zip(route, route[1:], route[2:], strict=False):
        (x0, y0), (x1, y1), (x2, y2) = map(coordinates, (before, square, behind))
        straight = (x1 > x0, y1 > y0) == (x2 > x1, y2 > y1)
        last = next(n for n in SQUARES if coordinates(n) == (x1 - (1 if x1 > x0 else -1), y1 - (1 if y1 > y0 else -1)))
        if straight and not BIT[last] & captured:
            return False
    return True


@given(positions())
def test_for_every_move_the_canonical_route_is_the_smallest_such_one(position: Position) -> None:
    for move in legal_moves(position):
        walks = routes_of(position, move)
        if move.captured:
            assert canonical_route(position, move) == min(r for r in walks if is_canonical(r, move.captured))


@given(positions())
def test_for_every_route_following_it_gives_its_move(position: Position) -> None:
    for move in legal_moves(position):
        for route in routes_of(position, move) if move.captured else ():
            assert follow(position, route) == move


@given(positions())
def test_for_every_position_its_texts_give_it_back(position: Position) -> None:
    assert GAME.parse_position(GAME.format_position(position)) == position
    board = format_board(position)
    assert [len(line) for line in board.split("\n")] == [10] * 10
    assert parse_board(board, position.to_move) == position
    assert GAME.parse_position(board.replace("\n", "/") + "/" + "WB"[position.to_move]) == position


@given(positions())
def test_for_every_move_its_texts_give_it_back(position: Position) -> None:
    for move in legal_moves(position):
        assert GAME.parse_move(position, GAME.format_move(position, move), strict=True) == move
        assert GAME.parse_move(position, format_short(position, move)) == move
        assert parse_turn(position, format_turn(position, move)) == move
        for route in routes_of(position, move):
            assert GAME.parse_move(position, ("x" if move.captured else "-").join(map(str, route))) == move


@given(positions())
def test_for_every_position_the_turns_are_its_routes(position: Position) -> None:
    color = Color(position.to_move)
    turns = valid_turns(format_board(position), color)
    assert len(turns) == len(routes(position))
    assert set(valid_turns(format_board(position), color, unique=True)) <= set(turns)
    assert turns == sorted(turns)


def complaint(read: Callable[[], object]) -> str:
    """The error of ours that reading a text ends in; nothing where it succeeds."""
    try:
        read()
    except BoardwrightError as error:
        return str(error)
    return ""


TEXTS = st.text() | st.text(" .wbKB/\nW", max_size=130) | st.text("WBK:,-.0123456789", max_size=40)


@given(TEXTS)
@example("W:W٣١:B")
@example("W:W" + "1," * 100_000)
@example("/" * 100_000)
@example("\0")
def test_any_text_is_a_position_or_one_short_line(text: str) -> None:
    for read in (GAME.parse_position, partial(parse_board, to_move=0)):
        told = complaint(partial(read, text))
        assert told.isprintable()
        assert len(told) < 300


@given(positions(), st.text() | st.text("0123456789x-", max_size=20))
@example(GAME.start(), "x" * 1_000_000)
@example(GAME.start(), "32" + "x28" * 100_000)
@example(GAME.start(), "٣٢-28")
def test_any_text_is_a_legal_move_or_one_short_line(position: Position, text: str) -> None:
    for read in (GAME.parse_move, parse_turn):
        told = complaint(partial(read, position, text))
        assert told.isprintable()
        assert told or read(position, text) in legal_moves(position)
        assert len(told) < 300
