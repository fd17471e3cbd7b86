"""The data source `urlsift` of Spark 4."""

import warnings
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from .batches import check, damage_batch, prepare_worker, spark_schema, split_batches
from .filters import can_have_rows, scan_arguments
from .options import Settings

# The key of the options in the metadata of the first column of a table of a catalog.
METADATA = "urlsift"


class DefaultSource(DataSource):
    """The data source `urlsift`: one row for each URL, or one for each damage.

    Spark finds this class by its name. The README describes the options.
    """

    @classmethod
    def name(cls) -> str:
        """Returns the name for `spark.read.format`."""
        return "urlsift"

    def schema(self) -> Any:
        """Returns the columns of the table, after checking the options and local paths."""
        settings = Settings.parse(self.options)
        if "provider" in self.options and settings.storage_options is not None:
            # The metadata below is in each file that Spark writes from the table, and these may be credentials.
            raise ValueError("a table of a catalog takes no `storageOptions`; set credentials in the environment")
        check(settings)
        schema = spark_schema(settings.columns, settings.table)
        # Spark does not pass the options of a table of a catalog to its reader, but the schema with its metadata.
        schema.fields[0].metadata = {METADATA: dict(self.options)} if "provider" in self.options else {}
        prepare_worker()
        return schema

    def reader(self, schema: Any) -> "SplitReader":
        """Returns the reader of all columns of `schema`, which must be columns of the table with their types."""
        settings = Settings.parse(self.options or schema.fields[0].metadata.get(METADATA, {}))
        _check_schema(schema, settings.table)
        for option, reason in _ineffective(settings, schema.names):
            warnings.warn(f"the option `{option}` has no effect: {reason}")
        return FilteringReader(settings, schema) if settings.push_filters else SplitReader(settings, schema)


def _ineffective(settings: Settings, names: List[str]) -> Iterator[Tuple[str, str]]:
    """Yields the options that are set and cannot work in a query of the columns `names`, each with the reason."""
    if settings.push_filters and not hasattr(DataSourceReader, "pushFilters"):
        yield "pushFilters", "this Spark passes no filters to Python; 4.1 does"
    if settings.columns is not None and settings.columns != names:
        yield "columns", "the query has a schema with other columns"


def _check_schema(schema: Any, table: str) -> None:
    for column, known in zip(schema, spark_schema(schema.names, table)):
        if column.dataType.simpleString() != known.dataType.simpleString():
            raise ValueError(
                f"column `{column.name}` has type {known.dataType.simpleString()}, "
                f"and the schema of the query says {column.dataType.simpleString()}"
            )


class SplitReader(DataSourceReader):
    """Reads each split in a task of its own, in the order of the plan: the largest files that cannot be cut first."""

    def __init__(self, settings: Settings, schema: Any) -> None:
        self.settings: Optional[Settings] = settings
        self.columns: List[str] = schema.names
        self.table = settings.table
        self.scan = {**settings.scan, "storage_options": settings.storage_options}
        self.filters: List[Any] = []

    def __getstate__(self) -> dict:
        # Spark sends the reader with each task, and a query may name many paths, which only the plan needs.
        return {**self.__dict__, "settings": None, "filters": []}

    def partitions(self) -> Sequence[InputPartition]:
        """Plans the paths, and returns a partition for each split. What is not planned is a partition of the table `damage`.

        Raises `urlsift.DamageError` if something cannot be planned, unless `onDamage` is `keep` or the table is `damage`,
        which lists it.
        """
        import urlsift

        prepare_worker()
        check(self.settings)
        is_listed = self.settings.keeps_unplanned or self.table == "damage"
        is_kept = is_listed and self.scan.get("on_damage") != "raise"
        options = {"storage_options": self.settings.storage_options, "on_damage": "keep" if is_kept else "raise"}
        plan = urlsift.plan_paths(self.settings.paths, **options, **self.settings.plan)
        damage = [plan.damage] if plan.damage and self.table == "damage" else []
        splits = [str(split) for split in plan if can_have_rows(split.paths, self.filters)]
        return [InputPartition(part) for part in [*splits, *damage]]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Yields the rows of a split as record batches. Spark calls this in a task."""
        # Spark asks for one partition with None if the plan is empty.
        line = getattr(partition, "value", None)
        if line is None:
            return iter(())
        if isinstance(line, list):
            return iter([damage_batch(line, self.columns)])
        return split_batches(line, self.columns, self.table, self.scan)


class FilteringReader(SplitReader):
    """Like `SplitReader`, but leaves out rows that filters of the query would drop.

    Spark refuses a reader with `pushFilters` if `spark.sql.python.filterPushdown.enabled` is off, so this class is
    only used on request.
    """

    def pushFilters(self, filters: List[Any]) -> List[Any]:
        """Narrows the plan and the scan by `filters`, and returns all of them, so that Spark applies them again."""
        self.filters = filters
        self.scan = scan_arguments(filters, self.scan)
        return filters


def register(spark: Any) -> None:
    """Registers the data source in a session, for installations in which Spark does not find it by its name."""
    spark.dataSource.register(DefaultSource)
