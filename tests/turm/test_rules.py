"""The rules of Turm & Wächter, one by one, and for every position against a plain restatement."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.errors import IllegalMove, InvalidPosition
from boardwright.game import Outcome
from boardwright.games.turm import Move, Position, Turm
from boardwright.games.turm.rules import BLUE, GUARD, RED, SIDES, SIZE, piece_moves, square_name
from boardwright.render import svg

CENTRE, CASTLE = Turm(), Turm("castle")
BOTH = pytest.mark.parametrize("game", [CENTRE, CASTLE], ids=["centre", "castle"])


def moves_of(fen: str, square: str, game: Turm = CENTRE) -> str:
    """The legal moves of the piece on a square, without the square."""
    position = game.parse_position(fen)
    texts = sorted(game.format_move(position, move) for move in game.legal_moves(position))
    return " ".join(text[3:] for text in texts if text.startswith(square))


def after(fen: str, move: str, game: Turm = CENTRE) -> tuple[str, str]:
    """The position after a move, and the outcome line."""
    position = game.parse_position(fen)
    successor = game.play(position, game.parse_move(position, move))
    return game.format_position(successor), game.format_outcome(game.outcome(successor))


def rule_broken(fen: str, move: str, game: Turm = CENTRE) -> str:
    with pytest.raises(IllegalMove) as refused:
        game.parse_move(game.parse_position(fen), move)
    return refused.value.rule


def outcome(fen: str, game: Turm) -> str:
    return game.format_outcome(game.outcome(game.parse_position(fen)))


class TestStart:
    @BOTH
    def test_red_moves_first(self, game: Turm) -> None:
        assert game.sides[game.side_to_move(game.start())] == "red"

    @BOTH
    def test_each_side_has_a_guard_and_seven_stones(self, game: Turm) -> None:
        pieces = game.view(game.start()).pieces
        for side in (RED, BLUE):
            assert sum(piece.height for piece in pieces if piece.side == side and piece.kind == "tower") == 7
            assert [piece.kind for piece in pieces if piece.side == side].count("guard") == 1

    def test_centre_is_the_default_variant(self) -> None:
        assert Turm().full_name == "turm:centre"

    def test_there_is_no_other_set_up(self) -> None:
        with pytest.raises(InvalidPosition, match="fixed start position"):
            CENTRE.start("mine")


class TestMoves:
    def test_n_stones_go_n_squares_and_the_rest_stays(self) -> None:
        fen = "RG6/7/7/3r33/7/7/6BG r"
        assert moves_of(fen, "D4") == "A4-3 B4-2 C4-1 D1-3 D2-2 D3-1 D5-1 D6-2 D7-3 E4-1 F4-2 G4-3"
        assert after(fen, "D4-F4-2")[0] == "RG6/7/7/3r11r21/7/7/6BG b"
        assert after(fen, "D4-D7-3")[0] == "RG2r33/7/7/7/7/7/6BG b"

    def test_the_guard_goes_one_square_in_four_directions(self) -> None:
        fen = "7/7/2RG4/7/7/7/6BG r"
        assert moves_of(fen, "C5") == "B5-1 C4-1 C6-1 D5-1"
        assert after(fen, "C5-C4-1")[0] == "7/7/7/2RG4/7/7/6BG b"

    def test_a_tower_of_seven_moves_at_most_six_stones(self) -> None:
        fen = "RG6/7/7/7/7/7/r75BG r"
        assert moves_of(fen, "A1") == "A2-1 A3-2 A4-3 A5-4 A6-5 B1-1 C1-2 D1-3 E1-4 F1-5 G1-6"
        assert after(fen, "A1-A6-5")[0] == "RG6/r56/7/7/7/7/r25BG b"
        assert rule_broken(fen, "A1-G1-7") == "7 stones must go exactly 7 squares, not 6"

    def test_stones_join_an_own_tower_and_heights_add(self) -> None:
        fen = "RG6/7/7/r21r34/7/7/6BG r"
        assert moves_of(fen, "A4") == "A2-2 A3-1 A5-1 A6-2 B4-1 C4-2"
        assert after(fen, "A4-C4-2")[0] == "RG6/7/7/2r54/7/7/6BG b"

    def test_nothing_goes_over_a_piece(self) -> None:
        assert moves_of("RG6/7/7/r3r15/7/7/6BG r", "A4") == "A1-3 A2-2 A3-1 A5-1 A6-2 B4-1"
        assert rule_broken("RG6/7/7/r3r15/7/7/6BG r", "A4-C4-2") == "the path is blocked on B4"
        assert rule_broken("RG6/7/7/r3b15/7/7/6BG r", "A4-D4-3") == "the path is blocked on B4"
        assert rule_broken("r36/RG6/7/7/7/7/6BG r", "A7-A5-2") == "the path is blocked on A6"
        assert rule_broken("r36/BG6/7/7/7/7/6RG r", "A7-A4-3") == "the path is blocked on A6"

    def test_a_tower_higher_than_seven_is_not_built(self) -> None:
        fen = "RG6/7/7/r6r35/7/7/6BG r"
        assert moves_of(fen, "B4") == "A4-1 B1-3 B2-2 B3-1 B5-1 B6-2 B7-3 C4-1 D4-2 E4-3"
        assert after(fen, "B4-A4-1")[0] == "RG6/7/7/r7r25/7/7/6BG b"
        assert rule_broken("RG6/7/7/r7r35/7/7/6BG r", "B4-A4-1") == "the tower on A4 would be higher than 7"

    def test_own_guard_and_towers_never_share_a_square(self) -> None:
        fen = "RGr15/7/7/7/7/7/6BG r"
        assert rule_broken(fen, "A7-B7-1") == "a guard and a tower of one side cannot share B7"
        assert rule_broken(fen, "B7-A7-1") == "a guard and a tower of one side cannot share A7"

    @pytest.mark.parametrize("variant", ["centre", "castle"])
    def test_the_guard_may_step_into_attack_and_stay_there(self, variant: str) -> None:
        assert moves_of("7/7/7/RG6/2b34/7/6BG r", "A4", Turm(variant)) == "A3-1 A5-1 B4-1"
        assert len(Turm(variant).legal_moves(CENTRE.parse_position("7/7/7/RG1b24/7/r16/6BG r"))) == 6


class TestCaptures:
    def test_the_moved_height_counts_not_the_whole_stack(self) -> None:
        fen = "RG6/7/7/r51b34/7/7/6BG r"
        assert "C4-2" not in moves_of(fen, "A4")
        assert rule_broken(fen, "A4-C4-2") == "2 stones cannot take the tower of 3 on C4"
        assert rule_broken("RG6/7/7/r5b25/7/7/6BG r", "A4-B4-1") == "1 stone cannot take the tower of 2 on B4"

    def test_equal_height_takes(self) -> None:
        assert after("RG6/7/7/r51b24/7/7/6BG r", "A4-C4-2")[0] == "RG6/7/7/r31r24/7/7/6BG b"

    def test_more_stones_take_a_smaller_tower_and_keep_their_height(self) -> None:
        assert after("RG6/7/7/b32r13/7/7/6BG b", "A4-D4-3")[0] == "RG6/7/7/3b33/7/7/6BG r"

    def test_a_guard_takes_a_tower_of_any_height(self) -> None:
        fen = "RGb75/7/7/7/7/7/6BG r"
        assert after(fen, "A7-B7-1") == ("1RG5/7/7/7/7/7/6BG b", "continue")

    @BOTH
    def test_one_stone_takes_the_guard_and_wins(self, game: Turm) -> None:
        fen = "RGb15/7/7/7/7/7/6BG b"
        assert after(fen, "B7-A7-1", game) == ("b16/7/7/7/7/7/6BG r", "blue wins: the red guard is taken")

    @BOTH
    def test_a_guard_takes_a_guard_and_wins(self, game: Turm) -> None:
        fen = "RGBG5/7/7/7/7/7/7 r"
        assert after(fen, "A7-B7-1", game) == ("1RG5/7/7/7/7/7/7 b", "red wins: the blue guard is taken")

    def test_only_captures_are_progress(self) -> None:
        position = CENTRE.parse_position("RGb7r14/7/7/7/7/7/6BG r")
        progress = {CENTRE.format_move(position, m): CENTRE.is_progress(position, m) for m in piece_moves(position)}
        assert progress == {
            "A7-A6-1": False,
            "A7-B7-1": True,
            "C7-C6-1": False,
            "C7-D7-1": False,
        }


class TestEnd:
    @pytest.mark.parametrize(
        ("fen", "move", "line"),
        [
            ("7/7/3RG3/7/7/7/3BG3 r", "D5-D4", "red wins: the red guard has reached D4"),
            ("3RG3/7/7/2BG4/7/7/7 b", "C4-D4", "blue wins: the blue guard has reached D4"),
        ],
    )
    def test_in_the_centre_variant_both_guards_run_to_d4(self, fen: str, move: str, line: str) -> None:
        assert after(fen, move)[1] == line
        assert after(fen, move, CASTLE)[1] == "continue"

    @pytest.mark.parametrize(
        ("fen", "move", "line"),
        [
            ("7/7/7/7/7/3RG3/5BG1 r", "D2-D1", "red wins: the red guard has reached D1"),
            ("6RG/2r14/7/7/7/7/3BG3 r", "G7-F7", "continue"),
            ("2BG4/7/7/7/7/7/RG6 b", "C7-D7", "blue wins: the blue guard has reached D7"),
            ("7/7/7/7/7/3BG3/RG6 b", "D2-D1", "continue"),
        ],
    )
    def test_in_the_castle_variant_each_runs_to_the_other_castle(self, fen: str, move: str, line: str) -> None:
        assert after(fen, move, CASTLE)[1] == line
        assert after(fen, move, CENTRE)[1] == "continue"

    def test_a_guard_on_its_goal_has_won_whoever_is_to_move(self) -> None:
        for side in "rb":
            assert outcome(f"7/7/7/3RG3/7/7/BG6 {side}", CENTRE) == "red wins: the red guard has reached D4"
            assert outcome(f"3BG3/7/7/7/7/7/RG6 {side}", CASTLE) == "blue wins: the blue guard has reached D7"

    def test_with_both_guards_on_their_goals_the_side_not_to_move_has_won(self) -> None:
        assert outcome("3BG3/7/7/7/7/7/3RG3 r", CASTLE) == "blue wins: the blue guard has reached D7"
        assert outcome("3BG3/7/7/7/7/7/3RG3 b", CASTLE) == "red wins: the red guard has reached D1"

    @BOTH
    def test_a_missing_guard_decides_before_the_goal_and_whoever_is_to_move(self, game: Turm) -> None:
        for side in "rb":
            assert outcome(f"7/7/7/3RG3/7/7/7 {side}", game) == "red wins: the blue guard is taken"
            assert outcome(f"7/7/7/3BG3/7/7/7 {side}", game) == "blue wins: the red guard is taken"
            assert outcome(f"3BG3/7/7/7/7/7/7 {side}", game) == "blue wins: the red guard is taken"

    @BOTH
    def test_a_side_without_a_legal_move_loses(self, game: Turm) -> None:
        position = game.parse_position("RGr1b24/r1b25/b26/7/7/7/6BG r")
        assert game.legal_moves(position) == []
        assert game.outcome(position) == Outcome(BLUE, "the side to move has no legal move")
        assert game.outcome(game.with_side_to_move(position, BLUE)) is None

    @BOTH
    def test_a_finished_game_has_no_legal_moves_but_lists_those_of_its_pieces(self, game: Turm) -> None:
        position = game.parse_position("b16/7/7/7/7/7/6BG b")
        assert game.legal_moves(position) == []
        listed = sorted(game.format_move(position, move) for move in game.listed_moves(position))
        assert listed == ["A7-A6-1", "A7-B7-1", "G1-F1-1", "G1-G2-1"]
        with pytest.raises(IllegalMove, match="the game is over, blue wins: the red guard is taken"):
            game.play(position, game.listed_moves(position)[0])

    def test_move_lists_do_not_depend_on_the_goal(self) -> None:
        position = CENTRE.parse_position("3r13/7/7/3RG3/7/7/3BG3 r")
        assert CENTRE.legal_moves(position) == []
        assert CENTRE.listed_moves(position) == CASTLE.listed_moves(position) == CASTLE.legal_moves(position)


REFUSED = [
    ("A1-A2-1", "A1 is empty"),
    ("G1-G2-1", "the piece on G1 is the opponent's"),
    ("D4-D4-1", "pieces move in a straight line along a row or a column"),
    ("D4-E5-1", "pieces move in a straight line along a row or a column"),
    ("A7-A5-1", "the guard moves exactly one square"),
    ("A7-A6-2", "the guard is a single piece, and counts as one stone"),
    ("D4-D5-2", "2 stones must go exactly 2 squares, not 1"),
    ("D4-D6-1", "1 stone must go exactly 1 square, not 2"),
    ("D4-D7-3", "the tower on D4 has 2 stones, not 3"),
    ("D4-F4-2", "the path is blocked on E4"),
    ("D4-E4-1", "1 stone cannot take the tower of 5 on E4"),
]


@pytest.mark.parametrize(("move", "rule"), REFUSED)
def test_an_illegal_move_names_the_rule_it_breaks(move: str, rule: str) -> None:
    fen = "RG6/7/7/3r2b52/7/7/6BG r"
    assert rule_broken(fen, move) == rule
    with pytest.raises(IllegalMove) as refused:
        CENTRE.parse_move(CENTRE.parse_position(fen), move)
    assert str(refused.value) == f"'{move}' is illegal: {rule}"


class TestViews:
    def test_the_goals_are_marked_on_the_board(self) -> None:
        assert [square.name for square in CENTRE.board.squares if square.terrain == "goal"] == ["D4"]
        assert [square.name for square in CASTLE.board.squares if square.terrain == "goal"] == ["D1", "D7"]

    def test_a_picture_shows_a_single_stone_bare_and_a_stack_with_its_height(self) -> None:
        view = CENTRE.view(CENTRE.parse_position("RG6/7/7/r3b15/r16/7/6BG r"))
        picture = svg(view, sides=CENTRE.sides, glyphs=CENTRE.glyphs)
        assert picture.count('font-weight="700"') == picture.count(">3</text>") - 1 == 1, "the other 3 names a row"
        assert picture.count(CENTRE.glyphs["guard"]) == 2

    def test_a_capture_comes_before_the_move_and_a_joined_tower_is_replaced(self) -> None:
        position = CENTRE.parse_position("RG6/7/7/r3b15/r16/7/6BG r")
        stages = CENTRE.move_view(position, CENTRE.parse_move(position, "A4-B4-1")).stages
        assert [(s.kind, [p.label for p in s.before], [p.label for p in s.after]) for s in stages] == [
            ("capture", ["b1"], []),
            ("move", ["r3"], ["r2", "r1"]),
        ]
        stages = CENTRE.move_view(position, CENTRE.parse_move(position, "A4-A3-1")).stages
        assert [(s.kind, [p.label for p in s.before], [p.label for p in s.after]) for s in stages] == [
            ("move", ["r3", "r1"], ["r2", "r2"]),
        ]

    def test_the_estimate_is_the_balance_of_stones(self) -> None:
        assert CENTRE.estimate(CENTRE.start()) == 0
        assert CENTRE.estimate(CENTRE.parse_position("RG6/7/7/r7r75/7/7/6BG r")) == 1
        assert CENTRE.estimate(CENTRE.parse_position("RG6/7/7/b76/7/7/6BG r")) == -1


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any set-up with both guards, crowded ones included."""
    squares = draw(st.permutations(range(SIZE * SIZE)))
    towers = draw(st.lists(st.integers(-7, 7).filter(bool), max_size=30))
    board = [0] * (SIZE * SIZE)
    for square, piece in zip(squares, (GUARD, -GUARD, *towers), strict=False):
        board[square] = piece
    return Position(tuple(board), draw(st.sampled_from([RED, BLUE])))


