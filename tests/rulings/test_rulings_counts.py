"""R23: counts are blind.

While a count is open, nobody at the table receives the expected figure, and the record contains the typed count. The
tray here holds an amount that no other number resembles.
"""
# ruff: noqa: N802

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import msgspec
import pytest
from campaign import times
from evening import Evening, run, sqlite, told_by
from machine_houses import HOUSES
from machine_moves import anything_allowed, drain, move_on, opening, to_closing
from machine_trial import EVERYONE, Unwatched
from msgspec.structs import replace
from table_talk import Felt

from boston7.accounts import Person, PersonRole, viewer_of
from boston7.declare import Rejection
from boston7.game import (
    CLOSED,
    Automation,
    Command,
    CommandSpec,
    Event,
    Phase,
    Table,
    decide,
    evolve,
    legal,
    replay,
    view,
)
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR
from boston7.game.checklist import ChecklistStep
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.transfers import Transfer
from boston7.house import House, preset
from boston7.money import Piece, dollars
from boston7.record import Record
from boston7.table import TableActor
from boston7.table.messages import Step
from boston7.table.preview import preview
from boston7.table.state import State

__all__ = ["sqlite"]

TRAY = 7_654_321_07
NHCG = preset("nhcg")
MOST = 10**12


def tells(message: object, tray: int = TRAY) -> bool:
    """Return whether a message contains this amount, as a number or in words."""
    text = msgspec.json.encode(message).decode()
    return re.search(rf"(?<!\d){tray}(?!\d)", text) is not None or dollars(tray) in text


def steps_of(log: Sequence[Event], before: Table = CLOSED) -> list[Step]:
    made = []
    for version, event in enumerate(log):
        after = evolve(before, event)
        made.append(Step(version, event, before, after))
        before = after
    return made


def still_told(steps: Sequence[Step], now: Table) -> list[msgspec.Raw]:
    """Yield everything a newcomer to the table receives now, including its history."""
    return [step.encoded(viewer) for step in steps if not step.shows_count(now) for viewer in EVERYONE]


def probes(table: Table) -> list[Command]:
    """Yield commands that could reveal the tray, and the dealer's usual commands."""
    moves = (Transfer("tray", "rail:2", MOST),)
    return [
        c.CountTray(DEALER, TRAY - 1),
        c.CountTray(DEALER),
        c.CreditTray(SUPERVISOR, MOST, "slip"),
        c.CorrectPayout(SUPERVISOR, moves, "paid short"),
        c.CloseTable(SUPERVISOR),
        c.Settle(DEALER),
        c.SettleBonuses(DEALER),
        *(c.CheckOff(SUPERVISOR, step) for step in ChecklistStep),
    ]


class Watched(Unwatched):
    """A table whose messages are searched for the tray while its count is open."""

    searched = 0

    def __init__(self, house: House, rng: random.Random) -> None:
        super().__init__(house, rng)
        self.steps: list[Step] = []

    def _happened(self, event: Event) -> None:
        self.steps += steps_of([event], self.replayed)
        super()._happened(event)

    def send(self, command: Command, house: object = None) -> Rejection | None:
        refusal = super().send(command)
        if tray_count_open(self.table):
            assert refusal is None or not tells(refusal, self.table.tray), refusal
            self._search(self.table)
        return refusal

    def _search(self, table: Table) -> None:
        self.searched += 1
        for viewer in EVERYONE:
            told = (view(table, viewer), legal(table, self.house_in_force, viewer))
            assert not tells(told, table.tray), f"{viewer} is told {table.tray}: {told}"
        assert not tells(still_told(self.steps, table), table.tray), "what happened before tells it"
        for probe in probes(table):
            answer = preview(State(table), probe, self.house_in_force)
            assert not tells(answer, table.tray), f"{probe} is answered {answer}"


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(times(len(HOUSES), 100)))
def test_R23_no_message_tells_the_tray_while_it_is_to_be_counted(seed: int) -> None:
    rng = random.Random(seed)
    houses = tuple(HOUSES.values())
    trial = Watched(houses[seed % len(houses)], rng)
    for _ in range(3):  # The closer of one evening is the opener of the next.
        assert trial.table == CLOSED or trial.table.phase is Phase.CLOSED
        tray = trial.table.closer or TRAY
        trial.send(replace(opening(rng, live=True), tray=tray))
        assert trial.table.tray == tray
        for _ in range(rng.choice((0, 25, 60))):
            command = rng.choices((move_on, anything_allowed), (9, 1))[0](trial, rng)
            if trial.table.phase is not Phase.CLOSED and not isinstance(command, c.CloseTable | None):
                trial.send(command)
        if not trial.table.closing:
            trial.send(c.BeginClosing(SUPERVISOR, "end of the night"))  # Not every house may close during a round.
        drain(trial, rng)
        for command in to_closing(trial):
            trial.send(command)
        assert trial.send(c.CountTray(DEALER, TRAY + 11)) is None
        assert trial.send(c.CloseTable(SUPERVISOR)) is None
    assert trial.searched >= 6


