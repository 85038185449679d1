"""Random rounds at a virtual table, played by commands only, and described in the format of `settle`.

Cards are stacked so that rare hands are common. A seat may fold, keep a bonus hand down, set a worse five, or waive a
long royal. In some rounds an irregularity voids the hand or the round. The description is derived from the events, as
an observer of the table would write it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from simulate_deals import Deal, stacked_deals
from table_talk import CARD_BY_CARD, SELF_DEALING, stacked

from boston7.cards import Card, format_cards
from boston7.declare import Rejection
from boston7.game import CLOSED, Command, Event, Phase, Table, decide, replay
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, player
from boston7.game.acts.common import bonuses_due, next_receiver, royal_open
from boston7.game.settlement import WagerLine
from boston7.game.table import DEALER_SPOT
from boston7.game.transfers import total
from boston7.hands import three_category
from boston7.house import House
from boston7.money import Cents

CHIPS = 100_000_000_00
TROUBLE = ("dealer_exposed", "shuffler_stopped", "face_up_cards", "dealer_misdeal", "wrong_count", "floor",
           "boxed_card", "drawn_in_error", "dealer_six")  # fmt: skip
"""Causes of a void, then irregularities without one."""


class Plan(NamedTuple):
    """The plan of a seat for a round."""

    ante: Cents
    first: Cents
    bonus: Cents
    expose: bool
    late: bool  # First kept down, then shown, where the house allows it.
    fold: bool
    odd: bool  # A worse five is set, if there is one.
    disclose: bool


class Played(NamedTuple):
    """A played round: its description, and the settlement of each seat."""

    described: dict[str, Any]
    lines: dict[int, list[WagerLine]]
    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    seats: dict[int, dict[str, Any]]
    cause: str
    order: list[int]
    """Seats in the order of their settlement at the showdown."""


class Evening:
    """A table of a house. With `trouble`, cards are dealt one by one, and most rounds have an irregularity."""

    def __init__(self, house: House, chance: random.Random, *, trouble: bool) -> None:
        self.house, self.chance, self.trouble = house, chance, trouble
        self.table: Table = CLOSED
        self.log: list[Event] = []
        automation = CARD_BY_CARD if trouble else SELF_DEALING
        self.do(c.OpenTable(PLATFORM, "agree", CHIPS, False, automation, "stack", None, preinspected=True))
        for number in range(1, 7):
            self.do(c.Sit(_who(number), number, _who(number).name))
            self.do(c.BuyIn(_who(number), number, CHIPS))

    def do(self, command: Command) -> None:
        assert self.attempt(command), f"{command} was refused"

    def attempt(self, command: Command) -> bool:
        events = decide(self.table, command, self.house)
        if isinstance(events, Rejection):
            return False
        self.table = replay(events, self.table)
        self.log += events
        return True

    def rounds(self, count: int) -> Iterator[Played]:
        seats = self.chance.choices((1, 2, 3, 4, 5, 6), (30, 30, 20, 10, 5, 5), k=count)
        for size in seats:
            (deal,) = stacked_deals(1, size, seed=self.chance.getrandbits(32))
            yield self.play(deal)

    def play(self, deal: Deal) -> Played:
        self.log.clear()
        chosen = sorted(self.chance.sample(range(1, 7), len(deal) - 1))
        plans = {number: self._plan() for number in chosen}
        wrong = self.chance.choice(TROUBLE) if self.trouble else ""
        after = self.chance.randrange(4 * len(chosen) + 6)
        for number, plan in plans.items():
            self.do(
                c.PlaceWagers(
                    _who(number), number, {"ante": plan.ante, "first": plan.first, "three_card_bonus": plan.bonus}
                )
            )
        self.do(c.NoMoreBets(DEALER))
        late: set[int] = set()
        steps = 0
        while self.table.phase is not Phase.COMPLETE:
            if wrong and steps >= after and self._goes_wrong(wrong):
                wrong = ""
                continue
            steps += 1
            self.do(self._next(plans, deal, late))
        played = describe(self.log, self.house, self.table)
        assert total(self.table) == 0, "chips appeared or vanished"
        self.do(c.NextRound(DEALER))
        return played

    def _plan(self) -> Plan:
        chance, limits = self.chance, self.house.limits
        ante = chance.choice((5_00, 6_00, 10_00, 25_00, 50_00))
        first = ante if self.house.first_wager_required or chance.random() < 0.8 else 0
        (bet,) = self.house.side_bets
        low, high = limits.bounds(bet.minimum, bet.maximum)
        bonus = chance.choice((low, 5_00, high)) if first and chance.random() < 0.6 else 0
        kept_down = chance.random() < 0.25
        late = kept_down and self.house.claims.bonus_until != "settled" and chance.random() < 0.5
        fold = bool(first) and chance.random() < 0.25
        return Plan(ante, first, bonus, not kept_down, late, fold, chance.random() < 0.35, chance.random() < 0.8)

    def _next(self, plans: dict[int, Plan], deal: Deal, late: set[int]) -> Command:
        """Return the next planned command. `late` are the seats that claim a bonus after declining it."""
        table = self.table
        if table.phase is Phase.SHUFFLING:
            hands = [*zip(plans.values(), deal, strict=False)]
            threes = [*(hand[:3] for _, hand in hands), deal[-1][:3]]
            fours = [*(hand[3:] for plan, hand in hands if not plan.fold), deal[-1][3:]]
            return c.Shuffle(PLATFORM, stacked(threes, fours))
        if table.phase in (Phase.DEALING_THREE, Phase.DEALING_FOUR):
            if next_receiver(table) is not None:
                return c.Deal(DEALER)
            return c.SettleBonuses(DEALER) if bonuses_due(table) else c.RackStub(DEALER)
        for seat in table.playing():
            number, plan = seat.number, plans[seat.number]
            if table.phase is Phase.THREE_CARD_BONUS and seat.bonus == "open":
                return c.Expose(_who(number), number) if plan.expose else c.Decline(_who(number), number)
            # Others are not accepted late (R3).
            wins = three_category(seat.cards[:3]).key in self.house.side_bets[0].pays
            if table.phase is Phase.DECISION and plan.late and wins and seat.bonus == "declined" and number not in late:
                late.add(number)
                return c.Expose(_who(number), number)
            if table.phase is Phase.DECISION and bonuses_due(table) and number in late:
                return c.SettleBonuses(DEALER)
            if table.phase is Phase.DECISION and not seat.decided:
                return c.Fold(_who(number), number) if plan.fold else c.PlaceSecond(_who(number), number)
            if table.phase is Phase.SETTING and self.house.rules.sets_hands and not seat.hand_set:
                return c.SetHand(_who(number), number, self._worse(seat.cards) if plan.odd else ())
            if table.phase is Phase.SETTING and royal_open(table, seat):
                return c.Disclose(_who(number), number) if plan.disclose else c.WaiveRoyal(_who(number), number)
        raise AssertionError(f"Nobody knows what to do in {table.phase}.")

    def _worse(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self.chance.sample(cards, 5))

    def _goes_wrong(self, what: str) -> bool:
        """Report an irregularity, and return whether the table accepted it. Not all are possible at any moment."""
        table, chance = self.table, self.chance
        playing = table.playing()
        match what:
            case "dealer_exposed":
                return self.attempt(c.DealerCardExposed(DEALER))
            case "shuffler_stopped":
                return self.attempt(c.ShufflerFailed(PLATFORM, "dealing"))
            case "face_up_cards":
                return self.attempt(c.FaceUpCard(DEALER)) and self.attempt(c.FaceUpCard(DEALER))
            case "boxed_card":
                spots = (None, DEALER_SPOT, *[seat.number for seat in playing])
                return self.attempt(c.FaceUpCard(DEALER, packet=chance.choice(spots)))
            case "drawn_in_error":
                return self.attempt(c.DrawnInError(DEALER))
            case "dealer_misdeal":
                have = len(table.dealer_cards)
                return have > 0 and self.attempt(c.DealerMiscount(DEALER, have + chance.choice((1, 2, -2))))
            case "dealer_six":
                return len(table.dealer_cards) == 7 and self.attempt(c.DealerMiscount(DEALER, 6))
            case "wrong_count":
                seat = chance.choice([seat for seat in table.seats if seat.status in ("in", "folded")])
                fewest = 3 if seat.lines else 0  # A bonus was settled on three cards, so they existed.
                count = chance.choice([n for n in range(fewest, 9) if n != len(seat.cards)])
                return bool(seat.cards or seat.status == "folded") and self.attempt(
                    c.WrongCount(DEALER, seat.number, count)
                )
            case _:
                return self.attempt(c.VoidRound(SUPERVISOR, "a glass fell on the layout"))


def describe(log: list[Event], house: House, table: Table) -> Played:
    """Describe the round of these events."""
    seats: dict[int, dict[str, Any]] = {}
    cards: dict[int, list[Card]] = {}
    lines: dict[int, list[WagerLine]] = {}
    settled: dict[int, bool] = {}
    dealer: tuple[Card, ...] = ()
    cause = ""
    for event in log:
        match event:
            case e.WagersPlaced():
                seats[event.seat] = {
                    "seat": event.seat, "ante": event.ante, "first": event.first,
                    "three_card_bonus": event.side_bets.get("three_card_bonus", 0),
                }  # fmt: skip
                cards[event.seat], lines[event.seat] = [], []
            case e.CardsDealt() if event.to:
                cards[event.to] += event.cards
            case e.CardsReturned():
                for held in cards.values():
                    held.clear()
            case e.BonusDeclined():
                seats[event.seat]["expose"] = False
            case e.CardsExposed():
                seats[event.seat].pop("expose", None)
            case e.SecondPlaced():
                seats[event.seat]["second"] = seats[event.seat]["first"]
            case e.Folded():
                seats[event.seat]["fold"] = True
            case e.HandSet() if event.five:
                seats[event.seat]["set"] = format_cards(event.five)
            case e.RoyalWaived():
                seats[event.seat]["disclose"] = False
            case e.FaceUpCardFound() if event.packet:
                cards[event.packet].pop()
            case e.FoldTakenBack():
                del seats[event.seat]["fold"], lines[event.seat][-event.undone :]
            case e.HandMiscounted():
                seats[event.seat]["void"] = "wrong_count"
                cards[event.seat] = list(event.cards)
            case e.DealerRevealed():
                dealer = event.cards
            case e.RoundVoided():
                cause = event.cause
            case e.Settled():
                lines[event.seat] += event.lines
                if event.moment == "three_card_bonus":
                    settled[event.seat] = True
            case _:
                pass
    for number, seat in seats.items():
        if cause or "void" in seat:
            seat["bonus_settled"] = settled.get(number, False)
            seat.pop("set", None)
        seat["cards"] = format_cards(cards[number])
    described: dict[str, Any] = {"house": house.id, "seats": list(seats.values()), "dealer": format_cards(dealer)}
    if cause:
        described["void"] = cause
        described["dealer"] = ""
    hands = {number: tuple(held) for number, held in cards.items()}
    order = [event.seat for event in log if isinstance(event, e.Settled) and event.moment == "showdown"]
    return Played(described, lines, hands, dealer, seats, cause, order)


def _who(number: int) -> Any:
    return player(f"Player {number}")
