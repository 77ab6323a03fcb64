"""The models of all requests, responses and messages, for validation and for the OpenAPI description."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from boardwright import lessons
from boardwright.core import MAX_DEPTH
from boardwright.engine.limits import MAX_NODES
from boardwright.engine.packed import DIGITS
from boardwright.game import Termination
from boardwright.web.engine_tasks import LONGEST_LINE

LONGEST_TEXT = 4000
"""The maximum length of a position or a move, in characters."""
MAX_MOVES = 2000
MAX_SQUARES = 64
"""The maximum number of squares in a path."""
LONGEST_NAME = 40
LONGEST_RECORD = 200_000
MAX_TREE_MOVES = 5000
"""The maximum number of moves in a tree, with those of its variations."""
LONGEST_COMMENT = 20_000
MAX_BETTER = 20
"""The maximum number of moves in the best variation of a position."""
LONGEST_BETTER_MOVE = 400
ONE_LINE = r"^[^\x00-\x1f\x7f]*$"
"""A text without control characters."""
LARGEST_NUMBER = 1_000_000_000
MAX_SECONDS = 7 * 24 * 3600.0
LONGEST_ANALYSIS = 60.0
MAX_LINES = 5
LARGEST_SCORE = 40_000
"""Above every score of the core, in hundredths."""

Side: TypeAlias = Annotated[int, Field(ge=0, le=1, description="0 moves first, 1 is the other side")]
Text: TypeAlias = Annotated[str, Field(max_length=LONGEST_TEXT)]
Word: TypeAlias = Annotated[str, Field(max_length=40)]
GameName: TypeAlias = Annotated[str, Field(max_length=100, examples=["turm:castle"])]
Name: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME, pattern=ONE_LINE)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Comment: TypeAlias = Annotated[str, Field(max_length=LONGEST_COMMENT)]
Comments: TypeAlias = Annotated[list[Comment], Field(max_length=100)]
TagName: TypeAlias = Annotated[str, Field(pattern=r"^\w{1,40}$")]
TagText: TypeAlias = Annotated[str, Field(max_length=1000, pattern=r"^[^\r\n]*$")]
Glyph: TypeAlias = Annotated[int, Field(ge=0, le=999)]
BetterMove: TypeAlias = Annotated[str, Field(max_length=LONGEST_BETTER_MOVE)]
Moves: TypeAlias = Annotated[list[Text], Field(max_length=MAX_MOVES)]


class Shape(BaseModel):
    """The base of all models: unknown fields are errors."""

    # A browser builds each model when it is first needed, which spares it half a second of its start.
    model_config = ConfigDict(extra="forbid", defer_build=sys.platform == "emscripten")


class Error(Shape):
    """An error: one line that says what is wrong and what was expected."""

    error: str
    code: str | None = None
    """For programs and translations: the code of the error, or of the rule that an illegal move breaks."""
    arguments: dict[str, Any] = {}


# Positions and moves, as in boardwright.views and boardwright.game.


class Square(Shape):
    name: str
    x: int
    y: int
    terrain: str


class Exit(Shape):
    name: str
    edge: Literal["top", "bottom", "left", "right"]


class Board(Shape):
    columns: int
    rows: int
    squares: list[Square]
    column_labels: list[str]
    row_labels: list[str]
    exits: list[Exit]
    kind: Literal["square", "hex", "graph"]
    """Whether squares are squares; hexagons, which are two units of x wide; or points."""
    lines: list[tuple[str, str]]
    """The lines between points, by their ends; each also passes through the points between."""


class Piece(Shape):
    kind: str
    side: Side
    squares: list[str]
    label: str
    height: int


class View(Shape):
    board: Board
    pieces: list[Piece]
    to_move: Side
    notes: list[tuple[str, str]]


class Stage(Shape):
    kind: str
    before: list[Piece]
    after: list[Piece]


class Move(Shape):
    """A move: its text, the paths of squares that enter it, and its visible stages."""

    text: str
    paths: list[list[str]]
    stages: list[Stage]


class Outcome(Shape):
    """How a game ended: ``code`` and ``arguments`` are those of the reason."""

    winner: Side | None
    reason: str
    termination: Termination
    text: str
    code: str
    arguments: dict[str, Any]


class Count(Shape):
    """A counter of a position, and the range in which it can be edited."""

    name: str
    value: int
    lowest: int
    highest: int


class LineMove(Shape):
    text: str
    side: Side


class State(Shape):
    """A position with its legal moves."""

    game: str
    position: str
    view: View
    to_move: Side
    status: str
    outcome: Outcome | None
    moves: list[Move]
    last: Move | None
    last_turn: list[Move] = []
    """The moves of the last turn, including the last move."""
    warnings: list[str] = []
    played: list[LineMove] = []
    """The moves of the request, with their sides."""
    counts: list[Count] = []


# Live games.


class Seat(Shape):
    side: Side
    kind: Literal["human", "engine", "record"]
    level: int | None
    name: str
    taken: bool


class Clock(Shape):
    """The initial and remaining times of both sides, and the running clock, at a moment of the server's time."""

    seconds: float
    left: tuple[float, float]
    increment: float
    running: Side | None
    at: float


