"""`boston7 bots`: guests who play by themselves at a server's table, to fill it or to load it."""

from __future__ import annotations

from random import Random
from typing import Annotated, get_args

import typer

from boston7.cli.output import fail

_THINKING = 0.4, 1.5
_SERVER = "http://127.0.0.1:7007"


def bots(
    url: Annotated[str, typer.Argument(metavar="URL", help="The server, such as http://127.0.0.1:7007.")] = _SERVER,
    table: Annotated[str, typer.Option(metavar="NAME", help="The table to sit at.")] = "main",
    style: Annotated[
        str,
        typer.Option(
            "--style", metavar="STYLE", help="optimal, cautious or reckless; several, with commas, take turns."
        ),
    ] = "optimal",
    count: Annotated[int, typer.Option(metavar="N", min=1, max=6, help="How many bots.")] = 1,
    hurry: Annotated[bool, typer.Option("--hurry", help="Act without pauses, to load the table.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Repeat the same choices.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document once they are seated.")] = False,
) -> None:
    """Seat bots at a play-money table and let them play until Ctrl-C. They talk to the server as any browser does."""
    import asyncio

    from boston7.bots import Bot, CannotPlay, Style
    from boston7.bots.client import house_at, new_guest
    from boston7.cli.bots_play import play_until_ctrl_c

    styles: list[Style] = [known for name in style.split(",") for known in get_args(Style) if known == name.strip()]
    if len(styles) != len(style.split(",")):
        fail(f"Unknown style {style[:60]!r}; styles are {', '.join(get_args(Style))}.")
    if not url.startswith(("http://", "https://")):
        fail(f"The server is an address such as {_SERVER}, not {url[:60]!r}.")
    address, dice = url.rstrip("/"), Random(seed)
    try:
        tokens = [new_guest(address) for _ in range(count)]
        house_at(address, tokens[0], table)
    except OSError as error:
        fail(f"The bots cannot take seats at {table!r}: {error}")
    seated = [
        Bot(
            address,
            token,
            table,
            None,
            styles[number % len(styles)],
            pause=(0, 0) if hurry else _THINKING,
            dice=Random(dice.getrandbits(64)),
        )
        for number, token in enumerate(tokens)
    ]
    try:
        asyncio.run(play_until_ctrl_c(seated, table, json))
    except CannotPlay as error:
        fail(str(error))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
