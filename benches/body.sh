#!/usr/bin/env bash
# A body of 100 kB with 200 links: urlsift, verdicts included, beside linkify, in time and in instructions.
#
#   benches/body.sh
#
# For the instructions it wants valgrind (Debian: apt-get install valgrind); those of making the text are taken
# off. $BODY may name a `body` that was built before, of another commit for one.
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

# instructions NAME TIMES
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$body" "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : //p'
}
work() { echo $(($(instructions "$1" 1) - $(instructions "$1" 0))); }
printf '\n| | instructions | of linkify'"'"'s |\n|---|---:|---:|\n'
linkify=
for name in linkify linkify-urls urlsift; do
  its="$(work "$name")"
  linkify="${linkify:-$its}"
  awk -v n="$name" -v i="$its" -v l="$linkify" 'BEGIN { printf "| %s | %d | %.2f |\n", n, i, i / l }'
done
