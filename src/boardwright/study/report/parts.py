"""The parts that the sections of the page are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.render.markup import element, escaped
from boardwright.study.balance.sample import Sample
from boardwright.study.report.words import capital


def section(title: str, words: str, told: str, content: str) -> str:
    """A section: its question, the answer in short, what is shown, and the plots."""
    return (
        f"<section>\n<h2>{escaped(title)}</h2>\n<p><b>{escaped(words)}</b></p>\n"
        f'<p class="muted">{escaped(told)}</p>\n{content}\n</section>\n'
    )


def beside(*contents: str) -> str:
    """Contents beside each other where there is room."""
    return f'<div class="beside">{"".join(f"<div>{content}</div>" for content in contents if content)}</div>'


def headed(sample: Sample, content: str, note: str) -> str:
    """A figure of one player's games."""
    return figure(f"{sample.player}, {sample.games} games", content, note)


def figure(title: str, content: str, note: str) -> str:
    """A plot or a table under its title, with a note below it."""
    below = f'<p class="muted">{escaped(capital(note))}</p>' if note else ""
    return f"<div><h3>{escaped(title)}</h3>{content}{below}</div>"


def details(title: str, content: str) -> str:
    """What is folded up until it is asked for."""
    return f"<details><summary>{escaped(title)}</summary>{content}</details>"


def swatch(colour: str) -> str:
    """A spot of a colour."""
    box = element("rect", x=1, y=1, width=12, height=12, rx=3, class_=colour)
    return element("svg", box, viewBox="0 0 14 14", class_="swatch")


def legend(*entries: tuple[str, str]) -> str:
    """What the colours mean."""
    items = "".join(f"<li>{swatch(colour)}{escaped(label)}</li>" for colour, label in entries)
    return f'<ul class="legend">{items}</ul>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, markup: bool = False) -> str:
    """A table; its cells are plain text unless they are said to be markup."""
    written = "".join(
        f"<tr>{''.join(f'<td>{cell if markup else escaped(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    titles = "".join(f"<th>{escaped(title)}</th>" for title in head)
    return f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>{written}</tbody></table></div>'
