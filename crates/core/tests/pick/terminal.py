"""Runs a program at a pseudo-terminal, or without a terminal, and prints the result.

Standard input is a JSON object:
- "args": the program and its arguments;
- "message": the file for its standard input;
- "size": columns and rows of the terminal, or null for none;
- "steps": pairs of a text to wait for and an action. A text is typed, a list is the new size of the terminal.

Standard output is a JSON object:
- "status" and "stdout" of the program;
- "stderr", without a terminal;
- "seen": everything that was drawn;
- "restored": whether the terminal has its old settings.
"""

import fcntl
import json
import os
import select
import struct
import subprocess
import sys
import tempfile
import termios


def set_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def at_none(run):
    with open(run["message"], "rb") as message:
        done = subprocess.run(run["args"], stdin=message, capture_output=True, start_new_session=True)
    return {"status": done.returncode, "stdout": done.stdout.decode(), "stderr": done.stderr.decode()}


def at_terminal(run):
    out = tempfile.TemporaryFile()
    master, slave = os.openpty()
    set_size(master, *run["size"])
    before = termios.tcgetattr(slave)
    pid = os.fork()
    if pid == 0:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        os.dup2(os.open(run["message"], os.O_RDONLY), 0)
        os.dup2(out.fileno(), 1)
        os.dup2(slave, 2)
        os.environ["TERM"] = "xterm"
        os.environ["NO_COLOR"] = "1"
        os.execv(run["args"][0], run["args"])
    seen = b""

    def read(seconds):
        nonlocal seen
        ready, _, _ = select.select([master], [], [], seconds)
        if ready:
            seen += os.read(master, 65536)
        return bool(ready)

    at = 0
    for wait, do in run["steps"]:
        while wait.encode() not in seen[at:]:
            # Only a program that hangs takes this long.
            if not read(20):
                os.kill(pid, 9)
                sys.exit(f"{wait!r} never came: {seen[at:]!r}")
        at = len(seen)
        if isinstance(do, str):
            os.write(master, do.encode())
        else:
            set_size(master, *do)
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        read(0.1)
    while read(0):
        pass
    after = termios.tcgetattr(slave)
    out.seek(0)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "stdout": out.read().decode(),
        "seen": seen.decode(),
        "restored": before == after,
    }


run = json.load(sys.stdin)
json.dump(at_terminal(run) if run["size"] else at_none(run), sys.stdout)
