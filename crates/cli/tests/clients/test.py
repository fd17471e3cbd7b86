#!/usr/bin/env python3
"""Runs `urlsift pick` and `urlsift link` in mail clients, pagers and terminals, with the settings that the guide shows.

Usage: test.py PROGRAM [CLIENT...]

PROGRAM is the path of urlsift. Each client runs in tmux with a fresh home folder, opens `message.eml`, and gets the
keys that a user presses. Its test checks the URLs that arrive at the opener, and that the client is back on its
screen. A client that is not installed is skipped. The exit status is 1 if a test fails.
"""

import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import filters
import guide
from kitty import KittySession
from session import POLL_SECONDS, Failure, Home, Session

MESSAGE = Path(__file__).parent / "message.eml"
# A text that the picker shows, and no client.
PICKER = "q leave"
# What a client prints if it waits for a key.
ANY_KEY = re.compile("press any key", re.IGNORECASE)
# The start of the list in the picker.
FIRST = "http://www.example.org/notes/meeting.html"
# The fourth link is broken over two lines in the message.
BROKEN = "http://www.example.org/reports/1994/october/broken/addresses.html"
# This link is only in the HTML part. It is found only if the client pipes the raw message.
HTML_ONLY = "http://www.example.org/reply/form.html?meeting=12&answer=yes"
# The last text that the tests of terminals print. The empty lines put it where a popup hides it.
SHOWN = "the end of the text"
END = f"echo {SHOWN}; printf '\\n\\n\\n\\n'; exec sleep 600"
# A program that is not there.
ABSENT = "absent-browser"


def expect(condition, what):
    if not condition:
        raise Failure(what)


def open_picker(session, *keys):
    session.press(*keys)
    session.wait_until(lambda: PICKER in session.screen() and FIRST in session.screen(), "the picker")
    if session.loses_keys:
        first = session.screen()
        press_until(session, "Down", lambda: session.screen() != first)
        press_until(session, "Up", lambda: session.screen() == first)


def repeat_until(session, act, condition, seconds):
    """Calls `act` again every few seconds until the condition is true. Returns the condition's value."""
    value = None

    def is_done():
        nonlocal value
        act()
        end = time.monotonic() + seconds
        value = condition()
        while not value and time.monotonic() < end:
            time.sleep(POLL_SECONDS)
            value = condition()
        return value

    session.wait_until(is_done, "the effect of repeated keys")
    return value


def press_until(session, key, condition):
    """Presses a key again and again until the condition is true."""
    repeat_until(session, lambda: session.press(key), condition, 0.3)


def wait_for_client(session, text):
    """Waits until the client shows `text` again. It must not wait for a key."""

    def is_back():
        screen = session.screen()
        return text in screen and PICKER not in screen and not ANY_KEY.search(screen)

    session.wait_until(is_back, f"{text!r} on the screen of the client")


def choose(home, session, url, keys, choice, back):
    """Presses `keys` for the picker and `choice` for a link. `url` must arrive, and `back` must be on the screen."""
    before = home.opened()
    open_picker(session, *keys)
    session.press(*choice)
    session.wait_until(lambda: len(home.opened()) > len(before), "the opener")
    wait_for_client(session, back)
    expect(home.opened() == [*before, url], f"{home.opened()} are not {[*before, url]}")


def leave(home, session, keys, back):
    """Leaves the picker without a choice."""
    before = home.opened()
    open_picker(session, *keys)
    session.press("q")
    wait_for_client(session, back)
    expect(home.opened() == before, "a link was opened")


def fail(session, keys, key, back):
    """Starts the picker with a program that is absent. The message stays until `key` is pressed."""
    session.press(*keys)
    session.wait(ABSENT)
    if session.loses_keys:
        press_until(session, *key, lambda: back in session.screen())
    else:
        session.press(*key)
    wait_for_client(session, back)


# The keys that choose links of the message. The text of a terminal has the link of a header field before the others.
CHOOSE_BROKEN = ("Down", "Down", "Down", "Enter")
CHOOSE_BROKEN_IN_TEXT = ("Down", *CHOOSE_BROKEN)
CHOOSE_HTML = ("G", "k", "k", "k", "Enter")


def recording(home):
    """Compares the recorded screen with that of the program in a terminal of this size."""
    expected = guide.screen()
    lines = expected.split("\n")
    size = (max(map(len, lines)), len(lines))
    session = Session(home, ("urlsift", "pick", str(MESSAGE.with_name("deceptive.eml"))), *size)
    try:
        session.wait(PICKER)
        session.press("2")
        session.wait_until(lambda: session.screen().rstrip() == expected, f"this screen:\n{expected}\n")
    finally:
        session.close()


def typed_ahead(home):
    """Opens a link in a shell. What was typed ahead does not reach the shell."""
    count = "stty -icanon min 0 time 3; echo unread: $(wc -c </dev/tty); exec sleep 600"
    home.file("picked.sh", f"urlsift pick {MESSAGE}; {count}\n")
    for typed, opened in (("\r" + "x" * 1000, [BROKEN]), ("q" + "x" * 2000, [])):
        before = home.opened()
        session = Session(home, ("sh", "picked.sh"))
        try:
            session.wait(PICKER)
            session.type("4")
            session.wait(">  4")
            # tmux passes on a text of this length at once.
            session.type(typed)
            session.wait("unread: 0")
            expect(home.opened() == before + opened, f"{home.opened()} are not {before + opened}")
        finally:
            session.close()


