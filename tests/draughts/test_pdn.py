"""PDN: what real files hold is read, nothing of it is lost, and whatever is wrong has its line and column."""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.draughts.test_draws import KINGS_ONLY, TWENTY_FIVE_EACH
from tests.records.big_files import Repeated

from boardwright import find_game
from boardwright.errors import AmbiguousMove, BoardwrightError, IllegalMove, InvalidPosition, InvalidRecord
from boardwright.game import Outcome
from boardwright.games.draughts import Draughts, Position
from boardwright.games.draughts.pdn import PDN, PdnGame, pdn_of, read_pdn, write_pdn
from boardwright.games.draughts.rules import Move
from boardwright.played_game import AGREEMENT, RESIGNATION, PlayedGame, replay
from boardwright.records import AnnotatedGame, AnnotatedLine, AnnotatedMove, InvalidText
from boardwright.records.reader import comment_text
from boardwright.records.record_format import record_formats

GAME = Draughts()

CLUB = r"""% Club championship, second round
[Event "Club championship"]
[Site "De \"Gouden\" Schijf"]
[Date "2024.03.11"]
[Round "2.1"]
[White "Vermeer, A."]
[Black "Jónsson, B."]
[Result "1-0"]
[GameType "20"]

{ Played on a Monday evening,
the clocks were set late. }
1. 32-28 {[%clk 0:59:12]} 19-23 2. 28x19 14x23 $1 $14
   (2... 13x24 ; the other way
    3. 37-32! {and White is fine} (3. 33-28? (3. 34-29 ) 3... 9-13 {holds}) 3... 9-13!?)
3. 37-32 10-14 { solid }
{ more usual than 5-10 } 4. 41-37 1-0 {Black lost on time}
{ and shook hands }

[Event "Club championship"]
[Result "1/2-1/2"]

1.33-29 20-25 2.39-33 1/2-1/2
"""


def read(text: str) -> list[PdnGame]:
    """All games of a text, which is right."""
    return list(read_pdn(io.StringIO(text)))


def written(*games: PdnGame) -> str:
    stream = io.StringIO()
    for game in games:
        write_pdn(game, stream)
    return stream.getvalue()


def line_of(texts: str, position: Position | None = None) -> AnnotatedLine[Move]:
    """A line of bare moves."""
    played = PlayedGame(GAME, position)
    for text in texts.split():
        played.play_text(text)
    return AnnotatedLine(nodes=tuple(map(AnnotatedMove, played.moves)))


def move_texts(line: AnnotatedLine[Move], position: Position | None = None) -> list[str]:
    position = position or GAME.start()
    texts = []
    for move in line.moves:
        texts.append(GAME.format_move(position, move))
        position = GAME.play(position, move)
    return texts


def test_a_game_is_read_with_all_that_is_noted_beside_its_moves() -> None:
    game, other = read(CLUB)
    assert game.line == 2
    assert game.tags == {
        "Event": "Club championship",
        "Site": 'De "Gouden" Schijf',
        "Date": "2024.03.11",
        "Round": "2.1",
        "White": "Vermeer, A.",
        "Black": "Jónsson, B.",
        "Result": "2-0",
        "GameType": "20",
    }
    assert game.result == "2-0"
    assert game.closing == ("Black lost on time", "and shook hands")
    assert game.main.comments == ("Played on a Monday evening, the clocks were set late.",)
    assert move_texts(game.main) == ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "41-37"]
    assert [node.comments for node in game.main.nodes] == [
        ("[%clk 0:59:12]",),
        *[()] * 4,
        ("solid", "more usual than 5-10"),
        (),
    ]
    assert [node.nags for node in game.main.nodes] == [(), (), (), (1, 14), (), (), ()]
    assert (other.line, other.tags["Result"], other.result, len(other.moves)) == (20, "1-1", "1-1", 3)


def test_variations_replace_the_move_before_them_to_any_depth() -> None:
    (variation,) = read(CLUB)[0].main.nodes[3].variations
    here = PlayedGame(GAME)
    for text in ("32-28", "19-23", "28x19"):
        here.play_text(text)
    assert move_texts(variation, here.position) == ["13x24", "37-32", "9-13"]
    assert [node.comments for node in variation.nodes] == [("the other way",), ("and White is fine",), ()]
    assert [node.nags for node in variation.nodes] == [(), (1,), (5,)]
    (deeper,) = variation.nodes[1].variations
    here.play_text("13x24")
    assert move_texts(deeper, here.position) == ["33-28", "9-13"]
    assert [move_texts(line, here.position) for line in deeper.nodes[0].variations] == [["34-29"]]


