"""Which moves each piece has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.games.congo import Congo, Move, Position
from boardwright.games.congo.rules import (
    CASTLES,
    EMPTY,
    JUMPS,
    SQUARES,
    jumps,
    legal_moves,
    moves_from,
    outcome,
    play,
    square_name,
)

GAME = Congo()


def moves_of(fen: str, square: str) -> str:
    """The moves that start on a square, sorted and separated by blanks."""
    position = GAME.parse_position(fen)
    texts = [GAME.format_move(position, move) for move in GAME.legal_moves(position)]
    return " ".join(sorted(text for text in texts if text.startswith(square)))


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        pytest.param("2l4/7/7/7/7/7/2L4 w 0", "c1c2 c1c7 c1d1 c1d2", id="face-off on a file"),
        pytest.param("2l4/7/7/2p4/7/7/2L4 w 0", "c1c2 c1d1 c1d2", id="file blocked"),
        pytest.param("7/7/4l2/7/2L4/7/7 w 0", "c3c2 c3d2 c3d3 c3e5", id="face-off on a diagonal"),
        pytest.param("7/7/2l4/7/4L2/7/7 b 0", "c5c6 c5d5 c5d6 c5e3", id="face-off on the other diagonal"),
        pytest.param("7/7/4l2/3p3/2L4/7/7 w 0", "c3c2 c3d2 c3d3", id="diagonal blocked"),
        pytest.param("7/4l2/7/7/2L4/7/7 w 0", "c3c2 c3d2 c3d3", id="no third line"),
        pytest.param("4l2/7/7/7/3z3/2PLP2/3p3 w 0", "d2c1 d2c3 d2d1 d2d3 d2e1 d2e3", id="lion captures in its castle"),
        pytest.param("3l3/7/7/7/7/3Z3/3L3 w 0", "d2b1 d2b3 d2c4 d2e4 d2f1 d2f3", id="zebra"),
        pytest.param(
            "4l2/7/2ppp2/2pGp2/2ppp2/7/2L4 w 0", "d4b2 d4b4 d4b6 d4d2 d4d6 d4f2 d4f4 d4f6", id="giraffe ringed"
        ),
        pytest.param(
            "2l4/7/7/7/2G4/7/4L2 w 0",
            "c3a1 c3a3 c3a5 c3b2 c3b3 c3b4 c3c1 c3c2 c3c4 c3c5 c3d2 c3d3 c3d4 c3e3 c3e5",
            id="giraffe alone",
        ),
        pytest.param("2l4/3P3/3p3/7/7/7/4L2 w 0", "d6c7 d6d7 d6e7", id="retreat blocked"),
        pytest.param("3l3/7/7/1P5/7/7/4L2 w 0", "b4a5 b4b5 b4c5", id="pawn in the river"),
        pytest.param("3l3/7/1P5/7/7/7/4L2 w 0", "b5a6 b5b3 b5b4 b5b6 b5c6", id="pawn past the river"),
        pytest.param("3l3/7/1P5/7/1p5/7/4L2 w 0", "b5a6 b5b4 b5b6 b5c6", id="retreat without capture"),
        pytest.param("P2l3/7/7/7/7/7/4L2 w 0", "a7a5 a7a6", id="pawn on its last rank only retreats"),
        pytest.param("3l3/7/7/7/p6/7/4L2 b 0", "a3a2 a3a4 a3a5 a3b2", id="black pawn past the river"),
        pytest.param("3l3/7/7/7/pS5/P6/4L2 w 0", "b3a3 b3a4 b3b1 b3b2 b3b4 b3c2 b3c3 b3c4 b3d1", id="superpawn"),
        pytest.param("3l3/7/7/7/SpP4/pp5/4L2 w 0", "a3a4 a3b3 a3b4", id="superpawn's retreat blocked"),
        pytest.param("2l4/7/7/5g1/7/3Lp2/5C1 w 0", "f1e1 f1e2 f1f2 f1f3 f1f4 f1g1 f1g2", id="crocodile"),
        pytest.param("2l1C2/7/7/4P2/7/3L3/7 w 0", "e7d6 e7d7 e7e5 e7e6 e7f6 e7f7", id="crocodile behind an own pawn"),
        pytest.param(
            "1el4/7/7/1C3c1/7/3L3/7 w 0",
            "b4a3 b4a4 b4a5 b4b3 b4b5 b4c3 b4c4 b4c5 b4d4 b4e4 b4f4",
            id="crocodile in the river",
        ),
        pytest.param("2l4/7/4p2/4p2/PP2EP1/3L2p/7 w 0", "e3c3 e3d3 e3e1 e3e2 e3e4 e3e5 e3g3", id="elephant"),
        pytest.param(
            "2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0",
            "b5a4 b5a5 b5a6 b5b3 b5b3d3 b5b3d3f5 b5b6 b5c4 b5c6",
            id="monkey chain",
        ),
        pytest.param(
            "2l4/7/7/1cM4/1p1e3/3L3/7 w 0",
            "c4a2 c4a4 c4a4c2 c4a4c2e4 c4b5 c4c3 c4c5 c4d4 c4d5 c4e2",
            id="monkey jumps in any direction",
        ),
        pytest.param("7/2l4/1M5/7/7/7/3L3 w 0", "b5a4 b5a5 b5a6 b5b4 b5b6 b5c4 b5c5 b5d7", id="monkey jumps the lion"),
    ],
)
def test_the_moves_of_a_piece(fen: str, moves: str) -> None:
    assert moves_of(fen, moves[:2]) == moves


def test_a_monkey_may_end_on_the_square_it_started_from() -> None:
    assert moves_of("2l4/7/2p4/1p1p3/2pM3/2L4/7 w 0", "d3") == (
        "d3b3 d3b3b5 d3b3b5d5 d3b3b5d5d3 d3c4 d3d2 d3d5 d3d5b5 d3d5b5b3 d3d5b5b3d3 d3e2 d3e3 d3e4"
    )


def test_a_monkey_does_not_jump_on_after_the_lion() -> None:
    assert moves_of("4p2/2l4/1M5/7/7/7/3L3 w 0", "b5") == "b5a4 b5a5 b5a6 b5b4 b5b6 b5c4 b5c5 b5d7"


coordinates = st.sampled_from(SQUARES)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with both lions and up to twenty other pieces, few enough for short monkey chains."""
    others = draw(st.dictionaries(coordinates, st.sampled_from("ZGEMCPSzgemcps"), max_size=20))
    board = [others.get(square, EMPTY) for square in SQUARES]
    for castle, lion in zip(CASTLES, "Ll", strict=True):
        board[draw(st.sampled_from(sorted(castle)))] = lion
    return Position("".join(board), draw(st.sampled_from((0, 1))))


