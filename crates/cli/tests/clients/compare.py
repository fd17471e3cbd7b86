#!/usr/bin/env python3
"""Does the tasks of a mail user in `urlsift pick` and in urlscan, and counts the keys.

Usage: compare.py URLSIFT URLSCAN

Both arguments are paths of programs. Each task runs in tmux with `message.eml` on standard input, as a mail client
pipes it. The keys that count are those after the list is shown, until the program has ended and the user is back in
the mail client. The script checks which URLs arrived at the opener or the clipboard, and prints a table.
The exit status is 1 if urlsift does not do a task.
"""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from session import POLL_SECONDS, Failure, Home, Session, wait_until

MESSAGE = Path(__file__).parent / "message.eml"
# The best options for these tasks: end after a link is opened, search header fields, and list no URL twice.
URLSCAN_OPTIONS = ("--single", "--headers", "--dedupe")
SITE = "http://www.example.org/"


@dataclass
class Task:
    """A task with the keys for both programs, by tmux's names, and its result. Without keys it is not possible."""

    name: str
    urlsift: str
    urlscan: str
    opened: tuple = ()
    copied: tuple = ()
    # Texts that must be on the screen before the last key.
    seen: tuple = ()


TASKS = (
    Task("open the third link of the text", "3 Enter", "4 Enter", opened=(f"{SITE}plans/budget-1995.html",)),
    Task(
        "search for a word of a link (`bud`) and open it",
        "/ b u d Enter",
        "/ b u d Enter 4 Enter",
        opened=(f"{SITE}plans/budget-1995.html",),
    ),
    Task(
        "open a URL that is broken over two lines",
        "4 Enter",
        "5 Enter",
        opened=(f"{SITE}reports/1994/october/broken/addresses.html",),
    ),
    Task(
        "open the first three links of the text at once",
        "Space Space Space Enter",
        "j a j a j a o",
        opened=(f"{SITE}notes/meeting.html", f"{SITE}slides/", f"{SITE}plans/budget-1995.html"),
    ),
    Task("copy the second link of the text", "2 y q", "3 C", copied=(f"{SITE}slides/",)),
    Task("see where the link `www.bank.example` leads", "G q", "G q", seen=("http://login.example.net/pay",)),
    Task("be warned that this link leads elsewhere", "G q", "", seen=("!! http://login.example.net/pay",)),
    Task(
        "read the text around the third link",
        "3 q",
        "q",
        seen=("The budget for next year", "your comments before"),
    ),
    Task(
        "open a link of the HTML part",
        "G 5 8 Enter",
        "G k Enter",
        opened=(f"{SITE}reply/form.html?meeting=12&answer=yes",),
    ),
    Task(
        "open a URL that is broken after a hyphen, read without the hyphen",
        "5 j Enter",
        "",
        opened=(f"{SITE}termsand-conditions.html",),
    ),
    Task("open the page to leave the list", "G Enter", "Enter", opened=("https://lists.example.org/leave/urls",)),
    Task(
        "open the article about satellites, one of 52",
        "G 5 5 Enter",
        "G 5 6 Enter",
        opened=(f"{SITE}articles/50-satellites.html",),
    ),
    Task("leave without opening a link", "q", "q"),
)


def settle(session):
    """Waits until the program has handled the last key: until the screen is the same for a while."""
    screen, since = None, time.monotonic()
    while time.monotonic() - since < 3 * POLL_SECONDS:
        time.sleep(POLL_SECONDS)
        now = session.screen()
        if now != screen:
            screen, since = now, time.monotonic()


def do(home, command, keys, task):
    """Does a task with one program. Returns the number of keys, and the result in words."""
    before = (len(home.opened()), len(home.copied()))
    pipe = f'cat "{MESSAGE}" | {command}'
    session = Session(home, ("sh", "-c", pipe), BROWSER="xdg-open")
    try:
        session.wait("http://www.example.org/notes/meeting.html")
        keys = keys.split()
        for key in keys[:-1]:
            session.press(key)
            settle(session)
        screen = " ".join(session.screen().split())
        session.press(keys[-1])
        session.wait_until(session.has_ended, "the end of the program")
    except Failure:
        return session.keys, "failed: the program did not end"
    finally:
        session.close()

    def results():
        return [url for url in home.opened()[before[0] :] if url], home.copied()[before[1] :]

    # The opener may still be starting. It gets as many URLs as expected, but maybe wrong ones.
    expected = len(task.opened) + len(task.copied)
    try:
        wait_until(lambda: sum(map(len, results())) >= expected, lambda: "")
    except Failure:
        pass
    opened, copied = results()
    missing = [text for text in task.seen if text not in screen]
    if (opened, copied, missing) == ([*task.opened], [*task.copied], []):
        return session.keys, "right"
    if missing:
        return session.keys, f"not shown: {', '.join(missing)}"
    wrong = ", ".join(f"`{url}`" for url in opened + copied)
    return session.keys, f"wrong: {wrong or 'nothing'}"


def cells(home, command, keys, task):
    """Does a task, and returns two cells of the table: the keys and the result."""
    if not keys:
        return "", "not possible"
    count, result = do(home, command, keys, task)
    return f"{count}: `{keys}`", result


HEADING = """\
`urlsift pick` is compared with `{command}`, version {version}. With these options, urlscan ends
after a link was opened, searches header fields, and lists no URL twice. Both read the same message from standard input,
`crates/cli/tests/clients/message.eml`, which was written for this comparison. The keys are those from the list until
the user is back in the mail client. `right` says that the expected URLs arrived at the program that opens links, or
that the expected text was shown.

```sh ignore
python3 -m venv venv && venv/bin/pip install urlscan
benches/record.sh pick target/release/urlsift venv/bin/urlscan
```

| task | keys, urlsift | keys, urlscan | result, urlsift | result, urlscan |
|---|---|---|---|---|"""


def main(urlsift, urlscan):
    version = subprocess.run((urlscan, "--version"), capture_output=True, text=True, check=True).stdout.strip()
    options = " ".join(URLSCAN_OPTIONS)
    print(HEADING.format(command=f"urlscan {options}", version=version))
    passed = True
    home = Home(urlsift)
    try:
        for task in TASKS:
            keys, result = cells(home, "urlsift pick", task.urlsift, task)
            their_keys, their_result = cells(home, f"{Path(urlscan).absolute()} {options}", task.urlscan, task)
            print(f"| {task.name} | {keys} | {their_keys} | {result} | {their_result} |", flush=True)
            passed = passed and result == "right"
    finally:
        home.remove()
    return 0 if passed else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
