# Two commands do everything, set-up included: make play, make test.
.DEFAULT_GOAL := help
export PYTHON ?= python3
export VENV := .venv
export BOARDWRIGHT_REQUIRE_CORE := 1
RUN := $(VENV)/bin/python
JOBS ?= 2
FUZZER := $(VENV)/bin/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(VENV)/bin/ninja -B build

.PHONY: help setup play test check lint proof fuzz races wins bench wheel pictures playthroughs clean

help:
	@echo "make play    set up, show the games and start the console"
	@echo "make test    set up, lint, type-check and run all tests"
	@echo "make check   the quick part of the tests"
	@echo "make proof   the long proofs, the core under sanitizers included; writes proof.json"
	@echo "make bench   measure speed"
	@echo "make wheel   build a wheel into dist/ and try it in a clean environment"
	@echo "make lint    ruff and mypy alone"

setup:
	@sh setup.sh develop

# Without a package index the package still runs, plainly, from its sources.
play:
	@if sh setup.sh play; then $(RUN) -m boardwright play; \
	else PYTHONPATH=src $(PYTHON) -m boardwright play; fi

lint: setup
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

test: lint
	$(RUN) -m pytest -n $(JOBS)

check: lint
	$(RUN) -m pytest -n $(JOBS) -m "not slow" -q

proof: setup fuzz races wins
	$(RUN) -m tests.proof

# The core once more with AddressSanitizer and UndefinedBehaviorSanitizer, then with ThreadSanitizer.
fuzz: setup
	$(FUZZER)/fuzz -DBOARDWRIGHT_FUZZ=address,undefined
	$(VENV)/bin/cmake --build build/fuzz
	$(RUN) -m tests.core.fuzz_seeds | build/fuzz/fuzz

races: setup
	$(FUZZER)/races -DBOARDWRIGHT_FUZZ=thread
	$(VENV)/bin/cmake --build build/races
	$(RUN) -m tests.core.fuzz_seeds | awk 'NR % 100 == 0' | build/races/fuzz

# The wins that the tests know, proved by brute force.
wins: setup
	$(FUZZER)/fuzz -DBOARDWRIGHT_FUZZ=address,undefined
	$(VENV)/bin/cmake --build build/fuzz --target prove
	$(RUN) -m tests.engine.win_words | build/fuzz/prove

bench: setup
	$(RUN) -m bench.run
	$(RUN) -m bench.vector

wheel: setup
	rm -rf dist
	$(RUN) -m pip wheel --quiet --disable-pip-version-check --no-deps -w dist .
	$(RUN) -m tests.wheel dist

pictures: setup
	$(RUN) docs/pictures.py

playthroughs: setup
	$(RUN) -m tests.playthroughs

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis proof.json src/boardwright/core/*.so