def test_a_game_is_written_in_lines_of_80_columns() -> None:
    assert (
        written(*read(CLUB))
        == r"""[Event "Club championship"]
[Site "De \"Gouden\" Schijf"]
[Date "2024.03.11"]
[Round "2.1"]
[White "Vermeer, A."]
[Black "Jónsson, B."]
[Result "2-0"]
[GameType "20"]

{Played on a Monday evening, the clocks were set late.} 1. 32-28 {[%clk
0:59:12]} 1... 19-23 2. 28x19 14x23! $14 (2... 13x24 {the other way} 3. 37-32!
{and White is fine} (3. 33-28? (3. 34-29) 3... 9-13 {holds}) 3... 9-13!?)
3. 37-32 10-14 {solid} {more usual than 5-10} 4. 41-37 2-0 {Black lost on time}
{and shook hands}

[Event "Club championship"]
[Result "1-1"]

1. 33-29 20-25 2. 39-33 1-1

"""
    )


def test_what_is_written_is_read_back_equal() -> None:
    games = read(CLUB)
    assert read(written(*games)) == games


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. 32-28 19-23 2. 28x19 14x23", "32-28 19-23 28x19 14x23"),
        ("32-28 19-23 28x19 14x23", "32-28 19-23 28x19 14x23"),
        ("1.32-28 19-23 2.28x19 14x23", "32-28 19-23 28x19 14x23"),
        ("1 . 32-28 1... 19-23 2. 28x19 2... 14x23 *", "32-28 19-23 28x19 14x23"),
        ("  1. 32 - 28 19- 23   2. 28 x19 14x\n23", "32-28 19-23 28x19 14x23"),
        ("01. 32-28  17-21 02. 37-32  11-17 03. 41-37  06-11 .", "32-28 17-21 37-32 11-17 41-37 6-11"),
        ("1. 32-28 19-23 2. 28:19 14X23", "32-28 19-23 28x19 14x23"),
        ("1. 32-28 19-23 2. 28×19 14-23", "32-28 19-23 28x19 14x23"),
        ("1. ... 32-28", "32-28"),
        ("1. 32-28! 19-23(?) 2. 28x19 ! 14x23 ?!", "32-28 19-23 28x19 14x23"),
        ("1. 0-2", ""),
        ("", None),
        (" \n% nothing\n", None),
    ],
)
def test_moves_are_read_as_files_write_them(text: str, moves: str | None) -> None:
    assert [game.main.moves for game in read(text)] == ([] if moves is None else [line_of(moves).moves])


@pytest.mark.parametrize(
    ("result", "canonical"),
    [
        *(("2-0", "2-0"), ("1-0", "2-0"), ("1-1", "1-1"), ("1/2-1/2", "1-1"), ("0-2", "0-2"), ("0-1", "0-2")),
        *(("0-0", "0-0"), ("*", "*"), ("2 - 0", "2-0"), ("1/2 - 1/2", "1-1")),
    ],
)
def test_both_ways_to_count_results_are_read_and_one_is_written(result: str, canonical: str) -> None:
    (game,) = read(f"1. 32-28 {result}")
    assert (game.result, len(game.moves)) == (canonical, 1)
    assert written(game) == f"1. 32-28 {canonical}\n\n"


@pytest.mark.parametrize(
    ("tag", "end", "result", "kept"),
    [
        ("1-0", "", "2-0", "2-0"),
        ("1-0", "*", "2-0", "2-0"),
        ("2-0", "0-2", "0-2", "2-0"),
        ("1+ - 1-", "*", "*", "1+ - 1-"),
        ("*", "1-1", "1-1", "*"),
    ],
)
def test_the_result_is_that_behind_the_moves_else_that_of_the_tag(tag: str, end: str, result: str, kept: str) -> None:
    (game,) = read(f'[Result "{tag}"]\n32-28 {end}')
    assert (game.result, game.tags["Result"]) == (result, kept)


def test_1_18_is_a_move_and_1_1_a_result() -> None:
    (game,) = read('[FEN "B:W50:BK1"] 1-18 1-1')
    assert (move_texts(game.main, game.first), game.result) == (["1-18"], "1-1")


