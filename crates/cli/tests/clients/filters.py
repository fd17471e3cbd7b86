"""`urlsift link` as a filter of mail clients and pagers: the hyperlinks that arrive at the terminal.

Each program runs in tmux under `script`, which records what it writes to its terminal.
"""

import re

import guide
from session import Failure, Session

# The second line of the broken URL of the message, and what both of its lines open.
BROKEN_END = "broken/addresses.html"
BROKEN = "http://www.example.org/reports/1994/october/broken/addresses.html"
# A hyperlink with the text up to its end, which may have other sequences. aerc 0.14 writes the escape before the
# backslash twice.
HYPERLINK = re.compile("\x1b]8;[^;]*;([^\x1b]+)\x1b+\\\\(.*?)(?=\x1b]8;)", re.DOTALL)


class RecordedSession(Session):
    """A command of the shell, with the hyperlinks that it wrote."""

    def __init__(self, home, command, **more):
        self.record = home.root / "record"
        self.record.unlink(missing_ok=True)
        # On the terminal of tmux programs do not know that hyperlinks are possible; some ask for this one.
        run = ("script", "-qefc", command, str(self.record))
        super().__init__(home, run, **{"TERM": "xterm-256color", **more})

    def hyperlinks(self):
        """Returns the address and the text of each hyperlink."""
        text = self.record.read_bytes().decode(errors="replace") if self.record.exists() else ""
        return HYPERLINK.findall(text)


def expect_hyperlinks(session, text):
    """Waits for `text` on the screen, and for the hyperlinks of both lines of the broken URL."""
    session.wait(text)

    def has_both():
        texts = "".join(shown for href, shown in session.hyperlinks() if href == BROKEN)
        return "http://www.example.org/reports/1994/october/" in texts and BROKEN_END in texts

    session.wait_until(has_both, f"hyperlinks to {BROKEN}, not {session.hyperlinks()}")
    if "]8;" in session.screen():
        raise Failure(f"the screen has an escape sequence:\n{session.screen()}")


def show(home, command, text=BROKEN_END, *keys, **more):
    """Runs a command that shows the message."""
    session = RecordedSession(home, command, **more)
    try:
        if keys:
            session.wait("Notes and links")
            session.press(*keys)
        expect_hyperlinks(session, text)
    finally:
        session.close()


def exports(home, heading):
    """Returns the commands that set the variables of the guide."""
    return home.file("profile", guide.settings(heading, guide.FILTERS))


def less(home, message):
    show(home, f"sh -c '. {exports(home, 'less')}; less {message}'")


def bat(home, message):
    command = guide.settings("bat", guide.FILTERS).strip().replace("notes.txt", str(message))
    # Debian has another program called bat.
    home.program("bat", 'exec "$(command -v batcat || PATH=${PATH#*:} command -v bat)" --paging=never "$@"')
    session = RecordedSession(home, f"sh -c '{command}; exec sleep 600'", rows=90)
    try:
        expect_hyperlinks(session, BROKEN_END)
    finally:
        session.close()


def man(home, _):
    page = home.file("notes.1", f""".TH NOTES 1
.SH NAME
notes \\- \\fBbold\\fR
.nf
<http://www.example.org/reports/1994/october/
{BROKEN_END}>
""")
    show(home, f"sh -c '. {exports(home, 'man')}; man {page}'", "bold")


def mutt_like(home, name):
    folders = f"set folder={home.root} spoolfile={home.maildir} mbox_type=Maildir sleep_time=0\n"
    config = home.file("rc", folders + guide.settings("mutt and neomutt", guide.FILTERS))
    show(home, f"{name} -n -F {config} -f {home.maildir}", "Subject: Notes and links", "Enter")


def aerc(home, shared):
    """`shared` is the folder with the settings that aerc comes with."""
    for name in ("aerc.conf", "binds.conf"):
        text = (shared / name).read_text()
        ours = guide.settings("aerc", guide.FILTERS).split("\n", 1)
        if name == "aerc.conf":
            text = re.sub(r"(?m)^text/plain=.*\n", "", text).replace(f"\n{ours[0]}\n", f"\n{ours[0]}\n{ours[1]}")
        home.file(f".config/aerc/{name}", text)
    account = f"[test]\nsource = maildir://{home.maildir.parent}\ndefault = INBOX\nfrom = me <me@example.org>\n"
    home.file(".config/aerc/accounts.conf", account)
    show(home, "aerc", BROKEN_END, "Enter")
