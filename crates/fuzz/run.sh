#!/usr/bin/env bash
# Runs fuzz targets, each for a number of seconds, and adds the figures to the row of each in LEDGER.tsv.
#
#   crates/fuzz/run.sh SECONDS [TARGET...]     all targets, or those that are named
#   crates/fuzz/run.sh replay [TARGET...]      only the seeds, once
#   crates/fuzz/run.sh seeds [FOLDER...]       add seeds from the files of the corpus and of folders, minimised
#
# It needs a nightly compiler and cargo-fuzz. FUZZ_SANITIZER is `none` unless it is set: nearly all code is safe, and
# without AddressSanitizer a target runs twice as often. The target `capi` always has AddressSanitizer. FUZZ_FLAGS has
# further flags of libFuzzer. The exit status is 1 if a target has a finding.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
repository="$(cd ../.. && pwd)"

# Seeds larger than this are not kept, and of each target no more seeds and bytes than these.
max_seed_bytes=1500
max_seeds=40
max_target_bytes=12000

# Targets keep files in memory.
if [ -w /dev/shm ]; then
  TMPDIR="$(mktemp -d /dev/shm/urlsift-fuzz.XXXXXX)"
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi

targets() {
  grep --only-matching --perl-regexp '^name = "\K[a-z]+(?=")' Cargo.toml
}

sanitizer() { [ "$1" = capi ] && printf address || printf '%s' "${FUZZ_SANITIZER:-none}"; }

# Prints the path of the program of a target, and builds it.
build() {
  local triple sanitizer
  sanitizer="$(sanitizer "$1")"
  triple="$(rustc +nightly --print host-tuple 2>/dev/null || rustc +nightly -vV | sed -n 's/^host: //p')"
  local folder="${CARGO_TARGET_DIR:-$repository/crates/fuzz/target}/$sanitizer"
  cargo +nightly fuzz build --fuzz-dir . --sanitizer "$sanitizer" --target-dir "$folder" "$1" >&2
  printf '%s/%s/release/%s' "$folder" "$triple" "$1"
}

# Prints the limits of a target. A run that takes more memory or time than these is a finding.
limits() {
  case "$1" in
    facade | html | capi) printf -- '-max_len=2048 -rss_limit_mb=512 -timeout=5' ;;
    *) printf -- '-max_len=4096 -rss_limit_mb=512 -timeout=10' ;;
  esac
  # AddressSanitizer keeps freed memory, and knows of a single allocation.
  if [ "$(sanitizer "$1")" = address ]; then printf ' -rss_limit_mb=2048 -malloc_limit_mb=256'; fi
}

# Prints the bytes before a file in a seed: they select that the rest is taken as it is.
prefix() {
  case "$1" in
    facade) printf '\1\1' ;;
    html) printf '\3' ;;
    mail) printf '\2\1\1\377\377\377\377' ;;
    containers) printf '\0\1\0\0\0\0\377\377\377\377' ;;
    *) return 1 ;;
  esac
}

# Prints some of the files in a folder: of all sizes, and together not too large.
sample() {
  find "$1" -type f -size "-$((max_seed_bytes + 1))c" -printf '%s %p\n' | sort --numeric-sort |
    awk -v most_bytes="$max_target_bytes" -v most="$max_seeds" '
      { path[NR] = $2; bytes += $1 }
      END {
        step = 1
        if (bytes / step > most_bytes) step = bytes / most_bytes
        if (NR / step > most) step = NR / most
        for (at = 1; at <= NR; at += step) print path[int(at)]
      }'
}

# Prints the folder of a target's seeds, which are unpacked from its archive.
unpacked() {
  local folder="target/seeds/$1"
  rm -rf "$folder"
  mkdir -p "$folder"
  [ ! -f "seeds/$1.tar.gz" ] || tar --extract --gzip --file "seeds/$1.tar.gz" --directory "$folder"
  printf '%s' "$folder"
}

# Packs the seeds of a target: the same seeds give the same bytes.
pack() {
  find "target/seeds/$1" -type f -printf '%P\n' | LC_ALL=C sort |
    tar --create --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 --directory "target/seeds/$1" --files-from - |
    gzip --no-name --best >"seeds/$1.tar.gz"
}