def test_a_result_within_a_variation_is_said_of_its_last_move() -> None:
    (game,) = read("1. 32-28 (1. 33-28 1-0) 2-0")
    assert game.main.nodes[0].variations[0].nodes[0].comments == ("2-0",)
    assert game.result == "2-0"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("32-28 2-0 33-28 0-2", ["2-0", "0-2"]),
        ("32-28 2-0 *\n33-28 0-2 *", ["2-0", "0-2"]),
        ('32-28\n[White "Anna"]\n33-28', ["*", "*"]),
        ('[White "A"][Result "2-0"]\n\n[White "B"][Result "0-2"]', ["2-0", "0-2"]),
        ('[White "A"]\n\n[Result "2-0"] 32-28', ["2-0"]),
        ("* \n\n *", ["*", "*"]),
        ('{a} 1. {b} [White "A"] [Black "B"] 32-28 2-0\n\n{c}', ["2-0"]),
        ("{a}\n\n{b} 1. !", []),
    ],
)
def test_one_game_follows_another(text: str, games: list[str]) -> None:
    assert [game.result for game in read(text)] == games


def test_comments_keep_their_place() -> None:
    text = (
        "{a} {b} 1. {c} 32-28 {d} (1. 33-28 {e} (1. 34-29) {f}) {g} (1. 31-26) {h} 19-23 {i} 2-0 {j}\n{k}\n\n{l} 33-28"
    )
    game, other = read(text)
    first, second = game.main.nodes
    assert (game.main.comments, first.before, first.comments) == (("a", "b"), ("c",), ("d", "g", "h"))
    assert [type(item) for item in first.after] == [str, AnnotatedLine, str, AnnotatedLine, str]
    inner = first.variations[0].nodes[0]
    assert [item if isinstance(item, str) else len(item.nodes) for item in inner.after] == ["e", 1, "f"]
    assert (second.comments, game.closing, other.main.comments) == (("i",), ("j", "k"), ("l",))
    assert read(written(game, other)) == [game, other]


def test_comments_behind_the_last_result_belong_to_the_last_game() -> None:
    (game,) = read("32-28 2-0 {one}\n\n{two}\n{three}\n")
    assert game.closing == ("one", "two", "three")


def test_a_comment_keeps_its_words_and_paragraphs() -> None:
    (game,) = read("{ one\n two  three \n\n \n four }{  } 32-28 ; five } six {\n19-23")
    assert game.main.comments == ("one two three\n\nfour",)
    assert game.main.nodes[0].comments == ("five } six {",)
    assert written(game) == "{one two three\n\nfour} 1. 32-28 ; five } six {\n1... 19-23 *\n\n"


def test_glyphs_are_read_by_number_and_by_sign() -> None:
    (game,) = read("32-28! 19-23? 28x19!! 14x23?? 37-32!? 10-14?! 41-37 $7 17-21(!) {x} $10 31-26!?!! $0")
    nags = [node.nags for node in game.main.nodes]
    assert nags == [(1,), (2,), (3,), (4,), (5,), (6,), (7,), (1, 10), (0,)]
    assert game.main.nodes[-1].comments == ("!?!!",)
    assert read(written(game)) == [game]


def test_a_glyph_before_the_first_move_is_kept_as_a_comment() -> None:
    assert read("$13 ! 32-28")[0].main.comments == ("$13", "!")


def test_tags_have_escapes_and_are_kept_in_order() -> None:
    text = '[ Site "C:\\\\dam\\new \\"x\\"" ] [Event "the "big" one"]\n[note ""] 32-28'
    (game,) = read(text)
    assert list(game.tags.items()) == [("Site", 'C:\\dam\\new "x"'), ("Event", 'the "big" one'), ("note", "")]
    header = '[Site "C:\\\\dam\\\\new \\"x\\""]\n[Event "the \\"big\\" one"]\n[note ""]\n\n'
    assert written(game) == f"{header}1. 32-28 *\n\n"


def test_a_game_begins_with_the_position_of_its_fen() -> None:
    (game,) = read('[SetUp "1"]\n[FEN "B:B7,15,18:W8,25,30."]\n\n1. ... 7-12 2. 8x17 18-23 1-0')
    assert GAME.format_position(game.first) == "B:W8,25,30:B7,15,18"
    assert written(game) == '[SetUp "1"]\n[FEN "B:W8,25,30:B7,15,18"]\n\n1... 7-12 2. 8x17 18-23 2-0\n\n'


def test_an_empty_fen_and_an_unknown_type_say_nothing() -> None:
    (game,) = read('[FEN ""][GameType "?"][SetUp "0"] 32-28')
    assert game.first == GAME.start()


