#!/usr/bin/env bash
# Packs a program that is built: OUT/PACKAGE-VERSION-TARGET.tar.gz, or .zip for Windows.
#
#   crates/cli/packaging/archive.sh PROGRAM PACKAGE TARGET OUT [FEATURES]
#
# PACKAGE is urlsift, or urlsift-small for the program without FEATURES. The same program gives the same bytes. PAGES is
# a program that writes the man pages and completions, if PROGRAM does not run on this machine.
set -euo pipefail
program="$(realpath "$1")" package="$2" target="$3" out="$(realpath "$4")" features="${5:-}"
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh
pages="$(realpath "${PAGES:-$program}")"

name="$(archive_name "$package" "$target")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
folder="$work/$name"
mkdir -p "$folder/completions"

suffix=
case "$target" in *-windows-*) suffix=.exe ;; esac
install -m 755 "$program" "$folder/urlsift$suffix"
install -m 644 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder"
crates/cli/packaging/licences.sh "$target" urlsift-cli --features "$features" >"$folder/THIRD-PARTY-LICENCES.txt"
"$pages" man "$folder/man"
"$pages" completions bash >"$folder/completions/urlsift.bash"
"$pages" completions elvish >"$folder/completions/urlsift.elv"
"$pages" completions fish >"$folder/completions/urlsift.fish"
"$pages" completions powershell >"$folder/completions/_urlsift.ps1"
"$pages" completions zsh >"$folder/completions/_urlsift"

# Sorted names, one time, no owners: the archive depends on its files alone.
time="$(source_time)"
find "$folder" -exec touch -h -d "@$time" {} + 2>/dev/null \
  || find "$folder" -exec touch -h -t "$(date -u -r "$time" +%Y%m%d%H%M.%S)" {} +
find "$folder" -type f -exec chmod u=rw,go=r {} +
find "$folder" -type d -exec chmod u=rwx,go=rx {} +
chmod 755 "$folder/urlsift$suffix"
cd "$work"
find "$name" | LC_ALL=C sort >list
if [ -n "$suffix" ]; then
  archive="$out/$name.zip"
  rm -f "$archive"
  if command -v zip >/dev/null; then
    TZ=UTC zip -X -9 -q "$archive" -@ <list
  else
    7z a -tzip -mx=9 -bso0 -bsp0 "$archive" @list
  fi
else
  archive="$out/$name.tar.gz"
  if tar --version | grep -q GNU; then
    owner=(--owner=0 --group=0 --numeric-owner)
  else
    owner=(--uid 0 --gid 0 --numeric-owner) # bsdtar
  fi
  tar --format=ustar "${owner[@]}" --no-recursion -cf - -T list | gzip -9 -n >"$archive"
fi
printf '%s\n' "$archive"
