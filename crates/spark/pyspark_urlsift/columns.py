"""The URLs of a column of text."""

from typing import Any, Union

TYPE = "array<struct<url: string, start: bigint, end: bigint, form: string, grade: string, notes: array<string>>>"


def find_urls(column: Union[str, Any], **options: Any) -> Any:
    """Returns a column with the URLs of each text in `column`, a name or a `Column` of strings or binary.

    Each value is an array of structs with `url`, `start`, `end`, `form`, `grade` and `notes`, as
    `urlsift.find_many(lists=True)` has them, and null for a null. The options are those of `find_many`.

    It is an Arrow UDF from Spark 4.1 on. Before, pandas converts the values, which takes longer.
    """
    import pyspark.sql.functions as functions
    import urlsift

    # A wrong option is an error here, and not in a task.
    options = {"threads": 1, **options}
    urlsift.find_many([], lists=True, **options)

    def find(texts):  # type: ignore[no-untyped-def]
        import pyarrow
        import urlsift

        urls = pyarrow.table(urlsift.find_many(texts, lists=True, **options)).column("urls").combine_chunks()
        return urls if isinstance(texts, (pyarrow.Array, pyarrow.ChunkedArray)) else urls.to_pandas()

    if hasattr(functions, "arrow_udf"):
        import pyarrow

        find.__annotations__ = {"texts": pyarrow.Array, "return": pyarrow.Array}
        return functions.arrow_udf(find, TYPE)(column)
    import pandas

    find.__annotations__ = {"texts": pandas.Series, "return": pandas.Series}
    return functions.pandas_udf(find, TYPE)(column)
