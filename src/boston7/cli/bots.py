"""`boston7 bots`: guests who play by themselves at a server's table, to fill it or to load it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from boston7.cli.output import CHECK_FAILED, fail

if TYPE_CHECKING:
    from boston7.bots import Bot

_THINKING = 0.4, 1.5
_SERVER = "http://127.0.0.1:7007"


def bots(
    url: Annotated[str, typer.Argument(metavar="URL", help="The server, such as http://127.0.0.1:7007.")] = _SERVER,
    table: Annotated[str, typer.Option(metavar="NAME", help="The table they sit down at.")] = "main",
    style: Annotated[
        str, typer.Option(metavar="STYLE", help="optimal, cautious or reckless; several, with commas, take turns.")
    ] = "optimal",
    count: Annotated[int, typer.Option(metavar="N", min=1, max=6, help="How many of them.")] = 1,
    hurry: Annotated[bool, typer.Option("--hurry", help="Do not stop to think, so that the table is loaded.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="For the same habits again.")] = None,
) -> None:
    """Seat bots at a play-money table and let them play until Ctrl-C. They talk to the server as any browser does."""
    from boston7.bots import Bot, Style, TurnedAway
    from boston7.bots.door import house_at, new_guest

    styles: list[Style] = [known for name in style.split(",") for known in get_args(Style) if known == name.strip()]
    if len(styles) != len(style.split(",")):
        fail(f"There is no style {style[:60]!r}; bots are {', '.join(get_args(Style))}.")
    if not url.startswith(("http://", "https://")):
        fail(f"The server is an address such as {_SERVER}, not {url[:60]!r}.")
    address, dice = url.rstrip("/"), Random(seed)
    try:
        tokens = [new_guest(address) for _ in range(count)]
        house_at(address, tokens[0], table)
    except OSError as error:
        fail(f"The bots cannot sit down at {table!r}: {error}.", CHECK_FAILED)
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
    print(f"{count} {'bot sits' if count == 1 else 'bots sit'} down at {table!r}. Ctrl-C sends them away.", flush=True)
    try:
        asyncio.run(_play(seated))
    except TurnedAway as error:
        fail(str(error), CHECK_FAILED)


async def _play(seated: list[Bot]) -> None:
    await asyncio.gather(*(bot.play() for bot in seated))
