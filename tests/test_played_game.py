"""Matches: history, ends, taking back, records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardwright import BoardwrightError, IllegalMove, InvalidRecord, Outcome, Termination, find_game
from boardwright.played_game import (
    ADJUDGED,
    AGREEMENT,
    DECLINED,
    LONGEST_GAME,
    REASONS,
    RESIGNATION,
    AnyPlayedGame,
    PlayedGame,
    replay,
)
from boardwright.texts import TranslatableText

TURM = find_game("turm")
SHUFFLE = ["D7-C7-1", "D1-C1-1", "C7-D7-1", "C1-D1-1"]


def game_of(*texts: str, start: str | None = None) -> AnyPlayedGame:
    played = PlayedGame(TURM, None if start is None else TURM.parse_position(start))
    for text in texts:
        played.play_text(text)
    return played


def test_a_match_begins_at_the_start_with_the_first_side() -> None:
    played = game_of()
    assert played.position == TURM.start()
    assert (played.side, played.outcome, list(played.moves)) == ("red", None, [])


def test_moves_are_played_and_kept() -> None:
    played = game_of("D5-D4-1", "D3-D4-1")
    assert played.move_texts() == ["D5-D4-1", "D3-D4-1"]
    assert len(played.positions) == 3
    assert played.quiet_plies == 0


def test_an_illegal_move_raises_and_changes_nothing() -> None:
    played = game_of("D5-D4-1")
    with pytest.raises(IllegalMove, match="'A1-C1-2' is illegal: the tower on A1 has 1 stone, not 2"):
        played.play_text("A1-C1-2")
    assert played.move_texts() == ["D5-D4-1"]


def test_undo_takes_back_one_move_after_another() -> None:
    played = game_of(*SHUFFLE)
    for left in (3, 2, 1, 0):
        played.undo()
        assert len(played.moves) == left
    assert played.position == TURM.start()
    with pytest.raises(BoardwrightError, match="nothing to take back"):
        played.undo()


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    played = game_of(*SHUFFLE, *SHUFFLE[:3])
    assert played.outcome is None
    assert played.occurrences == 2
    played.play_text(SHUFFLE[3])
    assert played.outcome == Outcome(None, "the position has occurred three times")
    assert played.legal_moves() == []
    with pytest.raises(IllegalMove, match="the game is over, draw"):
        played.play_text(SHUFFLE[0])
    played.undo()
    assert played.outcome is None


def test_players_may_go_on_after_a_draw_by_history() -> None:
    played = game_of(*SHUFFLE, *SHUFFLE)
    assert played.is_drawn_by_history
    played.play_on()
    assert (played.outcome, played.is_drawn_by_history) == (None, False)
    with pytest.raises(BoardwrightError, match="expected a draw by repetition or lack of progress"):
        played.play_on()
    played.play_text(SHUFFLE[0])
    assert played.outcome == Outcome(None, "the position has occurred three times")
    played.undo()
    assert played.outcome is None
    assert replay(played.record()).record() == played.record()
    played.resign()
    assert not played.is_drawn_by_history
    assert replay(played.record()).record() == played.record()
    for _ in range(2):
        played.undo()
    played.play_text(SHUFFLE[3])
    assert played.is_drawn_by_history


def test_a_legal_move_may_be_played_past_a_draw_by_history() -> None:
    played = game_of(*SHUFFLE, *SHUFFLE)
    with pytest.raises(IllegalMove):
        played.play_text(SHUFFLE[1], past_draw=True)
    assert played.is_drawn_by_history
    played.play_text(SHUFFLE[0], past_draw=True)
    assert len(played.moves) == 9
    won = game_of("D3-D4-1", start="7/7/7/7/3RG3/7/BG6 r")
    with pytest.raises(IllegalMove, match="the game is over"):
        won.play_text(SHUFFLE[1], past_draw=True)


def test_a_win_on_the_board_is_no_draw_to_go_on_after() -> None:
    played = game_of("D3-D4-1", start="7/7/7/7/3RG3/7/BG6 r")
    assert not played.is_drawn_by_history
    with pytest.raises(BoardwrightError, match="expected a draw by repetition"):
        played.play_on()


def test_four_hundred_moves_without_progress_are_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwright.game.REPETITIONS", 1000)
    played = game_of(*SHUFFLE * 99, *SHUFFLE[:3])
    assert (played.quiet_plies, played.outcome) == (399, None)
    played.play_text(SHUFFLE[3])
    assert played.outcome == Outcome(None, "400 moves without progress")


def test_a_win_on_the_board_comes_before_a_draw_by_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwright.game.QUIET_PLIES", 1)
    played = game_of("D3-D4-1", start="7/7/7/7/3RG3/7/BG6 r")
    assert played.outcome == Outcome(0, "the red guard has reached D4")


def test_resignation_and_agreement_end_a_match_and_can_be_taken_back() -> None:
    played = game_of("D5-D4-1")
    played.resign()
    assert played.outcome == Outcome(0, "the other side resigned")
    with pytest.raises(BoardwrightError, match="already over"):
        played.agree_draw()
    played.undo()
    assert played.outcome is None
    played.agree_draw()
    assert played.outcome == Outcome(None, "agreed")


@pytest.mark.parametrize("end", ["", "resign red", "resign blue", "draw"])
def test_a_record_replays_exactly(end: str) -> None:
    played = game_of("D5-D4-1", "D3-D4-1")
    if end.startswith("resign"):
        played.resign(TURM.sides.index(end.split()[1]))
    elif end:
        played.agree_draw()
    record = json.loads(json.dumps(played.record()))
    again = replay(record)
    assert again.positions == played.positions
    assert again.outcome == played.outcome
    assert again.record() == record


@pytest.mark.parametrize(
    ("winner", "reason", "termination"),
    [
        (0, RESIGNATION, Termination.RESIGNATION),
        (None, AGREEMENT, Termination.AGREEMENT),
        (0, REASONS("time_forfeit", side="blue"), Termination.TIME_FORFEIT),
        (1, REASONS("engine_failed", side="red"), Termination.FAILURE),
        (None, REASONS("move_limit", moves=LONGEST_GAME), Termination.MOVE_LIMIT),
        (1, ADJUDGED + "red left", Termination.ADJUDICATION),
        (None, REASONS("decided"), Termination.ADJUDICATION),
        (0, REASONS("abandoned", side="blue"), Termination.ABANDONMENT),
        (None, REASONS("abandoned", side="blue"), Termination.ABANDONMENT),
        (None, REASONS("aborted", side="red"), Termination.ABORTED),
        (None, DECLINED, Termination.ABORTED),
    ],
)
def test_the_termination_is_recovered_from_the_reason_of_a_record(
    winner: int | None, reason: str, termination: Termination
) -> None:
    written = {"winner": None if winner is None else TURM.sides[winner], "reason": str(reason)}
    again = replay({**game_of("D5-D4-1", "D3-D4-1").record(), "outcome": written})
    assert again.record()["outcome"] == written
    assert again.outcome is not None
    assert again.outcome.termination is termination
    if isinstance(reason, TranslatableText):
        assert TranslatableText(again.outcome.reason).data == reason.data


def test_an_outcome_by_the_rules_has_their_termination() -> None:
    won = game_of("D3-D4-1", start="7/7/7/7/3RG3/7/BG6 r").outcome
    drawn = game_of(*SHUFFLE * 2).outcome
    assert won is not None
    assert drawn is not None
    assert (won.termination, drawn.termination) == (Termination.REACHED_GOAL, Termination.REPETITION)


RECORD = game_of("D5-D4-1", "D3-D4-1").record()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "pgn"}, "format is 'pgn 1': expected 'boardwright 1'"),
        ({"version": 99}, "format is 'boardwright 99'"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "examples/breakthrough.py"}, "unknown game 'examples/breakthrough.py'"),
        ({"rules": 99}, "made with version '99' of the rules of turm: expected 1"),
        ({"moves": ["d5-d4-1"]}, "move 1: 'd5-d4-1' is not a move"),
        ({"game": 5}, "field 'game' is '5': expected a string"),
        ({"moves": "D5-D4-1"}, "'moves' is not a list of strings"),
        ({"moves": ["D5-D4-1", 7]}, "'moves' is not a list of strings"),
        ({"moves": ["D5-D4-1", "D5-D4-1"]}, "move 2: 'D5-D4-1' is illegal: D5 is empty"),
        ({"start": "7/7 r"}, "start: the board has 2 ranks"),
        ({"final": "7/7/7/7/7/7/RG6 r"}, "its moves lead to"),
        ({"outcome": {"winner": "red", "reason": "magic"}}, "its moves lead to continue"),
        ({"outcome": 3}, "its moves lead to continue"),
    ],
)
def test_a_damaged_record_is_refused_with_the_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardwrightError, match=complaint):
        replay({**RECORD, **change})


@pytest.mark.parametrize("nonsense", [None, 3, "x", [], {}])
def test_what_is_no_record_is_refused(nonsense: object) -> None:
    with pytest.raises(InvalidRecord, match="record"):
        replay(nonsense)


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="of the game 'turm:centre': expected turm:castle"):
        replay(RECORD, find_game("turm:castle"))


def test_a_record_tells_what_a_step_takes_where_the_game_notes_it() -> None:
    margrites = find_game("margrites")
    played = PlayedGame(margrites, margrites.parse_position("9/9/5w3/6ww1/5bbw1/1b7/9/9 w"))
    played.play_text("f6>f5")
    assert played.record()["moves"] == ["f6>f5(xg4, xf4)"]
    assert replay(played.record()).positions == played.positions
