"""Tests of Starter: change them with the rules, and run them with pytest."""

from pathlib import Path

from boardwright import Outcome, find_game
from boardwright.conformance import check_game

GAME = find_game(str(Path(__file__).with_name("starter.py")))


def moves(text: str) -> set[str]:
    position = GAME.parse_position(text)
    return {GAME.format_move(position, move) for move in GAME.legal_moves(position)}


def after(text: str, move: str) -> str:
    position = GAME.parse_position(text)
    return GAME.format_position(GAME.play(position, GAME.parse_move(position, move)))


def outcome(text: str) -> Outcome | None:
    return GAME.outcome(GAME.parse_position(text))


def test_the_game_keeps_the_contract() -> None:
    check_game(GAME)


def test_a_runner_steps_ahead_and_a_guard_straight() -> None:
    assert moves("r4/5/2R2/5/4G w") == {"c3b4", "c3c4", "c3d4", "e1d1", "e1e2"}


def test_a_piece_takes_what_it_lands_on() -> None:
    assert after("r4/3g1/2R2/5/5 w", "c3d4") == "r4/3R1/5/5/5 b"


def test_a_runner_on_the_last_row_wins() -> None:
    assert outcome("r1R2/5/5/5/5 b") == Outcome(0, "a runner has reached the last row")


def test_whoever_has_no_runners_loses() -> None:
    assert outcome("5/5/2R2/5/g4 w") == Outcome(0, "all runners are taken")
