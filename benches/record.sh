#!/usr/bin/env bash
# Runs one measurement and writes its output to target/record/, with the machine, the compiler and the date. The figures
# that count go into benches/RECORD.md by hand.
#
#   benches/record.sh beside|peers|count|linear|damage|limits|bombs|pick [ARGUMENT…]
#
# The arguments go to the script. $NOTE is added to the heading, for instance "a busy machine".
set -euo pipefail
cd "$(dirname "$0")/.."
FOLDER="${FOLDER:-/dev/shm/urlsift-bench}"
. benches/packs.sh

what="${1:-}"
shift || true
case "$what" in
  beside) title='The whole program compared with others' run=(benches/beside.sh "$@") ;;
  peers)
    title='Libraries compared on bytes in memory'
    [ $# -gt 0 ] || { mapfile -t files < <(packs); set -- "${files[@]}"; }
    target="${CARGO_TARGET_DIR:-$PWD/target}/peers"
    run=(cargo run --quiet --release --manifest-path benches/peers/Cargo.toml --target-dir "$target" -- "$@")
    ;;
  count) title='Instructions of each stage' run=(benches/count.sh "$@") ;;
  linear) title='Instructions on hostile texts' run=(benches/count.sh --linear "$@") ;;
  damage) title='Rows lost by damage' run=(benches/damage.sh "$@") ;;
  limits) title='Runs with few resources, and killed runs' run=(benches/limits.sh "$@") ;;
  bombs) title='Memory and time for hostile inputs' run=(benches/bombs.sh "$@") ;;
  pick)
    title='Tasks of a mail user, in urlsift pick and urlscan'
    run=(python3 -B crates/cli/tests/clients/compare.py "$@")
    ;;
  *) echo 'usage: benches/record.sh beside|peers|count|linear|damage|limits|bombs|pick [ARGUMENT…]' >&2; exit 2 ;;
esac

processor="$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -1)"
load="$(cut -d' ' -f1 /proc/loadavg)"
file="${CARGO_TARGET_DIR:-target}/record/$what.md"
mkdir -p "$(dirname "$file")"
{
  printf '# %s\n\n`benches/record.sh %s`; %s, %d processors, load %s at the start%s; %s; commit %s; %s.\n\n' \
    "$title" "$what" "$processor" "$(nproc)" "$load" "${NOTE:+, $NOTE}" "$(rustc --version | cut -d' ' -f1,2)" \
    "$(git rev-parse --short HEAD)" "$(date +%F)"
  "${run[@]}" | sed "s#$FOLDER/##" || echo 'The measurement failed.'
} >"$file.new"
mv "$file.new" "$file"
cat "$file"
