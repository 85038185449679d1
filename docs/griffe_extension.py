"""How griffe reads the source for the reference on the site, where its defaults do not fit.

mkdocs.yml names this file; mkdocstrings loads it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TypeGuard

import griffe

_REEXPORTS = "# mypy: implicit-reexport"
_STRUCTS = {"Struct", "msgspec.Struct", "NamedTuple", "typing.NamedTuple"}


class Reading(griffe.Extension):
    def on_alias_instance(self, *, node: Any, alias: griffe.Alias, **_: Any) -> None:
        """`from a import B as B` makes B public here, as type checkers have it."""
        if isinstance(node, ast.ImportFrom) and any(one.name == one.asname == alias.name for one in node.names):
            alias.public = True

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        for member in list(everything(pkg)):
            if isinstance(member, griffe.Module) and _REEXPORTS in "\n".join(member.lines):
                publish_imports(member)
            if isinstance(member, griffe.Alias):
                with suppress(griffe.AliasResolutionError, griffe.CyclicAliasError):  # a package that is not ours
                    member.resolve_target()
                continue
            if member.docstring is not None:
                member.docstring.value = fenced(member.docstring.value)
            if is_struct(member) and "__init__" not in member.members:
                member.set_member("__init__", constructor(member))
        prefer_exports(pkg)


def publish_imports(module: griffe.Module) -> None:
    """Make the imports of a module public that re-exports all of them, if they are ours."""
    for member in module.members.values():
        if isinstance(member, griffe.Alias) and member.target_path.startswith("boston7."):
            member.public = True


def everything(within: griffe.Module | griffe.Class) -> Iterator[griffe.Object | griffe.Alias]:
    yield within
    for member in within.members.values():
        if isinstance(member, griffe.Module | griffe.Class):
            yield from everything(member)
        else:
            yield member


def prefer_exports(package: griffe.Module) -> None:
    """Let `decide` be the function that the package exports, not the module of that name which declares it."""
    for name, member in list(package.members.items()):
        if isinstance(member, griffe.Module):
            prefer_exports(member)
            if name in (package.exports or ()) and package.imports.get(name) == f"{member.path}.{name}":
                package.set_member(name, griffe.Alias(name, member.members[name], parent=package))


def is_struct(member: griffe.Object) -> TypeGuard[griffe.Class]:
    """A class whose fields are the parameters of its constructor."""
    return isinstance(member, griffe.Class) and any(set(map(str, one.bases)) & _STRUCTS for one in lineage(member))


def lineage(struct: griffe.Class) -> list[griffe.Class]:
    """The class after all that it inherits from, as far as that is ours."""
    return [*(one for one in reversed(struct.mro()) if isinstance(one, griffe.Class)), struct]


def constructor(struct: griffe.Class) -> griffe.Function:
    fields = {
        name: griffe.Parameter(
            name, annotation=member.annotation, kind=griffe.ParameterKind.positional_or_keyword, default=member.value
        )
        for one in lineage(struct)
        for name, member in one.members.items()
        if isinstance(member, griffe.Attribute) and member.annotation and "instance-attribute" in member.labels
    }
    itself = griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
    parameters = griffe.Parameters(itself, *fields.values())
    return griffe.Function("__init__", lineno=0, endlineno=0, parent=struct, parameters=parameters, returns="None")


def fenced(text: str) -> str:
    """The text with each example at a prompt as code. Markdown would read `>>>` as quotations."""
    out: list[str] = []
    inside = False
    for line in [*text.splitlines(), ""]:
        if line.startswith(">>>") and not inside:
            out.append("```pycon")
            inside = True
        elif inside and not line:
            out.append("```")
            inside = False
        out.append(line)
    return "\n".join(out[:-1])
