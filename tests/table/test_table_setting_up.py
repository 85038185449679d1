"""Tables that a room refuses to set up. The server and the command line pass the refusal on."""

from __future__ import annotations

from evening import HOUSE, Evening, run, sqlite

from boston7.declare import Rejection
from boston7.record import Record

__all__ = ["sqlite"]

NAMES = ("", " ", " main", "x" * 41, "a\nb", "a/b", "a\\b", "a?b", "a#b", "50%", ".", "..", "ma\u3164in", "\u200b")
"""Names that no URL can contain, or that are invisible."""
TRAYS = ((False, 0), (False, -5_00), (False, 10**12 + 1), (True, 5_000_00))


def test_invalid_names_and_trays_are_refused(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            for name in NAMES:
                refused = await evening.room.create(name, HOUSE, tray=5_000_00)
                assert isinstance(refused, Rejection), name
                assert (refused.code, refused.reason[:12]) == ("bad_name", "A table's na")
            for live, tray in TRAYS:
                refused = await evening.room.create("main", HOUSE, tray=tray, live=live)
                assert isinstance(refused, Rejection), (live, tray)
                assert (refused.code, "tray" in refused.reason) == ("bad_amount", True)
            assert evening.room.summaries() == []

    run(story())
