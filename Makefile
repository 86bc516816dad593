# Everything a developer or a CI runs. Needs Python >= 3.11 (with venv) and make; `make test PYTHON=python3.13` chooses one.

PYTHON ?= python3
VENV ?= .venv
UV ?= uv

LOCK := tests/lock
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet
PINNED := $(INSTALL) --require-hashes --only-binary :all:
COMPILE := $(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links
SHARED_OUT := -n logical --maxprocesses 4 --dist loadfile
SHIPPED := $(shell find rbfcli encounters scripts man completions \( -name __pycache__ -prune \) -o -print 2>/dev/null)

export PIP_DISABLE_PIP_VERSION_CHECK = 1
# The packages in kit/ and examples/ are projects of their own to ruff; its notes do not belong in them, or in the wheel.
export RUFF_CACHE_DIR = $(CURDIR)/.ruff_cache
unexport PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH

.PHONY: demo test test-slow bench fuzz mutants lowest generate lock clean
.DELETE_ON_ERROR:
.NOTPARALLEL:

demo: $(VENV)/installed
	$(BIN)/rbf run dock-ambush

test: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m pip check --quiet
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest $(SHARED_OUT)

# What is marked `slow`: real processes, shells, terminals, crashes, wheels, clusters and long properties. For a part:
# make test-slow ONLY="tests/process tests/crashes".
test-slow: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m pytest $(SHARED_OUT) -m "slow and not fuzz" $(ONLY)

bench: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m benchmarks

# The long form of the tests, then the fuzzer: ten minutes a kind of input, or FUZZ="lines saves --seconds 60 --seed 7".
fuzz: $(VENV)/installed $(VENV)/tools
	RBF_FUZZ=1 $(BIN)/python -m pytest -m ""
	$(BIN)/python -m tools.fuzz $(FUZZ)

# Changes every function of the rules in small ways; tests have to notice. For a part: make mutants FILES="rbfcli/systems/bgc",
# SAMPLE=200 SEED=7 for some of them, JOBS=1 for one process, CITING=1 for functions that cite a rule alone, REST=1 to list
# survivors of those that cite none.
mutants: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m tools.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) \
		$(if $(JOBS),--jobs $(JOBS)) $(if $(CITING),--citing) $(if $(REST),--rest) $(FILES)

# The tests again with the oldest dependencies that pyproject.toml allows, in a venv of their own.
lowest:
	$(MAKE) VENV=.venv-lowest .venv-lowest/installed .venv-lowest/tools
	.venv-lowest/bin/python -m pip install --quiet --no-deps --require-hashes --only-binary :all: -r $(LOCK)/lowest.txt
	.venv-lowest/bin/python -m pytest $(SHARED_OUT) -m "not fuzz"

generate: $(VENV)/installed
	$(BIN)/python -m tools.generate

lock:
	$(COMPILE) --upgrade --group build --output-file $(LOCK)/build.txt
	$(COMPILE) --upgrade pyproject.toml --output-file $(LOCK)/run.txt
	$(COMPILE) --upgrade pyproject.toml --group dev --constraint $(LOCK)/build.txt --constraint $(LOCK)/run.txt \
		--output-file $(LOCK)/dev.txt
	$(COMPILE) --upgrade --resolution lowest-direct pyproject.toml --output-file $(LOCK)/lowest.txt

clean:
	rm -rf $(VENV) .venv-lowest dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment is made afresh when a pin changes or another PYTHON is named.
ifneq ($(shell cat $(VENV)/python 2>/dev/null),$(PYTHON))
$(VENV)/python: remake
endif
.PHONY: remake

$(VENV)/python: $(LOCK)/build.txt $(LOCK)/run.txt $(LOCK)/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rbfcli needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv --clear $(VENV)
	$(PINNED) -r $(LOCK)/build.txt
	@echo $(PYTHON) > $@

$(VENV)/pinned: $(VENV)/python
	$(PINNED) -r $(LOCK)/run.txt
	@touch $@

# pip compiles what it installs, so that the first command is as fast as the second.
$(VENV)/installed: $(VENV)/pinned $(SHIPPED) pyproject.toml README.md LICENSE
	$(INSTALL) --no-index --no-deps --no-build-isolation --force-reinstall .
	@touch $@

$(VENV)/tools: $(VENV)/pinned
	$(PINNED) -r $(LOCK)/dev.txt
	@touch $@
