"""The files of messages that translate a game's texts: where they are, and which messages the page looks for."""

from __future__ import annotations

import inspect
import re
from itertools import islice
from pathlib import Path
from random import Random

from boardwright.errors import COMMON_REFUSALS
from boardwright.explore import random_positions
from boardwright.game import COMMON_REASONS, OUTCOMES, AnyGame
from boardwright.manifest import file_beside, in_language
from boardwright.names import did_you_mean
from boardwright.played_game import REASONS

MESSAGE = re.compile(r"^([a-zA-Z][\w-]*) *=", re.MULTILINE)
"""The identifier of a message, at the beginning of a line."""
SHARED = OUTCOMES.keys() | COMMON_REASONS.keys() | REASONS.keys() | COMMON_REFUSALS.keys()
"""The codes of texts that games share; a game may translate them in its own way."""
SAMPLED = 50
"""The number of positions whose notes are looked at."""


def messages_file(game: AnyGame) -> Path:
    """Return the name of a game's messages, in which the language stands before ".ftl"."""
    return file_beside(type(game), game.manifest.messages or f"{Path(inspect.getfile(type(game))).stem}.ftl")


def game_messages(game: AnyGame, language: str) -> Path | None:
    """Return the path of a game's messages: the file of its manifest, or ``NAME.ftl``, with the language before ".ftl".

    >>> from boardwright import find_game
    >>> str(game_messages(find_game("turm"), "en"))
    'None'
    """
    return in_language(messages_file(game), language)


def message_id(*parts: str) -> str:
    """Return the id of a message of a game, as the page makes it.

    >>> message_id("springs", "value", "taken by White")
    'springs-value-taken-by-white'
    """
    return "-".join(re.sub(r"[^a-z0-9_]+", "-", part.lower()) for part in parts)


def message_ids(game: AnyGame) -> list[str]:
    """Return the ids of the messages that the page looks for, but for texts that games share.

    The notes of views are those of the start and of some random positions.
    """
    name, values = game.name, dict[str, None]()
    for each in (type(game)(variant) for variant in game.variants):
        for position in (each.start(), *islice(random_positions(each, Random(0)), SAMPLED)):
            values |= dict.fromkeys(note for note, _ in each.view(position).notes)
            values |= dict.fromkeys(count.name for count in each.counts(position))
    return [
        message_id(name, "title"),
        *(message_id(name, "variant", variant) for variant in game.variants if len(game.variants) > 1),
        *(message_id(name, "side", side) for side in game.sides),
        *(message_id(name, "piece", kind) for kind in game.kinds),
        *(message_id(name, "value", value) for value in values),
        *(message_id(name, "text", code) for code in sorted((game.refusals.keys() | game.reasons.keys()) - SHARED)),
    ]


def message_problems(game: AnyGame) -> list[str]:
    """Return a line for each message that the page never looks for, in the files of all languages."""
    file = messages_file(game)
    found = [
        (translation.name, name)
        for translation in sorted(file.parent.glob(f"{file.stem}.*{file.suffix}"))
        for name in MESSAGE.findall(translation.read_text(encoding="utf-8", errors="replace"))
    ]
    if not found:
        return []
    known = message_ids(game)
    accepted = {*known, *(message_id(game.name, "text", code) for code in SHARED)}
    prefix = message_id(game.name, "value", "")
    values = [name.removeprefix(prefix) for name in known if name.startswith(prefix)]

    def may_exist(name: str) -> bool:
        """Whether it may be that of a note too rare to be seen in random positions, rather than a misspelled one."""
        return name.startswith(prefix) and not did_you_mean(name.removeprefix(prefix), values)

    return [
        f"{translation}: there is no message {name!r} of {game.name}{did_you_mean(name, accepted)}: "
        f"expected one of {', '.join(known)}"
        for translation, name in found
        if name not in accepted and not may_exist(name)
    ]
