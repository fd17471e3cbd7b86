"""Prints as JSON what DuckDB and pyarrow read from tables: `other_readers.py QUESTION FILE...`."""

import json
import os
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
    said["dates"] = one(f"SELECT count(date) FROM '{parquet}' WHERE date > TIMESTAMPTZ '0001-01-01 00:00:00+00'")
    return said


def types(lines, csv, parquet, stream):
    """Loads each file with the defaults of each program. Returns the rows, dates and instants that each reads."""
    import pandas
    import polars

    with open(stream, "rb") as file:
        streamed = pyarrow.ipc.open_stream(file).read_all()
    duck = {
        "jsonl": duckdb.read_json(lines),
        "csv": duckdb.read_csv(csv),
        "parquet": duckdb.read_parquet(parquet),
        "stream": duckdb.from_arrow(streamed),
    }
    said = {}
    for name, relation in duck.items():
        count, dates = relation.aggregate("count(*), count(date)").fetchall()[0]
        kind = dict(zip(relation.columns, relation.types))["date"]
        said[f"duckdb {name}"] = [count, dates, str(kind).startswith("TIMESTAMP")]
    frames = {
        "pandas jsonl": pandas.read_json(lines, lines=True),
        "pandas csv": pandas.read_csv(csv),
        "pandas parquet": pandas.read_parquet(parquet),
        "pandas stream": streamed.to_pandas(),
        "polars jsonl": polars.read_ndjson(lines, infer_schema_length=None),
        "polars csv": polars.read_csv(csv),
        "polars parquet": polars.read_parquet(parquet),
        "polars stream": polars.from_arrow(streamed),
    }
    for name, frame in frames.items():
        said[name] = [len(frame), int(frame["date"].count()), "datetime" in str(frame["date"].dtype).lower()]
    return said


def schema(lines, query):
    """Reads rows of JSON with a query. Returns the values that are not null, by column."""
    os.chdir(os.path.dirname(lines))
    with open(query) as file:
        relation = duckdb.sql(file.read())
    counts = relation.aggregate(", ".join(f'count("{name}")' for name in relation.columns))
    return dict(zip(relation.columns, counts.fetchall()[0]))


def groups(parquet):
    """Returns the number of rows in each row group."""
    metadata = pyarrow.parquet.ParquetFile(parquet).metadata
    return [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]


question, *files = sys.argv[1:]
answer = {"rows": rows, "queries": queries, "groups": groups, "types": types, "schema": schema}[question](*files)
json.dump(answer, sys.stdout, default=lambda date: int(date.timestamp()))
