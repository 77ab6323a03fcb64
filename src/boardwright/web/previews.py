"""Link previews: what other sites show of a link to a page, with a picture of the board."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import NamedTuple
from urllib.parse import quote

from boardwright.game import AnyGame
from boardwright.render import position_svg
from boardwright.render.markup import element, escaped
from boardwright.render.picture import FONT
from boardwright.web.api_errors import Unavailable
from boardwright.web.content import Content, content_of
from boardwright.web.live_game import LiveGame, Seat
from boardwright.web.rate_limits import Clients, current_client

SITE = "Boardwright"
ABOUT = "Abstract board games to play, to analyse and to read about."
WIDTH, HEIGHT = 1200, 630
MARGIN = 30
PAPER, INK, MUTED = "#f4f1ea", "#20242e", "#5a6070"
LETTER = 0.68
"""The approximate width of a bold letter relative to the font size."""
MAX_PICTURES = 100
"""The number of pictures that are kept; one has about 60 kB."""
MAX_WAITING = 20
"""The number of pictures that may wait to be drawn."""
SECONDS = 20.0
"""The time that drawing a picture may take."""
RASTERISER = Path(__file__).with_name("rasterise.py")
SIZE = re.compile(r'width="[\d.]+" height="[\d.]+"')


class Preview(NamedTuple):
    """The texts of a link preview, and the path of its picture."""

    title: str
    description: str
    picture: str


LOBBY = Preview(SITE, ABOUT, "/previews/lobby.png")


def game_preview(game: AnyGame, about: str) -> Preview:
    """Return the preview of a page about a game."""
    description = game.description or game.variant_note or ABOUT
    return Preview(about.format(game=_title(game)), description, f"/previews/games/{_quoted(game)}.png")


def live_preview(live: LiveGame) -> Preview:
    """Return the preview of a live game: an invitation, or the players and how the game stands."""
    game, title, picture = live.game, _title(live.game), f"/previews/matches/{live.id}.png"
    outcome = live.played.outcome
    free = [side for side, seat in enumerate(live.seats) if not seat.taken]
    if free and outcome is None:
        inviter = live.seats[1 - free[0]].name
        invitation = f"{inviter} invites you to a game of {title}" if inviter else f"You are invited to play {title}"
        return Preview(invitation, f"You play {game.sides[free[0]]}. You need no account.", picture)
    first, second = (_player(seat, name) for seat, name in zip(live.seats, game.sides, strict=True))
    status = game.status(live.played.position) if outcome is None else game.format_outcome(outcome)
    return Preview(f"{title}: {first} against {second}", status[:1].upper() + status[1:], picture)


def event_preview(title: str, game: AnyGame) -> Preview:
    """Return the preview of an event."""
    about = f"{_title(game)}: everyone plays everyone. You need no account."
    return Preview(title, about, f"/previews/games/{_quoted(game)}.png")


def _title(game: AnyGame) -> str:
    return f"{game.title}, {game.variant_title}" if len(game.variants) > 1 else game.title


def _quoted(game: AnyGame) -> str:
    return quote(game.full_name, safe="")


def _player(seat: Seat, side: str) -> str:
    return "the engine" if seat.kind == "engine" else seat.name or side


def tags(preview: Preview, base: str) -> Iterable[str]:
    """Return the elements of a preview for the head of a page, whose site has the address ``base``."""
    properties = {
        "og:site_name": SITE,
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
    }
    if find_spec("resvg_py"):
        properties |= {
            "og:image": base.rstrip("/") + preview.picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": preview.title,
        }
        yield element("meta", name="twitter:card", content="summary_large_image")
    for name, content in properties.items():
        yield element("meta", property=name, content=content)


def board_svg(game: AnyGame, position: object) -> str:
    """Return the picture of a position, beside the title of its game."""
    left = HEIGHT
    words = [(game.title, 64, INK, 700)]
    if len(game.variants) > 1:
        words.append((game.variant_title, 44, MUTED, 400))
    words.append((SITE, 36, MUTED, 400))
    return _whole(
        [_placed(position_svg(game, position), MARGIN, MARGIN, HEIGHT - 2 * MARGIN), *_lines(words, left + MARGIN)]
    )


def lobby_svg(games: Sequence[AnyGame]) -> str:
    """Return a picture of the start positions of some games."""
    size = (HEIGHT - 3 * MARGIN) / 2
    places = [(column * (size + MARGIN), row * (size + MARGIN)) for row in (0, 1) for column in range(3)]
    left = (WIDTH - 3 * size - 2 * MARGIN) / 2
    boards = [
        _placed(position_svg(game, game.start()), left + x, MARGIN + y, size)
        for game, (x, y) in zip(games, places, strict=False)
    ]
    if len(boards) < len(places):
        x, y = places[len(boards)]
        boards.append(_written(SITE, left + x, MARGIN + y + size / 2, min(size / (LETTER * len(SITE)), 64), INK, 700))
    return _whole(boards)


def _whole(parts: Iterable[str]) -> str:
    ground = element("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    return element(
        "svg", ground + "".join(parts), xmlns="http://www.w3.org/2000/svg", width=WIDTH, height=HEIGHT, font_family=FONT
    )


def _placed(picture: str, x: float, y: float, size: float) -> str:
    """Return a picture as a part of another one, in a square."""
    return SIZE.sub(f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"', picture, count=1)


def _lines(words: Sequence[tuple[str, int, str, int]], left: float) -> Iterable[str]:
    """Return lines of text, each with its size, colour and weight, smaller where they would not fit."""
    room = WIDTH - MARGIN - left
    down = HEIGHT / 2 - sum(size for _, size, _, _ in words) * 0.6
    for text, most, colour, weight in words:
        size = min(most, room / (LETTER * max(len(text), 1)))
        down += most * 1.2
        yield _written(text, left, down, size, colour, weight)


def _written(text: str, x: float, y: float, size: float, colour: str, weight: int) -> str:
    return element("text", escaped(text), x=x, y=y, font_size=size, fill=colour, font_weight=weight)


class Previews:
    """Draws pictures one at a time, in processes of their own: drawing takes long and holds the GIL.

    The time counts as computing time of the client that asks.
    """

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._drawn: OrderedDict[str, Content] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def png(self, svg: str) -> Content:
        """Return a picture as PNG; pictures that were asked for lately are kept."""
        if svg not in self._drawn:
            client = current_client.get() or ""
            self._clients.may_work(client)
            if self._waiting >= MAX_WAITING:
                raise Unavailable("too many pictures are being drawn: try again later")
            self._waiting += 1
            try:
                async with self._turn:
                    if svg not in self._drawn:
                        # The client's earlier pictures may have used up its time meanwhile.
                        self._clients.may_work(client)
                        began = monotonic()
                        try:
                            self._drawn[svg] = content_of(await _rasterised(svg), "image/png")
                        finally:
                            self._clients.worked(client, monotonic() - began)
            finally:
                self._waiting -= 1
        self._drawn.move_to_end(svg)
        while len(self._drawn) > MAX_PICTURES:
            self._drawn.popitem(last=False)
        return self._drawn[svg]


async def _rasterised(svg: str) -> bytes:
    pipe = asyncio.subprocess.PIPE
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-P", str(RASTERISER), stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        png, _ = await asyncio.wait_for(program.communicate(svg.encode()), SECONDS)
    except TimeoutError:
        png = b""
    finally:
        with suppress(ProcessLookupError):
            program.kill()
    if not png:
        raise Unavailable("the picture cannot be drawn")
    return png
