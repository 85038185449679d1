"""Arguments and options that several commands share: how they are described, completed and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.output import fail

if TYPE_CHECKING:
    from boston7.cards import Card
    from boston7.house import House
    from boston7.money import Cents


def house_ids(incomplete: str) -> list[str]:
    from boston7.house import PRESETS

    return [house for house in PRESETS if house.startswith(incomplete)]


def answer_the_first_tab_in_zsh() -> None:
    """zsh loads our script at the first Tab of a session. typer's only registers itself then, and completes nothing."""
    from typer import _completion_shared as shared

    shared._completion_scripts["zsh"] = shared.COMPLETION_SCRIPT_ZSH + (
        "\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then %(complete_func)s; fi\n"
    )


HOUSE_HELP = "The id of a house, or the path of a TOML file."
HouseName = Annotated[str, typer.Argument(metavar="HOUSE", help=HOUSE_HELP, autocompletion=house_ids)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document; amounts are in cents.")]


def load_or_fail(name: str) -> House:
    """Load a house, or end the command with everything that is wrong with it."""
    from boston7.house import InvalidHouse, UnknownHouse, load_house

    try:
        return load_house(name)
    except (InvalidHouse, UnknownHouse) as error:
        fail(str(error))


def house_text_or_fail(name: str) -> str:
    from boston7.house import UnknownHouse
    from boston7.house.load import house_text

    try:
        return house_text(name)
    except UnknownHouse as error:
        fail(str(error))


def money_or_fail(text: str | None, option: str) -> Cents | None:
    from boston7.money import InvalidMoney, parse_dollars

    if text is None:
        return None
    try:
        return parse_dollars(text)
    except InvalidMoney as error:
        fail(f"{option}: {error}")


def cards_or_fail(text: str, option: str) -> tuple[Card, ...]:
    from boston7.cards import InvalidCards, parse_cards

    try:
        return parse_cards(text)
    except InvalidCards as error:
        fail(f"{option}: {error}")


def names_in(given: Sequence[str] | None) -> list[str]:
    """`--vary a,b --vary c` and `--vary a,b,c` are the same."""
    return [name.strip() for text in given or () for name in text.split(",") if name.strip()]
