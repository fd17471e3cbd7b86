#!/usr/bin/env bash
# Makes what a release consists of, as far as Linux can: programs, wheels, the npm package, Debian packages and crates.
#
#   crates/cli/packaging/release.sh VERSION OUT              everything
#   crates/cli/packaging/release.sh VERSION OUT ARTEFACT...  some of: programs wheels sdist npm debian crates sources
#   TARGETS='TARGET...' crates/cli/packaging/release.sh ...  programs and wheels of these targets of rustc alone
#
# It writes the files into OUT, with SHA256SUMS, CHANGES.md (the section of CHANGELOG.md) and ARTEFACTS.md: a table with
# the size, the test and the seconds from the file to the first URL. It publishes nothing. Each artefact is tested
# where nothing of urlsift is: in an empty folder, a new virtual environment, an empty npm project or a new system.
# Programs of other systems run in QEMU (qemu-user) and Wine, if these are installed. The same commit and compilers give
# the same bytes.
#
# It needs Rust, Python 3 and PyPI, from which it installs the compiler of C for all targets (Zig), cargo-zigbuild and
# maturin. The standard libraries of the targets come from rustup. npm needs Node. build-deb.sh has what debian needs.
# shellcheck disable=SC2016,SC2329 # backquotes of Markdown; functions that are called by the name of their artefact
set -euo pipefail
wanted="${1:?the version is missing}"
mkdir -p "${2:?the folder for the artefacts is missing}"
out="$(realpath "$2")"
shift 2
cd "$(dirname "$0")/../../.."
. crates/cli/packaging/common.sh
[ "$(version)" = "$wanted" ] || fail "the version in Cargo.toml is $(version), not $wanted"
crates/cli/packaging/check.sh

read -ra targets <<<"${TARGETS:-x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu \
  x86_64-apple-darwin aarch64-apple-darwin}"
artefacts=("$@")
[ "$#" -gt 0 ] || artefacts=(programs wheels sdist npm debian crates sources)
built="${CARGO_TARGET_DIR:-$PWD/target}"
tools="$built/release-tools"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
table="$out/ARTEFACTS.md"
[ -s "$table" ] || printf '| artefact | bytes | tested | seconds to the first URL |\n|---|---:|---|---:|\n' >"$table"
failed=0
SOURCE_DATE_EPOCH="$(source_time)"
export SOURCE_DATE_EPOCH

# skip WHAT: says what is not made and why. The exit status is then 1.
skip() { printf 'not made: %s\n' "$1" >&2; failed=1; }

# row FILE TEST SECONDS: adds a row to the table, in the place of an older one.
row() {
  local name="${1##*/}"
  grep --invert-match --fixed-strings "| \`$name\` |" "$table" >"$work/table" || true
  printf '| `%s` | %s | %s | %s |\n' "$name" "$(stat --format %s "$1")" "$2" "$3" >>"$work/table"
  mv "$work/table" "$table"
}

# seconds COMMAND...: runs a command, and prints how long it took. Its output goes to standard error.
seconds() {
  local start end
  start="$(date +%s.%N)"
  "$@" >&2 || return 1
  end="$(date +%s.%N)"
  LC_ALL=C awk "BEGIN { printf \"%.1f\", $end - $start }"
}

install_tools() {
  [ -x "$tools/bin/maturin" ] && return
  python3 -m venv "$tools"
  "$tools/bin/python" -m pip install --quiet --disable-pip-version-check ziglang cargo-zigbuild 'maturin>=1.16,<2'
}

# standard_library TARGET: has rustup install the standard library of a target.
standard_library() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] || rustup target add "$1" \
    || { skip "$1: rustup target add $1"; return 1; }
}

# set_flags_for TARGET: sets the flags of a build, for macOS with the only framework that is needed. A crate of Arrow
# links it to ask for the time zone. Apple's SDK has the list of its functions; this is the list of those that are called.
set_flags_for() {
  local frameworks="$tools/frameworks"
  set_build_flags
  case "$1" in *-apple-*) ;; *) return 0 ;; esac
  mkdir -p "$frameworks/CoreFoundation.framework"
  cat >"$frameworks/CoreFoundation.framework/CoreFoundation.tbd" <<'END'
