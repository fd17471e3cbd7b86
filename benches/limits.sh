#!/usr/bin/env bash
# Runs the program where memory, open files, threads or disk space are scarce, and kills it at random moments.
#
#   benches/limits.sh [KILLS]
#
# After each run, three things must hold. A file that was there before is unchanged, or is complete. A run that gave all
# rows has a status of success, and one that did not has another. A second run without the limit gives all rows, although
# files of the first one are left.
#
# It prints a table and fails if one of them does not hold. KILLS (50) is the number of moments, once for a scan and once
# for splits; they depend on the speed of the machine. $URLSIFT may name the program, $FOLDER a folder for the files.
# As root, it also mounts a small file system and runs with few processes as the user `nobody`; otherwise these rows are
# missing or count the processes of the user.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
kills="${1:-50}"
urlsift="${URLSIFT:-}"
if [ -z "$urlsift" ]; then
  cargo build --quiet --release
  urlsift="${CARGO_TARGET_DIR:-$PWD/target}/release/urlsift"
fi
corpus="$PWD/corpus/archives"
work="$(mktemp -d "${FOLDER:-/tmp}/urlsift-limits.XXXXXX")"
disk="$work/disk"
end() {
  mountpoint -q "$disk" 2>/dev/null && umount "$disk"
  rm -rf "$work"
}
trap end EXIT
chmod 755 "$work"
cp "$urlsift" "$work/urlsift"
cd "$work"

# A mailbox of 2 MB, compressed copies of a part, a tar, a zip, and 200 small files.
mkdir in in/small out rows "$disk"
cat "$corpus"/{shelf,pages,blocks,fields}.mbox >one.mbox
for _ in $(seq 130); do cat one.mbox; done >in/large.mbox
head -c 500000 in/large.mbox >part.mbox
gzip -k part.mbox && mv part.mbox.gz in/
tar -cf in/pack.tar part.mbox
cp "$corpus"/pack.zip "$corpus"/few.mbox.* in/
for i in $(seq 200); do cp "$corpus/shelf.mbox" "in/small/$i"; done
./urlsift scan --format jsonl -o whole in && ./urlsift plan --split-bytes 200K -o plan in
rows="$(wc -l <whole)"
failed=0

# row WHAT RUNS ROWS FAILURES NOTE: prints a line of the table.
row() {
  echo "| $1 | $2 | $3 | $4 | $5 |"
  failed=$((failed + $4))
}
# is_sound STATUS: after a run with `-o out/rows`, whether that file is the old one or complete, as the status says.
is_sound() {
  if cmp -s out/rows whole; then return 0; fi
  [ "$(cat out/rows)" = old ] && [ "$1" != 0 ]
}
# second: a run without a limit, with what the first one left.
second() { ./urlsift scan --format jsonl -o out/rows in && cmp -s out/rows whole; }
# try WHAT COMMAND…: runs the command with `-o out/rows`, on standard output and for splits, and checks the remaining files.
try() {
  local what="$1" bad=0 complete=0 status
  shift
  rm -rf out rows && mkdir out rows && echo old >out/rows
  [ "$(id -u)" != 0 ] || chmod 777 out rows
  status=0; "$@" ./urlsift scan --format jsonl -o out/rows in 2>messages || status=$?
  is_sound "$status" || { echo "$what: -o: status $status" >&2; bad=$((bad + 1)); }
  [ "$status" != 0 ] || complete=$((complete + 1))
  [ "$status" = 0 ] || [ -s messages ] || { echo "$what: no message" >&2; bad=$((bad + 1)); }
  second || { echo "$what: second run" >&2; bad=$((bad + 1)); }
  status=0; "$@" ./urlsift scan --format jsonl in >printed 2>messages || status=$?
  if [ "$status" = 0 ]; then
    complete=$((complete + 1))
    cmp -s printed whole || { echo "$what: other rows" >&2; bad=$((bad + 1)); }
  fi
  status=0; splits "$@" 2>messages || status=$?
  [ "$status" != 0 ] || complete=$((complete + 1))
  third || { echo "$what: splits" >&2; bad=$((bad + 1)); }
  row "$what" 3 "$complete" "$bad" "$(head -1 messages | cut -c1-90)"
}
# splits COMMAND…: scans the splits whose rows are missing. The rows of a split that could not be read to its end are
# removed. Returns the status of the last split that failed.
splits() {
  local number status=0 is
  for number in $(seq "$(wc -l <plan)"); do
    [ ! -e "rows/$number" ] || continue
    is=0; "$@" ./urlsift scan --format jsonl --split "plan:$number" -o "rows/$number" || is=$?
    [ "$is" -gt 1 ] || continue
    status="$is"; rm -f "rows/$number"
  done
  return "$status"
}
# third: continues the splits in `rows` and puts their rows together.
third() { splits env 2>/dev/null && (cd rows && ls -v | xargs cat) >joined && cmp -s joined whole; }

