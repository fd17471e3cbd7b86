#!/usr/bin/env python3
"""Breaks the URLs of RFC 1738 and its draft at every position, and counts the wrappers that are read wrongly.

    benches/appendix.py URLSIFT [BREAKS]

30 URLs of corpus/documents.toml are written in four forms, with six prefixes and three line ends, and broken once and
twice (BREAKS is 1 or 2; both by default) between any two characters. Each text is a message of its own, because the
rest of a text is evidence. A text is right if the URL is its only row. The second table has the wrong texts by the
characters around their breaks; a letter or digit is `x`.
"""
import collections
import itertools
import pathlib
import subprocess
import sys
import tomllib

FORMS = {"<URL:>": ("<URL:", ">"), "<URL: >": ("<URL: ", ">"), "<>": ("<", ">"), '""': ('"', '"')}
PREFIXES = ["", "> ", ">> ", "> > ", "| ", "      "]
LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}
SHOWN_KINDS = 25


def urls():
    """Returns 30 distinct URLs of the documents, one of each run of RFCs."""
    documents = tomllib.loads((pathlib.Path(__file__).parent.parent / "corpus/documents.toml").read_text())
    found = [it["url"] for it in documents["url"] if " " not in it["url"]]
    rfcs = [url for url in found if "/rfc/rfc" in url]
    return [url for url in dict.fromkeys(found) if url not in rfcs[2:]][:30]


def texts(url, form, prefix, end, breaks):
    """Yields each way to break `url`: the places of the breaks, and the text."""
    opener, closer = FORMS[form]
    for places in itertools.combinations(range(1, len(url)), breaks):
        edges = [0, *places, len(url)]
        lines = [url[start:stop] for start, stop in itertools.pairwise(edges)]
        lines[0], lines[-1] = f"I found it under {opener}{lines[0]}", f"{lines[-1]}{closer}, Jim."
        yield places, "".join(prefix + line + end for line in ["Hello,", *lines])


def found_in(program, bodies):
    """Returns the URLs that `program` finds in each body."""
    heads = (f"From a@b Mon Jan  3 00:00:00 1994\nFrom: a@b\nSubject: {number}\n\n" for number in range(len(bodies)))
    mailbox = "".join(head + body + "\n\n" for head, body in zip(heads, bodies))
    command = [program, "scan", "--headers", "none", "--fields", "subject,url", "-"]
    rows = subprocess.run(command, input=mailbox.encode(), stdout=subprocess.PIPE, check=False).stdout.decode()
    found = [[] for _ in bodies]
    for row in rows.splitlines():
        number, url = row.split("\t")
        found[int(number)].append(url)
    return found


def kind(url, places):
    """Returns the characters around each break, and whether the break is in the scheme."""
    def shown(char):
        return "x" if char.isalnum() else char

    colon = url.index(":")
    return ", ".join("in the scheme" if at <= colon else f"{shown(url[at - 1])}⏎{shown(url[at])}" for at in places)


def main(program, breaks):
    chosen = urls()
    wrong, counts, kinds = collections.Counter(), collections.Counter(), collections.Counter()
    examples = {}
    for count, form, prefix, end in itertools.product(breaks, FORMS, PREFIXES, LINE_ENDS):
        cases = [(url, *case) for url in chosen for case in texts(url, form, prefix, LINE_ENDS[end], count)]
        counts[form, count] += len(cases)
        for (url, places, text), rows in zip(cases, found_in(program, [case[2] for case in cases])):
            if rows != [url]:
                wrong[form, count] += 1
                key = form, kind(url, places)
                kinds[key] += 1
                examples.setdefault(key, (text, rows))
    print(f"| form | breaks | texts of {len(chosen)} URLs | wrong |\n|---|---|---|---|")
    for (form, count), total in counts.items():
        print(f"| `{form}` | {count} | {total:,} | {wrong[form, count]:,} |")
    print(f"| all | | {sum(counts.values()):,} | {sum(wrong.values()):,} |")
    for (form, around), number in kinds.most_common(SHOWN_KINDS):
        text, rows = examples[form, around]
        print(f"{number:8,} {form} {around}\n         {text!r} gives {rows}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], [int(sys.argv[2])] if len(sys.argv) == 3 else [1, 2])
