#!/bin/sh
# Make the virtual environment and compile the core: `setup.sh play` to use the package, where the
# core may be missing, `setup.sh develop` to work on it, where it may not.
# Once all is made, and nothing that matters has changed, this ends at once.
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}
VENV=${VENV:-.venv}

say() { echo "setup: $1"; }
stop() {
    echo "setup: $1" >&2
    exit 1
}

purpose=${1:-develop}
case $purpose in
play) extras=all,build ;;
develop) extras=all,dev ;;
*) stop "there is no set-up called $purpose: expected play or develop" ;;
esac

# Install a Debian package, quietly, where that is possible at all.
install_package() {
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        say "installing $1"
        export DEBIAN_FRONTEND=noninteractive
        { apt-get update -q && apt-get install -qy "$1"; } >/dev/null 2>&1 || true
    fi
}

has_compiler() { command -v "${CXX:-g++}" >/dev/null || command -v clang++ >/dev/null || command -v c++ >/dev/null; }

# The core is compiled by CMake below, in place, so that a change costs one file and not an install.
install_extras() {
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[$1]" \
        -C wheel.cmake=false -C editable.mode=inplace >"$VENV/setup.log" 2>&1 ||
        stop "the packages could not be installed: is a package index within reach? ($VENV/setup.log tells more)"
}

make_environment() {
    command -v "$PYTHON" >/dev/null || stop "there is no $PYTHON: install Python 3.11 or later"
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "$PYTHON is $("$PYTHON" --version 2>&1): Python 3.11 or later is needed (make PYTHON=...)"
    if ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian keeps the venv module in a package of its own.
        package=$("$PYTHON" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        install_package "$package"
        "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
            stop "$PYTHON has no venv module: install it (Debian: apt-get install $package)"
    fi
    # An environment that was made elsewhere, or whose Python is gone, is made anew.
    if ! "$VENV/bin/python" -c 'import pip' 2>/dev/null || [ "$(cut -d' ' -f1 "$VENV/made" 2>/dev/null)" != "$PWD" ]; then
        say "making $VENV"
        rm -rf build
        "$PYTHON" -m venv --clear "$VENV" || stop "the virtual environment could not be made in $VENV"
    fi
    say "installing boardwright"
    install_extras build
    # To compile takes the longest: meanwhile the rest is installed.
    compile_core &
    compiling=$!
    trap 'kill "$compiling" 2>/dev/null || true' EXIT
    install_extras "$extras"
    # Whether that went well is asked below, once more.
    wait "$compiling" || true
    trap - EXIT
    # So that a start costs no compiling, also where Python may not write beside its sources.
    "$VENV/bin/python" -m compileall -q src/boardwright || true
    echo "$state" >"$VENV/made"
}

compile_core() {
    has_compiler || install_package g++
    has_compiler || return 1
    log="$VENV/core.log"
    if [ ! -f build/build.ninja ]; then
        say "compiling the core, which takes a minute or two"
        "$VENV/bin/cmake" -S . -B build -G Ninja -DCMAKE_MAKE_PROGRAM="$PWD/$VENV/bin/ninja" \
            -DPython_EXECUTABLE="$PWD/$VENV/bin/python" -DBOARDWRIGHT_IN_PLACE=ON >"$log" 2>&1 || return 1
    fi
    "$VENV/bin/cmake" --build build >"$log" 2>&1
}

# The tests of the store start a PostgreSQL of their own.
if [ "$purpose" = develop ] && ! command -v initdb >/dev/null && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    install_package postgresql
fi
# Those of the page look at it in real browsers.
if [ "$purpose" = develop ] && ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
    install_package chromium
fi
if [ "$purpose" = develop ] && ! command -v firefox-esr >/dev/null && ! command -v firefox >/dev/null; then
    install_package firefox-esr
fi

inputs=$(cat pyproject.toml setup.sh CMakeLists.txt | cksum)
state="$PWD $extras $inputs"
made=$(cat "$VENV/made" 2>/dev/null || true)
# What work on the package needs is enough for play.
if ! "$VENV/bin/python" -c 'import boardwright' 2>/dev/null ||
    { [ "$made" != "$state" ] && [ "$made" != "$PWD all,dev $inputs" ]; }; then
    make_environment
fi
if ! compile_core; then
    [ "$purpose" = play ] || stop "the core could not be compiled: a C++20 compiler is needed (g++ 12 or clang; $VENV/core.log tells more)"
    say "the core could not be compiled; the games go by their Python rules (boardwright doctor tells more)"
fi
