#!/usr/bin/env bash
# Runs `urlsift pick` and `urlsift link` in mail clients, pagers and terminals, with the settings that the guide shows.
#
#   crates/cli/tests/clients/test.sh [PROGRAM [CLIENT…]]
#
# PROGRAM is the path of urlsift; without it the debug build is made and used. CLIENT is mutt, neomutt, aerc, alot,
# meli, tmux or kitty, or for a filter less-link, bat-link, man-link, mutt-link, neomutt-link or aerc-link; without it all that are installed are tested. It needs Python and tmux.
set -euo pipefail
folder="$(dirname "${BASH_SOURCE[0]}")"

if ! command -v python3 >/dev/null; then
  printf 'skipped the tests in mail clients: python3 is not installed\n'
  exit 0
fi
if [ $# -eq 0 ]; then
  cargo build --quiet --manifest-path "$folder/../../../../Cargo.toml" --bin urlsift
  set -- "${CARGO_TARGET_DIR:-$folder/../../../../target}/debug/urlsift"
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 "$folder/test.py" "$@"
