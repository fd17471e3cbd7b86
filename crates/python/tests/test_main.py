"""Tests `python -m urlsift`."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the program of the tests is a shell script")


def run(path: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "urlsift", "scan", "a b", "*"]
    environment = {**os.environ, "PATH": str(path), "PYTHONUSERBASE": str(path / "user")}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def program(folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "urlsift"
    script.write_text(f'#!/bin/sh\necho {name}\nprintf "[%s]" "$@"\nexit 3\n')
    script.chmod(0o755)


def test_the_program_gets_the_arguments_and_gives_the_status(tmp_path: Path) -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    assert not (scripts / "urlsift").exists(), "the wheel has no program"
    program(tmp_path, "path")
    assert run(tmp_path).stdout == "path\n[scan][a b][*]"
    assert run(tmp_path).returncode == 3
    program(tmp_path / "user/bin", "user")
    assert run(tmp_path).stdout.startswith("user\n")


def test_without_the_program_an_error_says_so(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cargo install --path crates/cli" in done.stderr
