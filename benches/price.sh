#!/usr/bin/env bash
# Counts the instructions of scans of a mailbox of 25 MB, and compares them with those that are recorded. The scans write
# text and JSON Lines, and text of the same mailbox as a folder of gzip files.
#
#   benches/price.sh            fails if a scan takes more than 1 % above benches/price.tsv
#   benches/price.sh --record   writes benches/price.tsv; the commit says what a rise buys
#
# It needs valgrind (Debian: apt-get install valgrind), Python 3 and gzip. Counts depend on compiler, libc and processor, so
# others than the recorded ones are not compared. URLSIFT names the program (target/release/urlsift).
set -euo pipefail
cd "$(dirname "$0")/.."
record=benches/price.tsv
# What the counts depend on. A system that lacks one of these commands has none of it in the record.
vectors="$(grep --only-matching --max-count=1 avx2 /proc/cpuinfo 2>/dev/null | head -n 1 || true)"
libc="$(ldd --version 2>/dev/null | head -n 1 || true)"
compiler="$(rustc --version), $(uname -m), $libc, ${vectors:-no avx2}"
program="${URLSIFT:-${CARGO_TARGET_DIR:-target}/release/urlsift}"

skip() { printf 'skipped the count of instructions: %s\n' "$1"; exit 0; }
command -v valgrind >/dev/null || skip 'valgrind is not installed'
command -v python3 >/dev/null || skip 'Python 3 is not installed'
command -v gzip >/dev/null || skip 'gzip is not installed'
[ "${1:-}" = --record ] || [ "$(head -n 1 "$record")" = "# $compiler" ] || skip "$compiler is not what is recorded"

[ -n "${URLSIFT:-}" ] || cargo build --quiet --release
[ -x "$program" ] || { printf '%s is not there\n' "$program" >&2; exit 2; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/gz"
# Messages of a list: prose, quoted replies, signatures, a wrapper that is broken across lines, and bare URLs.
python3 - "$work" <<'PYTHON'
import random
import sys

random.seed(1738)
WORDS = "the a of list server mail time with from reply which think that archive page see also new old code it is".split()


def prose(lines, quote=""):
    return "".join(quote + " ".join(random.choices(WORDS, k=11)).capitalize() + ".\n" for _ in range(lines))


folder = sys.argv[1]
mailbox = open(f"{folder}/mbox", "w")
size = number = 0
while size < 25_000_000:
    number += 1
    host = f"www{random.randrange(500)}.example.org"
    message = (
        f"From list@example.org Mon Jan {number % 28 + 1:2} 12:00:00 1996\n"
        f"From: Jim <jim@{host}>\nSubject: Re: {' '.join(random.choices(WORDS, k=4))}\n"
        f"Date: Mon, {number % 28 + 1} Jan 1996 12:00:00 +0000\nMessage-ID: <{number}@{host}>\nTo: list@example.org\n\n"
        + prose(8, "> ") + "\n" + prose(random.randrange(5, 40))
        + random.choice([
            f"See http://{host}/archive/{number}.html for more.\n",
            f"I found it under <URL:ftp://{host}/pub/docs/\n{number}/index.html> today.\n",
            f"> <http://{host}/a/{number}>\n", "", "",
        ])
        + prose(3) + f"-- \nJim\nhttp://{host}/~jim/\n\n"
    )
    mailbox.write(message)
    # Files of 2.5 MB, like the months of a list.
    with open(f"{folder}/gz/{size // 2_500_000}.mbox", "a") as month:
        month.write(message)
    size += len(message)
PYTHON
gzip --no-name "$work"/gz/*

counted="# $compiler"$'\n'
# count NAME ARGUMENT…: adds the instructions of a scan.
count() {
  local instructions
  instructions="$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" scan -j 1 "${@:2}" \
    2>&1 >/dev/null | sed -n 's/.*Collected : //p')"
  counted+="$1"$'\t'"$instructions"$'\n'
}
count text --format text "$work/mbox"
count jsonl --format jsonl "$work/mbox"
count gz --format text "$work/gz"
if [ "${1:-}" = --record ]; then
  printf '%s' "$counted" >"$record"
fi
paste <(printf '%s' "$counted") "$record" | awk -F '\t' '
  NR > 1 { printf "%s: %d instructions, %.4f of the record\n", $1, $2, $2 / $4; if ($2 > 1.01 * $4) over = 1 }
  END { exit over }' || { printf 'more than 1 %% above %s\n' "$record" >&2; exit 1; }
