#!/usr/bin/env bash
# Builds the Debian packages urlsift and liburlsift-dev into OUT, with SHA256SUMS.
#
#   crates/cli/packaging/build-deb.sh OUT
#
# `urlsift` has the program with all output formats, its man pages and completions. `liburlsift-dev` has the C library,
# shared and static, with its header and pkg-config file. The packages run on the Debian release that builds them, and
# on newer ones.
#
# It needs Rust, cargo-deb and cargo-c (`cargo install --locked cargo-deb cargo-c`, or cargo-c as `.ci/run` installs it), and
# dpkg-dev. DEB_MAINTAINER is the maintainer of the packages, as `Name <address>`.
set -euo pipefail
mkdir -p "${1:?the folder for the packages is missing}"
out="$(realpath "$1")"
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh

target="${CARGO_TARGET_DIR:-target}"
PATH="$PATH:$target/tools/bin"
for tool in cargo-deb cargo-cinstall dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || fail "$tool is not installed"
done
maintainer="${DEB_MAINTAINER:-$(sed -n 's/^maintainer = "\(.*\)"/\1/p' crates/cli/Cargo.toml)}"
triple="$(rustc -vV | sed -n 's/^host: //p')"
formats=arrow
set_build_flags
SOURCE_DATE_EPOCH="$(source_time)"
export SOURCE_DATE_EPOCH

# cargo-deb reads the files from here: see `package.metadata.deb` in crates/cli/Cargo.toml.
stage=target/deb
rm -rf "$stage"
mkdir -p "$stage"/{man,completions,lib/pkgconfig,include}

cargo build --release --locked --package urlsift-cli --features "$formats"
program="$target/release/urlsift"
check_program "$program"
"$program" man "$stage/man"
gzip -9 -n "$stage"/man/*.1
"$program" completions bash >"$stage/completions/urlsift"
"$program" completions fish >"$stage/completions/urlsift.fish"
"$program" completions zsh >"$stage/completions/_urlsift"

multiarch="$(dpkg-architecture --query DEB_HOST_MULTIARCH)"
cargo cinstall --locked --package urlsift-capi --profile capi --no-default-features --features idna --destdir "$stage/root" --prefix /usr \
  --libdir "/usr/lib/$multiarch"
cp "$stage/root/usr/include/urlsift.h" "$stage/include"
cp --no-dereference "$stage/root/usr/lib/$multiarch"/liburlsift.* "$stage/lib"
cp "$stage/root/usr/lib/$multiarch/pkgconfig/urlsift.pc" "$stage/lib/pkgconfig"
find "$stage/lib" -name '*.so.*' -type f -exec strip --strip-unneeded --remove-section=.comment {} +
strip --strip-debug --remove-section=.comment --enable-deterministic-archives "$stage/lib/liburlsift.a"

# package PACKAGE CRATE OPTION...: the licences are those of CRATE, and OPTION selects its features.
package() {
  local name="$1" extra=()
  mkdir -p "$stage/$name"
  debian_changelog "$name" "$maintainer" "$SOURCE_DATE_EPOCH" | gzip -9 -n >"$stage/$name/changelog.Debian.gz"
  crates/cli/packaging/licences.sh "$triple" "${@:2}" | gzip -9 -n >"$stage/$name/THIRD-PARTY-LICENCES.gz"
  [ "$name" = urlsift ] || extra=(--variant dev --multiarch same)
  cargo deb --package urlsift-cli --no-build --locked --maintainer "$maintainer" --output "$out" "${extra[@]}"
}
package urlsift urlsift-cli --features "$formats"
package liburlsift-dev urlsift-capi --no-default-features --features capi,idna
write_checksums "$out"
