#!/usr/bin/env bash
# Compares the whole program with rg, linkify, wc and cat on the same files, in one run and with warm caches.
#
#   benches/beside.sh [FILE…]
#
# Without FILE, it uses two mailboxes of $URLSIFT_ARCHIVES (see packs.sh) or this repository's small archives. Each is
# repeated up to 1 GB and kept in $FOLDER (/dev/shm/urlsift-bench); remove that folder afterwards.
#
# Each of $ROUNDS (5) rounds runs every program once, so a disturbance of the machine affects all of them. The best wall
# time counts, with the processor time of the same run. The output goes to a file in the same folder, because some
# programs, such as rg, stop early if their output is discarded.
#
# If rg is missing, it is installed by cargo. linkify runs in a small program of benches/peers.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
FOLDER="${FOLDER:-/dev/shm/urlsift-bench}"
. benches/packs.sh

target="${CARGO_TARGET_DIR:-$PWD/target}"
cargo build --quiet --release
cargo build --quiet --release --manifest-path benches/peers/Cargo.toml --target-dir "$target/peers"
PATH="$PATH:$target/peers/tools/bin"
command -v rg >/dev/null || cargo install --quiet --locked ripgrep --root "$target/peers/tools" >&2
urlsift="$target/release/urlsift" linkify="$target/peers/release/linkify-lines"

if [ $# -eq 0 ]; then
  mapfile -t packs < <(packs)
  for pack in "${packs[@]}"; do
    case "$pack" in */spamassassin.mbox) ;; *) set -- "$@" "$(enlarge "$pack" 1000000000)" ;; esac
  done
fi
mkdir -p "$FOLDER"
out="$FOLDER/out"

# program NAME COMMAND…: adds a program; the file is appended to the command.
names=() commands=()
program() { names+=("$1"); commands+=("$(printf '%q ' "${@:2}")"); }
program 'cat' cat
program 'wc -l' wc -l
program "rg -c '<URL:'" rg -c '<URL:'
program 'rg, wrappers' rg -aoUN '<(?:URL:)?[A-Za-z][A-Za-z0-9+.-]*:[^<>]*>'
program 'rg, bare' rg -aoN '[a-z]+://[^\s<>"]+'
program 'linkify' "$linkify"
for threads in 2 1; do
  of=$([ $threads = 2 ] || echo ', 1 thread')
  program "wrappers$of" "$urlsift" scan -j $threads --forms url,angle
  program "text$of" "$urlsift" scan -j $threads
  program "jsonl$of" "$urlsift" scan -j $threads --format jsonl
done

TIMEFORMAT='%R %U %S'
index() { local i; for i in "${!names[@]}"; do [ "${names[i]}" != "$1" ] || echo "$i"; done; }

compare() {
  local file="$1" round i took wall user system best=() cpu=() lines=()
  cat "$file" >/dev/null
  for ((round = 0; round < ${ROUNDS:-5}; round++)); do
    for i in "${!names[@]}"; do
      took="$({ time eval "${commands[i]}" '"$file"' >"$out" 2>/dev/null || true; } 2>&1)"
      read -r wall user system <<<"$took"
      [ "$round" -gt 0 ] || lines[i]="$(wc -l <"$out")"
      if [ -z "${best[i]:-}" ] || awk "BEGIN { exit !($wall < ${best[i]}) }"; then
        best[i]="$wall" cpu[i]="$(awk "BEGIN { printf \"%.2f\", $user + $system }")"
      fi
    done
  done
  local bytes; bytes="$(stat -c %s "$file")"
  printf '\n%s: %d bytes, best of %d\n\n' "${file##*/}" "$bytes" "${ROUNDS:-5}"
  printf '| program | wall s | processor s | GB/s | lines printed |\n|---|---:|---:|---:|---:|\n'
  for i in "${!names[@]}"; do
    awk -v n="${names[i]}" -v w="${best[i]}" -v c="${cpu[i]}" -v b="$bytes" -v l="${lines[i]}" \
      'BEGIN { printf "| %s | %.2f | %.2f | %.2f | %d |\n", n, w, c, b / w / 1e9, l }'
  done
  printf '\n| program | compared with | its wall time is | at most |\n|---|---|---:|---:|\n'
  ratio() {
    awk -v n="$1" -v o="$2" -v m="$3" -v a="${best[$(index "$1")]}" -v b="${best[$(index "$2")]}" \
      'BEGIN { printf "| %s | %s | %.2f | %s |\n", n, o, a / b, m }'
  }
  ratio wrappers 'rg, wrappers' 0.70
  ratio text 'rg, bare' 1.00
  ratio jsonl text 2.00
  ratio text 'text, 1 thread' 0.59 # 1.7 times as fast
  ratio text linkify ''
  ratio text 'wc -l' ''
  ratio text cat ''
}

printf 'The programs:\n\n| program | command |\n|---|---|\n'
for i in "${!names[@]}"; do
  command="${commands[i]//"$target"\/release\//}"
  command="${command//"$target"\/peers\/release\//}"
  printf '| %s | `%s` |\n' "${names[i]}" "${command//|/\\|}FILE"
done
for file in "$@"; do compare "$file"; done

# side_by_side NAME COMMAND…: prints the best wall times on one thread and on two, and their ratio. Both runs must print
# the same number of rows.
side_by_side() {
  local name="$1" threads round took best=() lines=() printed
  for ((round = 0; round < ${ROUNDS:-5}; round++)); do
    for threads in 1 2; do
      took="$({ TIMEFORMAT=%R; time "${@:2}" -j "$threads" >"$out" 2>/dev/null || true; } 2>&1)"
      printed="$(wc -l <"$out")"
      [ "${lines[threads]:=$printed}" = "$printed" ] || { echo "$name: not the same rows" >&2; exit 1; }
      if [ -z "${best[threads]:-}" ] || awk "BEGIN { exit !($took < ${best[threads]}) }"; then
        best[threads]="$took"
      fi
    done
  done
  [ "${lines[1]}" = "${lines[2]}" ] || { echo "$name: not the same rows" >&2; exit 1; }
  awk -v n="$name" -v a="${best[1]}" -v b="${best[2]}" -v l="${lines[1]}" \
    'BEGIN { printf "| %s | %.2f | %.2f | %.2f | %d |\n", n, a, b, b / a, l }'
}

printf '\nA shelf of 64 compressed mailboxes made of %s, and all of them as two files\n\n' "${1##*/}"
printf '| what | 1 thread, s | 2 threads, s | ratio | rows |\n|---|---:|---:|---:|---:|\n'
gz="$(shelf "$1" gz gzip)"
side_by_side '64 .gz, at most 0.55' "$urlsift" scan "$gz"
side_by_side '64 .xz, at most 0.55' "$urlsift" scan "$(shelf "$1" xz xz -1)"
side_by_side '64 .bz2, at most 0.55' "$urlsift" scan "$(shelf "$1" bz2 bzip2)"
rm -f "$out"
