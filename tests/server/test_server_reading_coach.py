"""The coach: exact values for your own seat at practice tables, computed only from what you see."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from reading_evening import anyone, server
from serving import Client, Server, Socket

from boston7.cards import parse_cards
from boston7.game import CommandSpec, SeatView
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.hands import HandName
from boston7.house import preset
from boston7.odds import Pricing, Stakes, decision, settings
from boston7.server.reading.coach import Advice, advise

__all__ = ["anyone", "server"]
HOUSE = preset("nhcg")
ANN = player("Ann")


def test_the_coach_comes_to_nobody_else(server: Server, anyone: Client) -> None:
    assert anyone.get("/api/coach/main").status == 401
    ann = Client(server).login("Ann")
    answer = ann.get("/api/coach/main")  # She has a seat there, but it is not a practice table.
    assert answer.status == 409
    assert answer.document["reason"] == "The coach works at practice tables only."
    assert ann.get("/api/coach/nowhere").status == 404
    table = Client(server).guest().post("/api/practice", {"house": "nhcg"}).ok()["table"]
    for other in (ann, Client(server).guest(), Client(server).login("auditor")):
        answer = other.get(f"/api/coach/{quote(table)}")
        assert answer.status == 409
        assert answer.document["code"] == "wrong_seat"


def cards_told(advice: Any) -> set[str]:
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", str(advice)))


class Lesson:
    """A guest at their own practice table."""

    def __init__(self, client: Client, table: str, seat: int, socket: Socket) -> None:
        self.client, self.table, self.seat, self.socket = client, table, seat, socket

    def advice(self, phase: str) -> Any:
        self.socket.until(self.table, lambda frame: frame["view"]["phase"] == phase)
        told = self.client.get(f"/api/coach/{quote(self.table)}").ok()
        assert told["phase"] == phase
        values = [choice["expected"] for choice in told["choices"]]
        assert values == sorted(values, reverse=True)
        for choice in told["choices"]:
            assert choice["cost"] == pytest.approx(values[0] - choice["expected"], abs=2e-6)
            assert choice["cost"] >= 0
        assert told["best"] == (told["choices"][0]["label"] if told["choices"] else None)
        assert cards_told(told) <= set(self.own["cards"])
        return told

    @property
    def own(self) -> Any:
        return self.socket.frames[self.table]["view"]["seats"][self.seat - 1]

    def follow(self, choice: Any) -> None:
        """Send an advised command unchanged."""
        assert self.socket.act(self.table, choice["command"])["type"] == "accepted"


def choice_of(told: Any, kind: str, **fields: Any) -> Any:
    found = [choice for choice in told["choices"] if choice["command"]["type"] == kind
             and all(choice["command"][name] == value for name, value in fields.items())]  # fmt: skip
    assert len(found) == 1, told
    return found[0]


def test_a_whole_round_with_the_coach(server: Server) -> None:
    client = Client(server).guest()
    made = client.post("/api/practice", {"house": "nhcg", "hurry": True}).ok()
    with client.socket() as socket:
        socket.watch(made["table"], offers=True)
        lesson = Lesson(client, made["table"], made["seat"], socket)
        for _ in range(2):
            play_with_the_coach(lesson)


def play_with_the_coach(lesson: Lesson) -> None:
    told = lesson.advice("betting")
    bare, bonus = Pricing(HOUSE, Stakes(500)), Pricing(HOUSE, Stakes(500, {"three_card_bonus": 500}))
    assert len(told["choices"]) == 3
    for fields, value in (
        ({"ante": 500}, bare.round("ante_only").expected_value),
        ({"ante": 500, "first": 500}, bare.round("optimal").expected_value),
        ({"ante": 500, "first": 500, "three_card_bonus": 500}, bonus.round("optimal").expected_value),
    ):
        assert choice_of(told, "place_wagers", wagers=fields)["expected"] == pytest.approx(float(value), abs=1e-6)
    lesson.follow(choice_of(told, "place_wagers", wagers=fields))

    phases = ("three_card_bonus", "decision")
    frame = lesson.socket.until(lesson.table, lambda frame: frame["view"]["phase"] in phases)
    cards = parse_cards(" ".join(lesson.own["cards"]))
    odds = HOUSE.side_bets[0].odds(decision(bare, cards).start.category.key)
    assert frame["view"]["phase"] == phases[not odds], "nobody is asked about three cards that earn nothing"
    if odds:
        told = lesson.advice("three_card_bonus")
        assert choice_of(told, "expose")["expected"] == 500 * odds
        assert choice_of(told, "decline")["expected"] == -500
        lesson.follow(told["choices"][0])

    told = lesson.advice("decision")
    made = decision(bare, cards)
    assert choice_of(told, "place_second")["expected"] == pytest.approx(float(made.play * 500), abs=1e-6)
    assert choice_of(told, "fold")["expected"] == -1000
    lesson.follow(choice_of(told, "place_second"))

    told = lesson.advice("setting")
    seven = parse_cards(" ".join(lesson.own["cards"]))
    exact = {
        str(setting.hand.name): float(setting.value * 500) for setting in reversed(settings(HOUSE, Stakes(500), seven))
    }
    names = [choice["label"].split(": ")[1] for choice in told["choices"]]
    assert set(names) == set(exact)
    assert names[0] == str(HandName(*lesson.own["hand"]))
    best = settings(HOUSE, Stakes(500), seven)[0]
    assert told["choices"][0]["expected"] == pytest.approx(float(best.value * 500), abs=1e-6)
    assert sorted(told["choices"][0]["command"]["cards"]) == sorted(lesson.own["best"])
    lesson.follow(told["choices"][0])

    assert lesson.advice("complete")["choices"] == []


def seat_with(cards: str, *, first: int = 500, second: int = 500, disclosed: bool = False) -> SeatView:
    named = {"ante": 500, "first": first, "second": second}
    wagers = {wager: cents for wager, cents in named.items() if cents}
    return SeatView(
        1, "Ann", True, 10_000, wagers, "in", parse_cards(cards), False, None, (), "none", True,
        False, None, disclosed, False, (), 0,
    )  # fmt: skip


def advice_on(cards: str, *, disclosed: bool = False) -> Advice:
    offers = [CommandSpec("set_hand", c.SetHand(ANN, 1), cards=5)]
    if not disclosed:
        offers.append(CommandSpec("disclose", c.Disclose(ANN, 1)))
    return advise("setting", seat_with(cards, disclosed=disclosed), offers, preset("rack-card"))


def test_a_long_royal_is_to_be_disclosed_first() -> None:
    """Set without disclosure, it is an ordinary royal flush; set as a lesser hand, not even that."""
    cards = "As Ks Qs Js Ts 9s 2d"
    told = advice_on(cards)
    fixed = preset("rack-card").fixed_award(6)
    assert isinstance(told.choices[0].command, c.Disclose)
    assert told.choices[0].expected == pytest.approx(fixed + 1000)  # A spade royal cannot be tied, so every deal wins.
    royal = told.choices[1]
    assert royal.label.endswith("royal flush")
    assert royal.expected == pytest.approx(500 * preset("rack-card").ante_bonus["royal_flush"] + 1000)
    after = advice_on(cards, disclosed=True)
    assert after.choices[0].expected == told.choices[0].expected
    assert isinstance(after.choices[0].command, c.SetHand)


def test_an_ante_alone_has_only_a_hand_to_set() -> None:
    offers = [CommandSpec("set_hand", c.SetHand(ANN, 1), cards=5)]
    seat = seat_with("As Ks 9d 7c 5h 4d 2c", first=0, second=0)
    told = advise("setting", seat, offers, HOUSE)
    best = settings(HOUSE, Stakes(500), seat.cards, ante_only=True)[0]
    assert told.choices[0].expected == pytest.approx(float(best.value * 500))
    assert advise("decision", seat_with("As Ks 9d", first=0, second=0), [], HOUSE).choices == ()


def test_cards_nobody_has_entered_are_not_guessed() -> None:
    unknown = seat_with("?? ?? ??")
    offers = [CommandSpec("place_second", c.PlaceSecond(ANN, 1)), CommandSpec("fold", c.Fold(ANN, 1))]
    assert advise("decision", unknown, offers, HOUSE).choices == ()
