#!/usr/bin/env bash
# Measures the memory and the time for hostile inputs: bombs of each container and codec, and hostile texts.
#
#   benches/bombs.sh [SIZE…]
#
# It prints three tables: bombs, hostile texts by their size, and the memory and the output for each byte of every
# hostile text, on 8 threads. Bombs expand to 1 GB or declare it. Hostile texts have each SIZE in bytes (1000000 10000000 100000000). The time is
# processor time of one thread. A text counts as linear if ten times the bytes take at most 20 times as long, where it
# takes more than 0.2 s; `count.sh --linear` counts instructions exactly. The script fails if one is not, if a run needs
# more memory than the column "at most" says, or if a text of the third table needs more than 16 bytes of memory for
# each byte, beyond the text itself and what a scan of nothing needs.
#
# It needs GNU time, gzip, bzip2, xz and zstd (Debian: apt-get install time bzip2 xz-utils zstd). $URLSIFT may name the
# program, $COUNT a `count` that was built earlier, $FOLDER a folder for the files, $BOMB_BYTES another size of the bombs.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
[ $# -gt 0 ] || set -- 1000000 10000000 100000000
bomb_bytes="${BOMB_BYTES:-1000000000}"
urlsift="${URLSIFT:-}"
if [ -z "$urlsift" ]; then
  cargo build --quiet --release
  urlsift="${CARGO_TARGET_DIR:-$PWD/target}/release/urlsift"
fi
count="${COUNT:-}"
if [ -z "$count" ]; then
  cargo bench --quiet --package urlsift-archive --bench count --no-run
  count="$(cargo bench --package urlsift-archive --bench count --no-run --message-format=json 2>/dev/null |
    grep '"name":"count"' | grep -o '"executable":"[^"]*"' | cut -d'"' -f4)"
fi
work="$(mktemp -d "${FOLDER:-/tmp}/urlsift-bombs.XXXXXX")"
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

