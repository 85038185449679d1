"""Random moves: mostly ones that advance the round, sometimes any allowed one, sometimes any command."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, get_args

import msgspec
from every_account import ACCOUNTS
from machine_offers import BOUNDED, filled, most_of
from machine_trial import EVERYONE, NAMES, PLAYERS, STAFF, Trial
from msgspec.structs import replace

from boston7.cards import DECK, Card
from boston7.game import HUMAN_DEALER, VIRTUAL_DEALER, Automation, Command, CommandSpec, Phase, legal
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, Actor, player
from boston7.game.acts.deck_hand import HANDS
from boston7.game.acts.keyed import Award, ThreeRank
from boston7.game.acts.staff import CALLS
from boston7.game.checklist import ChecklistStep
from boston7.game.grounds import CHECK_GROUNDS, GROUNDS
from boston7.game.possible import Outcome
from boston7.game.table import IN_ACTION
from boston7.game.transfers import Transfer
from boston7.house.model import Device, Style
from boston7.money import Piece

KINDS = c.COMMANDS

# The weights of commands that advance the round; commands without a weight do not.
PROCEDURE = {
    "shuffle": 4, "cut": 4, "hold_deck": 1, "deal": 8, "count_stub": 2, "rack_stub": 8, "settle_bonuses": 8,
    "reveal": 8, "reveal_apart": 8, "turn_over": 8, "key_hand": 8, "settle": 8, "time_out": 1,
}  # fmt: skip
IRREGULARITIES = tuple(
    kind for kind in KINDS if kind.__module__.startswith("boston7.game.irregularities.") and "dealer" in kind.rule.by
)
SURVIVED = {"drawn_in_error": 4, "face_up_card": 4, "wrong_count": 2}
TROUBLE = {name: SURVIVED.get(name, 1) for name in (c.snake(kind.__name__) for kind in IRREGULARITIES)}
"""Everything that a dealer may report, weighted toward irregularities that the round survives."""
FINISHES = {*PROCEDURE, "decline", "fold", "set_hand", "approve_request"}
PROGRESS = PROCEDURE | {
    "check_off": 4, "count_tray": 2, "sit": 2, "buy_in": 4, "chips_in": 4, "buy_in_cash": 4, "place_wagers": 6,
    "no_more_bets": 4, "expose": 5, "key_rank": 5, "decline": 1, "place_second": 8, "fold": 1, "set_hand": 8,
    "disclose": 2, "waive_royal": 6, "next_round": 8, "close_table": 4, "approve_request": 8,
}  # fmt: skip


def opening(rng: random.Random, *, live: bool) -> c.OpenTable:
    subset = tuple(step for step in Automation if rng.random() < 0.5)
    return c.OpenTable(
        rng.choice((SUPERVISOR, PLATFORM)),
        "Table 1",
        rng.choice((1, 50_00, 5000_00)),
        live=live,
        automation=rng.choice((VIRTUAL_DEALER, HUMAN_DEALER, subset)),
        style=rng.choice(get_args(Style)),
        device=rng.choice(get_args(Device)),
        preinspected=rng.random() < 0.7,
    )


def move_on(trial: Trial, rng: random.Random) -> Command:
    """Return an allowed command that brings the round nearer its end."""
    if trial.table.phase is Phase.CLOSED:
        again = opening(rng, live=rng.random() < 0.5)
        return replace(again, tray=trial.table.closer or again.tray)  # A locked tray opens with its closer.
    offers = [offer for actor in _at_the_table(trial) for offer in legal(trial.table, trial.house_in_force, actor)]
    useful: dict[str, list[CommandSpec]] = {}
    for offer in offers:
        if offer.type in PROGRESS and _brings_on(trial, offer.command):
            useful.setdefault(offer.type, []).append(offer)
    if not useful:  # Only an empty tray can block a round: try to settle anyway, or fill it.
        return rng.choice((c.SettleBonuses(DEALER), c.Settle(DEALER), c.FillTray(SUPERVISOR, 200_00, "slip 3")))
    kind = rng.choices(list(useful), [PROGRESS[kind] for kind in useful])[0]
    return chosen(trial, rng.choice(useful[kind]), rng)


def _brings_on(trial: Trial, command: Command) -> bool:
    """Return whether a command does more than repeat what is done."""
    table = trial.table
    match command:
        case c.Sit():
            return table.phase in (Phase.OPENING, Phase.BETTING)
        case c.BuyIn() | c.BuyInCash() | c.ChipsIn():
            poor = table.seat(command.seat).rail < trial.house_in_force.limits.table_maximum
            return poor and table.phase in (Phase.BETTING, Phase.DECISION)
        case c.PlaceWagers():
            return not table.seat(command.seat).wagered
        case c.SetHand():
            return not table.seat(command.seat).hand_set
        case c.CountTray():
            return not table.tray_counted
    return True


def anything_allowed(trial: Trial, rng: random.Random) -> Command | None:
    """Return any allowed command, including irregularities and the floor's, with equal chances for each kind."""
    actor = rng.choice((*_at_the_table(trial), *STAFF))
    offers = legal(trial.table, trial.house_in_force, actor)
    if not offers:
        return None
    kind = rng.choice(sorted({offer.type for offer in offers}))
    return chosen(trial, rng.choice([offer for offer in offers if offer.type == kind]), rng)


