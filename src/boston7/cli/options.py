"""Groups, arguments and options shared by several commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from boston7.cli.output import fail
from boston7.errors import UserError

if TYPE_CHECKING:
    from boston7.cards import Card
    from boston7.house import House
    from boston7.money import Cents


class Commands(TyperGroup):
    """A command group that prints user errors as sentences on stderr."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            fail(str(error))


def group(name: str, help: str) -> typer.Typer:
    return typer.Typer(name=name, help=help, cls=Commands, rich_markup_mode=None, no_args_is_help=True)


@contextmanager
def reading(option: str) -> Iterator[None]:
    """Name the option in the error message about its value."""
    try:
        yield
    except UserError as error:
        fail(f"{option}: {error}")


def house_ids(incomplete: str) -> list[str]:
    from boston7.house import PRESETS

    return [house for house in PRESETS if house.startswith(incomplete)]


def answer_the_first_tab_in_zsh() -> None:
    """Complete at the first Tab of a zsh session.

    zsh loads the script at the first Tab. Typer's own script then only registers itself and completes nothing.
    """
    from typer import _completion_shared as shared

    shared._completion_scripts["zsh"] = shared.COMPLETION_SCRIPT_ZSH + (
        "\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then %(complete_func)s; fi\n"
    )


HOUSE_HELP = "The id of a house, or the path of a TOML file."
HouseName = Annotated[str, typer.Argument(metavar="HOUSE", help=HOUSE_HELP, autocompletion=house_ids)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document; amounts are in cents.")]
Db = Annotated[
    str, typer.Option("--db", envvar="BOSTON7_DB", metavar="URL", help="A path, sqlite:///path or postgresql://...")
]
KeyFolder = Annotated[
    Path | None, typer.Option("--key-folder", metavar="DIR", help="Folder of room.key, if not next to the record.")
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="The reason, for the record.")]


def read_reason(text: str) -> str:
    reason = text.strip()
    if not 1 <= len(reason) <= 500 or not reason.isprintable():
        fail("A reason must have 1 to 500 printable characters.")
    return reason


def read_house(name: str) -> House:
    from boston7.house import load_house

    return load_house(name)


def read_money(text: str | None, option: str) -> Cents | None:
    from boston7.money import parse_dollars

    with reading(option):
        return None if text is None else parse_dollars(text)


def read_cards(text: str, option: str) -> tuple[Card, ...]:
    from boston7.cards import parse_cards

    with reading(option):
        return parse_cards(text)


def read_share(text: str) -> Fraction | None:
    """Parse `0.03`, `3%` or `3 %` without floats. Return None for anything else."""
    match = re.fullmatch(r"\s*(-?[0-9]{0,6}(?:\.[0-9]{0,18})?)\s*(%?)\s*", text)
    if match is None or not re.search("[0-9]", match[1]):
        return None
    return Fraction(f"{match[1]}0" if match[1].endswith(".") else match[1]) / (100 if match[2] else 1)


def names_in(given: Sequence[str] | None) -> list[str]:
    """Return the names, separated by commas or given as several options."""
    return [name.strip() for text in given or () for name in text.split(",") if name.strip()]