--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ _CFRelease, _CFStringGetBytes, _CFStringGetCStringPtr, _CFStringGetLength, _CFTimeZoneCopySystem,
               _CFTimeZoneGetName, _CFTimeZoneResetSystem ]
...
END
  CARGO_ENCODED_RUSTFLAGS+=$'\x1f'"-Clink-arg=-F$frameworks"
}

# runner TARGET: prints what runs the programs of a target, empty for this machine. Fails if nothing does.
runner() {
  case "$1" in
    "$(uname -m)"-*-linux-*) ;;
    aarch64-*-linux-*) command -v qemu-aarch64-static || command -v qemu-aarch64 ;;
    *-windows-*) command -v wine ;;
    *) return 1 ;;
  esac
}

# first_url ARCHIVE RUNNER: unpacks an archive in an empty folder, and prints the URLs of a mailbox with its program.
first_url() {
  local folder="$work/unpacked"
  rm -rf "$folder"
  mkdir "$folder"
  case "$1" in *.zip) python3 -m zipfile -e "$1" "$folder" ;; *) tar -xzf "$1" -C "$folder" ;; esac
  # shellcheck disable=SC2086
  $2 "$folder"/*/urlsift* scan corpus/archives/shelf.mbox | tr -d '\r' | cmp - corpus/archives.expected/shelf.txt
}

# The programs have all output formats.
make_programs() {
  local target program file run took test pages=
  install_tools
  for target in "${targets[@]}"; do
    standard_library "$target" || continue
    if ! (
      set_flags_for "$target"
      PATH="$tools/bin:$PATH" cargo zigbuild --release --locked --package urlsift-cli --features arrow --target "$target"
    ); then
      skip "urlsift for $target: cargo zigbuild failed"
      continue
    fi
    program="$built/$target/release/urlsift"
    [ -e "$program" ] || program+=.exe
    # The first program that runs here writes the man pages of the others too.
    if [ -z "$pages" ] && run="$(runner "$target")" && [ -z "$run" ]; then pages="$program"; fi
    file="$(PAGES="${PAGES:-${pages:?no program runs on this machine, so PAGES must name one}}" \
      crates/cli/packaging/archive.sh "$program" urlsift "$target" "$out" arrow)"
    if run="$(runner "$target")"; then
      took="$(seconds first_url "$file" "$run")" || fail "${file##*/} finds other URLs"
      test="empty folder${run:+, ${run##*/}}"
    else
      took='' test='not run: needs that system'
    fi
    row "$file" "$test" "$took"
  done
}

# set_flags_for_wheel TARGET: like set_flags_for. For Windows, maturin 1.16 has the linker export the name of the module
# with that of its package, which no function has. An object with that name, which also exports the right one, mends it.
set_flags_for_wheel() {
  local object="$tools/first-function.o"
  set_flags_for "$1"
  case "$1" in *-windows-gnu) ;; *) return 0 ;; esac
  "$tools/bin/python" -m ziglang cc -target x86_64-windows-gnu -c -x assembler -o "$object" - <<'END'
.globl "PyInit_urlsift._urlsift"
"PyInit_urlsift._urlsift":
  jmp PyInit__urlsift
.section .drectve, "yn"
.ascii " -export:PyInit__urlsift"
END
  CARGO_ENCODED_RUSTFLAGS+=$'\x1f'"-Clink-arg=$object"
}

# uses_package PYTHON WHEEL: installs the package in a virtual environment, and finds a URL with it and its program.
uses_package() {
  "$1" -m pip install --quiet --disable-pip-version-check --no-index "$2" || return 1
  (cd "$work" && "$1" -c 'import urlsift; print(urlsift.find("<http://a.example/\n> b>")[0].url)') \
    | grep --quiet --line-regexp http://a.example/b || return 1
  "${1%python}urlsift" scan corpus/archives/shelf.mbox | cmp - corpus/archives.expected/shelf.txt
}

