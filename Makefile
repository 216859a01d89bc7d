# Everything runs from this checkout, in .venv, on what .ci/locks pins. `make help` lists the commands.

.DEFAULT_GOAL := help
.PHONY: help play run test thorough season crash bench lengths ladder check format lock venv-bot venv-play venv-dev

PYTHON_IN_VENV := .venv/bin/python
# What Python has compiled is kept, in .venv: else each process of the tests, and each bot they start, would do it again.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/compiled
unexport PYTHONDONTWRITEBYTECODE

COMPILE := $(PYTHON_IN_VENV) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command 'make lock' $(ARGS)

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile
	@echo "ARGS='...' is passed on; PYTHON=... chooses the interpreter that .venv is made with."

play: venv-play  ## a table in your browser, without Discord: GAME=goodwill PEOPLE=2 BOTS=2 PORT=8765
	@$(PYTHON_IN_VENV) -m bot.local $(if $(GAME),--game $(GAME)) $(if $(PEOPLE),--people $(PEOPLE)) \
		$(if $(BOTS),--bots $(BOTS)) $(if $(PORT),--port $(PORT)) $(ARGS)

run: venv-bot  ## the service, with the settings from the environment or .env
	@$(PYTHON_IN_VENV) -m bot $(ARGS)

test: venv-dev  ## the test suite; ARGS='tests/engine -k sealed' runs a part of it
	@$(PYTHON_IN_VENV) -m pytest -n auto --dist worksteal -m 'not thorough' $(ARGS)

thorough: venv-dev  ## the tests that take long: every set of options, whole seasons, kills, forged presses
	@$(PYTHON_IN_VENV) -m pytest -n auto --dist worksteal -m thorough $(ARGS)

season: venv-dev  ## play six weeks of fifty games with everything that can go wrong; ARGS='--seed 2' plays others
	@$(PYTHON_IN_VENV) -m tests.season $(ARGS)

crash: venv-dev  ## kill the bot two hundred times while people play; ARGS='--kills 50 --seed 2' plays others
	@$(PYTHON_IN_VENV) -m tests.crash $(ARGS)

bench: venv-dev  ## measure everything and write docs/benchmarks.md; ARGS=--quick takes a few minutes
	@$(PYTHON_IN_VENV) -m tests.bench $(ARGS)

lengths: venv-dev  ## measure how many days games last with people who play now and then; ARGS='--game carnegie' is quicker
	@$(PYTHON_IN_VENV) -m tests.lengths $(ARGS)

ladder: venv-dev  ## play simple strategies against the bots and write docs/opponents.md; ARGS='--minutes 60' tells more
	@$(PYTHON_IN_VENV) -m tests.ladder $(ARGS)

check: venv-dev  ## format, lint and types
	$(PYTHON_IN_VENV) -m ruff format --check .
	$(PYTHON_IN_VENV) -m ruff check .
	$(PYTHON_IN_VENV) -m mypy

format: venv-dev  ## fix formatting and lint
	$(PYTHON_IN_VENV) -m ruff check --fix .
	$(PYTHON_IN_VENV) -m ruff format .

lock: venv-dev  ## rewrite .ci/locks from pyproject.toml; ARGS=--upgrade takes newer versions
	$(COMPILE) --extra play --extra postgres --extra testing --extra dev --output-file .ci/locks/dev.txt
	$(COMPILE) --extra play --constraint .ci/locks/dev.txt --output-file .ci/locks/play.txt
	$(COMPILE) --extra postgres --constraint .ci/locks/dev.txt --output-file .ci/locks/postgres.txt
	$(COMPILE) --constraint .ci/locks/dev.txt --output-file .ci/locks/bot.txt

venv-bot venv-play venv-dev: venv-%:
	@.ci/venv $*
