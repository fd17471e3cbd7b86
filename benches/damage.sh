#!/usr/bin/env bash
# Damages archives of every container at random, and counts the rows that are lost in messages that the damage does not touch.
#
#   benches/damage.sh [CASES]
#
# CASES (10000) is the number of damaged variants, the same ones each time. The archives are made of two mailboxes: those
# of the folder $URLSIFT_MAILBOXES (300 kB of each `*.mbox`), or of the corpus. The first lines of
# crates/cli/tests/archives/untouched_messages describe the damage, and which messages count as untouched.
set -euo pipefail
cd "$(dirname "$0")/.."
URLSIFT_CASES="${1:-10000}" cargo test --quiet --release --package urlsift-cli --test integration untouched_messages:: -- --nocapture | grep '^|\|^$' | cat -s
cat <<'NOTES'

A tar or zip that begins as intact mail after the damage is mail, and is not counted. Fronts have 1 kB to 1 MB, and heads are cut at whole blocks of 512 bytes. Half of the other places are close to a separator or a header, or in the first 200 bytes. The other rows, which are not
counted above, may be lost. Nothing can be said about them:

| damage | loss | reason |
|---|---|---|
| the text of a message | rows at this place | there is no checksum |
| a separator | the facts of its message; the text is searched in the message before it | it is no separator any more |
| the next separator | nothing, or details of the last rows ("rows before a touched separator") | the message has another end |
| the beginning of a mailbox, with one message after it | the facts of this message, its text is searched | a text may quote one message |
| a header in a tar or zip | the rows of its member, with status 2 | nothing says what the member is and where it begins |
| a text or single message in a tar or zip | rows at this place | it is one item |
| compressed data | all after the damaged block, with status 2 | the decompressor gives no more |
NOTES