def test_captures_are_written_short_where_that_is_enough() -> None:
    (game,) = read('[FEN "W:WK47:B14,19,29,31,42"] 47x33x20x9x36 *')
    assert written(game).splitlines()[-2] == "1. 47x38x20x9x36 *"
    (game,) = read('[FEN "W:WK41,49:B9,10,12,19,38"] 41x14x3x21x43 *')
    assert written(game).splitlines()[-2] == "1. 41x43 *"


def test_an_ambiguous_capture_is_refused_with_the_candidates() -> None:
    with pytest.raises(InvalidText) as caught:
        read('[FEN "W:WK47:B14,19,29,31,42"]\n1. 47x36')
    assert str(caught.value) == ("line 2, column 4: '47x36' is ambiguous: write one of 47x38x20x9x36, 47x38x24x13x36")
    cause = caught.value.__cause__
    assert isinstance(cause, AmbiguousMove)
    assert cause.candidates == ("47x38x20x9x36", "47x38x24x13x36")


JUNK = "in PDN: expected a tag, a move such as 32-28, a comment or a result"


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. 32-28 19-24\n 2. 28-32", 2, 5, "'28-32' is illegal: men move one square forward"),
        ("32-28 {a\nb} 28-23", 2, 4, "'28-23' is illegal: the piece on 28 is the opponent's"),
        ("32-28 (33-29 33-28)", 1, 14, "'33-28' is illegal: 33 is empty"),
        ("32-51", 1, 1, "'32-51' names square 51: expected squares from 1 to 50"),
        ("32-28 c3-d4", 1, 7, f"unexpected 'c3-d4' {JUNK}"),
        ("\ufeff32-28 19-233", 1, 7, f"unexpected '19-233' {JUNK}"),
        ("32-28 $1000", 1, 7, f"unexpected '$1000' {JUNK}"),
        ("32-28 }", 1, 7, f"unexpected '}}' {JUNK}"),
        ("\r\n\r32-28\r\n  ]", 4, 3, f"unexpected ']' {JUNK}"),
        ("32-28\n{never", 2, 1, "the comment is not closed: expected }"),
        ("32-28 {a {b} c}", 1, 14, f"unexpected 'c' {JUNK}"),
        ("(32-28)", 1, 1, "a variation must follow the move that it replaces: expected a move before it"),
        ("32-28 ({x} (33-28))", 1, 12, "a variation must follow the move that it replaces: expected a move before it"),
        ("32-28)", 1, 6, "there is no variation to close: expected a move or a result"),
        ("32-28 (33-28 (34-29) \n", 1, 7, "the variation is not closed: expected )"),
        ('32-28 (33-28 2-0\n[A "b"]', 1, 7, "the variation is not closed: expected )"),
        (
            '[Event "x]\n',
            1,
            1,
            '\'[Event "x]\' is not a tag: expected a name and a text in quotes, such as [White "Anna"]',
        ),
        ('[A "b"]\n[A "c"]', 2, 1, "duplicate tag A: expected each tag once"),
        (' [GameType "21"]', 1, 2, "the game type is '21': expected 20, international draughts"),
        ('[GameType "200"]', 1, 1, "the game type is '200': expected 20, international draughts"),
        ('[FEN "W:W31"]', 1, 1, "'W:W31' has 2 parts: expected side:W...:B..., such as W:W31-50:B1-20"),
        ('[A "b"]\n[SetUp "1"]\n32-28', 2, 1, "the game begins with a position of its own: expected a tag FEN"),
        (
            '32-28 /FEN "B:W28:B1"/',
            1,
            7,
            "'/FEN \"B:W28:B1\"/' sets up a position within a game: expected moves only",
        ),
    ],
)
def test_an_error_names_the_line_the_column_and_what_was_expected(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(InvalidText) as caught:
        read(text)
    error = caught.value
    assert (error.line, error.column, error.reason) == (line, column, reason)
    assert str(error) == f"line {line}, column {column}: {reason}"
    assert isinstance(error, InvalidRecord)


def test_the_cause_of_an_error_is_that_of_the_rules() -> None:
    for text, cause in (("32-27 32-27", IllegalMove), ('[FEN "x:"]', InvalidPosition)):
        with pytest.raises(InvalidText) as caught:
            read(text)
        assert isinstance(caught.value.__cause__, cause)


@pytest.mark.parametrize(
    "bad",
    [
        '[White "bad"]\n32-28 32-28 (19-23) 2-0 {a} 1-1 *\n',
        '[White "bad"]\n32-28 {never closed, 1-0\n2-0\n',
        '[White "bad]\n[Black "x"]\n\n32-28 2-0\n',
        '[White "bad"]\n[GameType "21"]\n[Black "x"]\n\n11-15 24-19 1-0\n',
        '[White "bad"]\n[GameType "21"]\n\n11-15 24-19\n',
        '[White "bad"]\nwho knows 2-0 or 1-1\n\n',
        '[White "bad"]\n\n32-28 (33-28 2-0\n\n',
        "32-28 32-28 2-0\n\n",
    ],
)
def test_a_bad_game_costs_no_other(bad: str) -> None:
    errors: list[InvalidText] = []
    text = f'[White "one"] 32-28 2-0\n{bad}[White "two"] 33-28 1-1\n{bad}[White "three"] 34-29'
    games = list(read_pdn(io.StringIO(text), on_error=errors.append))
    assert [game.tags["White"] for game in games] == ["one", "two", "three"]
    assert len(errors) == 2
    with pytest.raises(InvalidText):
        read(text)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", "\ufeff".encode()])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_files_come_in_several_encodings(tmp_path: Path, ends: str, mark: bytes, encoding: str) -> None:
    file = tmp_path / "club.pdn"
    file.write_bytes(mark + CLUB.replace("\n", ends).encode(encoding))
    assert list(read_pdn(file)) == list(read_pdn(str(file))) == read(CLUB)
    with file.open("rb") as stream:
        assert [game.line for game in read_pdn(stream)] == [2, 20]


def test_both_encodings_may_be_in_one_file() -> None:
    text = '[White "é"] *\n'
    stream = io.BytesIO(text.encode("latin-1") + text.encode() + b'[White "\xe9')
    errors: list[InvalidText] = []
    assert [game.tags["White"] for game in read_pdn(stream, on_error=errors.append)] == ["é", "é"]
    assert [(error.line, error.column) for error in errors] == [(3, 1)]


@pytest.mark.slow
def test_variations_may_be_nested_deeper_than_python_calls() -> None:
    depth = 20_000
    text = "32-28 " + "(33-28 " * depth + ")" * depth
    (game,) = read(text)
    nested, line = 0, game.main
    while line.nodes[-1].variations:
        nested, line = nested + 1, line.nodes[-1].variations[0]
    assert nested == depth
    again = read(written(game))
    assert again == [game]
    assert repr(game.main.nodes[0].variations) == "(<AnnotatedLine of 1 move>,)"


def test_lines_that_differ_deep_below_are_not_equal() -> None:
    texts = ["32-28 (33-28 (34-29))", "32-28 (33-28 (34-30))", "32-28 (33-28 (34-29 {x}))", "32-28 (33-28) (34-29)"]
    games = [read(text)[0] for text in texts]
    assert all((one == other) == (one is other) for one in games for other in games)
    assert games[0].main != "32-28"


# Matches.


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("32-28 19-23 *", None),
        ("32-28 19-23 2-0", Outcome(0, RESIGNATION)),
        ("32-28 19-23 0-1", Outcome(1, RESIGNATION)),
        ("32-28 19-23 1-1", Outcome(None, AGREEMENT)),
        ('[FEN "W:W28:B22"] 28x17 2-0', Outcome(0, "the side to move has no pieces left")),
        ('[FEN "W:W28:B22"] 28x17', Outcome(0, "the side to move has no pieces left")),
        ('[FEN "W:WK1:BK50"] ' + "1-6 50-45 6-1 45-50 " * 2, Outcome(None, "the position has occurred three times")),
    ],
)
def test_a_game_is_a_match_that_ends_as_its_result_says(text: str, outcome: Outcome | None) -> None:
    (game,) = read(text)
    played = game.to_played_game()
    assert tuple(played.moves) == game.moves
    assert played.outcome == outcome


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '\n\n[FEN "W:W28:B22"] 28x17 0-2',
            "line 3, column 25: the result is 0-2: its moves lead to white wins: the side to move has no pieces left",
        ),
        ("32-28 0-0", "line 1, column 7: the result is 0-0, lost for both: expected a winner or a draw"),
        (
            '[Result "abc"]\n\n32-28 2-0',
            "line 1, column 1: 'abc' is not a result: expected 2-0, 0-2, 1-1, 0-0, *, 1-0, 0-1, 1/2-1/2",
        ),
        (
            '[White "A"] [Result "1+ - 1-"] 32-28 *',
            "line 1, column 13: '1+ - 1-' is not a result: expected 2-0, 0-2, 1-1, 0-0, *, 1-0, 0-1, 1/2-1/2",
        ),
        ('[Result "2-0"] 1. 32-28 0-2', "line 1, column 25: the result is 0-2: expected 2-0, as the tag Result says"),
        ('[Result "1-0"] 32-28 1-1', "line 1, column 22: the result is 1-1: expected 2-0, as the tag Result says"),
    ],
)
def test_a_game_that_no_match_can_be_is_kept_and_refused_as_one(text: str, complaint: str) -> None:
    (game,) = read(text)
    assert read(written(game)) == [game]
    with pytest.raises(InvalidRecord) as caught:
        game.to_played_game()
    assert str(caught.value) == complaint


