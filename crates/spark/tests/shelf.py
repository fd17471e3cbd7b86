"""Makes the archives that the tests scan, from those in the corpus of the repository."""

import gzip
import io
import pathlib
import tarfile
import zipfile

CORPUS = pathlib.Path(__file__).resolve().parents[3] / "corpus" / "archives"
MAILBOXES = ["shelf.mbox", "fields.mbox", "enclosed.mbox", "pages.mbox", "seven-bits.mbox", "introduced.mbox"]
SMALL_FILES = ["folded.eml", "quotes.eml", "notes.txt", "readme.md", "named.html", "few.mbox.gz", "marked.log"]


def mailbox(copies):
    """Returns an mbox with `copies` of the mailboxes of the corpus."""
    texts = [(CORPUS / name).read_bytes().rstrip(b"\n") + b"\n\n" for name in MAILBOXES]
    return b"".join(texts) * copies


def write_mailbox(folder, copies=60):
    """Writes an mbox of about 2 MB."""
    path = folder / "lists.mbox"
    path.write_bytes(mailbox(copies))
    return path


def write_archives(folder):
    """Writes a folder with gzip files, zips and tars of mailboxes."""
    folder.mkdir()
    for number in range(3):
        text = mailbox(6 + number)
        (folder / f"{number}.mbox.gz").write_bytes(gzip.compress(text, mtime=0))
        with zipfile.ZipFile(folder / f"{number}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for member in range(4):
                archive.writestr(f"lists/{member}.mbox", mailbox(1 + member))
        with tarfile.open(folder / f"{number}.tar", "w") as archive:
            for member in range(4):
                info = tarfile.TarInfo(f"lists/{member}.mbox")
                info.size = len(text)
                archive.addfile(info, io.BytesIO(text))
    return folder


def write_small_files(folder, count=10_000):
    """Writes `count` files in folders of 100, of all kinds."""
    texts = [((CORPUS / name).read_bytes(), "".join((CORPUS / name).suffixes)) for name in SMALL_FILES]
    for number in range(count):
        text, suffix = texts[number % len(texts)]
        parent = folder / str(number // 100)
        if number % 100 == 0:
            parent.mkdir(parents=True)
        (parent / f"{number}{suffix}").write_bytes(text)
    return folder
