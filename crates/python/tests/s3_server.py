"""A stand-in for S3: an HTTP server for a folder, whose subfolders are buckets. It fails on request.

    python s3_server.py FOLDER PORT [FAULTS]

serves until it is stopped. FAULTS is a JSON array of arguments of `Fault`.
"""

import contextlib
import email.utils
import json
import random
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Optional
from xml.sax.saxutils import escape

# Errors of the store. `InternalError` and `SlowDown` may heal.
STATUSES = {"InternalError": 500, "SlowDown": 503, "AccessDenied": 403, "NoSuchKey": 404, "InvalidRange": 416}
ENDLESS_BYTES = 64 << 20


@dataclass
class Fault:
    """What goes wrong at requests: a name of `STATUSES`, or one of these.

    `reset` closes the connection, and `cut` in the middle of the body. `short`, `long` and `empty` bodies have a length of
    their own, `whole` ignores the range, `shift` has another, and `page` is that of a proxy, with status 200. `slow` sends
    the body in pieces, and `hang` stops in it, or before the answer to HEAD. `endless` gives no length, and goes on for up
    to `ENDLESS_BYTES`. `etag` is another object of the same length.
    """

    kind: str
    method: str = "GET"
    key: str = ""
    times: int = 1 << 60
    share: float = 1.0


class Server(ThreadingHTTPServer):
    """`requests` lists (method, key, range, bytes of the body, fault) of what was asked. `latency` is in seconds."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, root: Path, port: int = 0) -> None:
        self.root = root
        self.latency = 0.0
        self.hang_seconds = 60.0
        self.endless_bytes = 0
        self.faults: list[Fault] = []
        self.requests: list[tuple[str, str, str, int, Optional[str]]] = []
        self.lock = threading.Lock()
        self.chance = random.Random(1)
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def options(self) -> dict[str, Any]:
        """The options of s3fs."""
        endpoint = f"http://127.0.0.1:{self.server_address[1]}"
        return {"key": "key", "secret": "secret", "client_kwargs": {"endpoint_url": endpoint, "region_name": "a"}}

    def fault(self, method: str, key: str) -> Optional[str]:
        with self.lock:
            for fault in self.faults:
                if fault.method == method and fault.key in key and fault.times and self.chance.random() < fault.share:
                    fault.times -= 1
                    return fault.kind
        return None

    def take_requests(self) -> list[tuple[str, str, str, int, Optional[str]]]:
        """Returns the requests so far, and forgets them."""
        taken, self.requests = self.requests, []
        return taken

    def handle_error(self, *_: object) -> None:
        """A connection that the client has closed is no error."""


@contextlib.contextmanager
def serving(root: Path) -> Iterator[Server]:
    """Serves a folder in a thread."""
    server = Server(root)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, body: bytes, head: "dict[str, str]" = {}, length: Optional[int] = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body) if length is None else length), **head}.items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
            self.wfile.flush()

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.close()

    def error(self, name: str) -> None:
        body = f"<Error><Code>{name}</Code><Message>{name}</Message></Error>"
        self.answer(STATUSES[name], body.encode(), {"Content-Type": "application/xml"})

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        url = urllib.parse.urlsplit(self.path)
        key, query = urllib.parse.unquote(url.path).strip("/"), dict(urllib.parse.parse_qsl(url.query))
        method = "LIST" if "list-type" in query else self.command
        fault = self.server.fault(method, key)
        time.sleep(self.server.latency)
        asked = self.headers.get("Range") or ""
        body, head, status = b"", {}, 200
        path = self.server.root / key
        if method == "LIST":
            body = self.listing(path, query)
        elif path.is_file():
            stat = path.stat()
            changed = "other" if fault == "etag" else ""
            etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}{changed}"'
            head = {"ETag": etag, "Last-Modified": email.utils.formatdate(stat.st_mtime, usegmt=True)}
            start, end = 0, stat.st_size - 1
            if asked and fault != "whole":
                start, end = (int(text) + (fault == "shift") for text in asked.split("=")[1].split("-"))
                end = min(end, stat.st_size - 1)
                head["Content-Range"], status = f"bytes {start}-{end}/{stat.st_size}", 206
            if start > end >= 0:
                fault = "InvalidRange"
            with open(path, "rb") as file:
                file.seek(start)
                body = file.read(max(end + 1 - start, 0))
        elif fault is None and not ("/" not in key and path.is_dir()):
            fault = "NoSuchKey"
        body = {"short": body[: len(body) // 2], "long": body + b"more", "empty": b""}.get(str(fault), body)
        sent = 0 if self.command == "HEAD" else len(body)
        self.server.requests.append((method, key, asked, sent, fault))
        if fault in STATUSES:
            self.error(fault)
        elif fault == "reset":
            self.hang_up()
        elif fault == "page":
            self.answer(200, b"<html>http://proxy.example/</html>", {"Content-Type": "text/html"})
        elif fault == "endless":
            self.close_connection = True
            self.answer(status, body, {**head, "Connection": "close", "Content-Length": ""})
            while self.server.endless_bytes < ENDLESS_BYTES:
                self.server.endless_bytes += self.wfile.write(b" " * (1 << 20))
        elif fault == "hang" and self.command == "HEAD":
            time.sleep(self.server.hang_seconds)
            self.hang_up()
        elif fault in ("cut", "hang"):
            self.answer(status, body[: len(body) // 2], head, len(body))
            if fault == "hang":
                time.sleep(self.server.hang_seconds)
            self.hang_up()
        elif fault == "slow":
            self.answer(status, b"", head, len(body))
            for at in range(0, len(body), -(-len(body) // 8)):
                time.sleep(0.01)
                self.wfile.write(body[at : at + -(-len(body) // 8)])
        else:
            self.answer(status, body, head)

    def listing(self, bucket: Path, query: "dict[str, str]") -> bytes:
        """Returns a page of a listing."""
        prefix, delimiter, after = (query.get(name, "") for name in ("prefix", "delimiter", "continuation-token"))
        most = int(query.get("max-keys", "1000"))
        entries: dict[str, str] = {}
        for path in bucket.rglob("*"):
            key = str(path.relative_to(bucket))
            if not path.is_file() or not key.startswith(prefix):
                continue
            folder = prefix + key[len(prefix) :].split("/")[0] + "/" if delimiter and "/" in key[len(prefix) :] else None
            if folder:
                entries[folder] = f"<CommonPrefixes><Prefix>{escape(folder)}</Prefix></CommonPrefixes>"
                continue
            stat = path.stat()
            entries[key] = (
                f"<Contents><Key>{escape(key)}</Key><Size>{stat.st_size}</Size>"
                f'<ETag>"{stat.st_mtime_ns:x}-{stat.st_size:x}"</ETag>'
                f"<LastModified>{time.strftime('%Y-%m-%dT%H:%M:%S.000Z', time.gmtime(stat.st_mtime))}</LastModified></Contents>"
            )
        keys = sorted(key for key in entries if key > after)
        more = f"<NextContinuationToken>{escape(keys[most - 1])}</NextContinuationToken>" if len(keys) > most else ""
        found = "".join(entries[key] for key in keys[:most])
        is_cut = str(bool(more)).lower()
        return f"<ListBucketResult><IsTruncated>{is_cut}</IsTruncated>{more}{found}</ListBucketResult>".encode()


if __name__ == "__main__":
    server = Server(Path(sys.argv[1]), int(sys.argv[2]))
    server.faults = [Fault(**fault) for fault in json.loads(sys.argv[3] if len(sys.argv) > 3 else "[]")]
    server.serve_forever()
