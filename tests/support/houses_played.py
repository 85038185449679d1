"""The houses that a test plays, found in its source, to check the rows of the rulebook.

A test plays the houses it is parametrized with, those it loops over, and those it names in a call. So do its helpers
and the fixtures of its module. A call without a house plays its default. A house that is only compared or looked up is
not played. The houses are those of an ordinary run, not of a campaign.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from boston7.house import PRESETS

TESTS = Path(__file__).parents[1]
_ALL = frozenset(PRESETS)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOKED_UP = ("get", "index", "count", "startswith", "endswith")
_HOUSE = ("house", "house_id", "houses")


class Scope(NamedTuple):
    """A test module: its definitions, and its imports from other test modules."""

    path: Path
    defined: dict[str, ast.AST]
    imported: dict[str, tuple[Path, str]]


def houses_played(path: Path, test: str) -> frozenset[str]:
    """Return the houses that a test plays."""
    scope = _scope(path)
    function = scope.defined[test]
    assert isinstance(function, ast.FunctionDef)
    return frozenset(_function(function, scope, set()))


@cache
def _scope(path: Path) -> Scope:
    defined: dict[str, ast.AST] = {}
    imported: dict[str, tuple[Path, str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, _FUNCTIONS):
            defined[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    defined[target.id] = node.value
        elif isinstance(node, ast.ImportFrom) and (support := TESTS / "support" / f"{node.module}.py").is_file():
            imported.update({name.asname or name.name: (support, name.name) for name in node.names})
    return Scope(path, defined, imported)


def _found(name: str, scope: Scope) -> tuple[ast.AST, Scope] | None:
    """Return the definition of a name and its module."""
    if name in scope.defined:
        return scope.defined[name], scope
    if name in scope.imported:
        path, there = scope.imported[name]
        return _found(there, _scope(path))
    return None


def _function(node: ast.AST, scope: Scope, seen: set[tuple[Path, str]]) -> set[str]:
    """Return the houses that a test, a helper or a class plays."""
    assert isinstance(node, _FUNCTIONS)
    if (scope.path, node.name) in seen:
        return set()
    seen.add((scope.path, node.name))
    played: set[str] = set()
    for decorator in node.decorator_list:
        played |= _every(decorator, scope)
        played |= {house for part in _ordinary(decorator) for house in _played(part, scope, seen)}
    if isinstance(node, ast.FunctionDef):
        for argument in node.args.args:
            if isinstance(fixture := scope.defined.get(argument.arg), ast.FunctionDef):
                played |= _function(fixture, scope, seen)
    for statement in node.body:
        for part in _ordinary(statement):
            played |= _played(part, scope, seen)
    return played


def _played(part: ast.AST, scope: Scope, seen: set[tuple[Path, str]]) -> set[str]:
    if isinstance(part, ast.For | ast.comprehension):
        return _every(part.iter, scope)
    if isinstance(part, ast.Name):
        return _constant(part.id, scope, seen)
    if isinstance(part, ast.Dict):  # A request to a server.
        pairs = zip(part.keys, part.values, strict=True)
        houses = [value for key, value in pairs if isinstance(key, ast.Constant) and key.value in _HOUSE]
        return {house for value in houses for house in _named(value, scope)}
    if not isinstance(part, ast.Call):
        return set()
    if isinstance(part.func, ast.Attribute) and part.func.attr in _LOOKED_UP:
        return set()
    played: set[str] = set()
    for argument in (*part.args, *(keyword.value for keyword in part.keywords)):
        played |= _named(argument, scope)
    name = (
        part.func.id
        if isinstance(part.func, ast.Name)
        else part.func.attr
        if isinstance(part.func, ast.Attribute)
        else ""
    )
    found = _found(name, scope)
    if found is not None and isinstance(found[0], _FUNCTIONS):
        played |= _left_out(part, found[0]) | _function(*found, seen)
    return played


def _constant(name: str, scope: Scope, seen: set[tuple[Path, str]]) -> set[str]:
    """Return the houses in the value of a module constant, such as `HOUSE = preset("nhcg")`."""
    found = _found(name, scope)
    if found is None or isinstance(found[0], _FUNCTIONS) or (found[1].path, name) in seen:
        return set()
    value, place = found
    seen.add((place.path, name))
    return {house for part in _ordinary(value) for house in _played(part, place, seen)}


def _left_out(call: ast.Call, called: ast.AST) -> set[str]:
    """Return the default house of a call that omits the parameter."""
    if isinstance(called, ast.ClassDef):
        called = next((one for one in called.body if getattr(one, "name", "") == "__init__"), called)
    if not isinstance(called, ast.FunctionDef):
        return set()
    names = [argument.arg for argument in called.args.args if argument.arg != "self"]
    defaults = [*zip(reversed(names), reversed(called.args.defaults), strict=False)]
    defaults += [(one.arg, value) for one, value in zip(called.args.kwonlyargs, called.args.kw_defaults, strict=True)
                 if value is not None]  # fmt: skip
    given = {*names[: len(call.args)], *(keyword.arg for keyword in call.keywords)}
    return {
        default.value
        for name, default in defaults
        if name in _HOUSE and name not in given and isinstance(default, ast.Constant) and default.value in _ALL
    }


def _ordinary(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that an ordinary run executes."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.IfExp | ast.If) and _campaign(node.test) and child in _branch(node.body):
            continue
        yield from _ordinary(child)


def _branch(body: ast.expr | list[ast.stmt]) -> list[ast.AST]:
    return [*body] if isinstance(body, list) else [body]


def _campaign(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "CAMPAIGN"


def _named(argument: ast.AST, scope: Scope) -> set[str]:
    """Return the houses that an argument names, by a literal, a constant or a conditional."""
    if isinstance(argument, ast.IfExp):
        ways = [argument.orelse] if _campaign(argument.test) else [argument.body, argument.orelse]
        return {house for way in ways for house in _named(way, scope)}
    if isinstance(argument, ast.Name) and (found := _found(argument.id, scope)) is not None:
        argument = found[0]
    return {argument.value} if isinstance(argument, ast.Constant) and argument.value in _ALL else set()


def _every(values: ast.AST, scope: Scope) -> set[str]:
    """Return every house in the values of a loop or a parametrization."""
    if isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id == "first":
        return _first(values.args, scope)
    if isinstance(values, ast.Constant):
        return {values.value} & _ALL if isinstance(values.value, str) else set()
    if isinstance(values, ast.Name):
        if values.id == "PRESETS":
            return {*PRESETS}
        found = _found(values.id, scope)
        return _every(*found) if found and not isinstance(found[0], _FUNCTIONS) else set()
    if isinstance(values, ast.IfExp) and _campaign(values.test):
        return _every(values.orelse, scope)
    return {house for child in ast.iter_child_nodes(values) for house in _every(child, scope)}


def _first(arguments: list[ast.expr], scope: Scope) -> set[str]:
    """Return the values of `first(short, every)` in an ordinary run."""
    number, every = arguments
    short = int(ast.literal_eval(number))
    if isinstance(every, ast.Name) and every.id == "PRESETS":
        return {*PRESETS[:short]}
    found = _found(every.id, scope) if isinstance(every, ast.Name) else (every, scope)
    assert found is not None
    values, place = found
    kept = values.elts[:short] if isinstance(values, ast.List | ast.Tuple) else [values]
    return {house for value in kept for house in _every(value, place)}