def trouble(trial: Trial, rng: random.Random) -> Command | None:
    """Return an irregularity of the cards, usually one that the round survives."""
    offers = [offer for offer in legal(trial.table, trial.house_in_force, DEALER) if offer.type in TROUBLE]
    kinds = sorted({offer.type for offer in offers})
    if not kinds:
        return None
    kind = rng.choices(kinds, [TROUBLE[kind] for kind in kinds])[0]
    if trial.table.drawn_ahead and "face_up_card" in kinds:
        kind = "face_up_card"  # Two irregularities at once are the interesting case.
    told = [offer for offer in offers if offer.type == kind]
    folded = [offer for offer in told if _is_folded(trial, offer.command)]
    return chosen(trial, rng.choice(folded or told), rng)


def report(trial: Trial, kind: str, rng: random.Random) -> None:
    """Play a live table from its opening until this irregularity is reported."""
    trial.send(replace(opening(rng, live=True), device="automated_shoe"))
    for _ in range(1_000):
        offers = [offer for offer in legal(trial.table, trial.house_in_force, DEALER) if offer.type == kind]
        if offers and rng.random() < 0.2 and trial.send(chosen(trial, rng.choice(offers), rng)) is None:
            return
        trial.send(move_on(trial, rng))
    raise AssertionError(f"nobody could report {kind}")


def _is_folded(trial: Trial, command: Command) -> bool:
    return isinstance(command, c.WrongCount) and trial.table.seat(command.seat).status == "folded"


def chosen(trial: Trial, offer: CommandSpec, rng: random.Random) -> Command:
    """Return the command of an offer, with amounts in its bounds, real cards, and perhaps another five or count."""
    wanted = offer.command
    if isinstance(wanted, c.FaceUpCard) and rng.random() < 0.5:
        spots = [number for number, hand in trial.real.hands.items() if hand]
        wanted = replace(wanted, packet=rng.choice(spots)) if spots else wanted
    command = filled(trial, wanted, rng) or wanted
    match command:
        case c.PlaceWagers():
            spot = offer.spots["ante"]
            ante = rng.choice((command.ante, spot.minimum, spot.maximum, rng.randint(5, 50) * 1_00))
            side = [(wager, each) for wager, each in offer.spots.items() if wager not in command.wagers]
            beside = {wager: rng.choice((0, each.minimum, 5_00, 10_00)) for wager, each in side}
            wagers = dict.fromkeys(command.wagers, ante) | beside
            if rng.random() < 0.05:
                wagers.pop("first", None)  # The side bet that requires it stays.
            return replace(command, wagers=wagers)
        case c.BuyIn() | c.ChipsIn() | c.FillTray() | c.OpenTable():
            return replace(command, **{BOUNDED[type(command)]: rng.choice((5_00, 200_00, 1000_00))})
        case c.SetHand() | c.ChangeHand() if command.cards:
            hand = trial.real.hands[command.seat]
            fives = (command.cards, tuple(rng.sample(hand, 5)))
            return replace(command, cards=rng.choice(fives if isinstance(command, c.ChangeHand) else ((), *fives)))
        case c.Deal():
            return replace(command, one=rng.random() < 0.3)
        case c.WrongCount():
            return replace(command, count=rng.choice((command.count, rng.randint(0, 9))))
        case c.DealerMiscount():
            return replace(command, count=rng.choice((6, command.count, rng.randint(0, 9))))
        case c.Evict():
            return replace(command, void=rng.random() < 0.5)
    field = BOUNDED.get(type(command))
    most = most_of(offer, trial.table)
    if field and offer.minimum is not None and most is not None:
        return replace(command, **{field: rng.randint(offer.minimum, most)})
    return command


