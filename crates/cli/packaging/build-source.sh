#!/usr/bin/env bash
# Makes OUT/urlsift-VERSION-source.tar.gz from the last commit, and from it what other distributions build.
#
#   crates/cli/packaging/build-source.sh OUT            the archive, and the recipes with its digest in OUT/recipes
#   DEBIAN=1 crates/cli/packaging/build-source.sh OUT   also the Debian source package, which contains all crates
#
# The recipes are for Homebrew (urlsift.rb), the AUR (PKGBUILD), nixpkgs (package.nix) and conda-forge (recipe.yaml).
# The Debian source package needs dpkg-dev. DEB_MAINTAINER is its maintainer, as `Name <address>`.
set -euo pipefail
mkdir -p "${1:?the folder for the archives is missing}/recipes"
out="$(realpath "$1")"
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh

name="urlsift-$(version)"
archive="$out/$name-source.tar.gz"
git archive --format=tar --prefix="$name/" HEAD | gzip -9 -n >"$archive"
digest="$(sha256sum <"$archive" | cut -d' ' -f1)"
for recipe in crates/cli/packaging/recipes/*; do
  sed "s/0\{64\}/$digest/" "$recipe" >"$out/recipes/${recipe##*/}"
done
write_checksums "$out"
[ -n "${DEBIAN:-}" ] || exit 0

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
maintainer="${DEB_MAINTAINER:-$(sed -n 's/^maintainer = "\(.*\)"/\1/p' crates/cli/Cargo.toml)}"
time="$(source_time)"
cp "$archive" "$work/urlsift_$(version).orig.tar.gz"
tar -xzf "$archive" -C "$work"
mkdir "$work/vendor"
# The list of replaced sources comes first, with paths as seen from the root.
cargo vendor --locked "$work/vendor" | sed "s|\"$work/|\"|" >"$work/config.toml"
mv "$work/config.toml" "$work/vendor"
tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$work" -cf - vendor \
  | gzip -9 -n >"$work/urlsift_$(version).orig-vendor.tar.gz"
mv "$work/vendor" "$work/$name"
cp -R crates/cli/packaging/debian "$work/$name"
rm "$work/$name"/debian/liburlsift-dev.*
sed -i "s|^Maintainer: .*|Maintainer: $maintainer|" "$work/$name/debian/control"
debian_changelog urlsift "$maintainer" "$time" >"$work/$name/debian/changelog"
(cd "$work/$name" && dpkg-buildpackage --build=source --no-check-builddeps --unsigned-source --unsigned-changes)
mv "$work"/urlsift_* "$out"
write_checksums "$out"
