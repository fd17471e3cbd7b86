#!/usr/bin/env bash
# Builds static programs for Linux, checks them, and packs them into OUT, with SHA256SUMS.
#
#   crates/cli/packaging/build-static.sh OUT
#
# There are two archives. `urlsift` has all output formats. `urlsift-small` has no `--format parquet` and `arrow`.
# Both have everything else.
#
# It needs Rust with the target of musl (`rustup target add x86_64-unknown-linux-musl`) and musl-gcc (Debian:
# musl-tools). TARGET overrides the target, which has to run on this machine.
set -euo pipefail
mkdir -p "${1:?the folder for the archives is missing}"
out="$(realpath "$1")"
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh

target="${TARGET:-$(uname -m)-unknown-linux-musl}"
formats=arrow
command -v musl-gcc >/dev/null || fail 'musl-gcc is not installed (Debian: musl-tools)'
set_build_flags
program="${CARGO_TARGET_DIR:-target}/$target/release/urlsift"

# A static program has no interpreter and needs no library.
check_static() {
  if readelf --program-headers --dynamic --wide "$1" | grep -E 'INTERP|\(NEEDED\)'; then
    fail "$1 is not static"
  fi
}

# Checks whether the program writes a format: `writes FORMAT`.
writes() {
  local rows
  rows="$(mktemp -u)"
  "$program" scan --format "$1" -o "$rows" corpus/archives/shelf.mbox 2>/dev/null && test -s "$rows"
  local status=$?
  rm -f "$rows"
  return $status
}

# The program without features comes first, because both builds write the same file.
for package in urlsift-small urlsift; do
  features=
  [ "$package" = urlsift-small ] || features="$formats"
  cargo build --release --locked --package urlsift-cli --target "$target" --features "$features"
  check_static "$program"
  check_program "$program"
  for format in parquet arrow; do
    if writes "$format"; then has=full; else has=small; fi
    [ "$has" = "$([ -n "$features" ] && echo full || echo small)" ] || fail "$package: --format $format"
  done
  crates/cli/packaging/archive.sh "$program" "$package" "$target" "$out" "$features"
done
write_checksums "$out"
