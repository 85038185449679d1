"""Corrections at a live table (R22): the entry is on record, and all readers receive its correction."""

from __future__ import annotations

from io import StringIO

from evening import KEY, Evening, run, sqlite
from evening_live import to_the_decision
from msgspec.structs import replace

from boston7.accounts import Person, viewer_of
from boston7.audit.export import seat_rows, write_csv
from boston7.audit.rounds import rounds
from boston7.cards import parse_cards
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.hands import HandName
from boston7.record import Record
from boston7.server.reading.chapters import SeatResult
from boston7.server.reading.round_pages import RoundPages
from boston7.server.reading.workers import Cache, WorkerPool
from boston7.shift.day import Days

__all__ = ["sqlite"]

DEALERS = "Ac Kd Qc 9s 7d 4s 2s"
WRONG, RIGHT = parse_cards("Ah Kh 9h Jh 2h"), parse_cards("Ah Kh 9h Jh 4d")


def undo_of(evening: Evening, person: Person) -> c.Amend | None:
    offers = evening.table.frame(viewer_of(person), offers=True).offers
    found = next((offer.command for offer in offers if isinstance(offer.command, c.Amend)), None)
    return found and replace(found, reason="the wrong seat")


def test_a_fold_is_undone_and_every_process_has_the_entry(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, guest = await to_the_decision(evening)
            assert undo_of(evening, dan) is None, "cards that were dealt stay dealt"
            before = evening.table.state
            await evening.do(dan, c.Fold(PLATFORM, 2))
            assert evening.at(Phase.COMPLETE)
            undo = undo_of(evening, dan)
            assert undo is not None
            assert undo_of(evening, guest) is None
            would = evening.table.preview(undo, dan)
            assert would.refusal is None
            assert {(move.source, move.cents) for move in would.moves} == {("tray", 10_00)}
            other = Evening(sqlite, evening.hands)
            async with other.on():
                assert other.table.state == evening.table.state
                await other.do(dan, undo)
            await evening.table.refresh()
            now = evening.table.state
            assert now.table == before.table
            assert now.history == before.history
            await evening.refused(dan, undo)
            assert evening.room.tally.lost(guest.id, evening.hands.micros // 1_000_000) == 0
            assert isinstance(await evening.table.submit("again", undo, sue), Rejection)
            await evening.do(dan, c.PlaceSecond(PLATFORM, 2))
        evening.check()

    run(story())


async def to_the_showdown(evening: Evening, dan: Person) -> None:
    await evening.do(dan, c.PlaceSecond(PLATFORM, 2))
    while evening.at(Phase.DEALING_FOUR):
        offers = [offer.command for offer in evening.table.frame(viewer_of(dan), offers=True).offers]
        await evening.do(dan, next(one for one in offers if isinstance(one, c.Deal | c.RackStub)))
    await evening.do(dan, c.SetHand(PLATFORM, 2))


def test_a_wrong_hand_is_corrected_after_it_was_paid(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, guest = await to_the_decision(evening)
            await to_the_showdown(evening, dan)
            await evening.do(dan, c.Reveal(PLATFORM, parse_cards(DEALERS)))
            await evening.do(dan, c.TurnOver(PLATFORM, 2, WRONG, parse_cards("3c 4d")))
            await evening.do(dan, c.Settle(PLATFORM))
            assert evening.at(Phase.COMPLETE)
            history = evening.table.state.history
            assert history
            entry = next(one.number for one in history.entries if isinstance(one.command, c.TurnOver))
            right = c.TurnOver(PLATFORM, 2, RIGHT, parse_cards("5s 3c"))
            amend = c.Amend(PLATFORM, entry, right, "5s read as 2h")
            would = evening.table.preview(amend, dan)
            assert would.approval == "ours (R22)"
            assert [(move.source, move.target) for move in would.moves] == [("rail:2", "tray")]
            await evening.do(dan, amend)
            assert evening.room.tally.lost(guest.id, evening.hands.micros // 1_000_000) < 0
            assert "another person" in (await evening.refused(dan, c.ApproveRequest(PLATFORM, 1))).reason
            await evening.do(sue, c.ApproveRequest(PLATFORM, 1))
            assert evening.at(Phase.COMPLETE)
            now = evening.hands.micros // 1_000_000
            assert evening.room.tally.lost(guest.id, now) == 30_00
            again = Evening(sqlite, evening.hands)
            async with again.on():
                assert again.table.state == evening.table.state
                assert again.room.tally.lost(guest.id, now) == 30_00
            await evening.do(dan, c.NextRound(PLATFORM))
            assert (await evening.refused(dan, amend)).code == "not_ready"
        evening.check()
        for key in (KEY, None):
            (played,) = rounds(sqlite, "main", key)
            assert played.finished
            assert any(isinstance(step.event, e.Corrected) for step in played.steps)
            (row,) = seat_rows(played)
            assert (row["net"], row["second"], row["status"]) == (-30_00, 10_00, "complete")
            assert row["cards"] == "Ah Kh 9h Jh 4d 5s 3c", "as it was put right"
            assert row["balance_before"] + row["net"] + row["chips_in"] == row["balance_after"]
        assert write_csv(sqlite, StringIO(), KEY) == 1
        assert await seats_counted(sqlite) == 1

    run(story())


async def seats_counted(record: Record) -> int:
    """Return how many seats' wagers the only session has."""
    session = await Days(record).session("main", 1)
    assert session
    return sum(line.seats for line in session.wagered)


def test_a_corrected_round_reads_the_same_in_the_list_of_rounds_and_in_the_export(sqlite: Record) -> None:
    """Both show the corrected hands, and a player who folded and left is still part of the round."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, guest = await to_the_decision(evening, beside=(3,))
            gone = evening.table.players[2]
            assert gone
            await evening.do(dan, c.Fold(PLATFORM, 3))
            await evening.do(dan, c.Leave(PLATFORM, 3))
            await to_the_showdown(evening, dan)
            await evening.do(dan, c.Reveal(PLATFORM, parse_cards("Ac Ad Qc 9s 7d 4s 3s")))
            await evening.do(dan, c.TurnOver(PLATFORM, 2, WRONG, parse_cards("3c 4d")))
            await evening.do(dan, c.Settle(PLATFORM))
            history = evening.table.state.history
            assert history
            entries = {type(one.command): one.number for one in history.entries}
            hand, dealer = (
                c.TurnOver(PLATFORM, 2, RIGHT, parse_cards("5s 3c")),
                c.Reveal(PLATFORM, parse_cards(DEALERS)),
            )
            for kind, now in ((c.TurnOver, hand), (c.Reveal, dealer)):
                await evening.approved(dan, c.Amend(PLATFORM, entries[kind], now, "misread"), sue)
            assert evening.at(Phase.COMPLETE)
            bench = WorkerPool("test", places=1, queue=1)
            reading = RoundPages("main", sqlite, KEY, bench, Cache(bench, 1))
            await reading.catch_up(evening.table.version)
            (found,) = await reading.before(None, 9)
            bench.close()
            assert await seats_counted(sqlite) == 2
            assert (found.dealer, found.dealer_hand) == (parse_cards(DEALERS), HandName("high_card", "A"))
            here, left = SeatResult(2, guest.name, -30_00, HandName("high_card", "A")), SeatResult(3, gone, -20_00)
            assert found.seats == (here, left)
        (played,) = rounds(sqlite, "main", KEY)
        for row, seat in zip(seat_rows(played), found.seats, strict=True):
            assert (row["seat"], row["player"], row["net"]) == (seat.seat, seat.player, seat.net)
            assert row["dealer_cards"] == DEALERS
            assert row["balance_before"] + row["net"] + row["chips_in"] == row["balance_after"]
        evening.check()

    run(story())
