"""Boston 7 Stud Poker, with the rules of five card rooms.

The names below are the whole public interface; each is imported on first use. Amounts are integer cents.

    from boston7 import load_house, play, price, settle_round

    house = load_house("nhcg")
    price(house, ante=10_00).house_edge
    play(house, rounds=1_000, seed=7).won
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boston7.cards import Card, parse_cards
    from boston7.described import SettledRound, settle_round
    from boston7.env import Choose, Env, Results, play
    from boston7.errors import UserError
    from boston7.game import (
        Command,
        CommandSpec,
        Event,
        Game,
        Phase,
        Position,
        Rejection,
        Table,
        TableView,
        WagerLine,
        decide,
        evolve,
        legal,
        settle,
        view,
    )
    from boston7.hands import best_five
    from boston7.house import PRESETS, House, load_house
    from boston7.local import LocalTable, RejectedCommand
    from boston7.odds import Pricing, Stakes, price
    from boston7.record import Record, open_record, verify

__version__ = "0.2.0"

_ROOMS = {
    "cards": ("Card", "parse_cards"),
    "described": ("SettledRound", "settle_round"),
    "env": ("Choose", "Env", "Results", "play"),
    "errors": ("UserError",),
    "game": (
        "Command", "CommandSpec", "Event", "Game", "Phase", "Position", "Rejection", "Table", "TableView", "WagerLine",
        "decide", "evolve", "legal", "settle", "view",
    ),
    "hands": ("best_five",),
    "house": ("PRESETS", "House", "load_house"),
    "local": ("LocalTable", "RejectedCommand"),
    "odds": ("Pricing", "Stakes", "price"),
    "record": ("Record", "open_record", "verify"),
}  # fmt: skip
_FROM = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "PRESETS",
    "Card",
    "Choose",
    "Command",
    "CommandSpec",
    "Env",
    "Event",
    "Game",
    "House",
    "LocalTable",
    "Phase",
    "Position",
    "Pricing",
    "Record",
    "RejectedCommand",
    "Rejection",
    "Results",
    "SettledRound",
    "Stakes",
    "Table",
    "TableView",
    "UserError",
    "WagerLine",
    "__version__",
    "best_five",
    "decide",
    "evolve",
    "legal",
    "load_house",
    "open_record",
    "parse_cards",
    "play",
    "price",
    "settle",
    "settle_round",
    "verify",
    "view",
]


if not TYPE_CHECKING:  # A type checker would otherwise accept every name.

    def __getattr__(name: str) -> Any:
        """Import a public name on first use, so that `import boston7` loads nothing else."""
        room = _FROM.get(name)
        if room is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"boston7.{room}"), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
