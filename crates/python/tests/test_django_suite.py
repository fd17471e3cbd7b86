"""Compares the adapter for Django with Django's own tests. It needs Django and PyPI, and is skipped without them."""

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "target/suites"


def differences_of_the_page() -> set[tuple[str, int]]:
    """Returns the checks in the table of `ADAPTERS.md`: rows of test, numbers of checks, kind and reason."""
    rows = [line.split("|") for line in (ROOT / "ADAPTERS.md").read_text("utf-8").splitlines()]
    rows = [[cell.strip() for cell in row] for row in rows if "Tests.test_" in "".join(row) or "Html.test_" in "".join(row)]
    assert {row[3] for row in rows} <= {"option", "policy", "internal"}
    return {(row[1].strip("`"), int(number)) for row in rows for number in row[2].split(", ")}


def test_djangos_tests_differ_as_the_page_says() -> None:
    django = pytest.importorskip("django", reason="Django is not installed")
    if django.VERSION[:2] != (5, 2):
        pytest.skip("the table is that of Django 5.2")
    name = f"Django=={django.__version__}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:"]
    folder = FOLDER / f"django-{django.__version__}"
    if not folder.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        if subprocess.run([*pip, "--dest", str(FOLDER), name], capture_output=True).returncode != 0:
            pytest.skip("PyPI cannot be reached")
        with tarfile.open(f"{folder}.tar.gz") as archive:
            archive.extractall(FOLDER)
    script = [sys.executable, str(ROOT / "tests/django_suite.py"), str(folder)]
    run = subprocess.run(script, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert {(test, number) for test, number, _, _ in found} == differences_of_the_page()
