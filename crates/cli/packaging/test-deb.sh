#!/usr/bin/env bash
# Installs the packages of build-deb.sh in a new Debian system, uses them, and removes them.
#
#   crates/cli/packaging/test-deb.sh FOLDER
#
# FOLDER has the packages. It needs root, debootstrap and a mirror of Debian; without the first two it says so and exits
# with 0. MIRROR and SUITE (bookworm) choose the system. It takes 500 MB in $TMPDIR, which are removed at the end.
set -euo pipefail
packages="$(realpath "${1:?the folder of the packages is missing}")"
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh

skip() {
  printf 'skipped the test of the Debian packages: %s\n' "$1"
  exit 0
}
[ "$(id -u)" = 0 ] || skip 'it needs root'
command -v debootstrap >/dev/null || skip 'debootstrap is not installed'

root="$(mktemp -d)"
# man reads pages as another user.
chmod 755 "$root"
trap 'rm -rf --one-file-system "$root"' EXIT
log="$(mktemp)"
debootstrap --variant=minbase --include=gcc,libc6-dev,man-db,pkg-config "${SUITE:-bookworm}" "$root" ${MIRROR:+"$MIRROR"} \
  >"$log" 2>&1 || { tail -n 20 "$log" && fail 'debootstrap failed'; }
rm "$log"
cp "$packages"/*urlsift*.deb crates/capi/examples/body-to-html.c corpus/archives/shelf.mbox corpus/archives/few.mbox.xz \
  "$root/tmp"

# inside COMMAND...: prints a command and runs it in the system, as a shell would.
inside() {
  printf '# %s\n' "$*"
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 MANPAGER=cat HOME=/root \
    sh -e -c "cd /tmp; $*"
}
# Prints all files of the system that packages could have brought. dpkg and man keep lists of their own.
files() {
  (cd "$root" && find etc usr lib opt srv var -path var/lib/dpkg -prune -o -path var/cache -prune -o -path var/log -prune \
    -o -print | LC_ALL=C sort)
}
files >"$root/before"

inside 'dpkg -i urlsift_*.deb liburlsift-dev_*.deb'
inside 'urlsift --version'
inside 'urlsift scan shelf.mbox | head -n 3'
chroot "$root" urlsift scan /tmp/shelf.mbox | cmp - corpus/archives.expected/shelf.txt || fail 'scan: other URLs'
inside 'urlsift scan --format parquet -o urls.parquet few.mbox.xz; head -c 4 urls.parquet; echo'
inside 'man -k . | grep -c urlsift'
inside 'man urlsift-scan | head -n 8'
inside 'test -s /usr/share/bash-completion/completions/urlsift'
inside 'pkg-config --modversion urlsift'
# The shell of the system expands these.
# shellcheck disable=SC2016
{
  inside 'gcc -Wall -Werror body-to-html.c -o shared $(pkg-config --cflags --libs urlsift)'
  inside 'printf "see <http://example.org/a/\n> b.html>." | ./shared'
  inside 'gcc body-to-html.c -o static "$(pkg-config --variable=libdir urlsift)"/liburlsift.a -lpthread -ldl -lm'
}
inside 'printf "see <http://example.org/a/\n> b.html>." | ./static'
inside 'dpkg -r liburlsift-dev urlsift'
files | diff "$root/before" - || fail 'dpkg -r left files'
inside 'dpkg -l | grep urlsift || echo no package is left'