def left_to_right(square: int) -> int:
    return square + 6 - 2 * (square % 7)


def top_to_bottom(square: int) -> int:
    return square % 7 + 7 * (6 - square // 7)


@given(positions())
def test_for_every_position_its_mirror_image_plays_the_same(position: Position) -> None:
    def image(board: str) -> str:
        return "".join(board[left_to_right(square)] for square in SQUARES)

    mirrored = Position(image(position.board), position.to_move)
    moves = legal_moves(position)
    assert sorted(legal_moves(mirrored)) == sorted(tuple(map(left_to_right, move)) for move in moves)
    assert outcome(mirrored) == outcome(position)
    for move in moves:
        assert play(mirrored, tuple(map(left_to_right, move))).board == image(play(position, move).board)


@given(positions())
def test_for_every_position_black_plays_as_white_does_from_the_other_end(position: Position) -> None:
    def image(board: str) -> str:
        return "".join(board[top_to_bottom(square)] for square in SQUARES).swapcase()

    turned = Position(image(position.board), 1 - position.to_move)
    moves = legal_moves(position)
    assert sorted(legal_moves(turned)) == sorted(tuple(map(top_to_bottom, move)) for move in moves)
    for move in moves:
        assert play(turned, tuple(map(top_to_bottom, move))).board == image(play(position, move).board)


@given(positions())
def test_for_every_position_no_move_is_listed_twice(position: Position) -> None:
    moves = legal_moves(position)
    assert len(set(moves)) == len(moves)


@given(positions())
def test_for_every_monkey_it_makes_no_difference_when_the_jumped_pieces_go(position: Position) -> None:
    def paths(board: str, path: Move, enemies: str) -> list[Move]:
        found = []
        for over, behind in JUMPS[path[-1]]:
            if board[over] in enemies and board[behind] == EMPTY:
                cleared = board[:over] + EMPTY + board[over + 1 :]
                found.append((*path, behind))
                if board[over] not in "Ll":
                    found += paths(cleared, (*path, behind), enemies)
        return found

    for square in SQUARES:
        if position.board[square] in "Mm":
            enemies = "lzgemcps" if position.board[square] == "M" else "LZGEMCPS"
            lifted = position.board[:square] + EMPTY + position.board[square + 1 :]
            assert sorted(jumps(position.board, square)) == sorted(paths(lifted, (square,), enemies))


@given(positions())
def test_for_every_move_of_a_piece_it_starts_on_the_square_of_the_piece(position: Position) -> None:
    for square in SQUARES:
        if position.board[square] != EMPTY:
            for move in moves_from(position.board, square):
                assert move[0] == square, square_name(square)
