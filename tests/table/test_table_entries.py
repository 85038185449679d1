"""The entries of a live round as the server offers them (R22): who may correct which, and to what."""

from __future__ import annotations

from csv import DictReader
from io import StringIO

import msgspec
import pytest
from evening import HOUSE, Evening, run, sqlite
from evening_live import deal_three, staff, to_the_decision
from msgspec.structs import replace
from table_talk import is_a

from boston7.accounts import viewer_of
from boston7.audit.corrections import write_corrections
from boston7.audit.export import seat_rows
from boston7.audit.recheck import decided_again, houses_of, recheck
from boston7.audit.rounds import Cutter, rounds, stream
from boston7.cards import parse_cards
from boston7.game import Automation, Command, Phase
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.game.entries import entries, instead
from boston7.game.transfers import Transfer
from boston7.house.model import Entry, with_version
from boston7.record import Record
from boston7.shift.cash import people_of
from boston7.shift.sessions import Sessions

__all__ = ["sqlite"]

QUICK = (Automation.OPENING,)


def number(evening: Evening, kind: type[Command]) -> int:
    history = evening.table.state.history
    assert history
    return next(one.number for one in reversed(history.entries) if is_a(one.command, kind))


def test_a_correction_may_be_any_command_offered_then(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, guest = await to_the_decision(evening)
            await evening.do(dan, c.PlaceSecond(PLATFORM, 2))
            table, house = evening.table, evening.table.house
            rows = {type(row.command): row for row in entries(table.state, viewer_of(dan), house)}
            assert (rows[c.PlaceSecond].by, rows[c.PlaceSecond].seat) == ("Dan", 2)
            assert rows[c.PlaceSecond].time > 0
            assert rows[c.PlaceWagers].keyed == "Ante Bonus $10, 1st Wager $10"
            assert (rows[c.Deal].undo, rows[c.Deal].correct) == (False, False)
            assert "stay dealt" in rows[c.Deal].why
            assert [spec.type for spec in instead(table.state, number(evening, c.PlaceSecond), house)] == ["fold"]
            (wagers,) = instead(table.state, number(evening, c.PlaceWagers), house)
            assert (wagers.type, wagers.spots["ante"].minimum) == ("place_wagers", house.limits.table_minimum)
            assert instead(table.state, 999, house) == ()
            assert entries(table.state, viewer_of(guest), house) == ()
            assert len(entries(table.state, viewer_of(sue), house)) == len(rows) + 1, "cards are dealt twice here"

    run(story())


def test_an_amended_wager_obeys_house_limits_chips_and_what_the_player_allows(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, guest = await to_the_decision(evening)
            entry = number(evening, c.PlaceWagers)

            def amend(dollars: int) -> c.Amend:
                now = c.PlaceWagers(PLATFORM, 2, {"ante": dollars * 100, "first": dollars * 100})
                return c.Amend(PLATFORM, entry, now, "misheard")

            for wrong in (0, 1, 100_000):
                await evening.refused(dan, amend(wrong))
            rail = evening.table.state.table.seat(2).rail
            assert (await evening.refused(dan, amend(rail // 100))).code in ("not_enough_chips", "out_of_bounds")
            assert await evening.desk.set_limit(guest.id, "wager", 45_00) is not None
            refused = await evening.refused(dan, amend(20))
            assert refused.reason == f"{guest.name} may not wager that much now."
            assert evening.table.preview(amend(20), dan).refusal == refused
            await evening.approved(dan, amend(15), sue)
            await evening.do(dan, amend(10))
            assert await evening.desk.set_limit(guest.id, "wager", 25_00) is not None
            await evening.do(sue, c.DeclineRequest(PLATFORM, 2, "look at the layout"))
            await evening.approved(dan, amend(5), sue)
            assert evening.table.state.table.seat(2).ante == 5_00

    run(story())


def test_a_dealer_cannot_take_back_seats_sign_ons_and_acts_of_the_floor(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, _ = await to_the_decision(evening)
            await evening.do(dan, c.CallFloor(PLATFORM, "dispute"))
            called = number(evening, c.CallFloor)
            for person in (dan, sue):
                assert "not a card" in (await evening.refused(person, c.Amend(PLATFORM, called, None, "x"))).reason
            await evening.seat(4)
            sat = number(evening, c.Sit)
            other = await staff(evening, "Olga", "player")
            now = c.Sit(PLATFORM, 4, other.name)
            for amend in (c.Amend(PLATFORM, sat, None, "x"), c.Amend(PLATFORM, sat, now, "x")):
                await evening.refused(sue, amend)
            correction = c.CorrectPayout(PLATFORM, (Transfer("tray", "rail:2", 5_00),), "gift")
            await evening.refused(dan, c.Amend(PLATFORM, number(evening, c.NoMoreBets), correction, "x"))
            await evening.do(sue, c.VoidRound(PLATFORM, "A card on the floor"))
            back = c.Amend(PLATFORM, number(evening, c.VoidRound), None, "the card was found")
            refused = await evening.refused(dan, back)
            assert refused.reason == "A supervisor entered this: only a supervisor can correct it."
            await evening.approved(sue, back, dan)

    run(story())


def test_wrong_cash_is_corrected_everywhere(sqlite: Record) -> None:
    """The tray, the expected drop, the person's day and the audit change, and nobody's win does."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await evening.room.create("main", HOUSE, live=True, automation=QUICK, play_money=False)
            dan, sue = await staff(evening, "Dan", "dealer"), await staff(evening, "Sue", "supervisor")
            await evening.do(sue, c.OpenTable(PLATFORM, "main", 50_000_00, True, QUICK, preinspected=True))
            await evening.do(dan, c.CountTray(PLATFORM, 50_000_00))
            for seat, name in ((2, "Maya"), (5, "Red cap")):
                await evening.do(dan, c.SeatWalkUp(PLATFORM, seat, name))
            await evening.do(dan, c.BuyInCash(PLATFORM, 2, 500_00))
            await evening.do(dan, c.PlaceWagers(PLATFORM, 2, {"ante": 10_00, "first": 10_00}))
            await deal_three(evening, dan)
            await evening.do(dan, c.BuyInCash(PLATFORM, 5, 2_000_00))
            tray, entry = evening.table.state.table.tray, number(evening, c.BuyInCash)
            now = c.BuyInCash(PLATFORM, 5, 200_00)
            await evening.approved(dan, c.Amend(PLATFORM, entry, now, "one zero too many"), sue)
            assert evening.table.state.table.seat(5).rail == 200_00
            assert evening.table.state.table.tray == tray + 1_800_00
            book = evening.room.shift.book
            paid = {line.name: line.paid_in for line in people_of(book.cash, book.terms, evening.room.shift.today())}
            assert paid == {"Maya": 500_00, "Red cap": 200_00}
            await evening.do(dan, c.Fold(PLATFORM, 2))
        evening.check()
        (checked,) = recheck(sqlite)
        assert (checked.entered, checked.corrections, checked.fault) == (True, 1, "")
        text = StringIO()
        assert write_corrections(sqlite, text, None) == 1
        (row,) = DictReader(StringIO(text.getvalue()))
        assert (row["by"], row["reason"], row["seat"], row["tray"]) == ("Dan", "one zero too many", "5", "180000")
        assert "200000" in row["before"]
        assert "20000" in row["after"]
        for played in rounds(sqlite, "main"):
            for row in seat_rows(played):
                assert row["balance_before"] + row["net"] + row["chips_in"] == row["balance_after"]
        (session,) = heard(sqlite).all
        assert (session.cash, session.won, session.corrections) == (700_00, 20_00, 1)

    run(story())


@pytest.mark.parametrize("rounds_since", [0, 2])
def test_cash_from_before_the_round_is_corrected_with_the_drop(sqlite: Record, rounds_since: int) -> None:
    """The cash was entered before any wager. The mistake is found then, or during a later round, by any process."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await evening.room.create("main", HOUSE, live=True, automation=QUICK, play_money=False)
            dan, sue = await staff(evening, "Dan", "dealer"), await staff(evening, "Sue", "supervisor")
            await evening.do(sue, c.OpenTable(PLATFORM, "main", 50_000_00, True, QUICK, preinspected=True))
            await evening.do(dan, c.CountTray(PLATFORM, 50_000_00))
            for seat, name in ((2, "Maya"), (5, "Red cap")):
                await evening.do(dan, c.SeatWalkUp(PLATFORM, seat, name))
            await evening.do(dan, c.BuyInCash(PLATFORM, 2, 500_00))
            await evening.do(dan, c.BuyInCash(PLATFORM, 5, 2_000_00))
            bought = number(evening, c.BuyInCash)
            for _ in range(rounds_since):
                await evening.do(dan, c.PlaceWagers(PLATFORM, 2, {"ante": 10_00, "first": 10_00}))
                await deal_three(evening, dan)
                await evening.do(dan, c.Fold(PLATFORM, 2))
                await evening.do(dan, c.NextRound(PLATFORM))
            if rounds_since:
                await evening.do(dan, c.PlaceWagers(PLATFORM, 2, {"ante": 10_00, "first": 10_00}))
                await deal_three(evening, dan)
            table = evening.table.state.table
            rows = {row.number: row for row in entries(evening.table.state, viewer_of(dan), HOUSE)}
            assert (rows[bought].undo, rows[bought].correct, rows[bought].approval) == (True, True, True)
            (offer,) = instead(evening.table.state, bought, HOUSE)
            assert (offer.type, offer.typed) == ("buy_in_cash", ("amount",))
            now = c.BuyInCash(PLATFORM, 5, 200_00)
            other = Evening(sqlite, evening.hands)
            async with other.on():
                await evening.approved(dan, c.Amend(PLATFORM, bought, now, "one zero too many"), sue)
                await other.table.refresh()
                assert other.table.state == evening.table.state
            after = evening.table.state.table
            assert (after.seat(5).rail, after.tray) == (200_00, table.tray + 1_800_00)
            book = evening.room.shift.book
            paid = {line.name: line.paid_in for line in people_of(book.cash, book.terms, evening.room.shift.today())}
            assert paid == {"Maya": 500_00, "Red cap": 200_00}
            (moves,) = book.cash.days.values()
            signed = next(one.event.by for one in reversed(moves) if one.event.cents < 0)
            assert (signed.person, signed.name) == (dan.id, "Dan")
        evening.check()
        assert not [found.fault for found in recheck(sqlite) if found.fault]
        (session,) = heard(sqlite).all
        assert (session.cash, session.won, session.corrections) == (700_00, 20_00 * rounds_since, 1)

    run(story())


def test_an_entered_round_is_recomputed_and_a_falsified_one_is_found(sqlite: Record) -> None:
    async def story() -> None:
        fast = with_version(replace(HOUSE, entry=Entry(hands="results", three_cards="ranks")))
        evening = Evening(sqlite)
        async with evening.on():
            dan, sue, _ = await to_the_decision(evening, fast)
            await evening.do(dan, c.PlaceSecond(PLATFORM, 2))
            while evening.at(Phase.DEALING_FOUR):
                offers = [offer.command for offer in evening.table.frame(viewer_of(dan), offers=True).offers]
                await evening.do(dan, next(one for one in offers if isinstance(one, c.Deal | c.RackStub)))
            await evening.do(dan, c.SetHand(PLATFORM, 2))
            await evening.do(dan, c.Reveal(PLATFORM, parse_cards("Ac Kd Qc 9s 7d 4s 2s")))
            await evening.do(dan, c.KeyHand(PLATFORM, 2, "none", "lose"))
            await evening.do(dan, c.Settle(PLATFORM))
            await evening.seat(6)
            right = c.KeyHand(PLATFORM, 2, "flush", "win")
            await evening.approved(dan, c.Amend(PLATFORM, number(evening, c.KeyHand), right, "a flush after all"), sue)
        (checked,) = recheck(sqlite)
        assert (checked.keyed, checked.corrections, checked.fault) == (1, 1, "")
        (played,) = rounds(sqlite, "main")
        (row,) = seat_rows(played)
        assert row["keyed"] == "hand"
        assert row["net"] > 0
        (at,) = [at for at, step in enumerate(played.steps) if isinstance(step.event, e.Corrected)]
        honest = played.steps[at]
        assert isinstance(honest.event, e.Corrected)
        (change,) = honest.event.amended
        other = replace(change, was=c.KeyHand(change.was.by, 2, "none", "push"))
        played.steps[at] = honest._replace(event=replace(honest.event, amended=(other,)))
        assert "differs from the one on record" in decided_again(played, houses_of(sqlite, "main")).fault
        played.steps[at] = honest
        for at, step in enumerate(played.steps):
            if isinstance(step.event, e.Settled):
                false = replace(step.event, lines=tuple(replace(one, paid=one.paid + 100) for one in step.event.lines))
                played.steps[at] = step._replace(event=false)
        assert "the rules require a different event" in decided_again(played, houses_of(sqlite, "main")).fault
        for at, step in enumerate(played.steps):
            if isinstance(step.event, e.Corrected):
                richer = replace(step.after, tray=step.after.tray + 100)
                played.steps = [step._replace(after=richer) if n == at else one for n, one in enumerate(played.steps)]
        assert decided_again(played, houses_of(sqlite, "main")).fault

    run(story())


def heard(record: Record) -> Sessions:
    sessions, cutter = Sessions("main"), Cutter("main")
    for entry in record.scan(stream("main")):
        cutter.take(entry)
        assert cutter.last
        sessions.apply(cutter.last.event, cutter.last.before, cutter.last.after, entry.actor, entry.time)
    return sessions


def test_the_step_of_an_irregularity_has_the_clause_of_its_preview(sqlite: Record) -> None:
    """The event itself has no clause: the house provides it."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            dan, _, _ = await to_the_decision(evening)
            await evening.do(dan, c.PlaceSecond(PLATFORM, 2))
            boxed = c.FaceUpCard(PLATFORM, parse_cards("As")[0])
            clause = evening.table.house.cite("face_up_card", "R14")
            assert evening.table.preview(boxed, dan).clauses == (clause,)
            seen = evening.table.version
            await evening.do(dan, boxed)
            (told,) = evening.table.frame(viewer_of(dan), seen).encoded_steps() or ()
            assert msgspec.json.decode(told)["clause"] == clause

    run(story())
