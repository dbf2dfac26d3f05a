# Two commands for a fresh machine: `make demo` and `make test`. Both make their own environment in .venv.
PYTHON ?= python3
PAIR ?= en-fr
VENV := .venv
BIN := $(VENV)/bin
TORCH := torch==2.13.0
PACKS := $(wildcard plugins/lang-*)
# Distributions of this repository come from the checkout, never from an index.
EDITABLE := -e .[dev] -e plugins/dev $(foreach pack,$(PACKS),-e $(pack))
# Needs no engine; of its studies, two need test sets of DiP and are tested where that is installed.
PEOPLE := -e plugins/annotate[xlsx]
SERVICES := -e plugins/lint -e plugins/choose -e plugins/services -e plugins/experiments -e plugins/translate -e plugins/serve -e plugins/lsp -e plugins/results
FORMATS := -e plugins/localization[test]
# Without their dependencies they declare what they would do; most of their tests need the engines.
APPLICATIONS := -e plugins/torch -e plugins/neural -e plugins/cxmi -e plugins/e5 -e plugins/train
ENGINES := -e plugins/torch -e plugins/train -e plugins/e5 -e plugins/neural[stanza,simalign,match,fastcoref,train] -e plugins/cxmi[train] -e plugins/phen-connectives -e plugins/phen-gender -e plugins/dip -e plugins/ray
# Folders with tests of pages in a browser; those of plugins that are not installed are left out.
BROWSED := tests/browser tests/website plugins/annotate plugins/cxmi/tests/themes plugins/results plugins/serve

# Every package of the repository, for the check of types where all that they need is installed.
TYPED := $(addprefix -p ,$(notdir $(wildcard plugins/*/discotag_*)))

# Bytecode is kept: else each process of the tests compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

# Some tests measure time or send signals, and fail where the machine stalls: a failed test is run once more, and the summary counts it as rerun.
PYTEST := $(BIN)/pytest --reruns 1

.PHONY: demo results test test-all test-browser docs wheels lint format clean

demo: $(VENV)/packs
	$(BIN)/discotag demo $(lastword $(subst -, ,$(PAIR))) --out demo-report-$(PAIR)

# A book of the bundled documents in six languages, in results-demo/steps/book/book; the same command again costs seconds.
results: $(VENV)/packs
	$(BIN)/pip install --quiet -e plugins/experiments -e plugins/results
	$(BIN)/discotag reproduce results small --out results-demo

test: $(VENV)/dev lint
	$(PYTEST) -n auto --dist loadfile -m "not engine"

# The engines: torch first and on its own, so that no other package pulls a larger build of it.
# One thread each: torch's would wait for one another where tests run side by side.
# What does not need them is run by `make test`; the main job and the pipeline run once more, beside torch and the other distributions.
# Of editors and translation, only the tests of engines.
test-all: $(VENV)/engines
	$(BIN)/mypy $(TYPED)
	OMP_NUM_THREADS=1 $(PYTEST) -n auto plugins/train tests/training plugins/e5 plugins/neural plugins/cxmi plugins/phen-connectives plugins/phen-gender plugins/dip plugins/ray plugins/annotate tests/cli/test_main_job.py tests/cli/test_light.py tests/cli/test_requests.py tests/pipeline
	OMP_NUM_THREADS=1 $(PYTEST) -m engine plugins/lsp plugins/translate
	$(MAKE) --no-print-directory test-browser

# The pages in a Chromium, in one process: of the system, else Debian's, which is installed where that is allowed.
# A browser that was found or installed must start, so no test is skipped; where there is none, the last line says so.
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable
test-browser: $(VENV)/dev
	$(BIN)/pip install --quiet "playwright>=1.50"
	@found() { for name in $(BROWSERS); do command -v $$name && return; done; return 1; }; \
	if ! found > /dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		(apt-get install -y -q chromium || { apt-get update -q && apt-get install -y -q chromium; }) > /dev/null 2>&1 || true; \
	fi; \
	if found > /dev/null; then \
		DISCOTAG_BROWSER=required $(PYTEST) -m browser $(BROWSED); \
	else \
		echo "NOT TESTED: the pages in a browser. None of $(BROWSERS) is installed; install one (apt-get install chromium), then run make test-browser." >&2; \
	fi

# The documentation's site, into site/; a link that leads nowhere is an error. Commands of all distributions stand in it, engines or not.
docs: $(VENV)/dev
	$(BIN)/pip install --quiet --no-deps -e plugins/phen-connectives -e plugins/phen-gender -e plugins/dip
	$(BIN)/python -m website.generated.house
	$(BIN)/python -m website.generated.packages
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# All wheels, built two times and compared.
wheels: $(VENV)/dev
	$(BIN)/python -m release.wheels dist --twice

lint: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m website.wording

format: $(VENV)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) demo-report-* results-demo dist build site

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/packs: pyproject.toml $(addsuffix /pyproject.toml,$(PACKS)) | $(VENV)/bin/python
	$(BIN)/pip install --quiet $(subst .[dev],.,$(EDITABLE))
	touch $@

$(VENV)/dev: pyproject.toml $(addsuffix /pyproject.toml,$(PACKS)) | $(VENV)/bin/python
	$(BIN)/pip install --quiet $(EDITABLE) $(PEOPLE) $(SERVICES) $(FORMATS)
	$(BIN)/pip install --quiet --no-deps $(APPLICATIONS)
	touch $@

$(VENV)/engines: $(VENV)/dev
	$(BIN)/pip install --quiet $(TORCH)
	$(BIN)/pip install --quiet $(ENGINES)
	touch $@
