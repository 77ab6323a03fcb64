"""Refusals of illegal moves: every one has a declared code, and its template gives its text."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from random import Random

import pytest

from boardwright import IllegalMove, find_game
from boardwright.clicked import why_not
from boardwright.errors import COMMON_REFUSALS
from boardwright.game import AnyGame
from boardwright.played_game import PlayedGame
from boardwright.texts import TranslatableText

GAMES = ("turm:castle", "margrites", "congo:full", "cabeza", "draughts")
LEAST = 8
"""The number of different rules that random play breaks at least."""


def check(game: AnyGame, refusal: TranslatableText, codes: Counter[str]) -> None:
    assert refusal.code in game.refusals, refusal
    again = game.refusals(refusal.code, **refusal.arguments)
    assert (again, again.data) == (refusal, refusal.data)
    assert json.loads(json.dumps(refusal.data))["code"] == refusal.code
    codes[refusal.code] += 1
    for argument in refusal.arguments.values():
        for part in argument if isinstance(argument, list) else [argument]:
            if isinstance(part, TranslatableText) and part.code in game.refusals:
                check(game, part, codes)


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_has_a_declared_code_whose_template_gives_its_text(name: str) -> None:
    game, random, codes = find_game(name), Random(name), Counter[str]()
    board = game.view(game.start()).board
    names = [square.name for square in board.squares] + [way_out.name for way_out in board.exits]
    tried = set(game.legal_moves(game.start()))
    for _ in range(3):
        played = PlayedGame(game)
        while len(played.moves) < 60 and played.outcome is None:
            legal = played.legal_moves()
            tried.update(legal)
            for move in random.sample(sorted(tried), min(len(tried), 8)):
                if move not in legal:
                    check(game, game.illegal_move_error(played.position, move).rule, codes)
            own = [piece for piece in game.view(played.position).pieces if piece.side == played.side_to_move]
            for length in (0, 1, 1, 1, 2):
                path = [random.choice(own).squares[0], *random.sample(names, length)]
                refusal = why_not(game, played.position, path if random.random() < 0.9 else path[::-1])
                if refusal is not None:
                    check(game, refusal, codes)
            played.play(random.choice(legal))
    assert COMMON_REFUSALS.items() <= game.refusals.items()
    assert len(codes) >= LEAST, codes


def test_a_move_after_the_end_is_refused_with_a_code() -> None:
    played = PlayedGame(find_game("turm"))
    played.agree_draw()
    with pytest.raises(IllegalMove) as refused:
        played.play_text("D5-D4-1")
    assert (refused.value.code, refused.value.arguments["termination"]) == ("over", "agreement")
    assert refused.value.rule == "the game is over, draw: agreed"


def test_a_plain_text_of_a_game_has_the_code_text() -> None:
    error = IllegalMove("a2a4", "a pawn goes one square forward")
    assert (error.rule, error.code, error.arguments) == ("a pawn goes one square forward", "text", {})


def test_a_refusal_can_be_sent_to_another_process() -> None:
    refusal = COMMON_REFUSALS("empty", square="D5")
    again = pickle.loads(pickle.dumps(refusal))
    assert (again, again.data) == (refusal, refusal.data)
