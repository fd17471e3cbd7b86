"""What Python's `email` reads in messages: the texts of each, as a line with a JSON list.

Standard input has, for each message, a line with its length in bytes, and the message.
A text is a part of type text/*; one whose charset is not declared, or not known, is read as UTF-8.
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
    # What is half a pair of UTF-16 is no text.
    return found.encode("utf-8", "replace").decode("utf-8")


def texts(message):
    parts = email.message_from_bytes(message).walk()
    return [text(part) for part in parts if part.get_content_maintype() == "text"]


def main():
    source = sys.stdin.buffer
    for line in source:
        sys.stdout.write(json.dumps(texts(source.read(int(line)))) + "\n")


main()
