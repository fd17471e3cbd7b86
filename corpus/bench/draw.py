#!/usr/bin/env python3
"""Draws the places of the yardstick: `draw.py PACKS DEBIAN > places.jsonl`, `draw.py --more NPM DEBIAN > more.jsonl`.

PACKS has the unpacked archives, DEBIAN a folder for each unpacked Debian package, NPM a folder for each package of npm
that `../README.md` lists. `--more` draws from the kinds of text that the first places lack. Only simple patterns
choose a place; no program that finds URLs takes part. A place is a line, with three lines before and after it; the line
and its two neighbours are judged. Standard error gets the size of each stratum: the number of distinct lines from which
its places were drawn.
"""
import email
import email.policy
import gzip
import json
import os
import pathlib
import random
import re
import subprocess
import sys

SEED = 20261124
CONTEXT_LINES = 3
MAX_WINDOW_BYTES = 2500
MAX_LINE_BYTES = 1000
RENDERED_PAGES = 500
LINUX_FILES = 800

# The pattern of each stratum, and its share of the places. A line may be in several strata, but is drawn once.
STRATA = {
    "line-end": (re.compile(r"(?:://|www\.|ftp\.)\S{3,}\s*$"), 0.30),
    "scheme": (re.compile(r"://"), 0.24),
    "www": (re.compile(r"(?<!://)\bwww\.", re.I), 0.08),
    "at": (re.compile(r"@"), 0.10),
    "delimiter": (re.compile(r"[<(\"'\[{`]\s*(?:URL:\s*)?[A-Za-z][A-Za-z0-9+.-]*:(?=\S)"), 0.14),
    "dot": (re.compile(r"\."), 0.14),
}

# Each source: its places, and the terms of its texts.
SOURCES = {
    "twisted": (320, "MIT"),
    "spamassassin": (240, "PDDL-1.0, CC0-1.0"),
    "ponymail": (140, "Apache-2.0"),
    "fixtures": (150, "MIT, Apache-2.0, BSD, ISC: by project"),
    "changelogs": (200, "by package"),
    "man": (170, "by package"),
    "man-rendered": (150, "by package"),
    "howtos": (230, "by package"),
}

# Kinds of text that the first places lack.
MORE_SOURCES = {
    "pdf": (200, "by package"),
    "latex": (140, "by package"),
    "asciidoc": (160, "by package"),
    "markdown": (160, "by package"),
    "news": (140, "by package"),
}

FIXTURES = {
    "MimeKit": "MIT", "bigbang": "MIT", "ietf-mailarchive": "BSD-3-Clause", "inn": "ISC", "mail-parser": "Apache-2.0",
    "mikel-mail": "MIT", "mime4j": "Apache-2.0", "spamassassin-t": "Apache-2.0",
}
CHANGELOGS = {
    "apt": "GPL-2+", "curl": "curl", "debhelper": "GPL-2+", "debian-policy": "GPL-2+", "devscripts": "GPL-2+",
    "dpkg": "GPL-2+", "exim4-base": "GPL-2+", "git": "GPL-2", "inn2": "ISC", "man-db": "GPL-2+", "mutt": "GPL-2+",
    "openssh-client": "BSD", "python3.11": "PSF-2", "rsync": "GPL-3+", "tin": "BSD-3-Clause",
}
MAN_PAGES = {
    "apt": "GPL-2+", "debhelper": "GPL-2+", "devscripts": "GPL-2+", "dpkg": "GPL-2+", "git-man": "GPL-2",
    "inn2": "ISC", "man-db": "GPL-2+", "manpages-de": "GPL-3+", "manpages-es": "GPL-3+", "manpages-fr": "GPL-3+",
    "manpages-it": "GPL-3+", "manpages-pl": "GPL-3+", "manpages-pt-br": "GPL-3+", "manpages-ru": "GPL-3+",
    "mutt": "GPL-2+", "openssh-client": "BSD",
}
HOWTOS = {
    "debian-faq": "notice kept", "debian-policy": "GPL-2+", "debian-reference-en": "GPL-2+",
    "debian-reference-it": "GPL-2+", "debian-reference-ja": "GPL-2+", "exim4-base": "GPL-2+", "git-doc": "GPL-2",
    "inn2": "ISC",
    "jargon-text": "public domain", "libcurl4-doc": "curl", "linux-doc-6.1": "GPL-2", "maint-guide": "GPL-2+",
    "mutt": "GPL-2+", "python3.11-doc": "PSF-2",
}