@pytest.mark.parametrize(
    ("tag", "end"),
    [
        *(("2-0", "1-0"), ("1-0", "2-0"), ("2 - 0", "2-0"), ("1-0", "*"), ("2-0", ""), ("1-0", "")),
        *(("*", "1-0"), ("?", "2-0"), ("", "1-0")),
    ],
)
def test_tag_and_result_may_say_the_same_in_their_own_ways(tag: str, end: str) -> None:
    (game,) = read(f'[Result "{tag}"] 32-28 {end}')
    assert game.to_played_game().outcome == Outcome(0, RESIGNATION)


THERE_AND_BACK = '[FEN "W:WK1,31:BK50,20"] ' + "1-6 50-45 6-1 45-50 " * 3
REPEATED = "the position has occurred three times"


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        ("*", Outcome(None, REPEATED)),
        ("1-1", Outcome(None, REPEATED)),
        ("2-0", Outcome(0, RESIGNATION)),
        ("31-27 *", None),
        ("31-27 1-1", Outcome(None, AGREEMENT)),
        ("31-27 20-25 0-2", Outcome(1, RESIGNATION)),
    ],
)
def test_a_game_that_was_played_on_after_a_draw_by_history_is_replayed(end: str, outcome: Outcome | None) -> None:
    (game,) = read(THERE_AND_BACK + end)
    played = game.to_played_game()
    assert tuple(played.moves) == game.moves
    assert played.outcome == outcome
    assert replay(played.record()).record() == played.record()
    assert pdn_of(played).to_played_game().record() == played.record()