def test_R23_the_search_would_find_the_figure() -> None:
    table = Felt(live=True, tray=TRAY).table
    assert tells(view(table, DEALER))
    assert tells(e.TrayCounted(TRAY, TRAY, DEALER))
    assert tells(Rejection("game", "not_enough_chips", f"The tray holds {dollars(TRAY)}.", ""))
    assert not tells(view(replace(table, tray=TRAY + 1), DEALER))


def test_R23_the_tray_is_visible_again_after_the_count() -> None:
    felt = Felt(live=True, automation=(), tray=TRAY)
    assert view(felt.table, SUPERVISOR).tray is None
    felt.do(c.CheckOff(DEALER, ChecklistStep.UNLOCK_TRAY))
    short = felt.do(c.CountTray(DEALER, TRAY - 5_00))[0]
    assert short == e.TrayCounted(TRAY - 5_00, TRAY, DEALER), "what was typed, and what it was short of"
    assert tells(still_told(steps_of(felt.log), felt.table)), "whoever signs for it sees it"
    assert view(felt.table, SUPERVISOR).tray == TRAY
    felt.do(c.BeginClosing(SUPERVISOR, "end of the night"))
    assert view(felt.table, DEALER).tray is None
    assert not tells(still_told(steps_of(felt.log), felt.table))
    felt.do(c.CountTray(DEALER, TRAY + 25_00))
    assert view(felt.table, DEALER).tray == TRAY


def test_R23_the_tray_is_hidden_during_the_last_hand() -> None:
    felt = Felt(live=True, tray=TRAY).sit(2).bet(2, 10_00, 10_00)
    felt.do(c.NoMoreBets(DEALER))
    felt.do(c.BeginClosing(SUPERVISOR, "end of the night"))
    assert felt.phase is Phase.SHUFFLING
    assert view(felt.table, SPECTATOR).tray is None
    poor = replace(felt.table, tray=0)
    refusal = decide(poor, c.CreditTray(SUPERVISOR, 5_00, "slip"), NHCG)
    assert isinstance(refusal, Rejection)
    assert refusal.reason == "The tray does not hold that much. Its count is still open."


def test_R23_a_virtual_tray_has_nothing_to_count() -> None:
    felt = Felt(automation=(Automation.OPENING,))
    felt.do(c.BeginClosing(SUPERVISOR, "end of the night"))
    assert view(felt.table, DEALER).tray == felt.table.tray


def test_R23_no_platform_counts_real_chips() -> None:
    """Even if the platform does all other steps of an opening."""
    command = c.OpenTable(SUPERVISOR, "one", TRAY, live=True, automation=(Automation.OPENING,), preinspected=True)
    outcome = decide(CLOSED, command, NHCG)
    assert not isinstance(outcome, Rejection)
    table, events = replay(outcome), outcome
    assert not [event for event in events if isinstance(event, e.TrayCounted)]
    assert (table.phase, tray_count_open(table)) == (Phase.OPENING, True)
    counted = decide(table, c.CountTray(DEALER, 4_000_00), NHCG)
    assert not isinstance(counted, Rejection)
    assert replay(counted, table).phase is Phase.BETTING
    assert counted[0] == e.TrayCounted(4_000_00, TRAY, DEALER)


def test_R23_an_opener_by_denomination_is_on_record_and_hidden_while_the_count_is_open() -> None:
    pieces = (Piece(100_00, 40), Piece(25_00, 40))
    wrong = decide(CLOSED, c.OpenTable(SUPERVISOR, "one", 5_100_00, live=True, pieces=pieces), NHCG)
    assert isinstance(wrong, Rejection)
    assert wrong.reason == "The denominations add up to $5,000, not $5,100."
    outcome = decide(CLOSED, c.OpenTable(SUPERVISOR, "one", 5_000_00, live=True, pieces=pieces), NHCG)
    assert not isinstance(outcome, Rejection)
    table, (opened, *_) = replay(outcome), outcome
    assert isinstance(opened, e.TableOpened)
    assert opened.pieces == pieces
    told = still_told(steps_of([opened]), table)
    assert not tells(told, 5_000_00)
    assert b"pieces" not in msgspec.json.encode(told)


def test_R23_the_stub_is_hidden_until_it_is_counted() -> None:
    felt = Felt(live=True, device="hand").sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.do(c.NoMoreBets(DEALER))
    felt.do(c.Shuffle(DEALER))
    felt.do(c.Cut(DEALER, 20))
    assert view(felt.table, DEALER).stub == 52
    for _ in range(3):
        felt.do(c.Deal(DEALER))
    for seat in (2, 4):
        felt.do(c.PlaceSecond(DEALER, seat))
    assert felt.phase is Phase.DEALING_FOUR
    for _ in range(3):
        assert view(felt.table, DEALER).stub is None
        felt.do(c.Deal(DEALER))
    assert stub_count_open(felt.table)
    assert view(felt.table, DEALER).stub is None
    before = felt.table
    counted = felt.do(c.CountStub(DEALER, 30))
    assert counted == (e.StubCounted(30, 31, DEALER),)
    assert view(felt.table, DEALER).stub == 31
    assert b"stub_counted" in msgspec.json.encode(still_told(steps_of(felt.log), felt.table))
    assert b"stub_counted" not in msgspec.json.encode(still_told(steps_of(felt.log), before)), (
        "an earlier round's tells it too"
    )
    felt.do(c.RackStub(DEALER))
    assert view(felt.table, DEALER).stub == 31


