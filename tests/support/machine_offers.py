"""Checks that every offer of `legal` is accepted, and that everything else is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec
from machine_trial import NAMES, Trial, cards_in
from msgspec.structs import replace

from boston7.cards import DECK, UNKNOWN, Card
from boston7.declare import Rejection
from boston7.game import Command, CommandSpec, Table, decide, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.game.acts.deck_hand import HANDS
from boston7.game.acts.keyed import ThreeRank
from boston7.game.approvals import already_asked
from boston7.game.checklist import ChecklistStep
from boston7.game.transfers import Transfer
from boston7.hands import best_five
from boston7.money import MOST

BOUNDED = {
    c.OpenTable: "tray",
    c.CountTray: "amount",
    c.BuyIn: "amount",
    c.BuyInCash: "amount",
    c.ChipsIn: "amount",
    c.ChipsOut: "amount",
    c.CashOut: "amount",
    c.PlaceWagers: "ante",
    c.Cut: "at",
    c.CountStub: "count",
    c.FillTray: "amount",
    c.CreditTray: "amount",
}


def filled(trial: Trial, command: Command, rng: random.Random) -> Command | None:
    """Return the command with random values for the fields that a person enters, or None if no value is allowed."""
    real = trial.real
    live = trial.table.live
    number = BOUNDED.get(type(command))
    if number and getattr(command, number) is c.TO_TYPE:
        least = trial.house_in_force.delivery.cut_at_least if isinstance(command, c.Cut) else 1
        command = replace(command, **{number: least})
    match command:
        case c.Shuffle(deck=()) if command.by.role == "platform" and not live:
            return replace(command, deck=_deck(trial, rng))
        case c.Expose(cards=()) if live:
            return replace(command, cards=tuple(real.hands[command.seat][:3]))
        case c.Reveal(cards=()) if live:
            return replace(command, cards=tuple(real.hands[e.DEALER_SPOT]))
        case c.RevealApart():
            hand = real.hands[e.DEALER_SPOT]
            return replace(command, three=tuple(hand[:3]), four=tuple(hand[3:]))
        case c.TurnOver():
            hand = rng.sample(real.hands[command.seat], 7)
            return replace(command, five=tuple(hand[:5]), discards=tuple(hand[5:]))
        case c.HoldDeck(hand=c.TO_TYPE):
            return replace(command, hand=rng.choice(HANDS))
        case c.CallFloor(what=c.TO_TYPE):
            return replace(command, what="fill" if trial.table.call != "fill" else "deck")
        case c.KeyHand():
            return _keyed_hand(trial, command, rng)
        case c.KeyRank(rank=c.TO_TYPE):
            ranks = [replace(command, rank=rank) for rank in get_args(ThreeRank)]
            house = trial.house_in_force
            return rng.choice([each for each in ranks if not isinstance(decide(trial.table, each, house), Rejection)])
        case c.FaceUpCard() if live and command.card is UNKNOWN:
            found = real.stub[real.drawn_ahead] if command.packet is None else real.hands[command.packet][-1]
            return replace(command, card=found)
        case c.WrongCount(count=c.TO_TYPE):
            return replace(command, count=_wrong(real.hands[command.seat] or real.racked.get(command.seat, [])))
        case c.DealerMiscount(count=c.TO_TYPE):
            return replace(command, count=_wrong(trial.table.dealer_cards))
        case c.Sit() if command.by.role != "player":
            seated = {seat.player for seat in trial.table.seats}
            return replace(command, player=rng.choice([name for name in NAMES if name not in seated]))
        case c.MoveSeat():
            free = [seat.number for seat in trial.table.seats[: trial.house_in_force.seats] if seat.player is None]
            return replace(command, to=rng.choice(free))
        case c.FillTray() | c.CreditTray():
            return replace(command, slip="slip 17")
        case c.CorrectPayout():
            transfers = list(_possible_transfers(trial))
            return replace(command, transfers=(rng.choice(transfers),), reason="paid short") if transfers else None
        case c.RefusePrizeCheck():
            return replace(command, payee="Ada", amount=1, reason="for a reason on record", ground="picture_suspected")
        case c.ReplaceDeck() | c.BeginClosing() | c.VoidRound() | c.VoidHand() | c.Evict() | c.DeclineRequest():
            return replace(command, reason="for a reason on record")
    open_ = [
        ask for ask in command.rule.ask if getattr(command, ask.field, None) is c.TO_TYPE
    ]  # The command declares them.
    typed = {ask.field: rng.randrange(9) if ask.kind == "count" else "for a reason on record" for ask in open_}
    return replace(command, **typed) if typed else command


def _keyed_hand(trial: Trial, command: c.KeyHand, rng: random.Random) -> Command:
    """Return the result of the seven real cards, with the best five played."""
    mine = best_five(tuple(trial.real.hands[command.seat]))
    dealers = best_five(trial.table.dealer_cards).value
    award = mine.category.key if trial.house_in_force.ante_odds(mine.category) else "none"
    result = "win" if mine.value > dealers else "push" if mine.value == dealers else "lose"
    told = replace(command, award=award, result=result)
    # This amount can be settled only with the cards.
    if isinstance(decide(trial.table, told, trial.house_in_force), Rejection):
        return filled(trial, c.TurnOver(command.by, command.seat, (), ()), rng) or told
    return told


def _wrong(cards: Sequence[Card]) -> int:
    return max(0, len(cards) - 1) if cards else 1


def _possible_transfers(trial: Trial) -> Iterator[Transfer]:
    for seat in trial.table.seats:
        if seat.player and trial.table.tray:
            yield Transfer("tray", f"rail:{seat.number}", 1)
        if seat.player and seat.rail:
            yield Transfer(f"rail:{seat.number}", "tray", seat.rail)


def _deck(trial: Trial, rng: random.Random) -> tuple[Card, ...]:
    """Return a deck, sometimes with trips, a long royal or a tie between royals, which are rare by chance."""
    deck = rng.sample(DECK, 52)
    hands = len(trial.table.playing()) + 1
    one, other = rng.sample((0, 13, 26, 39), 2)
    wanted = rng.choice((
        {},
        {},
        {suit: DECK[13 * suit + 5] for suit in range(3)},
        {place: DECK[one + 12 - n] for n, place in enumerate(_places(0, hands))},
        {place: DECK[suit + 12 - n]
         for hand, suit in ((0, one), (hands - 1, other)) for n, place in enumerate(_places(hand, hands)[:5])},
    ))  # fmt: skip
    for at, card in wanted.items():
        was = deck.index(card)
        deck[at], deck[was] = card, deck[at]
    return tuple(deck)


def _places(hand: int, hands: int) -> tuple[int, ...]:
    """Return the positions of a hand's seven cards in a deck dealt in stacks."""
    return *(3 * hand + n for n in range(3)), *(3 * hands + 4 * hand + n for n in range(4))


