#!/usr/bin/env bash
# Installs the Python package in a virtual environment, and runs its tests, mypy and stubtest.
#
# With `--engines` it also installs Ray and Beam, and runs their recipes.
#
# It needs Rust, Python with the module venv, and PyPI. Without Python or PyPI it says so and exits with 0.
set -euo pipefail
cd "$(dirname "$0")"

extras=test
[ "${1-}" != --engines ] || extras=test,engines

skip() {
  printf 'skipped the tests of the Python package: %s\n' "$1"
  exit 0
}

venv=target/venv
command -v python3 >/dev/null || skip 'python3 is not installed'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip 'python3 is older than 3.9'
# Debian has the modules of a virtual environment in a package of their own.
python3 -c 'import ensurepip, venv' 2>/dev/null || skip 'python3 has no module venv'
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"

pip=("$venv/bin/python" -m pip --quiet --disable-pip-version-check)
if ! "${pip[@]}" download --no-deps --dest target/pypi 'maturin>=1.9,<2' 2>target/pypi.log; then
  tail -n 1 target/pypi.log
  skip 'PyPI cannot be reached'
fi
if cargo clippy --version >/dev/null 2>&1; then
  cargo clippy --release --quiet -- -D warnings
fi
rm -rf target/wheel
"${pip[@]}" wheel --no-deps --wheel-dir target/wheel .
wheel="$(echo target/wheel/*.whl)"
"${pip[@]}" install --force-reinstall --no-deps "$wheel"
"${pip[@]}" install "$wheel[$extras]"

"$venv/bin/python" -m mypy
"$venv/bin/python" -m mypy.stubtest urlsift._urlsift
"$venv/bin/python" -m pytest --quiet -rs