def test_R23_an_offer_has_no_value_for_typed_fields() -> None:
    """On the wire too: a command without the count is refused, and nothing happens."""
    closing = Felt(live=True, tray=TRAY).sit(2)
    closing.do(c.BeginClosing(SUPERVISOR, "end of the night"))
    closing.do(c.EndPlay(SUPERVISOR))
    open_table = Felt(live=True, tray=TRAY, device="hand").sit(2, 4)
    open_table.do(c.Shuffle(DEALER))
    found: dict[str, set[str]] = {}
    for felt in (closing, open_table):
        for actor in (DEALER, SUPERVISOR):
            for offer in legal(felt.table, NHCG, actor):
                wire = msgspec.json.decode(msgspec.json.encode(offer))
                assert not set(wire["typed"]) & set(wire["command"]), wire
                assert msgspec.json.decode(msgspec.json.encode(wire), type=CommandSpec) == offer
                if offer.typed:
                    found.setdefault(offer.type, set()).update(offer.typed)
                    felt.refuses(offer.command, "incomplete", "")
    assert found.items() >= {
        "count_tray": {"amount"}, "chips_in": {"amount"}, "chips_out": {"amount"}, "sit": {"player"},
        "move_seat": {"to"}, "buy_in_cash": {"amount"},
        "fill_tray": {"amount", "slip"}, "credit_tray": {"amount", "slip"}, "evict": {"reason"},
        "correct_payout": {"transfers", "reason"}, "refuse_prize_check": {"payee", "amount", "reason", "ground"},
        "begin_closing": {"reason"}, "replace_deck": {"reason"},
    }.items()  # fmt: skip


def test_a_prize_check_of_nothing_is_not_refused_but_not_understood() -> None:
    Felt(live=True).refuses(
        c.RefusePrizeCheck(SUPERVISOR, "Ben", 0, "a reason", "picture_taken"), "out_of_bounds", "R19"
    )


def test_R23_nothing_that_goes_out_of_a_live_table_tells_its_tray(sqlite: Record) -> None:
    """Frames for everyone with any history, replies to commands and retries, and previews."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            made = await evening.room.create("main", NHCG, live=True)
            assert isinstance(made, TableActor)
            staff: dict[str, Person] = {}
            roles: tuple[tuple[str, PersonRole], ...] = (("Sue", "supervisor"), ("Dan", "dealer"))
            for name, role in roles:
                person = await evening.desk.add_person(name, role, "lucky seven")
                assert isinstance(person, Person)
                staff[name] = person
            sue, dan = staff["Sue"], staff["Dan"]
            viewers = [*map(viewer_of, staff.values()), SPECTATOR]

            def silent() -> None:
                assert tray_count_open(made.state.table)
                for viewer in viewers:
                    for after in (None, 0, max(0, made.version - 3)):
                        assert not tells(told_by(made.frame(viewer, after, offers=True))), (viewer, after)
                for probe in probes(CLOSED):
                    for person in (sue, dan):
                        assert not tells(made.preview(probe, person)), probe

            opened = c.OpenTable(PLATFORM, "main", TRAY, live=True, preinspected=True)
            assert not tells(await evening.do(sue, opened, "open"))
            assert not tells(await evening.do(sue, opened, "open")), "asked again"
            silent()
            await evening.do(dan, c.CheckOff(PLATFORM, ChecklistStep.UNLOCK_TRAY))
            assert (await evening.refused(dan, c.CountTray(PLATFORM))).reason == "Enter the amount."
            silent()
            await evening.do(dan, c.CountTray(PLATFORM, TRAY - 1))
            assert made.feed.steps[-2].event == e.TrayCounted(TRAY - 1, TRAY, viewer_of(dan))
            assert tells(told_by(made.frame(viewer_of(sue))))
            await evening.do(sue, c.BeginClosing(PLATFORM, "end of the night"))
            silent()
            assert not tells(await evening.do(sue, opened, "open")), "nor much later"
            assert (await evening.refused(dan, c.CountTray(PLATFORM))).reason == "Enter the amount."
            await evening.do(dan, c.CountTray(PLATFORM, 4_000_00))
            assert tells(told_by(made.frame(viewer_of(dan), 0))), (
                "booked as short, and seen by whoever closes the table"
            )
            await evening.do(sue, c.CloseTable(PLATFORM))
            await evening.do(sue, replace(opened, tray=4_000_00))  # As it was locked.
            silent()

    run(story())
