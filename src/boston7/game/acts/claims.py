"""Three Card Bonus claims. A player shows the cards to be paid or keeps them face down (R3), or shows them in a void
(R12)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card, format_cards
from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.common import (
    bonuses_due,
    claim_open,
    first_three,
    needs_showing,
    position,
    seats_to_act,
    transfers_for,
    tray_short,
    wrong_cards,
)
from boston7.game.acts.showdown import Settled
from boston7.game.kinds import Answer, Cards, Command, Event, Offer, SeatNumber, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, DEALS, PLAYER
from boston7.game.settlement import WagerLine, bonus_lines, side_stakes
from boston7.game.table import CLAIM, Phase, Seat, Table, changed, shown_first, with_seat
from boston7.hands import HandName, three_category, three_name
from boston7.house.model import House
from boston7.money import Cents

LATE = frozenset({Phase.DECISION, Phase.DEALING_FOUR})
"""If the document sets no earlier deadline, a bonus may be claimed until the last four cards are dealt."""
_VOID = Phase.VOID  # Looking up an enum member is slow in Python 3.11.
NO_CLAIM = "Three Card Bonus claims are not open."


class CardsExposed(Event, frozen=True):
    """A seat shows its first three cards to be paid."""

    about = About(
        {
            "named": Sentence(
                you="You show {cards}, {hand}.",
                they="{who} shows {cards}, {hand}.",
                record="{who} exposes {cards}, {hand}{entered}.",
            ),
            "timed_out": Sentence(
                you="Time ran out: your cards were shown, {cards}, {hand}.",
                they="Time ran out: {who} shows {cards}, {hand}.",
                record="{who} exposes {cards}, {hand}{entered}.",
            ),
            "keyed": Sentence(
                you="You show {hand}.",
                they="{who} shows {hand}.",
                record="{who} exposes {hand}, cards not entered{entered}.",
            ),
            "unnamed": Sentence(
                you="You show three cards.",
                they="{who} shows three cards.",
                record="{who} exposes {cards}{entered}.",
            ),
        },
        shows=("seat", "cards", "by", "rank"),
        choice=True,
    )

    seat: int
    cards: tuple[Card, ...]
    by: Actor
    rank: str = ""  # The rank of the hand, if the dealer entered it instead of the cards.

    @property
    def hand(self) -> HandName:
        return HandName(self.rank) if self.rank else three_name(self.cards)

    def which(self, before: Table) -> str:
        if self.rank:
            return "keyed"
        if UNKNOWN in self.cards or len(self.cards) != 3:
            return "unnamed"
        return "timed_out" if self.by == PLATFORM else "named"

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat - 1]
        # A bonus declined before a void stays declined, even if the hand is shown for the Ante Bonus (R12).
        declined = table.phase is _VOID and seat.bonus == "declined" and not claim_open(table, seat)
        bonus = "declined" if declined else "exposed"
        shown = replace(seat, face_up=True, bonus=bonus, showed=True)
        if self.rank:
            return with_seat(table, replace(shown, keyed_three=self.rank))
        if seat.cards != self.cards:  # A virtual table already has the first three cards in order.
            shown = replace(shown, cards=shown_first(seat.cards, self.cards))
        return with_seat(table, replace(shown, first_three=self.cards) if table.live else shown)


class BonusDeclined(Event, frozen=True):
    """A seat keeps its first three cards face down."""

    about = About(
        {
            "kept": Sentence(
                you="You keep your cards face down.",
                they="{who} keeps the cards face down.",
                record="{who} does not claim the Three Card Bonus{entered}.",
            ),
            "nothing": Sentence(
                you="No bonus: {hand}.",
                they="{who}: no bonus.",
                record="{who} does not claim the Three Card Bonus{entered}.",
            ),
        },
        shows=("seat", "by"),
        choice=True,
    )

    seat: int
    by: Actor

    def which(self, before: Table) -> str:
        return "nothing" if self.by == PLATFORM and UNKNOWN not in before.seat(self.seat).cards[:3] else "kept"

    def words(self, before: Table) -> Words:
        cards = before.seat(self.seat).cards[:3]
        return {"hand": str(three_name(cards))} if len(cards) == 3 and UNKNOWN not in cards else {}

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, bonus="kept_down" if table.phase is Phase.VOID else "declined")


class Expose(Command, frozen=True):
    """Show the first three cards to be paid. At a live table, the dealer enters them."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=CLAIM | LATE,
        topic="late_claim",
        ruling="R3",
        late=NO_CLAIM,
        own_seat=True,
        place="seat",
        label="Show your cards",
        entry="shown cards",
        key="e",
        tone="go",
        ask=(Ask.cards("cards", "First three cards", 3, "live"),),
    )

    seat: SeatNumber
    cards: Cards = ()

    def decide(self, table: Table, house: House) -> Answer:
        """Show the cards for a bonus (R3) or, in a void, for the awards that a three-card hand keeps (R12)."""
        if table.live and self.by.role == "player":
            return rejected("wrong_role", "At a live table the dealer enters exposed cards.", house.cite("room"))
        seat = table.seats[self.seat - 1]
        if refusal := no_claim(table, seat, house):
            return refusal
        if _in_vain(table, seat, house):
            reason = f"Seat {seat.number}'s first three cards win nothing."
            return rejected("no_such_award", reason, house.cite("late_claim", "R3"))
        if not table.live:
            if self.cards:
                return rejected("wrong_cards", "These cards are already known.", house.cite("bonus_paid", "R3"))
            return (CardsExposed(seat.number, seat.cards[:3], self.by),)
        if refusal := shown_three(table, seat, self.cards, house):
            return refusal
        return (CardsExposed(seat.number, self.cards, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if table.phase in LATE and not table.late_claims:
            return
        for seat in seats_to_act(table, by):
            if seat.status == "in" and not _in_vain(table, seat, house):
                yield Offer(cls(by, seat.number), pays=_bonus_pays(table, seat, house))


def _in_vain(table: Table, seat: Seat, house: House) -> bool:
    """Return whether this is a late claim with cards that win nothing."""
    late = table.phase in LATE or seat.bonus == "declined"
    return late and _bonus_pays(table, seat, house) == 0


def _bonus_pays(table: Table, seat: Seat, house: House) -> Cents | None:
    """Return what the player wins by showing these cards. Return None if the cards are unknown, or in a void."""
    if table.live or table.phase is Phase.VOID or _later(table, seat):
        return None
    return sum([line.paid for line in bonus_lines(house, replace(position(seat), expose=True))])


def _kept_down_loses(table: Table, seat: Seat, house: House) -> Cents:
    """Return the chips lost by keeping the cards face down.

    Nothing is lost in a void, which returns the chips. Nothing is lost if the house allows late claims, because the
    player may still show the cards (R3).
    """
    if table.phase is Phase.VOID or table.late_claims:
        return 0
    return sum([stake for bet, stake in side_stakes(house.side_bets, position(seat)) if bet.expose])


def _later(table: Table, seat: Seat) -> bool:
    """Return whether the seat has a side bet that requires shown cards now and is settled later."""
    later = [spot.id for spot in table.layout if spot.claimed and spot.judged_on != "first_three"]
    return any(wager in seat.wagers for wager in later)


def worth_showing(table: Table, seat: Seat, house: House) -> bool:
    """Return whether showing the first three cards could win anything, as far as the cards are known (R3, R12)."""
    three = first_three(table, seat)
    if not three:
        return False
    key = three_category(three).key
    if table.phase is Phase.VOID:
        return any(bet.odds(key) for bet in house.side_bets if bet.early)
    return _later(table, seat) or any(bet.odds(key) for bet, _ in side_stakes(house.rules.early_bets, position(seat)))


def shown_three(table: Table, seat: Seat, cards: tuple[Card, ...], house: House) -> Rejection | None:
    """Check the first three cards of a live hand as entered. If the hand was turned over, it must contain them."""
    turned_over = seat.cards if UNKNOWN not in seat.cards else ()
    foreign = [card for card in cards if turned_over and card not in turned_over]
    if foreign:
        reason = f"Not dealt to seat {seat.number}: {format_cards(foreign)}."
        return rejected("wrong_cards", reason, house.cite("bonus_paid", "R3"))
    return wrong_cards(table, cards, 3, f"Seat {seat.number}", house, allowed=turned_over)


class Decline(Command, frozen=True):
    """Keep the first three cards face down."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=CLAIM,
        topic="late_claim",
        ruling="R3",
        late=NO_CLAIM,
        own_seat=True,
        place="seat",
        label="Keep them face down",
        entry="declined bonus",
        key="n",
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        seat = table.seats[self.seat - 1]
        if seat.bonus == "declined" and table.phase is not _VOID:
            return _answered(seat, house)
        return no_claim(table, seat, house) or (BonusDeclined(seat.number, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in seats_to_act(table, by):
            if seat.status == "in":
                yield Offer(cls(by, seat.number), loses=_kept_down_loses(table, seat, house))


def no_claim(table: Table, seat: Seat, house: House) -> Rejection | None:
    if table.phase in LATE and not table.late_claims:
        return rejected("wrong_phase", NO_CLAIM, house.cite("late_claim", "R3"))
    if seat.status != "in" or len(seat.cards) < 3:
        reason = f"Seat {seat.number} has no three-card hand to show."
        return rejected("no_wager", reason, house.cite("bonus_paid", "R3"))
    if table.phase is _VOID:
        if needs_showing(table, seat):
            return None
        if not table.void_keeps_awards:
            reason = "This void only returns wagers: three-card hands are not paid."
            return rejected("no_such_award", reason, table.void_clause)
        return rejected(
            "already_done", f"Seat {seat.number} has already shown or declined.", house.cite("bonus_paid", "R3")
        )
    if seat.bonus == "none":
        shown_for = " or ".join(bet.label for bet in house.side_bets if bet.claimed)
        reason = f"Seat {seat.number} has no {shown_for or 'side bet'} wager."
        return rejected("no_wager", reason, house.cite("bonus_paid", "R3"))
    if claim_open(table, seat):
        return None
    if table.phase in LATE:
        return rejected("wrong_phase", NO_CLAIM, house.cite("late_claim", "R3"))
    return None if seat.bonus == "open" else _answered(seat, house)


_ANSWERS = {"exposed": "cards shown", "declined": "cards kept face down", "settled": "bonus settled"}


def _answered(seat: Seat, house: House) -> Rejection:
    reason = f"Seat {seat.number} has already answered: {_ANSWERS[seat.bonus]}."
    return rejected("already_done", reason, house.cite("bonus_paid", "R3"))


class SettleBonuses(Command, frozen=True):
    """Collect the losing bonus wagers, then pay the winning ones."""

    rule = Rule(
        by=DEALS,
        when=LATE | {Phase.THREE_CARD_BONUS},
        awaited=frozenset({Phase.THREE_CARD_BONUS}),
        topic="bonus_paid",
        ruling="R3",
        place="procedure",
        label="Bonuses paid and collected",
        entry="bonus payouts",
        tone="go",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if table.phase in LATE and not bonuses_due(table):
            return rejected(
                "wrong_phase", "There is no Three Card Bonus to settle now.", house.cite("bonus_paid", "R3")
            )
        return bonus_settlement(table, house)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        due = [seat for seat in bonuses_due(table) if side_stakes(house.rules.early_bets, position(seat))]
        yield Offer(cls(by), seats=tuple(sorted([seat.number for seat in due])))


def bonus_settlement(table: Table, house: House) -> Answer:
    """Settle all bonuses that are due. Losing wagers are collected before winning ones are paid."""
    waiting: list[int] = []
    every: list[WagerLine] = []
    losing: list[Event] = []
    winning: list[Event] = []
    for seat in bonuses_due(table):
        if seat.bonus == "open":
            waiting.append(seat.number)
            continue
        lines = bonus_lines(house, position(seat))
        every += lines
        settled = Settled(seat.number, "three_card_bonus", lines, transfers_for(seat.number, lines, house))
        for line in lines:
            if line.result == "win":
                winning.append(settled)
                break
        else:
            losing.append(settled)
    if waiting:
        which = ", ".join(map(str, sorted(waiting)))
        return rejected("not_ready", f"Waiting for seat {which} to show or decline.", house.cite("bonus_paid", "R3"))
    return tray_short(table, tuple(every), house) or (*losing, *winning)
