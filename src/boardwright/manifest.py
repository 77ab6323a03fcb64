"""The manifest of a game: what it brings besides its rules, by reference.

References are ``module:attribute`` texts, as in entry points, and are loaded when they are first needed: listing the
moves of a position does not import a network protocol, and the rules do not depend on what is built upon them. A game
in one file may give the object itself in place of a reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

LANGUAGE = re.compile(r"[a-z]{2,3}")


@dataclass(frozen=True, slots=True)
class GameProtocol:
    """A protocol for playing with other programs.

    ``commands`` maps its CLI commands to their modules (:class:`boardwright.cli.commands.Command`). ``player`` refers
    to the class of its players, whose class method ``read(text, game, seed, limits)`` parses what follows the
    protocol's name and a colon in a player specification; ``partner`` describes that text. ``variant`` is set if the
    protocol supports one variant only.
    """

    about: str
    commands: Mapping[str, str] = field(default_factory=dict)
    player: str = ""
    partner: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a game brings besides its rules; everything has a default.

    Names of files and folders are relative to the module of the game's class.
    """

    packing: object = None
    """The module or object that packs positions for the core (:class:`boardwright.packing.Packing`)."""
    core: str = ""
    """The file of the rules in C++, for a game outside the package; without it, ``NAME.hpp`` beside ``NAME.py``."""
    encoding: object = None
    """The class of its encoding (:class:`boardwright.encoding.Encoding`)."""
    record_formats: Mapping[str, object] = field(default_factory=dict)
    """The class of each record format besides JSON (:class:`boardwright.records.RecordFormat`), by name."""
    protocols: Mapping[str, GameProtocol] = field(default_factory=dict)
    """The protocols besides UGI, by name."""
    programs: object = None
    """A function from the game to its course programs by name (:class:`boardwright.check.Program`)."""
    rule_positions: object = None
    """Positions that test single rules, by rule: their legal moves change if the rule is dropped."""
    rules: str = ""
    """The file of the rules for people, in Markdown."""
    lessons: str = ""
    """The file of the interactive lessons, in TOML (:mod:`boardwright.lessons`)."""
    messages: str = ""
    """The file of the messages that translate the game's texts, for one language each: ``messages.ftl`` stands for
    ``messages.de.ftl`` and others."""
    pictures: str = ""
    """The folder of the pictures in the rules."""
    networks: str = ""
    """The folder of the trained evaluation networks."""
    endings: str = ""
    """The folder of the bitbases of its endgames."""
    puzzles: str = ""
    """The folder of its puzzles, one file for each variant (:mod:`boardwright.puzzles`)."""


def load(reference: object) -> Any:
    """Return what a ``module:attribute`` or ``module`` text refers to; anything else is returned as it is."""
    if not isinstance(reference, str):
        return reference
    module, _, attribute = reference.partition(":")
    return getattr(import_module(module), attribute) if attribute else import_module(module)


def file_beside(game_class: type, name: str) -> Path:
    """Return the path of a file or folder beside the module of a game's class."""
    return Path(str(import_module(game_class.__module__).__file__)).parent / name


def in_language(file: Path, language: str) -> Path | None:
    """Return the translation beside a file, ``README.de.md`` beside ``README.md``; None if there is none."""
    translation = file.with_suffix(f".{language}{file.suffix}") if LANGUAGE.fullmatch(language) else None
    return translation if translation and translation.is_file() else None