def parameterless(actor: Actor) -> Iterator[Command]:
    """Yield every command whose only parameters are its actor and a seat."""
    yield c.GoIdle(actor)
    yield c.CloseTable(actor)
    yield c.NoMoreBets(actor)
    yield c.Deal(actor)
    yield c.RackStub(actor)
    yield c.SettleBonuses(actor)
    yield c.Settle(actor)
    yield c.NextRound(actor)
    yield c.TimeOut(actor)
    yield c.DrawnInError(actor)
    yield c.OrderRecut(actor)
    yield c.Shuffle(actor)
    yield c.Reveal(actor)
    yield c.RevealApart(actor, (), ())
    yield c.DealerCardExposed(actor)
    yield c.ShufflerFailed(actor, "shuffling")
    yield c.ShufflerFailed(actor, "dealing")
    yield from (c.CheckOff(actor, step) for step in ChecklistStep)
    for seat in range(1, 7):
        yield c.Leave(actor, seat)
        yield c.UndoLeave(actor, seat)
        yield c.WithdrawWagers(actor, seat)
        yield c.Decline(actor, seat)
        yield c.PlaceSecond(actor, seat)
        yield c.Fold(actor, seat)
        yield c.Disclose(actor, seat)
        yield c.Expose(actor, seat)


def check_offers(trial: Trial, actor: Actor, rng: random.Random) -> None:
    house, table = trial.house_in_force, trial.table
    offers = legal(table, house, actor)
    if actor.role in ("auditor", "spectator"):
        assert offers == ()
    given_away = cards_in(msgspec.json.encode(offers).decode()) - trial.real.may_see(actor)
    assert not given_away, f"what {actor} may do gives {given_away} away"
    for offer in offers:
        assert offer.type == c.snake(type(offer.command).__name__)
        assert offer.command.by == actor
        check_blank(trial, offer)
        for command in _within_bounds(offer, trial.table):
            ready = filled(trial, command, rng)
            if ready is not None:
                answer = decide(table, ready, house)
                waits = already_asked(table, ready, house)  # The same command may have been made before by chance.
                assert not isinstance(answer, Rejection) or answer == waits, f"offered, but refused: {ready}: {answer}"
        for choice in offer.choices:
            said = replace(offer.command, **choice.fields)
            answer = decide(table, said, house)
            assert not choice.fields or not isinstance(answer, Rejection), f"to choose, but refused: {said}: {answer}"
    offered = [offer.command for offer in offers]
    for command in parameterless(actor):
        if command not in offered:
            answer = decide(table, command, house)
            assert isinstance(answer, Rejection), f"not offered, but accepted: {command}"


def check_blank(trial: Trial, offer: CommandSpec) -> None:
    """Check that the fields to be entered are named without a value, and that such an incomplete command is refused
    (R23)."""
    wire = msgspec.json.decode(msgspec.json.encode(offer))
    assert not set(wire["typed"]) & set(wire["command"]), f"an offer carries what is to be typed: {wire}"
    again = msgspec.json.decode(msgspec.json.encode(offer), type=CommandSpec)
    assert again == offer, "an offer reads as it was written"
    if offer.typed:
        answer = decide(trial.table, again.command, trial.house_in_force)
        assert isinstance(answer, Rejection), f"what nobody typed was accepted: {offer}"
        assert answer.code == "incomplete", answer


def _within_bounds(offer: CommandSpec, table: Table) -> Iterator[Command]:
    if isinstance(offer.command, c.PlaceWagers):
        for cents in (offer.spots["ante"].minimum, offer.spots["ante"].maximum):
            yield replace(offer.command, wagers=dict.fromkeys(offer.command.wagers, cents))
    field = BOUNDED.get(type(offer.command))
    if field is None or field not in offer.typed:
        yield offer.command
    if field is None:
        return
    for amount in {offer.minimum, most_of(offer, table)} - {None}:
        assert isinstance(amount, int)
        yield replace(offer.command, **{field: amount})


def most_of(offer: CommandSpec, table: Table) -> int | None:
    """Return the maximum of an offer. The rail's amount is part of the view, not of the offer."""
    command = offer.command
    if isinstance(command, c.CashOut) and not table.live:
        return min(table.seat(command.seat).rail, MOST)
    return offer.maximum
