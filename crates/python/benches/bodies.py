"""Compares the throughput of `urlsift.find` on mail bodies with that of other finders of URLs.

usage: bodies.py [--count N] [--seconds S] [FOLDER...]

The bodies are those of the mailboxes in the folders, 2 to 10 kB long; by default those of `corpus/archives`, of any
length. They are repeated up to `--count` (100,000). A finder that needs more than `--seconds` for a round stops there.
Times are those of the process, the best of several rounds. Each round must find as many URLs as the first.

The other finders are used if they are installed: `pip install bleach linkify-it-py urlextract`.
"""

import argparse
import gzip
import html
import importlib
import itertools
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Optional

import urlsift

Finder = Callable[[str], list[str]]

ROOT = Path(__file__).parents[3]
ROUNDS = 3
# What every finder must find before it is measured.
SAMPLE = "See http://www.example.org/a and https://lists.example.org/b?c=d&e=f today.\n"
SAMPLE_URLS = ["http://www.example.org/a", "https://lists.example.org/b?c=d&e=f"]


def module(name: str) -> Any:
    """Returns a module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        print(f"skipped {name}: it is not installed", file=sys.stderr)
        return None


def finders() -> dict[str, Finder]:
    """Returns a function for each finder that is installed. All look for URLs with a scheme only."""
    pattern = re.compile(r"""\b(?:https?|ftp|gopher)://[^\s<>"']*[^\s<>"'.,;:!?)\]}]""", re.IGNORECASE)
    found: dict[str, Finder] = {
        "urlsift": lambda text: [found.url for found in urlsift.find(text)],
        "re": pattern.findall,
    }
    if linkify_it := module("linkify_it"):
        linkify = linkify_it.LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
        found["linkify-it-py"] = lambda text: [match.url for match in linkify.match(text) or []]
    if urlextract := module("urlextract"):
        extractor = urlextract.URLExtract()
        found["urlextract"] = lambda text: list(extractor.find_urls(text, with_schema_only=True))
    if bleach := module("bleach.linkifier"):
        # It returns a page. The callback collects the URLs.
        urls: list[str] = []

        def collect(attributes: Any, new: bool = False) -> Any:
            # A link of the page need not have a target.
            urls.append(html.unescape(attributes.get((None, "href"), "")))
            return attributes

        linker = bleach.Linker(callbacks=[collect])

        def bleached(text: str) -> list[str]:
            urls.clear()
            linker.linkify(text)
            return list(urls)

        found["bleach"] = bleached
    return found


def mailboxes(folders: list[Path]) -> Iterator[bytes]:
    """Returns the contents of the files that look like mailboxes."""
    for path in sorted(it for folder in folders for it in folder.rglob("*") if it.is_file()):
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
        if content.startswith(b"From "):
            yield content


def bodies(folders: list[Path], lengths: range, count: int) -> list[str]:
    """Returns `count` bodies of these lengths, repeated if there are fewer."""
    found = []
    for content in mailboxes(folders):
        for message in re.split(rb"\n(?=From )", content):
            _, _, body = message.replace(b"\r\n", b"\n").partition(b"\n\n")
            if len(body) in lengths:
                # Old mail without a charset is ASCII or ISO 8859-1.
                found.append(body.decode("utf-8") if is_utf8(body) else body.decode("latin-1"))
        if len(found) >= count:
            break
    if not found:
        sys.exit("no mailbox has a body")
    return list(itertools.islice(itertools.cycle(found), count))


def is_utf8(body: bytes) -> bool:
    """Reports whether `body` is UTF-8."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def measure(find: Finder, texts: list[str], seconds: float) -> tuple[float, int, int]:
    """Returns the time of the best round, and the bodies and URLs in it."""
    # Half of the limit decides how many bodies a round has.
    end = time.process_time() + seconds / 2
    size = 0
    for size, text in enumerate(texts, 1):
        find(text)
        if time.process_time() > end:
            break
    part = texts[:size]
    best, urls = float("inf"), None
    for _ in range(ROUNDS):
        start = time.process_time()
        found = sum(len(find(text)) for text in part)
        best = min(best, time.process_time() - start)
        assert urls in (None, found), f"{found} URLs instead of {urls}"
        urls = found
    assert urls, "a search that finds nothing is fast, too"
    return best, len(part), urls


def throughput(names: dict[str, Finder], texts: list[str], seconds: float) -> None:
    """Prints a table of times."""
    lengths = [len(text.encode()) for text in texts]
    print(f"{len(texts):,} bodies, {len(set(texts)):,} distinct, {sum(lengths) / 1e6:,.1f} MB\n")
    print("| finder | bodies | URLs | URLs of urlsift in these | MB/s | µs for a body | time, urlsift = 1 |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    own: Optional[float] = None
    for name, find in names.items():
        best, count, urls = measure(find, texts, seconds)
        speed = sum(lengths[:count]) / best / 1e6
        own = own or speed
        expected = sum(len(urlsift.find(text)) for text in texts[:count])
        assert expected == sum(len(urlsift.find(text.encode())) for text in texts[:count])
        figures = f"{count:,} | {urls:,} | {expected:,} | {speed:,.2f} | {best / count * 1e6:,.1f}"
        print(f"| {name} | {figures} | {own / speed:,.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares urlsift with other finders of URLs.")
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--count", type=int, default=100_000, metavar="N")
    parser.add_argument("--seconds", type=float, default=20, metavar="S")
    args = parser.parse_args()
    names = finders()
    for name, find in names.items():
        assert find(SAMPLE) == SAMPLE_URLS, f"{name} finds {find(SAMPLE)}"
    if args.folders:
        texts = bodies(args.folders, range(2_000, 10_001), args.count)
    else:
        texts = bodies([ROOT / "corpus/archives"], range(1, sys.maxsize), args.count)
    throughput(names, texts, args.seconds)


if __name__ == "__main__":
    main()
