"""Tests the program that the wheel brings: `urlsift`, and `python -m urlsift`."""

import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import urlsift

ROOT = Path(__file__).parents[3]
SUFFIX = ".exe" if os.name == "nt" else ""
PROGRAMS = [
    [str(Path(sysconfig.get_path("scripts"), f"urlsift{SUFFIX}"))],
    [sys.executable, "-m", "urlsift"],
]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    "args, status, output",
    [
        (["scan", "-"], 0, "http://a.example/b\n"),
        (["scan", "--scheme", "ftp", "-"], 1, ""),
        (["scan", "no such file"], 2, ""),
        (["check", "http://a.example/ b"], 1, None),
        (["--version"], 0, f"urlsift {urlsift.__version__}"),
        (["completions", "fish"], 0, "# Print an optspec"),
    ],
)
def test_the_program_gets_the_arguments_and_gives_the_status(
    program: list[str], args: list[str], status: int, output: "str | None"
) -> None:
    done = subprocess.run(program + args, input="<http://a.example/\n> b>", capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    if output is not None:
        assert done.stdout.startswith(output) if output else done.stdout == ""


def test_the_program_prints_the_rows_of_an_archive() -> None:
    path = ROOT / "corpus/archives/shelf.mbox"
    done = subprocess.run([*PROGRAMS[0], "scan", str(path)], capture_output=True, check=True)
    assert done.stdout == (ROOT / "corpus/archives.expected/shelf.txt").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="names of files are bytes only on Unix")
def test_a_path_may_be_bytes_without_a_character(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.txt"
    with open(path, "wb") as file:
        file.write(b"http://a.example/\n")
    done = subprocess.run([*map(os.fsencode, PROGRAMS[0]), b"scan", path], capture_output=True, check=True)
    assert done.stdout == b"http://a.example/\n"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C needs a console")
def test_ctrl_c_ends_the_program_as_the_signal(tmp_path: Path) -> None:
    output = tmp_path / "urls.csv"
    run = subprocess.Popen(
        [*PROGRAMS[0], "scan", "--format", "csv", "-o", str(output), "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdin is not None and run.stderr is not None
    while not list(tmp_path.iterdir()):
        assert run.poll() is None
    run.send_signal(signal.SIGINT)
    assert "stopped after 0 URLs" in run.stderr.read()
    assert run.wait() == -signal.SIGINT
    assert list(tmp_path.iterdir()) == []
    run.stdin.close()


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise")
def test_a_reader_may_close_the_pipe() -> None:
    path = ROOT / "corpus/archives/shelf.mbox"
    command = f"{PROGRAMS[0][0]} scan {path} {path} {path} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert (len(done.stdout.splitlines()), done.stderr) == (1, "")
