#!/usr/bin/env bash
# Builds the files of the package that are not in the repository: the module and the texts of the licences.
set -euo pipefail
cd "$(dirname "$0")"

target="${CARGO_TARGET_DIR:-$PWD/../../target}/js"
wasm=wasm32-unknown-unknown
cargo build --release --target "$wasm" --target-dir "$target"
cp "$target/$wasm/release/urlsift_js.wasm" urlsift.wasm
node bundle.js
cp ../../LICENSE-APACHE ../../LICENSE-MIT .
