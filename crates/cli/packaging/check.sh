#!/usr/bin/env bash
# Checks that names and versions agree between the Cargo.tomls, the packages, the scripts of this folder and the workflows.
# It builds nothing, and needs only Rust and git. Ruby, Nix and make parse their files, if they are installed.
#
#   crates/cli/packaging/check.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh

recipes=crates/cli/packaging/recipes
for script in crates/cli/packaging/*.sh "$recipes/PKGBUILD"; do
  bash -n "$script"
done
# Each is checked by its tool, if that is installed.
has() { command -v "$1" >/dev/null; }
! has ruby || ruby -c "$recipes/urlsift.rb" >/dev/null
! has nix-instantiate || NIX_CONFIG='build-users-group =' nix-instantiate --parse "$recipes/package.nix" >/dev/null
! has make || make --dry-run --file crates/cli/packaging/debian/rules override_dh_auto_build >/dev/null

# The packages for other languages, recipes and the hooks have the version of the program.
expected="$(version)"
for file in crates/{python,js}/Cargo.toml crates/spark/pyproject.toml crates/js/package.json CITATION.cff \
  crates/cli/packaging/links.sh "$recipes"/{PKGBUILD,package.nix,recipe.yaml}; do
  found="$(sed -n 's/^ *"\{0,1\}\(pkgver\|version\)"\{0,1\} *[=:] *"\{0,1\}\([^";]*\).*/\2/p' "$file" | head -n 1)"
  [ "$found" = "$expected" ] || fail "$file has version $found, Cargo.toml has $expected"
done

grep --quiet "/v$expected/urlsift-$expected-source.tar.gz" "$recipes/urlsift.rb" || fail 'the formula has another version'

# One address of the repository, and one of the maintainer.
repository="$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)"
for file in crates/{python,spark}/pyproject.toml crates/js/package.json CITATION.cff "$recipes"/* \
  crates/cli/packaging/{README.md,debian/control,debian/watch}; do
  grep --quiet --fixed-strings "$repository" "$file" || fail "$file has another repository than Cargo.toml"
done
maintainer="$(sed -n 's/^maintainer = "\(.*\)"$/\1/p' crates/cli/Cargo.toml)"
for file in "$recipes/PKGBUILD" crates/cli/packaging/debian/control; do
  grep --quiet --fixed-strings "Maintainer: $maintainer" "$file" || fail "$file has another maintainer than crates/cli/Cargo.toml"
done
# Actions are pinned by hash, with one hash for each.
actions="$(sed -n 's/^ *-\{0,1\} *uses: //p' .github/workflows/*.yml | sort -u)"
if grep -vE '^[a-z/-]+@[0-9a-f]{40}  # v[0-9.]+$' <<<"$actions"; then fail 'an action is not pinned by its hash'; fi
[ "$(cut -d@ -f1 <<<"$actions" | uniq -d)" = '' ] || fail 'an action has two hashes'
# What is installed has the versions of its lock file.
if git grep -nE 'cargo install ' -- .ci .github benches crates README.md | grep -vE -- '--locked|\\$'; then
  fail 'cargo install needs --locked'
fi

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
named="$(grep -ohE '(crates/|benches/|\.ci/)[A-Za-z0-9./-]*' .github/workflows/*.yml action.yml .pre-commit-hooks.yaml \
  | sed 's/[.:]$//' | sort -u)"
while read -r file; do
  [ -e "$file" ] || fail "$file is named, but is not there"
done <<<"$named"
printf 'packages: the names agree\n'
