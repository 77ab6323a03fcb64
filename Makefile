# Two commands do everything, set-up included: make play, make test.
.DEFAULT_GOAL := help
export PYTHON ?= python3
export VENV := .venv
RUN := $(VENV)/bin/python
JOBS ?= 2

.PHONY: help setup play test check lint proof bench pictures playthroughs clean

help:
	@echo "make play    set up, show the games and start the console"
	@echo "make test    set up, lint, type-check and run all tests"
	@echo "make check   the quick part of the tests"
	@echo "make proof   the long proofs; writes proof.json"
	@echo "make bench   measure speed"
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

proof: setup
	$(RUN) -m tests.proof

bench: setup
	$(RUN) bench/python_rules.py

pictures: setup
	$(RUN) docs/pictures.py

playthroughs: setup
	$(RUN) -m tests.playthroughs

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis proof.json
