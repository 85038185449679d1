"""Random shifts with one dishonest person: for every role, the theft is rejected or the morning's reports show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from campaign import first, times
from dishonest import PEOPLE, SEATS, Shift, Staff
from serving import PASSWORD, Client, admin, start_server

pytestmark = pytest.mark.campaign

EVE = SEATS["Eve"]
Attack = Callable[[Shift, int], None]
"""An attack on a shift, for an amount in cents."""


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with start_server(tmp_path_factory.mktemp("dishonest")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        yield Staff(running)


def gains(shift: Shift, cents: int, *, missing: str = "", bank: int = 0, victim: str = "") -> None:
    """Book a theft: the account where the money is missing, and the change of the bank's real cash."""
    shift.stolen += cents
    shift.staff.bank += bank
    if missing:
        shift.off[missing] -= cents
    if victim:
        shift.off[victim] += cents


# At the table.


def to_eve(cents: int) -> list[dict[str, Any]]:
    return [{"from": "tray", "to": f"rail:{EVE}", "cents": cents}]


def passes_chips(shift: Shift, cents: int) -> None:
    gains(shift, cents, missing="tray")


def sells_for_no_cash(shift: Shift, cents: int) -> None:
    if shift.steals(shift.thief, "buy_in_cash", seat=EVE, amount=cents):
        gains(shift, cents, missing="box")


def keeps_cash_back(shift: Shift, cents: int) -> None:
    """Enter half of Bob's cash, so that less reaches the box than Bob paid."""
    if shift.act(shift.thief, "buy_in_cash", seat=SEATS["Bob"], amount=2 * cents):
        gains(shift, cents, missing="box")


def brings_chips_from_nowhere(shift: Shift, cents: int) -> None:
    if shift.steals(shift.thief, "chips_in", seat=EVE, amount=cents):
        gains(shift, cents)


def bets_late(shift: Shift, cents: int) -> None:
    """ "Correct" Eve's wagers after cards are out, in fields that the thief may not fill in."""
    if shift.frame()["view"]["phase"] == "betting":
        return
    who = "Dan" if shift.thief not in ("Dan", "Sue") else shift.thief  # Other roles read a dealer's screen.
    found = shift.staff.people[who].get(f"/api/tables/{quote(shift.table)}/entries").ok()
    for row in found["entries"]:
        if row["seat"] != EVE or row["command"]["type"] not in ("place_wagers", "turn_over", "fold"):
            continue
        forged = {"by": {"role": "supervisor", "name": "Sid"}}
        for now in (
            {"type": "place_wagers", "seat": EVE, "wagers": {"ante": 50_00, "first": 50_00}, **forged},
            {"type": "correct_payout", "transfers": to_eve(cents), "reason": "short", **forged},
            {"type": "fill_tray", "amount": cents, "slip": "F-000001"},
        ):
            if shift.steals(shift.thief, "amend", entry=row["number"], now=now, reason="misheard"):
                gains(shift, 60_00)


def corrects_a_payout(shift: Shift, cents: int) -> None:
    if shift.steals(shift.thief, "correct_payout", transfers=to_eve(cents), reason="paid short"):
        gains(shift, cents)


def approves_alone(shift: Shift, cents: int) -> None:
    for number in range(1, 4):
        assert not shift.act(shift.thief, "approve_request", number=number)


