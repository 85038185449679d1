"""Random shifts with mistakes of every kind, all corrected (R21, R22).

The table ends as it would have without them, and the money reconciles to the cent. Each correction states who, why,
before and after.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from campaign import times
from msgspec.structs import replace

from boston7.cards import DECK, Card, parse_cards
from boston7.declare import Rejection
from boston7.game import Automation, Command, Event, Phase, decide
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.game.corrections import Entered
from boston7.game.decide import act
from boston7.game.transfers import Transfer, total
from boston7.hands import best_five
from boston7.house import preset
from boston7.house.model import Entry, House, with_version
from boston7.money import Piece
from boston7.narrate import tell
from boston7.shift.count import Drop
from boston7.shift.kinds import Signature
from boston7.shift.report import reconcile
from boston7.shift.sessions import Sessions, TableSession
from boston7.table.state import State, step

DAN, SUE, SAM = Actor("dealer", "Dan"), Actor("supervisor", "Sue"), Actor("supervisor", "Sam")
CASS, SIGNED = Signature("cass", "Cass", "cashier"), Signature("sue", "Sue", "supervisor")
TRAY, CASH, SEATS = 20_000_00, 2_000_00, (1, 3, 6)
HOUSE = with_version(replace(preset("nhcg"), entry=Entry(hands="results", cards_above=100_00)))
KINDS = {
    "wager", "card shown", "fold undone", "fold keyed", "dealer's card", "result", "result once paid", "hand",
    "hand once paid", "cash", "transfer",
}  # fmt: skip
"""All kinds of mistakes that can be corrected. Wrong counts occur in every shift."""


class Shift:
    """A live table on record as the server stores it.

    `slips` decides which entries are wrong at first, and how. Without it, all entries are right. The true values come
    from the caller, so that two shifts can have the same.
    """

    def __init__(self, house: House, slips: random.Random | None) -> None:
        self.house, self.slips = house, slips
        self.state = State()
        self.sessions = Sessions("One")
        self.log: list[Event] = []
        self.cash = self.moved = 0
        self.wrong: list[tuple[str, Command, Command | None]] = []
        """Each correction's kind with its wrong and right command, in order."""

    def do(self, command: Command) -> int:
        """Store a command. Return the version of its first event."""
        steps = act(self.state, command, self.house)
        assert not isinstance(steps, Rejection), (command, steps)
        first = self.state.version + 1
        for event, after in steps:
            if isinstance(event, Entered):
                continue
            time = self.state.time + 1_000_000
            self.sessions.apply(event, self.state.table, after.table, f"{command.by.role} {command.by.name}", time)
            self.state = step(self.state, event, time, after)
            self.log.append(event)
            assert total(self.state.table) == 0
        table = self.state.table
        chips = table.tray + sum(seat.rail + seat.staked for seat in table.seats)
        assert not chips or chips == TRAY + self.moved, "chips were made or lost"
        for request in table.pending:
            return self.do(c.ApproveRequest(SAM if request.by == SUE else SUE, request.number))
        return first

    def do_all(self, *commands: Command) -> None:
        for command in commands:
            self.do(command)

    def errs(self, chance: float = 0.3) -> bool:
        return self.slips is not None and self.slips.random() < chance

    def possible(self, command: Command) -> bool:
        return not isinstance(decide(self.state.table, command, self.house), Rejection)

    def amend(self, kind: str, number: int, was: Command, now: Command | None) -> None:
        assert not isinstance(now, c.Amend)
        self.do(c.Amend(DAN, number, now, f"Mistake: {kind}."))
        self.wrong.append((kind, was, now))

    def enter(self, kind: str, truth: Command, wrong: Command) -> None:
        """Enter the true command, or a wrong one that is corrected at once."""
        if self.errs() and self.possible(wrong):
            self.amend(kind, self.do(wrong), wrong, truth)
        else:
            self.do(truth)


def stub_card(deck: list[Card], rng: random.Random) -> Card:
    """Return a card that nobody was dealt."""
    return rng.choice(deck[7 * (len(SEATS) + 1) :])


def misread(cards: tuple[Card, ...], deck: list[Card], shift: Shift) -> tuple[Card, ...]:
    rng = shift.slips or random.Random(0)
    at = rng.randrange(len(cards))
    return (*cards[:at], stub_card(deck, rng), *cards[at + 1 :])


def wagers(shift: Shift, truth: random.Random) -> list[tuple[int, c.PlaceWagers, c.PlaceWagers]]:
    """Keep a wrong entry until there is a hand to correct. Before that, it is simply entered again."""
    later = []
    for seat in SEATS:
        ante = truth.choice((5_00, 10_00, 25_00))
        right = c.PlaceWagers(DAN, seat, {"ante": ante, "first": ante, "three_card_bonus": truth.choice((0, 5_00))})
        wrong = replace(right, wagers=right.wagers | {"ante": 50_00, "first": 50_00})
        if shift.errs():
            later.append((shift.do(wrong), wrong, right))
        else:
            shift.do(right)
    return later


