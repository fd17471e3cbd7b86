"""A program in a terminal, which a script types into and reads: a tmux server of its own and a fresh home folder.

Nothing sleeps for a fixed time: each wait polls the screen or a file until a limit.
"""

import contextlib
import itertools
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from pathlib import Path

# The limits of each wait and of all, in seconds. On a loaded machine a wait takes a second or two.
WAIT_SECONDS = 15
ALL_SECONDS = 100
POLL_SECONDS = 0.05
START = time.monotonic()


class Failure(Exception):
    """A wait that reached its limit, or a wrong result. The message shows the screen."""


def wait_until(condition, describe):
    """Polls `condition` until it is true. Raises `Failure` with the text of `describe()` at the limit."""
    end = min(time.monotonic(), START + ALL_SECONDS - WAIT_SECONDS) + WAIT_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise Failure(describe())
        time.sleep(POLL_SECONDS)


class Home:
    """A temporary folder with a home folder, a Maildir, and a folder of programs that comes first in the path.

    In it are `urlsift`, and an `xdg-open` that appends its argument to a file. Programs for the clipboard append
    what they read to another file.
    """

    def __init__(self, program):
        self.root = Path(tempfile.mkdtemp(prefix="urlsift-"))
        self.path = self.root / "home"
        self.bin = self.root / "bin"
        self.bin.mkdir()
        self.path.mkdir()
        (self.bin / "urlsift").symlink_to(Path(program).resolve())
        self.program("xdg-open", f"printf '%s\\n' \"$1\" >> {self.root}/opened")
        for name in ("xclip", "xsel", "wl-copy", "pbcopy"):
            self.program(name, f"cat >> {self.root}/copied; echo >> {self.root}/copied")
        self.maildir = self.root / "mail" / "INBOX"
        self.empty = self.root / "empty"
        for folder in (self.maildir, self.empty):
            for name in ("cur", "new", "tmp"):
                (folder / name).mkdir(parents=True)

    def program(self, name, line):
        """Makes a program of one line of shell."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)

    def file(self, name, text):
        """Writes a file of the home folder that only its user can read, as some clients demand."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(stat.S_IRUSR | stat.S_IWUSR)
        return path

    def run(self, command):
        """Runs a command of the shell in the home folder."""
        settings = {"env": self.environment(), "cwd": self.path, "capture_output": True}
        subprocess.run(("sh", "-c", command), check=True, timeout=WAIT_SECONDS, **settings)

    def deliver(self, message):
        """Puts a message into the Maildir, as read."""
        shutil.copy(message, self.maildir / "cur" / "1.urlsift:2,S")

    def opened(self):
        """Returns the URLs that were opened."""
        return self._lines("opened")

    def copied(self):
        """Returns the texts that were copied."""
        return self._lines("copied")

    def _lines(self, name):
        path = self.root / name
        return path.read_text().splitlines() if path.exists() else []

    def environment(self, **more):
        """Returns the environment of a program: only what is needed, so that the user's settings have no effect."""
        return {
            "HOME": str(self.path),
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "XDG_CONFIG_HOME": str(self.path / ".config"),
            "XDG_RUNTIME_DIR": str(self.root),
            "SHELL": "/bin/sh",
            "TERM": "screen-256color",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            **more,
        }

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


class Session:
    """A command that runs in tmux.

    `keys` counts the keys that were pressed. `loses_keys` is for a client that takes the first keys from the picker.
    """

    loses_keys = False
    # A server needs a moment to end, so each session has a socket of its own.
    _numbers = itertools.count()

    def __init__(self, home, command, columns=100, rows=30, **more):
        name = f"tmux{next(Session._numbers)}"
        self.socket = str(home.root / name)
        self.keys = 0
        environment = home.environment(**more)
        size = ("-x", str(columns), "-y", str(rows))
        # The pane stays after the end of the command, so that a failure can show what it printed.
        config = home.file(f"{name}.conf", "set -g remain-on-exit on\nset -g escape-time 0\nset -g status off\n")
        tmux = ("tmux", "-S", self.socket, "-f", str(config))
        run = (*tmux, "new-session", "-d", *size, "-c", str(home.path), *command)
        subprocess.run(run, env=environment, check=True, timeout=WAIT_SECONDS)
        self.server = int(self.tmux("display-message", "-p", "#{pid}"))

    def tmux(self, *args):
        """Runs a command of tmux, and returns its output."""
        run = ("tmux", "-S", self.socket, *args)
        return subprocess.run(run, check=True, timeout=WAIT_SECONDS, capture_output=True, text=True).stdout

    def press(self, *keys):
        """Presses keys by the names that tmux has for them, such as `Down`, `C-b` or `a`."""
        self.keys += len(keys)
        self.tmux("send-keys", *keys)

    def type(self, text):
        """Presses the keys of a text."""
        self.keys += len(text)
        self.tmux("send-keys", "-l", text)

    def screen(self):
        """Returns the text on the screen."""
        return self.tmux("capture-pane", "-p")

    def has_ended(self):
        return self.tmux("display-message", "-p", "#{pane_dead}").strip() == "1"

    def wait(self, text):
        """Waits until the screen has `text`, and returns the screen."""
        self.wait_until(lambda: text in self.screen(), f"{text!r} on the screen")
        return self.screen()

    def wait_until(self, condition, what):
        wait_until(condition, lambda: f"waited for {what}; the screen is:\n{self.screen().rstrip()}")

    def close(self):
        """Ends the program and its tmux server, also if the server does not answer."""
        run = ("tmux", "-S", self.socket, "kill-server")
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(run, check=False, capture_output=True, timeout=WAIT_SECONDS)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.server, signal.SIGTERM)
