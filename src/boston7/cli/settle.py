"""`boston7 settle`: settle a described round, or a file of them."""

from __future__ import annotations

from typing import Annotated

import typer


def settle(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="JSON or TOML; .jsonl or - holds one round per line.", show_default=False),
    ],
    house: Annotated[
        str | None, typer.Option(metavar="ID|FILE", help="Settle under this house, whatever the file says.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Settle a round by the rules of its house.

    A round names its house, the dealer's seven cards and each seat's wagers in cents, cards and choices:
    {"house": "nhcg", "dealer": "Ks Kd 9c 7d 4h 3s 2c", "seats": [{"seat": 2, "ante": 1000, "first": 1000,
    "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}]}. All keys: docs/settle.md.
    """
    from boston7.cli.settle_file import settle_file

    settle_file(file, house, as_json=as_json)
