"""Every event as a sentence, the way a floor supervisor would tell it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boston7.cards import format_cards
from boston7.game import events as e
from boston7.game.accounts import Transfer
from boston7.game.actors import Actor
from boston7.game.checklist import WORDS as CHECKLIST
from boston7.game.settlement import WagerLine
from boston7.game.table import Table
from boston7.money import dollars

_WAGERS = {"ante": "ante", "first": "1st wager", "second": "2nd wager", "three_card_bonus": "three-card bonus"}


def tell(event: e.Event, before: Table) -> str:
    """One event, at the table as it was before. One line of it: an old record may hold a reason that is more."""
    told = _TOLD[type(event)](event, before)
    return told if told.isprintable() else told.encode("unicode_escape").decode()


def who(actor: Actor) -> str:
    if actor.role == "platform":
        return "the platform"
    return actor.name if actor.role == "player" and actor.name else f"the {actor.role} {actor.name}".strip()


def state_line(table: Table) -> str:
    """The table on one line: phase, tray, and each seat's chips."""
    seats = [
        f"{seat.number} {seat.player}: rail {dollars(seat.rail)}" + _layout(seat) for seat in table.seats if seat.player
    ]
    return f"{table.phase.value.replace('_', ' ')}; tray {dollars(table.tray)}; " + ("; ".join(seats) or "no players")


def _layout(seat: Any) -> str:
    wagers = [f"{name} {dollars(getattr(seat, field))}" for field, name in _WAGERS.items() if getattr(seat, field)]
    return f" ({', '.join(wagers)})" if wagers else ""


def _seat(number: int, table: Table) -> str:
    player = table.seat(number).player
    return f"Seat {number} ({player})" if player else f"Seat {number}"


def _line(line: WagerLine) -> str:
    moved = [
        f"{verb} {dollars(cents)}"
        for verb, cents in (("pays", line.paid), ("returns", line.returned), ("collects", line.collected))
        if cents
    ]
    hand = f" with {line.hand}" if line.hand else ""
    odds = f" at {line.odds}" if line.odds and line.paid else ""
    trimmed = f", trimmed by {dollars(line.trimmed)}" if line.trimmed else ""
    chips = " and ".join(moved) or "nothing moves"
    return f"{_WAGERS[line.wager]} {dollars(line.stake)} {line.result}{hand}{odds}: {chips}{trimmed}"


def _moves(transfers: tuple[Transfer, ...]) -> str:
    return ", ".join(f"{dollars(t.cents)} from {t.source} to {t.target}" for t in transfers) or "no chips"


def _opened(event: e.TableOpened, _: Table) -> str:
    kind = "live" if event.live else "virtual"
    return f"The table {event.name!r} is opened, {kind}, by {who(event.by)}: {_moves(event.transfers)}."


def _tray(event: e.TrayCounted, _: Table) -> str:
    off = "" if event.counted == event.expected else f", {dollars(event.counted - event.expected)} off"
    return f"The tray is counted by {who(event.by)}: {dollars(event.counted)}{off}."


def _wagers(event: e.WagersPlaced, table: Table) -> str:
    parts = [("ante", event.ante), ("1st wager", event.first), ("three-card bonus", event.three_card_bonus)]
    placed = ", ".join(f"{name} {dollars(cents)}" for name, cents in parts if cents)
    return f"{_seat(event.seat, table)} wagers {placed}{_by(event.by)}."


def _by(actor: Actor) -> str:
    """Who did it, where it was not the player: FIELD asks that the platform's own decisions are marked."""
    return "" if actor.role == "player" else f", entered by {who(actor)}"


def _dealt(event: e.CardsDealt, table: Table) -> str:
    to = "The dealer" if event.to == e.DEALER_SPOT else _seat(event.to, table)
    return f"{to} is dealt {format_cards(event.cards)}."


def _shuffled(event: e.DeckShuffled, _: Table) -> str:
    order = f" into {format_cards(event.deck)}" if event.deck else ""
    return f"The deck is shuffled by {who(event.by)}{order}."


def _hand_set(event: e.HandSet, table: Table) -> str:
    five = format_cards(event.five) if event.five else "a hand, face down"
    return f"{_seat(event.seat, table)} sets {five}{_by(event.by)}."


def _settled(event: e.Settled, table: Table) -> str:
    lines = "; ".join(_line(line) for line in event.lines) or "nothing at stake"
    return f"{_seat(event.seat, table)} is settled ({event.moment.replace('_', ' ')}): {lines}."


def _corrected(event: e.Corrected, _: Table) -> str:
    before = ", ".join(f"{b.account} {dollars(b.cents)}" for b in event.before)
    after = ", ".join(f"{b.account} {dollars(b.cents)}" for b in event.after)
    moved = f"Corrected by {who(event.by)} because {event.reason}: {_moves(event.transfers)}."
    return f"{moved} Before: {before}. After: {after}."


