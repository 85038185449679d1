"""Runs every file in tests/scenarios: rounds to settle, and tables played step by step. See scenarios/rounds.toml.

A `[[settle]]` block is a round in the format of `boston7 settle`. A `[[table]]` block lists what happens at a table,
one event per line. It is played at a virtual table with a stacked deck, at a live table, or at both.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import pytest
from table_talk import Felt, house_with

from boston7.cards import Card, parse_cards
from boston7.described import InvalidRound, read_round, settle_round
from boston7.game import Automation, Command, Phase, WagerLine, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, Actor, player
from boston7.game.grounds import CheckGround, Ground
from boston7.game.table import DEALER_SPOT
from boston7.house import PRESETS
from boston7.money import dollars, parse_dollars, signed_dollars

Block = Mapping[str, Any]


@cache
def contents(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def blocks(kind: str) -> Iterator[tuple[str, str, Block]]:
    """Yield every block of a kind, once for each of its houses, with a name."""
    for path in sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml")):
        raw = contents(path)
        for block in raw.get(kind, []):
            named = block.get("house", raw.get("house"))
            houses = PRESETS if named == "every" else [named] if isinstance(named, str) else named
            for house in houses:
                yield f"{path.stem}: {block['title']} [{house}]", house, block


def written(line: WagerLine) -> str:
    """Format a settlement line as in the files: `ante: win | flush, ace high | 3 to 1 | paid $30 | returned $10`."""
    amounts = {key: getattr(line, key) for key in ("paid", "returned", "collected", "trimmed")}
    sums = [f"{key} {dollars(cents)}" for key, cents in amounts.items() if cents]
    words = [f"{line.wager}: {line.result}", str(line.hand or ""), line.rate, *sums]
    return " | ".join(word for word in words if word)


def amount(text: str) -> int:
    return -parse_dollars(text[1:]) if text.startswith("-") else parse_dollars(text.removeprefix("+"))


def expected(block: Block, key: str) -> dict[int, Any]:
    return {int(name.removeprefix("seat-")): value for name, value in block[key].items() if name != "tray"}


@pytest.mark.parametrize(
    ("house", "block"), [pytest.param(house, block, id=name) for name, house, block in blocks("settle")]
)
def test_settle(house: str, block: Block) -> None:
    raw = {key: block[key] for key in ("dealer", "seats", "void") if key in block} | {"house": house}
    if "refused" in block:
        with pytest.raises(InvalidRound) as refusal:
            read_round(raw)
        assert block["refused"] in str(refusal.value)
        assert refusal.value.clause
        return
    two = house_with(house, {"seats_per_player = 1": "seats_per_player = 2"}) if block.get("two_seats") else None
    answer = settle_round(read_round(raw, default=two))
    seats = {seat.seat: seat for seat in answer.seats}
    assert list(seats) == sorted(seats, reverse=True)
    for number, lines in expected(block, "lines").items() if "lines" in block else ():
        assert sorted(written(line) for line in seats[number].lines) == sorted(lines)
    assert {number: seat.net for number, seat in seats.items()} == {
        number: amount(text) for number, text in expected(block, "chips").items()
    }
    assert answer.tray == amount(block["chips"]["tray"]) == -sum(seat.net for seat in seats.values())
    for seat in seats.values():
        for line in seat.lines:
            assert line.stake == line.returned + line.collected
            assert type(line.paid) is type(line.returned) is type(line.collected) is int
            assert line.clause.startswith(("00", "ours"))
        assert seat.net == seat.paid - seat.collected


# The phrases of the files and their commands.

Saying = Callable[[Felt, re.Match[str]], Command]


def _wagers(felt: Felt, said: re.Match[str]) -> Command:
    seat = int(said["seat"])
    ante, first, bonus = (parse_dollars(said[part] or "0") for part in ("ante", "first", "bonus"))
    return c.PlaceWagers(felt.who(seat), seat, {"ante": ante, "first": first, "three_card_bonus": bonus})


def _by_seat(command: Callable[[Actor, int], Command]) -> Saying:
    return lambda felt, said: command(felt.who(int(said["seat"])), int(said["seat"]))


def _shows(felt: Felt, said: re.Match[str]) -> Command:
    seat = int(said["seat"])
    return c.Expose(felt.who(seat), seat, felt.hands[seat][:3] if felt.table.live else ())


def _sets(felt: Felt, said: re.Match[str]) -> Command:
    seat = int(said["seat"])
    five = () if said["five"] == "the best" else parse_cards(said["five"])
    return c.SetHand(felt.who(seat), seat, five)


def _corrected(felt: Felt, words: str, *, gone: bool = False) -> Command:
    """Return the correction of the last entry of this kind for this seat (R22)."""
    now = command_for(felt, words)
    entry = felt.entry(type(now), getattr(now, "seat", 0))
    return felt.amend(entry, None if gone else now)


SEAT = r"seat (?P<seat>\d)"
SAYINGS: dict[str, Saying] = {
    rf"{SEAT}: ante (?P<ante>\S+?)(, 1st (?P<first>\S+?))?(, bonus (?P<bonus>\S+?))?": _wagers,
    rf"{SEAT} takes the wagers back": _by_seat(c.WithdrawWagers),
    rf"{SEAT} shows": _shows,
    rf"{SEAT} keeps the cards down": _by_seat(c.Decline),
    rf"{SEAT} places the 2nd": _by_seat(c.PlaceSecond),
    rf"{SEAT} folds": _by_seat(c.Fold),
    rf"{SEAT} sets (?P<five>.+)": _sets,
    rf"{SEAT} discloses": _by_seat(c.Disclose),
    rf"{SEAT} gives up the royal": _by_seat(c.WaiveRoyal),
    r"bonuses are settled": lambda felt, said: c.SettleBonuses(DEALER),
    r"the deck is shuffled": lambda felt, said: c.Shuffle(DEALER),
    r"bets are closed": lambda felt, said: c.NoMoreBets(DEALER),
    r"deal": lambda felt, said: c.Deal(DEALER),
    r"deal one card": lambda felt, said: c.Deal(DEALER, one=True),
    r"shuffle (?P<deck>.+)": lambda felt, said: c.Shuffle(PLATFORM, parse_cards(said["deck"])),
    r"settle": lambda felt, said: c.Settle(DEALER),
    r"time is up": lambda felt, said: c.TimeOut(PLATFORM),
    r"next round": lambda felt, said: c.NextRound(DEALER),
    r"a dealer card is exposed": lambda felt, said: c.DealerCardExposed(DEALER),
    r"the (?P<card>\w\w) lies face up in the deck": lambda felt, said: c.FaceUpCard(DEALER, Card(said["card"])),
    rf"the (?P<card>\w\w) lies face up in the packet of ({SEAT}|the dealer)": lambda felt, said: c.FaceUpCard(
        DEALER, Card(said["card"]), int(said["seat"] or DEALER_SPOT)
    ),
    r"a card is drawn in error": lambda felt, said: c.DrawnInError(DEALER),
    rf"{SEAT} has (?P<count>\d+) cards": lambda felt, said: c.WrongCount(DEALER, int(said["seat"]), int(said["count"])),
    r"the dealer has (?P<count>\d+) cards": lambda felt, said: c.DealerMiscount(DEALER, int(said["count"])),
    r"the shuffler jams while dealing": lambda felt, said: c.ShufflerFailed(DEALER, "dealing"),
    r"the shuffler jams while dealing, before any player has three cards": lambda felt, said: c.ShufflerFailed(
        DEALER, "dealing", none_dealt_three=True
    ),
    r"the shuffler jams while shuffling": lambda felt, said: c.ShufflerFailed(DEALER, "shuffling"),
    r"the floor voids the round: (?P<why>.+)": lambda felt, said: c.VoidRound(SUPERVISOR, said["why"]),
    rf"the floor voids the hand of {SEAT}: (?P<why>.+)": lambda felt, said: c.VoidHand(
        SUPERVISOR, int(said["seat"]), said["why"]
    ),
    r"corrected: (?P<now>.+)": lambda felt, said: _corrected(felt, said["now"]),
    r"taken back: (?P<was>.+)": lambda felt, said: _corrected(felt, said["was"], gone=True),
    r"the deck goes into the left hand": lambda felt, said: c.HoldDeck(DEALER, "left"),
    r"the deck goes into the right hand": lambda felt, said: c.HoldDeck(DEALER, "right"),
    rf"the floor evicts {SEAT} for the employees: (?P<why>.+)": lambda felt, said: c.Evict(
        SUPERVISOR, int(said["seat"]), said["why"], ground="employees"
    ),
    rf"the floor evicts {SEAT} and voids the hand: (?P<why>.+)": lambda felt, said: c.Evict(
        SUPERVISOR, int(said["seat"]), said["why"], void=True
    ),
    rf"the floor evicts {SEAT}: (?P<why>.+)": lambda felt, said: c.Evict(SUPERVISOR, int(said["seat"]), said["why"]),
    r"the floor refuses a prize check of (?P<sum>\S+) for (?P<payee>\w+), a (?P<ground>picture \w+): (?P<why>.+)": (
        lambda felt, said: c.RefusePrizeCheck(
            SUPERVISOR,
            said["payee"],
            parse_dollars(said["sum"]),
            said["why"],
            cast("CheckGround", said["ground"].replace(" ", "_")),
        )
    ),
    r"the floor closes the table for the (?P<ground>\w+): (?P<why>.+)": lambda felt, said: c.BeginClosing(
        SUPERVISOR, said["why"], cast("Ground", said["ground"])
    ),
    r"the floor closes the table: (?P<why>.+)": lambda felt, said: c.BeginClosing(SUPERVISOR, said["why"]),
}


def command_for(felt: Felt, words: str) -> Command:
    for pattern, saying in SAYINGS.items():
        if said := re.fullmatch(pattern, words):
            return saying(felt, said)
    raise AssertionError(f"nobody at a table says {words!r}; we know: {', '.join(SAYINGS)}")


def say(felt: Felt, words: str, cards: Mapping[str, str]) -> None:
    """Run one step: an event, a refusal, or a look at the table."""
    hands = {int(name.removeprefix("seat-")): text for name, text in cards.items() if name.startswith("seat-")}
    if refused := re.fullmatch(r"refused \((\w+), ([^)]*)\): (.+)", words):
        felt.refuses(command_for(felt, refused[3]), refused[1], refused[2])
    elif offered := re.fullmatch(r"the dealer (may|may not) report (\w+)( of seat (\d))?", words):
        kind, seat = offered[2], int(offered[4] or 0)
        told = [offer.command for offer in legal(felt.table, felt.house, DEALER) if offer.type == kind]
        found = [command for command in told if not seat or getattr(command, "seat", 0) == seat]
        assert bool(found) == (offered[1] == "may"), [offer.type for offer in legal(felt.table, felt.house, DEALER)]
    elif words.startswith("now: "):
        assert felt.phase == words.removeprefix("now: ")
    elif words == "no more bets":
        felt.close_bets(hands, cards["dealer"])
    elif words in ("deal all", "reshuffle", "finish"):
        {"deal all": felt.deal_out, "reshuffle": felt.shuffle, "finish": felt.finish}[words]()
    elif words == "the dealer reveals":
        for hand in felt.table.playing() if felt.phase is Phase.SETTING else ():
            felt.set_hand(hand.number)
        felt.do(c.Reveal(DEALER, felt.dealer if felt.table.live else ()))
    elif words == "the dealer settles the next hand":
        if felt.table.live:
            felt.turn_over(felt.table.playing()[-1].number)
        felt.do(c.Settle(DEALER))
    elif said := re.fullmatch(rf"{SEAT} sets (?P<five>.+)", words):
        felt.set_hand(int(said["seat"]), "" if said["five"] == "the best" else said["five"])
    else:
        felt.do(command_for(felt, words))


def keeps_secrets(felt: Felt) -> None:
    """Check that no view names a card that is face down to its viewer, or a card of the stub.

    test_machine.py checks the views of other players.
    """
    table = felt.table
    for viewer in (SPECTATOR, DEALER, *(player(seat.player) for seat in table.seats if seat.player)):
        hidden = {*table.stub, *(() if table.dealer_face_up else table.dealer_cards)}
        for seat in table.seats:
            if viewer.name != seat.player and not seat.shown:
                hidden |= {*seat.cards[3 if seat.face_up and not seat.hand_set else 0 if not seat.face_up else 7 :]}
        seen = set(re.findall(r'"([2-9TJQKA][cdhs])"', msgspec.json.encode(view(table, viewer)).decode()))
        assert not seen & hidden, f"{viewer} sees {seen & hidden}"


def taken_back(event: e.Settled, felt: Felt, steps: list[str]) -> bool:
    """Return whether it is a fold that was taken back (R16, R22)."""
    back = [one.seat for one in felt.log if isinstance(one, e.FoldTakenBack)]
    return event.moment == "fold" and (event.seat in back or f"taken back: seat {event.seat} folds" in steps)


def tables() -> Iterator[Any]:
    for name, house, block in blocks("table"):
        for kind in block.get("at", ["virtual", "live"]):
            yield pytest.param(house, block, kind == "live", id=f"{name} {kind}")


@pytest.mark.parametrize(("house", "block", "live"), list(tables()))
def test_table(house: str, block: Block, live: bool) -> None:
    felt = Felt(house, live=live, automation=(Automation.OPENING,), style=block.get("style", "stack"))
    felt.on_top = parse_cards(block["cards"].get("on-top", ""))
    felt.sit(*{int(seat) for seat in re.findall(r"seat (\d)", " ".join(block["steps"]))})
    tray = felt.table.tray
    for words in block["steps"]:
        before = felt.table
        say(felt, words, block["cards"])
        if felt.table is not before:
            keeps_secrets(felt)
    settled = [one for one in felt.log if isinstance(one, e.Settled) and not taken_back(one, felt, block["steps"])]
    for number, lines in expected(block, "lines").items() if "lines" in block else ():
        happened = [line for event in settled if event.seat == number for line in event.lines]
        assert sorted(written(line) for line in happened) == sorted(lines)
    for number, moves in expected(block, "moves").items() if "moves" in block else ():  # In order.
        made = [move for event in settled if event.seat == number for move in event.transfers]
        assert [f"{move.source} > {move.target} {dollars(move.cents)}" for move in made] == moves
    if "dealt" in block:  # In this order, with this many cards at a time (R2).
        dealt = [event for event in felt.log if isinstance(event, e.CardsDealt)]
        spots = ["dealer" if event.to == DEALER_SPOT else f"seat {event.to}" for event in dealt]
        assert [f"{spot}: {len(event.cards)}" for spot, event in zip(spots, dealt, strict=True)] == block["dealt"]
    for number, text in expected(block, "chips").items():
        net = sum(line.paid - line.collected for event in settled if event.seat == number for line in event.lines)
        assert signed_dollars(net) == text, f"seat {number}"
        assert felt.table.seat(number).player is None or felt.net(number) == net
    assert signed_dollars(felt.table.tray - tray) == block["chips"]["tray"]


# Keep the files' coverage: a deleted block fails here.

THREE_CARD = ("three-card royal flush", "straight flush", "three of a kind", "straight", "flush", "pair")
ANTE = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind")
COMPLAINTS = {
    "K-Q-J not counted as a three-card straight", "straight flush paid as a flush", "push with no side bet down",
    "push with a side bet down", "pushes not returned", "side bet not paid when the main hand lost",
    "trips not paid on a large bet", "money turned into a float", '"10d" not accepted for "Td"',
    "lower-is-better ranks misread", "an illegal move refused without a reason", "secrets left in a snapshot",
    "a shuffle that is not a permutation",
}  # fmt: skip


WITH_STEP_4 = ("filing-12031", "nhcg", "seabrook", "exhibit-a")
CAUSES = ("dealer_exposed", "shuffler_stopped", "face_up_cards", "dealer_misdeal", "wrong_count", "floor")
MATRIX: dict[str, tuple[str, ...]] = {
    "1 set five": WITH_STEP_4,
    "1 best five": ("rack-card",),
    **{f"2 {cause}{where}": PRESETS for cause in CAUSES for where in ("", " at the table")},
    "3 claim ends in step 4": WITH_STEP_4,
    "3 claim until the last four": ("rack-card",),
    "4 stacks": PRESETS,
    "4 one at a time": PRESETS,
    "5 award, then collect": ("filing-12031", "rack-card"),
    "5 collect, then award": ("nhcg", "seabrook", "exhibit-a"),
    **{f"6 {case}": ("rack-card",) for case in ("disclosed", "undisclosed", "time-out discloses", "waiver")},
    "7 eighth card": PRESETS,
    "7 first hand settled": PRESETS,
    "7 jam refused": PRESETS,
    "8 chips": PRESETS,
    "9 eviction": PRESETS,
    "9 closing": PRESETS,
    "9 prize check": PRESETS,
}
"""Points 1 to 9 of the audit "to the letter", each with its houses.

