"""Prints the texts that Python's `email` finds: for each message a line with a JSON list.

Standard input has, for each message, a line with its length in bytes, followed by the message.
A text is a part of type text/*. If its charset is not declared or unknown, it is read as UTF-8.
"""

import email
import json
import sys


def text(part):
    payload = part.get_payload(decode=True)
    if payload is None:
        return ""
    label = part.get_content_charset() or "us-ascii"
    try:
        found = payload.decode("utf-8" if label in ("us-ascii", "ascii") else label, "replace")
    except (LookupError, ValueError):
        found = payload.decode("utf-8", "replace")
    # Replace unpaired surrogates, which UTF-8 cannot encode.
    return found.encode("utf-8", "replace").decode("utf-8")


def texts(message):
    parts = email.message_from_bytes(message).walk()
    return [text(part) for part in parts if part.get_content_maintype() == "text"]


def main():
    source = sys.stdin.buffer
    for line in source:
        sys.stdout.write(json.dumps(texts(source.read(int(line)))) + "\n")


main()
