# shellcheck shell=bash
# Functions for the scripts of this folder, which source this file and run in the root of the repository.

# Prints a message to standard error and exits.
fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

# Prints the version of the package, such as 0.1.0.
version() {
  cargo pkgid --package urlsift-cli | sed 's/.*[#@]//'
}

# Prints the name of an archive without its suffix. The program with fewer features is the package urlsift-small.
#
#   archive_name PACKAGE TARGET
archive_name() {
  printf '%s-%s-%s\n' "$1" "$(version)" "$2"
}

# Prints the time that all files of an artefact get, in seconds since 1970: that of the last commit.
source_time() {
  # The first moment of 1980 is the earliest that a zip can store.
  printf '%s\n' "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}"
}

# Prints the changelog of a Debian package.
#
#   debian_changelog PACKAGE MAINTAINER SECONDS
debian_changelog() {
  printf '%s (%s-1) unstable; urgency=medium\n\n  * Build version %s; its changes are in changelog.gz.\n\n' \
    "$1" "$(version)" "$(version)"
  printf ' -- %s  %s\n' "$2" "$(LC_ALL=C date -u -R -d "@$3")"
}

# Makes cargo write the same program in any folder and at any time. A program names the sources of its panics, so the
# folders of this machine are replaced. mimalloc's C code has the time of its compilation. `strip` removes the symbols.
set_build_flags() {
  local separator=$'\x1f' library
  CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
  CARGO_ENCODED_RUSTFLAGS+="$separator--remap-path-prefix=$PWD=urlsift"
  # The sources of the standard library have this name unless the component rust-src is installed.
  library="$(rustc --print sysroot)/lib/rustlib/src/rust"
  if [ -d "$library" ]; then
    CARGO_ENCODED_RUSTFLAGS+="$separator--remap-path-prefix=$library=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')"
  fi
  # The crate cc splits these at spaces, and passes the quotes on.
  # shellcheck disable=SC2089
  CFLAGS="${CFLAGS:-} -Wno-builtin-macro-redefined -D__DATE__=\"\" -D__TIME__=\"\""
  # shellcheck disable=SC2090
  export CFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_INCREMENTAL=0
  # Faster and smaller programs, which take longer to compile.
  export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
}

# Scans archives of the repository, one with each codec, and compares the URLs with the expected ones.
#
#   check_program PROGRAM
check_program() {
  local codec
  "$1" scan corpus/archives/shelf.mbox | cmp - corpus/archives.expected/shelf.txt || fail "$1: shelf.mbox"
  for codec in bz2 gz xz zst; do
    "$1" scan "corpus/archives/few.mbox.$codec" | cmp - corpus/archives.expected/few.mbox.txt || fail "$1: $codec"
  done
}

# Writes SHA256SUMS for all archives and packages in a folder.
#
#   write_checksums FOLDER
write_checksums() (
  set -e
  cd "$1"
  export LC_ALL=C
  shopt -s nullglob
  files=(*.tar.gz *.zip *.deb *.dsc *.tar.xz *.whl *.tgz)
  # macOS has shasum.
  { sha256sum -- "${files[@]}" || shasum -a 256 -- "${files[@]}"; } >SHA256SUMS 2>/dev/null
)
