# What people type. Everything else is in launcher/ (set-up and running) and beside what it tests.

BIN := .venv/bin
READY := .venv/.x0-ready
ENGINE_SOURCES := $(wildcard engine-rs/Cargo.* engine-rs/pyproject.toml engine-rs/*/Cargo.toml) \
	$(shell find engine-rs/rules/src engine-rs/solver/src engine-rs/bindings/src engine-rs/python \
		-not -path '*/__pycache__*' 2>/dev/null)
PACKAGES := pyproject.toml uv.lock \
	$(wildcard proto/pyproject.toml services/*/pyproject.toml clients/*/pyproject.toml \
		launcher/pyproject.toml)
# Packages of the web client, and the client built; a build by hand counts as well.
WEB_PACKAGES := web/node_modules/.x0-ready
WEB_BUILT := web/dist/index.html
WEB_SOURCES := web/index.html web/package.json web/tsconfig.json web/vite.config.ts \
	web/svelte.config.js $(wildcard engine-rs/Cargo.* engine-rs/*/Cargo.toml) \
	$(shell find web/src web/locales web/content web/scripts web/public docs/api \
		engine-rs/rules/src engine-rs/solver/src engine-rs/wasm*/src -type f -not -path '*/gen/*' 2>/dev/null)
# Whoever names another client, or none (X0_WEB_ROOT=), needs none built.
WEB := $(if $(filter undefined,$(origin X0_WEB_ROOT)),$(WEB_PACKAGES) $(WEB_BUILT))
# The engine's Python module must be built for the interpreter of .venv, whatever is on PATH.
CARGO := cd engine-rs && PYO3_PYTHON=$(CURDIR)/$(BIN)/python cargo

# Most tests in Python wait for processes. A file stays in one place: its tests share a system. Those
# of the whole system come first, because they take longest.
PARALLEL := -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# Runs a step of `check` and says which one failed.
step = @echo "== $(1)"; { $(2); } || { echo "make check: failed at: $(1)" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run test test-engine test-py test-web check lint bench clean-data proto setup web

help: ## show this
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1|/' | \
		awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

run: $(firstword $(WEB)) setup $(WEB) ## start store, log and services; Ctrl-C stops them. ARGS="--port 9000 --copies game=2"
	@exec $(BIN)/python -m x0_launcher run $(ARGS)

# A part that fails does not keep the others from being run.
test: ## run all tests. PYTEST_ARGS="-k clock" chooses of those in Python, and leaves out test-web
	@$(MAKE) --no-print-directory --keep-going test-engine test-py $(if $(PYTEST_ARGS),,test-web)

test-engine: setup ## those of the rules engine
	@echo "== engine"
	$(CARGO) test --release

test-py: setup ## those in Python: services, clients, launcher, the whole system
	@echo "== pytest"
	$(BIN)/pytest $(PARALLEL) $(PYTEST_ARGS)

test-web: $(WEB_PACKAGES) setup $(WEB_BUILT) ## those of the web client. E2E_ARGS="--project phone" chooses
	@failed=0; cd web; \
	echo "== vitest"; npm test --silent || failed=1; \
	echo "== playwright"; npm run e2e --silent -- $(E2E_ARGS) || failed=1; \
	exit $$failed

check: lint test ## formats, lints, types, contracts; then all tests

lint: $(WEB_PACKAGES) setup
	$(call step,ruff format,$(BIN)/ruff format --check .)
	$(call step,ruff check,$(BIN)/ruff check .)
	$(call step,mypy,$(BIN)/mypy --strict services clients/python launcher engine-rs/python)
	$(call step,import-linter,$(BIN)/lint-imports)
	$(call step,stubtest,$(BIN)/stubtest x0_engine)
	$(call step,proto,proto/check)
	$(call step,cargo fmt,$(CARGO) fmt --all --check)
	$(call step,clippy,$(CARGO) clippy --workspace --all-targets -- -D warnings)
	$(call step,web,cd web && npm run lint --silent)

bench: setup ## measure the engine, live games, puzzles, ranks, idle sockets and tournaments
	$(CARGO) bench
	$(BIN)/python bench/live_games.py $(ARGS)
	$(BIN)/python bench/puzzles.py
	$(BIN)/python services/rating/bench/rating_rank.py
	$(BIN)/python services/gateway/bench/idle_sockets.py
	$(BIN)/python services/tournament/bench/pairing.py
	$(BIN)/python tests/events.py --players 200

clean-data: setup ## remove all players, games, logs and keys (asks first)
	@$(BIN)/python -m x0_launcher clean-data $(ARGS)

proto: setup ## generate proto/gen again from proto/x0
	proto/generate

setup: $(READY)

# Only when a lock, a package description or the engine's source has changed.
$(READY): $(PACKAGES) $(ENGINE_SOURCES) launcher/setup.sh
	@launcher/setup.sh

web: $(WEB_BUILT) ## build the web client

$(WEB_PACKAGES): web/package-lock.json
	@launcher/setup.sh web

$(WEB_BUILT): $(WEB_PACKAGES) $(WEB_SOURCES)
	@echo "set-up: the web client"
	@cd web && npm run build --silent
