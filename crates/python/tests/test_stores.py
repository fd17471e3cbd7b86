"""Objects of stores: the rows are those of local files, or an error names the object.

| the store | the rows | the requests |
|---|---|---|
| answers | those of a local scan | few and exact ranges |
| fails at times, or has wrong answers at times | the same | repeated ones, whole |
| fails always, or has another object than planned | none: `SplitNotDone` with the name | one, if no other can help |
"""

import gzip
import json
import os
import tarfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import urlsift
from urlsift import _listing, _objects

pytest.importorskip("s3fs", reason="s3fs is not installed")

import fsspec  # noqa: E402
from s3_server import ENDLESS_BYTES, Fault, Server, serving  # noqa: E402

CORPUS = Path(__file__).parents[3] / "corpus" / "archives"
COLUMNS = ["source", "member_index", "part_offset", "start", "url"]
K = 1 << 10
HEALING = ["SlowDown", "InternalError", "reset", "cut", "short", "long", "empty", "whole", "shift", "page", "slow"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(_objects, "FIRST_WAIT_SECONDS", 0)
    (tmp_path / "lists").mkdir()
    with serving(tmp_path) as server:
        yield server


def write_mailbox(path: Path, copies: int) -> int:
    text = (CORPUS / "shelf.mbox").read_bytes() + b"\n\n" + (CORPUS / "pages.mbox").read_bytes() + b"\n\n"
    return path.write_bytes(text * copies)


def write_small(folder: Path, count: int) -> None:
    texts = [CORPUS / name for name in ("folded.eml", "notes.txt", "few.mbox.gz", "named.html")]
    folder.mkdir(parents=True)
    for number in range(count):
        text = texts[number % 4]
        (folder / f"{number:03}{''.join(text.suffixes)}").write_bytes(text.read_bytes())


def plan(store: Server, uri: str = "s3://lists/", **options: Any) -> "list[urlsift.Split]":
    return list(urlsift.plan_paths(uri, storage_options=store.options, **options))


def rows(store: Server, splits: "list[urlsift.Split]") -> "list[tuple[str, ...]]":
    """Returns the rows of splits in order, with the sources that local files have."""
    found = []
    for split in splits:
        reader = urlsift.scan_split(split, storage_options=store.options, columns=COLUMNS)
        found += [(str(store.root / row["source"].split("://")[1]), *map(str, list(row.values())[1:])) for row in reader]
    return sorted(found)


def local_rows(store: Server) -> "list[tuple[str, ...]]":
    found = sorted(tuple(map(str, row.values())) for row in urlsift.scan(store.root / "lists", columns=COLUMNS))
    assert len(found) > 10
    return found


def web_uri(store: Server, name: str) -> str:
    return f"{store.options['client_kwargs']['endpoint_url']}/lists/{name}"


def methods(store: Server) -> "dict[str, int]":
    return dict(Counter(method for method, *_ in store.take_requests()))


@pytest.mark.parametrize("split, chunk", [(1024 * K, 512 * K), (2048 * K, 8192 * K), (1 << 30, 1024 * K)])
def test_a_split_asks_for_its_range(
    store: Server, monkeypatch: pytest.MonkeyPatch, split: int, chunk: int
) -> None:
    """Besides its range it reads up to a mebibyte at the beginning of the object, and its last message."""
    monkeypatch.setattr(_objects, "CHUNK_BYTES", chunk)
    size = write_mailbox(store.root / "lists" / "a.mbox", 300)
    splits = plan(store, split_bytes=split, pack_bytes=0)
    assert len(splits) == -(-size // split)
    store.take_requests()
    assert rows(store, splits) == local_rows(store)
    asked = store.take_requests()
    assert {method for method, *_ in asked} == {"GET"}
    heads = sum(min(start, 1 << 20) for start in range(0, size, split))
    assert sum(body for *_, body, _ in asked) <= size + heads + 2 * _objects.HEAD_BYTES * len(splits)
    assert len(asked) <= len(splits) * (3 + -(-min(split, size) // chunk))


def test_archives_are_read_once(store: Server, tmp_path: Path) -> None:
    write_mailbox(tmp_path / "a.mbox", 40)
    folder = store.root / "lists"
    (folder / "a.mbox.gz").write_bytes(gzip.compress((tmp_path / "a.mbox").read_bytes()))
    with tarfile.open(folder / "a.tar", "w") as tar:
        tar.add(tmp_path / "a.mbox", "a.mbox")
    splits = plan(store, pack_bytes=0)
    store.take_requests()
    assert rows(store, splits) == local_rows(store)
    assert sum(body for *_, body, _ in store.take_requests()) == sum(path.stat().st_size for path in folder.iterdir())


def test_small_objects_take_a_request_each(store: Server) -> None:
    write_small(store.root / "lists" / "a", 300)
    (split,) = plan(store)
    assert methods(store) == {"LIST": 1, "HEAD": 1}
    assert rows(store, [split]) == local_rows(store)
    assert methods(store) == {"GET": 300}


def test_the_next_objects_are_fetched_side_by_side(store: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small(store.root / "lists" / "a", 60)
    (split,) = plan(store)
    store.take_requests()
    for most, fetched in ((16 << 20, 32), (8 * K, 5)):
        monkeypatch.setattr(_objects, "WAITING_BYTES", most)
        objects = _objects.SplitObjects(split, store.options)
        objects.open(split.paths[0])
        begun = list(objects._begun)
        assert begun == list(split.paths[1 : 1 + len(begun)])
        assert len(begun) == 32 if most > 8 * K else 0 < len(begun) < 32
        assert sum(objects._planned[uri]["size"] for uri in begun) <= most
        # One that is opened out of order is not fetched twice.
        objects.open(split.paths[20]).read(1)
        for future in objects._begun.values():
            future.result()
        objects.close()
        asked = [key for _, key, *_ in store.take_requests()]
        assert len(asked) == len(set(asked))


@pytest.mark.parametrize("fault", HEALING)
def test_faults_at_times_leave_the_rows_whole(store: Server, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(_objects, "CHUNK_BYTES", 32 * K)
    write_mailbox(store.root / "lists" / "a.mbox", 20)
    write_small(store.root / "lists" / "small", 40)
    splits = plan(store, split_bytes=64 * K, pack_bytes=32 * K)
    store.faults = [Fault(fault, share=0.2)]
    assert rows(store, splits) == local_rows(store)
    assert sum(asked[-1] == fault for asked in store.take_requests()) > 10


def test_a_store_that_hangs_is_asked_again(store: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_objects, "SILENT_SECONDS", 1)
    write_mailbox(store.root / "lists" / "a.mbox", 2)
    splits = plan(store)
    store.faults = [Fault("hang", times=1)]
    assert rows(store, splits) == local_rows(store)
    monkeypatch.setattr(_objects, "MAX_SECONDS", 2.5)
    for uri, fault in (("s3://lists/a.mbox", Fault("hang")), (web_uri(store, "a.mbox"), Fault("hang", "HEAD"))):
        splits = list(urlsift.plan_paths(uri, storage_options=store.options if uri[0] == "s" else None))
        store.faults = [fault]
        began = time.monotonic()
        with pytest.raises(urlsift.SplitNotDone, match=f"^{uri}: "):
            rows(store, splits) if uri[0] == "s" else list(urlsift.scan_split(splits[0]))
        assert time.monotonic() - began < 4
        store.faults = []


@pytest.mark.parametrize("is_web", [False, True])
def test_an_answer_without_a_length_is_read_up_to_its_range(store: Server, is_web: bool) -> None:
    write_mailbox(store.root / "lists" / "a.mbox", 2)
    uri, options = (web_uri(store, "a.mbox"), None) if is_web else ("s3://lists/a.mbox", store.options)
    (split,) = urlsift.plan_paths(uri, storage_options=options)
    store.faults = [Fault("endless", times=2)]
    found = [row["url"] for row in urlsift.scan_split(split, storage_options=options)]
    assert found == [row["url"] for row in urlsift.scan(store.root / "lists")]
    assert 0 < store.endless_bytes < ENDLESS_BYTES // 2


# The fault, and the most requests for the object.
ALWAYS = [*((fault, _objects.TRIES) for fault in HEALING if fault != "slow"),
          ("AccessDenied", 1), ("NoSuchKey", 1), ("InvalidRange", 1), ("etag", 1)]  # fmt: skip


@pytest.mark.parametrize("pack", [0, 64 * K])
@pytest.mark.parametrize("fault, most", ALWAYS)
def test_a_fault_that_stays_is_an_error(store: Server, fault: str, most: int, pack: int) -> None:
    write_small(store.root / "lists" / "a", 3)
    split = plan(store, pack_bytes=pack)[0]
    store.take_requests()
    store.faults = [Fault(fault, key="000.eml")]
    with pytest.raises(urlsift.SplitNotDone, match="^s3://lists/a/000.eml: ") as error:
        rows(store, [split])
    assert str(error.value).count("s3://") == 1
    asked = sum("000.eml" in key for _, key, *_ in store.take_requests())
    # aiohttp asks once more on a connection that it has kept.
    assert asked == most or fault == "reset" and asked <= 2 * most


@pytest.mark.parametrize("change", ["longer", "shorter", "same length", "gone"])
@pytest.mark.parametrize("versioned", ["ETag", "time"])
@pytest.mark.parametrize("copies", [1, 300])
def test_an_object_that_changed_is_an_error(store: Server, change: str, versioned: str, copies: int) -> None:
    path = store.root / "lists" / "a.mbox"
    write_mailbox(path, copies)
    splits = plan(store, split_bytes=1 << 20)
    if versioned == "time":
        splits = list(urlsift.plan([("s3://lists/a.mbox", path.stat().st_size, path.stat().st_mtime)], split_bytes=1 << 20))
    else:
        assert json.loads(str(splits[-1]).replace('"files":[{', ""). replace("}]", ""))["mtime"].startswith('"')
    before, text = path.stat().st_mtime, path.read_bytes()
    texts = {"longer": text + b"\nhttp://late.example/\n", "shorter": text[:-10], "same length": text[::-1]}
    path.unlink()
    if change != "gone":
        path.write_bytes(texts[change])
        os.utime(path, (before + 5, before + 5))
    store.take_requests()
    for split in splits:
        with pytest.raises(urlsift.SplitNotDone, match="^s3://lists/a.mbox: "):
            rows(store, [split])
    assert len(store.take_requests()) == len(splits)


def test_an_object_that_changes_while_it_is_read_is_an_error(store: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_objects, "CHUNK_BYTES", 32 * K)
    write_mailbox(store.root / "lists" / "a.mbox", 40)
    splits = plan(store)
    store.take_requests()
    store.faults = [Fault("etag", share=0.1)]
    with pytest.raises(urlsift.SplitNotDone, match="^s3://lists/a.mbox: changed"):
        rows(store, splits)
    faults = [asked[-1] for asked in store.take_requests()]
    assert len(faults) > 1 and faults.index("etag") == len(faults) - 1


def test_a_listing_has_the_order_of_a_scan(tmp_path: Path) -> None:
    for name in ("b/x", "b-c", "a", "b.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    listed = list(_listing.stored_files([f"file://{tmp_path}"], {}))
    assert [path.rsplit("/", 1)[1] for path, _, _ in listed] == ["a", "x", "b-c", "b.txt"]


def test_a_listing_has_pages_folders_and_globs(store: Server) -> None:
    write_small(store.root / "lists" / "a", 1100)
    write_small(store.root / "lists" / "b.eml", 4)
    store.take_requests()
    assert sum(len(split.paths) for split in plan(store)) == 1104
    assert methods(store) == {"LIST": 2, "HEAD": 1}
    assert max(len(split.paths) for split in plan(store)) <= _listing.MAX_PACK_OBJECTS
    assert len(plan(store, "s3://lists/a/*.eml")[0].paths) == 275
    assert plan(store, "s3://lists/a/000.eml")[0].paths == ("s3://lists/a/000.eml",)
    store.faults = [Fault("AccessDenied", "LIST")]
    assert plan(store, "s3://lists/a/000.eml")[0].paths == ("s3://lists/a/000.eml",)
    store.faults = []
    names = [path for split in plan(store, "s3://lists/*.eml") for path in split.paths]
    assert names == [f"s3://lists/b.eml/{name}" for name in ("000.eml", "001.txt", "002.mbox.gz", "003.html")]
    with pytest.raises(FileNotFoundError, match="s3://lists/none"):
        plan(store, "s3://lists/none")


@pytest.mark.parametrize("uri", ["s3://lists/a/*.eml", "s3://lists/**/*.eml", "s3://lists/"])
def test_a_listing_that_fails_is_an_error(store: Server, uri: str) -> None:
    write_small(store.root / "lists" / "a", 8)
    expected = [str(split) for split in plan(store, uri)]
    for fault in ("SlowDown", "InternalError"):
        store.faults = [Fault(fault, "LIST", times=1)]
        assert [str(split) for split in plan(store, uri)] == expected
    for fault, error in (("SlowDown", OSError), ("AccessDenied", PermissionError)):
        store.faults = [Fault(fault, "LIST")]
        began = time.monotonic()
        with pytest.raises(error, match=f"^{uri[:11]}"):
            plan(store, uri)
        assert time.monotonic() - began < _objects.MAX_SECONDS


def test_other_file_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have no versions in their answers, so they are asked after each range."""
    memory = fsspec.filesystem("memory")
    text = (CORPUS / "shelf.mbox").read_bytes()
    memory.pipe("/shelves/a.mbox", text)
    (tmp_path / "a.mbox").write_bytes(text)
    for uri, options in (("memory://shelves/*.mbox", None), (f"file://{tmp_path}", {})):
        splits = list(urlsift.plan_paths(uri, storage_options=options, split_bytes=6000, pack_bytes=0))
        assert len(splits) == 2
        found = [row["url"] for split in splits for row in urlsift.scan_split(split, storage_options=options)]
        assert found == [row["url"] for row in urlsift.scan(text)]
    memory.pipe("/shelves/a.mbox", text + b"\n")
    (tmp_path / "a.mbox").write_bytes(text[:-1] + b" ")
    os.utime(tmp_path / "a.mbox", (1, 1))
    for uri, options in (("memory:///shelves/a.mbox", None), (f"file://{tmp_path}/a.mbox", {})):
        (split,) = urlsift.plan([(uri, len(text), "" if options is None else time.time())])
        with pytest.raises(urlsift.SplitNotDone, match=f"^{uri}: changed"):
            list(urlsift.scan_split(split, storage_options=options))


def test_a_file_system_that_hangs_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not asynchronous, so its request cannot be stopped."""
    memory = fsspec.filesystem("memory")
    memory.pipe("/hanging/a.mbox", b"http://a.example/")
    (split,) = urlsift.plan_paths("memory://hanging")
    monkeypatch.setattr(type(memory), "cat_file", lambda *_, **__: time.sleep(9))
    monkeypatch.setattr(_objects, "MAX_SECONDS", 1)
    with pytest.raises(urlsift.SplitNotDone, match="^memory:///hanging/a.mbox: .*no answer within 1 seconds"):
        list(urlsift.scan_split(split))


def test_local_paths_beside_uris_are_read_without_options(tmp_path: Path) -> None:
    text = (CORPUS / "shelf.mbox").read_bytes()
    fsspec.filesystem("memory").pipe("/mixed/a.mbox", text)
    names = ["b.mbox", "c.mbox"]
    for name in names:
        (tmp_path / name).write_bytes(text)
    uris = ["memory://mixed/a.mbox", f"{tmp_path}/b.mbox", f"file://{tmp_path}/c.mbox"]
    splits = list(urlsift.plan_paths(uris))
    assert sorted(path for split in splits for path in split.paths) == sorted(
        ["memory:///mixed/a.mbox", *(f"{tmp_path}/{name}" for name in names)]
    )
    found = [row["url"] for split in splits for row in urlsift.scan_split(split)]
    assert found == 3 * [row["url"] for row in urlsift.scan(text)]


def test_a_web_server_is_asked_for_the_version_after_each_range(store: Server) -> None:
    path = store.root / "lists" / "a.mbox"
    write_mailbox(path, 200)
    uri = web_uri(store, "a.mbox")
    splits = list(urlsift.plan_paths(uri, split_bytes=1 << 20))
    for fault in ("short", "whole", "page"):
        store.faults = [Fault(fault, times=2)]
        found = [row["url"] for split in splits for row in urlsift.scan_split(split)]
        assert len(splits) == 3 and found == [row["url"] for row in urlsift.scan(path)]
    path.write_bytes(path.read_bytes().replace(b"http", b"HTTP"))
    for split in splits:
        with pytest.raises(urlsift.SplitNotDone, match=f"^{uri}: changed"):
            list(urlsift.scan_split(split))


def test_a_plan_leaves_nothing_out_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a.example/")
    with open(os.path.join(os.fsencode(tmp_path), b"\xe9.mbox"), "wb") as file:
        file.write(b"http://b.example/\n")
    with pytest.warns(UserWarning), pytest.raises(urlsift.DamageError, match="^not planned: .*not UTF-8"):
        urlsift.plan_paths(str(tmp_path))
    with pytest.warns(UserWarning):
        kept = urlsift.plan_paths(str(tmp_path), on_damage="keep")
    assert len(kept.damage) == 1 and [path for split in kept for path in split.paths] == [f"{tmp_path}/a.txt"]


def test_names_that_look_like_globs(tmp_path: Path) -> None:
    for name in ("a[1].txt", "a1.txt"):
        (tmp_path / name).touch()
    assert _listing.local_paths([f"{tmp_path}/a[1].txt"]) == [f"{tmp_path}/a[1].txt"]
    assert _listing.local_paths([f"file://{tmp_path}/a?.txt", f"{tmp_path}/a1.txt"]) == [f"{tmp_path}/a1.txt"]


@pytest.fixture
def moto() -> "Iterator[tuple[Any, dict[str, Any]]]":
    """Yields a file system of moto with an empty bucket, and its options."""
    server = pytest.importorskip("moto.server", reason="moto is not installed")
    running = server.ThreadedMotoServer(port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    options = {"key": "key", "secret": "secret", "client_kwargs": {"endpoint_url": f"http://{host}:{port}"}}
    s3 = fsspec.filesystem("s3", **options)
    s3.mkdir("lists")
    yield s3, options
    s3.rm("lists", recursive=True)
    running.stop()


def test_an_object_and_a_folder_of_one_name_are_both_planned(moto: "tuple[Any, dict[str, Any]]") -> None:
    s3, options = moto
    for name in ("a", "a/x", "a/y/z", "b/c", "d"):
        s3.pipe_file(f"lists/{name}", b"http://a.example/")
    table = [
        ("", ["a", "a/x", "a/y/z", "b/c", "d"]),
        ("*", ["a", "a/x", "a/y/z", "b/c", "d"]),
        ("[ad]", ["a", "a/x", "a/y/z", "d"]),
        ("a", ["a", "a/x", "a/y/z"]),
        ("a/*", ["a/x", "a/y/z"]),
        ("b", ["b/c"]),
        ("d", ["d"]),
    ]
    for uri, expected in table:
        listed = [path for path, *_ in _listing.stored_files([f"s3://lists/{uri}"], options)]
        assert listed == [f"s3://lists/{name}" for name in expected], uri


def test_rows_of_moto(moto: "tuple[Any, dict[str, Any]]", tmp_path: Path) -> None:
    s3, options = moto
    write_small(tmp_path / "small", 40)
    write_mailbox(tmp_path / "a.mbox", 150)
    s3.put(str(tmp_path) + "/", "lists/", recursive=True)
    splits = list(urlsift.plan_paths("s3://lists", storage_options=options, split_bytes=1 << 20))
    assert len(splits) > 3 and splits[0].paths == ("s3://lists/a.mbox",)

    def found(reader: urlsift.Reader, root: str) -> "list[tuple[str, ...]]":
        return [(row["source"].split(root)[1], *map(str, list(row.values())[1:])) for row in reader]

    readers = [urlsift.scan_split(split, storage_options=options, columns=COLUMNS) for split in splits]
    assert sorted(row for reader in readers for row in found(reader, "lists/")) == sorted(
        found(urlsift.scan(tmp_path, columns=COLUMNS), f"{tmp_path}/")
    )
    s3.pipe_file("lists/a.mbox", b"x" * (tmp_path / "a.mbox").stat().st_size)
    with pytest.raises(urlsift.SplitNotDone, match="^s3://lists/a.mbox: changed"):
        list(urlsift.scan_split(splits[0], storage_options=options))