def anything_at_all(trial: Trial, rng: random.Random) -> Command:
    """Return any command with any parameters by any actor."""
    return _made_up(rng.choice(KINDS), trial, rng)


def anything_heard(trial: Trial, rng: random.Random) -> Command:
    """Return a command by the right actor at the right time, with any parameters, so that only these can be wrong."""
    timely = [kind for kind in KINDS if trial.table.phase in kind.rule.when]
    usual = [kind for kind in timely if c.snake(kind.__name__) in PROGRESS]
    kind = rng.choice(usual if usual and rng.random() < 0.5 else timely)
    command = _made_up(kind, trial, rng)
    seat = trial.table.seat(getattr(command, "seat", None) or rng.randint(1, 6))
    actors = [actor for actor in STAFF if actor.role in kind.rule.by]
    if seat.player and "player" in kind.rule.by:
        actors.append(player(seat.player))
    return replace(command, by=rng.choice(actors)) if actors else command


def _made_up(kind: type[msgspec.Struct], trial: Trial, rng: random.Random) -> Command:
    fields = {
        field.name: _any(kind, field.name)(trial, rng)
        for field in msgspec.structs.fields(kind)
        if field.required or rng.random() < (0.95 if field.default is c.TO_TYPE else 0.7)
    }
    command: Command = kind(**fields)  # type: ignore[assignment]
    return command


def _any(kind: type[msgspec.Struct], field: str) -> Callable[[Trial, random.Random], Any]:
    own = _ANYTHING.get(f"{kind.__name__}.{field}")
    return own or _ANYTHING.get(field, _one_of((0, "", (), True, None)))


def drain(trial: Trial, rng: random.Random) -> None:
    """Finish the round with staff alone: by procedure, fills, and timers or the dealer's entry for absent players."""
    staff = (DEALER,) if trial.table.live and rng.random() < 0.5 else (DEALER, PLATFORM)
    for _ in range(300):
        if trial.table.phase not in IN_ACTION:
            return
        refusal = trial.send(_staff_act(trial, staff, rng))
        assert refusal is None, refusal
    raise AssertionError(f"the round cannot be finished: {trial.table}")


def to_closing(trial: Trial) -> Iterator[Command]:
    """Yield the commands that lead from between rounds to the count: announce the last hand, without wagers (R26)."""
    if not trial.table.closing:
        yield c.BeginClosing(SUPERVISOR, "end of the night")
    if trial.table.phase is Phase.COMPLETE:
        yield c.NextRound(DEALER)
    for seat in trial.table.seats:
        if seat.wagered:
            yield c.WithdrawWagers(DEALER if trial.table.live else player(seat.player or ""), seat.number)
    if trial.table.phase is Phase.BETTING:
        yield c.EndPlay(SUPERVISOR)


def close(trial: Trial) -> None:
    """Close the table. Between rounds this is always possible, with every chip back in the cage or with a player."""
    for command in chain(to_closing(trial), (c.CountTray(DEALER, 0), c.CloseTable(SUPERVISOR))):
        refusal = trial.send(command)
        assert refusal is None, refusal
    assert trial.table.phase is Phase.CLOSED
    assert trial.table.cage + trial.table.hands == 0


def _staff_act(trial: Trial, staff: Sequence[Actor], rng: random.Random) -> Command:
    offers = [
        offer
        for actor in (*staff, SUPERVISOR)
        for offer in legal(trial.table, trial.house_in_force, actor)
        if offer.type in FINISHES and _brings_on(trial, offer.command)
    ]
    if not offers:
        return c.FillTray(SUPERVISOR, 1000_00, "slip 99")
    command = filled(trial, rng.choice(offers).command, rng)
    assert command is not None
    return command


