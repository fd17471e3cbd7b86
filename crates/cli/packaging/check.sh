#!/usr/bin/env bash
# Checks that names and versions agree between the Cargo.tomls, the packages, the scripts of this folder and the workflows.
# It builds nothing, and needs only Rust and git.
#
#   crates/cli/packaging/check.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh

for script in crates/cli/packaging/*.sh; do
  bash -n "$script"
done

# The packages for other languages have the version of the program.
expected="$(version)"
for file in crates/{python,js}/Cargo.toml crates/spark/pyproject.toml crates/js/package.json; do
  found="$(sed -n 's/^ *"\{0,1\}version"\{0,1\} *[=:] *"\([^"]*\)".*/\1/p' "$file" | head -n 1)"
  [ "$found" = "$expected" ] || fail "$file has version $found, Cargo.toml has $expected"
done

[ "$(sed -n '/^\[package.metadata.deb\]$/,/^\[/s/^name = "\(.*\)"$/\1/p' crates/cli/Cargo.toml)" = urlsift ] \
  || fail 'the Debian package is not called urlsift'

# setting TABLE KEY: prints a string of the manifest of the program.
setting() {
  sed -n "/^\[$1\]\$/,/^\[/s/^$2 = \"\(.*\)\"\$/\1/p" crates/cli/Cargo.toml
}
# expand TEMPLATE TARGET: fills in a template of cargo-binstall.
expand() {
  sed -e "s/{ name }/urlsift-cli/g; s/{ bin }/urlsift/g; s/{ version }/$expected/g; s/{ target }/$2/g" <<<"$1"
}
# cargo-binstall looks for the archives of archive.sh, for each target of the workflow that makes releases.
url="$(setting package.metadata.binstall pkg-url)"
folder="$(setting package.metadata.binstall bin-dir)"
release=.github/workflows/release.yml
targets="$(sed -n 's/^ *target: \([a-z0-9_]*-[a-z0-9_-]*\)$/\1/p' "$release")"
[ "$(wc -l <<<"$targets")" -ge 3 ] || fail "$release names too few targets"
while read -r target; do
  name="$(archive_name urlsift "$target")"
  case "$(expand "$url" "$target")" in
    "{ repo }/releases/download/v$expected/$name{ archive-suffix }") ;;
    *) fail "binstall looks for another archive than $name" ;;
  esac
  program="$(expand "$folder" "$target")"
  [ "$program" = "$name/urlsift{ binary-ext }" ] || fail "binstall looks for another program than in $name"
  format="$(setting "package.metadata.binstall.overrides.$target" pkg-fmt)"
  packed=tgz
  case "$target" in *-windows-*) packed=zip ;; esac
  [ "${format:-$(setting package.metadata.binstall pkg-fmt)}" = "$packed" ] || fail "binstall expects no $packed of $target"
done <<<"$targets"

# The files that packages and workflows name are there.
named="$(grep -ohE '(crates/cli/packaging/|\.ci/run)[A-Za-z0-9./-]*' .github/workflows/*.yml \
  | sed 's/[.:]$//' | sort -u)"
while read -r file; do
  [ -e "$file" ] || fail "$file is named, but is not there"
done <<<"$named"
printf 'packages: the names agree\n'
