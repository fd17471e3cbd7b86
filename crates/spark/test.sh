#!/usr/bin/env bash
# Installs pyspark, the Python package and this one in a virtual environment, and runs the tests.
#
# It needs Rust, Java, Python with the module venv, and PyPI. Without one of them it says so and exits with 0.
# SPARK_VERSION chooses another version of pyspark, such as `4.3.*`.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
  printf 'skipped the tests of pyspark-urlsift: %s\n' "$1"
  exit 0
}

command -v java >/dev/null || [ -x "${JAVA_HOME:-}/bin/java" ] || skip 'Java is not installed'
command -v cargo >/dev/null || skip 'Rust is not installed'
command -v python3 >/dev/null || skip 'python3 is not installed'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip 'python3 is older than 3.9'
# Debian has the modules of a virtual environment in a package of their own.
python3 -c 'import ensurepip, venv' 2>/dev/null || skip 'python3 has no module venv'

version="${SPARK_VERSION:-4.0.*}"
venv="target/venv-${version%.\*}"
mkdir -p target
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
pip=("$venv/bin/python" -m pip --quiet --disable-pip-version-check)
# Spark needs pandas for `mapInArrow`, and warns about pandas 3.
needed=("pyspark==$version" 'pyarrow>=15,<22' 'pandas>=2,<2.4' 'numpy>=1.26,<2.4' 'fsspec' 's3fs' 'pytest>=8' 'setuptools>=70')
if ! "${pip[@]}" install "${needed[@]}" 2>target/pypi.log; then
  tail -n 1 target/pypi.log
  skip "pyspark $version cannot be installed"
fi
"${pip[@]}" install --force-reinstall --no-deps ../python
"${pip[@]}" install --force-reinstall --no-deps --no-build-isolation .

# The tests import the installed package, and leave no bytecode among the sources.
PYTHONDONTWRITEBYTECODE=1 URLSIFT_INSTALLED=1 "$venv/bin/pytest" --quiet -rs -p no:cacheprovider tests