def allowed(board: Sequence[int], origin: int, target: int, stones: int) -> bool:
    """The rule text, restated for one move at a time; own pieces are positive."""
    height, met = board[origin], board[target]
    (y, x), (to_y, to_x) = divmod(origin, SIZE), divmod(target, SIZE)
    if height <= 0 or (x != to_x and y != to_y) or abs(to_x - x) + abs(to_y - y) != stones:
        return False
    step_x, step_y = (to_x - x) // stones, (to_y - y) // stones
    if any(board[(y + n * step_y) * SIZE + x + n * step_x] for n in range(1, stones)):
        return False
    if height == GUARD:
        return stones == 1 and met <= 0
    if met > 0:
        return stones <= height and met != GUARD and met + stones <= 7
    return stones <= height and (met == -GUARD or stones >= -met)


@given(positions())
def test_for_every_position_the_moves_are_those_of_the_rule_text(position: Position) -> None:
    board = [-piece if position.to_move == BLUE else piece for piece in position.board]
    own = [square for square, piece in enumerate(board) if piece > 0]
    expected = [Move(*m) for m in product(own, range(SIZE * SIZE), range(1, 8)) if allowed(board, *m)]
    assert sorted(piece_moves(position)) == expected


@pytest.mark.parametrize(
    ("move", "text", "rule"),
    [
        (Move(99, 0, 1), "99-A1-1", "there is no square 99, only 0 (A1) to 48 (G7)"),
        (Move(42, 49, 1), "A7-49-1", "there is no square 49, only 0 (A1) to 48 (G7)"),
        (Move(-1, 0, 1), "-1-A1-1", "there is no square -1, only 0 (A1) to 48 (G7)"),
        (Move(42, 35, 0), "A7-A6-0", "0 stones must go exactly 0 squares, not 1"),
    ],
)
def test_a_move_that_no_text_gives_is_refused_too(move: Move, text: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        CENTRE.play(CENTRE.start(), move)
    assert str(refused.value) == f"'{text}' is illegal: {rule}"


@given(positions(), st.tuples(st.integers(-9, 57), st.integers(-9, 57), st.integers(-1, 9)))
def test_for_every_position_a_move_plays_or_is_refused_with_a_rule(position: Position, wanted: tuple[int, ...]) -> None:
    move = Move(*wanted)
    if move in CENTRE.legal_moves(position):
        assert CENTRE.play(position, move).to_move == 1 - position.to_move
    else:
        with pytest.raises(IllegalMove) as refused:
            CENTRE.play(position, move)
        assert refused.value.rule


@given(positions())
def test_for_every_position_a_move_keeps_the_stones_of_the_mover(position: Position) -> None:
    def stones(board: tuple[int, ...], sign: int) -> int:
        return sum(piece * sign for piece in board if piece * sign > 0)

    sign = 1 if position.to_move == RED else -1
    for move in CASTLE.legal_moves(position):
        board = CASTLE.successor(position, move).board
        assert stones(board, sign) == stones(position.board, sign)
        assert stones(board, -sign) == stones(position.board, -sign) - max(0, -sign * position.board[move.target])


@given(positions())
def test_for_every_position_half_a_turn_and_swapped_colours_change_nothing(position: Position) -> None:
    turned = Position(tuple(-piece for piece in reversed(position.board)), 1 - position.to_move)
    for game in (CENTRE, CASTLE):
        moves = {Move(48 - m.origin, 48 - m.target, m.stones) for m in game.legal_moves(position)}
        assert set(game.legal_moves(turned)) == moves
        ended, ended_too = game.outcome(position), game.outcome(turned)
        assert (ended is None) == (ended_too is None)
        if ended is not None and ended_too is not None:
            assert ended.winner is not None
            assert ended_too.winner == 1 - ended.winner


def test_sides_and_squares_have_their_names() -> None:
    assert SIDES == ("red", "blue")
    assert [square_name(square) for square in (0, 6, 42, 48)] == ["A1", "G1", "A7", "G7"]
