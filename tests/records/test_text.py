"""The text record: every game is written and read back whole, and whatever is wrong has its line and column."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records.big_files import Repeated

from boardwright import Game, find_game
from boardwright.errors import InvalidRecord
from boardwright.game import AnyGame, Outcome
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay
from boardwright.records import (
    AnnotatedGame,
    AnnotatedLine,
    AnnotatedMove,
    InvalidText,
    TextRecord,
    annotated_game,
    read_games,
    write_game,
)
from boardwright.records.record_format import record_formats
from boardwright.views import Board, View

GAMES = (
    "turm:centre",
    "turm:castle",
    "margrites",
    "congo:standard",
    "congo:full",
    "cabeza",
    "examples/breakthrough.py",
)

TOWERS = """[Game "turm:castle"]
[Event "Club evening"]
[Date "2024.03.11"]
[Red "Anna"]
[Blue "van \\"Jan\\" Dijk"]

{ The first game } 1. D5-D4-1! {to the middle} (1. C6-C5-1 {slow} (1. E6-E5-1)
1... C2-C3-1 $14) D3-D4-1 2. C6-C5-1 ; a pity
E2-E3-1 1-0 {on time}
"""


@cache
def game_of(name: str) -> AnyGame:
    return find_game(name)


def form_of(game: AnyGame) -> TextRecord[Any, Any]:
    form = record_formats(game)["text"]
    assert isinstance(form, TextRecord)
    return form


def read(text: str, form: TextRecord[Any, Any] | None = None) -> list[AnnotatedGame[Any, Any]]:
    return list(read_games(form or TextRecord(), io.StringIO(text)))


def written(*games: AnnotatedGame[Any, Any]) -> str:
    stream = io.StringIO()
    for game in games:
        write_game(game, stream)
    return stream.getvalue()


def text_of(played: AnyPlayedGame, **tags: str) -> str:
    stream = io.StringIO()
    form_of(played.game).write(played, tags, stream)
    return stream.getvalue()


def play_moves(game: AnyGame, *moves: str) -> AnyPlayedGame:
    played: AnyPlayedGame = PlayedGame(game)
    for move in moves:
        played.play_text(move)
    return played


def random_game(game: AnyGame, seed: int, plies: int) -> AnyPlayedGame:
    played: AnyPlayedGame = PlayedGame(game)
    random = Random(seed)
    while played.outcome is None and len(played.moves) < plies:
        played.play(random.choice(played.legal_moves()))
    return played


def test_a_game_is_read_with_all_that_is_noted_beside_its_moves() -> None:
    (game,) = read(TOWERS)
    assert game.form.game.full_name == "turm:castle"
    assert dict(game.tags) == {
        "Game": "turm:castle",
        "Event": "Club evening",
        "Date": "2024.03.11",
        "Red": "Anna",
        "Blue": 'van "Jan" Dijk',
    }
    played = game.to_played_game()
    assert played.move_texts() == ["D5-D4-1", "D3-D4-1", "C6-C5-1", "E2-E3-1"]
    assert played.outcome == Outcome(0, "the other side resigned")
    assert game.main.comments == ("The first game",)
    first = game.main.nodes[0]
    assert (first.nags, first.comments) == ((1,), ("to the middle",))
    (variation,) = first.variations
    assert [len(node.variations) for node in variation.nodes] == [1, 0]
    assert variation.nodes[1].nags == (14,)
    assert game.closing == ("on time",)


def test_a_game_is_written_in_its_canonical_text_and_read_back_equal() -> None:
    (game,) = read(TOWERS)
    text = written(game)
    assert text == (
        '[Game "turm:castle"]\n[Event "Club evening"]\n[Date "2024.03.11"]\n[Red "Anna"]\n'
        '[Blue "van \\"Jan\\" Dijk"]\n\n'
        "{The first game} 1. D5-D4-1! {to the middle} (1. C6-C5-1 {slow} (1. E6-E5-1)\n"
        "1... C2-C3-1 $14) 1... D3-D4-1 2. C6-C5-1 {a pity} 2... E2-E3-1 1-0 {on time}\n\n"
    )
    assert read(text) == [game]
    assert written(*read(text)) == text


def test_a_match_is_written_with_the_tags_that_follow_from_it() -> None:
    turm = game_of("turm:centre")
    played: AnyPlayedGame = PlayedGame(turm, turm.parse_position("7/7/7/2BG4/7/5b11/RG6 b"))
    played.play_text("C4-D4-1")
    assert text_of(played, Red="Anna", Start="nonsense", Game="chess") == (
        '[Game "turm:centre"]\n[Red "Anna"]\n[Result "0-1"]\n'
        '[Termination "the blue guard has reached D4"]\n[Start "7/7/7/2BG4/7/5b11/RG6 b"]\n\n'
        "1... C4-D4-1 0-1\n\n"
    )


def test_turns_of_several_moves_are_numbered_by_turn() -> None:
    steps = ["b2>b3", "b3>b4", "c2>c3", "c3>c4", "h7>h6", "h6>h5", "g7>g6", "g6>g5", "d2>d3"]
    played = play_moves(game_of("margrites"), *steps)
    body = text_of(played).split("\n\n")[1]
    assert body == ("1. b2>b3 b3>b4 c2>c3 c3>c4 1... h7>h6 h6>h5 g7>g6 g6>g5 2. d2>d3 *")


def test_a_comment_within_a_turn_brings_no_new_number_and_a_variation_does() -> None:
    text = '[Game "margrites"] 1. b2>b3 {a} b3>b4 (c2>c3 c3>c4) c2>c3 c3>c4 {b} h7>h6 (b7>b6) {c} h6>h5 *'
    assert written(*read(text)).split("\n\n")[1] == (
        "1. b2>b3 {a} b3>b4 (1. c2>c3 c3>c4) c2>c3 c3>c4 {b} 1... h7>h6 (1... b7>b6) {c}\nh6>h5 *"
    )


def test_games_of_several_kinds_may_be_in_one_file() -> None:
    matches = [random_game(game_of(name), 1, 6) for name in GAMES[:-1]]
    text = "".join(map(text_of, matches))
    again = list(TextRecord[Any, Any]().read(io.StringIO(text)))
    assert [played.record() for played in again] == [played.record() for played in matches]
    assert len(list(TextRecord[Any, Any]().read(io.BytesIO(text.encode())))) == len(matches)


# For every game.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ending", ["", "resign", "agree_draw", "adjudicate"])
def test_for_every_match_its_text_is_the_same_match(name: str, ending: str) -> None:
    game = game_of(name)
    for seed, plies in enumerate((0, 1, 17, 60)):
        played = random_game(game, seed, plies)
        if played.outcome is None and ending:
            if ending == "adjudicate":
                played.adjudicate(seed % 2, "the clock of the other side has run out")
            else:
                getattr(played, ending)()
        text = text_of(played, Round="1.1")
        (again,) = form_of(game).read(io.StringIO(text))
        assert again.record() == played.record()
        assert text_of(again) == text
        assert replay(again.record(), game).record() == played.record()


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_draw_by_history_is_kept_and_so_is_that_the_players_went_on(goes_on: bool) -> None:
    played = play_moves(game_of("turm"), *["D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1"] * 2)
    assert played.is_drawn_by_history
    for ending in (None, played.resign, played.agree_draw, lambda: played.adjudicate(None, "too late")):
        if goes_on:
            if played.is_drawn_by_history:
                played.play_on()
            if ending is not None:
                ending()
        (again,) = form_of(played.game).read(io.StringIO(text_of(played)))
        assert again.record() == played.record()
        if goes_on and ending is not None:
            played.undo()


WORDS = st.sampled_from(["good", "a } b", "50% {", "x; y", "1-0", "[%clk 0:01]"])
COMMENTS = st.lists(WORDS, max_size=2).map(tuple)


@st.composite
def noted_lines(draw: st.DrawFn, game: AnyGame, position: Any, depth: int) -> AnnotatedLine[Any]:
    nodes = []
    comments = draw(COMMENTS)
    for _ in range(draw(st.integers(0, 5))):
        moves = [] if game.outcome(position) else game.legal_moves(position)
        if not moves:
            break
        move = draw(st.sampled_from(moves))
        after: list[str | AnnotatedLine[Any]] = list(draw(COMMENTS))
        if depth and draw(st.booleans()):
            after.append(draw(noted_lines(game, position, depth - 1)))
            after.extend(draw(COMMENTS))
        nags = draw(st.lists(st.integers(0, 8), max_size=2))
        nodes.append(AnnotatedMove(move, draw(COMMENTS), tuple(nags), tuple(after)))
        position = game.successor(position, move)
    return AnnotatedLine(comments, tuple(nodes))


@st.composite
def noted_games(draw: st.DrawFn) -> AnnotatedGame[Any, Any]:
    game = game_of(draw(st.sampled_from(GAMES[:-1])))
    main = draw(noted_lines(game, game.start(), 2))
    return AnnotatedGame(
        form_of(game), {"Game": game.full_name}, main, draw(st.sampled_from(["1-0", "*"])), draw(COMMENTS)
    )


@settings(max_examples=25)
@given(st.lists(noted_games(), max_size=3))
def test_for_every_noted_game_what_is_written_is_read_back_equal(games: list[AnnotatedGame[Any, Any]]) -> None:
    text = written(*games)
    assert read(text) == games
    assert written(*read(text)) == text


def test_notes_stay_with_the_moves_that_are_still_there() -> None:
    played = read(TOWERS)[0].to_played_game()
    played.undo()
    played.undo()
    played.play_text("C2-C3-1")
    again = annotated_game(form_of(played.game), played, {"Annotator": "Anna"})
    assert (again.main.nodes[0].nags, again.closing, again.result) == ((1,), (), "*")
    assert again.tags["Annotator"] == "Anna"


# Moves that look like something else.

ODD = ("1-0", "1/2-1/2", "*", "12.", "7", "(x)", 'a"b', "\\", "{", "}", ";c", "%d", "[A", "!", "$5", "e!", ".", "w?")


class Count(NamedTuple):
    to_move: int
    plies: int


class Odd(Game[Count, str]):
    """A game whose moves have every text."""

    name = "odd"
    title = "Odd"
    sides = ("white", "black")
    kinds = ()
    start_text = "0"

    def legal_moves(self, position: Count) -> list[str]:
        return [] if position.plies == len(ODD) else list(ODD)

    def successor(self, position: Count, move: str) -> Count:
        return Count(1 - position.to_move, position.plies + 1)

    def outcome(self, position: Count) -> Outcome | None:
        return Outcome(0, "it is\nover") if position.plies == len(ODD) else None

    def parse_position(self, text: str, *, strict: bool = True) -> Count:
        return Count(int(text) % 2, int(text))

    def format_position(self, position: Count) -> str:
        return str(position.plies)

    def format_move(self, position: Count, move: str) -> str:
        return move

    def view(self, position: Count) -> View:
        return View(Board.grid("a", "1"), (), position.to_move)

    def is_progress(self, position: Count, move: str) -> bool:
        return True


def test_moves_that_could_be_taken_for_something_else_stand_in_quotes() -> None:
    played = play_moves(Odd(), *ODD)
    text = text_of(played)
    assert '1. "1-0" "1/2-1/2" 2. "*" "12." 3. 7 "(x)" 4. "a\\"b" \\ 5. "{"' in text
    (again,) = form_of(played.game).read(io.StringIO(text))
    assert again.move_texts() == list(ODD)
    assert '[Termination "it is over"]' in text


# What is wrong.


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        (
            "D5-D4-1",
            1,
            1,
            'the game is not named: expected a tag Game first, such as [Game "turm"]',
        ),
        ("\n\n*", 3, 1, 'the game is not named: expected a tag Game first, such as [Game "turm"]'),
        ('[Start "7/7/7/7/7/7/7 r"]', 1, 1, 'the game is not named: expected a tag Game first, such as [Game "turm"]'),
        (
            '[Event "x"]\n [Game "examples/breakthrough.py"]',
            2,
            2,
            "unknown game 'examples/breakthrough.py': expected turm, margrites, congo, cabeza, draughts, "
            "or the path of a Python file",
        ),
        ('[Game "turm:big"]', 1, 1, "turm has no variant 'big': expected centre or castle"),
        (
            '[Game "turm"] 1. D5-D4-1\n D3-D5-1',
            2,
            2,
            "'D3-D5-1' is illegal: 1 stone must go exactly 1 square, not 2",
        ),
        ('[Game "turm"] D5-D4-1 (D5-D4-1 D5-D4-1)', 1, 32, "'D5-D4-1' is illegal: D5 is empty"),
        (
            '[Game "turm"] 1. "D5',
            1,
            18,
            "unexpected '\"D5' in a record: expected a tag, a move, a comment or a result",
        ),
        (
            '[Game "turm"] D5-D4-1 }',
            1,
            23,
            "unexpected '}' in a record: expected a tag, a move, a comment or a result",
        ),
        ('[Game "turm"] {never', 1, 15, "the comment is not closed: expected }"),
        ('[Game "turm"] D5-D4-1 (', 1, 23, "the variation is not closed: expected )"),
        ('[Game "turm"]\n[Start "7/7 r"]', 2, 1, "the board has 2 ranks, '7/7': expected 7"),
        (
            '[Game "congo"] [Start "2l4/7/7/7/7/7/4L2 w 0"] e1d1',
            1,
            48,
            "'e1d1' is illegal: the game is over, draw: only the two lions are left",
        ),
    ],
)
def test_an_error_names_the_line_the_column_and_what_was_expected(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(InvalidText) as caught:
        read(text)
    assert (caught.value.line, caught.value.column, caught.value.reason) == (line, column, reason)


def test_a_record_of_another_game_is_refused_where_one_is_expected() -> None:
    form = form_of(game_of("turm:castle"))
    with pytest.raises(InvalidText, match="line 1, column 1: the record is of the game 'turm': expected turm:castle"):
        read('[Game "turm"] *', form)
    assert read("1. D5-D4-1 *", form)[0].to_played_game().game.full_name == "turm:castle"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '[Game "turm"][Start "7/7/7/2BG4/7/5b11/RG6 b"] C4-D4-1 1-0',
            "line 1, column 56: the result is 1-0: its moves lead to blue wins: the blue guard has reached D4",
        ),
        (
            '[Game "turm"]\n [Result "1-0"][Start "7/7/7/2BG4/7/5b11/RG6 b"] C4-D4-1 *',
            "line 2, column 2: the result is 1-0: its moves lead to blue wins: the blue guard has reached D4",
        ),
        (
            '[Game "turm"]\n [Result "abc"] *',
            "line 2, column 2: 'abc' is not a result: expected 1-0, 0-1, 1/2-1/2, *",
        ),
        (
            '[Game "turm"] [Result "2-0"] D5-D4-1 1-0',
            "line 1, column 15: '2-0' is not a result: expected 1-0, 0-1, 1/2-1/2, *",
        ),
        (
            '[Game "turm"] [Result "1/2-1/2"]\nD5-D4-1 1-0',
            "line 2, column 9: the result is 1-0: expected 1/2-1/2, as the tag Result says",
        ),
    ],
)
def test_a_result_that_the_board_or_the_tag_contradicts_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read(text)[0].to_played_game()
    assert str(caught.value) == complaint


def test_a_tag_that_tells_no_result_contradicts_none() -> None:
    for tag in ("", "?", " ", "*", "1-0", "1 - 0"):
        played = read(f'[Game "turm"] [Result "{tag}"] D5-D4-1 1-0')[0].to_played_game()
        assert played.outcome == Outcome(0, "the other side resigned")
    played = read('[Game "turm"] [Result "0 - 1"] D5-D4-1 *')[0].to_played_game()
    assert played.outcome == Outcome(1, "the other side resigned")


def test_a_bad_game_costs_no_other() -> None:
    errors: list[InvalidRecord] = []
    good = '[Game "cabeza"] 1. Fn fs *\n\n'
    bad = '[Game "chess"] 1. e4 e5 *\n\n[Game "cabeza"] 1. Fn Fn 1-0\n\n'
    matches = list(TextRecord[Any, Any]().read(io.StringIO(good + bad + good), on_error=errors.append))
    assert [played.move_texts() for played in matches] == [["Fn", "fs"]] * 2
    assert [str(error)[:17] for error in errors] == ["line 3, column 1:", "line 5, column 23"]


PIECES = [
    *('[Game "turm"]', '[Game "cabeza"]', '[Start "x"]', "1.", "D5-D4-1", '"D5-D4-1"', "Fn", "1-0", "*", "(", ")", "{"),
    *("}", "$1", "!", "[", "]", '"', "\\", ";", "%", "\n", "\n\n", " ", "\0", "é", "-", "1/2", '[Result "1-0"]'),
]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_for_every_text_there_are_games_or_errors_of_ours(text: str) -> None:
    errors: list[InvalidText] = []
    games = list(read_games(TextRecord[Any, Any](), io.StringIO(text), on_error=errors.append))
    assert all(str(error).isprintable() and error.line > 0 and error.column > 0 for error in errors)
    assert written(*read(written(*games))) == written(*games)


# Big files.


def matches_of(text: str, times: int) -> Iterator[AnyPlayedGame]:
    return TextRecord[Any, Any]().read(Repeated(text, times))


@pytest.mark.slow
def test_a_big_file_is_read_in_constant_memory() -> None:
    game = f'[Game "cabeza"]\n\n1. Fn {{{"x" * 20_000}}} (1. Fnn) 1... fs 1-0\n\n'
    tracemalloc.start()
    count = sum(len(played.moves) for played in matches_of(game, 1000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2000
    assert peak < 10_000_000 < 1000 * len(game) // 2


def test_games_come_before_the_file_is_read_to_its_end() -> None:
    stream = Repeated('[Game "cabeza"] 1. Fn fs *\n\n', 1_000_000)
    assert len(next(TextRecord[Any, Any]().read(stream)).moves) == 2
    assert stream.times > 800_000
