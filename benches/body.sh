#!/usr/bin/env bash
# Compares urlsift, verdicts included, with linkify on a body of 100 kB with 200 links: in time and in instructions.
#
#   benches/body.sh
#
# $TEXT may name a file of bodies to search instead, see bodies.py.
# Counting instructions needs valgrind (Debian: apt-get install valgrind); those that make the text are subtracted.
# $BODY may name a `body` that was built earlier, for instance from another commit.
set -euo pipefail
cd "$(dirname "$0")/.."

body="${BODY:-}"
if [ -z "$body" ]; then
  target="${CARGO_TARGET_DIR:-$PWD/target}/peers"
  cargo build --quiet --release --manifest-path benches/peers/Cargo.toml --target-dir "$target"
  body="$target/release/body"
fi
"$body"
command -v valgrind >/dev/null || { echo 'valgrind is not installed: apt-get install valgrind' >&2; exit 2; }

# instructions NAME TIMES: prints the instructions of the whole process.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$body" "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : //p'
}
work() { echo $(($(instructions "$1" 1) - $(instructions "$1" 0))); }
printf '\n| | instructions | of linkify'"'"'s |\n|---|---:|---:|\n'
linkify=
for name in linkify linkify-urls urlsift-urls urlsift; do
  its="$(work "$name")"
  linkify="${linkify:-$its}"
  awk -v n="$name" -v i="$its" -v l="$linkify" 'BEGIN { printf "| %s | %d | %.2f |\n", n, i, i / l }'
done
