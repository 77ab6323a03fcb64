# Two commands do everything, set-up included: make play, make test.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help play test check lint proof bench pictures playthroughs clean

help:
	@echo "make play    set up, show the games and start the console"
	@echo "make test    set up, lint, type-check and run all tests"
	@echo "make check   the quick part of the tests"
	@echo "make proof   the long proofs; writes proof.json"
	@echo "make bench   measure speed"
	@echo "make lint    ruff and mypy alone"

$(VENV)/ready: pyproject.toml setup.sh
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh setup.sh
	@touch $@

play: $(VENV)/ready
	@$(BIN)/boardwright play

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/python -m pytest -n $(JOBS)

check: lint
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow" -q

proof: $(VENV)/ready
	$(BIN)/python tests/proof.py

bench: $(VENV)/ready
	$(BIN)/python bench/python_rules.py

pictures: $(VENV)/ready
	$(BIN)/python docs/pictures.py

playthroughs: $(VENV)/ready
	$(BIN)/python tests/playthroughs.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis proof.json
