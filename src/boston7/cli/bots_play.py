"""Bots at their table until Ctrl-C, told in a sentence or a document once they sit."""

from __future__ import annotations

import asyncio
from signal import SIG_DFL, SIG_IGN, SIGINT, SIGTERM, getsignal, signal

from boston7.bots import Bot, CannotPlay
from boston7.cli.output import print_json


def _leave_on(signals: tuple[int, ...], work: asyncio.Task[None]) -> None:
    """They leave the table; a second signal ends the program at once. Said to the loop itself: a program that was
    started in the background ignores Ctrl-C, and what is built upon that would be ignored with it."""
    loop = asyncio.get_running_loop()

    def leave() -> None:
        for number in signals:
            loop.remove_signal_handler(number)
            signal(number, SIG_DFL)
        work.cancel()

    for number in signals:
        loop.add_signal_handler(number, leave)


async def play_until_ctrl_c(bots: list[Bot], table: str, json: bool) -> None:
    work = asyncio.current_task()
    assert work is not None
    _leave_on((SIGTERM,) if getsignal(SIGINT) is SIG_IGN else (SIGTERM, SIGINT), work)
    playing = {bot: asyncio.create_task(bot.play()) for bot in bots}
    try:
        placed = asyncio.create_task(_placed(bots))
        await asyncio.wait([placed, *playing.values()], return_when=asyncio.FIRST_COMPLETED)
        if placed.done():
            _say_who_sits([bot.no_chair for bot in bots], table, json)
        for bot in bots:
            if bot.no_chair:
                playing.pop(bot).cancel()
        await asyncio.gather(*playing.values())
    finally:
        for task in playing.values():
            task.cancel()
        await asyncio.gather(*playing.values(), return_exceptions=True)
        await asyncio.gather(*(bot.go() for bot in bots))


async def _placed(bots: list[Bot]) -> None:
    for bot in bots:
        await bot.placed.wait()


def _say_who_sits(no_chair: list[str], table: str, json: bool) -> None:
    """`no_chair` is a reason for each who cannot sit down, and nothing for the others."""
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