printf '| limit | runs | complete | failures | last message |\n|---|---:|---:|---:|---|\n'
limited() { (ulimit "$1" "$2" && shift 2 && exec "$@"); }
for kib in 1000000 300000 100000 50000 30000 20000 10000; do
  try "\`ulimit -v $kib\`" limited -v "$kib"
done
for files in 64 16 12 8 6; do
  try "\`ulimit -n $files\`" limited -n "$files"
done
few() { (ulimit -u "$1" && shift && exec "$@"); }
if [ "$(id -u)" = 0 ]; then
  # The limit does not hold for root.
  few() { setpriv --reuid=nobody --regid=nogroup --clear-groups bash -c 'ulimit -u "$1" && shift && exec "$@"' . "$@"; }
fi
for processes in 40 5 2 1; do
  try "\`ulimit -u $processes\`" few "$processes"
done
try '`ulimit -f 100`' limited -f 100

if [ -w /dev/full ]; then
  status=0; ./urlsift scan --format jsonl in >/dev/full 2>messages || status=$?
  row '`scan >/dev/full`' 1 0 "$((status == 2 ? 0 : 1))" "$(head -1 messages | cut -c1-90)"
fi
if mount -t tmpfs -o size=1m tmpfs "$disk" 2>/dev/null; then
  bad=0
  echo old >"$disk/rows"
  status=0; ./urlsift scan --format jsonl -o "$disk/rows" in 2>messages || status=$?
  [ "$status" = 2 ] && [ "$(cat "$disk/rows")" = old ] || bad=$((bad + 1))
  note="$(head -1 messages | cut -c1-90)"
  rm -rf rows && mkdir "$disk/into" && ln -s "$disk/into" rows
  status=0; splits env 2>messages || status=$?
  [ "$status" = 3 ] || bad=$((bad + 1))
  [ "$(ls -A "$disk" | wc -l)" = 2 ] || bad=$((bad + 1))
  mount -o remount,size=500m "$disk"
  third || bad=$((bad + 1))
  ./urlsift scan --format jsonl -o "$disk/rows" in && cmp -s "$disk/rows" whole || bad=$((bad + 1))
  row 'a disk of 1 MB' 4 2 "$bad" "$note"
else
  echo 'no file system could be mounted: the run on a full disk is missing' >&2
fi

# Kills after a random part of the time that a run takes.
moment() { awk -v t="$1" -v r="$RANDOM" 'BEGIN { printf "%.4f", t * 1.1 * r / 32768 }'; }
seconds() { local start="$EPOCHREALTIME"; "$@"; awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'; }
rm -rf out && mkdir out
taken="$(seconds second)"
bad=0 complete=0
for _ in $(seq "$kills"); do
  echo old >out/rows
  timeout -s KILL "$(moment "$taken")" ./urlsift scan --format jsonl -o out/rows in 2>/dev/null || true
  is_sound 137 || bad=$((bad + 1))
  ! cmp -s out/rows whole || complete=$((complete + 1))
  second || bad=$((bad + 1))
done
left="$(ls -A out | grep -c part || true)"
row 'SIGKILL, `-o`' "$kills" "$complete" "$bad" "$left temporary files are left"
rm -rf rows && mkdir rows
taken="$(seconds third)"
bad=0 complete=0
for _ in $(seq "$kills"); do
  rm -rf rows && mkdir rows
  status=0
  splits timeout -s KILL "$(moment "$taken")" 2>/dev/null || status=$?
  [ "$status" != 0 ] || complete=$((complete + 1))
  third || bad=$((bad + 1))
done
row 'SIGKILL, splits' "$kills" "$complete" "$bad" ''
echo
echo "$rows rows in each complete run; $failed failures"
[ "$failed" = 0 ]
