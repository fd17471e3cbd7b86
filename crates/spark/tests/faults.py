"""A data source that kills a process in the middle of the first task that gets there."""

import os
import signal

from pyspark_urlsift.batches import split_batches
from pyspark_urlsift.source import DefaultSource, SplitReader


class KillingSource(DefaultSource):
    """Like `urlsift`, with the options `victim` (`worker`, `executor` or `scan`) and `marker`, a file to create."""

    @classmethod
    def name(cls):
        return "urlsift_killing"

    def __init__(self, options):
        given = {key: options[key] for key in options}
        self.fault = {key: given.pop(key) for key in ("victim", "marker")}
        super().__init__(given)

    def reader(self, schema):
        reader = super().reader(schema)
        return KillingReader(reader.settings, schema, **self.fault)


class KillingReader(SplitReader):
    def __init__(self, settings, schema, victim, marker):
        super().__init__(settings, schema)
        self.victim = victim
        self.marker = marker

    def read(self, partition):
        opener = self.open_killing if self.victim == "scan" else self.open
        batches = split_batches(partition.value, self.columns, self.table, self.scan, opener)
        for number, batch in enumerate(batches):
            yield batch
            if number == 0 and self.victim != "scan":
                self.kill_once()

    def open_killing(self, path):
        """Opens a file whose second read, in the middle of the scan, kills the process."""
        return KillingFile(path, self.kill_once)

    def kill_once(self):
        try:
            os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(java_parent() if self.victim == "executor" else os.getpid(), signal.SIGKILL)


class KillingFile:
    def __init__(self, path, kill):
        self.file = open(path, "rb")
        self.kill = kill
        self.reads = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _count(self):
        self.reads += 1
        if self.reads == 2:
            self.kill()

    def read(self, size=-1):
        self._count()
        return self.file.read(size if size < 0 else min(size, 4096))

    def readinto(self, buffer):
        self._count()
        return self.file.readinto(memoryview(buffer)[:4096])

    def __getattr__(self, name):
        return getattr(self.file, name)


class FailingSource(DefaultSource):
    """Like `urlsift`, with a store that fails: the options `fault` (`error`, `short` or `length`) and `at`."""

    @classmethod
    def name(cls):
        return "urlsift_failing"

    def __init__(self, options):
        given = {key: options[key] for key in options}
        self.fault = {key: given.pop(key) for key in ("fault", "at")}
        super().__init__(given)

    def reader(self, schema):
        reader = super().reader(schema)
        return FailingReader(reader.settings, schema, **self.fault)


class FailingReader(SplitReader):
    def __init__(self, settings, schema, fault, at):
        super().__init__(settings, schema)
        self.fault = fault
        self.at = at

    def read(self, partition):
        opener = lambda path: FailingFile(path, self.fault, self.at)  # noqa: E731
        return split_batches(partition.value, self.columns, self.table, self.scan, opener)


class FailingFile:
    """A file that fails at the first read, in its middle, or in its last bytes."""

    def __init__(self, path, fault, at):
        self.file = open(path, "rb")
        self.fault = fault
        self.size = os.path.getsize(path) + (100 if fault == "length" else 0)
        self.first = {"first": 0, "middle": self.size // 2, "last": self.size - 4096}[at]
        self.has_failed = False

    def read(self, size=-1):
        self.has_failed = self.has_failed or self.file.tell() >= self.first
        if self.has_failed and self.fault == "error":
            raise ConnectionResetError("reset by peer")
        return b"" if self.has_failed and self.fault == "short" else self.file.read(min(size, 4096))

    def __getattr__(self, name):
        return getattr(self.file, name)


def java_parent():
    """Returns the process id of the executor: the next Java process above this worker."""
    pid = os.getppid()
    while pid > 1:
        with open(f"/proc/{pid}/stat") as stat:
            name, rest = stat.read().split("(", 1)[1].rsplit(")", 1)
        if name == "java":
            return pid
        pid = int(rest.split()[1])
    raise RuntimeError("no Java process above this one")
