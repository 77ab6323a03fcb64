"""The style of the page: light, dark, print, and phone."""

from __future__ import annotations

from boardwright.render.picture import OTHER_PAINTS, PAINTS

RIMS = {"white": "#8d8473", "black": "#7d828e"}
"""Pieces as light or as dark as the page need an outline that is visible on both."""

STYLE = """
:root { color-scheme: light dark; --paper: #f6f4ef; --card: #fff; --ink: #20242e; --muted: #5f6676;
  --line: #e1e0da; --axis: #a9aeb9; --player: #0b7a75; --random: #9a6b12; --draw: #a8adb8; --even: #c2410c;
  --heat: #0b7a75; --bright: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #12151b; --card: #1b2029; --ink: #e9ebf0; --muted: #9fa8ba;
  --line: #2d3441; --axis: #5b6475; --player: #3fbfb4; --random: #d9a441; --draw: #69717f; --even: #fb923c;
  --heat: #3fbfb4; --bright: #0c1116; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 28px 16px 56px; }
header { display: flex; flex-wrap: wrap; gap: 24px 36px; align-items: center; margin-bottom: 28px; }
header > div { flex: 1 1 380px; }
header > svg { flex: 0 1 270px; width: 270px; max-width: 100%; height: auto; margin: 0 auto; }
h1 { font-size: clamp(1.9rem, 5vw, 2.8rem); line-height: 1.1; margin: 0 0 12px; letter-spacing: -0.02em; }
h2 { font-size: 1.3rem; margin: 0 0 6px; letter-spacing: -0.01em; }
h3 { font-size: 0.95rem; margin: 0 0 8px; }
p { margin: 0 0 12px; max-width: 72ch; }
.muted { color: var(--muted); }
.warning { border-left: 4px solid var(--even); padding-left: 12px; }
section { margin: 0 0 20px; padding: 22px; background: var(--card); border: 1px solid var(--line);
  border-radius: 14px; }
.beside { display: grid; gap: 22px 34px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); }
.maps { display: grid; gap: 20px 26px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 270px), 1fr)); }
.findings { display: grid; gap: 14px; padding: 0; margin: 0 0 20px; list-style: none;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 290px), 1fr)); }
.findings li { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px 20px; }
.findings b { display: block; font-size: 2.1rem; line-height: 1.15; letter-spacing: -0.02em; color: var(--player); }
.findings span { font-weight: 600; }
.findings p { margin: 6px 0 0; font-size: 0.92rem; color: var(--muted); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 0 0 12px; list-style: none;
  font-size: 0.88rem; }
.swatch { width: 14px; height: 14px; margin-right: 6px; vertical-align: -2px; }
.endings { list-style: none; padding: 0; margin: 0; font-size: 0.92rem; }
.endings li { margin: 0 0 12px; }
.endings div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 14px; align-items: baseline; }
.endings div span:last-child { white-space: nowrap; color: var(--muted); font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 5px 8px; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th { font-weight: 600; color: var(--muted); font-size: 0.82rem; white-space: normal; vertical-align: bottom; }
td .meter { width: min(130px, 18vw); display: inline-block; vertical-align: middle; margin-left: 8px; }
details { margin-top: 12px; font-size: 0.9rem; }
summary { cursor: pointer; color: var(--muted); }
code { font: 0.9em ui-monospace, "DejaVu Sans Mono", monospace; }
.plot { display: block; width: 100%; max-width: 560px; height: auto; }
.scale { max-width: 420px; margin-bottom: 10px; }
.maps + h3 { margin-top: 22px; }
.board { display: block; width: 100%; max-width: 420px; height: auto; }
.meter { display: block; width: 100%; height: 9px; border-radius: 4px; }
.label { font-size: 12px; fill: var(--muted); }
.halo { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
.label.strong { fill: var(--ink); font-weight: 600; }
.grid { stroke: var(--line); stroke-width: 1; }
.axis { stroke: var(--axis); stroke-width: 1; }
.even { stroke: var(--even); stroke-width: 1.5; stroke-dasharray: 4 3; }
.mark { stroke: var(--ink); stroke-width: 1.5; }
.player { fill: var(--player); } .random { fill: var(--random); } .draw { fill: var(--draw); }
.soft { fill-opacity: 0.35; }
.band { fill-opacity: 0.18; }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.player.curve { stroke: var(--player); } .random.curve { stroke: var(--random); }
.meter rect { vector-effect: non-scaling-stroke; }
.trough { fill: var(--line); } .whisker { fill: var(--ink); fill-opacity: 0.65; }
.cell { fill: var(--paper); stroke: var(--line); } .heat { fill: var(--heat); }
.never { stroke: var(--axis); stroke-width: 1.5; fill: none; }
.number { font-size: 12.5px; fill: var(--ink); } .number.bright { fill: var(--bright); font-weight: 600; }
.chances { display: block; width: 100%; height: auto; }
.halfway { stroke: #8a8a8a; stroke-width: 1.5; stroke-dasharray: 4 3; }
.fault { fill: #fff; stroke: #111; stroke-width: 2.5; }
.on-player, .on-random { fill: var(--bright); font-weight: 600; }
.on-draw { fill: #16181d; font-weight: 600; }
@media (max-width: 520px) { section { padding: 16px 14px; } main { padding: 18px 10px 40px; }
  .label { font-size: 13px; } td .meter { display: none; }
  table { font-size: 0.82rem; } th, td { padding: 4px 3px; } }
@media print { :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --muted: #444; --line: #ccc;
  --axis: #888; --player: #0b7a75; --random: #9a6b12; --draw: #a8adb8; --even: #c2410c; --heat: #0b7a75;
  --bright: #fff; }
  body { font-size: 10pt; } .maps { grid-template-columns: repeat(3, 1fr); } .scroll { overflow: visible; }
  table { font-size: 8.5pt; } h3 { break-after: avoid; } main { max-width: none; padding: 0; }
  section, .findings li { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def side_style(sides: tuple[str, str]) -> str:
    """Return the colours of the two sides, those of their pieces."""
    rules = []
    for number, name in enumerate(sides):
        paint = PAINTS.get(name, OTHER_PAINTS[number])
        rim = RIMS.get(name, paint.edge)
        rules.append(f".side{number} {{ fill: {paint.face}; stroke: {rim}; stroke-width: 1; }}")
        rules.append(f".on-side{number} {{ fill: {paint.mark}; font-weight: 600; }}")
    return "\n".join(rules) + "\n"