# fill BYTES [UNIT]: prints UNIT again and again, without line breaks unless it ends in one.
fill() { awk -v n="$1" -v u="${2:-a}" 'BEGIN { while (length(u) < 65536) u = u u; for (; n > length(u); n -= length(u)) printf "%s", u; printf "%s", substr(u, 1, n) }'; }
# number BYTES VALUE: prints a number with the lowest byte first.
number() { local i value="$2"; for ((i = 0; i < $1; i++)); do printf "\\x$(printf %02x $((value & 255)))"; value=$((value >> 8)); done; }
# tar_header NAME SIZE TYPE: prints the header of a member, in the format of GNU tar.
tar_header() {
  local sum
  field() { printf '%s' "$1"; head -c $(($2 - ${#1})) /dev/zero; }
  block() {
    field "$1" 100; field 0000644 8; field 0000000 8; field 0000000 8; field "$(printf %011o "$2")" 12; field 0 12
    printf '%s' "$4$3"; field '' 100; printf 'ustar  \0'; field '' 247
  }
  sum="$(block "$1" "$2" "$3" '        ' | od -An -v -tu1 | awk '{ for (i = 1; i <= NF; i++) s += $i } END { printf "%06o", s }')"
  block "$1" "$2" "$3" "$sum "$'\x01' | tr '\001' '\000'
}
zeros() { head -c "$1" /dev/zero; }
# url_member: prints a last member of a tar with one URL, and the end.
url_member() { tar_header x 16 0; printf 'http://a.example'; zeros $((496 + 1024)); }
# zip_header METHOD NAME_BYTES EXTRA_BYTES BYTES
zip_header() {
  printf 'PK\003\004'; number 2 20; number 2 0; number 2 "$1"; number 8 0; number 4 "$4"; number 4 "$4"
  number 2 "$2"; number 2 "$3"
}

# measure FILE [OPTION…]: sets `memory` (MB), `kib`, `seconds`, `status` and `rows_bytes`.
measure() {
  local file="$1" line
  shift
  line="$(/usr/bin/time -q -o times -f '%M %U %S %x' "$urlsift" scan --format jsonl -j "${threads:-1}" "$@" "$file" 2>messages | wc -c)" || true
  rows_bytes="$line"
  read -r memory user system status < <(tail -1 times)
  kib="$memory"
  memory=$(((memory + 1023) / 1024))
  seconds="$(awk -v u="$user" -v s="$system" 'BEGIN { printf "%.2f", u + s }')"
}
# bomb NAME AT_MOST FILE [OPTION…]: prints a line of the table.
bomb() {
  local over=
  measure "${@:3}"
  if [ "$memory" -gt "$2" ]; then over='**over**'; failed=$((failed + 1)); fi
  echo "| $1 | $(stat -c %s "$3") | $memory | $2 | $seconds | $rows_bytes | $status | $over$(head -1 messages | sed 's/^urlsift: [^:]*: //; s/|/\\|/g' | cut -c1-80) |"
  rm -f "$3"
}

echo '| bomb | bytes | memory, MB | at most | processor time, s | bytes of rows | status | first message |'
echo '|---|---:|---:|---:|---:|---:|---:|---|'
message='From a@b.example Mon Jan  1 00:00:00 2001\nTo: b\n\n'
long() { printf "$message"; fill "$bomb_bytes" $'a line of a message\n'; printf '\nFrom b Mon Jan  1 00:00:00 2001\nTo: b\n\nhttp://a.example/\n'; }
# A message of more than --max-message is read in pieces of 64 MiB.
long | gzip -1 >gz; bomb 'gzip, a long message' 160 gz
long | bzip2 -1 >bz2; bomb 'bzip2, a long message' 160 bz2
long | xz -0 >xz; bomb 'xz, a long message' 160 xz
long | zstd -q -1 >zst; bomb 'zstd, a long message' 160 zst
zeros "$bomb_bytes" | gzip -1 >gz; bomb 'gzip, NULs' 32 gz
{ fill 100000 $'http://a.example/\n'; fill 100000; } | zstd -q --long=31 --ultra -22 --no-content-size >zst
bomb 'zstd, a window of 2 GiB' 160 zst
fill 100000 | xz --lzma2=dict=512MiB,mf=hc3,mode=fast,nice=32 >xz; bomb 'xz, a dictionary of 512 MiB' 160 xz
: | bzip2 >one; for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat one one >two; mv two one; done
mv one bz2; bomb 'bzip2, 65,536 empty streams' 32 bz2
: | gzip >one; for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat one one >two; mv two one; done
mv one gz; bomb 'gzip, 65,536 empty members' 32 gz
{ tar_header ././@LongLink "$bomb_bytes" L; fill $(((bomb_bytes + 511) / 512 * 512)); url_member; } | gzip -1 >gz
bomb 'tar.gz, a long name' 32 gz
{ tar_header pax "$bomb_bytes" x; printf '%s path=' "$bomb_bytes"; fill $(((bomb_bytes + 511) / 512 * 512 - 6 - ${#bomb_bytes})); url_member; } | gzip -1 >gz
bomb 'tar.gz, PAX records' 32 gz
{ tar_header pax 20000000 x; fill 20000256 $'12 path=abc\n'; url_member; } >tar; bomb 'tar, PAX records in small lines' 32 tar
{ tar_header x "$bomb_bytes" 0; fill $(((bomb_bytes + 511) / 512 * 512)) $'a line\n'; url_member; } | gzip -1 >gz
bomb 'tar.gz, a long text' 160 gz
for i in $(seq 20); do tar_header "$i" 0 0; done >some; for _ in $(seq 5000); do cat some; done >tar; url_member >>tar
bomb 'tar, 100,000 empty members' 32 tar
{ zip_header 0 65535 0 2000; fill 65535; fill 2000 'http://a.example/ '; printf 'PK\005\006'; zeros 18; } >zip
bomb 'zip, a name of 64 kB' 32 zip
{ zip_header 0 1 65535 2000; printf x; fill 65535; fill 2000 'http://a.example/ '; printf 'PK\005\006'; zeros 18; } >zip
bomb 'zip, an extra field of 64 kB' 32 zip
{ zip_header 93 1 0 "$(long | zstd -q -1 | tee data | wc -c)"; printf x; cat data; printf 'PK\005\006'; zeros 18; } >zip
bomb 'zip, a long message by zstd' 160 zip
{ printf 'PK\003\004'; number 2 20; number 2 8; number 2 8; number 8 0; number 8 0; number 2 1; number 2 0; printf x
  long | gzip -n -1 | tail -c +11; } >zip
bomb 'zip, a long message by deflate' 160 zip
{ tar_header zip 100000 0; printf 'PK\003\004'; fill 100348; url_member; } >tar; bomb 'tar, a zip in it' 32 tar
# Each of the members of an archive in another may expand to as much as all of them together.
{ zeros "$bomb_bytes"; fill 100000 $'http://a.example/\n'; } | gzip -9 >gz; size="$(stat -c %s gz)"
inner() { for i in $(seq 64); do tar_header "$i.gz" "$size" 0; cat gz; zeros $(((512 - size % 512) % 512)); done; zeros 1024; }
inner | gzip -9 >data; size="$(stat -c %s data)"
{ tar_header inner.tar.gz "$size" 0; cat data; zeros $(((512 - size % 512) % 512)); zeros 1024; } >tar
rm gz; bomb 'tar, a tar.gz of gzip files in it' 32 tar
fill "$bomb_bytes" $'a line of a text\n' | gzip -1 >gz; bomb 'gzip, a long text, in pieces' 160 gz
# Each of its members lacks its data descriptor.
{ printf 'PK\003\004'; number 2 20; number 2 8; number 2 0; number 4 33; number 8 0; number 4 0; number 2 1; number 2 0; printf axx; } >one
for _ in $(seq 1000); do cat one; done >some
for _ in $(seq $((bomb_bytes / 33000 / 6))); do cat some; done | gzip -1 >gz; rm one; bomb 'zip in gzip, damaged members' 32 gz
# The archives in the attachments of a message may expand to --max-message together.
packed() {
  printf 'Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n'
  for _ in $(seq "$2"); do printf -- '--b\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n'; base64 "$1"; done
}
fill 60000000 $'a line of a text\n' | gzip -9 >gz; packed gz 50 >eml; rm gz; bomb 'message, 50 gzip files in it' 200 eml --attachments
{ printf 'To: b\nContent-Type: multipart/mixed; boundary=a\n\n'; fill 60000000 $'--a\n\n\nxyz\n'; } | gzip -9 >gz
{ printf 'Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n'; packed gz 20 | base64; } >eml
bomb 'message, 20 gzip files of short parts in an encoded message in it' 200 eml --attachments
packed gz 2 >eml; rm gz; bomb 'message, a gzip file of short parts in it' 200 eml --attachments
{ fill 60000000 $'From b Mon Jan  1 00:00:00 2001\nTo: b\n\nx\n\n'; } | gzip -9 >gz
packed gz 2 >eml; rm gz; bomb 'message, a mailbox of short messages in it' 200 eml --attachments
rm -f data some
# pieces NAME: a line of the table for the file `large`, all of whose three URLs are to be found.
pieces() {
  local rows
  rows="$("$urlsift" scan large 2>messages | wc -l)"
  if [ "$rows" != 3 ]; then failed=$((failed + 1)) && set -- "$1, $rows of 3 URLs"; fi
  bomb "$1" 160 large
}
picture() {
  printf -- '--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n'
  fill $((bomb_bytes / 2 / 73 * 73)) "$(printf 'iVBORw0KGgoA%.0s' 1 2 3 4 5 6)"$'\n'
}
{ printf 'To: b\nContent-Type: multipart/mixed; boundary=b\n\n'
  for at in 1 2 3; do printf -- '--b\n\nhttp://a.example/%s\n' "$at"; [ "$at" = 3 ] || picture; done; printf -- '--b--\n'; } >large
pieces 'message, two pictures between texts'
words() { fill $((bomb_bytes / 10)) 'words and '; }
{ printf 'http://a.example/ '; words; printf ' http://b.example/ '; words; printf '\nhttp://c.example/\n'; } >large
pieces 'a text, one long line'
{ printf 'To: b\nFrom: a\n\nhttp://a.example/ '; words; printf ' http://b.example/ '; words; printf '\nhttp://c.example/\n'; } >large
pieces 'message, one long line'

text=$'From a@b.example Mon Jan  1 00:00:00 2001\nX-Url: http://a.example/\n'
echo
printf '| text |'; printf ' %d bytes, s |' "$@"; printf ' largest ratio |'; printf ' %d bytes, MB |' "$@"; printf ' |\n|---|'
printf -- '---:|%.0s' "$@" "$@"; printf -- '---:|---|\n'
# hostile NAME HEAD UNIT TAIL: a line of the table.
# The text of the last size is kept for the third table.
hostile() {
  local name="$1" head="$2" unit="$3" tail="$4" size times=() memories=() ratio=0 before= verdict=
  for size in "$SIZES_FIRST" "${SIZES_REST[@]}"; do
    { printf '%s' "$head"; fill "$size" "$unit"; printf '%s' "$tail"; } >text
    measure text --max-message 1G
    times+=("$seconds") memories+=("$memory")
    if [ -n "$before" ]; then
      ratio="$(awk -v a="$before" -v b="$seconds" -v r="$ratio" 'BEGIN { q = b / (a > 0.02 ? a : 0.02); printf "%.1f", (q > r ? q : r) }')"
    fi
    before="$seconds"
  done
  if awk -v r="$ratio" -v t="$seconds" 'BEGIN { exit !(r > 20 && t > 0.2) }'; then verdict='**over**' failed=$((failed + 1)); fi
  printf '| %s |' "$name"; printf ' %s |' "${times[@]}"; printf ' %s |' "$ratio"; printf ' %s |' "${memories[@]}"; echo " $verdict |"
  each_byte "$name" >>third
}
# each_byte NAME: a line of the third table, for the file `text`, which it deletes.
each_byte() {
  local size verdict=
  size="$(stat -c %s text)"
  threads=8 measure text --max-message 1G
  if [ $(((kib - idle) * 1024 - size)) -gt $((16 * size)) ]; then verdict='**over**' failed=$((failed + 1)); fi
  awk -v n="$1" -v s="$size" -v k="$((kib - idle))" -v r="$rows_bytes" -v v="$verdict" \
    'BEGIN { m = k * 1024 / s - 1; printf "| %s | %d | %.1f | %.1f | %s |\n", n, s, (m > 0 ? m : 0), r / s, v }'
  rm text
}
: >empty
threads=8 measure empty
idle="$kib"
SIZES_FIRST="$1"; shift; SIZES_REST=("$@")
page="${text}Content-Type: text/html"$'\n\n' parts="${text}Content-Type: multipart/mixed; boundary=b"$'\n\n'
end=$'\n\nFrom b Mon Jan  1 00:00:00 2001\nTo: b\n\nhttp://a.example/\n'
hostile 'one line' "$text"$'\n' a "$end"
hostile 'one field' "${text}Subject: " a "$end"
hostile 'a folded field' "${text}Subject: " $'<http:\n ' "$end"
hostile 'many fields' "$text" $'X-A: http:\n' "$end"
hostile 'encoded words' "${text}Subject: " '=?us-ascii?Q?=3A?= ' "$end"
hostile 'delimiters' "$parts" $'--b\n' "$end"
hostile 'nested multiparts' "$parts" $'--b\nContent-Type: multipart/mixed; boundary=b\n\n' "$end"
hostile 'nested messages' "$parts" $'--b\nContent-Type: message/rfc822\n\n' "$end"
hostile 'base64' "${text}Content-Transfer-Encoding: base64"$'\n\n' aHR0cDov "$end"
hostile 'quoted-printable' "${text}Content-Transfer-Encoding: quoted-printable"$'\n\n' $'=68ttp=\n' "$end"
hostile 'UTF-7' "${text}Content-Type: text/plain; charset=utf-7"$'\n\n' '+AGgAdAB0AHA-:' "$end"
hostile 'HTML, text' "$page" $'a line of a page\n' "$end"
hostile 'HTML, tags' "$page" '<div>' "$end"
hostile 'HTML, open attributes' "$page" '<a href=' "$end"
hostile 'HTML, attributes with references' "$page" '<a href=&lt; src=&lt; alt=&gt;>' "$end"
hostile 'HTML, comments' "$page" '<!--' "$end"
hostile 'HTML, references' "$page" '&amp' "$end"
hostile 'separators' '' $'From a@b.example Mon Jan  1 00:00:00 2001\nTo: b\n\n' "$end"
hostile 'openers' "$text"$'\n' '<URL:' "$end"
hostile 'wrappers' "$text"$'\n' $'<http://a-\n' "$end"
hostile 'URLs' "$text"$'\n' $'http://a.example/\n' "$end"
hostile 'uuencode' "$text"$'\n' $'begin 644 x\n' "$end"
hostile 'escapes of one URL' "$text"$'\n'"http://a.b/" '\-' "$end"
hostile 'references of one URL' "$text"$'\n'"http://a.b/" '&amp;' "$end"
hostile 'spaces in attributes' "$page" '<a href="http://a b c d e f g h i j k l m n o p">' "$end"
hostile 'undecodable bytes' "$text"$'\n' $'http://a.b/\xff\n' "$end"
hostile 'lines of a text' '' $'a: b\n' "$end"
hostile 'JSON, escapes' '{"a": "' '\n' '"}'
hostile 'JSON, links' '{"a": "' '<a:|b' '"}'
hostile 'a calendar, folds' $'BEGIN:VCALENDAR\nA:' $'b\n c\\,' $'\n'
hostile 'MMDF' '' $'\1\1\1\1\nTo: b\n\nhttp:\n' $'\1\1\1\1\n'
hostile 'Babyl' $'BABYL OPTIONS:\n\x1f' $'\f\n0,,\nTo: b\n\n*** EOOH ***\nhttp:\n\x1f' ''
hostile 'mbx' $'*mbx*\r\n' $'13-Jan-2000 12:00:00 -0500,9;000000000000-00000001\r\nTo: b\n\nhttp:\n' ''
hostile 'dbox' '' $'\1\2N          00000000000000CD\nTo: b\n\nhttp:\n' ''
hostile 'mbox with CR' '' $'From a@b.example Mon Jan  1 00:00:00 2001\rTo: b\r\rhttp:\r' ''
hostile 'patches' '' $'From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nTo: b\n\nhttp:\n' ''
hostile 'identifiers in a text' '' $'Message-ID: <a@b>\nFrom: b\n\n' ''
for name in $("$count" --list | grep '^hostile/'); do
  "$count" --print "$name" "${SIZES_REST[0]:-$SIZES_FIRST}" >text
  each_byte "\`$name\`" >>third
done
printf '\n| text, 8 threads | bytes | memory for each byte, beyond the text | bytes of rows for each byte | |\n|---|---:|---:|---:|---|\n'
cat third
echo
echo "$failed failures"
[ "$failed" = 0 ]
