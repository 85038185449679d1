"""What a command or an event declares of itself, for everyone who has to know it. Knows no table.

A class says it once, in `rule` or `about`; preconditions, offers, redaction, forms, sentences and tests read it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, final

import msgspec

Place = Literal["opening", "procedure", "seat", "rail", "irregularity", "floor", "staff", "approval", "clock"]
"""Where an act is offered: the checklist, the dealer's next step, a seat, its chips, a form, the floor, who deals, a
request that waits for approval, no button."""

Tone = Literal["go", "plain", "stop"]

Source = Literal["game", "accounts", "shift", "record", "lobby", "request", "server"]
"""Who says no: the rules, the desk and the cage, the record, the list of tables, what was asked, or a fault of ours."""


@final
class Rejection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Why something is not done, from the rules to the page: a word for programs, a sentence for people, and the
    clause it rests on, which only a rule has."""

    source: Source
    code: str
    reason: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]" if self.clause else self.reason


class Ask(msgspec.Struct, frozen=True):
    """One thing a person has to enter before a command can be sent; `field` is the command's field."""

    field: str
    kind: Literal[
        "seat", "count", "amount", "cards", "choice", "check", "name", "reason", "transfers", "packet", "wagers"
    ]
    question: str
    least: int = 0  # of cards: fewer will not do
    most: int = 0
    at: Literal["", "live", "virtual"] = ""  # asked at such tables only
    choices: tuple[str, ...] = ()
    when: str = ""  # asked while this check is ticked
    outcome: str = ""  # of the command, while this check is ticked

    @classmethod
    def cards(
        cls, field: str, question: str, count: int, at: Literal["", "live", "virtual"] = "", *, optional: bool = False
    ) -> Ask:
        return cls(field, "cards", question, 0 if optional else count, count, at)

    @classmethod
    def reason(cls) -> Ask:
        return cls("reason", "reason", "Reason, for the record")

    @classmethod
    def seat(cls) -> Ask:
        return cls("seat", "seat", "Which seat?")

    @classmethod
    def amount(cls, field: str = "amount", question: str = "Amount") -> Ask:
        return cls(field, "amount", question)


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """Who may ask for something and when, the rule it rests on, and how it is put before them."""

    by: frozenset[str]  # roles
    when: frozenset[str]  # phases
    awaited: frozenset[str] = frozenset()  # phases that go on by it: while it is refused, its refusal says why not
    topic: str  # where the house document says so
    also: tuple[str, ...] = ()  # where it says what else may come of it
    ruling: str = ""
    late: str = ""  # what a dealer says when it is too late
    own_seat: bool = False  # a player's choice: at a virtual table nobody else makes it
    any_seat: bool = False  # a player may name a seat that is not theirs
    when_evicted: bool = False  # an evicted player may still do it
    any_dealer: bool = False  # a dealer who has not signed on may do it
    any_rules: bool = False  # no part of a round, so not bound to the rules it began under (R20)
    place: Place
    label: str
    entry: str = ""  # what it is called once it was entered, where the label will not do: "Seat 2's 2nd Wager"
    note: str = ""  # what it means, for who chooses it from a list
    outcome: str = ""  # what the rules then demand, where chips and phase alone do not tell
    key: str = ""
    tone: Tone = "plain"
    optional: bool = False  # a right to use or not: no table waits for it
    history: bool = False  # decided from what was entered before, as a correction is
    ask: tuple[Ask, ...] = ()


class Sentence(msgspec.Struct, frozen=True):
    """One sentence: for everybody, for the player it is about, and for the record, which leaves nothing out."""

    they: str
    you: str = ""
    record: str = ""


class Cited(NamedTuple):
    topic: str
    ruling: str = ""


class About(msgspec.Struct, frozen=True):
    """What an event is to those who watch. What is not in `shows` is turned face down on the way to them."""

    sentence: Sentence | Mapping[str, Sentence]  # several by name, of which `Event.which` picks one
    shows: tuple[str, ...] = ()
    own: tuple[str, ...] = ()  # cards that the player in the seat sees, and nobody else
    sealed: tuple[str, ...] = ()  # cards that nobody may see while the round is on, the record's readers included
    staff: tuple[str, ...] = ()  # left out for viewers of the table; dealer and supervisor get it with their offers
    aloud: bool = False  # called out across the felt
    choice: bool = False  # somebody's decision at a seat, told as such in exports
    cites: Cited | None = None  # the rule behind it, where the event itself carries no clause

    def sentences(self) -> Mapping[str, Sentence]:
        return {"": self.sentence} if isinstance(self.sentence, Sentence) else self.sentence


class Word(NamedTuple):
    """A word or two inside a sentence that another language says otherwise, by key."""

    key: str
    values: Mapping[str, Any] = {}
