"""A data source whose tasks are killed, and whose tasks hang."""

import json
import os
import signal
import time

from pyspark_urlsift.batches import split_batches
from pyspark_urlsift.source import DefaultSource, SplitReader

COPY_SECONDS = 120


class KillingSource(DefaultSource):
    """Like `urlsift`, with the options `victims` and `marks`, a folder.

    `victims` is a JSON array with what happens once in the task of each partition: `worker`, `daemon` and `executor`
    kill that process after the first batch, and `scan` kills the worker in the middle of the scan. `slow` waits after
    the first batch until Spark runs a copy of the task. Each leaves a file in `marks`. `sleep` waits until it is ended.
    """

    @classmethod
    def name(cls):
        return "urlsift_killing"

    def __init__(self, options):
        given = {key: options[key] for key in options}
        self.fault = {"victims": json.loads(given.pop("victims")), "marks": given.pop("marks")}
        super().__init__(given)

    def reader(self, schema):
        reader = super().reader(schema)
        return KillingReader(reader.settings, schema, **self.fault)


class KillingReader(SplitReader):
    def __init__(self, settings, schema, victims, marks):
        super().__init__(settings, schema)
        self.victims = victims
        self.marks = marks

    def read(self, partition):
        from pyspark import TaskContext

        task = TaskContext.get()
        number = task.partitionId()
        self.victim = self.victims[number] if number < len(self.victims) else None
        self.mark = os.path.join(self.marks, f"{number:02} {self.victim}")
        opened = {"open": self.open_killing} if self.victim == "scan" else {}
        batches = split_batches(partition.value, self.columns, self.table, {**self.scan, **opened})
        for batch_number, batch in enumerate(batches):
            yield batch
            if batch_number == 0 and self.victim == "slow":
                self.wait_for_copy(task.attemptNumber())
            elif batch_number == 0 and self.victim == "sleep":
                open(self.mark, "w").close()
                time.sleep(COPY_SECONDS)
            elif batch_number == 0 and self.victim not in ("scan", None):
                self.kill_once()

    def open_killing(self, path):
        """Opens a file whose second read, in the middle of the scan, kills the process."""
        return KillingFile(path, self.kill_once)

    def wait_for_copy(self, attempt):
        """Waits until two attempts of the task run at the same time."""
        open(f"{self.mark} {attempt}", "w").close()
        ends = time.monotonic() + COPY_SECONDS
        while len(os.listdir(self.marks)) < 2:
            if time.monotonic() > ends:
                open(os.path.join(self.marks, "00 alone"), "w").close()
            time.sleep(0.05)

    def kill_once(self):
        try:
            os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        victims = {"daemon": os.getppid, "executor": java_parent}
        os.kill(victims.get(self.victim, os.getpid)(), signal.SIGKILL)


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
