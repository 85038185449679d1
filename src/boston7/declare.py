"""Declarations that commands and events carry: rules, forms, sentences and visibility. Independent of the table.

A class declares each fact once, in `rule` or `about`. Preconditions, offers, redaction, forms, sentences and tests read
it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, final

import msgspec

Place = Literal["opening", "procedure", "seat", "rail", "irregularity", "floor", "staff", "approval", "clock"]
"""Where the console offers a command: the checklist, the dealer's next step, a seat, its chips, an irregularity form,
the floor page, staffing, or a pending approval. A `clock` command has no button."""

Tone = Literal["go", "plain", "stop"]

Source = Literal["game", "accounts", "shift", "record", "lobby", "request", "server"]
"""The part that rejected the request: the game rules, the desk and cage, the shift, the record, the list of tables, the
request itself, or the server."""


@final
class Rejection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The reason for a refusal: a code for programs, a sentence for people, and the clause if a rule of the game
    applies."""

    source: Source
    code: str
    reason: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]" if self.clause else self.reason


class Ask(msgspec.Struct, frozen=True):
    """One field of a command's form; `field` is the command's field."""

    field: str
    kind: Literal[
        "seat", "count", "amount", "cards", "choice", "check", "name", "reason", "transfers", "packet", "wagers"
    ]
    question: str
    least: int = 0  # The fewest cards accepted.
    most: int = 0
    at: Literal["", "live", "virtual"] = ""  # Limits the field to live or virtual tables.
    choices: tuple[str, ...] = ()
    when: str = ""  # Shows the field only while this check is ticked.
    outcome: str = ""  # The command's outcome while this check is ticked.

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
    """Who may send a command and when, the rule behind it, and how the console presents it."""

    by: frozenset[str]  # Roles.
    when: frozenset[str]  # Phases.
    # Phases that this command ends; while it is refused, the refusal explains the wait.
    awaited: frozenset[str] = frozenset()
    topic: str  # The citation in the house document.
    also: tuple[str, ...] = ()  # Citations for further outcomes.
    ruling: str = ""
    late: str = ""  # The refusal once it is too late.
    own_seat: bool = False  # At a virtual table, only the seat's own player may choose.
    any_seat: bool = False  # A player may name another player's seat.
    when_evicted: bool = False  # Evicted players may still do it.
    any_dealer: bool = False  # A dealer who has not signed on may do it.
    any_rules: bool = False  # Outside the round, so not bound to the round's rules (R20).
    place: Place
    label: str
    entry: str = ""  # The name of the recorded entry, if the label does not fit: "Seat 2's 2nd Wager".
    note: str = ""  # An explanation shown in lists of choices.
    outcome: str = ""  # The resulting duty, if chips and phase do not show it.
    key: str = ""
    tone: Tone = "plain"
    optional: bool = False  # No table waits for it.
    history: bool = False  # Deciding it needs the earlier entries, as a correction does.
    ask: tuple[Ask, ...] = ()


class Sentence(msgspec.Struct, frozen=True):
    """One sentence in three versions: for the table, for the player concerned, and for the record in full."""

    they: str
    you: str = ""
    record: str = ""


class Cited(NamedTuple):
    topic: str
    ruling: str = ""


class About(msgspec.Struct, frozen=True):
    """How viewers see an event. Redaction hides the fields that are not in `shows`."""

    sentence: Sentence | Mapping[str, Sentence]  # With several, `Event.which` selects one by name.
    shows: tuple[str, ...] = ()
    own: tuple[str, ...] = ()  # Cards that only the seat's player sees.
    sealed: tuple[str, ...] = ()  # Cards hidden from everyone until the round ends, even from readers of the record.
    staff: tuple[str, ...] = ()  # Hidden from viewers of the table; staff receive it with their offers.
    aloud: bool = False  # Announced at the table.
    choice: bool = False  # A decision at a seat, marked as one in exports.
    cites: Cited | None = None  # The rule behind it, if the event itself has no clause.

    def sentences(self) -> Mapping[str, Sentence]:
        return {"": self.sentence} if isinstance(self.sentence, Sentence) else self.sentence


class Word(NamedTuple):
    """A translatable phrase inside a sentence, by key."""

    key: str
    values: Mapping[str, Any] = {}
