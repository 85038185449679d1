"""The check of money in stories of live tables would detect one extra chip."""

from __future__ import annotations

import msgspec
import pytest
from evening import Evening, run, sqlite

from boston7.accounts import cage
from boston7.record import Append, Meta, Record

__all__ = ["sqlite"]


def test_the_check_of_the_money_would_find_an_extra_chip(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await evening.begin(1)
        evening.check()
        move = cage.CageMoved("somebody", "cash_out", 1, "main", "nobody")
        sqlite.append_now([Append("cage", None, [msgspec.json.encode(move)], Meta(1, "nobody", "x"))])
        with pytest.raises(AssertionError):
            evening.check()

    run(story())
