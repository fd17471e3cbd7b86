#!/usr/bin/env bash
# Runs fuzz targets, each for a number of seconds, and appends a row for each to LEDGER.tsv.
#
#   crates/fuzz/run.sh SECONDS [TARGET...]     all targets, or those that are named
#   crates/fuzz/run.sh goal [TARGET...]        each until it has enough executions on this code; prints a summary
#   crates/fuzz/run.sh summary [TARGET...]     the executions on this code
#   crates/fuzz/run.sh replay [TARGET...]      only the seeds, once
#   crates/fuzz/run.sh seeds [FOLDER...]       add seeds from the files of the corpus and of folders, minimised
#
# `goal` goes on where the ledger ends. Enough are 10 million executions for a target that runs more than 1,000 times
# a second, and 1 million for another. FUZZ_GOAL is another number. FUZZ_UNTIL is a time of the day, such as 22:30, at
# which the last target ends. A target that failed is not run again until its code has changed.
#
# It needs a nightly compiler and cargo-fuzz. FUZZ_SANITIZER is `none` unless it is set: nearly all code is safe, and
# without AddressSanitizer a target runs twice as often. The target `capi` always has AddressSanitizer. FUZZ_FLAGS has
# further flags of libFuzzer. The target `linkify` needs Node and npm
# instead, and `interpreter` needs Python and pip.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
repository="$(cd ../.. && pwd)"

# The virtual environment of the Python package.
venv=../python/target/venv

# Seeds larger than this are not kept, and of each target no more seeds and bytes than these.
max_seed_bytes=1500
max_seeds=40
max_target_bytes=12000

# Rows of a target are written after this many seconds, so that no more is lost if it is killed.
slice_seconds=600

# Targets keep files in memory.
if [ -w /dev/shm ]; then
  TMPDIR="$(mktemp -d /dev/shm/urlsift-fuzz.XXXXXX)"
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi

targets() {
  grep --only-matching --perl-regexp '^name = "\K[a-z]+(?=")' Cargo.toml
  printf 'linkify\ninterpreter\n'
}

sanitizer() { [ "$1" = capi ] && printf address || printf '%s' "${FUZZ_SANITIZER:-none}"; }

# Prints the path of the program of a target, and builds it.
build() {
  local triple sanitizer
  case "$1" in
    linkify)
      ../js/build.sh >&2
      [ -d ../js/node_modules ] || (cd ../js && npm ci --prefer-offline --no-audit --no-fund >&2)
      ;;
    interpreter)
      [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
      "$venv/bin/python" -m pip --quiet install --force-reinstall --no-deps ../python >&2
      ;;
  esac
  if is_script "$1"; then
    printf 'run_%s' "$1"
    return
  fi
  sanitizer="$(sanitizer "$1")"
  triple="$(rustc +nightly --print host-tuple 2>/dev/null || rustc +nightly -vV | sed -n 's/^host: //p')"
  local folder="${CARGO_TARGET_DIR:-$repository/crates/fuzz/target}/$sanitizer"
  cargo +nightly fuzz build --fuzz-dir . --sanitizer "$sanitizer" --target-dir "$folder" "$1" >&2
  printf '%s/%s/release/%s' "$folder" "$triple" "$1"
}

is_script() { [ "$1" = linkify ] || [ "$1" = interpreter ]; }

run_linkify() { run_script linkify node linkify.mjs "$@"; }

run_interpreter() { run_script interpreter "$venv/bin/python" interpreter.py "$@"; }

# Runs a script on the inputs that come after those of the ledger. The folders of libFuzzer are not for it.
run_script() {
  local first flags=() flag target="$1" command=("$2" "$3")
  shift 3
  first="$(awk -F '\t' -v target="$target" '$1 == target { sum += $2 } END { print sum + 0 }' LEDGER.tsv)"
  for flag; do if [[ "$flag" == -@(runs|max_total_time)=* ]]; then flags+=("$flag"); fi; done
  "${command[@]}" -first="$first" "${flags[@]}"
}

# Prints the limits of a target. A run that takes more memory or time than these is a finding.
limits() {
  case "$1" in
    linkify | interpreter) return ;;
    scanner | rejoiner | validator | check) printf -- '-max_len=1024 -rss_limit_mb=512 -timeout=5' ;;
    headers | transfer | charset) printf -- '-max_len=512 -rss_limit_mb=512 -timeout=5' ;;
    # Few bytes make a long input.
    large | select | plan | python) printf -- '-max_len=256 -rss_limit_mb=1024 -timeout=60' ;;
    report | show) printf -- '-max_len=1024 -rss_limit_mb=1024 -timeout=20 -close_fd_mask=2' ;;
    pick) printf -- '-max_len=512 -rss_limit_mb=1024 -timeout=20 -close_fd_mask=2' ;;
    facade | html | mime | capi) printf -- '-max_len=2048 -rss_limit_mb=512 -timeout=5' ;;
    framing) printf -- '-max_len=8192 -rss_limit_mb=512 -timeout=10' ;;
    program) printf -- '-max_len=4096 -rss_limit_mb=1024 -timeout=30 -close_fd_mask=2' ;;
    *) printf -- '-max_len=4096 -rss_limit_mb=512 -timeout=10' ;;
  esac
  # AddressSanitizer keeps freed memory, and knows of a single allocation.
  if [ "$(sanitizer "$1")" = address ]; then printf ' -rss_limit_mb=2048 -malloc_limit_mb=256'; fi
}

