#!/usr/bin/env bash
# Makes .venv in the root: Python, every package in its locked version, the rules engine built.
# `setup.sh web` makes web/node_modules, with what building the web client needs. `make` calls both
# when something they depend on has changed. Works with the bash of macOS (3.2).
set -euo pipefail
cd "$(dirname "$0")/.."

UV_VERSION=0.13.9
OLDEST_RUST=1.88
OLDEST_NODE=20.19
WASM=wasm32-unknown-unknown

missing() { # what, how on Debian, how on macOS
  echo "x0: $1 is needed. Debian: $2   macOS: $3" >&2
  exit 1
}

older() { # version, than that one
  [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -1)" = "$1" ]
}

find_python() {
  for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  missing "Python 3.11 or newer" "sudo apt-get install python3 python3-venv" "brew install python"
}

check_rust() {
  local how='install rustup from https://rustup.rs, then rustup default stable'
  command -v cargo >/dev/null || missing "Rust $OLDEST_RUST or newer" "$how" \
    "brew install rustup && rustup default stable"
  local found
  found=$(rustc --version | cut -d' ' -f2)
  if older "$found" "$OLDEST_RUST"; then
    missing "Rust $OLDEST_RUST or newer (found: $found)" "$how" "rustup update stable"
  fi
}

check_c_compiler() {
  command -v cc >/dev/null || command -v gcc >/dev/null ||
    missing "a C compiler" "sudo apt-get install gcc libc6-dev" "xcode-select --install"
}

check_log_tools() { # said here already, before a build that takes minutes
  [ -z "${X0_KAFKA:-}" ] || return 0
  java -version >/dev/null 2>&1 || missing "Java 17 or newer" \
    "sudo apt-get install default-jre-headless" \
    'brew install openjdk && export PATH="$(brew --prefix openjdk)/bin:$PATH"'
  command -v mvn >/dev/null || missing "Maven" "sudo apt-get install maven" "brew install maven"
}

check_node() {
  local what="Node.js $OLDEST_NODE or newer"
  local debian='from https://nodejs.org or NodeSource on Debian 12, whose own is too old; later: sudo apt-get install nodejs npm'
  command -v node >/dev/null || missing "$what" "$debian" "brew install node"
  local found
  found=$(node --version)
  ! older "${found#v}" "$OLDEST_NODE" || missing "$what (found: $found)" "$debian" "brew upgrade node"
  command -v npm >/dev/null || missing npm "sudo apt-get install npm" "brew install node"
}

check_wasm() { # the rules of the game are compiled for browsers too
  [ ! -d "$(rustc --print target-libdir --target "$WASM")" ] || return 0
  local how="rustup target add $WASM"
  if command -v rustup >/dev/null; then
    echo "set-up: $how"
    $how && return
  fi
  missing "Rust's target $WASM" "$how" "$how"
}

if [ "${1:-}" = web ]; then
  check_node
  check_rust
  check_wasm
  echo "set-up: packages of the web client"
  (cd web && npm ci --no-progress)
  touch web/node_modules/.x0-ready
  exit
fi

python=$(find_python)
check_c_compiler
check_rust
check_log_tools

if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "set-up: making .venv with $("$python" --version)"
  "$python" -m venv --clear .venv || missing "Python's venv" "sudo apt-get install python3-venv" \
    "brew install python"
fi
if [ ! -x .venv/bin/uv ]; then
  echo "set-up: installing uv $UV_VERSION into .venv"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check "uv==$UV_VERSION"
fi
echo "set-up: Python packages and the rules engine (the first build takes a minute or two)"
env -u VIRTUAL_ENV UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never \
  .venv/bin/uv sync --locked --all-packages
touch .venv/.x0-ready
