"""What the pages have to know of our types, written from the types: `python -m boston7.server.wire_types`.

`lib/blank.js` is an empty table and an empty seat, of which documents tell only the difference.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

import boston7
from boston7.game import SeatView, TableView

BLANK = "web/assets/lib/blank.js"


def blank_js() -> str:
    table = msgspec.to_builtins(TableView())
    seat = msgspec.to_builtins(SeatView(0))
    return f"""// @ts-check
// Written by `python -m boston7.server.wire_types`: an empty table and an empty seat, as the game has them.

/** @type {{import("./wire.js").TableView}} */
export const BLANK_TABLE = {_literal(table)};

/** @type {{import("./wire.js").SeatView}} */
export const BLANK_SEAT = {_literal(seat)};
"""


def _literal(fields: dict[str, object]) -> str:
    lines = [f"  {name}: {msgspec.json.encode(value).decode()}," for name, value in fields.items()]
    return "\n".join(["{", *lines, "}"])


def main() -> None:
    (Path(boston7.__file__).parent / BLANK).write_text(blank_js(), encoding="utf-8")


if __name__ == "__main__":
    main()