# Prints the bytes before a file in a seed: they select that the rest is taken as it is.
prefix() {
  case "$1" in
    scanner) printf '\1\1\1' ;;
    rejoiner | validator | facade) printf '\1\1' ;;
    headers) printf '\0\0' ;;
    transfer) printf '\2' ;;
    charset) printf '\3\2' ;;
    html) printf '\3' ;;
    check) printf '\1' ;;
    mime) printf '\377\377\377\377' ;;
    rows) printf '\2\1\1\377\377\377\377' ;;
    framing) printf '\0\1\1\0\377\377\377\377' ;;
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

# Adds seeds of each target: those that it had, files, and what it found. Of these a sample is kept, without seeds that
# reach nothing new.
seeds() {
  local target file work program
  work="$(mktemp -d)"
  for target in $(targets); do
    ! is_script "$target" || continue
    mkdir -p "$work/$target" "$work/sample" "seeds/$target" "corpus/$target"
    if prefix "$target" >/dev/null; then
      while IFS= read -r -d '' file; do
        { prefix "$target"; head --bytes "$max_seed_bytes" "$file"; } \
          >"$work/$target/$(printf '%s' "$file" | cksum | cut -d' ' -f1)"
      done < <(find "$repository/corpus" "$@" -type f -size -64k -print0)
    fi
    program="$(build "$target")"
    # shellcheck disable=SC2046
    "$program" $(limits "$target") -merge=1 "corpus/$target" "seeds/$target" "$work/$target" 2>&1 | tail -1
    sample "corpus/$target" | xargs cp --target-directory "$work/sample"
    rm -rf "seeds/$target"
    mkdir -p "seeds/$target"
    # shellcheck disable=SC2046
    "$program" $(limits "$target") -merge=1 "seeds/$target" "$work/sample" 2>&1 | tail -1
    rm -rf "$work/sample"
  done
  rm -rf "$work"
  du --summarize --apparent-size --human-readable seeds
}

# Prints the files that decide what a target does, as git names them.
code() {
  local libraries='scanner/src rejoiner/src validator' core='crates/core' path
  case "$1" in
    scanner | rejoiner) libraries="$1/src" core='' ;;
    validator) libraries="$1" core='' ;;
    # No container is cut, and nothing is searched.
    headers | transfer | mime)
      libraries='' core='crates/core/src/archive'
      for path in front mbox container separator input_kind; do core+=" !crates/core/src/archive/containers/$path.rs"; done
      ;;
    framing) libraries='' core='crates/core/src/archive crates/core/src/scan/bulk' ;;
    check | containers | program | pick | plan | report | show | large) core='crates/core crates/cli/src' ;;
    linkify) core+=' crates/js' ;;
    python | interpreter) core+=' crates/python/src' ;;
  esac
  for path in $libraries; do printf ':/crates/%s\n' "$path"; done
  for path in $core; do
    if [[ "$path" == !* ]]; then printf ':(top,exclude)%s\n' "${path#!}"; else printf ':/%s\n' "$path"; fi
  done
  for path in tests guide examples packaging; do printf ':(top,exclude)crates/*/%s\n' "$path"; done
  printf ':/crates/fuzz/%s\n' "fuzz_targets/$1.rs" "$1.mjs" "$1.py"
}

# Reports whether the code of a target is that of a commit.
is_code_of() {
  local paths
  mapfile -t paths < <(code "$1")
  git cat-file -e "$2^{commit}" 2>/dev/null && git diff --quiet "$2" -- "${paths[@]}"
}

# Prints the executions, seconds and findings of a target on this code.
done_so_far() {
  local executions=0 seconds=0 findings=0 row
  while IFS=$'\t' read -r -a row; do
    if is_code_of "$1" "${row[6]}"; then
      executions=$((executions + row[1])) seconds=$((seconds + row[2])) findings=$((findings + row[5]))
    fi
  done < <(awk -F '\t' -v target="$1" '$1 == target' LEDGER.tsv)
  printf '%s %s %s\n' "$executions" "$seconds" "$findings"
}

