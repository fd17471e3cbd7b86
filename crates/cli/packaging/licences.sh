#!/usr/bin/env bash
# Prints the licences of the crates and C libraries that a program contains, each text once.
#
#   crates/cli/packaging/licences.sh TARGET CRATE [OPTION...]
#
# CRATE is a package of the workspace. OPTION is one of cargo's that select features. The texts are those in the sources of the crates, as cargo keeps them.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export LC_ALL=C
target="$1" package="$2"
shift 2

cargo fetch --quiet --locked
shopt -s nullglob
registry=("${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/)
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Prints the files with the licences of a crate: `texts FOLDER`. If there is a choice, it is the MIT licence.
texts() {
  local found
  found="$(find "$1" -maxdepth 3 -type f \( -iname 'licen[cs]e*' -o -name COPYING -o -name 'COPYING.0BSD' \
    -o -iname 'copyright*' -o -iname 'notice*' \) ! -name '*.rs' ! -name '*.html' | sort)"
  if grep -qi 'licen[cs]e[-_.]mit' <<<"$found"; then
    found="$(grep -vi 'licen[cs]e[-_.]apache' <<<"$found")"
  fi
  # zstd is offered under this licence or that in COPYING.
  if grep -q '/zstd/LICENSE$' <<<"$found"; then
    found="$(grep -v '/zstd/COPYING$' <<<"$found")"
  fi
  printf '%s\n' "$found"
}

cat <<'TEXT'
urlsift is built from the following crates and the C libraries in them. Each title names the crates that the text below
it belongs to, and their licences. If a crate may be used under the MIT licence, only that text is here. The standard
library of Rust is offered under MIT or Apache-2.0. Static programs contain musl, Copyright (c) 2005-2020 Rich Felker,
et al., under the MIT licence.
TEXT

cargo tree --locked --package "$package" --edges normal --target "$target" "$@" --prefix none --format '{p}|{l}' \
  | grep -v -e '^[^|]*([/A-Z]' -e '(\*)$' | sort -u >"$work/crates"
# Each line of `index` has the digest of a text, and a crate with that text.
while IFS='|' read -r crate licence; do
  read -r name version _ <<<"$crate"
  title="$name ${version#v} ($licence)"
  for folder in "${registry[@]/%/$name-${version#v}}"; do
    [ -d "$folder" ] || continue
    while read -r text; do
      [ -n "$text" ] || continue
      digest="$(sha256sum <"$text" | cut -d' ' -f1)"
      cp "$text" "$work/$digest"
      # The text of a C library that comes with the crate.
      library="$(dirname "${text#"$folder"}")"
      printf '%s %s%s\n' "$digest" "$title" "${library#/}"
    done < <(texts "$folder")
    break
  done
done <"$work/crates" | sort -u -k2 >"$work/index"

while read -r digest; do
  printf '\n%s\n\n' "$(printf '=%.0s' {1..78})"
  grep "^$digest" "$work/index" | cut -d' ' -f2-
  printf '\n'
  tr -d '\r' <"$work/$digest"
done < <(cut -d' ' -f1 "$work/index" | awk '!seen[$0]++')

printf '\n%s\n\nCrates without a text in their sources:\n\n' "$(printf '=%.0s' {1..78})"
while IFS='|' read -r crate licence; do
  read -r name version _ <<<"$crate"
  grep -q " $name ${version#v} " "$work/index" || printf '%s %s (%s)\n' "$name" "${version#v}" "$licence"
done <"$work/crates"
