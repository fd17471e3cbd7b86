"""Runs the examples of docstrings and README, and compares the stub with the module."""

import ast
import doctest
import inspect
from pathlib import Path
from typing import Any

import pytest

import urlsift

ROOT = Path(__file__).parents[1]


def documented() -> list[tuple[str, Any]]:
    """Returns the public functions and classes, and the attributes of the classes of the native module."""
    objects: list[tuple[str, Any]] = []
    for name in urlsift.__all__:
        value = getattr(urlsift, name)
        if inspect.isclass(value):
            objects.append((name, value))
            for field, attribute in vars(value).items():
                if not field.startswith("_") and not issubclass(value, tuple):
                    objects.append((f"{name}.{field}", attribute))
        elif callable(value) and getattr(value, "__module__", "") != "typing":
            objects.append((name, value))
    return objects


@pytest.mark.parametrize("name, value", documented())
def test_everything_public_has_a_docstring_with_an_example(
    name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "scan_polars":
        pytest.importorskip("polars", reason="polars is not installed")
    # Examples name files of the repository.
    monkeypatch.chdir(ROOT.parents[1])
    docstring = inspect.getdoc(value) or ""
    test = doctest.DocTestParser().get_doctest(docstring, {"urlsift": urlsift}, name, None, 0)
    assert test.examples, f"{name} has no example"
    output: list[str] = []
    results = doctest.DocTestRunner().run(test, out=output.append)
    assert results.failed == 0, "".join(output)


@pytest.mark.parametrize("document", ["README.md", "ADAPTERS.md", "../../README.md", "python/urlsift/__init__.py"])
def test_the_examples_of_documents_are_right(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The README names files of the repository.
    monkeypatch.chdir(ROOT.parents[1])
    text = (ROOT / document).read_text("utf-8")
    if document.endswith(".py"):
        text = urlsift.__doc__ or ""
    output: list[str] = []
    test = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, document, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test, out=output.append).failed == 0, "".join(output)


def test_the_code_of_the_readme_has_types(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    test = doctest.DocTestParser().get_doctest(
        (ROOT / "README.md").read_text("utf-8").replace("```", ""), {}, "README.md", None, 0
    )
    code = tmp_path / "readme.py"
    code.write_text("".join(example.source for example in test.examples), "utf-8")
    # Mypy then finds the installed package alone.
    options = ["--strict", "--disable-error-code=import-untyped", "--config-file="]
    out, err, status = api.run([*options, "--cache-dir", str(tmp_path), str(code)])
    assert status == 0, out + err


def stub() -> dict[str, Any]:
    """Returns the parameters of each function in the stub, the attributes of each class, and the constants."""
    path = ROOT / "python/urlsift/_urlsift.pyi"
    names: dict[str, Any] = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            arguments = node.args.args + node.args.kwonlyargs
            names[node.name] = [argument.arg for argument in arguments]
        elif isinstance(node, ast.ClassDef):
            functions = [it.name for it in node.body if isinstance(it, ast.FunctionDef)]
            names[node.name] = {name for name in functions if not name.startswith("_")}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = None
    return names


def test_the_stub_has_what_the_module_has() -> None:
    from urlsift import _urlsift

    # Names that begin with an underscore are for the Python half of the package.
    names = {name: content for name, content in stub().items() if not name.startswith("_")}
    public = {name for name in dir(_urlsift) if not name.startswith("_")}
    assert public == set(names)
    assert public < set(urlsift.__all__)
    for name, content in names.items():
        value = getattr(_urlsift, name)
        if isinstance(content, set):
            inherited = set(dir(value.__base__))
            fields = {field for field in set(dir(value)) - inherited if not field.startswith("_")}
            assert fields == content
        elif content is not None:
            assert list(inspect.signature(value).parameters) == content


def test_the_version_is_that_of_the_crate() -> None:
    manifest = (ROOT / "Cargo.toml").read_text("utf-8")
    assert f'version = "{urlsift.__version__}"' in manifest
