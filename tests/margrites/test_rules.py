"""Steps, the start square, martyrdom, scoring, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.errors import BoardwrightError, IllegalMove
from boardwright.games.margrites import Margrites, Move
from boardwright.games.margrites.course import (
    GameState,
    Goal,
    Where,
    apply_step,
    coord_at,
    is_terminal,
    legal_steps,
    neighbors,
    parse_state,
    play_turn,
    resolve_captures,
    result,
    square_at,
    square_name,
    touching_counts,
    winner,
    would_be_captured,
)

GAME = Margrites()

boards = st.lists(st.sampled_from((0, 0, 0, 1, -1)), min_size=72, max_size=72)
"""Any mixture of pieces on any squares, stable or not."""


def state_of(cells: list[int], to_move: int = 1) -> GameState:
    rows = [cells[start : start + 9] for start in range(0, 72, 9)]
    return GameState(rows, to_move, 4, {}, {1: 0, -1: 0}, {1: 0, -1: 0})


def resolved(cells: list[int], to_move: int) -> GameState:
    state = state_of(cells, to_move)
    resolve_captures(state)
    return state


def name(place: Where) -> str:
    return square_name(square_at(place))


def texts(state: GameState) -> list[str]:
    return sorted(f"{name(origin)}>{name(target)}" for origin, target in legal_steps(state))


def targets(state: GameState, origin: str) -> list[str]:
    return sorted(name(target) for start, target in legal_steps(state) if start == coord_at(origin))


def refusal(state: GameState, origin: Where, target: Where) -> str:
    with pytest.raises(IllegalMove) as caught:
        apply_step(state, (origin, target))
    return str(caught.value)


def test_neighbors_allow_diagonals() -> None:
    assert [name(coord) for coord in neighbors("e5")] == ["d6", "e6", "f6", "d5", "f5", "d4", "e4", "f4"]
    assert neighbors((0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert len(neighbors((7, 4))) == 5
    assert targets(GameState.from_setup(["e5"], ["a8"]), "e5") == ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"]


def test_a_step_goes_to_an_empty_square_only() -> None:
    state = GameState.from_setup(["e5", "e6"], ["f5", "i5", "h4", "g5"])
    assert targets(state, "e5") == ["d4", "d5", "d6", "e4", "f6"]
    assert refusal(state, "e5", "e6") == "'e5>e6' is illegal: e6 is not empty"
    assert refusal(state, "e5", "f5") == "'e5>f5' is illegal: f5 is not empty"
    assert refusal(state, "e5", "e7") == "'e5>e7' is illegal: a step goes to one of the eight neighbouring squares"
    assert refusal(state, "e5", "e5") == "'e5>e5' is illegal: a step goes to one of the eight neighbouring squares"


def test_only_pieces_of_the_side_to_move_step() -> None:
    state = GameState.from_setup(["e5"], ["a8"])
    assert refusal(state, "a8", "a7") == "'a8>a7' is illegal: the piece on a8 belongs to white, and black is to move"
    assert refusal(state, "c3", "c4") == "'c3>c4' is illegal: there is no piece on c3"


@pytest.mark.parametrize("step", [((0, 4), (-1, 4)), ((3, 4), (3, 9)), ("e5", "e9"), "e5", None, ("e5", "e6", "e7")])
def test_what_is_no_step_is_an_illegal_step(step: Any) -> None:
    with pytest.raises(IllegalMove, match="a step goes from a square of the board"):
        apply_step(GameState.from_setup(["e5"], ["a8"]), step)


def test_no_return_to_start_square() -> None:
    state = apply_step(GameState.from_setup(["e4"], ["a8"]), ("e4", "e5"))
    assert state.start_squares == {coord_at("e5"): coord_at("e4")}
    assert "e4" not in targets(state, "e5")
    assert refusal(state, "e5", "e4") == "'e5>e4' is illegal: start square: the piece on e5 started this turn on e4"


def test_no_stalling_same_start_end_square() -> None:
    state = GameState.from_setup(["e4"], ["a8"])
    for step in (("e4", "e5"), ("e5", "f5"), ("f5", "f4")):
        state = apply_step(state, step)
    assert state.start_squares == {coord_at("f4"): coord_at("e4")}
    assert refusal(state, "f4", "e4").endswith("start square: the piece on f4 started this turn on e4")
    assert "e5" in targets(state, "f4"), "squares other than the first may be revisited"


def test_two_pieces_may_dance() -> None:
    state = GameState.from_setup(["d4", "e4"], ["a8"])
    for step in (("d4", "d5"), ("e4", "d4"), ("d5", "e4")):
        state = apply_step(state, step)
    assert state.start_squares == {coord_at("d4"): coord_at("e4"), coord_at("e4"): coord_at("d4")}
    assert (state.moves_left, state.to_move) == (1, 1)


def test_the_start_square_is_free_again_in_the_next_turn() -> None:
    state = GameState.from_setup(["e4"], ["a8"])
    for step in (("e4", "e5"), ("e5", "f5"), ("f5", "g5"), ("g5", "f4")):
        state = apply_step(state, step)
    for step in (("a8", "a7"), ("a7", "a6"), ("a6", "a5"), ("a5", "a4")):
        state = apply_step(state, step)
    assert state.start_squares == {}
    assert "e4" in targets(state, "f4")


@pytest.mark.parametrize(
    ("black", "white", "to_move", "square", "expected"),
    [
        ("e8", "a1", 1, "e8", ["B++", "d7", "d8", "e7", "f7", "f8"]),
        ("a1", "e8", -1, "e8", ["d7", "d8", "e7", "f7", "f8"]),
        ("a8", "e1", 1, "a8", ["B++", "a7", "b7", "b8"]),
        ("e8", "i1", -1, "i1", ["W++", "h1", "h2", "i2"]),
        ("i1", "e8", 1, "i1", ["h1", "h2", "i2"]),
    ],
)
def test_a_piece_leaves_the_board_over_its_last_rank_only(
    black: str, white: str, to_move: int, square: str, expected: list[str]
) -> None:
    assert targets(GameState.from_setup([black], [white], to_move), square) == expected


def test_scoring_consumes_move_and_removes_piece() -> None:
    state = GameState.from_setup(["e8", "c3"], ["a1"])
    after = apply_step(state, ("e8", "B++"))
    assert after.board[0] == [0] * 9
    assert (after.moves_left, after.to_move) == (3, 1)
    assert (after.score, after.captures) == ({1: 1, -1: 0}, {1: 0, -1: 0})
    assert state.board[0][4] == 1, "the state before the step stays as it was"


def test_a_piece_that_moved_this_turn_may_score() -> None:
    state = apply_step(GameState.from_setup(["e7", "c3"], ["a1"]), ("e7", "e8"))
    after = apply_step(state, ("e8", Goal.BLACK))
    assert (after.score[1], after.moves_left, after.start_squares) == (1, 2, {})


def test_a_scoring_step_from_elsewhere_or_to_the_other_goal_is_illegal() -> None:
    state = GameState.from_setup(["e7", "d8"], ["a1"])
    for origin, goal in (("e7", "B++"), ("d8", "W++")):
        assert refusal(state, origin, goal) == f"'{origin}>{goal}' is illegal: black scores from rank 8, with B++"
    white = GameState.from_setup(["e7"], ["a8"], -1)
    assert refusal(white, "a8", "W++") == "'a8>W++' is illegal: white scores from rank 1, with W++"


def test_a_scoring_step_can_cost_an_ally() -> None:
    state = GameState.from_setup("a8,b7", "b8,c8,i5")
    after = apply_step(state, ("a8", "B++"))
    assert (after.score, after.captures) == ({1: 1, -1: 0}, {1: 0, -1: 1})
    assert is_terminal(after)
    assert winner(after) == 1


def test_martyrdom_is_illegal() -> None:
    state = GameState.from_setup(["c4"], ["e5", "e6"])
    assert texts(state) == ["c4>b3", "c4>b4", "c4>b5", "c4>c3", "c4>c5", "c4>d3", "c4>d4"]
    assert refusal(state, "c4", "d5") == "'c4>d5' is illegal: martyrdom: the piece would be captured on d5"


def test_martyrdom_in_a_later_wave_is_illegal() -> None:
    # After e5>d4 the waves take f4, then e4, and then d4 itself.
    state = GameState.from_setup("e4,e5,f4", "d3,e3,f3,f5,g5")
    assert refusal(state, "e5", "d4") == "'e5>d4' is illegal: martyrdom: the piece would be captured on d4"
    moved = GameState.from_setup("d4,f4", "d3,e3,f3,f5,g5", resolve=True)
    assert moved.captures == {1: 0, -1: 2}


def test_losing_an_ally_is_legal() -> None:
    state = GameState.from_setup(["c4", "d5"], ["e5", "e6"])
    assert len(legal_steps(state)) == 11
    assert "d5>d6" not in texts(state)
    for target in ("b3", "b4", "b5", "c3", "d3"):
        after = apply_step(state, ("c4", target))
        assert after.board[3][3] == 0
        assert after.captures == {1: 0, -1: 1}
    for target in ("c5", "d4"):
        assert apply_step(state, ("c4", target)).captures == {1: 0, -1: 0}


def test_touching_counts_enemies_and_allies_and_the_piece_itself() -> None:
    state = GameState.from_setup(["c4", "d5"], ["e5", "e6"])
    assert touching_counts(state, "d5") == (2, 2)
    assert touching_counts(state, (3, 4)) == (1, 2)
    assert not would_be_captured(state, "d5")
    assert not would_be_captured(state, "a1")
    with pytest.raises(BoardwrightError, match="there is no piece on a1"):
        touching_counts(state, "a1")


def test_terminal_and_winner_tie_break_by_captures() -> None:
    state = parse_state("9/9/9/9/9/9/4w4/9 w 2 - 2(3)-2(4)")
    assert is_terminal(state)
    assert legal_steps(state) == []
    assert result(state) == {"points_black": 2, "points_white": 2, "captures_black": 3, "captures_white": 4}
    assert winner(state) == -1
    state.captures = {1: 5, -1: 4}
    assert winner(state) == 1
    state.captures = {1: 4, -1: 4}
    assert winner(state) == 0
    state.score = {1: 1, -1: 2}
    assert winner(state) == -1
    assert winner(GameState.from_setup(["e5"], ["a7"])) is None


def test_both_sides_may_lose_their_last_pieces_at_once() -> None:
    state = parse_state("9/9/9/9/9/9/9/9 b 3 - 0(1)-0(1)")
    assert (is_terminal(state), winner(state)) == (True, 0)
    reason = "black and white have no pieces, equal on points and captures"
    assert GAME.format_outcome(GAME.outcome(state.position)) == f"draw: {reason}"


def test_a_finished_game_refuses_every_step() -> None:
    state = parse_state("9/9/9/9/9/9/4w4/9 w 2 - 2(3)-2(4)")
    over = "the game is over, white wins: black has no pieces, decided on captures"
    assert refusal(state, "e2", "e1") == f"'e2>e1' is illegal: {over}"
    with pytest.raises(IllegalMove, match=over):
        GAME.parse_move(state.position, "e2>e1")
    with pytest.raises(IllegalMove, match=over):
        play_turn(state, [])


def test_a_drawn_game_refuses_every_step_too() -> None:
    state = parse_state("9/9/9/9/9/9/4w4/9 w 2 - 2(3)-2(3)")
    over = "the game is over, draw: black has no pieces, equal on points and captures"
    assert refusal(state, "e2", "e1") == f"'e2>e1' is illegal: {over}"
    with pytest.raises(IllegalMove, match=over):
        play_turn(state, [])


@pytest.mark.parametrize(
    ("move", "text", "rule"),
    [
        (Move(-1, 1), "-1>b8", "there is no square -1, only 0 (a8) to 71 (i1), and the goals 72 and 73"),
        (Move(67, 74), "e1>74", "there is no square 74, only 0 (a8) to 71 (i1), and the goals 72 and 73"),
        (Move(72, 0), "B++>a8", "there is no piece on B++"),
    ],
)
def test_a_move_that_no_text_gives_is_refused_too(move: Move, text: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.play(GAME.start(), move)
    assert str(refused.value) == f"'{text}' is illegal: {rule}"


@given(boards, st.integers(-9, 81), st.integers(-9, 81))
def test_every_move_is_played_or_refused_with_a_rule(cells: list[int], origin: int, target: int) -> None:
    position, move = resolved(cells, 1).position, Move(origin, target)
    if move in GAME.legal_moves(position):
        assert GAME.play(position, move) != position
    else:
        with pytest.raises(IllegalMove) as refused:
            GAME.play(position, move)
        assert refused.value.rule


@pytest.mark.slow
@given(boards, st.sampled_from((1, -1)))
def test_a_legal_step_never_leaves_the_moved_piece_capturable(cells: list[int], to_move: int) -> None:
    state = resolved(cells, to_move)
    for origin, target in legal_steps(state):
        after = apply_step(state, (origin, target))
        if not isinstance(target, Goal):
            assert after.board[target.row][target.col] == to_move
            assert not would_be_captured(after, target)


@given(boards)
def test_after_resolve_captures_no_remaining_piece_satisfies_opp_at_least_twice_ally(cells: list[int]) -> None:
    state = resolved(cells, 1)
    occupied = [coord for coord in map(coord_at, map(square_name, range(72))) if state.board[coord.row][coord.col]]
    assert not [coord for coord in occupied if would_be_captured(state, coord)]
    assert len(occupied) + sum(state.captures.values()) == sum(map(abs, cells))


Cells = dict[tuple[int, int], int]


def plain_waves(pieces: Cells) -> list[set[tuple[int, int]]]:
    """The capture rule once more, without sets of bits: the waves that leave the board."""
    pieces = dict(pieces)
    waves: list[set[tuple[int, int]]] = []
    while True:
        wave = set()
        for (row, col), color in pieces.items():
            beside = [pieces.get((row + dr, col + dc), 0) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]
            if beside.count(-color) >= 2 * (beside.count(color) + 1):
                wave.add((row, col))
        if not wave:
            return waves
        waves.append(wave)
        pieces = {square: color for square, color in pieces.items() if square not in wave}


def plain_steps(pieces: Cells, color: int) -> list[str]:
    """The step rule once more: every empty neighbour where no wave takes the piece, and the goal."""
    found = []
    for row, col in [square for square, owner in pieces.items() if owner == color]:
        for target in neighbors((row, col)):
            if target in pieces:
                continue
            moved = {square: owner for square, owner in pieces.items() if square != (row, col)} | {target: color}
            if not any(target in wave for wave in plain_waves(moved)):
                found.append(f"{name((row, col))}>{name(target)}")
        if row == (0 if color == 1 else 7):
            found.append(f"{name((row, col))}>{'B++' if color == 1 else 'W++'}")
    return sorted(found)


@pytest.mark.slow
@settings(max_examples=200)
@given(boards, st.sampled_from((1, -1)))
def test_the_rules_agree_with_a_plain_reading_of_the_text(cells: list[int], to_move: int) -> None:
    state = resolved(cells, to_move)
    pieces = {(row, col): owner for row, cs in enumerate(state.board) for col, owner in enumerate(cs) if owner}
    if set(pieces.values()) == {1, -1}:
        assert texts(state) == plain_steps(pieces, to_move)