_TOLD: dict[type, Callable[[Any, Table], str]] = {
    e.TableOpened: _opened,
    e.CheckedOff: lambda it, _: f"Checked off by {who(it.by)}: {CHECKLIST[it.step]}.",
    e.TrayCounted: _tray,
    e.DeckReplaced: lambda it, _: f"The deck is replaced by {who(it.by)}: {it.reason}.",
    e.WentIdle: lambda it, _: f"The table goes idle by {who(it.by)}.",
    e.PhaseEntered: lambda it, _: f"Now: {it.phase.value.replace('_', ' ')}.",
    e.PlayerSat: lambda it, _: f"{it.player} sits down at seat {it.seat}.",
    e.PlayerLeft: lambda it, _: f"{it.player} leaves seat {it.seat}: {_moves(it.transfers)}.",
    e.ChipsMoved: lambda it, _: f"Chips, {it.what.replace('_', '-')} by {who(it.by)}: {_moves(it.transfers)}.",
    e.RoundBegun: lambda it, _: f"Round {it.round} begins under {it.house}, version {it.version[:12]}.",
    e.WagersPlaced: _wagers,
    e.WagersWithdrawn: lambda it, t: f"{_seat(it.seat, t)} takes the wagers back{_by(it.by)}.",
    e.BetsClosed: lambda it, _: f"No more bets, says {who(it.by)}.",
    e.DeckShuffled: _shuffled,
    e.DeckCut: lambda it, _: f"The deck is cut after {it.at} cards by {who(it.by)}.",
    e.RecutOrdered: lambda it, _: f"A recut is ordered by {who(it.by)}.",
    e.CardsDealt: _dealt,
    e.StubCounted: lambda it, _: f"The stub is counted by {who(it.by)}: {it.count} of {it.expected} cards.",
    e.StubRacked: lambda it, _: f"The stub, {it.count} cards, goes to the discard rack unseen.",
    e.CardsExposed: lambda it, t: f"{_seat(it.seat, t)} exposes {format_cards(it.cards)}{_by(it.by)}.",
    e.BonusDeclined: lambda it, t: f"{_seat(it.seat, t)} does not claim the three-card bonus{_by(it.by)}.",
    e.SecondPlaced: lambda it, t: f"{_seat(it.seat, t)} places the 2nd wager{_by(it.by)}: {_moves(it.transfers)}.",
    e.Folded: lambda it, t: f"{_seat(it.seat, t)} folds{_by(it.by)}.",
    e.HandSet: _hand_set,
    e.RoyalDisclosed: lambda it, t: f"{_seat(it.seat, t)} discloses a long royal{_by(it.by)}.",
    e.DealerRevealed: lambda it, _: f"The dealer turns over {format_cards(it.cards)} and has {it.hand}.",
    e.HandTurned: lambda it, t: f"{_seat(it.seat, t)} turns over {format_cards(it.cards)} and has {it.hand}.",
    e.Settled: _settled,
    e.RoundCompleted: lambda it, _: f"Round {it.round} is {'void and ' if it.void else ''}complete.",
    e.TableCleared: lambda it, _: "The table is cleared for the next round.",
    e.DealerCardsSeen: lambda it, _: f"The dealer's cards {format_cards(it.cards)} were seen, says {who(it.by)}.",
    e.FaceUpCardFound: lambda it, _: f"{it.card} lay face up in the deck, says {who(it.by)}; it goes to the rack.",
    e.CardDrawnInError: lambda it, _: f"A card was drawn in error, says {who(it.by)}; it is used next.",
    e.HandMiscounted: lambda it, t: f"{_seat(it.seat, t)} has {it.count} cards, says {who(it.by)}.",
    e.HandVoided: lambda it, t: f"{_seat(it.seat, t)}: the hand is void, {it.reason} ({it.clause}).",
    e.DealerMiscounted: lambda it, _: f"The dealer has {it.count} cards, says {who(it.by)}.",
    e.ShufflerStopped: lambda it, _: f"The shuffler stopped while {it.while_}, says {who(it.by)}.",
    e.CardsReturned: lambda it, _: f"All cards go back to be shuffled; wagers stand: {it.reason} ({it.clause}).",
    e.RoundVoided: lambda it, _: f"The round is void, says {who(it.by)}: {it.reason} ({it.clause}).",
    e.PlayerEvicted: lambda it, _: f"{it.player} is evicted from seat {it.seat} by {who(it.by)}: {it.reason}.",
    e.PrizeCheckRefused: lambda it, _: (
        f"{who(it.by)} refuses to cash {dollars(it.amount)} for {it.payee}: {it.reason}."
    ),
    e.Corrected: _corrected,
    e.ClosingAnnounced: lambda it, _: f"The table is to close, says {who(it.by)}: {it.reason}.",
    e.TableClosed: lambda it, _: f"The table is closed by {who(it.by)}: {_moves(it.transfers)}.",
}
