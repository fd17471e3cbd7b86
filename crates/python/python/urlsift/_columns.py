"""The URLs of a column of text in queries of DuckDB and polars, which are imported at the first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from urlsift._urlsift import find_many

if TYPE_CHECKING:
    import polars

# What DuckDB returns for a text.
_DUCKDB_TYPE = 'STRUCT(url VARCHAR, "start" BIGINT, "end" BIGINT, form VARCHAR, grade VARCHAR, notes VARCHAR[])[]'


def find_polars(column: Union[str, polars.Expr], **options: Any) -> polars.Expr:
    """Returns an expression of polars with the URLs of each text: a list of structs, as `find_many(lists=True)` has.

    `column` is a name or an expression. The options are those of `find_many`, whose threads are one by default, because
    polars runs expressions side by side. A wrong option raises an exception when the expression is made.

    >>> import polars
    >>> frame = polars.DataFrame({"text": ["see http://a.example/", None, "none"]})
    >>> frame.select(urlsift.find_polars("text").list.len()).to_series().to_list()
    [1, None, 0]
    """
    import polars

    options = {"threads": 1, **options}
    dtype = polars.DataFrame(find_many([], lists=True, **options)).schema["urls"]
    expression = polars.col(column) if isinstance(column, str) else column

    def find(texts: polars.Series) -> polars.Series:
        return polars.DataFrame(find_many(texts, lists=True, **options))["urls"].alias(texts.name)

    return expression.map_batches(find, return_dtype=dtype, is_elementwise=True)


def register_duckdb(connection: Any, name: str = "find_urls", **options: Any) -> None:
    """Registers a function of DuckDB that returns the URLs of a text: a list of structs, as `find_many(lists=True)` has.

    `connection` is the one that uses the function. The options are those of `find_many`, whose threads are one by default,
    because DuckDB runs functions side by side. Needs pyarrow and numpy.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> urlsift.register_duckdb(connection)
    >>> connection.sql("SELECT find_urls('see http://a.example/')[1].url").fetchall()
    [('http://a.example/',)]
    """
    import pyarrow

    options = {"threads": 1, **options}
    find_many([], lists=True, **options)

    def find(texts: Any) -> Any:
        return pyarrow.table(find_many(texts, lists=True, **options)).column("urls").combine_chunks()

    connection.create_function(
        name, find, ["VARCHAR"], connection.type(_DUCKDB_TYPE), type="arrow", null_handling="special"
    )
