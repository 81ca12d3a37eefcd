"""The examples of docstrings and of documents, as tests."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import types
from pathlib import Path

import pytest

import triplet
import triplet.sets
import triplet.streams
import triplet.urllib

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
ROOT = PACKAGE.parent.parent


def documented():
    """Every public object, and every method and property of a class, by its name."""
    for module in (triplet, triplet.urllib, triplet.streams, triplet.sets):
        yield module.__name__, module
        for name in module.__all__:
            item = getattr(module, name)
            if isinstance(item, (str, types.ModuleType)):
                continue
            yield f"{module.__name__}.{name}", item
            if inspect.isclass(item):
                for member, value in vars(item).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value


DOCUMENTED = dict(documented())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstring(name):
    item = DOCUMENTED[name]
    is_field = isinstance(item, (types.GetSetDescriptorType, types.MemberDescriptorType, property))
    text = inspect.getdoc(item)
    # A field of a class may be described in the docstring of its class.
    if is_field and not text:
        owner = DOCUMENTED[name.rpartition(".")[0]]
        assert f"``{name.rpartition('.')[2]}``" in (inspect.getdoc(owner) or ""), "no docstring, and not in that of its class"
        return
    assert text and len(text) > 10, "no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    is_function = isinstance(item, (types.BuiltinFunctionType, types.FunctionType)) and "." not in name.removeprefix("triplet.").removeprefix("urllib.")
    assert test.examples or not is_function, "no example"
    report = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_help():
    """`help()` shows signatures and texts, without what only Rust's or Sphinx's readers understand."""
    import pydoc

    for name, item in DOCUMENTED.items():
        text = pydoc.render_doc(item, renderer=pydoc.plaintext)
        first = text.splitlines()[2]
        if callable(item) and not inspect.isclass(item):
            assert "(" in first and "(...)" not in first, first
        assert "/// " not in text and ":func:" not in text, name
    shown = pydoc.render_doc(triplet.decode, renderer=pydoc.plaintext)
    # Python 3.13 breaks a long signature into lines.
    assert "decode(input,*,lenient=False,plus_as_space=False" in "".join(shown.split())


def blocks(path):
    """The blocks of a document that have a language, and their lines."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        yield found[1], found[2], text[: found.start()].count("\n") + 2


DOCUMENTS = [path for path in (PACKAGE / "README.md", ROOT / "docs" / "python.md") if path.exists()]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_document(path, tmp_path, monkeypatch):
    """Blocks of Python run one after the other in one namespace; what a comment after `#` says is what the line gives."""
    monkeypatch.chdir(tmp_path)
    namespace = {}
    count = 0
    for language, source, line in blocks(path):
        if language != "python":
            assert language in ("sh", "text"), f"{path}:{line}: nothing runs {language}"
            continue
        count += 1
        if source.lstrip().startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(source, namespace, path.name, str(path), line)
            report = []
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            runner.run(test, out=report.append, clear_globs=False)
            namespace.update(test.globs)
            assert runner.failures == 0, "".join(report)
        else:
            exec(compile(ast.parse(source), f"{path}:{line}", "exec"), namespace)
    assert count > 3


def test_every_module_is_imported_without_packages():
    """Modules for other packages say which package they need; the rest is imported with Python alone."""
    others = {"columns", "polars", "pandas", "duckdb", "spark", "arrow"}
    for module in pkgutil.walk_packages(triplet.__path__, "triplet."):
        if module.name.removeprefix("triplet.").split(".")[0] not in others:
            importlib.import_module(module.name)