def test_more_than_25_moves_with_kings_only_are_replayed() -> None:
    first = GAME.parse_position("W:WK47,35,45:B6,K16")
    played = PlayedGame(GAME, first)
    for text in TWENTY_FIVE_EACH.split():
        played.play_text(text)
    assert played.outcome == KINGS_ONLY
    played.play_on()
    played.play(played.legal_moves()[0])
    assert len(played.moves) == 51
    game = pdn_of(played)
    assert read(written(game)) == [game]
    assert game.to_played_game().record() == played.record()


def test_a_match_becomes_a_game_with_the_tags_that_follow_from_it() -> None:
    played = PlayedGame(GAME, GAME.parse_position("W:W28:B22"))
    played.play_text("28x17")
    game = pdn_of(played, {"Event": "Problems", "Result": "?"})
    assert written(game) == (
        '[Event "Problems"]\n[Result "2-0"]\n[GameType "20,W,10,10,N2,0"]\n[SetUp "1"]\n[FEN "W:W28:B22"]\n\n'
        "1. 28x17 2-0\n\n"
    )
    assert game.to_played_game().record() == played.record()
    fresh = pdn_of(PlayedGame(GAME), game.tags)
    assert fresh.tags == {"Event": "Problems", "Result": "*", "GameType": "20,W,10,10,N2,0"}


def test_a_match_that_was_read_keeps_its_notes() -> None:
    club, _ = read(CLUB)
    again = pdn_of(club.to_played_game())
    assert again == replace(club, tags={**club.tags, "GameType": "20,W,10,10,N2,0"})
    assert list(again.tags) == list(club.tags)
    assert pdn_of(club.to_played_game(), {"Event": "Analysis", "Annotator": "Anna"}).tags == {
        **again.tags,
        "Event": "Analysis",
        "Annotator": "Anna",
    }


def test_notes_stay_with_the_moves_that_are_still_there() -> None:
    club, _ = read(CLUB)
    longer = club.to_played_game()
    longer.undo()
    longer.play_text("5-10")
    *before, last, new = pdn_of(longer).main.nodes
    assert before == list(club.main.nodes[:-1])
    assert last == replace(club.main.nodes[-1], after=("Black lost on time", "and shook hands"))
    assert new == AnnotatedMove(longer.moves[-1])
    assert (pdn_of(longer).result, pdn_of(longer).closing) == ("*", ())

    other = club.to_played_game()
    for _ in range(3):
        other.undo()
    other.play_text("13-19")
    assert pdn_of(other).main == AnnotatedLine(
        club.main.comments, (*club.main.nodes[:5], AnnotatedMove(other.moves[-1]))
    )
    assert pdn_of(other).closing == ()


