#!/bin/sh
# Make the virtual environment: `setup.sh play` with the package, `setup.sh develop` with the tools as well.
# Once it is made, and nothing that matters has changed, this ends at once.
set -eu

stop() {
    echo "setup: $1" >&2
    exit 1
}

case "${1:-develop}" in
play) extras=all ;;
develop) extras=all,dev ;;
*) stop "there is no set-up called $1: expected play or develop" ;;
esac

state="$PWD $extras $(cat pyproject.toml setup.sh | cksum)"
if [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import boardwright' 2>/dev/null; then
    made=$(cat "$VENV/made" 2>/dev/null || true)
    [ "$made" = "$state" ] && exit 0
    # What the tools need is enough for play.
    [ "$extras" = all ] && [ "$made" = "$PWD all,dev $(cat pyproject.toml setup.sh | cksum)" ] && exit 0
fi

command -v "$PYTHON" >/dev/null || stop "there is no $PYTHON: install Python 3.11 or later"
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "$PYTHON is $("$PYTHON" --version 2>&1): Python 3.11 or later is needed (make PYTHON=...)"

if ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then
    # Debian keeps the venv module in a package of its own.
    package=$("$PYTHON" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        echo "setup: installing $package"
        export DEBIAN_FRONTEND=noninteractive
        { apt-get update -q && apt-get install -qy "$package"; } >/dev/null 2>&1 || true
    fi
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
        stop "$PYTHON has no venv module: install it (Debian: apt-get install $package)"
fi

# An environment that was made elsewhere, or whose Python is gone, is made anew.
if ! "$VENV/bin/python" -c 'import pip' 2>/dev/null || [ "$(cut -d' ' -f1 "$VENV/made" 2>/dev/null)" != "$PWD" ]; then
    echo "setup: making $VENV"
    "$PYTHON" -m venv --clear "$VENV" || stop "the virtual environment could not be made in $VENV"
fi
echo "setup: installing boardwright"
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[$extras]" >"$VENV/setup.log" 2>&1 ||
    stop "the packages could not be installed: is a package index within reach? ($VENV/setup.log tells more)"
echo "$state" >"$VENV/made"