def played(shift: Shift, truth: random.Random) -> None:
    """Play one round."""
    deck = truth.sample(DECK, 52)
    hands = {seat: tuple(deck[7 * at : 7 * at + 7]) for at, seat in enumerate((*SEATS, 0))}
    later = wagers(shift, truth)
    shift.do_all(c.Shuffle(DAN), c.NoMoreBets(DAN), *[c.Deal(DAN)] * 4)
    for number, wrong, right in later:
        shift.amend("wager", number, wrong, right)
    for seat in SEATS:
        if shift.possible(c.Decline(DAN, seat)):
            three = hands[seat][:3]
            shift.enter("card shown", c.Expose(DAN, seat, three), c.Expose(DAN, seat, misread(three, deck, shift)))
    if shift.state.table.phase is Phase.THREE_CARD_BONUS:
        shift.do(c.SettleBonuses(DAN))
    in_play = decisions(shift, truth)
    if not in_play:
        shift.do(c.NextRound(DAN))
        return
    shift.do_all(*[c.Deal(DAN)] * (len(in_play) + 1), c.RackStub(DAN), *[c.SetHand(DAN, seat) for seat in in_play])
    shift.enter("dealer's card", c.Reveal(DAN, hands[0]), c.Reveal(DAN, misread(hands[0], deck, shift)))
    once_paid = [showdown(shift, seat, hands, deck) for seat in reversed(in_play)]
    for late in once_paid:
        if late:
            shift.amend(*late)
    if shift.errs():
        mispaid(shift)
    if shift.state.table.phase is Phase.COMPLETE:
        shift.do(c.NextRound(DAN))


def decisions(shift: Shift, truth: random.Random) -> list[int]:
    in_play = []
    for seat in SEATS:
        folds = truth.random() < 0.2
        fold, second = c.Fold(DAN, seat), c.PlaceSecond(DAN, seat)
        if folds:
            shift.enter("fold keyed", fold, second)
        elif shift.errs(0.5):  # Undo the wrong entry and enter the intended one.
            shift.amend("fold undone", shift.do(fold), fold, None)
            shift.do(second)
        else:
            shift.do(second)
        if not folds:
            in_play.append(seat)
        elif seat == SEATS[-1] and not in_play:
            return []
        if truth.random() < 0.3 and not folds:
            more = c.BuyInCash(DAN, seat, truth.choice((20_00, 100_00)))
            shift.cash += more.amount
            shift.enter("cash", more, replace(more, amount=10 * more.amount))
    return in_play


def showdown(
    shift: Shift, seat: int, hands: dict[int, tuple[Card, ...]], deck: list[Card]
) -> tuple[str, int, Command, Command] | None:
    """Enter a result, or the cards if the house wants them. A mistake may be found before or after the payment."""
    mine, dealers = best_five(hands[seat]), best_five(hands[0])
    five = mine.five
    rest = tuple(card for card in hands[seat] if card not in five)
    award = mine.category.key if shift.house.ante_odds(mine.category) else "none"
    result = "win" if mine.value > dealers.value else "push" if mine.value == dealers.value else "lose"
    right: Command = c.KeyHand(DAN, seat, award, result)  # type: ignore[arg-type]
    wrong: Command = c.KeyHand(DAN, seat, "none", "lose" if result == "win" else "win")
    kind = "result"
    if mine.category.key == "pair" or not shift.possible(right):  # A pair makes card entries more frequent.
        kind, right = "hand", c.TurnOver(DAN, seat, five, rest)
        wrong = c.TurnOver(DAN, seat, misread(five, deck, shift), rest)
    if not (shift.errs() and shift.possible(wrong)):
        shift.do(right)
        shift.do(c.Settle(DAN))
        return None
    number = shift.do(wrong)
    if shift.errs(0.5):
        shift.do(c.Settle(DAN))
        return f"{kind} once paid", number, wrong, right
    shift.amend(kind, number, wrong, right)
    shift.do(c.Settle(DAN))
    return None


def mispaid(shift: Shift) -> None:
    """Pay chips to the wrong player and move them back, with one correction each."""
    rng = shift.slips
    assert rng
    seat = rng.choice(SEATS)
    for source, target in (("tray", f"rail:{seat}"), (f"rail:{seat}", "tray")):
        correct = c.CorrectPayout(SUE, (Transfer(source, target, 5_00),), "Mistake: transfer.")
        shift.do(correct)
        shift.wrong.append(("transfer", correct, None))


