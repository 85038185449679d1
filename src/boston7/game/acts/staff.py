"""The dealer, the person who assists with keying, and calls for the floor. One person deals at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, Offer, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, SUPERVISOR
from boston7.game.table import OPEN, Table
from boston7.house.model import House

Call = Literal["dispute", "fill", "large payout", "player", "deck", "other"]
CALLS: tuple[Call, ...] = ("dispute", "fill", "large payout", "player", "deck", "other")


class DealerSignedOn(Event, frozen=True):
    """A dealer signs on to deal, or to assist the dealer with keying."""

    about = About(
        {
            "on": Sentence("{name} deals.", record="{name} signs on as the dealer."),
            "relief": Sentence("{name} relieves {relieved}.", record="{name} relieves {relieved} as the dealer."),
            "beside": Sentence(
                "{name} assists the dealer.", record="{name} signs on to assist the dealer with keying."
            ),
        },
        shows=("name", "relieved", "beside"),
    )

    name: str
    relieved: str = ""
    beside: bool = False

    def which(self, before: Table) -> str:
        return "beside" if self.beside else "relief" if self.relieved else "on"

    def apply(self, table: Table) -> Table:
        if self.beside:
            return replace(table, keyer=self.name)
        keyer = "" if table.keyer == self.name else table.keyer
        # Every new dealer chooses a hand in which to hold the deck.
        return replace(table, dealer=self.name, keyer=keyer, deck_hand="")


class DealerSignedOff(Event, frozen=True):
    """The dealer or assistant signs off."""

    about = About(Sentence("{name} signs off."), shows=("name",))

    name: str

    def apply(self, table: Table) -> Table:
        if table.dealer == self.name:
            return replace(table, dealer="", deck_hand="")
        return replace(table, keyer="")


class FloorCalled(Event, frozen=True):
    """The dealer calls the floor."""

    about = About(Sentence("Floor called: {what}.", record="Floor called by {by}: {what}."), shows=("what", "by"))

    what: str
    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(table, call=self.what)


class FloorAnswered(Event, frozen=True):
    """The supervisor answers the call."""

    about = About(Sentence("The floor is here.", record="Call for the floor ({what}) answered by {by}."), shows=("by",))

    by: Actor

    def words(self, before: Table) -> Words:
        return {"what": before.call}

    def apply(self, table: Table) -> Table:
        return replace(table, call="")


def not_dealing(table: Table, by: Actor, house: House) -> Rejection | None:
    """Reject dealers who have not signed on at this live table. The first dealer to act signs on automatically."""
    if by.role != "dealer" or not (table.live and table.dealer and by.name):
        return None
    if by.name in (table.dealer, table.keyer):
        return None
    reason = f"{table.dealer} deals here. Sign on to relieve {table.dealer}."
    return rejected("wrong_role", reason, house.cite("room"))


def signing_on(table: Table, command: Command) -> tuple[Event, ...]:
    """Sign the dealer on with the first command at a table without a dealer."""
    by = command.by
    if not table.live or table.dealer or by.role != "dealer" or not by.name or command.rule.any_dealer:
        return ()
    return (DealerSignedOn(by.name),)


class SignOn(Command, frozen=True):
    """Sign on as the dealer and relieve the previous one."""

    rule = Rule(
        by=DEALER,
        when=OPEN,
        topic="room",
        any_dealer=True,
        any_rules=True,
        place="staff",
        label="Sign on",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := _no_name(table, self.by, house):
            return refusal
        if table.dealer == self.by.name:
            return rejected("already_done", "You are already the dealer here.", house.cite("room"))
        return (DealerSignedOn(self.by.name, table.dealer),)


class SignOnBeside(Command, frozen=True):
    """Assist the dealer with keying, on a separate screen."""

    rule = Rule(
        by=DEALER,
        when=OPEN,
        topic="room",
        any_dealer=True,
        any_rules=True,
        place="staff",
        label="Assist with keying",
    )

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("room")
        if refusal := _no_name(table, self.by, house):
            return refusal
        if not table.dealer:
            return rejected("not_ready", "Nobody deals here yet: sign on as the dealer.", clause)
        if self.by.name in (table.dealer, table.keyer):
            return rejected("already_done", "You are already signed on here.", clause)
        return (DealerSignedOn(self.by.name, beside=True),)


class SignOff(Command, frozen=True):
    """Sign off from the table."""

    rule = Rule(by=DEALER, when=OPEN, topic="room", any_dealer=True, any_rules=True, place="staff", label="Sign off")

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := _no_name(table, self.by, house):
            return refusal
        if self.by.name not in (table.dealer, table.keyer):
            return rejected("not_ready", "You are not signed on here.", house.cite("room"))
        return (DealerSignedOff(self.by.name),)


def _no_name(table: Table, by: Actor, house: House) -> Rejection | None:
    if table.live and by.name:
        return None
    return rejected("not_ready", "Signing on or off needs a dealer's name and a live table.", house.cite("room"))


class CallFloor(Command, frozen=True):
    """Call a floor supervisor to the table, with the reason."""

    rule = Rule(
        by=DEALER,
        when=OPEN,
        topic="room",
        any_dealer=True,
        any_rules=True,
        place="irregularity",
        label="Call the floor",
        entry="call for the floor",
        note="The table lights up on the floor page until a supervisor answers.",
        outcome="The floor is called.",
        ask=(Ask("what", "choice", "Why?", choices=CALLS),),
    )

    what: Call = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if not table.live:
            return rejected("not_ready", "Only a live table can call the floor.", house.cite("room"))
        if table.call == self.what:
            return rejected("already_done", "The floor has already been called for that.", house.cite("room"))
        return (FloorCalled(self.what, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, "dispute" if table.call != "dispute" else "other"))


class AnswerCall(Command, frozen=True):
    """Answer the dealer's call."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN,
        topic="room",
        any_rules=True,
        place="floor",
        label="Answer the call",
        entry="answered call",
        note="The light goes out; your name goes on record.",
        outcome="The call is answered.",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if not table.call:
            return rejected("not_ready", "The floor has not been called.", house.cite("room"))
        return (FloorAnswered(self.by),)
