"""``boardwright completion``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from shlex import join
from typing import TYPE_CHECKING, Any

from boardwright.check import programs_of
from boardwright.cli import whole_parser
from boardwright.cli.commands.course import course_programs
from boardwright.engine.players import LEVELS
from boardwright.game import AnyGame
from boardwright.installing import needs
from boardwright.registry import installed_games

if TYPE_CHECKING:
    from boardwright.cli.options import Parser

ABOUT = "print a script that completes commands, options, games and files in a shell"
SHELLS = ("bash", "zsh", "fish")
PLAYERS = ("engine", "baseline", "mcts", "random", "ugi:", *(f"level:{level}" for level in range(1, len(LEVELS) + 1)))
USE = """
To use it, add this line to the start file of your shell:
  bash  eval "$(boardwright completion bash)"   in ~/.bashrc
  zsh   eval "$(boardwright completion zsh)"    in ~/.zshrc, after compinit
  fish  boardwright completion fish | source    in ~/.config/fish/config.fish
"""
# A name such as turm:castle is one word.
BASH_PREAMBLE = "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}"


def declare(parser: Parser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"{', '.join(SHELLS[:-1])} or {SHELLS[-1]}")
    parser.more_help = lambda: USE


def run(options: argparse.Namespace) -> None:
    with needs("completion", extra="cli"):
        import shtab
    parser = whole_parser()
    completers = _completers()
    for action in _arguments(parser):
        if action.choices is None and action.metavar in completers:
            action.complete = completers[action.metavar]  # type: ignore[attr-defined]
    print(shtab.complete(parser, options.shell, preamble=BASH_PREAMBLE if options.shell == "bash" else ""))


def _completers() -> dict[Any, Any]:
    """Return what completes an argument, by its metavar."""
    from shtab import DIRECTORY, FILE

    games = [name for game in installed_games() for name in (game.name, *_variants(game))]
    checked = [f"{game.name}:{program}" for game in installed_games() for program in programs_of(game)]
    players = _words_or_files("player", PLAYERS)
    return {
        "GAME": _words_or_files("game_or_file", games, ".py"),
        "GAME[:PROGRAM]": _words_or_files("checked_or_file", [*games, *checked], ".py"),
        "GAME:NAME": _words_or_files("course_program", course_programs()),
        "PLAYER": players,
        "SPEC": players,
        "FILE": FILE,
        "FILE.html": FILE,
        "SAMPLES": FILE,
        "FOLDER": DIRECTORY,
    }


def _variants(game: AnyGame) -> list[str]:
    return [f"{game.name}:{variant}" for variant in game.variants if len(game.variants) > 1]


def _words_or_files(name: str, words: Iterable[str], suffix: str = "") -> dict[str, Any]:
    """Return a completion in the form of shtab: a function for each shell, and its definition.

    In bash shtab appends no space to folders where the name of the function contains ``_file``.
    """
    function, listed = f"_boardwright_{name}", join(words)
    bash = [f'compgen -W "{listed}" -- "$1"']
    zsh = [f"compadd -- {listed}"]
    fish = [f"printf '%s\\n' {listed}"]
    if suffix:
        bash += [f"compgen -f -X '!*{suffix}' -- \"$1\"", 'compgen -d -- "$1"']
        zsh += [f"_files -g '*{suffix}'"]
        fish += [f"__fish_complete_suffix {suffix}"]
    return {
        "bash": function,
        "zsh": function,
        "fish": f"({function})",
        "preamble": {
            "bash": f"{function}() {{ {'; '.join(bash)}; }}",
            "zsh": f"{function}() {{ {'; '.join(zsh)} }}",
            "fish": f"function {function}; {'; '.join(fish)}; end",
        },
    }


def _arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Return the arguments of a parser and of its subparsers."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _arguments(each)
