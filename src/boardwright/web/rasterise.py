"""Draw the SVG on standard input as a PNG on standard output: a program, see :mod:`boardwright.web.previews`."""

import sys

import resvg_py

if __name__ == "__main__":
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.read()))
