"""Runs a program at a pseudo-terminal, or without a terminal, and prints the result.

Standard input is a JSON object:
- "args": the program and its arguments;
- "message": the file for its standard input;
- "size": columns and rows of the terminal, or null for none;
- "steps": pairs of a text to wait for and an action. A text is typed, a list is the new size of the terminal, a
  number is a signal, and null waits for a second.

Standard output is a JSON object:
- "status" and "stdout" of the program;
- "stderr", without a terminal;
- "seen": all bytes that were drawn;
- "screens": the text of the screen before each action, before the program left it, and at the end;
- "restored": whether the terminal has its old settings;
- "unread": the number of bytes that were typed and that the program did not read.
"""

import codecs
import fcntl
import json
import os
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
import tty
import unicodedata


def set_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Screen:
    """The text on the alternate screen: moves of the cursor, clearing and characters."""

    SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([@-~])|\x1b\][^\x07]*\x07|(\x1b.*)", re.DOTALL)

    def __init__(self):
        self.rows = {}
        self.at = (0, 0)
        self.rest = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.left = []

    def text(self):
        lines = ("".join(row.get(i, " ") for i in range(max(row) + 1)) for _, row in sorted(self.rows.items()) if row)
        return "\n".join(lines)

    def feed(self, drawn):
        text = self.rest + self.decoder.decode(drawn)
        self.rest = ""
        at = 0
        for match in self.SEQUENCE.finditer(text):
            self.put(text[at:match.start()])
            at = match.end()
            if match[3]:
                self.rest = match[3]
            elif match[2] == "H":
                row, column = (match[1] or "1;1").split(";")
                self.at = (int(row) - 1, int(column) - 1)
            elif match[2] == "J":
                self.rows = {}
            elif match[1] == "?1049" and match[2] == "l":
                self.left.append(self.text())
                self.rows = {}
        self.put(text[at:])

    def put(self, text):
        row, column = self.at
        for c in text:
            self.rows.setdefault(row, {})[column] = c
            column += 2 if unicodedata.east_asian_width(c) in "WF" else 1
        self.at = (row, column)


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
    screen = Screen()
    screens = []

    def read(seconds):
        nonlocal seen
        ready, _, _ = select.select([master], [], [], seconds)
        if ready:
            drawn = os.read(master, 65536)
            seen += drawn
            screen.feed(drawn)
        return bool(ready)

    at = 0
    for wait, do in run["steps"]:
        while len(seen) == at or wait not in screen.text():
            # Only a program that hangs takes this long.
            if not read(20):
                os.kill(pid, 9)
                sys.exit(f"{wait!r} never came: {screen.text()}")
        at = len(seen)
        screens.append(screen.text())
        if isinstance(do, str):
            os.write(master, do.encode())
        elif isinstance(do, int):
            os.kill(pid, do)
        elif do is None:
            # Inputs right after a warning are dropped.
            time.sleep(1)
            at = 0
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
    # In cooked mode only whole lines could be read.
    tty.setraw(slave, termios.TCSANOW)
    unread = b""
    while select.select([slave], [], [], 0)[0]:
        unread += os.read(slave, 65536)
    out.seek(0)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "stdout": out.read().decode(),
        "seen": seen.decode(),
        "screens": [*screens, *screen.left, screen.text()],
        "restored": before == after,
        "unread": len(unread),
    }


run = json.load(sys.stdin)
json.dump(at_terminal(run) if run["size"] else at_none(run), sys.stdout)