class PlayedMove(Shape):
    text: str
    side: Side
    seconds: float


class LiveGame(Shape):
    id: str
    game: str
    title: str
    start: str
    moves: list[PlayedMove]
    state: State
    seats: tuple[Seat, Seat]
    clock: Clock | None
    draw_offer: Side | None
    takeback: bool
    """Whether a move can be taken back, between people with the opponent's consent."""
    takeback_offer: Side | None
    abort: bool
    """Whether a player can end the game without a result."""
    claim_after: float | None
    """How many seconds the opponent must be gone before the game can be claimed; null where it cannot be."""
    rematch_offer: Side | None
    rematch: str | None
    """The id of the rematch, once both players have agreed."""
    outcome: Outcome | None
    public: bool
    """Whether the game is listed for anybody to join and to watch."""
    event: str | None
    """The id of the event that the game is part of."""
    created: float
    revision: int


class Presence(Shape):
    """Who is there: whether a player of each seat is connected, and how many spectators are.

    ``gone`` has the seconds since each player was last seen; null for one who is connected.
    """

    here: tuple[bool, bool]
    gone: tuple[float | None, float | None]
    spectators: int


class FileProblem(Shape):
    """What is wrong with the code of a file: its name, the line if it is known, and the message."""

    file: str
    line: int | None
    message: str


class GameFile(Shape):
    """A file of a game that the operator has named, and how often it was loaded.

    ``current`` says whether the game is that of the file as it is now.
    """

    file: str
    game: str | None
    version: int
    current: bool
    problem: FileProblem | None


class TimeControl(Shape):
    seconds: float
    increment: float


class OpenGame(Shape):
    """A game that anybody can join."""

    id: str
    game: str
    clock: TimeControl | None
    side: Side
    """The side that is open."""
    name: str
    """The name of the player who waits; "" if the player has given none."""
    created: float


class RunningGame(Shape):
    """A game that anybody can watch."""

    id: str
    game: str
    clock: TimeControl | None
    names: tuple[str, str]
    moves: int
    spectators: int
    created: float


class Lobby(Shape):
    """The games that anybody can join or watch, the newest first."""

    open: list[OpenGame]
    running: list[RunningGame]


# Events.


class EventPlayer(Shape):
    """A line of the table of an event."""

    number: int
    """The player's number, which stays the same."""
    name: str
    points: float
    won: int
    drawn: int
    lost: int
    tie_break: float
    """Sonneborn-Berger: the points of the beaten opponents, and half of the points of those who drew."""


class EventGame(Shape):
    id: str | None
    """The id of the live game; null until its round begins."""
    players: tuple[int, int]
    """The numbers of the players, the one that moves first at first."""
    result: float | None
    """The points of the player who moves first."""


class Event(Shape):
    """An event; its players are in the order of the table."""

    id: str
    title: str
    game: str
    clock: TimeControl | None
    double: bool
    by_round: bool
    started: bool
    finished: bool
    players: list[EventPlayer]
    rounds: list[list[EventGame]]


class Variant(Shape):
    name: str
    title: str
    note: str
    """One sentence for players on the variant, or else on the game."""
    full_name: str
    start: str
    view: View
    counts: list[Count]
    puzzles: int
    """The number of its puzzles."""


class Setup(Shape):
    about: str
    example: str


class Game(Shape):
    name: str
    title: str
    about: str
    """One line for people who do not know the game; "" if it has neither a description nor a docstring."""
    sides: tuple[str, str]
    kinds: list[str]
    glyphs: dict[str, str]
    faces: dict[str, str]
    variants: list[Variant]
    formats: list[str]
    engine: bool
    client_engine: bool
    """Whether the engine of a client can search it: its core is among the modules of the page."""
    levels: int
    setup: Setup | None
    palette: list[Piece]
    lessons: int
    """The number of interactive lessons."""


class WhyNot(Shape):
    rule: str | None
    code: str | None = None
    arguments: dict[str, Any] = {}


class Rules(Shape):
    html: str


class Task(Shape):
    """A task of a lesson, which begins in ``position``."""

    position: str
    instruction: str
    hint: str
    success: str
    wrong: str


class Lesson(Shape):
    game: str
    title: str
    text: str
    tasks: list[Task]


class Attempt(Shape):
    """The judgement of the moves played in a task."""

    verdict: lessons.Verdict
    reply: str | None
    """The other side's move, if the task goes on with one."""
    solution: Move | None
    """A move that leads to the goal, after the reply, if the task goes on."""


