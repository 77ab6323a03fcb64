"""SVG elements as text."""

from __future__ import annotations

OUTSIDE_XML = (*(code for code in range(32) if chr(code) not in "\t\n\r"), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
ESCAPES = dict.fromkeys(OUTSIDE_XML, "\ufffd") | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """Return an element with its attributes, whose names are written with underscores; the content is markup.

    >>> element("circle", cx=1.50, stroke_width=2, fill="<", class_="dot")
    '<circle cx="1.5" stroke-width="2" fill="&lt;" class="dot"/>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value) if isinstance(value, str) else f"{value:g}"}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def escaped(text: str) -> str:
    """Escape a text for markup, also within attributes."""
    return text.translate(ESCAPES)
