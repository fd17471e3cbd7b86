#!/usr/bin/env python3
"""Prints the plain text of every STEP-th message of a folder of mail, as UTF-8, with a zero byte after each body.

    benches/bodies.py FOLDER STEP >TEXT && TEXT=TEXT benches/body.sh
"""
import email
import pathlib
import re
import sys

folder, step = pathlib.Path(sys.argv[1]), int(sys.argv[2])
number = 0
for path in sorted(path for path in folder.rglob("*") if path.is_file()):
    # A file is a mailbox or one message.
    for message in re.split(rb"\n(?=From [^\n]* \d{4}\n)", path.read_bytes()):
        number += 1
        if number % step:
            continue
        for part in email.message_from_bytes(message).walk():
            if part.get_content_type() == "text/plain":
                body = part.get_payload(decode=True) or b""
                try:
                    text = body.decode(part.get_content_charset() or "latin-1", "replace")
                except LookupError:
                    text = body.decode("latin-1")
                sys.stdout.buffer.write(text.replace("\0", "").encode("utf-8", "replace") + b"\0")
