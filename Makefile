# Every target sets up what it needs in .venv; only Python 3.11 or newer and make are expected.
PYTHON ?= python3
JOBS ?= 2
PACKAGES := mechanisms derivations lp checks rrproof
TRUSTED := derivations.arithmetic.kernel $(addprefix derivations.logic.,kernel terms arithmetic) checks.claims.verdict
TESTS_OF_TRUSTED := $(addprefix tests/,$(addprefix derivations/,test_kernel.py test_kernel_attacks.py \
	test_proof_file.py test_logic_kernel.py test_logic_attacks.py test_logic_arithmetic.py) checks/test_verdict.py)
BIN := .venv/bin
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

# A test process that need not compile again what another one has compiled starts faster.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help verify test test-papers test-peers coverage lint types bench mutate mutate-all certificates docs picture site notebook notebooks system-packages coq coq-theory coq-sample coq-packages lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "rrproof needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + "; say make PYTHON=python3.12, for example")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

.venv/.installed-peers: .venv/.installed requirements-peers.lock
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-peers.lock
	@touch $@

.venv/.installed-notebook: .venv/.installed requirements-notebook.lock
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-notebook.lock
	@touch $@

verify: .venv/.installed ## verify the first paper (PAPERS="HLM SZY MW NZ PAN" for others, ARGS="--jobs 2" passes options on)
	$(BIN)/rrproof verify $(or $(PAPERS),HLM) $(ARGS)

# The tracer of branch coverage nearly doubles the time, so it follows only the tests of what all verdicts rest on.
test: .venv/.installed ## run the tests; the kernels and the verdicts at 100 % branch coverage
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --ignore=tests/papers --ignore=tests/peers $(TESTS_OF_TRUSTED:%=--ignore=%) $(ARGS)
	$(BIN)/python -m pytest $(TRUSTED:%=--cov=%) --cov-report=term --cov-fail-under=100 $(TESTS_OF_TRUSTED)

# A fixed order of sets, as in the processes that verify: the same claim, the same proof, whoever asks first.
test-papers: .venv/.installed ## verify the papers whole, and run what README and documentation show (ARGS=--claims-of-today: a seventh of the claims)
	PYTHONHASHSEED=0 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/papers $(ARGS)

test-peers: .venv/.installed-peers ## run the tests that audit the samplers of other libraries
	$(BIN)/python -m pytest tests/peers $(ARGS)

coverage: .venv/.installed ## report the branch coverage of all code by its tests, without those of whole papers
	$(BIN)/python -m pytest -n $(JOBS) --ignore=tests/papers --ignore=tests/peers --cov --cov-report=term $(ARGS)

lint: .venv/.installed ## check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.installed ## check types, strictly
	$(BIN)/mypy $(PACKAGES)

bench: .venv/.installed-peers ## time all, with peers (ARGS="design-program --plot growth.png": one, with the plot)
	$(BIN)/python -m benchmarks $(ARGS)

mutate: .venv/.installed ## change each printed formula and see that the change is found out (ARGS=HLM-04: one claim)
	$(BIN)/python -m checks.mutation $(ARGS)

mutate-all: .venv/.installed ## the same with all claims, from where the last run stopped (three hours on two cores in all), and write docs/papers/mutations.md
	-$(BIN)/python -m checks.mutation --jobs $(JOBS) --keep docs/papers/mutants.jsonl.gz $(PAPERS)
	$(BIN)/python -m checks.mutation.page docs/papers/mutants.jsonl.gz > docs/papers/mutations.md

certificates: .venv/.installed ## write the certificates of the proofs in arithmetic that all papers take a search for
	$(BIN)/python -m checks.running.certificates --jobs $(JOBS) $(ARGS)

docs: .venv/.installed ## write docs/papers/*.md: what does not hold, the verdict of every claim, errors in print
	mkdir -p docs/papers
	for paper in $(or $(PAPERS),HLM SZY MW NZ PAN); do \
		$(BIN)/rrproof verify $$paper -q --markdown docs/papers/$$paper.md || exit 1; \
	done
	PYTHONPATH=. $(BIN)/python -m checks.show.argued_page docs/papers > docs/papers/argued.md
	mkdir -p docs/in-print
	for source in examples/in-print/*.toml; do \
		$(BIN)/rrproof verify $$source -q --markdown docs/in-print/$$(basename $$source .toml).md || exit 1; \
	done
	$(BIN)/python docs/_site/errors.py

picture: .venv/.installed system-packages ## take the picture of a report that README shows
	mkdir -p build
	$(BIN)/rrproof report checks/papers/example.toml --html build/report.html --quiet
	$(BIN)/python docs/_site/picture.py build/report.html docs/pictures/report.png

site: .venv/.installed ## build the site of the documentation into build/site; it needs no network
	PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet $(ARGS)

notebook: .venv/.installed-notebook ## open the notebooks of examples/ in JupyterLab (ARGS=--no-browser)
	PYTHONPATH=. $(BIN)/jupyter lab $(ARGS) examples

notebooks: .venv/.installed ## run the notebooks of examples/ and store them with their outputs
	PYTHONPATH=. $(BIN)/python examples/store_outputs.py

# A fixed order of sets: the same files on every run, so that Coq need not compile again what it has compiled.
coq: .venv/.installed coq-packages ## export all papers and let Coq check them (PAPERS="HLM-17 HLM-61": these)
	PYTHONHASHSEED=0 $(BIN)/rrproof export $(or $(PAPERS),HLM SZY MW NZ PAN) --coq build/coq --check \
		--keep checks/show/accepted_by_coq.json --jobs $(JOBS)

coq-theory: .venv/.installed coq-packages ## let Coq check the theory, and one claim that rests on it
	PYTHONHASHSEED=0 $(BIN)/rrproof export HLM-17 --coq build/coq-sample --check --jobs $(JOBS)

coq-sample: .venv/.installed coq-packages ## let Coq check 25 claims drawn with the date as the seed (first the theory, where `make coq-theory` has not)
	PYTHONHASHSEED=0 $(BIN)/rrproof export --drawn 25 --coq build/coq-sample --check --jobs $(JOBS)

coq-packages: ## install Coq with coq-interval, with apt where that is possible
	.ci/coq-packages

system-packages: ## install LaTeX and Chromium, which tests use, with apt where that is possible
	.ci/system-packages

lock: .venv/.installed ## pin the newest allowed versions in the lock files
	$(COMPILE) --upgrade --extra smt --extra plots --extra cluster --extra parquet --extra docs --extra dev --output-file requirements.lock pyproject.toml
	$(COMPILE) --upgrade --extra notebook --constraint requirements.lock --output-file requirements-notebook.lock pyproject.toml
	$(COMPILE) --upgrade --extra bench --extra peers --constraint requirements.lock --output-file requirements-peers.lock pyproject.toml

clean: ## remove what was built and cached, but not .venv
	rm -rf build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .rrproof-cache
	find $(PACKAGES) tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