def test_what_was_said_of_a_game_without_moves_is_said_before_its_first() -> None:
    (game,) = read('[FEN "W:W33:B1"] {a problem} * {white to win}')
    played = game.to_played_game()
    played.play_text("33-28")
    assert written(pdn_of(played)) == (
        '[FEN "W:W33:B1"]\n[Result "*"]\n[GameType "20,W,10,10,N2,0"]\n[SetUp "1"]\n\n'
        "{a problem} {white to win} 1. 33-28 *\n\n"
    )


def test_the_rest_of_the_package_finds_the_format_without_knowing_it() -> None:
    assert list(record_formats(find_game("draughts"))) == ["pdn"]
    pdn = record_formats(find_game("draughts"))["pdn"]
    assert pdn.extension == ".pdn"
    played = PlayedGame(GAME)
    played.play_text("32-28")
    played.resign()
    stream = io.StringIO()
    pdn.write(played, {"White": "Anna"}, stream)
    (again,) = pdn.read(io.StringIO(stream.getvalue()))
    assert again.record() == played.record()
    errors: list[InvalidRecord] = []
    texts = [stream.getvalue(), "32-28 0-0", "32-23 *", "1. 33-28 *"]
    found = list(pdn.read(io.StringIO("\n".join(texts)), on_error=errors.append))
    assert [len(each.moves) for each in found] == [1, 1]
    assert len(errors) == 2
    with pytest.raises(InvalidRecord):
        list(pdn.read(io.StringIO("\n".join(texts))))


# What cannot be written.


@pytest.mark.parametrize(
    "make",
    [
        lambda: AnnotatedGame(PDN, result="3-0"),
        lambda: AnnotatedGame(PDN, {"FEN": "W:W31"}),
        lambda: written(AnnotatedGame(PDN, {"White": "two\nlines"})),
        lambda: written(AnnotatedGame(PDN, {"not a word": "x"})),
        lambda: written(AnnotatedGame(PDN, main=AnnotatedLine(("a}\n\nb",)))),
        lambda: written(
            AnnotatedGame(PDN, main=AnnotatedLine(nodes=(AnnotatedMove(line_of("32-28").moves[0], nags=(1000,)),)))
        ),
        lambda: written(AnnotatedGame(PDN, main=AnnotatedLine(nodes=line_of("32-28").nodes * 2))),
    ],
)
def test_a_game_that_could_not_be_read_back_is_not_written(make: Callable[[], object]) -> None:
    with pytest.raises(BoardwrightError):
        make()


# For every game, and for every text.

FIRSTS = ["W:W31-50:B1-20", "B:W8,25,30:B7,15,18", "W:WK47:B14,19,29,31,42", "B:W6,9,10,11,20,21:BK17,K24"]
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).map(comment_text)
COMMENTS = st.lists(WORDS.filter(lambda text: bool(text) and not ("}" in text and "\n" in text)), max_size=2).map(tuple)
VALUES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=20)


@st.composite
def pdn_lines(draw: st.DrawFn, position: Position, depth: int) -> AnnotatedLine[Move]:
    nodes = []
    comments = draw(COMMENTS)
    for _ in range(draw(st.integers(0, 4))):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        move = draw(st.sampled_from(moves))
        after: list[str | AnnotatedLine[Move]] = list(draw(COMMENTS))
        if depth and draw(st.booleans()):
            after.extend(draw(st.lists(pdn_lines(position, depth - 1), max_size=2)))
            after.extend(draw(COMMENTS))
        nags = draw(st.lists(st.integers(0, 999) | st.integers(0, 8), max_size=2))
        nodes.append(AnnotatedMove(move, draw(COMMENTS), tuple(nags), tuple(after)))
        position = GAME.successor(position, move)
    return AnnotatedLine(comments, tuple(nodes))