# Prints the number of executions that are enough for a target, from what was done so far.
enough() {
  local executions="$1" seconds="$2"
  if [ -n "${FUZZ_GOAL:-}" ]; then
    printf '%s' "$FUZZ_GOAL"
  elif [ "$executions" -gt $((1000 * seconds)) ] || [ "$seconds" = 0 ]; then
    printf 10000000
  else
    printf 1000000
  fi
}

# Runs a target for some seconds, but no more than a number of times, or only its seeds if the seconds are 0. Adds to
# the row of the ledger for the target and the commit.
run() {
  local target="$1" seconds="$2" runs="${3:--1}" program log row began
  program="$(build "$target")"
  mkdir -p "corpus/$target" "seeds/$target" "artifacts/$target"
  if [ "$seconds" = 0 ]; then
    # shellcheck disable=SC2046
    "$program" $(limits "$target") -runs=0 "seeds/$target" 2>&1 | tail -1
    return
  fi
  log="$(mktemp)"
  began="$(date +%s)"
  # shellcheck disable=SC2046,SC2086
  "$program" $(limits "$target") ${FUZZ_FLAGS:-} -max_total_time="$seconds" -runs="$runs" -print_final_stats=1 \
    -artifact_prefix="artifacts/$target/" "corpus/$target" "seeds/$target" >"$log" 2>&1 || true
  local commit executions edges features findings
  commit="$(git rev-parse --short=8 HEAD 2>/dev/null || printf unknown)"
  is_code_of "$target" "$commit" || commit+='+'
  # The last line of progress has the coverage: `#123 DONE cov: 45 ft: 67 corp: ...`.
  executions="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  edges="$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)"
  features="$(sed -n 's/.* ft: \([0-9]*\) .*/\1/p' "$log" | tail -1)"
  findings="$(grep --count 'Test unit written to' "$log" || true)"
  row="$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s' "$target" "${executions:-0}" "$(($(date +%s) - began))" "${edges:-0}" \
    "${features:-0}" "$findings" "$commit")"
  add_row "$row"
  if [ "$findings" != 0 ]; then grep --before-context=30 'Test unit written to' "$log" || true; fi
  rm -f "$log"
}

# Adds a row to the ledger. If there is one of the same target and commit, sums both. Two runs may do so at once.
add_row() {
  local lock
  mkdir -p "$repository/crates/fuzz/target"
  exec {lock}>"$repository/crates/fuzz/target/ledger.lock"
  flock "$lock"
  awk -F '\t' -v OFS='\t' -v row="$1" '
    BEGIN { split(row, new) }
    $1 == new[1] && $7 == new[7] && !is_added {
      $2 += new[2]; $3 += new[3]; $6 += new[6]; is_added = 1
      if (new[4] + 0 > $4 + 0) $4 = new[4]
      if (new[5] + 0 > $5 + 0) $5 = new[5]
    }
    { print }
    END { if (!is_added) print row }' LEDGER.tsv >LEDGER.tsv.new
  mv LEDGER.tsv.new LEDGER.tsv
  exec {lock}>&-
  printf '%s\n' "$1"
}

# Runs each target until it has enough executions on this code, or failed.
goal() {
  local target executions seconds findings left until
  until="$(date --date "${FUZZ_UNTIL:-tomorrow}" +%s)"
  for target in "$@"; do
    if ! is_code_of "$target" HEAD; then
      printf '%s: commit its code first, so that the ledger can name it\n' "$target" >&2
      continue
    fi
    while true; do
      read -r executions seconds findings < <(done_so_far "$target")
      left=$(($(enough "$executions" "$seconds") - executions))
      seconds=$((until - $(date +%s)))
      if [ "$left" -le 0 ] || [ "$findings" != 0 ] || [ "$seconds" -lt 10 ]; then break; fi
      run "$target" $((seconds < slice_seconds ? seconds : slice_seconds)) "$left"
    done
  done
  summary "$@"
}

# Prints a line for each target: executions on this code, those that are enough, executions a second, findings.
summary() {
  local target executions seconds findings
  printf '%-12s %12s %12s %8s %8s\n' target executions enough rate findings
  for target in "$@"; do
    read -r executions seconds findings < <(done_so_far "$target")
    printf '%-12s %12s %12s %8s %8s\n' "$target" "$executions" "$(enough "$executions" "$seconds")" \
      "$((seconds == 0 ? 0 : executions / seconds))" "$findings"
  done
}

command="${1:?SECONDS, goal, summary, replay or seeds}"
shift
[ -f LEDGER.tsv ] || printf 'target\texecutions\tseconds\tedges\tfeatures\tfindings\tcommit\n' >LEDGER.tsv
# shellcheck disable=SC2046
[ "$command" = seeds ] || [ $# -gt 0 ] || set -- $(targets)
case "$command" in
  seeds) seeds "$@" ;;
  replay) for target; do run "$target" 0; done ;;
  goal | summary) "$command" "$@" ;;
  *) for target; do run "$target" "$command"; done ;;
esac
