# make run    install, build the page, start everything and print the address
# make test   install what the tests need (a browser included) and run all of them
# make check  formatting, lint, types, import contracts, page checks (no tests)
# make api    write web/openapi.json and the page's types from the server
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

PY := .venv/bin/python
STAMPS := .make
PAGE := $(shell find web/src web/index.html web/vite.config.ts -type f 2>/dev/null)
PORT ?=

.PHONY: help run test check api web python-check page-check unit e2e cases clean

help: ## this list
	@grep -E '^# make' Makefile | cut -c3-

run: $(STAMPS)/python web/dist/index.html ## start
	@.venv/bin/optimize serve $(if $(PORT),--port $(PORT))

web: web/dist/index.html ## build the page

$(STAMPS)/python: pyproject.toml requirements.lock
	@.ci/need python
	@mkdir -p $(STAMPS)
	@[ -x $(PY) ] || python3 -m venv .venv
	@echo "Installing Python packages (a few minutes the first time) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	@touch $@

$(STAMPS)/dev: $(STAMPS)/python
	@echo "Installing what the tests need …"
	@$(PY) -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[dev]'
	@touch $@

$(STAMPS)/node: web/package.json web/package-lock.json
	@.ci/need node
	@mkdir -p $(STAMPS)
	@echo "Installing the page's packages …"
	@cd web && npm ci --silent --no-progress
	@touch $@

$(STAMPS)/browser:
	@mkdir -p $(STAMPS)
	@.ci/need browser
	@touch $@

web/dist/index.html: $(STAMPS)/node $(PAGE)
	@echo "Building the page …"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

test: check unit e2e ## everything

check: python-check page-check

python-check: $(STAMPS)/dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/lint-imports
	.venv/bin/mypy

page-check: $(STAMPS)/dev $(STAMPS)/node
	$(PY) -m optimize.api.openapi > $(STAMPS)/openapi.json
	cmp $(STAMPS)/openapi.json web/openapi.json || { echo "web/openapi.json is out of date: run make api."; exit 1; }
	cd web && npm run --silent check

unit: $(STAMPS)/dev
	.venv/bin/pytest -m "not e2e"

e2e: $(STAMPS)/dev $(STAMPS)/browser web/dist/index.html
	.venv/bin/pytest -m e2e

api: $(STAMPS)/dev $(STAMPS)/node
	$(PY) -m optimize.api.openapi > web/openapi.json
	cd web && npm run --silent api

clean:
	rm -rf .venv $(STAMPS) web/node_modules web/dist .mypy_cache .ruff_cache .pytest_cache

cases: $(STAMPS)/dev
	@[ -n "$(CASES)" ] || { echo "Say where the cases are: make cases CASES=folder"; exit 1; }
	$(PY) -m tests.cases.run "$(CASES)" $(ONLY)