def shift_of(seed: int, *, mistakes: bool) -> tuple[Shift, TableSession]:
    """Play some rounds with three cash players, a fill or a credit, and wrong counts."""
    truth = random.Random(seed)
    shift = Shift(HOUSE, random.Random(seed + 1) if mistakes else None)
    opened = c.OpenTable(SUE, "One", TRAY, True, (Automation.OPENING,), device="automated_shoe", preinspected=True)
    off = truth.choice((0, 5_00, -25_00))
    shift.do_all(opened, c.CountTray(DAN, TRAY + off))
    for seat in SEATS:
        shift.do(c.SeatWalkUp(DAN, seat, f"Guest {seat}"))
        shift.do(c.BuyInCash(DAN, seat, CASH))
        shift.cash += CASH
    for _ in range(4):
        played(shift, truth)
        chips = truth.choice((0, 500_00, -500_00))
        shift.moved += chips
        if chips:
            shift.do(c.FillTray(SUE, chips, "F-1") if chips > 0 else c.CreditTray(SUE, -chips, "C-1"))
    rails = sum(seat.rail for seat in shift.state.table.seats)
    short, dropped = truth.choice((0, 10_00, -10_00)), truth.choice((0, 20_00, -100_00))
    shift.do(c.BeginClosing(SUE, "The shift ends"))
    if shift.state.table.phase is Phase.COMPLETE:
        shift.do(c.NextRound(DAN))
    shift.do(c.EndPlay(SUE))
    shift.do(c.CountTray(DAN, shift.state.table.tray + off + short))
    (session,) = shift.sessions.all
    assert (session.cash, session.won) == (shift.cash, shift.cash - rails), "what the players lost is what was won"
    assert session.won == sum(line.won for line in session.dealers)
    shift.do(c.CloseTable(SUE))
    result = reconcile(session, Drop((Piece(1, shift.cash + dropped),), CASS, SIGNED))
    offs = (("opener", off), ("closer", short), ("drop", dropped))
    assert [(each.what, each.cents) for each in result.where] == [each for each in offs if each[1]]
    assert all(each.found - each.expected == each.cents for each in result.where)
    assert result.win == session.won + short + dropped
    return shift, session


@pytest.mark.parametrize("voided", [False, True])
def test_a_void_hand_counts_as_not_wagered_and_once_when_it_is_not_void_after_all(voided: bool) -> None:
    """The hand's Three Card Bonus was settled before."""
    shift = Shift(HOUSE, None)
    shift.do(c.OpenTable(SUE, "One", TRAY, True, (Automation.OPENING,), device="automated_shoe", preinspected=True))
    shift.do_all(c.CountTray(DAN, TRAY), c.SeatWalkUp(DAN, 1, "Guest"), c.BuyInCash(DAN, 1, CASH))
    shift.do_all(
        c.PlaceWagers(DAN, 1, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
        c.Shuffle(DAN),
        c.NoMoreBets(DAN),
        *[c.Deal(DAN)] * 2,
    )
    shift.do_all(c.Expose(DAN, 1, parse_cards("2c 3d 9h")), c.SettleBonuses(DAN))
    (session,) = shift.sessions.all
    assert session.handle == 5_00
    if voided:
        counted = shift.do(c.WrongCount(DAN, 1, 4))
        assert (session.handle, session.dealer("Dan").handle, session.won) == (0, 0, 5_00)
        shift.do(c.Amend(SUE, counted, None, "Miscounted."))
        assert session.handle == 5_00
    shift.do(c.Fold(DAN, 1))
    assert (session.handle, session.dealer("Dan").handle, session.hands) == (25_00, 25_00, 1)


def by_seat(session: TableSession) -> dict[int, int]:
    return {line.seat: line.won for line in session.seats if line.won}


def is_told(shift: Shift) -> None:
    """Check that each correction has who, why, before and after."""
    put_right = [event for event in shift.log if isinstance(event, e.Corrected | e.PayoutCorrected)]
    assert len(put_right) == len(shift.wrong) == shift.sessions.all[0].corrections
    for event, (kind, was, now) in zip(put_right, shift.wrong, strict=True):
        assert event.reason == f"Mistake: {kind}."
        assert event.by == (SUE if kind == "transfer" else DAN)
        if isinstance(event, e.Corrected):
            (change,) = event.amended
            assert (change.was, change.now) == (was, now)
        else:
            assert {one.account for one in event.before} == {one.account for one in event.after}
            assert event.before != event.after
        sentence = tell(event, shift.state.table, form="record")
        assert event.by.name in sentence
        assert event.reason in sentence


@pytest.mark.campaign
def test_random_shifts_with_corrections_of_every_kind_end_as_if_nobody_had_erred() -> None:
    seen: Counter[str] = Counter()
    for seed in range(times(25, 1_000)):
        shift, session = shift_of(seed, mistakes=True)
        clean, as_meant = shift_of(seed, mistakes=False)
        assert not clean.wrong
        is_told(shift)
        seen.update(kind for kind, _, _ in shift.wrong)
        assert (session.won, session.cash, session.handle, session.hands) == (
            as_meant.won, as_meant.cash, as_meant.handle, as_meant.hands,
        ), seed  # fmt: skip
        assert by_seat(session) == by_seat(as_meant), seed
    print(f"corrections: {dict(seen)}")
    assert set(seen) == KINDS