def _at_the_table(trial: Trial) -> tuple[Actor, ...]:
    seated = {seat.player for seat in trial.table.seats}
    newcomer = [actor for actor in PLAYERS if actor.name not in seated][:1]
    return (*(actor for actor in PLAYERS if actor.name in seated), *newcomer, *STAFF)


def _some_cards(trial: Trial, rng: random.Random) -> tuple[Card, ...]:
    hands = [tuple(hand) for hand in trial.real.hands.values()]
    real = rng.choice(hands)
    return rng.choice((
        (), real, real[:3], real[:5], real[5:], (*real[:-1], Card.UNKNOWN),
        tuple(rng.sample(DECK, rng.choice((1, 2, 3, 5, 6, 7, 52)))), (DECK[3],) * 5, (Card.UNKNOWN,) * 7,
    ))  # fmt: skip


def _amount(trial: Trial, rng: random.Random) -> int:
    return rng.choice((0, 1, 99, 4_99, 5_00, 5_00, 10_00, 10_01, 50_00, 50_01, 1000_00, 10**12))


def _transfers(trial: Trial, rng: random.Random) -> tuple[Transfer, ...]:
    names = (*ACCOUNTS, "tray", "tray", "rail:1", "rail:2", "rail:7", "")
    return tuple(
        Transfer(rng.choice(names), rng.choice(names), rng.choice((-1, 0, 1, 5_00, 10**12)))
        for _ in range(rng.randrange(4))
    )


def _one_of(options: Sequence[Any]) -> Callable[[Trial, random.Random], Any]:
    return lambda _, rng: rng.choice(options)


_SPOTS = ("ante", "first", "second", "three_card_bonus", "six_card_bonus", "five_card_bonus", "no_such_bet")
_ANYTHING: dict[str, Callable[[Trial, random.Random], Any]] = {
    "entry": _one_of(range(1, 99)),
    "now": _one_of((None, c.Fold(PLATFORM, 3), c.FaceUpCard(DEALER, DECK[3], 2))),
    "number": _one_of(range(1, 4)),
    "what": _one_of(CALLS),
    "hand": _one_of(HANDS),
    "ground": _one_of(tuple(GROUNDS)),
    "RefusePrizeCheck.ground": _one_of(tuple(CHECK_GROUNDS)),
    "rank": _one_of(get_args(ThreeRank)),
    "award": _one_of(get_args(Award)),
    "result": _one_of(get_args(Outcome)),
    "by": _one_of(EVERYONE),
    "name": _one_of(("Table 1", "T")),
    "player": _one_of(NAMES),
    "payee": _one_of(NAMES),
    "nickname": _one_of(("", "Red cap", *NAMES)),
    "pieces": lambda _, rng: tuple(Piece(value, rng.randrange(9)) for value in rng.sample((1_00, 5_00, 25_00), 2)),
    "person": _one_of(("", "", "p1", "p2")),
    "seat": _one_of(range(1, 7)),
    "to": _one_of(range(1, 7)),
    "live": _one_of((True, False)),
    "one": _one_of((True, False)),
    "void": _one_of((True, False)),
    "preinspected": _one_of((True, False)),
    "automation": lambda _, rng: tuple(rng.choices(VIRTUAL_DEALER, k=rng.randrange(9))),
    "style": _one_of(("stack", "single", None)),
    "device": _one_of(("hand", "manual_shoe", "automated_shoe", None)),
    "step": _one_of(tuple(ChecklistStep)),
    "while_": _one_of(("shuffling", "dealing")),
    "none_dealt_three": _one_of((True, False)),
    "packet": _one_of((None, *range(7))),
    "reason": _one_of(("", "  ", "a spilled drink")),
    "slip": _one_of(("", "slip 5")),
    "at": _one_of(range(53)),
    "count": _one_of((*range(10), 52)),
    "card": _one_of((*DECK, Card.UNKNOWN)),
    "amount": _amount,
    "tray": _amount,
    "wagers": lambda trial, rng: {spot: _amount(trial, rng) for spot in rng.sample(_SPOTS, rng.randint(0, 4))},
    "transfers": _transfers,
    "deck": _some_cards,
    "cards": _some_cards,
    "five": _some_cards,
    "three": _some_cards,
    "four": _some_cards,
    "discards": _some_cards,
    "first_three": _some_cards,
}
