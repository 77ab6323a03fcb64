"""What holds in every position of Cabeza, reached by play or set up at random."""

from collections import Counter
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.errors import IllegalMove
from boardwright.games.cabeza import Cabeza, Move, Pose, Position, Team
from boardwright.games.cabeza.rules import HEIGHTS, KINDS, LETTERS, decided, footprint, pieces

GAME = Cabeza()
Square = tuple[int, int]
TURNED = str.maketrans("nsew", "snwe")


def played(choices: list[int]) -> Position:
    """The position after moves chosen by number from the legal ones, or the end of the game before."""
    position = GAME.start()
    for choice in choices:
        moves = GAME.legal_moves(position)
        if not moves:
            break
        position = GAME.successor(position, moves[choice % len(moves)])
    return position


def crowded(seed: int) -> Position:
    """All ten pieces anywhere in a corner of the board that is six to ten squares wide."""
    random = Random(seed)
    width = random.randrange(6, 11)
    poses: list[Pose] = []
    taken = 0
    # The Opas come first: they would find no room later.
    for kind in reversed(KINDS * 2):
        while True:
            (w, d), h = random.choice(list(HEIGHTS[kind].items()))
            pose = Pose(random.randrange(width - w + 1), random.randrange(width - d + 1), w, d, h)
            if not footprint(pose) & taken:
                break
            if random.random() < 0.001:
                return crowded(seed + 1)
        taken |= footprint(pose)
        poses.insert(0, pose)
    return Position((Team(*poses[:5]), Team(*poses[5:])), random.randrange(2))


POSITIONS = st.one_of(
    st.lists(st.integers(0, 1000), max_size=60).map(played),
    st.integers(0, 2**32).map(crowded),
)


def squares_of(pose: Pose) -> set[Square]:
    return set(product(range(pose.x, pose.x + pose.w), range(pose.y, pose.y + pose.d)))


def plain_moves(position: Position) -> list[str]:
    """The legal moves again, by sets of squares and the rules read one sentence at a time."""
    side = position.to_move
    own, enemy = position.teams[side], position.teams[1 - side]
    if decided(position) or own.cabeza is None or enemy.cabeza is None:
        return []
    board = set(product(range(10), repeat=2))
    occupied = set().union(*(squares_of(pose) for _, _, pose in pieces(position)))
    prey = squares_of(enemy.cabeza)
    found = set()

    def slides(x: int, y: int, others: set[Square]) -> set[Square]:
        return {
            (x + dx, y + dy)
            for dx, dy in product((-1, 0, 1), repeat=2)
            if (x + dx, y + dy) in board - others and not (dx and dy and {(x + dx, y), (x, y + dy)} <= others)
        }

    x, y = own.cabeza.x, own.cabeza.y
    others = occupied - {(x, y)}
    once = slides(x, y, others)
    for tx, ty in once.union(*(slides(*middle, others) for middle in once)) - {(x, y)}:
        name = "n" * (ty - y) + "s" * (y - ty) + "e" * (tx - x) + "w" * (x - tx)
        found.add(LETTERS[side][0] + name)

    def roll(pose: Pose, direction: str) -> Pose:
        x, y, w, d, h = pose
        return {
            "n": Pose(x, y + d, w, h, d),
            "s": Pose(x, y - h, w, h, d),
            "e": Pose(x + w, y, h, d, w),
            "w": Pose(x - h, y, h, d, w),
        }[direction]

    for letter, pose in zip(LETTERS[side][1:], own[1:], strict=True):
        others = occupied - squares_of(pose)
        for first in "nsew":
            landing = squares_of(roll(pose, first))
            if not landing <= board or landing & (others - prey):
                continue
            found.add(letter + first)
            if landing & prey or letter in "Oo":
                continue
            for second in "nsew":
                landing = squares_of(roll(roll(pose, first), second))
                if first + second in ("ns", "sn", "ew", "we") or not landing <= board or landing & (others - prey):
                    continue
                rolls = second + first if letter in "Mm" and first in "ew" and second in "ns" else first + second
                found.add(letter + rolls)
    return sorted(found)


def turned(position: Position) -> Position:
    """The position after half a turn of the board, with the colours exchanged."""
    board, side, *crushed = GAME.format_position(position).split(",")
    rows = (row if row == "10" else row[::-1].swapcase() for row in reversed(board.split("/")))
    return GAME.parse_position(",".join(("/".join(rows), "b" if side == "r" else "r", *crushed)))


def winner_of(position: Position) -> int | None:
    outcome = GAME.outcome(position)
    return None if outcome is None else outcome.winner


@settings(deadline=None)
@given(POSITIONS)
def test_the_legal_moves_are_those_of_the_rules_read_plainly(position: Position) -> None:
    assert sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position)) == plain_moves(position)


@settings(deadline=None)
@given(POSITIONS)
def test_half_a_turn_of_the_board_exchanges_the_sides(position: Position) -> None:
    other = turned(position)
    moves = {(move.piece.swapcase(), move.directions.translate(TURNED)) for move in GAME.legal_moves(position)}
    assert moves == set(GAME.legal_moves(other))
    winner = winner_of(position)
    assert winner_of(other) == (None if winner is None else 1 - winner)
    assert GAME.estimate(position) == -GAME.estimate(other)


@settings(deadline=None)
@given(POSITIONS)
def test_a_position_is_read_back_from_its_text(position: Position) -> None:
    assert GAME.parse_position(GAME.format_position(position)) == position


@settings(deadline=None)
@given(POSITIONS)
def test_stages_lead_to_the_next_view_and_no_two_moves_share_a_path(position: Position) -> None:
    paths: set[tuple[str, ...]] = set()
    for move in GAME.legal_moves(position):
        view = GAME.move_view(position, move)
        assert view.paths
        assert paths.isdisjoint(view.paths)
        paths.update(view.paths)
        standing = Counter(GAME.view(position).pieces)
        for stage in view.stages:
            assert Counter(stage.before) <= standing
            standing = standing - Counter(stage.before) + Counter(stage.after)
            squares = [square for piece in standing.elements() for square in piece.squares]
            assert len(squares) == len(set(squares))
        assert standing == Counter(GAME.view(GAME.successor(position, move)).pieces)


@settings(deadline=None)
@given(POSITIONS, st.sampled_from("CMFHOcmfho"), st.text(alphabet="nsew", max_size=4))
def test_a_move_is_legal_or_refused_with_a_rule(position: Position, piece: str, directions: str) -> None:
    move = Move(piece, directions)
    legal = move in GAME.legal_moves(position)
    try:
        GAME.play(position, move)
    except IllegalMove as error:
        refused = bool(error.rule)
    else:
        refused = False
    assert refused is not legal