The bar after an eviction belongs to the room, not the table: tests/server/test_server_bars.py.
"""


class Expected(NamedTuple):
    """Yield the settlement lines that some file expects."""

    house: str
    wager: str
    result: str
    hand: str
    trimmed: bool


def all_lines() -> Iterator[Expected]:
    for kind in ("settle", "table"):
        for _, house, block in blocks(kind):
            for line in (line for lines in block.get("lines", {}).values() for line in lines):
                what, *more = line.split(" | ")
                wager, result = what.split(": ")
                hand = re.split(r", | of (?!a kind)", more[0])[0]  # "pair of sixes", "flush, ace high"
                yield Expected(house, wager, result, hand, "trimmed" in more[-1])


@pytest.mark.parametrize("house", PRESETS)
def test_scenarios_cover_every_award_and_result_of_every_house(house: str) -> None:
    lines = [line for line in all_lines() if line.house == house]
    won = {(line.wager, line.hand) for line in lines if line.result == "win"}
    assert {hand for wager, hand in won if wager == "three_card_bonus"} == set(THREE_CARD)
    long_royals = {"six-card royal", "seven-card royal"} if house == "rack-card" else set()
    assert {hand for wager, hand in won if wager == "ante"} == set(ANTE) | long_royals
    assert {line.result for line in lines} == {"win", "lose", "push", "void", "none"}
    assert any(line.trimmed for line in lines) == (house != "rack-card")


@pytest.mark.parametrize("house", PRESETS)
def test_scenarios_cover_every_irregularity_in_every_house(house: str) -> None:
    shown = {ruling for _, h, block in blocks("table") if h == house for ruling in block.get("shows", [])}
    assert shown >= {f"R{number}" for number in (2, *range(12, 20), 22)}


@pytest.mark.parametrize("house", [house for house in PRESETS if house != "rack-card"])
def test_scenarios_cover_one_player_at_two_seats_in_every_house_with_a_maximum_payout(house: str) -> None:
    assert any(h == house and "R10" in block.get("shows", []) for _, h, block in blocks("settle"))


def test_scenarios_cover_every_complaint_about_rules() -> None:
    named = {block["complaint"] for kind in ("settle", "table") for _, _, block in blocks(kind) if "complaint" in block}
    assert named == COMPLAINTS


def test_scenarios_fill_every_cell_of_the_matrix_of_points_and_houses() -> None:
    told = [(house, block) for kind in ("settle", "table") for _, house, block in blocks(kind)]
    played = {(block["point"], house) for house, block in told if "point" in block}
    cells = {(point, house) for point, houses in MATRIX.items() for house in houses}
    assert not cells - played, "no scenario plays these"
    assert not played - cells, "no such point, or it does not concern that house"
