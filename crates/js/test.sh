#!/usr/bin/env bash
# Builds the package and runs all its tests. Prints a line for each tool that is missing, and runs the tests that do not
# need it.
set -euo pipefail
cd "$(dirname "$0")"

wasm=wasm32-unknown-unknown
if ! command -v node >/dev/null || [ "$(node -p 'process.versions.node.split(".")[0] >= 18')" != true ]; then
  printf 'skipped the tests of the package for JavaScript: they need Node 18 or newer\n'
  exit 0
fi
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$wasm/lib" ]; then
  printf 'skipped the tests of the package for JavaScript: the target %s is not installed\n' "$wasm"
  exit 0
fi
./build.sh

# The packages for tests are installed once. Without a network, the tests that need them are skipped.
if ! command -v npm >/dev/null; then
  printf 'some tests are skipped: npm is not installed\n'
elif [ ! -d node_modules ] || [ package-lock.json -nt node_modules ]; then
  if timeout 60 npm ci --prefer-offline --no-audit --no-fund >/dev/null 2>&1; then
    touch node_modules
  else
    rm -rf node_modules
    printf 'some tests are skipped: their packages cannot be downloaded\n'
  fi
fi
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
  || printf 'some tests are skipped: Chromium is not installed\n'

node --test tests/*.test.js
