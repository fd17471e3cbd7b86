#!/usr/bin/env python3
"""Counts what each pass over a mailbox costs: instructions for each byte of the file, for text and for JSON Lines.

    cargo build --release
    benches/passes.py target/release/urlsift FILE

It needs valgrind (Debian: apt-get install valgrind). A pass is a function with all that it calls, except other passes.
The rest is the walk from part to part, moves and allocation, and the start of the program.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

# The passes, in the order of the pipeline: name, the bytes that it reads, function, and the callers whose calls are part
# of another pass.
PASSES = [
    ("separators", "the file", "containers::separator::find_separator(_with)?", "find_separator$"),
    ("first candidate", "each message up to it", "mime::filter::Filter::of(_urls)?", ""),
    ("signs of encoded text", "messages without candidate", "mime::filter::Filter::passes_over", ""),
    ("lines of the header", "headers of searched messages", "headers::header::Header::of", "passes_over|Origin"),
    ("encoded words", "fields that have some", "headers::encoded_word::(decode|may_hide_candidate)", "Header::decode"),
    ("blocks, soft breaks", "bodies of searched messages", "mime::(region::Regions::give_blocks|only_part::only_part)", ""),
    ("decoding", "encoded bodies", "mime::region::Regions::give_body", ""),
    ("later candidates", "from the first candidate on", "level::VectorLevel::first_block", "find_candidate"),
    ("wrappers, ends of URLs", "text around candidates", "scanner::Scanner::find_until", ""),
    ("readings", "wrappers and URLs", "search::TextSearch::read", ""),
    ("joins", "lines after URLs", "(choose::Chooser::join|propose::joins::of|join::Seam::after)", "joins?(::of)?$"),
    ("date, subject, sender", "headers of messages with URLs", "headers::origin::Origin::of", ""),
    ("signatures", "ends of messages with URLs", "surroundings::signature_start", ""),
    ("verdicts", "URLs", "validator::Validator::validate", "extract"),
    ("other fields of rows", "URLs", "run::search::UrlHit::row", ""),
    ("writing", "rows", "output::(jsonl::write_jsonl_hit|text::write_text)", ""),
]
# The passes that others call, but list by themselves.
INSIDE = {
    "writing": ["other fields of rows"],
    "wrappers, ends of URLs": ["later candidates"],
    "readings": ["joins"],
    "blocks, soft breaks": ["decoding"],
    "other fields of rows": ["date, subject, sender", "signatures", "verdicts"],
}


def read(profile):
    """Returns the costs of functions by themselves, and the costs of calls by caller and callee."""
    names, own, calls = {}, collections.Counter(), collections.Counter()

    def name(text):
        number, rest = re.fullmatch(r"\((\d+)\)(?: (.*?)(?:'\d+)?)?", text).groups()
        return names.setdefault(number, rest)

    function = callee = None
    for line in profile:
        if line.startswith("fn="):
            function = name(line[3:].rstrip())
        elif line.startswith("cfn="):
            callee = name(line[4:].rstrip())
        elif line[:1] in "+-*0123456789" and line.strip():
            cost = int(line.split()[1])
            if callee is None:
                own[function] += cost
            else:
                calls[function, callee] += cost * (function != callee)
                callee = None
    return own, calls


def costs(program, mailbox, form):
    """Returns the instructions of each pass, of the rest and of all, for each byte of `mailbox`."""
    with tempfile.NamedTemporaryFile("r") as profile:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile.name}", program]
        command += ["scan", "-j", "1", "--format", form, mailbox]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        own, calls = read(profile)
    found = {}
    for name, _, function, elsewhere in PASSES:
        is_of_pass = re.compile(f"{function}$").search
        is_elsewhere = re.compile(elsewhere or "$.").search
        found[name] = sum(
            cost for (caller, callee), cost in calls.items() if is_of_pass(callee) and not is_elsewhere(caller)
        )
    for outer, inner in INSIDE.items():
        found[outer] -= sum(found[name] for name in inner)
    found["the rest"] = sum(own.values()) - sum(found.values())
    found["all"] = sum(own.values())
    return {name: cost / os.path.getsize(mailbox) for name, cost in found.items()}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, mailbox = sys.argv[1:]
    text, jsonl = (costs(program, mailbox, form) for form in ["text", "jsonl"])
    what = {name: reads for name, reads, _, _ in PASSES}
    for name in what:
        if not jsonl[name] > 0:
            sys.exit(f"{name}: no function of this pass has a cost; it may have been inlined or renamed")
    print("| pass | what it reads | text | JSON Lines |\n|---|---|---:|---:|")
    for name, cost in text.items():
        shown = (f"{cost:.2f}" if cost > 0.005 else "" for cost in [cost, jsonl[name]])
        print(f"| {name} | {what.get(name, '')} |", " | ".join(shown), "|")


main()
