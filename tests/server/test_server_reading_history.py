"""Finished rounds over HTTP: listed, replayed and proved, without showing hidden cards."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec.structs import astuple
from reading_evening import KEY, PLAYERS, ROUNDS, VOID, anyone, server
from serving import Client, Server

from boston7 import fair
from boston7.audit.export import seat_rows
from boston7.audit.rounds import Round, find, rounds
from boston7.cards import DECK, Card
from boston7.game import events as e
from boston7.game.patch import expand
from boston7.record import open_record

__all__ = ["anyone", "server"]
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def whole_view(step: Any) -> Any:
    """Return the complete view of a step."""
    return msgspec.to_builtins(expand(step["view"]))


@pytest.fixture(scope="module")
def played(server: Server) -> dict[int, Round]:
    """Return the complete rounds of `main` from the record."""
    with open_record(server.db, read_only=True) as record:
        return {found.number: found for found in rounds(record, "main", KEY)}


@pytest.fixture(scope="module")
def some(played: dict[int, Round]) -> dict[int, Round]:
    """The first and the last round, the void one, two next to a mark, and one with an unrevealed text."""
    return {number: played[number] for number in (1, 2, 5, 16, 17, VOID, ROUNDS)}


def cards_in(document: bytes) -> set[str]:
    return set(_CARD.findall(document.decode()))


def dealt(found: Round, to: int) -> set[str]:
    return {
        card.value
        for step in found.steps
        if isinstance(step.event, e.CardsDealt) and step.event.to == to
        for card in step.event.cards
    }


def turned_up(found: Round) -> set[str]:
    """Return all cards that were face up."""
    shown: set[Card] = set()
    for step in found.steps:
        if isinstance(step.event, e.CardsExposed | e.DealerRevealed | e.HandTurned):
            shown.update(step.event.cards)
        for seat in step.after.seats:
            shown.update(seat.shown)
    return {card.value for card in shown}


def test_rounds_are_listed_newest_first_and_page_by_page(anyone: Client, played: dict[int, Round]) -> None:
    listed, before = [], ""
    while page := anyone.get(f"/api/tables/main/rounds?limit=6{before}").ok()["rounds"]:
        assert len(page) <= 6
        listed += page
        before = f"&before={page[-1]['round']}"
    assert [row["round"] for row in listed] == list(range(ROUNDS, 0, -1))
    for row in listed:
        found = played[row["round"]]
        assert row["status"] == ("void" if row["round"] == VOID else "complete") == found.status
        assert row["ended"] == found.steps[-1].entry.time
        turned = {
            step.event.seat: list(astuple(step.event.hand))
            for step in found.steps
            if isinstance(step.event, e.HandTurned)
        }
        assert row["seats"] == [
            {"seat": seat["seat"], "player": seat["player"], "net": seat["net"], "hand": turned.get(seat["seat"])}
            for seat in seat_rows(found)
        ]
        told = next((step.event for step in found.steps if isinstance(step.event, e.DealerRevealed)), None)
        assert row["dealer"] == ([card.value for card in told.cards] if told else [])
        assert row["dealer_hand"] == (list(astuple(told.hand)) if told else None)


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "before=-1", "before=x"])
def test_a_page_has_bounds(anyone: Client, query: str) -> None:
    assert anyone.get(f"/api/tables/main/rounds?{query}").status == 400


def test_a_spectator_sees_again_what_lay_face_up_and_nothing_else(anyone: Client, some: dict[int, Round]) -> None:
    hidden = 0
    for number, found in some.items():
        answer = anyone.get(f"/api/tables/main/rounds/{number}")
        replay = answer.ok()
        assert len(answer.body) < 300_000
        assert replay["replay"] is True
        assert (replay["table"], replay["round"], replay["status"]) == ("main", number, found.status)
        assert (replay["house"], replay["version"]) == ("nhcg", found.steps[-1].after.version)
        assert [step["version"] for step in replay["steps"]] == [step.entry.version for step in found.steps]
        assert not any(seat["yours"] for step in replay["steps"] for seat in whole_view(step)["seats"])
        assert cards_in(answer.body) == turned_up(found)
        hidden += len(dealt(found, 5) - turned_up(found))  # Eve folds every hand.
    assert hidden > len(some)


def test_cards_are_shown_again_no_sooner_than_they_were_turned_over(anyone: Client, some: dict[int, Round]) -> None:
    for number, found in some.items():
        steps = anyone.get(f"/api/tables/main/rounds/{number}").ok()["steps"]
        for step, shown in zip(found.steps, steps, strict=True):
            if not step.after.dealer_face_up:
                assert set(whole_view(shown)["dealer_cards"]) <= {"??"}
            for seat, seen in zip(step.after.seats, whole_view(shown)["seats"], strict=True):
                if not seat.face_up and not seat.shown:
                    assert set(seen["cards"]) <= {"??"}
                    assert seen["five"] is None


@pytest.mark.parametrize("seat", [1, 5])
def test_players_see_their_own_cards_too(server: Server, some: dict[int, Round], seat: int) -> None:
    client = Client(server).login(PLAYERS[seat - 1])
    more = 0
    for number, found in some.items():
        answer = client.get(f"/api/tables/main/rounds/{number}")
        assert cards_in(answer.body) == turned_up(found) | dealt(found, seat)
        more += len(dealt(found, seat) - turned_up(found))
        assert any(whole_view(step)["seats"][seat - 1]["yours"] for step in answer.ok()["steps"])
    assert more > 0


def test_an_auditor_sees_everything_and_staff_no_more_than_anyone(server: Server, some: dict[int, Round]) -> None:
    auditor = Client(server).login("auditor")
    for number, found in some.items():
        answer = auditor.get(f"/api/tables/main/rounds/{number}")
        assert cards_in(answer.body) == {card.value for card in DECK}  # It includes the shuffled deck.
        last_cards: dict[int, set[str]] = {}
        for step in answer.ok()["steps"]:
            for seat in whole_view(step)["seats"]:
                last_cards.setdefault(seat["number"], set()).update(seat["cards"])
        assert all(last_cards[seat] == dealt(found, seat) for seat in range(1, 7))
    for name in ("supervisor", "dealer", "admin"):
        answer = Client(server).login(name).get("/api/tables/main/rounds/2")
        assert cards_in(answer.body) == turned_up(some[2])


@pytest.mark.parametrize("name", [None, "Ann", "auditor", "supervisor"])
def test_nobody_sees_a_round_that_is_still_on(server: Server, name: str | None) -> None:
    client = Client(server).login(name) if name else Client(server)
    answer = client.get("/api/tables/hand-dealt/rounds/1")
    assert answer.status == 409
    assert "still being played" in answer.document["reason"]
    assert not cards_in(answer.body)
    assert client.get("/api/tables/hand-dealt/rounds").ok() == {"rounds": []}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("main/rounds/0", 400),
        ("main/rounds/-1", 400),
        ("main/rounds/x", 404),
        ("main/rounds/9999", 404),
        ("main/rounds/99999999999999999999999999", 400),
        ("nowhere/rounds/1", 404),
    ],
)
def test_rounds_that_are_not_there(anyone: Client, path: str, status: int) -> None:
    answer = anyone.get(f"/api/tables/{path}")
    assert answer.status == status
    assert answer.document["reason"].endswith(".")


def _deck_again(proof: dict[str, Any], shuffle: int) -> list[str]:
    """Compute the deck as docs/shuffle-algorithm.md describes, without our code."""

    def frame(*fields: bytes) -> bytes:
        return b"".join(len(field).to_bytes(4, "big") + field for field in fields)

    added = [text.encode() for one in proof["contributions"] for text in (one["player"], one["text"])]
    seed, number = bytes.fromhex(proof["seed"]), str(proof["round"]).encode()
    message = frame(b"boston7 deck 2", proof["table"].encode(), number, str(shuffle).encode(), *added)
    key = hmac.digest(seed, message, "sha256")
    numbers: list[int] = []
    block = 0
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for place in range(51, 0, -1):
        word = 2**32
        while word >= 2**32 - 2**32 % (place + 1):
            if not numbers:
                raw = hmac.digest(key, block.to_bytes(4, "big"), "sha256")
                numbers = [int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = numbers.pop(0)
        other = word % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    promise = frame(b"boston7 commitment 2", proof["table"].encode(), number, bytes.fromhex(proof["salt"]), seed)
    assert sha256(promise).hexdigest() == proof["commitment"]
    return deck


def _texts_again(proof: dict[str, Any]) -> list[dict[str, str]]:
    """Return the texts that count, from the record alone, as docs/shuffle-algorithm.md describes."""
    order = [entry["type"] for entry in proof["record"]]
    assert [entry["position"] for entry in proof["record"]] == sorted(entry["position"] for entry in proof["record"])
    committed, revealed, closed = dict[int, Any](), dict[int, Any](), order.index("entropy_closed")
    for at, entry in enumerate(proof["record"]):
        if entry["type"] == "text_committed":
            assert order.index("seed_committed") < at < order.index("bets_closed") < closed
            committed[entry["seat"]] = entry
        elif entry["type"] == "text_revealed":
            assert closed < at < order.index("deck_shuffled")
            fields = (proof["table"], str(proof["round"]), entry["player"], entry["text"])
            framed = b"".join(len(f.encode()).to_bytes(4, "big") + f.encode() for f in ("boston7 text 2", *fields))
            assert sha256(framed).hexdigest() == committed[entry["seat"]]["commitment"]
            revealed[entry["seat"]] = {"player": entry["player"], "text": entry["text"]}
    assert [text["seat"] for text in proof["missing"]] == sorted(set(committed) - set(revealed))
    return [revealed[seat] for seat in sorted(revealed)]


def test_a_finished_round_is_proved_by_what_is_told_of_it(anyone: Client, played: dict[int, Round]) -> None:
    added, missing = 0, 0
    for number, found in played.items():
        proof = anyone.get(f"/api/fair/main/{number}").ok()
        assert proof["contributions"] == _texts_again(proof)
        added, missing = added + len(proof["contributions"]), missing + len(proof["missing"])
        assert proof["finished"] is proof["closed"] is proof["fair"] is True
        assert proof["faults"] == []
        deck = _deck_again(proof, 1)
        assert proof["decks"] == [deck]
        cards = [card for deal in proof["deals"] for card in deal["cards"]]
        assert cards == deck[: len(cards)]
        assert proof["dealt"] == len(cards) > 0
        for seat in range(7):
            told = {card for deal in proof["deals"] if deal["to"] == seat for card in deal["cards"]}
            assert told == dealt(found, seat)
    assert added > missing > 0


@pytest.mark.parametrize("path", [f"main/{ROUNDS + 1}", "hand-dealt/1"])
def test_before_the_end_only_the_promise_is_told(server: Server, path: str) -> None:
    """The table hand-dealt has a shuffled deck in round 1; the other round has not begun."""
    table, _, number = path.partition("/")
    for client in (Client(server), Client(server).login("auditor"), Client(server).login("Ann")):
        answer = client.get(f"/api/fair/{path}")
        proof = answer.ok()
        assert re.fullmatch("[0-9a-f]{64}", proof["commitment"])
        assert proof["finished"] is False
        assert proof["closed"] is (table == "hand-dealt")
        assert proof["fair"] is None
        assert not cards_in(answer.body)
        assert not any(proof[name] for name in ("seed", "salt", "decks", "deals", "dealt"))
    with open_record(server.db, read_only=True) as record:
        facts = fair.rounds(fair.read_fact(entry.body) for entry in record.read(fair.stream(table)))
        committed = facts[int(number)].committed
    assert committed is not None
    assert committed.commitment == proof["commitment"]
    seed = fair.recover(committed, KEY)
    assert seed.seed.hex() not in answer.body.decode()


def test_nothing_is_promised_about_rounds_far_away(anyone: Client) -> None:
    assert anyone.get("/api/fair/main/9999").status == 404
    assert anyone.get("/api/fair/nowhere/1").status == 404


def test_a_round_is_shown_as_soon_as_it_is_over(server: Server) -> None:
    """The index follows the live table: a practice round is listed as soon as it is finished."""
    guest = Client(server).guest()
    made = guest.post("/api/practice", {"house": "nhcg"}).ok()
    table, seat = made["table"], made["seat"]
    path = f"/api/tables/{table.replace(' ', '%20')}/rounds"
    assert guest.get(path).ok() == {"rounds": []}
    with guest.socket() as socket:
        socket.watch(table, offers=True)
        for number in (1, 2):
            socket.until(table, lambda frame: frame["view"]["phase"] == "betting")
            wager = {"type": "place_wagers", "seat": seat, "wagers": {"ante": 500, "first": 500}}
            assert socket.act(table, wager)["type"] == "accepted"
            socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
            assert guest.get(f"{path}/{number}").status == 409
            assert socket.act(table, {"type": "fold", "seat": seat})["type"] == "accepted"
            socket.until(table, lambda frame: frame["view"]["phase"] == "complete")
            rows = guest.get(path).ok()["rounds"]
            assert [row["round"] for row in rows] == list(range(number, 0, -1))
            assert rows[0]["seats"][0]["net"] == -1000
            assert guest.get(f"{path}/{number}").ok()["status"] == "complete"
            assert guest.get(f"/api/fair/{table.replace(' ', '%20')}/{number}").ok()["fair"] is True


def test_find_and_the_index_agree(server: Server, anyone: Client, played: dict[int, Round]) -> None:
    """A round is the same whether replayed from a mark or from the beginning."""
    with open_record(server.db, read_only=True) as record:
        for number in (1, 16, 17, ROUNDS):
            whole = find(record, "main", number, KEY)
            assert whole is not None
            shown = anyone.get(f"/api/tables/main/rounds/{number}").ok()
            assert whole_view(shown["steps"][-1])["tray"] == whole.steps[-1].after.tray
            assert [seat["rail"] for seat in whole_view(shown["steps"][-1])["seats"]] == [
                seat.rail for seat in whole.steps[-1].after.seats
            ]


def test_a_replay_names_a_player_only_for_what_the_player_did(server: Server, played: dict[int, Round]) -> None:
    for number in played:
        steps = Client(server).get(f"/api/tables/main/rounds/{number}").ok()["steps"]
        for step in steps:
            dealt = step["event"]["type"] in ("cards_dealt", "bets_closed", "settled", "round_completed")
            assert not (dealt and step["actor"].startswith("player")), step["event"]["type"]
        assert any(step["actor"].startswith("player") for step in steps)
