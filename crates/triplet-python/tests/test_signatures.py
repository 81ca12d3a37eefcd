"""What is written in two places says the same: the stubs of the compiled module, and the methods of columns."""

import ast
import inspect
from pathlib import Path

import pytest

import triplet
from triplet import _triplet, columns
from triplet._methods import Methods

STUBS = ast.parse((Path(triplet.__file__).parent / "_triplet.pyi").read_text(encoding="utf-8")).body


def is_public(name):
    return not name.startswith("_")


def stub_parameters(function):
    """Name, kind, and whether there is a default, of each parameter of a stub."""
    parameters = function.args
    positional = [*parameters.posonlyargs, *parameters.args]
    first_default = len(positional) - len(parameters.defaults)
    for at, parameter in enumerate(positional):
        kind = inspect.Parameter.POSITIONAL_ONLY if parameter in parameters.posonlyargs else inspect.Parameter.POSITIONAL_OR_KEYWORD
        yield parameter.arg, kind, at >= first_default
    if parameters.vararg:
        yield parameters.vararg.arg, inspect.Parameter.VAR_POSITIONAL, False
    for parameter, default in zip(parameters.kwonlyargs, parameters.kw_defaults):
        yield parameter.arg, inspect.Parameter.KEYWORD_ONLY, default is not None
    if parameters.kwarg:
        yield parameters.kwarg.arg, inspect.Parameter.VAR_KEYWORD, False


def real_parameters(function):
    for parameter in inspect.signature(function).parameters.values():
        yield parameter.name, parameter.kind, parameter.default is not inspect.Parameter.empty


def without_self(parameters):
    """The first parameter of a method has another name in a stub."""
    return list(parameters)[1:]


FUNCTIONS = {item.name: item for item in STUBS if isinstance(item, ast.FunctionDef) and is_public(item.name)}
CLASSES = {item.name: item for item in STUBS if isinstance(item, ast.ClassDef) and is_public(item.name)}


def test_the_stubs_have_all_public_names():
    described = {*FUNCTIONS, *CLASSES}
    assert described == {name for name in vars(_triplet) if is_public(name)}
    for name, stub in CLASSES.items():
        methods = {item.name for item in stub.body if isinstance(item, ast.FunctionDef) and is_public(item.name)}
        fields = {item.target.id for item in stub.body if isinstance(item, ast.AnnAssign) and is_public(item.target.id)}
        assert methods | fields == {member for member in vars(getattr(_triplet, name)) if is_public(member)}, name


# `triplet.urllib.urlencode` is what callers see. It has the signature, and calls this one.
@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"urlencode"}))
def test_stub_of_a_function(name):
    assert list(stub_parameters(FUNCTIONS[name])) == list(real_parameters(getattr(_triplet, name)))


@pytest.mark.parametrize("name", CLASSES)
def test_stub_of_a_class(name):
    for stub in CLASSES[name].body:
        if not isinstance(stub, ast.FunctionDef) or not is_public(stub.name):
            continue
        method = inspect.getattr_static(getattr(_triplet, name), stub.name)
        decorators = {decorator.id for decorator in stub.decorator_list if isinstance(decorator, ast.Name)}
        if "property" in decorators:
            assert inspect.isdatadescriptor(method), stub.name
        elif "staticmethod" in decorators:
            assert list(stub_parameters(stub)) == list(real_parameters(getattr(getattr(_triplet, name), stub.name))), stub.name
        elif "classmethod" not in decorators:
            assert without_self(stub_parameters(stub)) == without_self(real_parameters(method)), stub.name


def test_methods_of_columns_are_its_functions():
    functions = {name for name in columns.__all__ if inspect.isfunction(getattr(columns, name))}
    assert functions == {name for name in vars(Methods) if is_public(name)}
    for name in functions:
        ours, method = (list(inspect.signature(getattr(owner, name)).parameters.values())[1:] for owner in (columns, Methods))
        assert [(p.name, p.kind, p.default) for p in ours] == [(p.name, p.kind, p.default) for p in method], name
        assert f"``triplet.columns.{name}``" in (inspect.getdoc(getattr(Methods, name)) or ""), name
