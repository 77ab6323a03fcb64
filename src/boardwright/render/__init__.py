"""Rendering: positions as plain text, as styled text, and as SVG pictures."""

from boardwright.render.picture import position_svg, svg
from boardwright.render.text import styled_diagram, text_diagram

__all__ = ["position_svg", "styled_diagram", "svg", "text_diagram"]
