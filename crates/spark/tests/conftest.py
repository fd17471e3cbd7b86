"""A Spark cluster of two executors on this machine, and the tests' comparison of rows."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import pytest

TESTS = pathlib.Path(__file__).resolve().parent
# Executors import the module `faults` from here. `test.sh` installs the package; otherwise its sources are tested.
# The tests of the Python package have the store.
IMPORTED_FROM = [str(TESTS), str(TESTS.parents[1] / "python" / "tests")] + ([] if "URLSIFT_INSTALLED" in os.environ else [str(TESTS.parent)])
sys.path[:0] = IMPORTED_FROM

# A row's key: no two rows of a scan have the same.
KEY = ["source", "member_index", "part_offset", "part", "start"]


@contextlib.contextmanager
def cluster(folder):
    """Starts a cluster, and yields its URL. Its two workers have different hosts: Spark runs no copy of a task on the
    host of the task."""
    program = os.path.join(os.environ["SPARK_HOME"], "bin", "spark-class")
    ports = ["--port", "0", "--webui-port", "0"]
    started = []

    def start(name, *given):
        log = folder / f"{name} {len(started)}.log"
        with open(log, "wb") as file:
            command = [program, f"org.apache.spark.deploy.{name.lower()}.{name}", *ports, *given]
            started.append(subprocess.Popen(command, stdout=file, stderr=file, cwd=folder))
        return log

    try:
        log = start("Master", "--host", "127.0.0.1")
        while not (url := re.search(r"spark://127.0.0.1:\d+", log.read_text())):
            assert started[0].poll() is None, log.read_text()
            time.sleep(0.05)
        for host in ("127.0.0.1", "127.0.0.2"):
            start("Worker", "--host", host, "--cores", "1", "--memory", "1G", "--work-dir", str(folder), url[0])
        yield url[0]
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    pyspark = pytest.importorskip("pyspark", reason="skipped: pyspark is not installed")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("skipped: there is no Java")
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    path = os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*IMPORTED_FROM, os.environ.get("PYTHONPATH")]))
    with cluster(tmp_path_factory.mktemp("cluster")) as url:
        session = session_on(url, path)
        yield session
        session.stop()


def session_on(url, path):
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(url)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.scheduler.minRegisteredResourcesRatio", "1")
        .config("spark.speculation", "true")
        .config("spark.speculation.minTaskRuntime", "1s")
        .config("spark.speculation.quantile", "0.1")
        .config("spark.speculation.efficiency.enabled", "false")
        .config("spark.executorEnv.PYTHONPATH", path)
        .config("spark.task.maxFailures", "3")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.python.filterPushdown.enabled", "true")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    return session


@pytest.fixture(scope="session")
def data_source(spark):
    """Skips tests of the data source with Spark 3, which has none."""
    if spark.version < "4":
        pytest.skip(f"skipped: Spark {spark.version} has no Python data sources")


@pytest.fixture
def read(spark, data_source):
    """Returns a function that reads paths with the data source `urlsift`."""

    def read(*paths, source="urlsift", **options):
        reader = spark.read.format(source).options(**options)
        return reader.load(str(paths[0]) if len(paths) == 1 else [str(path) for path in paths])

    return read


def rows_of(frame):
    """Returns the rows of a DataFrame as an Arrow table."""
    import pyarrow

    if hasattr(frame, "toArrow"):
        return frame.toArrow()
    return pyarrow.Table.from_batches(frame._collect_as_arrow())


def scan_rows(paths, **scan):
    """Returns the rows of one scan of `paths`, without Spark."""
    import pyarrow
    import urlsift

    paths = [str(path) for path in (paths if isinstance(paths, list) else [paths])]
    return pyarrow.table(urlsift.scan(paths, **scan))


def with_sources(table, sources):
    """Returns a table of rows with other values of `source`."""
    import pyarrow

    at = table.schema.get_field_index("source")
    return table.set_column(at, table.schema.field(at), pyarrow.array(sources, pyarrow.string()))


def assert_same_rows(frame, expected):
    """Asserts that a DataFrame has the rows of an Arrow table in any order, with each field the same."""
    found = rows_of(frame).cast(expected.schema)
    assert found.num_rows == expected.num_rows
    keys = [name for name in KEY if name in expected.schema.names]
    if keys == KEY:
        assert found.group_by(KEY).aggregate([]).num_rows == found.num_rows, "two rows have the same key"
    ordered = [table.sort_by([(key, "ascending") for key in keys]).combine_chunks() for table in (found, expected)]
    for name in expected.schema.names:
        assert ordered[0].column(name).equals(ordered[1].column(name)), f"column {name} differs"
