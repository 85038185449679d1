"""`boston7 bots`: automatic guests at a server's table, to fill it or to load-test it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from boston7.cli.output import fail, print_json

if TYPE_CHECKING:
    import asyncio

    from boston7.bots import Bot

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
    """Seat bots at a play-money table and let them play until Ctrl-C. They use the server like a browser."""
    import asyncio

    from boston7.bots import Bot, Style
    from boston7.bots.client import house_at, new_guest

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
    pause = (0, 0) if hurry else _THINKING
    seated = []
    for number, token in enumerate(tokens):
        choices = Random(dice.getrandbits(64))
        seated.append(Bot(address, token, table, None, styles[number % len(styles)], pause=pause, dice=choices))
    try:
        asyncio.run(_play_until_ctrl_c(seated, table, json))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _play_until_ctrl_c(bots: list[Bot], table: str, json: bool) -> None:
    import asyncio
    from signal import SIG_IGN, SIGINT, SIGTERM, getsignal

    work = asyncio.current_task()
    assert work is not None
    _leave_on((SIGTERM,) if getsignal(SIGINT) is SIG_IGN else (SIGTERM, SIGINT), work)
    playing = {bot: asyncio.create_task(bot.play()) for bot in bots}
    try:
        placed = asyncio.create_task(_all_placed(bots))
        await asyncio.wait([placed, *playing.values()], return_when=asyncio.FIRST_COMPLETED)
        if placed.done():
            _report_seats([bot.no_chair for bot in bots], table, json)
        for bot in bots:
            if bot.no_chair:
                playing.pop(bot).cancel()
        await asyncio.gather(*playing.values())
    finally:
        for task in playing.values():
            task.cancel()
        await asyncio.gather(*playing.values(), return_exceptions=True)
        await asyncio.gather(*(bot.go() for bot in bots))


async def _all_placed(bots: list[Bot]) -> None:
    for bot in bots:
        await bot.placed.wait()


def _leave_on(signals: tuple[int, ...], work: asyncio.Task[None]) -> None:
    """Cancel the work at the first signal; the second one ends the program.

    The event loop handles signals, because a program started in the background ignores Ctrl-C and never raises
    `KeyboardInterrupt`.
    """
    from signal import SIG_DFL, signal

    loop = work.get_loop()

    def leave() -> None:
        for number in signals:
            loop.remove_signal_handler(number)
            signal(number, SIG_DFL)
        work.cancel()

    for number in signals:
        loop.add_signal_handler(number, leave)


def _report_seats(no_chair: list[str], table: str, json: bool) -> None:
    """Report how many bots have a seat. `no_chair` has a reason for each bot without one, and "" for the others."""
    from boston7.bots import CannotPlay

    reason = next(filter(None, no_chair), "")
    count = no_chair.count("")
    if not count:
        raise CannotPlay(f"No bot can take a seat at {table!r}. {reason}")
    if json:
        print_json({"table": table, "seated": count, "standing": len(no_chair) - count, "reason": reason or None})
        return
    sits = "bot sits" if count == 1 else "bots sit"
    rest = f" No seats for the rest. {reason}" if reason else ""
    print(f"{count} {sits} down at {table!r}.{rest} Press Ctrl-C to stop them.", flush=True)