# One wheel for each system works with every Python from 3.9.
make_wheels() {
  local target tag file took test folder="$work/wheels"
  install_tools
  for target in "${targets[@]}"; do
    case "$target" in
      # Wheels for glibc 2.17 and for musl.
      *-linux-*) set -- "${target%-musl}-gnu=manylinux2014" "$target=musllinux_1_2" ;;
      *) set -- "$target=off" ;;
    esac
    for tag in "$@"; do
      target="${tag%=*}"
      standard_library "$target" || continue
      rm -rf "$folder"
      if ! (
        set_flags_for_wheel "$target"
        PATH="$tools/bin:$PATH" maturin build --release --locked --zig --manifest-path crates/python/Cargo.toml \
          --target "$target" --compatibility "${tag#*=}" --out "$folder" --target-dir "$built/wheels"
      ); then
        skip "the wheel for $target: maturin build --zig failed"
        continue
      fi
      file="$out/$(cd "$folder" && echo *.whl)"
      mv "$folder"/*.whl "$file"
      case "$target" in
        "$(uname -m)"-*-linux-gnu)
          python3 -m venv --clear "$work/venv"
          took="$(seconds uses_package "$work/venv/bin/python" "$file")" || fail "${file##*/} finds no URL"
          test='new virtual environment'
          ;;
        *) took='' test='not run: needs a Python of that system' ;;
      esac
      row "$file" "$test" "$took"
    done
  done
}

make_sdist() {
  local file="$out/urlsift-$wanted.tar.gz"
  install_tools
  "$tools/bin/maturin" sdist --manifest-path crates/python/Cargo.toml --out "$out" 2>/dev/null
  tar -tzf "$file" | grep '/core/Cargo.toml$' >/dev/null || fail "${file##*/} lacks the library"
  row "$file" 'the library is in it; pip compiles it' ''
}

# uses_npm FILE: installs the package in an empty project, and finds a URL.
uses_npm() {
  (
    cd "$work/project"
    npm install --silent --no-audit --no-fund --offline "$1"
    node --input-type=module --eval 'import { find } from "urlsift"; console.log(find("<http://a.example/\n> b>")[0].url)'
  ) | grep --quiet --line-regexp http://a.example/b
}

make_sources() {
  command -v dpkg-buildpackage >/dev/null || { skip 'the Debian source package: dpkg-dev is not installed'; return; }
  DEBIAN=1 crates/cli/packaging/build-source.sh "$out"
  for file in "$out/urlsift-$wanted-source.tar.gz" "$out/urlsift_$wanted-1.dsc"; do row "$file" 'not built' ''; done
}

make_npm() {
  local file took
  command -v npm >/dev/null || { skip 'the npm package: npm is not installed'; return; }
  standard_library wasm32-unknown-unknown || return 0
  crates/js/build.sh
  file="$out/$(cd crates/js && npm pack --silent --pack-destination "$out")"
  mkdir "$work/project"
  printf '{"private": true}\n' >"$work/project/package.json"
  took="$(seconds uses_npm "$file")" || fail "${file##*/} finds no URL"
  row "$file" 'empty npm project' "$took"
}

make_debian() {
  local file took test='not installed: needs root and debootstrap'
  PATH="$PATH:$built/tools/bin"
  for tool in cargo-deb cargo-cinstall; do
    command -v "$tool" >/dev/null || { skip "the Debian packages: cargo install --locked cargo-deb cargo-c"; return; }
  done
  crates/cli/packaging/build-deb.sh "$out"
  if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then
    took="$(seconds crates/cli/packaging/test-deb.sh "$out")" || fail 'test-deb.sh failed'
    test="new Debian system, which takes most of the $took s"
  fi
  for file in "$out"/*.deb; do row "$file" "$test" ''; done
}

# The crates in the order in which they are published. Each is compiled from its packed sources.
make_crates() {
  local crate
  cargo package --workspace --locked --target-dir "$built/crates"
  for crate in scanner rejoiner validator '' capi archive cli; do
    row "$built/crates/package/urlsift${crate:+-$crate}-$wanted.crate" 'compiled from its packed sources' ''
  done
}

for artefact in "${artefacts[@]}"; do
  case "$artefact" in
    programs | wheels | sdist | npm | debian | crates | sources) "make_$artefact" ;;
    *) fail "no artefact is called $artefact" ;;
  esac
done
sed -n "/^## $wanted/,/^## [^$wanted]/p" CHANGELOG.md | sed '1d;/^## /d' >"$out/CHANGES.md"
[ -s "$out/CHANGES.md" ] || fail "CHANGELOG.md has no section $wanted"
write_checksums "$out"
cat "$table"
exit "$failed"
