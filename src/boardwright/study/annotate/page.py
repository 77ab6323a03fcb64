"""Annotated games as a self-contained page, with a graph of the win probability and all boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwright.records.tree import AnnotatedGame
from boardwright.records.writer import glyphs_of, move_numbers
from boardwright.render import position_svg
from boardwright.render.markup import element, escaped
from boardwright.render.picture import paints_of
from boardwright.study.annotate.analysis import BLUNDER, INACCURACY, LINE, MISTAKE, MoveAnalysis, summaries, value_text
from boardwright.study.report.page import NAMESPACE, PAGE_END, page_start
from boardwright.study.report.plots import ticks

__all__ = ["PAGE_END", "game_part", "page_start"]

WIDTH, HEIGHT, MARGIN, TOP, FOOT = 900, 240, 44, 10, 26
SHOWN_TAGS = ("Event", "Date", "Round", "Annotator")
"""The tags shown below the players."""

FAULTS = {INACCURACY: "inaccuracy", MISTAKE: "mistake", BLUNDER: "blunder"}
FAULTS_HEADS = ("Inaccuracies (?!)", "Mistakes (?)", "Blunders (??)")


def game_part(noted: AnnotatedGame[Any, Any], analysis: Sequence[MoveAnalysis[Any]], number: int = 1) -> str:
    """Return a game for the page: the players, the graph, the bad moves, and every position."""
    page = _GamePage(noted, analysis, number)
    return f"{page.head()}{page.graph()}{page.sides_table()}{page.faults()}{page.positions()}"


class _GamePage:
    """A game, and the names of its moves on the page."""

    def __init__(self, noted: AnnotatedGame[Any, Any], analysis: Sequence[MoveAnalysis[Any]], number: int) -> None:
        self.noted = noted
        self.analysis = analysis
        self.number = number
        self.played = noted.to_played_game()
        self.game = noted.form.game
        self.sides = self.game.sides
        positions = self.played.positions
        self.moves = [
            f"{count} {self.game.format_move(position, node.move)}{glyphs_of(node.nags)[0]}"
            for count, position, node in zip(
                move_numbers(self.game, positions), positions, noted.main.nodes, strict=False
            )
        ]

    def head(self) -> str:
        first, second = (self.noted.tags.get(side.title(), side) for side in self.sides)
        event = " · ".join(self.noted.tags[name] for name in SHOWN_TAGS if name in self.noted.tags)
        outcome = self.played.outcome
        ended = "not finished" if outcome is None else self.game.format_outcome(outcome)
        return (
            f"<header><div><h1>{escaped(first)} – {escaped(second)}</h1>"
            f"<p>{escaped(self.game.title)}, {escaped(ended)}.</p>"
            f'<p class="muted">{escaped(event)}</p></div></header>\n'
        )

    def graph(self) -> str:
        first, second = map(escaped, self.sides)
        return (
            "<section><h2>Chances</h2>"
            f'<p class="muted">Below the chance of {first} to win, above that of {second}, after each move; a draw '
            "counts half. Dots are moves that cost their side at least 5% (?!), 10% (?) or 20% (??).</p>"
            f"{self._plot()}</section>\n"
        )

    def sides_table(self) -> str:
        """Return the accuracy of each side, and how many bad moves it made."""
        heads = "".join(f"<th>{head}</th>" for head in ("Side", "Accuracy", *FAULTS_HEADS))
        rows = []
        for side, summary in zip(self.sides, summaries(self.played, self.analysis), strict=True):
            accuracy = "-" if summary.accuracy is None else f"{summary.accuracy:.0%}"
            cells = "".join(f"<td>{cell}</td>" for cell in (accuracy, *(summary.faults[nag] for nag in FAULTS)))
            rows.append(f"<tr><th>{escaped(side)}</th>{cells}</tr>")
        return f"<section><h2>Accuracy</h2><table><tr>{heads}</tr>{''.join(rows)}</table></section>\n"

    def _plot(self) -> str:
        last = max(len(self.analysis) - 1, 1)

        def x(ply: float) -> float:
            return round(MARGIN + ply / last * (WIDTH - 2 * MARGIN), 1)

        def y(win: float) -> float:
            return round(TOP + (1 - win) * HEIGHT, 1)

        below, above = paints_of(self.sides)
        curve = " ".join(f"{x(ply)},{y(verdict.win_probability)}" for ply, verdict in enumerate(self.analysis))
        box: dict[str, float] = {"x": MARGIN, "y": TOP, "width": WIDTH - 2 * MARGIN, "height": HEIGHT}
        parts = [
            element("title", escaped(f"the chances of {self.sides[0]}")),
            element("rect", **box, fill=above.face, stroke=above.edge),
            element("polygon", points=f"{x(0)},{y(0)} {curve} {x(len(self.analysis) - 1)},{y(0)}", fill=below.face),
            element("line", x1=MARGIN, x2=WIDTH - MARGIN, y1=y(0.5), y2=y(0.5), class_="halfway"),
        ]
        parts += (
            element("text", f"{share:.0%}", x=MARGIN - 6, y=y(share) + 4, class_="label", text_anchor="end")
            for share in (0.0, 0.5, 1.0)
        )
        parts += (
            element("text", f"{tick:g}", x=x(tick), y=TOP + HEIGHT + 16, class_="label", text_anchor="middle")
            for tick in ticks(0, last, 10, whole=True)
            if tick <= last
        )
        for ply, verdict in enumerate(self.analysis):
            if verdict.nag is not None:
                tooltip = f"{self.moves[ply - 1]}: loses {verdict.loss:.0%}"
                dot = element(
                    "circle",
                    element("title", escaped(tooltip)),
                    cx=x(ply),
                    cy=y(verdict.win_probability),
                    r=6,
                    class_="fault",
                )
                parts.append(element("a", dot, href=f"#{self._anchor(ply)}"))
        return element(
            "svg", "".join(parts), viewBox=f"0 0 {WIDTH} {TOP + HEIGHT + FOOT}", role="img", class_="chances"
        )

    def _anchor(self, ply: int) -> str:
        return f"game{self.number}-{ply}"

    def faults(self) -> str:
        """Return each bad move: the board before it, the move played and the better one."""
        cards = [self._fault(ply, verdict) for ply, verdict in enumerate(self.analysis) if verdict.nag is not None]
        if not cards:
            return "<section><h2>What went wrong</h2><p>Nothing that cost 5% of the chance to win.</p></section>\n"
        return f'<section><h2>What went wrong</h2><div class="maps">{"".join(cards)}</div></section>\n'

    def _fault(self, ply: int, verdict: MoveAnalysis[Any]) -> str:
        best = verdict.best
        better = " ".join(best.texts(self.game, LINE))
        kind = FAULTS[verdict.nag or INACCURACY]
        return (
            f"<div><h3>{escaped(self.moves[ply - 1])}: {kind}, loses {verdict.loss:.0%}</h3>{self._board(ply - 1)}"
            f"<p>Better: <b>{escaped(better)}</b> ({escaped(value_text(self.game, best))}); "
            f"played: {escaped(value_text(self.game, verdict))}.</p></div>"
        )

    def positions(self) -> str:
        cards = []
        for ply, verdict in enumerate(self.analysis):
            node = self.noted.main.nodes[ply - 1] if ply else None
            said = [*node.before, *node.comments] if node else self.noted.main.comments
            title = self.moves[ply - 1] if ply else "the first position"
            words = "".join(f"<p>{escaped(comment)}</p>" for comment in said)
            cards.append(
                f'<div id="{self._anchor(ply)}"><h3>{escaped(title)}</h3>{self._board(ply)}'
                f'<p class="muted">{escaped(value_text(self.game, verdict))}</p>{words}</div>'
            )
        return f'<section><h2>The game</h2><div class="maps">{"".join(cards)}</div></section>\n'

    def _board(self, ply: int) -> str:
        position = self.played.positions[ply]
        status = self.game.status(position)
        if ply == len(self.played.moves) and self.played.outcome is not None:
            status = self.game.format_outcome(self.played.outcome)
        picture = position_svg(self.game, position, title=status, status=status)
        return picture.replace(NAMESPACE, ' class="board"')
