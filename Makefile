# What people type. Everything else is in launcher/ (set-up and running) and beside what it tests.

BIN := .venv/bin
READY := .venv/.x0-ready
ENGINE_SOURCES := $(wildcard engine-rs/Cargo.* engine-rs/pyproject.toml engine-rs/*/Cargo.toml) \
	$(shell find engine-rs/rules/src engine-rs/bindings/src engine-rs/python \
		-not -path '*/__pycache__*' 2>/dev/null)
PACKAGES := pyproject.toml uv.lock \
	$(wildcard proto/pyproject.toml services/*/pyproject.toml clients/*/pyproject.toml \
		launcher/pyproject.toml)
# The engine's Python module must be built for the interpreter of .venv, whatever is on PATH.
CARGO := cd engine-rs && PYO3_PYTHON=$(CURDIR)/$(BIN)/python cargo

# Runs a step of `check` and says which one failed.
step = @echo "== $(1)"; { $(2); } || { echo "make check: failed at: $(1)" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run test check lint bench clean-data proto setup

help: ## show this
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1|/' | \
		awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

run: setup ## start store, log and services; Ctrl-C stops them. ARGS="--port 9000 --copies game=2"
	@exec $(BIN)/python -m x0_launcher run $(ARGS)

test: setup ## run all tests. PYTEST_ARGS="-k clock" chooses
	$(CARGO) test --release
	$(BIN)/pytest $(PYTEST_ARGS)

check: lint test ## formats, lints, types, contracts; then all tests

lint: setup
	$(call step,ruff format,$(BIN)/ruff format --check .)
	$(call step,ruff check,$(BIN)/ruff check .)
	$(call step,mypy,$(BIN)/mypy --strict services clients/python launcher engine-rs/python)
	$(call step,import-linter,$(BIN)/lint-imports)
	$(call step,stubtest,$(BIN)/stubtest x0_engine)
	$(call step,proto,proto/check)
	$(call step,cargo fmt,$(CARGO) fmt --all --check)
	$(call step,clippy,$(CARGO) clippy --workspace --all-targets -- -D warnings)

bench: setup ## measure the engine, live games, ranks and idle sockets
	$(CARGO) bench
	$(BIN)/python bench/live_games.py $(ARGS)
	$(BIN)/python services/rating/bench/rating_rank.py
	$(BIN)/python services/gateway/bench/idle_sockets.py

clean-data: setup ## remove all players, games, logs and keys (asks first)
	@$(BIN)/python -m x0_launcher clean-data $(ARGS)

proto: setup ## generate proto/gen again from proto/x0
	proto/generate

setup: $(READY)

# Only when a lock, a package description or the engine's source has changed.
$(READY): $(PACKAGES) $(ENGINE_SOURCES) launcher/setup.sh
	@launcher/setup.sh
