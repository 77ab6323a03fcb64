"""The elements of the page's sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.render.markup import element, escaped
from boardwright.study.balance.sample import Sample
from boardwright.study.report.words import capital


def section(title: str, words: str, explanation: str, content: str) -> str:
    """Return a section: its question, the short answer, the content, and the plots."""
    explained = f'<p class="muted">{escaped(explanation)}</p>\n' if explanation else ""
    answer = f"<p><b>{escaped(words)}</b></p>\n" if words else ""
    return f"<section>\n<h2>{escaped(title)}</h2>\n{answer}{explained}{content}\n</section>\n"


def beside(*contents: str) -> str:
    """Put contents side by side where the page is wide enough."""
    return f'<div class="beside">{"".join(f"<div>{content}</div>" for content in contents if content)}</div>'


def headed(sample: Sample, content: str, note: str) -> str:
    """Return a labelled figure of one player's games."""
    return figure(f"{sample.player}, {sample.games} games", content, note)


def figure(title: str, content: str, note: str) -> str:
    """Return a plot or a table with a title and a note below."""
    below = f'<p class="muted">{escaped(capital(note))}</p>' if note else ""
    return f"<div><h3>{escaped(title)}</h3>{content}{below}</div>"


def details(title: str, content: str) -> str:
    """Return content that is collapsed until opened."""
    return f"<details><summary>{escaped(title)}</summary>{content}</details>"


def swatch(colour: str) -> str:
    """Return a colour swatch."""
    box = element("rect", x=1, y=1, width=12, height=12, rx=3, class_=colour)
    return element("svg", box, viewBox="0 0 14 14", class_="swatch")


def legend(*entries: tuple[str, str]) -> str:
    """Return the legend of the colours."""
    items = "".join(f"<li>{swatch(colour)}{escaped(label)}</li>" for colour, label in entries)
    return f'<ul class="legend">{items}</ul>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, markup: bool = False) -> str:
    """Return a table; its cells are plain text unless marked as markup."""
    written = "".join(
        f"<tr>{''.join(f'<td>{cell if markup else escaped(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    titles = "".join(f"<th>{escaped(title)}</th>" for title in head)
    return f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>{written}</tbody></table></div>'
