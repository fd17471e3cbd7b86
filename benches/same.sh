#!/usr/bin/env bash
# Compares the outputs of two programs, such as those of two commits: all formats and what chooses another way through the
# search, on one thread and on four.
#
#   benches/same.sh OLD NEW [FILE|FOLDER]…
#
# Without files, it reads the archives of the corpus. To them it adds 200 damaged pieces of the files, the same ones each
# time. It prints a table of digests of rows, messages and exit status, and fails if one differs. It needs Python 3.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
old="$(realpath "$1")" new="$(realpath "$2")"
shift 2
inputs=()
[ $# -gt 0 ] || set -- "$(dirname "$0")/../corpus/archives"
for input; do inputs+=("$(realpath "$input")"); done
export LC_ALL=C
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/damaged"
python3 - "$work/damaged" "${inputs[@]}" <<'PYTHON'
import os
import random
import sys

random.seed(1738)
files = []
for path in sys.argv[2:]:
    under = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
    files += sorted(under) or [path]
files = [path for path in files if os.path.getsize(path)]
for number in range(200):
    path = random.choice(files)
    with open(path, "rb") as file:
        file.seek(random.choice([0, random.randrange(os.path.getsize(path))]))
        data = bytearray(file.read(random.choice([5_000, 100_000])))
    for _ in range(random.choice([1, 3, 30])):
        at = random.randrange(len(data) + 1)
        length = random.choice([1, 1, 10, 1000])
        piece = data[at : at + length]
        kind = random.choice("flip cut double noise line zero".split())
        if kind == "flip":
            piece = bytes(byte ^ 1 << random.randrange(8) for byte in piece)
        elif kind == "noise":
            piece = random.randbytes(len(piece))
        elif kind == "line":
            piece = random.choice([b"\n\n", b"\r", b"\nFrom a@b Mon Jan  1 00:00:00 2001\n", b"\n--b\n", b"=?", b"<"])
        data[at : at + length] = {"cut": b"", "double": piece * 2, "zero": bytes(len(piece))}.get(kind, piece)
    with open(f"{sys.argv[1]}/{number:03}", "wb") as file:
        file.write(data)
PYTHON
cd "$work"
inputs+=(damaged)
"$old" scan --unique "${inputs[@]}" >"$work/urls" 2>/dev/null || true
head -n 20000 "$work/urls" >"$work/checked"

# The ways to compare. `check` reads URLs that the old program found.
ways=(
  'scan --format text --with-source'
  'scan --format text --forms url,angle'
  'scan --format text --forms +host,+address,+repaired --join possible'
  'scan --format text --join never --relative resolve'
  'scan --format jsonl'
  'scan --format jsonl --headers all --attachments'
  'scan --format jsonl --headers none --scheme http,https,ftp'
  'scan --format jsonl --fields url,date,subject,href,line,deleted,text'
  'scan --format csv'
  'scan --format jsonl --input text'
  'scan --unique'
  'scan --count host'
  'scan --stats=json --count year'
  'report'
  'check --format jsonl'
)

# run PROGRAM THREADS ARGUMENT…: writes what a run prints, and its exit status, to standard output.
run() {
  local program="$1" status=0
  if [ "$3" = check ]; then
    "$program" "${@:3}" <"$work/checked" 2>&1 || status=$?
  else
    "$program" "${@:3}" --threads "$2" "${inputs[@]}" 2>&1 || status=$?
  fi
  echo "status $status"
}
different=0
printf '| threads | command | digest |\n|---:|---|---|\n'
for way in "${ways[@]}"; do
  for threads in 1 4; do
    case "$threads $way" in '4 check'*) continue ;; esac
    read -ra words <<<"$way"
    digests="$(for program in "$old" "$new"; do run "$program" "$threads" "${words[@]}" | sha256sum | cut -c 1-16; done | uniq)"
    case "$digests" in
      *$'\n'*) different=1 digests="**${digests/$'\n'/ and }**" ;;
    esac
    printf '| %s | `%s` | %s |\n' "$threads" "$way" "$digests"
  done
done
[ "$different" = 0 ] || { echo 'the outputs differ' >&2; exit 1; }