PDFS = {
    "docbook-xsl-doc-pdf": "MIT", "gnuplot-doc": "gnuplot", "gri-pdf-doc": "GPL-3+", "maxima-doc": "GPL-2",
    "pari-doc": "GPL-2+", "r-doc-pdf": "GPL-2+, notice kept", "texlive-latex-base-doc": "LPPL",
}
LATEX = {
    "emacs-common": "GPL-3+", "latexdiff-src": "GPL-3", "pari-doc": "GPL-2+", "texlive-bin-src": None,
    "texlive-latex-base-doc": "LPPL",
}
# The parts of texlive-bin-src whose terms are stated in the file or in its folder. Its other files are passed over.
TEX_PARTS = {
    "build-aux": "GPL-3+", "texk/bibtex-x/tests/yannis.bib": "public domain", "texk/chktex": "GPL-2+",
    "texk/cjkutils": "GPL-2+", "texk/dviout-util": "MIT", "texk/dvipdfm-x": "GPL-2+", "texk/lcdf-typetools": "GPL-2",
    "texk/web2c/cwebdir/cwebman.tex": "notice kept", "texk/web2c/cwebdir/texinputs/pdfwebtocfront.tex": "MIT, LPPL",
    "texk/web2c/hitexdir": "MIT", "texk/web2c/ptexdir": "BSD-3-Clause", "texk/web2c/uptexdir": "BSD-3-Clause",
    "utils/axodraw2": "GPL-3+", "utils/lacheck/test-def.tex": "public domain", "utils/pmx": "GPL-3+",
}
ASCIIDOC = {
    "git-src": "GPL-2", "groovy-src": "Apache-2.0", "ntpsec-src": "NTP, CC-BY-4.0", "ruby-asciidoctor-pdf": "MIT",
    "weechat-src": "GPL-3+",
}
NEWS = {
    "apache2": "Apache-2.0", "bind9": "MPL-2.0", "emacs-common": "GPL-3+", "fetchmail": "GPL-2+", "gnupg": "GPL-3+",
    "inn": "ISC", "libc6": "LGPL-2.1+", "mailman3": "GPL-3+", "php8.2-common": "PHP-3.01", "pisg": "GPL-2",
    "postfix": "IPL-1.0, EPL-2.0", "postgresql-15": "PostgreSQL", "procmail": "GPL-2+", "reportbug": "MIT",
    "samba": "GPL-3+", "sympa": "GPL-2+", "systemd": "LGPL-2.1+", "tig": "GPL-2+", "tiger": "GPL-3+",
    "vim-common": "Vim",
}


