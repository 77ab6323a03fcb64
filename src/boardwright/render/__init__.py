"""Positions for the eye: as plain text, as text to colour, and as an SVG picture."""

from boardwright.render.picture import position_svg, svg
from boardwright.render.text import styled_diagram, text_diagram

__all__ = ["position_svg", "styled_diagram", "svg", "text_diagram"]
