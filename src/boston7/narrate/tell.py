"""Renders every event as a sentence: for its player, for the table and for the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Literal

from boston7.cards import Card, format_cards
from boston7.declare import Word
from boston7.game.actors import Actor
from boston7.game.acts.betting import wager_words
from boston7.game.kinds import Event, as_sentence, snake
from boston7.game.table import Seat, Table
from boston7.game.transfers import Balance
from boston7.money import dollars
from boston7.narrate.lines import line_recorded
from boston7.narrate.words import ENGLISH, Language, phrase, place_name, text

Form = Literal["line", "record"]


def tell(
    event: Event, before: Table, viewer: Actor | None = None, form: Form = "line", language: Language = ENGLISH
) -> str:
    """Describe an event in one printable line; `before` is the table before the event.

    A `line` is for people at the table and shows only what all of them may see. A `record` line contains everything, so
    redact the event first for readers with fewer rights. Control characters from old records are escaped.

    >>> from boston7.game import CLOSED, commands as c, decide, replay
    >>> from boston7.game.actors import PLATFORM, player
    >>> from boston7.house import preset
    >>> table = replay(decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg")))
    >>> events = decide(table, c.Sit(player("Ann"), 2, "Ann"), preset("nhcg"))
    >>> tell(events[0], table), tell(events[0], table, player("Ann"))
    ('Ann sits in seat 2.', 'You sit in seat 2.')
    """
    audience = "record" if form == "record" else "you" if _is_about(event, before, viewer) else "they"
    template = text(_key(type(event), event.which(before), audience), language)
    return _filled(template, _Values(event, before, form, language))


def tell_table(event: Event, before: Table, language: Language = ENGLISH) -> tuple[str, str | None, str]:
    """Return the line for the table, the player it addresses (if any), and that player's line.

    >>> from boston7.game import CLOSED, events as e
    >>> tell_table(e.PlayerSat(2, "Ann"), CLOSED)
    ('Ann sits in seat 2.', 'Ann', 'You sit in seat 2.')
    """
    kind, which, about = type(event), event.which(before), addressee(event, before)
    values = _Values(event, before, "line", language)
    they = _filled(text(_key(kind, which, "they"), language), values)
    return they, about, _filled(text(_key(kind, which, "you"), language), values) if about is not None else they


def _filled(template: str, values: _Values) -> str:
    if "{" in template:
        template = "".join([words + values.of(name) if name else words for words, name in _parts(template)])
    return template if template.isprintable() else template.encode("unicode_escape").decode()


@cache
def _parts(template: str) -> tuple[tuple[str, str | None], ...]:
    """Split a template into its text and its field names."""
    return tuple([(words, name) for words, name, _, _ in Formatter().parse(template)])


@cache
def _key(kind: type[Event], which: str, audience: str) -> str:
    return ".".join(filter(None, (snake(kind.__name__), which, audience)))


def _is_about(event: Event, before: Table, viewer: Actor | None) -> bool:
    return viewer is not None and viewer.role == "player" and addressee(event, before) == viewer.name


def addressee(event: Event, before: Table) -> str | None:
    """Return the player whom an event's sentence addresses, if any.

    >>> from boston7.game import CLOSED, events as e
    >>> addressee(e.PlayerSat(2, "Ann"), CLOSED)
    'Ann'
    """
    name: str | None = getattr(event, "player", None)
    if name is None:
        number = event.seat_at()
        name = before.seats[number - 1].player if number else None
    return name


class _Values:
    """The values for a sentence's placeholders, computed on demand: the event's words, its fields, or derived text."""

    __slots__ = ("event", "form", "language", "table", "words")

    def __init__(self, event: Event, before: Table, form: Form, language: Language) -> None:
        self.words = event.words(before)
        self.event: Any = event  # A template names only fields of its own kind: the tests fill in every template.
        self.table, self.form, self.language = before, form, language

    def of(self, name: str) -> str:
        if name in self.words:
            return self._written(self.words[name])
        meant = _MEANT.get(name)
        return str(meant(self)) if meant is not None else self._written(getattr(self.event, name))

    def _written(self, value: Any) -> str:
        if type(value) is str:
            return value
        if isinstance(value, Word):
            return phrase(value, self.language)
        if isinstance(value, Card):
            return value.value
        if isinstance(value, tuple):
            if all(isinstance(one, Card) for one in value):
                return format_cards(value)
            return ", ".join(phrase(one, self.language) for one in value)
        return str(value)

    def _who(self) -> str:
        number = self.event.seat_at()
        player = self.table.seat(number).player
        if self.form == "line" and player:
            return player
        key = "seat.player" if player else "seat"
        return text(key, self.language).format(seat=number, player=player)

    def _by(self) -> str:
        actor: Actor = self.event.by
        return actor_name(actor, self.language)

    def _entered(self) -> str:
        """Return who entered it, if not the player; this also marks the platform's decisions."""
        actor: Actor = self.event.by
        return "" if actor.role == "player" else text("entered", self.language).format(by=self._by())

    def _amount(self) -> str:
        return dollars(sum([transfer.cents for transfer in self.event.transfers]))

    def _moves(self) -> str:
        moves = [
            text("move", self.language).format_map(
                {"amount": dollars(one.cents), "from": self._place(one.source), "to": self._place(one.target)}
            )
            for one in self.event.transfers
        ]
        return ", ".join(moves) or text("move.none", self.language)

    def _place(self, account: str) -> str:
        return place_name(account, self.language, self.table.labels())

    def _before(self) -> str:
        return self._balances(self.event.before)

    def _after(self) -> str:
        return self._balances(self.event.after)

    def _balances(self, balances: tuple[Balance, ...]) -> str:
        template = text("balance", self.language)
        return ", ".join(
            template.format_map({"place": self._place(one.account), "amount": dollars(one.cents)}) for one in balances
        )

    def _reason(self) -> str:
        return as_sentence(str(self.event.reason))

    def _hand(self) -> str:
        spoken: str = self.event.hand.spoken
        return spoken

    def _moment(self) -> str:
        return text(f"moment.{self.event.moment}", self.language)

    def _lines(self) -> str:
        labels = self.table.labels()
        lines = [line_recorded(line, self.language, labels) for line in self.event.lines]
        return "; ".join(lines) or text("line.none_at_stake", self.language)


_MEANT = {
    "who": _Values._who,
    "by": _Values._by,
    "entered": _Values._entered,
    "amount": _Values._amount,
    "moves": _Values._moves,
    "before": _Values._before,
    "after": _Values._after,
    "reason": _Values._reason,
    "hand": _Values._hand,
    "moment": _Values._moment,
    "lines": _Values._lines,
}
"""Placeholders that are not fields of the event, or that need formatting."""


def actor_name(actor: Actor, language: Language = ENGLISH) -> str:
    if actor.role == "platform":
        return text("by.platform", language)
    if actor.role == "player" and actor.name:
        return actor.name
    return text("by.named" if actor.name else "by.role", language).format(role=actor.role, name=actor.name)


def listed(names: Sequence[str]) -> str:
    """Join names, such as `Alma`, `Alma and Bert`, or `Alma, Bert and Cleo`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def state_line(table: Table, language: Language = ENGLISH) -> str:
    """Describe the table in one line: phase, tray and each seat's chips.

    >>> from boston7.game import CLOSED
    >>> state_line(CLOSED)
    'closed; tray $0; no players'
    """
    labels = table.labels()
    seats = [f"{seat.number} {seat.player}: {_chips(seat, language, labels)}" for seat in table.seats if seat.player]
    return f"{table.phase.value.replace('_', ' ')}; tray {dollars(table.tray)}; " + ("; ".join(seats) or "no players")


def _chips(seat: Seat, language: Language, labels: Mapping[str, str]) -> str:
    stakes = [phrase(word, language) for word in wager_words(seat.wagers, labels)]
    return f"rail {dollars(seat.rail)}" + (f" ({', '.join(stakes)})" if stakes else "")
