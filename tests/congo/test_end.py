"""How a game ends."""

from __future__ import annotations

import pytest

from boardwright import IllegalMove
from boardwright.games.congo import Congo

GAME = Congo()


def outcome(fen: str) -> str:
    return GAME.format_outcome(GAME.outcome(GAME.parse_position(fen)))


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0", "continue"),
        ("g6/ppppppp/7/7/7/PPPPPPP/G2L2Z b 0", "white wins: the black lion is captured"),
        ("g2l2z/ppppppp/7/7/7/PPPPPPP/G5Z w 0", "black wins: the white lion is captured"),
        ("7/7/7/7/7/7/2L4 b 0", "white wins: the black lion is captured"),
        ("2l4/7/7/7/7/7/3L3 w 0", "draw: only the two lions are left"),
        ("2l4/7/7/7/7/7/2L4 w 0", "continue"),
        ("7/7/2l4/7/4L2/7/7 b 0", "continue"),
        ("2l4/7/7/7/7/7/2LP3 w 0", "continue"),
        ("2l4/7/7/7/2ppp2/2PPP2/2PLP2 w 0", "continue"),
        ("3l3/7/7/7/7/7/2PLP2 b 0", "continue"),
    ],
)
def test_the_outcome(fen: str, words: str) -> None:
    assert outcome(fen) == words


def test_a_side_to_move_without_a_legal_move_loses() -> None:
    monkeys_everywhere = "MMMlMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMLMMM"
    position = GAME.parse_position(f"{monkeys_everywhere} w 0")
    assert GAME.legal_moves(position) == []
    assert GAME.format_outcome(GAME.outcome(position)) == "black wins: white has no legal move"
    assert outcome(f"{monkeys_everywhere} b 0") == "continue"


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3l3/7/7/P6/7/7/4L2 w 5", "e1e2"),
        ("3l3/7/7/2pS3/7/7/4L2 w 9", "d4c4"),
        ("2l4/7/7/1cM4/1p1e3/3L3/7 w 0", "c4a4c2e4"),
    ],
)
def test_drowning_may_leave_only_the_lions_and_the_moves_go_on(fen: str, move: str) -> None:
    position = GAME.parse_position(fen)
    after = GAME.play(position, GAME.parse_move(position, move))
    assert GAME.format_outcome(GAME.outcome(after)) == "draw: only the two lions are left"
    moves = GAME.legal_moves(after)
    assert moves
    assert GAME.play(after, moves[0])


@pytest.mark.parametrize(
    ("fen", "move"),
    [("g6/ppppppp/7/7/7/PPPPPPP/G2L2Z b 0", "a6a5"), ("g2l2z/ppppppp/7/7/7/PPPPPPP/G5Z w 0", "a2a3")],
)
def test_a_captured_lion_leaves_no_move(fen: str, move: str) -> None:
    position = GAME.parse_position(fen)
    assert GAME.legal_moves(position) == GAME.listed_moves(position) == []
    with pytest.raises(IllegalMove, match=r"the game is over, (white|black) wins: the (white|black) lion is captured"):
        GAME.parse_move(position, move)
