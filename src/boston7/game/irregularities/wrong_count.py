"""A player hand with the wrong number of cards (R16). That hand is void, and the others play on.

Until the delivery of the last four begins, a folded hand may still be counted; the fold is then taken back.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.declare import About, Ask, Rejection, Rule, Sentence, Word
from boston7.game.actors import Actor
from boston7.game.acts.common import automatic_fill, first_three, four_begun, full_hand, tray_lacks
from boston7.game.irregularities.void import hand_voided
from boston7.game.kinds import TO_TYPE, Answer, Command, Count, Event, Offer, SeatNumber, Words
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALT, Phase, Seat, Table, changed
from boston7.game.transfers import Transfer, with_seat_paid
from boston7.house.model import House


class FoldTakenBack(Event, frozen=True):
    """The fold of a misdealt hand is taken back: cards leave the discard rack, wagers return to the layout."""

    about = About(
        Sentence(
            you="Your fold is taken back.",
            they="{who}: fold taken back.",
            record="{who}: the fold is taken back ({clause}). Chips: {moves}.",
        ),
        shows=("seat", "undone", "transfers", "clause"),
    )

    seat: int
    undone: int  # Number of the seat's last lines that the fold added.
    transfers: tuple[Transfer, ...]
    clause: str

    def apply(self, table: Table) -> Table:
        """Restore the hand. If the fold had ended the round, the round continues until the hand is void."""
        seat = table.seats[self.seat - 1]
        first, last = seat.in_rack
        rack, count = table.discard_rack, last - first
        others = tuple([_nearer(each, count) if each.in_rack[:1] >= (last,) else each for each in table.seats])
        held = replace(
            seat, status="in", decided=False, cards=rack[first:last], in_rack=(), lines=seat.lines[: -self.undone]
        )
        table = replace(table, seats=others, discard_rack=rack[:first] + rack[last:])
        if table.phase is Phase.COMPLETE:
            uncounted = table.rounds_uncounted - (not table.stub_counted)
            table = replace(table, phase=Phase.DECISION, deck="in_play", rounds_uncounted=uncounted)
        return with_seat_paid(table, held, self.transfers)


def _nearer(seat: Seat, count: int) -> Seat:
    first, last = seat.in_rack
    return replace(seat, in_rack=(first - count, last - count))


class HandMiscounted(Event, frozen=True):
    """A hand is found to have the wrong number of cards, and is void."""

    about = About(
        Sentence(you="You have {held}.", they="{who} has {held}.", record="{who} has {held}, reported by {by}."),
        shows=("seat", "count", "by"),
        aloud=True,
    )

    seat: int
    count: int
    cards: tuple[Card, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        """Remove surplus cards from the stub, and return missing cards to it."""
        seat = table.seats[self.seat - 1]
        extra = len(self.cards) - len(seat.cards)
        # At a live table, a shown card is face down again.
        back = (UNKNOWN,) * -extra if table.live else seat.cards[extra:]
        stub = table.stub[extra:] if extra >= 0 else back + table.stub
        threes = table.threes + (len(self.cards) >= 3) - (len(seat.cards) >= 3)
        return replace(changed(table, self.seat, cards=self.cards, status="void", five=None), stub=stub, threes=threes)

    def words(self, before: Table) -> Words:
        return {"held": Word("cards", {"count": self.count})}


class WrongCount(Command, frozen=True):
    """Report that a player's hand has the wrong number of cards."""

    rule = Rule(
        by=REPORTS,
        when=DEALT | {Phase.SHOWDOWN, Phase.COMPLETE},
        topic="wrong_count",
        ruling="R16",
        place="irregularity",
        label="Player has the wrong number of cards",
        entry="wrong number of cards",
        note="Too many or too few in one hand.",
        outcome="That hand is void and its wagers are returned. The others play on.",
        ask=(
            Ask.seat(),
            Ask("count", "count", "How many cards are there?"),
        ),
    )

    seat: SeatNumber
    count: Count = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("wrong_count", "R16")
        seat = table.seat(self.seat)
        taken_back: tuple[Event, ...] = ()
        if seat.status == "folded":
            back = _taken_back(table, seat, clause, house)
            if isinstance(back, Rejection):
                return back
            taken_back = back
            for event in back:
                table = event.apply(table)
            seat = table.seat(self.seat)
        if seat.status != "in":
            why = "is settled: its hand stands" if seat.status == "settled" else "has no hand in this round"
            return rejected("no_wager", f"Seat {seat.number} {why}.", clause)
        if self.count in (len(seat.cards), full_hand(table)):
            return rejected("no_irregularity", f"{self.count} is the right number of cards.", clause)
        extra = self.count - len(seat.cards)
        if extra < 0 and table.live and seat.face_up and UNKNOWN not in seat.cards:
            return rejected("no_irregularity", f"Seat {seat.number} has shown its {len(seat.cards)} cards.", clause)
        if extra > len(table.stub):
            return rejected("wrong_cards", f"The deck has only {len(table.stub)} cards left.", clause)
        # An error in the last four does not affect the three-card hand before them.
        late = not taken_back and table.phase in (Phase.DEALING_FOUR, Phase.SETTING, Phase.SHOWDOWN)
        three_were_right = late and self.count >= 3
        cards = seat.cards + table.stub[:extra] if extra > 0 else seat.cards[: self.count]
        reason = f"Seat {seat.number} was dealt {self.count} cards."
        voided = hand_voided(
            table, seat, first_three(table, seat) if three_were_right else None, reason, clause, house, "wrong_count"
        )
        if isinstance(voided, Rejection):
            return voided
        return (*taken_back, HandMiscounted(seat.number, self.count, cards, self.by), *voided)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in table.seats:
            if seat.status in ("in", "folded"):
                have = len(seat.cards) if seat.status == "in" else 3
                yield Offer(cls(by, seat.number, have - 1 if have else 1), 0, 52)


def _taken_back(table: Table, seat: Seat, clause: str, house: House) -> tuple[Event, ...] | Rejection:
    """Return the events that take back a fold with all its wagers. A bonus settled earlier stands."""
    if four_begun(table):
        reason = f"Seat {seat.number} has folded, and the last four have begun: its cards can no longer be counted."
        return rejected("no_irregularity", reason, clause)
    if table.phase is Phase.COMPLETE and (not table.live or table.void_reason):
        return rejected("wrong_phase", "Not now: the round is complete.", clause)
    before = {bet.id for bet in house.side_bets if bet.early} if seat.bonus == "settled" else set()
    lines = [line for line in seat.lines if line.wager not in before]
    transfers = tuple([Transfer("tray", f"{line.wager}:{seat.number}", line.collected) for line in lines])
    missing = max(0, sum([line.collected for line in lines]) - table.tray)
    fill = automatic_fill(table, missing)
    if missing and not fill:
        return tray_lacks(table, missing, house)
    return *fill, FoldTakenBack(seat.number, len(lines), transfers, clause)