def fills_alone(shift: Shift, cents: int) -> None:
    assert not shift.act(shift.thief, "fill_tray", amount=cents, slip="F-000009")
    pieces = [{"value": 5_00, "count": cents // 5_00}]
    asked = shift.post(shift.thief, "/api/slips", {"kind": "fill", "table": shift.table, "pieces": pieces})
    if shift.refused(asked, "slip"):
        return
    number = asked.ok()["number"]
    for step in ("cage", "runner", "dealer", "floor"):
        assert shift.refused(shift.post(shift.thief, f"/api/slips/{number}/sign", {"step": step}), "slip signature")
    shift.post(shift.boss, f"/api/slips/{number}/void", {"reason": "nobody needs it"}).ok()


def voids_a_hand(shift: Shift, cents: int) -> None:
    """Void Eve's bad hand, which returns her wagers."""
    seat = shift.frame()["view"]["seats"][EVE - 1]
    staked = sum(seat["wagers"].values())
    for type in ("void_hand", "void_round"):
        if staked and shift.steals(shift.thief, type, seat=EVE, reason="a card fell") and type == "void_hand":
            return gains(shift, staked)
    return None


def takes_front_money(shift: Shift, cents: int) -> None:
    for type in ("buy_in", "cash_out"):
        assert not shift.act(shift.thief, type, seat=EVE, amount=cents)


def evicts_and_undoes(shift: Shift, cents: int) -> None:
    """Redeem chips that Eve carries, and bring them back to her seat."""
    if shift.act(shift.thief, "chips_out", seat=EVE, amount=5_00):
        carried = shift.player("Eve")["carried"]
        assert not shift.act(shift.thief, "chips_in", seat=EVE, amount=carried + 5_00), "more than she carries"
        shift.does(shift.thief, "chips_in", seat=EVE, amount=carried)


# At the cage.


def takes_from_the_bank(shift: Shift, cents: int) -> None:
    gains(shift, cents, missing="bank")


def redeems_for_somebody(shift: Shift, cents: int) -> None:
    """Redeem the chips that Bob carries, without Bob."""
    if not shift.refused(shift.counter(shift.thief, "redeem", "Bob", cents), "redeem"):
        gains(shift, cents, bank=-cents, victim="chips of Bob")


def withdraws_for_somebody(shift: Shift, cents: int) -> None:
    """Pay out front money without its holder. The payout waits for a supervisor, who sees nobody sign."""
    for what, much in (("withdraw", cents), ("draw", cents), ("withdraw", 2_500_00)):
        answer = shift.counter(shift.thief, what, "Ann", much)
        if not shift.refused(answer, what):
            done = answer.ok()["done"]
            assert done["waiting"]
            number = done["receipt"]["number"]
            assert shift.refused(shift.post(shift.thief, f"/api/cage/payouts/{number}/sign"), "own signature")
            shift.post(shift.boss, f"/api/cage/receipts/{number}/void", {"reason": "nobody is at the counter"}).ok()


def sells_chips_for_no_cash(shift: Shift, cents: int) -> None:
    if not shift.refused(shift.counter(shift.thief, "sell", "Eve", cents), "sell"):
        gains(shift, cents, missing="bank", bank=cents)


def takes_in_no_front_money(shift: Shift, cents: int) -> None:
    if not shift.refused(shift.counter(shift.thief, "deposit", "Eve", cents), "deposit"):
        gains(shift, cents, missing="bank", bank=cents)


def issues_a_check(shift: Shift, cents: int) -> None:
    """Issue checks for chips that Eve does not have, rounds without a winner, and Ann's front money."""
    body = {"cents": cents, "table": shift.table}
    sources = ({"source": "chips", "person": "walk-up-999"}, {"source": "round", "round": 1, "seat": 2},
               {"source": "front_money", "person": shift.ids["Ann"]})  # fmt: skip
    for source in sources:
        answer = shift.post(shift.thief, "/api/checks", {**body, **source})
        if not shift.refused(answer, f"check for {source['source']}"):
            number = answer.ok()["number"]
            assert shift.refused(shift.post(shift.thief, f"/api/checks/{number}/cash"), "own check")
            shift.post(shift.boss, f"/api/checks/{number}/void", {"reason": "nobody asked for it"}).ok()


def takes_from_the_safe(shift: Shift, cents: int) -> None:
    answer = shift.post(shift.thief, "/api/cage/safe", {"way": "out", "cents": cents})
    if not shift.refused(answer, "safe"):
        assert answer.ok()["waiting"]
        number = answer.ok()["receipt"]["number"]
        shift.post(shift.boss, f"/api/cage/receipts/{number}/void", {"reason": "not asked for"}).ok()


def signs_for_others(shift: Shift, cents: int) -> None:
    """Sign counts, payouts and drops."""
    for path, body in (
        ("/api/cage/payouts/1/sign", None),
        ("/api/cage/bank/1/sign", None),
        ("/api/shift/drops/sign", {"table": shift.table, "session": 1}),
    ):
        assert shift.refused(shift.post(shift.thief, path, body), path)


def hands_over(shift: Shift, cents: int) -> None:
    """Record Bob's chips as given to Eve."""
    body = {"giver": shift.ids["Bob"], "taker": shift.ids["Eve"], "cents": cents, "reason": "he said so"}
    if not shift.refused(shift.post(shift.thief, "/api/cage/hand-over", body), "hand over"):
        gains(shift, cents, victim="chips of Bob")


def is_two_people(shift: Shift, cents: int) -> None:
    """As an admin, create a cashier and a supervisor, and act as both."""
    twins = []
    for role in ("cashier", "supervisor"):
        name = f"{role} {shift.table} {shift.rng.randrange(10**6)}"
        made = shift.post(shift.thief, "/api/people", {"name": name, "role": role, "password": PASSWORD})
        if shift.refused(made, "account"):
            return
        twins.append(Client(shift.staff.server).login(name))
    front = shift.player("Ann")["front_money"]
    answer = twins[0].post(f"/api/cage/{shift.ids['Ann']}/withdraw", {"id": "x", "cents": min(cents, front)})
    if not shift.refused(answer, "twin") and answer.ok()["done"]["waiting"]:
        twins[1].post(f"/api/cage/payouts/{answer.ok()['done']['receipt']['number']}/sign").ok()
    if answer.status == 200:
        gains(shift, min(cents, front), bank=-min(cents, front), victim="Ann")


TABLE: tuple[Attack, ...] = (
    sells_for_no_cash, brings_chips_from_nowhere, bets_late, corrects_a_payout, approves_alone, fills_alone,
    voids_a_hand, takes_front_money,
)  # fmt: skip
CAGE: tuple[Attack, ...] = (
    redeems_for_somebody, withdraws_for_somebody, sells_chips_for_no_cash, takes_in_no_front_money,
    issues_a_check, takes_from_the_safe, hands_over,
)  # fmt: skip
COUNTED: tuple[Attack, ...] = (passes_chips, keeps_cash_back, evicts_and_undoes)
OWN: dict[str, tuple[Attack, ...]] = {
    "Dan": (*TABLE, *COUNTED, signs_for_others),
    "Sue": (*TABLE, keeps_cash_back, evicts_and_undoes, hands_over),
    "Cass": (*CAGE, signs_for_others, takes_from_the_bank),
    "Abe": (is_two_people,),
    "Ray": (fills_alone, signs_for_others),
    "Aud": (),
    "Eve": (evicts_and_undoes,),
    "": (),
}
"""The attacks open to each role. Everybody also tries all others."""
OTHERS = (*TABLE, *CAGE, is_two_people)
NO_WAY = {"Ray", "Aud", "Eve", ""}
"""People without any successful attack."""


def shift_of(staff: Staff, thief: str, rng: Random, rounds: int, ways: tuple[Attack, ...], chance: float) -> Shift:
    shift = Shift(staff, thief, rng)
    shift.begin()
    for _ in range(rounds):
        shift.play(partial(sometimes, shift, ways, chance))
    shift.end()
    found = shift.exceptions()
    assert found or not shift.stolen, f"{thief} has {shift.stolen} of {dict(shift.tried)}"
    assert not (thief in NO_WAY and shift.stolen), shift.tried
    assert thief or not found, found
    return shift


def sometimes(shift: Shift, ways: tuple[Attack, ...], chance: float) -> None:
    if ways and shift.rng.random() < chance:
        way = shift.rng.choice(ways)
        way(shift, 5_00 * shift.rng.randrange(1, 20))
        shift.tried[way.__name__] += 1


@pytest.mark.parametrize("thief", OWN, ids=lambda thief: thief or "nobody")
def test_a_theft_is_refused_or_the_record_shows_it(staff: Staff, thief: str) -> None:
    tried: Counter[str] = Counter()
    for seed in range(times(1, 40)):
        rng = Random(f"{thief} {seed}")
        ways = (*OWN[thief] * 2, *OTHERS) if thief else ()
        tried += shift_of(staff, thief, rng, times(1, 3), ways, 0.4).tried
    print(f"{thief or 'nobody'}: {dict(tried)}")


@pytest.mark.parametrize(
    "case",
    first(3, [(thief, way) for thief, ways in OWN.items() for way in ways]),
    ids=lambda case: f"{case[0]}-{case[1].__name__}",
)
def test_one_way_alone_is_refused_or_the_record_shows_it(staff: Staff, case: tuple[str, Attack]) -> None:
    """Run each attack without others that could mask it."""
    thief, way = case
    for seed in range(times(1, 5)):
        shift_of(staff, thief, Random(f"{thief} {seed}"), 1, (way,), 0.3)
