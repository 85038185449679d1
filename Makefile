# Two commands matter: `make play` and `make test`. Each sets up .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Room for a slow or interrupted network: pip retries before it gives up.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --retries 10

# Tests start hundreds of processes. Keep bytecode, so that each does not compile the package again.
export PYTHONDONTWRITEBYTECODE :=

COMMA := ,
PASSED := Everything passed.

# Rooms that use the same things share a process, which reads in and starts them once. Pages and server take the most,
# and wait the most: several processes share them as they go. A room that is named nowhere has a process of its own.
# Longest first.
SHARED := server record+table cli+audit+shift+bots+accounts odds+simulate+hands+fair+paper game+rulings+house
ROOMS := $(sort $(patsubst tests/%/,%,$(dir $(wildcard tests/*/test_*.py))))
PARTS := $(patsubst %,room-%,pages $(SHARED) $(filter-out pages $(subst +, ,$(SHARED)),$(ROOMS)))

.PHONY: help setup play test rooms $(PARTS) check lint system pages campaign bench rulebook playthroughs counts picture \
        screenshots node release docs clean

help:
	@echo "make play          a table in your browser"
	@echo "make test          lint, types and every test; SYSTEM=no to install nothing outside this folder"
	@echo "make check T=room  lint, types and the tests of one room: T=game, T=table, T=pages ..."
	@echo "make campaign      the long form of kills, forgeries, hostile messages and random play: hours, with its figures"
	@echo "make bench         our speed next to other people's, in one run"
	@echo "make screenshots   every page and phase as a picture, into screenshots/"
	@echo "make setup         .venv/bin/boston7, with everything the README shows"
	@echo "make lint          ruff, mypy and biome alone"
	@echo "make rulebook      write docs/rulebook.md anew"
	@echo "make playthroughs  write tests/playthroughs anew"
	@echo "make counts        write the exact counts of src/boston7/odds anew"
	@echo "make picture       write docs/round.svg anew"
	@echo "make docs          this documentation as a site, into build/site"
	@echo "make release       wheel, with minified pages, and source archive into dist/, checked"
	@echo "make clean         remove .venv and caches"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
	  echo "boston7 needs Python 3.11, 3.12 or 3.13; '$(PYTHON)' is $$($(PYTHON) -V 2>&1)."; \
	  echo "Name another with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python could not create a virtual environment. On Debian: apt-get install python3-venv"; exit 1; }

# The installed package names its version, which is in __init__.py.
$(VENV)/.base: $(BIN)/python requirements/base.txt pyproject.toml src/boston7/__init__.py
	@echo "Setting up .venv (once) ..."
	@$(PIP) --require-hashes -r requirements/base.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# What the README shows besides: simulations, pay-table design and drawings.
$(VENV)/.setup: $(VENV)/.base requirements/setup.txt
	@$(PIP) --require-hashes -r requirements/setup.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.base requirements/dev.txt
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.base requirements/bench.txt
	@$(PIP) --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/.release: $(VENV)/.base requirements/release.txt
	@$(PIP) --require-hashes -r requirements/release.txt
	@touch $@

$(VENV)/.docs: $(VENV)/.base requirements/docs.txt
	@$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

setup: $(VENV)/.setup

play: $(VENV)/.base
	@$(BIN)/boston7 play

lint: $(VENV)/.dev tests/web/node_modules
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@tests/web/node_modules/.bin/biome ci --error-on-warnings --diagnostic-level=warn

# Tests use the real thing: a PostgreSQL server, which they start and stop themselves, Chromium for the pages, and Node
# for their types and logic. SYSTEM=no installs nothing outside this folder.
SYSTEM ?= yes
POSTGRES ?= /usr/lib/postgresql
system:
	@missing=""; \
	command -v pg_ctl >/dev/null 2>&1 || ls $(POSTGRES)/*/bin/pg_ctl >/dev/null 2>&1 || missing=" postgresql"; \
	command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || \
	  command -v google-chrome >/dev/null 2>&1 || missing="$$missing chromium"; \
	command -v node >/dev/null 2>&1 || missing="$$missing nodejs"; \
	command -v npm >/dev/null 2>&1 || missing="$$missing npm"; \
	if [ -n "$$missing" ]; then \
	  if [ "$(SYSTEM)" != no ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	    echo "The tests need packages that this machine does not have. Installing as root, with apt-get:$$missing"; \
	    echo "(make test SYSTEM=no installs nothing outside this folder.)"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
	  else echo "Missing:$$missing. On Debian: sudo apt-get install$$missing"; exit 1; fi; fi
	@if [ "$(SYSTEM)" != no ] && [ "$$(id -u)" = 0 ] && ! command -v chromium-headless-shell >/dev/null 2>&1 && \
	  apt-cache show chromium-headless-shell >/dev/null 2>&1; then \
	  echo "Installing as root, with apt-get: chromium-headless-shell, which draws a page with less work."; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1 || true; fi

# The type checker for the pages and the accessibility rules they are held to: development only, nothing of it is served.
NPM := cd tests/web && npm ci --silent --no-audit --no-fund && touch node_modules
tests/web/node_modules: tests/web/package.json tests/web/package-lock.json | system
	@$(NPM)

pages: tests/web/node_modules $(VENV)/.dev
	@$(BIN)/python tests/support/tapes.py tests/web/tapes.json
	@cd tests/web && node_modules/.bin/tsc -p tsconfig.json
	@cd tests/web && node --test-reporter=spec all.mjs

room-pages: SPREAD := -n 3 --dist worksteal
room-server: SPREAD := -n 2 --dist worksteal
$(PARTS): room-%: $(VENV)/.dev tests/web/node_modules
	@echo "$(subst +,$(COMMA) ,$*)"
	@$(BIN)/python -m pytest -q -p no:cacheprovider $(SPREAD) $(addprefix tests/,$(subst +, ,$*))

rooms: $(PARTS)

# Five at a time on two cores, for each waits now and then. What fails lets the others finish, and is named at the end.
test: system
	@echo "Linters and tests run side by side; each reports when it is done."
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; { \
	  $(MAKE) --no-print-directory --jobs=5 --keep-going --output-sync rooms lint pages && echo "$(PASSED)"; \
	} 2>&1 | tee -i "$$log"; \
	tail -n 1 "$$log" | grep -qx "$(PASSED)" || { \
	  echo; echo "What failed, told above:"; grep -E '^(FAILED|ERROR) |^✖|^make.*\*\*\*' "$$log"; exit 1; }

# One room of the tests: make check T=rulings
T ?= game
check: system lint
	@$(BIN)/python -m pytest -n 3 --dist worksteal tests/$(T)

# The same tests, far longer, with new choices every time. What each counted is printed at the end.
campaign: system $(VENV)/.dev
	@BOSTON7_CAMPAIGN=yes $(BIN)/python -m pytest -n 2 --dist worksteal -m campaign -rP tests

# The room of an earlier commit beside ours, from the history: a shallow copy asks where it came from for that commit.
BASE := bcce7dfd6c8eadbb2a76b22a81e176125253675f
.bench-base/.venv/.dev:
	@git cat-file -e $(BASE) 2>/dev/null || git fetch --quiet --depth 1 origin $(BASE) 2>/dev/null || true
	@if git cat-file -e $(BASE) 2>/dev/null; then \
	  echo "Setting up commit $(BASE) in .bench-base (once), to compare the room with ..."; \
	  rm -rf .bench-base && mkdir .bench-base && git archive $(BASE) | tar -x -C .bench-base && \
	  $(MAKE) -s -C .bench-base setup .venv/.dev; \
	else echo "Commit $(BASE) is not in this copy of the history: nothing to compare the room with."; fi

bench: $(VENV)/.dev $(VENV)/.bench system .bench-base/.venv/.dev
	@$(BIN)/python -m bench

# docs/rulebook.md: after a change in docs/rulebook/, in the rulings, or in the tests of a ruling.
rulebook: $(VENV)/.dev
	@$(BIN)/python tests/support/rulebook.py

playthroughs: $(VENV)/.dev
	@$(BIN)/python tests/playthroughs/write.py

counts: $(VENV)/.setup
	@$(BIN)/boston7 odds --recount --output src/boston7/odds

screenshots: $(VENV)/.dev system
	@$(BIN)/python tests/support/screenshots.py

# The version is in src/boston7/__init__.py and nowhere else; CHANGELOG.md must have its entry.
# URL=https://... is the project's address, for the package's page.
URL ?=
# Minified pages are for the wheel alone: a checkout serves what its files say.
MINIFIED := src/boston7/web_release
node:
	@command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || { \
	  echo "make release minifies the pages with esbuild, which needs Node and npm. On Debian: apt-get install nodejs npm"; \
	  exit 1; }
release: export BOSTON7_URL := $(URL)
release: node $(VENV)/.release
	@$(BIN)/python tests/support/changelog.py build/tag.txt
	@rm -rf dist
	@[ -n "$(URL)$$GITHUB_REPOSITORY" ] || echo "The package names no address: make release URL=https://... gives it one."
	@[ tests/web/node_modules -nt tests/web/package-lock.json ] || { $(NPM); }
	@trap 'rm -rf $(MINIFIED)' EXIT; $(BIN)/python tests/support/minify.py $(MINIFIED) && \
	  $(BIN)/python -m hatchling build -t sdist -t wheel -d dist
	@$(BIN)/twine check --strict dist/*
	@$(BIN)/python tests/support/release.py dist

docs: $(VENV)/.docs
	@$(BIN)/python docs/site.py build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@$(BIN)/python docs/check_site.py build/site

picture: $(VENV)/.base
	@$(BIN)/python docs/picture.py

clean:
	rm -rf $(VENV) .bench-base .mypy_cache .ruff_cache .pytest_cache .hypothesis dist $(MINIFIED)
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