# Adds seeds of each target: those that it had, files, and what it found. Of these a sample is kept, without seeds that
# reach nothing new.
seeds() {
  local target file work program folder
  work="$(mktemp -d)"
  for target in $(targets); do
    folder="$(unpacked "$target")"
    mkdir -p "$work/$target" "$work/sample" "corpus/$target"
    if prefix "$target" >/dev/null; then
      while IFS= read -r -d '' file; do
        { prefix "$target"; head --bytes "$max_seed_bytes" "$file"; } \
          >"$work/$target/$(printf '%s' "$file" | cksum | cut -d' ' -f1)"
      done < <(find "$repository/corpus" "$@" -type f -size -64k -print0)
    fi
    program="$(build "$target")"
    # shellcheck disable=SC2046
    "$program" $(limits "$target") -merge=1 "corpus/$target" "$folder" "$work/$target" 2>&1 | tail -1
    sample "corpus/$target" | xargs cp --target-directory "$work/sample"
    rm -rf "$folder"
    mkdir "$folder"
    # shellcheck disable=SC2046
    "$program" $(limits "$target") -merge=1 "$folder" "$work/sample" 2>&1 | tail -1
    pack "$target"
    rm -rf "$work/sample"
  done
  rm -rf "$work"
  du --summarize --apparent-size --human-readable seeds
}

# Runs a target for some seconds, or only its seeds if the seconds are 0.
run() {
  local target="$1" seconds="$2" program log row began folder
  program="$(build "$target")"
  folder="$(unpacked "$target")"
  mkdir -p "corpus/$target" "artifacts/$target"
  if [ "$seconds" = 0 ]; then
    # shellcheck disable=SC2046
    "$program" $(limits "$target") -runs=0 "$folder" 2>&1 | tail -1
    return
  fi
  log="$(mktemp)"
  began="$(date +%s)"
  # shellcheck disable=SC2046,SC2086
  "$program" $(limits "$target") ${FUZZ_FLAGS:-} -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="artifacts/$target/" "corpus/$target" "$folder" >"$log" 2>&1 || true
  local commit executions edges features findings
  commit="$(git rev-parse --short=8 HEAD 2>/dev/null || printf unknown)"
  git diff --quiet HEAD -- .. || commit+='+'
  # The last line of progress has the coverage: `#123 DONE cov: 45 ft: 67 corp: ...`.
  executions="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  edges="$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)"
  features="$(sed -n 's/.* ft: \([0-9]*\) .*/\1/p' "$log" | tail -1)"
  findings="$(grep --count 'Test unit written to' "$log" || true)"
  row="$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s' "$target" "${executions:-0}" "$(($(date +%s) - began))" "${edges:-0}" \
    "${features:-0}" "$findings" "$commit")"
  add_row "$row"
  if [ "$findings" != 0 ]; then
    grep --before-context=30 'Test unit written to' "$log" || true
    failed=1
  fi
  rm -f "$log"
}

# Adds a row to that of the same target in the ledger, which keeps the last commit. Two runs may do so at once.
add_row() {
  local lock
  mkdir -p "$repository/crates/fuzz/target"
  exec {lock}>"$repository/crates/fuzz/target/ledger.lock"
  flock "$lock"
  awk -F '\t' -v OFS='\t' -v row="$1" '
    BEGIN { split(row, new) }
    $1 == new[1] {
      $2 += new[2]; $3 += new[3]; $6 += new[6]; $7 = new[7]; is_added = 1
      if (new[4] + 0 > $4 + 0) $4 = new[4]
      if (new[5] + 0 > $5 + 0) $5 = new[5]
    }
    { print }
    END { if (!is_added) print row }' LEDGER.tsv >LEDGER.tsv.new
  mv LEDGER.tsv.new LEDGER.tsv
  exec {lock}>&-
  printf '%s\n' "$1"
}

command="${1:?SECONDS, replay or seeds}"
shift
[ -f LEDGER.tsv ] || printf 'target\texecutions\tseconds\tedges\tfeatures\tfindings\tcommit\n' >LEDGER.tsv
# shellcheck disable=SC2046
[ "$command" = seeds ] || [ $# -gt 0 ] || set -- $(targets)
case "$command" in
  seeds) seeds "$@" ;;
  replay) for target; do run "$target" 0; done ;;
  *) for target; do run "$target" "$command"; done ;;
esac
exit "${failed:-0}"