def read(path):
    """Returns the bytes of a file, decompressed."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def decoded(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def files(folder):
    return sorted(it for it in folder.rglob("*") if it.is_file() and not it.is_symlink())


def plain_texts(data):
    """Yields the plain text parts of a message, decoded."""
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    for part in message.walk():
        if part.get_content_type() != "text/plain" or part.is_multipart():
            continue
        payload = part.get_payload(decode=True)
        if payload is None:
            continue
        try:
            yield payload.decode(part.get_content_charset() or "utf-8")
        except (LookupError, UnicodeDecodeError, ValueError):
            yield decoded(payload)


def messages(data):
    """Cuts a mailbox or a LISTSERV log into messages; other files are one message."""
    if data.startswith(b"From "):
        return re.split(rb"(?:\A|\n\n?)From [^\n]*\d\d:\d\d[^\n]*\n", data)[1:]
    if data.startswith(b"====="):
        return re.split(rb"(?:\A|\n)={60,}\r?\n", data)[1:]
    return [data] if re.match(rb"[A-Za-z][A-Za-z0-9-]*:[ \t]", data) else []


def mail(folder, keep=lambda path: True):
    """Yields the name and text of each plain text part of the messages below `folder`."""
    for path in files(folder):
        if keep(path):
            name = str(path.relative_to(folder))
            for number, message in enumerate(messages(read(path))):
                for text in plain_texts(message):
                    yield f"{name}#{number}", text


def rendered(path):
    """Returns a man page as a terminal of 80 columns shows it."""
    env = {**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANROFFOPT": "", "GROFF_NO_SGR": "1"}
    run = subprocess.run(["man", "-E", "UTF-8", "-l", str(path)], env=env, capture_output=True, check=False)
    return re.sub(".\b", "", run.stdout.decode("utf-8", "replace"))


def documents(source, packs, debian, rng):
    """Yields the name, terms and text of each document of a source."""
    if source == "twisted":
        for name, text in mail(packs / "twisted-pipermail", lambda it: it.suffix == ".txt"):
            yield name, "MIT", text
    elif source == "spamassassin":
        for name, text in mail(packs / "spamassassin" / "package" / "data"):
            yield name, "PDDL-1.0, CC0-1.0", text
    elif source == "ponymail":
        for name, text in mail(packs / "ponymail-tests" / "corpus"):
            yield name, "Apache-2.0", text
    elif source == "fixtures":
        for project, terms in FIXTURES.items():
            for name, text in mail(packs / project):
                yield f"{project}/{name}", terms, text
    elif source == "changelogs":
        for package, terms in CHANGELOGS.items():
            for path in files(debian / package):
                if re.match(r"(?:changelog|NEWS)", path.name):
                    yield f"{package}/{path.name}", terms, decoded(read(path))
    elif source in ("man", "man-rendered"):
        pages = [(package, terms, path) for package, terms in MAN_PAGES.items()
                 for path in files(debian / package / "usr/share/man")]
        if source == "man-rendered":
            pages = rng.sample(pages, min(len(pages), RENDERED_PAGES))
        for package, terms, path in pages:
            text = rendered(path) if source == "man-rendered" else decoded(read(path))
            yield f"{package}/{path.relative_to(debian / package / 'usr/share/man')}", terms, text
    elif source == "howtos":
        for package, terms in HOWTOS.items():
            paths = [it for it in files(debian / package)
                     if re.search(r"(?:\.txt|\.rst|\.md|/README[^/]*|/FAQ[^/]*|/TODO)(?:\.gz)?$", str(it))]
            if package.startswith("linux-doc"):
                paths = rng.sample(paths, min(len(paths), LINUX_FILES))
            for path in paths:
                yield f"{package}/{path.relative_to(debian / package)}", terms, decoded(read(path))
    elif source == "pdf":
        for package, terms in PDFS.items():
            for path in files(debian / package):
                if path.suffix == ".pdf":
                    run = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, check=False)
                    name = path.relative_to(debian / package)
                    yield f"{package}/{name}", terms, run.stdout.decode("utf-8", "replace").replace("\f", "\n")
    elif source == "markdown":
        for path in files(packs):
            if path.suffix.lower() == ".md":
                folder = next(it for it in path.parents if (it / "package.json").exists())
                terms = json.loads((folder / "package.json").read_text()).get("license", "")
                if terms in ("MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0"):
                    yield str(path.relative_to(packs)), terms, decoded(read(path))
    elif source in ("latex", "asciidoc", "news"):
        pattern, packages = {
            "latex": (r"\.(?:tex|ltx|dtx|bib)(?:\.gz)?$", LATEX),
            "asciidoc": (r"\.(?:adoc|asciidoc)(?:\.gz)?$|/Documentation/.*\.txt$", ASCIIDOC),
            "news": (r"/(?:changelog|NEWS|README\.Debian)[^/]*$", NEWS),
        }[source]
        for package, terms in packages.items():
            for path in files(debian / package):
                if re.search(pattern, str(path)):
                    name = str(path.relative_to(debian / package))
                    part = next((it for it in TEX_PARTS if name.startswith(it)), None)
                    yield f"{package}/{name}", terms or TEX_PARTS.get(part), decoded(read(path))


def window(lines, at):
    """Returns the text around a line and the byte range that is judged, or None if it is too long."""
    first, last = max(0, at - CONTEXT_LINES), min(len(lines), at + CONTEXT_LINES + 1)
    text = "".join(line + "\n" for line in lines[first:last])
    before = "".join(line + "\n" for line in lines[first:max(first, at - 1)])
    judged = "".join(line + "\n" for line in lines[max(first, at - 1):at + 2])
    if len(text.encode()) > MAX_WINDOW_BYTES or max(len(it.encode()) for it in lines[first:last]) > MAX_LINE_BYTES:
        return None
    start = len(before.encode())
    return text, [start, start + len(judged.encode())]


def draw(source, packs, debian):
    """Yields the places of a source, and prints the size of each stratum."""
    rng = random.Random(f"{SEED} {source}")
    count = {**SOURCES, **MORE_SOURCES}[source][0]
    texts, candidates, seen = [], {name: [] for name in STRATA}, {name: set() for name in STRATA}
    for name, terms, text in documents(source, packs, debian, rng):
        if "\0" in text:
            continue
        lines = [line.rstrip("\r") for line in text.split("\n")]
        used = False
        for at, line in enumerate(lines):
            key = None
            for stratum, (pattern, _) in STRATA.items():
                if pattern.search(line):
                    # Quoted copies of a line, footers and repeated boilerplate count once.
                    key = key or re.sub(r"\A[>|:\s]+|\s+", "", line)
                    if key not in seen[stratum]:
                        seen[stratum].add(key)
                        candidates[stratum].append((len(texts), at, key))
                        used = True
        if used:
            texts.append((name, terms, lines))
    taken, drawn = {}, set()
    want = {name: round(count * share) for name, (_, share) in STRATA.items()}
    want["scheme"] += count - sum(want.values())
    spare = 0
    for stratum in ["www", "at", "delimiter", "dot", "line-end", "scheme"]:
        places, need = 0, want[stratum] + spare
        pool = candidates[stratum]
        for document, at, key in rng.sample(pool, len(pool)):
            if places == need:
                break
            near = taken.setdefault(document, [])
            if key in drawn or any(abs(at - it) <= 2 * CONTEXT_LINES for it in near):
                continue
            found = window(texts[document][2], at)
            if found is None or texts[document][1] is None:
                continue
            near.append(at)
            drawn.add(key)
            places += 1
            yield {"source": source, "document": texts[document][0], "terms": texts[document][1], "stratum": stratum,
                   "text": found[0], "span": found[1]}
        spare = need - places
        size = sum(texts[document][1] is not None for document, _, _ in pool)
        print(f"{source}\t{stratum}\t{size}\t{places}", file=sys.stderr)


def main():
    sources, first = (MORE_SOURCES, "z") if sys.argv[1] == "--more" else (SOURCES, "y")
    packs, debian = map(pathlib.Path, sys.argv[-2:])
    places = [place for source in sources for place in draw(source, packs, debian)]
    random.Random(SEED).shuffle(places)
    for number, place in enumerate(places, 1):
        print(json.dumps({"id": f"{first}{number:04}", **place}, ensure_ascii=False))


main()
