"""The shuffle, the cut, the delivery of cards, and the stub (R2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.cards import DECK, UNKNOWN, Card
from boston7.declare import About, Ask, Rejection, Rule, Sentence, Word
from boston7.game import actors
from boston7.game.actors import Actor
from boston7.game.acts.common import bonuses_due, dealt_singly, next_receiver
from boston7.game.acts.deck_hand import taken_over
from boston7.game.irregularities.void import RoundVoided, round_voided
from boston7.game.kinds import TO_TYPE, Answer, Cards, Command, Count, Event, Offer, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, DEALS, SUPERVISOR
from boston7.game.table import DEALER_SPOT, DEALING, Phase, Table
from boston7.house.model import House

_WHOLE_DECK = frozenset(DECK)
_DEALING_THREE = Phase.DEALING_THREE  # Looking up an enum member is slow in Python 3.11.


class DeckShuffled(Event, frozen=True):
    """The deck is shuffled. At a virtual table the event contains its secret order."""

    about = About(
        {
            "": Sentence("The deck is shuffled.", record="The deck is shuffled by {by}."),
            "known": Sentence("The deck is shuffled.", record="The deck is shuffled by {by} into {deck}."),
        },
        shows=("by",),
        sealed=("deck",),
    )

    deck: tuple[Card, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        deck = self.deck or (UNKNOWN,) * 52
        ready = "ready" if table.machine_shuffled else "shuffled"
        return replace(table, deck=ready, stub=deck, decks_used=table.decks_used + 1)

    def which(self, before: Table) -> str:
        return "known" if self.deck else ""


class DeckCut(Event, frozen=True):
    """The deck is cut."""

    about = About(Sentence("The deck is cut.", record="The deck is cut by {by}."), shows=("at", "by"))

    at: int
    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(table, deck="ready", stub=table.stub[self.at :] + table.stub[: self.at])


class RecutOrdered(Event, frozen=True):
    """The floor orders another cut."""

    about = About(Sentence("The deck is cut again.", record="A recut is ordered by {by}."), shows=("by",))

    by: Actor

    def apply(self, table: Table) -> Table:
        phase = Phase.CUTTING if table.phase is Phase.DEALING_THREE else table.phase
        return replace(table, deck="shuffled", phase=phase, drawn_ahead=0)


class CardsDealt(Event, frozen=True):
    """Cards are dealt to a seat or to the dealer."""

    about = About(
        {
            "seat": Sentence(you="{dealt} to you.", they="{dealt} to {who}.", record="{who} is dealt {cards}."),
            "dealer": Sentence("{dealt} to the dealer.", record="The dealer is dealt {cards}."),
        },
        shows=("to",),
        own=("cards",),
    )

    to: int
    cards: tuple[Card, ...]

    def apply(self, table: Table) -> Table:
        count = len(self.cards)
        stub = table.stub[count:]
        ahead = max(0, table.drawn_ahead - count) if table.drawn_ahead else 0
        if self.to == DEALER_SPOT:
            cards = table.dealer_cards + self.cards
            return replace(table, stub=stub, deck="in_play", dealer_cards=cards, drawn_ahead=ahead)
        seats = [*table.seats]
        seat = seats[self.to - 1]
        cards = seat.cards + self.cards
        seats[self.to - 1] = replace(seat, cards=cards)
        threes = table.threes + 1 if len(seat.cards) < 3 <= len(cards) else table.threes
        return replace(table, stub=stub, deck="in_play", seats=tuple(seats), drawn_ahead=ahead, threes=threes)

    def seat_at(self) -> int:
        return self.to

    def which(self, before: Table) -> str:
        return "dealer" if self.to == DEALER_SPOT else "seat"

    def words(self, before: Table) -> Words:
        return {"dealt": Word("Cards", {"count": len(self.cards)})}


class StubCounted(Event, frozen=True):
    """The stub is counted face down. A wrong count goes on record."""

    about = About(
        {
            "right": Sentence("Stub counted: {count}.", record="Stub counted by {by}: {count} of {expected} cards."),
            "wrong": Sentence(
                "Stub counted: {count}, {expected} expected.",
                record="Stub counted by {by}: {count} of {expected} cards.",
            ),
        },
        shows=("count", "expected", "by"),
    )

    count: int
    expected: int
    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(table, stub_counted=True, rounds_uncounted=0)

    def which(self, before: Table) -> str:
        return "right" if self.count == self.expected else "wrong"


class StubRacked(Event, frozen=True):
    """The stub goes to the discard rack without being seen."""

    about = About(
        Sentence("Stub in discard rack.", record="Stub in discard rack, {count} cards, unseen."),
        shows=("count",),
    )

    count: int

    def apply(self, table: Table) -> Table:
        return replace(table, stub_racked=True, drawn_ahead=0)


class Shuffle(Command, frozen=True):
    """Shuffle the deck. At a virtual table, the caller supplies the order, because the game has no randomness."""

    rule = Rule(
        by=DEALS,
        when=frozenset({Phase.BETTING, Phase.SHUFFLING}),
        awaited=frozenset({Phase.SHUFFLING}),
        topic="procedure",
        place="procedure",
        label="Deck is shuffled",
        entry="shuffle",
        tone="go",
        ask=(Ask.cards("deck", "The whole deck, in order", 52, "virtual"),),
    )

    deck: Cards = ()

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("procedure")
        if table.deck != "unshuffled":
            return rejected("already_done", "The deck is already shuffled.", clause)
        if table.live:
            if self.deck:
                return rejected("wrong_cards", "Nobody knows the order of a deck shuffled at a live table.", clause)
            if self.by.role == "platform":
                return rejected("wrong_role", "At a live table the dealer shuffles.", clause)
        else:
            if self.by.role != "platform":
                return rejected("wrong_role", "At a virtual table the platform shuffles.", clause)
            if len(self.deck) != 52 or frozenset(self.deck) != _WHOLE_DECK:
                return rejected("wrong_cards", "A shuffle must contain all 52 cards, each exactly once.", clause)
        return (DeckShuffled(self.deck, self.by),)


class Cut(Command, frozen=True):
    """Cut the shuffled deck. At a live table nobody counts the cards that are cut off: `at` may be left out."""

    rule = Rule(
        by=DEALER,
        when=frozenset({Phase.BETTING, Phase.CUTTING}),
        awaited=frozenset({Phase.CUTTING}),
        topic="procedure",
        place="procedure",
        label="Cut made",
        entry="cut",
        tone="go",
        ask=(Ask("at", "count", "Cards cut off the top", at="virtual"),),
    )

    at: Count = 0

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("procedure")
        if table.deck != "shuffled":
            reason = "There is no shuffled deck to cut." if table.deck == "unshuffled" else "This deck needs no cut."
            return rejected("not_ready", reason, clause)
        least = house.delivery.cut_at_least
        if not least <= self.at <= 51 and (self.at or not table.live):
            ours = house.cite_value("delivery.cut_at_least")
            return rejected("out_of_bounds", f"Cut at least {least} cards off the top, and leave at least one.", ours)
        return (DeckCut(self.at, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        least = house.delivery.cut_at_least
        yield Offer(cls(by)) if table.live else Offer(cls(by, least), least, 51)


class OrderRecut(Command, frozen=True):
    """Order another cut before any card is dealt."""

    rule = Rule(
        by=SUPERVISOR,
        when=frozenset({Phase.BETTING, Phase.DEALING_THREE}),
        topic="procedure",
        place="irregularity",
        label="Order a recut",
        entry="recut",
        note="After the cut, before any card is dealt.",
        outcome="The deck is cut again before any card is dealt.",
    )

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("procedure")
        if table.machine_shuffled:
            return rejected("not_ready", "A machine-shuffled deck is dealt without a cut.", clause)
        if table.deck != "ready":
            return rejected("not_ready", "A recut is possible only after a cut and before any card is dealt.", clause)
        return (RecutOrdered(self.by),)


class Deal(Command, frozen=True):
    """Deal the next stack, or one card if the first three are dealt singly. `one` deals a single card of a stack."""

    rule = Rule(
        by=DEALS,
        when=DEALING,
        awaited=DEALING,
        topic="delivery",
        ruling="R2",
        place="procedure",
        label="Deal to {who}",
        entry="deal",
        tone="go",
    )

    one: bool = False

    def decide(self, table: Table, house: House) -> Answer:
        events = _delivery(table, house, one=self.one)
        if not events:
            return rejected("already_done", "Every hand has its cards.", house.cite("delivery", "R2"))
        return (*taken_over(table, self.by), *events)


def _delivery(table: Table, house: House, *, one: bool) -> tuple[Event, ...]:
    """Deal the next card or stack. If the deck runs out, it is a dealer misdeal (R17)."""
    to = next_receiver(table)
    if to is None:
        return ()
    have = len(table.dealer_cards) if to == DEALER_SPOT else len(table.seat(to).cards)
    target = 3 if table.phase is Phase.DEALING_THREE else 7
    count = 1 if one or dealt_singly(table) else target - have
    cards = table.stub[:count]
    if len(cards) < count:
        return (deck_runs_out(house),)
    return (CardsDealt(to, cards),)


def whole_delivery(table: Table, house: House) -> tuple[Event, ...]:
    """Deal everything that is left, as an automated dealer does."""
    target = 3 if table.phase is _DEALING_THREE else 7
    packets = [(seat.number, target - len(seat.cards)) for seat in table.seats if seat.status == "in"]
    packets.append((DEALER_SPOT, target - len(table.dealer_cards)))
    if dealt_singly(table):
        packets = [(to, 1) for left in range(target, 0, -1) for to, count in packets if count >= left]
    events, stub, at = [], table.stub, 0
    for to, count in packets:
        if count > 0:
            events.append(CardsDealt(to, stub[at : at + count]))
            at += count
    return tuple(events) if at <= len(stub) else (deck_runs_out(house),)


def deck_runs_out(house: House) -> RoundVoided:
    return round_voided(house, "dealer_misdeal", "The deck ran out before the hands were complete.", actors.PLATFORM)


class CountStub(Command, frozen=True):
    """Count the stub face down before it is racked."""

    rule = Rule(
        by=DEALER,
        when=frozenset({Phase.DEALING_FOUR}),
        topic="procedure",
        place="procedure",
        label="Count the stub",
        entry="stub count",
        tone="go",
        ask=(Ask("count", "count", "Cards in the stub"),),
    )

    count: Count = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        """Record the count. If it is wrong, the supervisor may void the round or replace the deck."""
        if refusal := _still_dealing(table, house):
            return refusal
        if table.stub_counted:
            return rejected("already_done", "The stub has been counted.", house.cite("room"))
        return (StubCounted(self.count, len(table.stub), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, 0), 0, 52)


class RackStub(Command, frozen=True):
    """Put the stub in the discard rack."""

    rule = Rule(
        by=DEALS,
        when=frozenset({Phase.DEALING_FOUR}),
        topic="delivery",
        ruling="R2",
        place="procedure",
        label="Stub in discard rack",
        entry="racked stub",
        tone="go",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := _still_dealing(table, house):
            return refusal
        if bonuses_due(table):
            reason = "Settle the Three Card Bonus first: claims are closed."
            return rejected("not_ready", reason, house.cite("late_claim", "R3"))
        if count_due(table, house):
            clause = house.cite_value("delivery.count_stub_every")
            return rejected("not_ready", "Count the stub face down before it is racked.", clause)
        return (StubRacked(len(table.stub)),)


def count_due(table: Table, house: House) -> bool:
    """Return whether the stub must be counted. A count is due every few rounds, unless a machine counts the deck."""
    by_hand = table.live and table.device != "automated_shoe"
    return by_hand and not table.stub_counted and table.rounds_uncounted + 1 >= house.delivery.count_stub_every


def _still_dealing(table: Table, house: House) -> Rejection | None:
    if next_receiver(table) is not None:
        return rejected("not_ready", "The last four cards are still being dealt.", house.cite("last_four", "R2"))
    return None