class Puzzles(Shape):
    """The puzzles of a game: their numbers by difficulty."""

    game: str
    easy: list[int]
    medium: list[int]
    hard: list[int]


class PuzzleTurn(Shape):
    """The moves of one side in a solution: all orders of them that lead to the same result, the solution's first."""

    side: Side
    orders: list[list[str]]


class Puzzle(Shape):
    """A position in which the side to move has one way to win, and the solution, which ends with a turn of that side.

    ``distance`` is the number of plies to the win, null if a bitbase proves it; ``solved`` is the share of the attempts
    of the levels that find the solution, null in games without levels.
    """

    game: str
    number: int
    position: str
    difficulty: Literal["easy", "medium", "hard"]
    distance: int | None
    solved: float | None
    turns: list[PuzzleTurn]


class ReviewedMove(Shape):
    """A move with the win probability that it has cost its side, and its glyph: 6 for ?!, 2 for ?, 4 for ??.

    ``better`` is the variation that was better, for a move with a glyph.
    """

    loss: float
    nag: int | None
    better: list[LineMove]


class ReviewedSide(Shape):
    """The mean accuracy of a side's moves from 0 to 1, null if it has not moved, and the numbers of its bad moves."""

    accuracy: float | None
    inaccuracies: int
    mistakes: int
    blunders: int


class Review(Shape):
    moves: list[ReviewedMove]
    sides: tuple[ReviewedSide, ReviewedSide]


class Health(Shape):
    status: str
    workers: int
    queue: int


# Requests.


class PositionRequest(Shape):
    game: GameName
    position: Text | None = None
    moves: Moves = []


class AttemptRequest(Shape):
    """The moves of both sides in a task; lessons and tasks are counted from 1."""

    game: GameName
    lesson: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    task: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    moves: Moves = []


class WhyNotRequest(PositionRequest):
    """Clicked squares: the piece's square, then the squares of its path, if any."""

    squares: Annotated[list[Word], Field(min_length=1, max_length=MAX_SQUARES)]


class Evaluation(Shape):
    """The win probability of the side that moves first in the game, and the best variation of a position."""

    win_probability: Annotated[float, Field(ge=0, le=1)]
    moves: Annotated[list[BetterMove], Field(max_length=MAX_BETTER)] = []


class ReviewRequest(PositionRequest):
    """A game, with an evaluation of each of its positions: one more than there are moves, null where it is over."""

    evaluations: Annotated[list[Evaluation | None], Field(max_length=MAX_MOVES + 1)]


class PieceRequest(Shape):
    kind: Word
    side: Side
    squares: Annotated[list[Word], Field(min_length=1, max_length=16)]
    label: Word = ""
    height: Annotated[int, Field(ge=1, le=100)] = 1


class EditedPositionRequest(PositionRequest):
    """A position by its FEN, by the players' set-up, or by the pieces on the board.

    Pieces and counts edit the position of the FEN, by default the start; everything else in it is kept.
    """

    strict: bool = False
    setup: Text | None = None
    pieces: Annotated[list[PieceRequest], Field(max_length=400)] | None = None
    to_move: Side = 0
    counts: Annotated[dict[Word, Number], Field(max_length=20)] = {}


class ClockRequest(Shape):
    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS)]
    increment: Annotated[float, Field(ge=0, le=3600)] = 0.0


SeatRequest: TypeAlias = Annotated[str, Field(pattern="^(human|open|engine(:([1-9]|10))?)$", examples=["engine:3"])]


class NewGame(Shape):
    game: GameName
    position: Text | None = None
    setup: Text | None = None
    seats: tuple[SeatRequest, SeatRequest]
    names: tuple[Name | None, Name | None] | None = None
    clock: ClockRequest | None = None
    public: bool = False
    """Whether to list the game for anybody to join and to watch; by default only those who have its link can."""


class Created(Shape):
    match: LiveGame
    tokens: tuple[str | None, str | None]


class Join(Shape):
    side: Side | None = None
    name: Name | None = None


class Joined(Shape):
    match: LiveGame
    side: Side
    token: str


class PlayMove(Shape):
    move: Text
    ply: Number


class Offer(Shape):
    """An offer of a draw, a takeback or a rematch, or the answer to one."""

    action: Literal["offer", "accept", "decline"]


class Claim(Shape):
    """What a player claims whose opponent has left."""

    result: Literal["win", "draw"]


class NewEvent(Shape):
    """An event to create: a round robin, single or double, with all games at once or round by round."""

    title: Annotated[Name, StringConstraints(strip_whitespace=True, min_length=1)]
    game: GameName
    clock: ClockRequest | None = None
    double: bool = False
    by_round: bool = False


class EventCreated(Shape):
    event: Event
    token: str
    """The token of the organiser."""


