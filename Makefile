# Every target sets up what it needs in .venv; only Python 3.11 or newer and make are expected.
PYTHON ?= python3
JOBS ?= 2
PACKAGES := mechanisms derivations lp checks
BIN := .venv/bin
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.DEFAULT_GOAL := help
.PHONY: help verify test lint types bench mutate docs lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "rrproof needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + "; say make PYTHON=python3.12, for example")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

.venv/.installed-bench: .venv/.installed requirements-bench.lock
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	@touch $@

verify: .venv/.installed ## verify the first paper (PAPERS="HLM SZY MW" for others, ARGS="--jobs 2" passes options on)
	$(BIN)/rrproof verify $(or $(PAPERS),HLM) $(ARGS)

# Whole papers are verified without the tracer of the coverage report, which would double the time.
test: .venv/.installed ## run the tests and report branch coverage
	$(BIN)/python -m pytest -n $(JOBS) --ignore=tests/papers --cov --cov-report=term $(ARGS)
	$(BIN)/coverage report --include=derivations/kernel.py --fail-under=100
	$(BIN)/coverage report --include=checks/verdict.py --fail-under=100
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/papers $(ARGS)

lint: .venv/.installed ## check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.installed ## check types, strictly
	$(BIN)/mypy $(PACKAGES)

bench: .venv/.installed-bench ## time verification, sampling and start-up
	$(BIN)/python -m benchmarks

mutate: .venv/.installed ## change each printed formula and see that the change is found out (ARGS=HLM-04: one claim)
	$(BIN)/python -m checks.mutate $(ARGS)

docs: .venv/.installed ## write docs/papers/*.md: what does not hold, and the verdict of every claim
	mkdir -p docs/papers
	for paper in $(or $(PAPERS),HLM SZY MW); do \
		$(BIN)/rrproof verify $$paper -q --markdown docs/papers/$$paper.md || exit 1; \
	done

lock: .venv/.installed ## pin the newest allowed versions in the lock files
	$(COMPILE) --upgrade --extra smt --extra plots --extra dev --output-file requirements.lock pyproject.toml
	$(COMPILE) --upgrade --extra bench --constraint requirements.lock --output-file requirements-bench.lock pyproject.toml

clean: ## remove what was built and cached, but not .venv
	rm -rf build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .rrproof-cache
	find $(PACKAGES) tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
