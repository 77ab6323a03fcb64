#!/bin/sh
# Make the virtual environment with the package, its extras and the development tools.
set -eu

stop() {
    echo "setup: $1" >&2
    exit 1
}

command -v "$PYTHON" >/dev/null || stop "there is no $PYTHON: install Python 3.11 or later"
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "$PYTHON is $("$PYTHON" --version 2>&1): Python 3.11 or later is needed (make PYTHON=...)"

if ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then
    # Debian keeps the venv module in a package of its own.
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        echo "setup: installing python3-venv"
        { apt-get update -q && apt-get install -qy python3-venv; } >/dev/null 2>&1 ||
            stop "python3-venv could not be installed: install it by hand"
    else
        stop "$PYTHON has no venv module: install it (Debian: apt-get install python3-venv)"
    fi
fi

if [ ! -x "$VENV/bin/python" ]; then
    echo "setup: making $VENV"
    "$PYTHON" -m venv "$VENV" || stop "the virtual environment could not be made in $VENV"
fi
echo "setup: installing boardwright and its tools"
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check -e '.[all,dev]' 2>"$VENV/setup.log" || {
    tail -n 5 "$VENV/setup.log" >&2
    stop "the packages could not be installed: is a package index within reach? ($VENV/setup.log tells more)"
}