@st.composite
def pdn_games(draw: st.DrawFn) -> PdnGame:
    tags = draw(st.dictionaries(st.sampled_from(["Event", "White", "x_1"]), VALUES))
    if draw(st.booleans()):
        tags["Result"] = draw(st.sampled_from(["2-0", "1-0", "*", "4-6"]))
    first = draw(st.sampled_from(FIRSTS))
    if first != FIRSTS[0]:
        tags["FEN"] = first
    main = draw(pdn_lines(GAME.parse_position(first), 2))
    return AnnotatedGame(PDN, tags, main, draw(st.sampled_from(["2-0", "0-2", "1-1", "0-0", "*"])), draw(COMMENTS))


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(pdn_games(), max_size=3))
def test_for_every_game_what_is_written_is_read_back_equal(games: list[PdnGame]) -> None:
    text = written(*games)
    assert read(text) == games
    assert list(read_pdn(io.BytesIO(text.encode()))) == games
    assert written(*read(text)) == text
    for game in games:
        with suppress(InvalidRecord):
            again = pdn_of(game.to_played_game())
            assert (again.main, again.closing) == (game.main, game.closing)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 1000), max_size=150), st.sampled_from(["", "resign", "agree_draw"]))
def test_for_every_match_its_game_is_the_same_match(choices: list[int], ending: str) -> None:
    played = PlayedGame(GAME)
    for choice in choices:
        moves = played.legal_moves()
        if not moves:
            break
        played.play(moves[choice % len(moves)])
    if ending and played.outcome is None:
        getattr(played, ending)()
    (game,) = read(written(pdn_of(played)))
    assert game.to_played_game().record() == played.record()


PIECES = [
    *("1.", "...", "32-28", "19-23", "28x19", "47 x 36", "33:", "2-0", "1/2-1/2", "*", "(", ")", "{", "}", "{x}", "$1"),
    *("!", "(?)", '[A "b"]', '[A "', '[FEN "W:WK47:B14,19,29"]', '[GameType "40"]', '[SetUp "1"]', "]", "[", '"', "\\"),
    *(";", "%", "\n", "\n\n", "\r", " ", "\ufeff", "\0", "/FEN/", "é", "x", "99999", "-"),
]


def read_anything(stream: IO[Any]) -> Iterator[PdnGame | InvalidText]:
    errors: list[InvalidText] = []
    for game in read_pdn(stream, on_error=errors.append):
        yield from errors
        errors.clear()
        yield game
    yield from errors


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@example('32-28 {x} \n\n [A "b"')
def test_for_every_text_there_are_games_or_errors_of_ours(text: str) -> None:
    games = []
    for found in read_anything(io.StringIO(text)):
        if isinstance(found, InvalidText):
            assert found.line >= 1
            assert found.column >= 1
            assert str(found).isprintable()
        else:
            games.append(found)
    assert read(written(*games)) == games


@given(st.binary())
def test_for_all_bytes_there_are_games_or_errors_of_ours(data: bytes) -> None:
    list(read_anything(io.BytesIO(data)))


# Big files.


@pytest.mark.slow
def test_a_big_file_is_read_in_constant_memory() -> None:
    game = f'[White "Anna"]\n\n1. 32-28 {{{"x" * 20_000}}} (1. 33-28) 2-0\n\n'
    count = 0
    tracemalloc.start()
    for _ in read_pdn(Repeated(game, 1500)):
        count += 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 1500
    assert peak < 10_000_000 < 1500 * len(game) // 3


def test_games_come_before_the_file_is_read_to_its_end() -> None:
    stream = Repeated("1. 32-28 19-23 *\n\n", 1_000_000)
    games = read_pdn(stream)
    assert len(next(games).moves) == 2
    assert stream.times > 800_000


def test_a_comment_that_is_too_long_counts_as_not_closed() -> None:
    first, second = read_anything(Repeated(f'32-28 {{{"x" * 3_000_000}}}\n[White "Anna"] 33-28', 1))
    assert isinstance(first, InvalidText)
    assert (first.line, first.column, first.reason) == (1, 7, "the comment is not closed: expected }")
    assert isinstance(second, AnnotatedGame)


RUBBISH = ["{", "\n{", "[", '[A "', '[A "x"]\n{\n', "(", "32-28 (", "9", "1 ", "1 - ", '"', "\\", "{ 2-0 ", "\0", "32x"]


@pytest.mark.slow
@pytest.mark.parametrize("piece", RUBBISH)
def test_rubbish_takes_linear_time(piece: str) -> None:
    """A quadratic step would take minutes."""
    length = 400_000 if len(piece) == 1 else 100_000
    began = time.process_time()
    for _ in read_anything(io.StringIO(piece * (length // len(piece)))):
        pass
    assert time.process_time() - began < 20
