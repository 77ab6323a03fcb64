"""How the manual is built: ``make docs``. Its sources are the pages of this folder and the games' own ones."""

from pathlib import Path
from typing import Any

from docutils import nodes

from boardwright import __version__

project = "Boardwright"
author = "the authors of Boardwright"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]

# The sources are the whole repository, so that links between its pages lead where they lead in a checkout.
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "compat/README.md",
    "docs/*.md",
    "docs/*/*.md",
    "src/boardwright/games/*/README.md",
]
exclude_patterns = ["build", "dist", "bench", "tests", ".venv", ".*"]

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
highlight_language = "none"
autodoc_member_order = "bysource"
# Types are in the signature, with one parameter on a line where there are many.
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"Boardwright {version}"
html_logo = html_favicon = "../src/boardwright/web/page/icon.svg"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_copyright = False

HOME = '<!DOCTYPE html><meta http-equiv="refresh" content="0; url=docs/index.html"><title>Boardwright</title>'


def write_home(app: Any, error: Exception | None) -> None:
    """Let the folder itself lead to the first page."""
    if error is None and app.builder.name == "html":
        Path(app.outdir, "index.html").write_text(HOME, encoding="utf-8")


def trim_blocks(app: Any, document: nodes.document) -> None:
    """Drop the empty line that a doctest needs at the end of its block."""
    for block in document.findall(nodes.literal_block):
        block.rawsource = block.astext().rstrip("\n")
        block.children = [nodes.Text(block.rawsource)]


def setup(app: Any) -> None:
    app.connect("doctree-read", trim_blocks)
    app.connect("build-finished", write_home)