def mutt(home):
    mutt_like(home, "mutt")


def neomutt(home):
    mutt_like(home, "neomutt")


def mutt_like(home, name):
    """Tests the index, the pager and an empty mailbox, with both values of the variables that the macro changes."""
    folders = f"set folder={home.root} spoolfile={home.maildir} mbox_type=Maildir sleep_time=0\n"
    config = home.file("rc", folders + guide.settings("mutt and neomutt"))
    session = Session(home, (name, "-n", "-F", str(config), "-f", str(home.maildir)))
    count = 0

    def command(text):
        session.type(f":{text}")
        session.press("Enter")

    def variables():
        """Returns the values of both variables, such as `yes no`."""
        nonlocal count
        count += 1
        answer = re.compile(rf"^{count} (\w+ \w+)\s*$", re.MULTILINE)

        def ask():
            command(f"echo '{count} '$wait_key' '$pipe_decode")

        # neomutt may draw its screen over the answer, so ask again.
        return repeat_until(session, ask, lambda: answer.search(session.screen()), 3)[1]

    def check(values, act, *args):
        act(*args)
        expect(variables() == values, f"the variables are not {values} after {act.__name__}")

    key = ("C-b",)
    try:
        index, pager = "q:Quit", "i:Exit"
        session.wait(index)
        for values in ("yes yes", "no no"):
            wait_key, pipe_decode = values.split()
            command(f"set wait_key={wait_key} pipe_decode={pipe_decode}")
            check(values, choose, home, session, BROKEN, key, CHOOSE_BROKEN, index)
            check(values, leave, home, session, key, index)
            session.press("Enter")
            session.wait(pager)
            check(values, choose, home, session, HTML_ONLY, key, CHOOSE_HTML, pager)
            check(values, leave, home, session, key, pager)
            session.press("i")
            session.wait(index)
        command(f"setenv BROWSER {ABSENT}")
        check("no no", fail, session, key, ("Enter",), index)
        command("set wait_key=yes pipe_decode=yes")
        command(f"push 'c{home.empty}<enter>'")
        session.wait("Msgs:0")
        session.press(*key)
        session.wait("There are no messages")
        expect(variables() == "yes yes", "the variables are not the same after an empty mailbox")
    finally:
        session.close()


def aerc(home):
    """Tests the list and the viewer."""
    shared = AERC_SETTINGS
    for name in ("aerc.conf", "binds.conf"):
        text = (shared / name).read_text()
        if name == "binds.conf":
            text = re.sub(r"(?m)^<C-l> = :open-link.*\n", "", text)
            text = re.sub(r"(?m)^\[(messages|view)\]\n", lambda found: found[0] + guide.settings("aerc"), text)
        home.file(f".config/aerc/{name}", text)
    account = f"[test]\nsource = maildir://{home.maildir.parent}\ndefault = INBOX\nfrom = me <me@example.org>\n"
    home.file(".config/aerc/accounts.conf", account)
    command = re.search("`(mkfifo [^`]*)`", guide.PAGE.read_text())[1]
    home.run(command)
    key = ("C-l",)

    def start(**more):
        session = Session(home, ("aerc",), **more)
        session.wait("Notes and links")
        return session

    session = start()
    try:
        listed = "Connected"
        choose(home, session, BROKEN, key, CHOOSE_BROKEN, listed)
        leave(home, session, key, listed)
        session.press("Enter")
        session.wait("Subject:")
        choose(home, session, HTML_ONLY, key, CHOOSE_HTML, "Subject:")
        leave(home, session, key, "Subject:")
    finally:
        session.close()
    session = start(BROWSER=ABSENT)
    try:
        fail(session, key, ("Enter",), listed)
    finally:
        session.close()


def alot(home):
    """Tests a thread. alot shows the message of a failure itself."""
    user = "[user]\nname=me\nprimary_email=me@example.org\n[new]\ntags=inbox\n"
    home.file(".notmuch-config", f"[database]\npath={home.maildir.parent}\n{user}")
    home.file(".config/alot/config", guide.settings("alot"))
    home.run("notmuch new")
    thread = "[1: thread]"

    def start(**more):
        session = Session(home, ("alot",), NOTMUCH_CONFIG=str(home.path / ".notmuch-config"), **more)
        session.wait("Notes and links")
        session.press("Enter")
        session.wait(thread)
        return session

    session = start()
    try:
        choose(home, session, BROKEN, ("B",), CHOOSE_BROKEN, thread)
        choose(home, session, HTML_ONLY, ("B",), CHOOSE_HTML, thread)
        leave(home, session, ("B",), thread)
    finally:
        session.close()
    session = start(BROWSER=ABSENT)
    try:
        fail(session, ("B",), (), thread)
    finally:
        session.close()


