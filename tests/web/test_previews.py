"""Link previews: their texts, whatever players call themselves, and their pictures."""

from __future__ import annotations

import asyncio
from html.parser import HTMLParser

import pytest
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.web import previews
from boardwright.web.api_errors import TooMuch, Unavailable
from boardwright.web.previews import Previews, board_svg, lobby_svg
from boardwright.web.rate_limits import ClientLimits, Clients

NASTY = "<b>\"Anna\"</b> & 'Co'"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}"><rect width="9" height="9"/></svg>'


class Tags(HTMLParser):
    """The properties of a page's preview."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.given: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "meta" and (name := given.get("property")):
            self.given[name.removeprefix("og:")] = given["content"] or ""


def tags_of(server: Served, path: str) -> dict[str, str]:
    return Tags(server.client.get(path).text).given


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height of a PNG, by its header."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_an_invitation_names_who_invites_and_to_which_side(server: Served) -> None:
    match, _, _ = server.new_match("congo:full", "human", "open", names=[NASTY, ""])
    tags = tags_of(server, f"/play/{match}")
    assert tags["title"] == f"{NASTY} invites you to a game of Congo, Full game"
    assert tags["description"] == "You play black. You need no account."
    match, _, _ = server.new_match("cabeza", "open", "human")
    assert tags_of(server, f"/play/{match}")["title"] == "You are invited to play Cabeza"


def test_a_game_is_shown_with_its_players_and_as_it_stands(server: Served) -> None:
    match, tokens, _ = server.new_match("turm", "human", "engine:1", names=["Ben", ""])
    before = tags_of(server, f"/play/{match}")
    assert (before["title"], before["description"]) == ("Turm & Wächter, Centre: Ben against the engine", "Red to move")
    assert before["image"] == f"{server.address}/previews/matches/{match}.png"
    shown = server.client.get(before["image"])
    server.post(f"/api/matches/{match}/resign", token=tokens[0])
    after = tags_of(server, f"/play/{match}")
    assert after["description"] == "Blue wins: the other side resigned"
    assert shown.headers["content-type"] == "image/png"
    assert size_of(shown.content) == (1200, 630)
    again = server.client.get(before["image"], headers={"If-None-Match": shown.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("path", "title", "picture"),
    [
        ("/", "Boardwright", "lobby.png"),
        ("/rules/turm:castle", "The rules of Turm & Wächter, Castle", "games/turm%3Acastle.png"),
        ("/analyse/draughts", "International draughts: analysis board", "games/draughts.png"),
        ("/puzzles/turm:castle", "Puzzles: Turm & Wächter, Castle", "games/turm%3Acastle.png"),
        ("/rules/nothing", "Boardwright", "lobby.png"),
        ("/play/nothing", "Boardwright", "lobby.png"),
        ("/play/%22%3E%3Cscript%3E", "Boardwright", "lobby.png"),
    ],
)
def test_every_page_has_a_preview(server: Served, path: str, title: str, picture: str) -> None:
    tags = tags_of(server, path)
    assert (tags["title"], tags["image"]) == (title, f"{server.address}/previews/{picture}")
    assert size_of(server.client.get(tags["image"]).content) == (1200, 630)


def test_pictures_of_what_is_not_there_are_refused(server: Served) -> None:
    for path in ("games/nothing.png", "matches/nothing.png", "nothing.png", "games/../lobby.svg"):
        assert server.client.get(f"/previews/{path}").status_code == 404


def test_a_game_from_a_file_has_pictures_too() -> None:
    game = find_game("examples/breakthrough.py")
    png = asyncio.run(Previews(Clients(ClientLimits())).png(board_svg(game, game.start()))).plain
    assert size_of(png) == (1200, 630)
    names = ["turm", "congo", "cabeza", "draughts", "margrites", "turm:castle", "congo:full"]
    svg = lobby_svg([find_game(name) for name in names])
    # No more than there is room for.
    assert svg.count("<title>") == 6


def test_few_pictures_are_kept_and_few_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def rasterised(svg: str) -> bytes:
        drawn.append(svg)
        await asyncio.sleep(0)
        return svg.encode()

    monkeypatch.setattr(previews, "_rasterised", rasterised)
    monkeypatch.setattr(previews, "MAX_PICTURES", 2)
    monkeypatch.setattr(previews, "MAX_WAITING", 3)

    async def ask() -> list[object]:
        pictures = Previews(Clients(ClientLimits()))
        for svg in ("a", "b", "a", "c", "a", "b"):
            assert (await pictures.png(svg)).plain == svg.encode()
        assert drawn == ["a", "b", "c", "b"]
        return await asyncio.gather(*(pictures.png(svg) for svg in "ddefgh"), return_exceptions=True)

    *answered, one, two, three = asyncio.run(ask())
    assert [str(error) for error in (one, two, three)] == ["too many pictures are being drawn: try again later"] * 3
    assert [content.plain for content in answered] == [b"d", b"d", b"e"]  # type: ignore[attr-defined]
    assert drawn[4:] == ["d", "e"]


def test_what_is_no_picture_is_refused() -> None:
    assert size_of(asyncio.run(Previews(Clients(ClientLimits())).png(SQUARE.format(9))).plain) == (9, 9)
    with pytest.raises(Exception, match="the picture cannot be drawn"):
        asyncio.run(Previews(Clients(ClientLimits())).png("<svg"))


def test_drawing_counts_as_computing_time() -> None:
    clients = Clients(ClientLimits())
    pictures = Previews(clients)

    async def ask() -> None:
        await pictures.png(SQUARE.format(9))
        clients.worked("", 1e6)
        await pictures.png(SQUARE.format(9))
        with pytest.raises(TooMuch):
            await pictures.png(SQUARE.format(8))

    asyncio.run(ask())


def test_drawing_counts_as_computing_time_when_it_fails_and_for_pictures_that_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []

    async def failing(svg: str) -> bytes:
        begun.append(svg)
        await asyncio.sleep(0.05)
        raise Unavailable("the picture cannot be drawn")

    monkeypatch.setattr(previews, "_rasterised", failing)

    async def ask() -> list[object]:
        pictures = Previews(Clients(ClientLimits(work=1)))
        return await asyncio.gather(*(pictures.png(svg) for svg in "abc"), return_exceptions=True)

    assert [type(each) for each in asyncio.run(ask())] == [Unavailable, TooMuch, TooMuch]
    assert begun == ["a"]
