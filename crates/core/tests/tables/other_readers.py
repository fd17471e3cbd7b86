"""Prints as JSON what DuckDB and pyarrow read from tables: `other_readers.py QUESTION FILE...`."""

import json
import sys

import duckdb
import pyarrow.ipc
import pyarrow.parquet


def objects(relation):
    """Returns the rows of a DuckDB relation, in order."""
    return [dict(zip(relation.columns, row)) for row in relation.fetchall()]


def rows(parquet, arrow, stream):
    """Returns all rows, by reader."""
    table = pyarrow.ipc.open_file(arrow).read_all()
    with open(stream, "rb") as file:
        streamed = pyarrow.ipc.open_stream(file).read_all()
    return {
        "pyarrow parquet": pyarrow.parquet.read_table(parquet).to_pylist(),
        "pyarrow arrow": table.to_pylist(),
        "pyarrow stream": streamed.to_pylist(),
        "duckdb parquet": objects(duckdb.read_parquet(parquet)),
        "duckdb arrow": objects(duckdb.from_arrow(table)),
    }


def queries(parquet):
    """Counts the elements of the lists and the dates, and converts times with an unknown zone."""

    def one(query):
        return duckdb.sql(query).fetchall()[0][0]

    lists = ["pieces", "readings", "doubts", "notes", "grammars"]
    said = {
        name: one(f"SELECT count(*) FROM (SELECT unnest({name}) FROM '{parquet}')") for name in lists
    }
    said["dates"] = one(f"SELECT count(try_cast(date AS TIMESTAMPTZ)) FROM '{parquet}'")
    zones = ["-00:00", "-05:00"]
    duckdb.execute("SET TimeZone = 'UTC'")
    said["unknown_zone"] = [
        one(f"SELECT strftime('1996-03-01T12:00:00{zone}'::TIMESTAMPTZ, '%Y-%m-%dT%H:%M:%S')")
        for zone in zones
    ]
    return said


def groups(parquet):
    """Returns the number of rows in each row group."""
    metadata = pyarrow.parquet.ParquetFile(parquet).metadata
    return [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]


question, *files = sys.argv[1:]
json.dump({"rows": rows, "queries": queries, "groups": groups}[question](*files), sys.stdout)
