#!/usr/bin/env python3
"""Records `urlsift pick` in mutt, with the macro of the guide.

Usage: record.py PROGRAM

PROGRAM is the path of urlsift. The script writes `pick.cast`, for asciinema, and `pick.txt`, its last screen as text,
beside the page of the guide. The times are those of a reader, and are written down here. So two recordings have the
same screens at the same times.
"""

import fcntl
import json
import mailbox
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import termios

import guide
from session import Failure, Home, Session

CORPUS = guide.ROOT / "corpus"
# Small enough for the README.
COLUMNS, ROWS = 96, 18
INDEX = "q:Quit"

# Each step: seconds to wait, a key, and a text that is on the screen afterwards.
STEPS = (
    (2.0, "C-b", "8 links"),
    (3.0, "j", "> 2 "),
    (1.0, "j", "> 3 "),
    (4.0, "/", "/_"),
    (0.4, "9", "/9_"),
    (0.2, "0", "/90_"),
    (0.2, "3", "/903_"),
    (2.0, "Escape", "8 links"),
    (2.0, "7", "a line break was inside the host"),
    (6.0, "q", INDEX),
    (1.0, "j", INDEX),
    (1.0, "C-b", "links   Enter"),
    (2.0, "2", "> 2 "),
    (8.0, "", ""),
)


class Viewer:
    """A client of tmux in a pseudo-terminal, whose output is recorded."""

    def __init__(self, session):
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        environment.pop("TMUX", None)
        run = ("tmux", "-S", session.socket, "attach")
        streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        self.process = subprocess.Popen(run, env=environment, start_new_session=True, **streams)
        os.close(theirs)

    def read(self):
        """Returns the output until there is none for a moment."""
        output = b""
        while select.select([self.terminal], [], [], 0.4)[0]:
            output += os.read(self.terminal, 65536)
        return output.decode()

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.terminal)


def mutt(home):
    """Starts mutt with messages of the corpus, a real one that was sent to a mailing list, and one that deceives."""
    messages = [message.as_bytes() for message in mailbox.mbox(CORPUS / "recipes" / "list.mbox", create=False)]
    for number, message in enumerate(messages, 1):
        (home.maildir / "cur" / f"{number}.urlsift:2,S").write_bytes(message)
    # mutt selects the first message that is not read.
    for number, name in (8, "announcement.eml"), (9, "deceptive.eml"):
        message = pathlib.Path(__file__).with_name(name).read_bytes()
        (home.maildir / "cur" / f"{number}.urlsift:2,").write_bytes(message)
    settings = f"set folder={home.root} spoolfile={home.maildir} mbox_type=Maildir sleep_time=0\n"
    config = home.file("muttrc", settings + guide.settings("mutt and neomutt"))
    command = ("mutt", "-n", "-F", str(config), "-f", str(home.maildir))
    return Session(home, command, COLUMNS, ROWS)


def record(home):
    """Returns the events of the recording, as pairs of a time in seconds and a text, and the last screen."""
    session = mutt(home)
    viewer = None
    try:
        session.wait(INDEX)
        viewer = Viewer(session)
        now = 0.0
        events = [(now, viewer.read())]
        for seconds, key, text in STEPS:
            now += seconds
            if key:
                session.press(key)
            if text:
                session.wait(text)
            events.append((now, viewer.read()))
        return events, session.screen()
    finally:
        if viewer:
            viewer.close()
        session.close()


def main(program):
    home = Home(program)
    try:
        events, screen = record(home)
    finally:
        home.remove()
    header = {"version": 2, "width": COLUMNS, "height": ROWS, "title": "urlsift pick in mutt"}
    lines = [json.dumps(header)] + [json.dumps([round(at, 3), "o", text]) for at, text in events]
    (guide.PAGE.parent / "pick.cast").write_text("\n".join(lines) + "\n")
    last = "\n".join(line.rstrip() for line in screen.rstrip().split("\n")) + "\n"
    (guide.PAGE.parent / "pick.txt").write_text(last)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except Failure as failure:
        sys.exit(str(failure))