class JoinEvent(Shape):
    name: Annotated[Name, StringConstraints(strip_whitespace=True)]


class EventJoined(Shape):
    event: Event
    number: int
    token: str


class RemovePlayer(Shape):
    number: Number


class Decision(Shape):
    """The result of a game that its players do not end: the side that wins, or null for a draw."""

    game: Word
    winner: Side | None


class TreeMove(Shape):
    """A move of a tree, with its comments before and after it, and its glyphs by their numbers.

    ``parent`` is the place of the move before it in the list of moves, -1 for a first move.
    """

    parent: Annotated[int, Field(ge=-1, lt=MAX_TREE_MOVES)]
    move: Text
    side: Side | None = None
    """The side that moves; ignored in requests."""
    before: Comments = []
    comments: Comments = []
    nags: Annotated[list[Glyph], Field(max_length=100)] = []


class RecordOutcome(Shape):
    """The end of a recorded game, in the words of the rules or of the record."""

    winner: Side | None
    reason: Annotated[str, Field(max_length=200, pattern=ONE_LINE)]


class GameTree(Shape):
    """An annotated game: of the moves with the same parent, the first continues the line, others are variations."""

    game: GameName
    start: Text | None = None
    tags: Annotated[dict[TagName, TagText], Field(max_length=100)] = {}
    comments: Comments = []
    """The comments before the first move."""
    moves: Annotated[list[TreeMove], Field(max_length=MAX_TREE_MOVES)] = []
    outcome: RecordOutcome | None = None


class WrittenTree(Shape):
    """A request for the record of a tree in one of the game's formats."""

    tree: GameTree
    format: Annotated[str, Field(max_length=20)]


class NewRecord(Shape):
    text: Annotated[str, Field(max_length=LONGEST_RECORD)]
    format: Annotated[str, Field(max_length=20)] = "auto"
    game: Annotated[GameName | None, Field(description="the game, if the text does not name it")] = None
    create_match: bool = True
    """Whether the game is stored on the server, under an id; the tree is in the response in any case."""


class RecordedGame(Shape):
    """One game of a text that contains several; ``text`` is its part of the text."""

    players: list[str]
    result: str
    moves: int
    event: str
    date: str
    text: str


class Recorded(Shape):
    """The imported game and its tree, or the list of games if the text contains several."""

    match: LiveGame | None
    games: list[RecordedGame] = []
    tree: GameTree | None = None


# Messages over WebSockets.


class Ping(Shape):
    type: Literal["ping"]


class Identify(Shape):
    """Who a socket belongs to: the holder of these tokens, or a spectator. It is answered with the presence."""

    type: Literal["identify"]
    tokens: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=2)] = []


class Analyse(PositionRequest):
    type: Literal["analyse"]
    id: Number
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] = 1
    seconds: Annotated[float, Field(gt=0, le=LONGEST_ANALYSIS)] = 10.0
    engine: Literal["server", "client"] = "server"
    """Which engine searches. A client's own gets a search, and sends its reports; the server's replaces it in games
    whose core is not among the modules of the page."""


class Stop(Shape):
    type: Literal["stop"]
    id: Number


class ClientSearch(Shape):
    """A search for the engine of the client, with the files of its core and network without their ending; null limits
    are none.

    ``path`` holds the packed positions of the game that may be repeated, and then the one to search.
    """

    game: str
    module: str
    network: str | None
    path: str
    hash: int
    lines: int
    seed: int
    seconds: float | None
    depth: int | None
    nodes: int | None


class ReportedLine(Shape):
    """A variation that the engine of a client has found: its score in hundredths, and its packed moves."""

    score: Annotated[int, Field(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]
    distance: Annotated[int, Field(ge=0, le=LARGEST_SCORE)] | None
    bitbase: bool
    moves: Annotated[str, Field(pattern=f"^([0-9a-f]{{{DIGITS}}}){{1,{LONGEST_LINE}}}$")]


class SearchReport(Shape):
    """What the engine of a client has found at a depth; ``scale`` is the score at which ten of eleven games are won."""

    depth: Annotated[int, Field(ge=0, le=MAX_DEPTH)]
    nodes: Annotated[int, Field(ge=0, le=MAX_NODES)]
    seconds: Annotated[float, Field(ge=0, le=MAX_SECONDS)]
    scale: Annotated[int, Field(ge=200, le=LARGEST_SCORE)]
    lines: Annotated[list[ReportedLine], Field(min_length=1, max_length=MAX_LINES)]


class Report(Shape):
    """A report on the analysis with this id; ``final`` if the search is over."""

    type: Literal["report"]
    id: Number
    report: SearchReport
    final: bool = False


LiveMessage: TypeAlias = Annotated[Identify | Ping, Field(discriminator="type")]
AnalysisMessage: TypeAlias = Annotated[Analyse | Report | Stop | Ping, Field(discriminator="type")]
