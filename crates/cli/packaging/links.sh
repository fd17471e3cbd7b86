#!/usr/bin/env bash
# Warns of links in files: the hooks of .pre-commit-hooks.yaml and the action of action.yml.
#
#   crates/cli/packaging/links.sh deceptive FILE...   links that may deceive: their notes have the severity danger
#   crates/cli/packaging/links.sh broken FILE...      URLs with a line break inside, which most programs cut there
#   crates/cli/packaging/links.sh KIND --files-from LIST    of the files that LIST has, one a line or ended by NUL bytes
#
# It prints FILE:LINE for each link, and annotations if $GITHUB_ACTIONS is `true`. The exit status is 1 if there are such
# links, and 2 if something could not be read. It needs urlsift, or uvx or pipx, which fetch the version below.
set -euo pipefail
version=0.1.0

find_links() {
  if command -v urlsift >/dev/null; then urlsift "$@"
  elif command -v uvx >/dev/null; then uvx "urlsift@$version" "$@"
  elif command -v pipx >/dev/null; then pipx run --spec "urlsift==$version" urlsift "$@"
  else
    echo 'links.sh: neither urlsift nor uvx nor pipx is installed' >&2
    return 2
  fi
}

kind="${1:?deceptive or broken}"
shift
case "$kind" in
  deceptive) options=(--where 'notes=danger' --fields 'source,line,url,notes') ;;
  broken) options=(--fields 'source,line,url,raw') ;;
  *) echo "links.sh: $kind is neither deceptive nor broken" >&2; exit 2 ;;
esac
case "${1:-}" in
  '') exit 0 ;;
  --files-from) files=(--files-from "${2:?LIST}") ;;
  *) files=(-- "$@") ;;
esac
# Both `nothing found` and a program that could not be installed have the status 1.
find_links --version >/dev/null || exit 2
status=0
rows="$(find_links scan "${options[@]}" "${files[@]}")" || status=$?

# In rows, a line feed and a carriage return are \u{a} and \u{d}.
awk -F '\t' -v kind="$kind" -v annotates="${GITHUB_ACTIONS:-}" -v failed="$((status > 1))" '
  kind == "broken" && $4 !~ /\\u\{[ad]\}/ { next }
  NF {
    message = kind == "broken" ? "a line break is inside " $3 : $3 " may deceive: " $4
    if (annotates == "true") {
      gsub(/%/, "%25", message)
      gsub(/%/, "%25", $1); gsub(/:/, "%3A", $1); gsub(/,/, "%2C", $1)
      printf "::warning file=%s,line=%d,title=urlsift::%s\n", $1, $2, message
    } else {
      printf "%s:%s: %s\n", $1, $2, message
    }
    found = 1
  }
  END { exit failed ? 2 : found }
' <<<"$rows"