def meli(home):
    """Tests an open message."""
    account = f'''[accounts."test"]
root_mailbox = "{home.maildir.parent}"
format = "Maildir"
identity = "me@example.org"
send_mail = "false"
subscribed_mailboxes = ["INBOX"]
'''
    home.file(".config/meli/config.toml", account + guide.settings("meli"))
    view = "Subject: Notes and links"

    def start(**more):
        session = Session(home, ("meli",), **more)
        # meli still reads keys for a moment after it has started the picker.
        session.loses_keys = True
        session.wait("Notes and links")
        session.press("Enter")
        session.wait(view)
        return session

    session = start()
    try:
        choose(home, session, BROKEN, ("C-b",), CHOOSE_BROKEN, view)
        choose(home, session, HTML_ONLY, ("C-b",), CHOOSE_HTML, view)
        leave(home, session, ("C-b",), view)
    finally:
        session.close()
    session = start(BROWSER=ABSENT)
    try:
        fail(session, ("C-b",), ("Enter",), view)
    finally:
        session.close()


def tmux(home):
    """Tests a pane with history. tmux itself runs in tmux, so that its popups are on a screen that can be read."""
    config = home.file("inner.conf", "set -g default-shell /bin/sh\nset -g escape-time 0\n" + guide.settings("tmux"))
    wrapped = "http://www.example.org/" + "0123456789/" * 20

    def start(**more):
        show = f"cat {MESSAGE}; echo {wrapped}; {END}"
        inner = ("tmux", "-S", str(home.root / "inner"), "-f", str(config), "new-session", show)
        session = Session(home, inner, **more)
        session.wait(SHOWN)
        return session

    key = ("C-b", "u")
    session = start()
    try:
        # The pane has the text of the message, but not its links in HTML.
        choose(home, session, BROKEN, key, CHOOSE_BROKEN_IN_TEXT, SHOWN)
        choose(home, session, wrapped, key, ("G", "Enter"), SHOWN)
        leave(home, session, key, SHOWN)
    finally:
        session.close()
        home.run("tmux -S ../inner kill-server")
    session = start(BROWSER=ABSENT)
    try:
        fail(session, key, ("Escape",), SHOWN)
    finally:
        session.close()
        home.run("tmux -S ../inner kill-server")


def kitty(home):
    """Tests a window with scrollback, in a virtual X server."""
    home.file(".config/kitty/kitty.conf", "allow_remote_control yes\n" + guide.settings("kitty"))
    wrapped = "http://www.example.org/" + "0123456789/" * 20
    show = f"cat {MESSAGE}; echo {wrapped}; {END}"
    key = ("ctrl+shift+b",)
    for browser in ("", ABSENT):
        session = KittySession(home, ("sh", "-c", show), BROWSER=browser)
        try:
            session.wait(SHOWN)
            if browser:
                fail(session, key, ("Return",), SHOWN)
                continue
            choose(home, session, BROKEN, key, (*CHOOSE_BROKEN_IN_TEXT[:-1], "Return"), SHOWN)
            choose(home, session, wrapped, key, ("End", "Return"), SHOWN)
            leave(home, session, key, SHOWN)
        finally:
            session.close()


AERC_SETTINGS = Path("/usr/share/aerc")

CLIENTS = {
    "recording": (recording, ()),
    "typed-ahead": (typed_ahead, ()),
    "mutt": (mutt, ("mutt",)),
    "neomutt": (neomutt, ("neomutt",)),
    "aerc": (aerc, ("aerc",)),
    "alot": (alot, ("alot", "notmuch")),
    "meli": (meli, ("meli",)),
    "tmux": (tmux, ()),
    "kitty": (kitty, ("kitty", "Xvfb", "xdotool")),
    "less-link": (lambda home: filters.less(home, MESSAGE), ("less", "script")),
    "bat-link": (lambda home: filters.bat(home, MESSAGE), ("batcat", "script")),
    "man-link": (lambda home: filters.man(home, MESSAGE), ("man", "col", "script")),
    "mutt-link": (lambda home: filters.mutt_like(home, "mutt"), ("mutt", "less", "script")),
    "neomutt-link": (lambda home: filters.mutt_like(home, "neomutt"), ("neomutt", "less", "script")),
    "aerc-link": (lambda home: filters.aerc(home, AERC_SETTINGS), ("aerc", "less", "script")),
}


def run(name, program):
    """Tests one client. Returns whether the test passed or was skipped, and a text to print."""
    test, needed = CLIENTS[name]
    missing = [command for command in needed if shutil.which(command) is None]
    if missing:
        what = "not installed" if missing[0] == name else f"{missing[0]} is not installed"
        return True, f"skipped {name}: {what}"
    start = time.monotonic()
    home = Home(program)
    try:
        home.deliver(MESSAGE)
        test(home)
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        return False, f"failed {name}: {failure}"
    finally:
        home.remove()
    return True, f"passed {name} in {time.monotonic() - start:.1f} s"


def main(program, *names):
    if shutil.which("tmux") is None:
        print("skipped all mail clients: tmux is not installed")
        return 0
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda name: run(name, program), names or CLIENTS))
    for _, text in results:
        print(text)
    return 0 if all(passed for passed, _ in results) else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
