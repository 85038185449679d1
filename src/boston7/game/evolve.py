"""What each event does to the table. No judgement here: what is recorded has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game import events as e
from boston7.game.accounts import moved
from boston7.game.checklist import DECK_STEPS
from boston7.game.table import CLOSED, HandStatus, Phase, Seat, Table, shown_first


def evolve(table: Table, event: e.Event) -> Table:
    return EFFECTS[type(event)](table, event)


def replay(events: Iterable[e.Event], table: Table = CLOSED) -> Table:
    return reduce(evolve, events, table)


def _with_seat(table: Table, seat: Seat) -> tuple[Seat, ...]:
    seats = list(table.seats)
    seats[seat.number - 1] = seat
    return tuple(seats)


def _change(table: Table, number: int, **fields: Any) -> Table:
    return replace(table, seats=_with_seat(table, replace(table.seats[number - 1], **fields)))


def _same(table: Table, _: e.Event) -> Table:
    """Events that are only put on record."""
    return table


def _opened(table: Table, event: e.TableOpened) -> Table:
    fresh = Table(
        name=event.name,
        phase=Phase.OPENING,
        live=event.live,
        automation=event.automation,
        style=event.style,
        device=event.device,
        checklist=event.checklist,
        cage=table.cage,
        round=table.round,
    )
    return moved(fresh, event.transfers)


def _checked_off(table: Table, event: e.CheckedOff) -> Table:
    return replace(table, checklist=(*table.checklist, event.step))


def _tray_counted(table: Table, _: e.TrayCounted) -> Table:
    return replace(table, tray_counted=True)


def _deck_away(table: Table, _: e.DeckReplaced | e.WentIdle) -> Table:
    """The deck has to be inspected and washed again; the tray is still signed for."""
    left = tuple(step for step in table.checklist if step not in DECK_STEPS)
    return replace(_cleared(table), phase=Phase.OPENING, checklist=left, deck="unshuffled", stub=())


def _phase_entered(table: Table, event: e.PhaseEntered) -> Table:
    return replace(table, phase=event.phase)


def _sat(table: Table, event: e.PlayerSat) -> Table:
    return _change(table, event.seat, player=event.player)


def _left(table: Table, event: e.PlayerLeft) -> Table:
    """The seat is as good as new: whoever sits down next has no part in the round that was played from it."""
    table = moved(table, event.transfers)
    return replace(table, seats=_with_seat(table, Seat(event.seat, rail=table.seat(event.seat).rail)))


def _chips(table: Table, event: e.ChipsMoved) -> Table:
    return moved(table, event.transfers)


def _round_begun(table: Table, event: e.RoundBegun) -> Table:
    return replace(table, round=event.round, house=event.house, version=event.version)


def _wagers_placed(table: Table, event: e.WagersPlaced) -> Table:
    return moved(table, event.transfers)


def _wagers_withdrawn(table: Table, event: e.WagersWithdrawn) -> Table:
    return moved(table, event.transfers)


def _bets_closed(table: Table, _: e.BetsClosed) -> Table:
    seats = tuple(
        replace(seat, status="in", bonus="open" if seat.three_card_bonus else "none", decided=not seat.first)
        if seat.wagered
        else seat
        for seat in table.seats
    )
    return replace(table, seats=seats)


def _shuffled(table: Table, event: e.DeckShuffled) -> Table:
    deck = event.deck or (UNKNOWN,) * 52
    ready = "ready" if table.machine_shuffled else "shuffled"
    return replace(table, deck=ready, stub=deck, decks_used=table.decks_used + 1)


def _cut(table: Table, event: e.DeckCut) -> Table:
    return replace(table, deck="ready", stub=table.stub[event.at :] + table.stub[: event.at])


def _recut(table: Table, _: e.RecutOrdered) -> Table:
    phase = Phase.CUTTING if table.phase is Phase.DEALING_THREE else table.phase
    return replace(table, deck="shuffled", phase=phase, drawn_ahead=0)


def _dealt(table: Table, event: e.CardsDealt) -> Table:
    count = len(event.cards)
    stub = table.stub[count:]
    ahead = max(0, table.drawn_ahead - count)
    if event.to == e.DEALER_SPOT:
        cards = table.dealer_cards + event.cards
        return replace(table, stub=stub, deck="in_play", dealer_cards=cards, drawn_ahead=ahead)
    seat = table.seats[event.to - 1]
    seats = _with_seat(table, replace(seat, cards=seat.cards + event.cards))
    return replace(table, stub=stub, deck="in_play", seats=seats, drawn_ahead=ahead)


def _stub_counted(table: Table, _: e.StubCounted) -> Table:
    return replace(table, stub_counted=True, rounds_uncounted=0)


def _stub_racked(table: Table, _: e.StubRacked) -> Table:
    return replace(table, stub_racked=True, drawn_ahead=0)


def _exposed(table: Table, event: e.CardsExposed) -> Table:
    seat = table.seats[event.seat - 1]
    cards = shown_first(seat.cards, event.cards)
    fields: dict[str, Any] = {"first_three": event.cards} if table.live else {}
    return _change(table, event.seat, cards=cards, face_up=True, bonus="exposed", **fields)


def _declined(table: Table, event: e.BonusDeclined) -> Table:
    return _change(table, event.seat, bonus="declined")


def _second(table: Table, event: e.SecondPlaced) -> Table:
    return moved(table, event.transfers, event.seat, decided=True)


def _folded(table: Table, event: e.Folded) -> Table:
    return _change(table, event.seat, decided=True)


def _hand_set(table: Table, event: e.HandSet) -> Table:
    return _change(table, event.seat, five=event.five, hand_set=True)


def _disclosed(table: Table, event: e.RoyalDisclosed) -> Table:
    return _change(table, event.seat, disclosed=True)


def _revealed(table: Table, event: e.DealerRevealed) -> Table:
    return replace(table, dealer_cards=event.cards, dealer_face_up=True, dealer_five=event.five)


def _turned(table: Table, event: e.HandTurned) -> Table:
    return _change(table, event.seat, cards=event.cards, five=event.five, face_up=True)


def _settled(table: Table, event: e.Settled) -> Table:
    seat = table.seats[event.seat - 1]
    lines = seat.lines + event.lines
    status: HandStatus
    shown: tuple[Card, ...]
    match event.moment:
        case "three_card_bonus":
            return moved(table, event.transfers, event.seat, lines=lines, bonus="settled", face_up=False)
        case "fold":
            status, shown = "folded", ()
        case "void":
            status, shown = "void", seat.cards[:3] if seat.face_up else ()
        case "showdown":
            status, shown = "settled", seat.cards
    five = seat.five if event.moment == "showdown" else None
    table = replace(table, discard_rack=table.discard_rack + seat.cards)
    return moved(
        table, event.transfers, event.seat, lines=lines, status=status, cards=(), face_up=False, shown=shown, five=five
    )


def _completed(table: Table, _: e.RoundCompleted) -> Table:
    phase = Phase.COMPLETE
    uncounted = table.rounds_uncounted if table.stub_counted else table.rounds_uncounted + 1
    return replace(table, phase=phase, deck="unshuffled", rounds_uncounted=uncounted)


def _cleared(table: Table, _: e.Event | None = None) -> Table:
    """Every card away to be shuffled; chips stay where they are."""
    seats = tuple(
        Seat(
            number=seat.number,
            player=seat.player,
            rail=seat.rail,
            ante=seat.ante,
            first=seat.first,
            second=seat.second,
            three_card_bonus=seat.three_card_bonus,
            evicted=seat.evicted,
        )
        for seat in table.seats
    )
    return replace(
        table,
        phase=Phase.BETTING,
        seats=seats,
        house="",
        version="",
        stub=table.stub if table.deck in ("shuffled", "ready") else (),
        stub_racked=False,
        stub_counted=False,
        discard_rack=(),
        dealer_cards=(),
        dealer_face_up=False,
        dealer_five=(),
        face_up_found=0,
        drawn_ahead=0,
        void_reason="",
        void_clause="",
    )


def _dealer_seen(table: Table, event: e.DealerCardsSeen) -> Table:
    if not table.live:
        return table
    return replace(table, dealer_cards=event.cards + table.dealer_cards[len(event.cards) :])


def _face_up_found(table: Table, event: e.FaceUpCardFound) -> Table:
    next_card = table.drawn_ahead  # cards already drawn lie before it
    return replace(
        table,
        stub=table.stub[:next_card] + table.stub[next_card + 1 :],
        deck="in_play",
        discard_rack=(*table.discard_rack, event.card),
        face_up_found=table.face_up_found + 1,
    )


def _drawn_in_error(table: Table, _: e.CardDrawnInError) -> Table:
    return replace(table, drawn_ahead=table.drawn_ahead + 1)


def _miscounted(table: Table, event: e.HandMiscounted) -> Table:
    """Cards too many came off the stub; cards too few never left it."""
    seat = table.seats[event.seat - 1]
    extra = len(event.cards) - len(seat.cards)
    back = (UNKNOWN,) * -extra if table.live else seat.cards[extra:]  # a face that was shown lies face down again
    stub = table.stub[extra:] if extra >= 0 else back + table.stub
    return replace(_change(table, event.seat, cards=event.cards, status="void", five=None), stub=stub)


def _dealer_miscounted(table: Table, event: e.DealerMiscounted) -> Table:
    have = len(table.dealer_cards)
    if event.count >= have:
        extra = event.count - have
        return replace(table, dealer_cards=table.dealer_cards + table.stub[:extra], stub=table.stub[extra:])
    back: tuple[Card, ...] = table.dealer_cards[event.count :]
    return replace(table, dealer_cards=table.dealer_cards[: event.count], stub=back + table.stub)


def _returned(table: Table, _: e.CardsReturned) -> Table:
    seats = tuple(replace(seat, cards=(), face_up=False) for seat in table.seats)
    return replace(
        table,
        seats=seats,
        dealer_cards=(),
        discard_rack=(),
        stub=(),
        deck="unshuffled",
        drawn_ahead=0,
        phase=Phase.SHUFFLING if table.phase is not Phase.BETTING else Phase.BETTING,
    )


def _voided(table: Table, event: e.RoundVoided) -> Table:
    # Whoever declined the bonus may still show a hand that qualifies: a void asks anew (R12).
    seats = tuple(replace(seat, bonus="open") if seat.bonus == "declined" else seat for seat in table.seats)
    return replace(table, phase=Phase.VOID, void_reason=event.reason, void_clause=event.clause, seats=seats)


def _evicted(table: Table, event: e.PlayerEvicted) -> Table:
    return _change(table, event.seat, evicted=True)


def _corrected(table: Table, event: e.Corrected) -> Table:
    return moved(table, event.transfers)


def _closing(table: Table, event: e.ClosingAnnounced) -> Table:
    return replace(table, closing=event.reason, tray_counted=False)


def _closed(table: Table, event: e.TableClosed) -> Table:
    table = moved(table, event.transfers)
    return Table(name=table.name, cage=table.cage, tray=table.tray, round=table.round)


EFFECTS: dict[type, Callable[[Table, Any], Table]] = {
    e.TableOpened: _opened,
    e.CheckedOff: _checked_off,
    e.TrayCounted: _tray_counted,
    e.DeckReplaced: _deck_away,
    e.WentIdle: _deck_away,
    e.PhaseEntered: _phase_entered,
    e.PlayerSat: _sat,
    e.PlayerLeft: _left,
    e.ChipsMoved: _chips,
    e.RoundBegun: _round_begun,
    e.WagersPlaced: _wagers_placed,
    e.WagersWithdrawn: _wagers_withdrawn,
    e.BetsClosed: _bets_closed,
    e.DeckShuffled: _shuffled,
    e.DeckCut: _cut,
    e.RecutOrdered: _recut,
    e.CardsDealt: _dealt,
    e.StubCounted: _stub_counted,
    e.StubRacked: _stub_racked,
    e.CardsExposed: _exposed,
    e.BonusDeclined: _declined,
    e.SecondPlaced: _second,
    e.Folded: _folded,
    e.HandSet: _hand_set,
    e.RoyalDisclosed: _disclosed,
    e.DealerRevealed: _revealed,
    e.HandTurned: _turned,
    e.Settled: _settled,
    e.RoundCompleted: _completed,
    e.TableCleared: _cleared,
    e.DealerCardsSeen: _dealer_seen,
    e.FaceUpCardFound: _face_up_found,
    e.CardDrawnInError: _drawn_in_error,
    e.HandMiscounted: _miscounted,
    e.HandVoided: _same,
    e.DealerMiscounted: _dealer_miscounted,
    e.ShufflerStopped: _same,
    e.CardsReturned: _returned,
    e.RoundVoided: _voided,
    e.PlayerEvicted: _evicted,
    e.PrizeCheckRefused: _same,
    e.Corrected: _corrected,
    e.ClosingAnnounced: _closing,
    e.TableClosed: _closed,
}
