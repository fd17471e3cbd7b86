#!/usr/bin/env bash
# Counts the instructions of each piece of work that the benches time, without those that make its text.
#
#   benches/count.sh [NAME…]                     everything, or the work whose name begins with NAME
#   benches/count.sh --linear [--large] [NAME…]  hostile texts of 1 and 10 MB, with --large also of 100 MB;
#                                                $SIZES may set other sizes, in bytes
#
# It needs valgrind (Debian: apt-get install valgrind). The counts depend on the compiler and on the vector instructions
# of the processor, but hardly on other programs. $COUNT may name a `count` that was built earlier, for instance from
# another commit.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v valgrind >/dev/null || { echo 'valgrind is not installed: apt-get install valgrind' >&2; exit 2; }
linear=false
read -ra sizes <<<"${SIZES:-1000000 10000000}"
while [ $# -gt 0 ]; do
  case "$1" in
    --linear) linear=true ;;
    --large) sizes+=(100000000) ;;
    *) break ;;
  esac
  shift
done

count="${COUNT:-}"
if [ -z "$count" ]; then
  cargo bench --quiet --package urlsift-archive --bench count --no-run
  count="$(cargo bench --package urlsift-archive --bench count --no-run --message-format=json 2>/dev/null |
    grep '"name":"count"' | grep -o '"executable":"[^"]*"' | cut -d'"' -f4)"
fi

# instructions NAME TIMES [BYTES]: prints the instructions of the whole process.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$count" "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : //p'
}
# work NAME [BYTES]: prints the instructions of one run, without those that make the text.
work() { echo $(($(instructions "$1" 1 "${@:2}") - $(instructions "$1" 0 "${@:2}"))); }

chosen() {
  local name wanted
  "$count" --list | while read -r name; do
    [ $# -gt 0 ] || echo "$name"
    for wanted in "$@"; do
      case "$name" in "$wanted"*) echo "$name"; break ;; esac
    done
  done
}

if ! $linear; then
  printf '| work | bytes | instructions | for each byte |\n|---|---:|---:|---:|\n'
  for name in $(chosen "$@"); do
    bytes="$("$count" "$name" 0)" did="$(work "$name")"
    awk -v n="$name" -v b="$bytes" -v d="$did" 'BEGIN { printf "| `%s` | %d | %d | %.2f |\n", n, b, d, d / b }'
  done
  exit
fi

# The ratio is the cost of a byte in a larger text, divided by its cost in the smallest text.
[ $# -gt 0 ] || set -- hostile/
printf '| text |'; printf ' %d bytes |' "${sizes[@]}"; printf ' ratio | |\n|---|'
printf -- '---:|%.0s' "${sizes[@]}"; printf -- '---:|---|\n'
over=0
for name in $(chosen "$@"); do
  row="| \`$name\` |" ratio=1 first=
  for size in "${sizes[@]}"; do
    each="$(awk -v d="$(work "$name" "$size")" -v b="$("$count" "$name" 0 "$size")" 'BEGIN { printf "%.3f", d / b }')"
    first="${first:-$each}"
    row+=" $each |"
    ratio="$(awk -v e="$each" -v f="$first" -v r="$ratio" 'BEGIN { e /= f; printf "%.3f", (e > r ? e : r) }')"
  done
  verdict="$(awk -v r="$ratio" 'BEGIN { print (r > 1.1) ? "over" : "" }')"
  [ -z "$verdict" ] || over=$((over + 1))
  echo "$row $ratio | $verdict |"
done
echo
echo "instructions for each byte; $over more than 10 % above proportional"
[ "$over" -eq 0 ]
