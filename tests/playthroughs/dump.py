"""A round as text: each command, what it caused, the table after it, what changed for whom.

Views and legal acts are printed where they differ from what the same person saw and could do before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from boston7.cards import DECK, Card, duplicates, format_cards, parse_cards
from boston7.declare import Rejection
from boston7.game import CLOSED, Command, CommandSpec, Event, Table, WagerLine, decide, legal, replay, view
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, Actor, player
from boston7.game.commands import snake
from boston7.game.transfers import Transfer, total
from boston7.game.view import TableView
from boston7.house import preset
from boston7.money import dollars, signed_dollars

MONEY = {"amount", "tray", "cents"}
SECRET = "(secret)"


def stacked(*hands: str) -> tuple[Card, ...]:
    """A deck that deals these cards to each player in turn and to the dealer last, in stacks; three to who folds."""
    cards = [parse_cards(hand) for hand in hands]
    return _whole([card for hand in cards for card in hand[:3]] + [card for hand in cards for card in hand[3:]])


def singly(*hands: str) -> tuple[Card, ...]:
    """The same, with the first three dealt one card at a time."""
    cards = [parse_cards(hand) for hand in hands]
    return _whole([hand[n] for n in range(3) for hand in cards] + [card for hand in cards for card in hand[3:]])


def _whole(dealt: list[Card]) -> tuple[Card, ...]:
    if len(set(dealt)) != len(dealt):
        raise ValueError(f"{format_cards(duplicates(dealt))} is dealt twice")
    return (*dealt, *(card for card in DECK if card not in dealt))


class Playthrough:
    def __init__(self, title: str, house: str, about: str) -> None:
        self.house = preset(house)
        self.table: Table = CLOSED
        self.lines = [title, "=" * len(title), about, f"House: {self.house.name} ({self.house.id})"]
        self.seen: dict[Actor, dict[str, str]] = {}
        self.could: dict[Actor, str] = {}
        self.happened: list[tuple[Event, ...]] = []
        """What each accepted command caused."""

    def say(self, words: str) -> None:
        self.lines += ["", f"-- {words}"]

    def do(self, *commands: Command) -> None:
        for command in commands:
            outcome = self._sent(command)
            if isinstance(outcome, Rejection):
                raise AssertionError(f"{command}: {outcome}")
            self.table = replay(outcome, self.table)
            self.happened.append(outcome)
            for event in outcome:
                self.lines += _event_lines(event)
            self.lines += _table_lines(self.table)
            self._look()

    def refuse(self, command: Command) -> None:
        outcome = self._sent(command)
        if not isinstance(outcome, Rejection):
            raise AssertionError(f"{command} was accepted")
        self.lines.append(f"  refused ({outcome.code}): {outcome.reason} [{outcome.clause}]")

    def _sent(self, command: Command) -> tuple[Event, ...] | Rejection:
        words = _fields(command, skip=("by", "deck"))
        self.lines += ["", f"> {_who(command.by)}: {_kind(command)} {words}".rstrip()]
        return decide(self.table, command, self.house)

    def _look(self) -> None:
        players = [player(seat.player) for seat in self.table.seats if seat.player]
        for viewer in (*players, SPECTATOR):
            sees = dict(_seen(view(self.table, viewer)))
            before = self.seen.get(viewer, {})
            changed = [f"{place} {what}" for place, what in sees.items() if before.get(place, "-") != what]
            if changed:
                self.lines.append(f"  {'everyone' if viewer is SPECTATOR else viewer.name} sees: {' | '.join(changed)}")
            self.seen[viewer] = sees
        for actor in (*players, DEALER, SUPERVISOR, PLATFORM):
            may = ", ".join(dict.fromkeys(map(_offer, legal(self.table, self.house, actor)))) or "nothing"
            if self.could.get(actor) != may:
                self.lines.append(f"  {_who(actor)} may: {may}")
            self.could[actor] = may

    def text(self) -> str:
        rails = [f"{seat.player} {dollars(seat.rail)}" for seat in self.table.seats if seat.player]
        rest = f"tray {dollars(self.table.tray)}, cage {dollars(self.table.cage)}, in all {dollars(total(self.table))}"
        return "\n".join([*self.lines, "", f"Balances: {', '.join([*rails, rest])}", ""])


def _kind(value: msgspec.Struct) -> str:
    return snake(type(value).__name__)


def _who(actor: Actor) -> str:
    return actor.name or actor.role


def _fields(value: msgspec.Struct, skip: Sequence[str] = ()) -> str:
    parts = []
    for field in msgspec.structs.fields(value):
        content = getattr(value, field.name)
        if (
            field.name in skip
            or content in (None, "", {})
            or (content in ((), False, Card.UNKNOWN) and not field.required)
        ):
            continue
        money = isinstance(value, e.TrayCounted) or field.name in MONEY
        if isinstance(content, dict):  # wagers
            parts += [f"{wager} {dollars(cents)}" for wager, cents in content.items()]
        else:
            parts.append(f"{field.encode_name} {_content(content, money=money)}")
    return ", ".join(parts)


def _content(content: object, *, money: bool = False) -> str:
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, int):
        return dollars(content) if money else str(content)
    if isinstance(content, Actor):
        return _who(content)
    if isinstance(content, tuple):
        if all(isinstance(item, Card) for item in content):
            return format_cards(content) or "none"
        if all(isinstance(item, Transfer) for item in content):
            return "; ".join(f"{item.source} > {item.target} {dollars(item.cents)}" for item in content)
        return " ".join(map(_item, content)) or "none"
    return str(content)


def _item(item: object) -> str:
    return f"({_fields(item)})" if isinstance(item, msgspec.Struct) else str(item)


def _event_lines(event: Event) -> Iterator[str]:
    words = _fields(event, skip=("transfers", "lines", "deck", "version", "layout"))
    yield f"  * {_kind(event)} {words}".rstrip()
    if isinstance(event, e.DeckShuffled) and event.deck:
        for start in range(0, 52, 13):
            yield f"      {SECRET} {format_cards(event.deck[start : start + 13])}"
    if isinstance(event, e.Settled):
        yield from (f"      {_settled(line)}" for line in event.lines)
    transfers = getattr(event, "transfers", ())
    if transfers:
        yield f"      chips: {_content(transfers)}"


def _settled(line: WagerLine) -> str:
    moves = [
        f"{verb} {dollars(cents)}"
        for verb, cents in (
            ("pays", line.paid),
            ("returns", line.returned),
            ("collects", line.collected),
            ("trims", line.trimmed),
        )
        if cents
    ]
    odds = f" at {line.rate}" if line.rate else ""
    hand = f" with {line.hand}" if line.hand else ""
    return f"{line.wager} {dollars(line.stake)}: {line.result}{hand}{odds}, {', '.join(moves)} [{line.clause}]"


def _table_lines(table: Table) -> Iterator[str]:
    cards = f"deck {table.deck}, stub {len(table.stub)}, discard rack {len(table.discard_rack)}"
    yield f"  = {table.phase}, round {table.round}, {cards}, tray {dollars(table.tray)}"
    if table.dealer_cards:
        up = "face up" if table.dealer_face_up else "face down"
        yield f"    dealer: {format_cards(table.dealer_cards)} {up}"
    for seat in table.seats:
        if not seat.player:
            continue
        spots = {
            "ante": seat.ante,
            "1st": seat.first,
            "2nd": seat.second,
            "bonus": seat.side_bets.get("three_card_bonus", 0),
        }
        wagers = "".join(f", {spot} {dollars(cents)}" for spot, cents in spots.items() if cents)
        hand = f", {format_cards(seat.cards)}" if seat.cards else ""
        five = f", set {format_cards(seat.five)}" if seat.five and seat.cards else ""
        marks = [word for word, holds in _marks(seat.bonus, seat.face_up, seat.disclosed, seat.evicted) if holds]
        net = sum(line.paid - line.collected for line in seat.lines)
        result = f", {signed_dollars(net)}" if seat.lines else ""
        state = " ".join([seat.status, *marks])
        yield f"    seat {seat.number} {seat.player}: {state}, rail {dollars(seat.rail)}{wagers}{hand}{five}{result}"


def _marks(bonus: str, face_up: bool, disclosed: bool, evicted: bool) -> Iterator[tuple[str, bool]]:
    yield f"(bonus {bonus})", bonus != "none"
    yield "(face up)", face_up
    yield "(royal disclosed)", disclosed
    yield "(evicted)", evicted


def _seen(table: TableView) -> Iterator[tuple[str, str]]:
    """The cards a viewer sees; chips lie open to all and stand in the table above."""
    hands = [("dealer", table.dealer_cards, table.dealer_hand)]
    hands += [(f"seat {seat.number}", seat.cards, seat.hand) for seat in table.seats]
    for place, cards, name in hands:
        yield place, f"{format_cards(cards)}{f' ({name})' if name else ''}" if cards else "-"


def _offer(offer: CommandSpec) -> str:
    seat = getattr(offer.command, "seat", None)
    who = f" {seat}" if seat and offer.command.by.role != "player" else ""
    step = f" {offer.command.step}" if hasattr(offer.command, "step") else ""
    return f"{offer.type}{who}{step}"
