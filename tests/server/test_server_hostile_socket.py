"""A hostile client on the socket: every message gets a typed answer and has no other effect."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import cache
from itertools import count
from random import Random
from time import monotonic
from typing import Any

import hostile_messages as hostile
import pytest
from campaign import CAMPAIGN, times
from hostile_room import DEPOSIT, OUTSIDER, TABLES, Founding, Untouched, check_log
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import Client, Server, Socket, start_server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

# The client's pings come from threads that use `random`, which hypothesis mistakes for a strategy's use.
pytestmark = [
    pytest.mark.campaign,
    pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies"),
]
EVERYTHING = set(hostile.KINDS)
AT_ONCE = 20
ANSWERS = ("refused", "error", "would")
_PINGS = count(1)
DRAWN = times(1, 20)
"""Multiplier for the number of drawn messages."""
CROSSED = times(1, 24)
"""Messages derived from each drawn one by exchanging parts with others, which is much faster than drawing."""


class Hall:
    """A running room with one open socket for each person."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server = server
        self._stack = stack
        self.clients = {"guest": Client(server).guest(), "nobody": Client(server)}
        self.sockets: dict[str, Socket] = {}
        self._came = -float("inf")
        self.come_in()

    def come_in(self) -> None:
        """Open new sockets for everybody after a while: a staff session ends after five minutes of inactivity."""
        if monotonic() - self._came > 60:
            self._came = monotonic()
            for name in ("Ann", "Ben", OUTSIDER, "Dan", "Sue", "Aud", "Abe"):
                self.clients[name] = Client(self.server).login(name)
            for name, client in self.clients.items():
                self.sockets[name] = self._stack.enter_context(client.socket())


@pytest.fixture(scope="module")
def open_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hostile")
    Founding(folder).write()
    with start_server(folder) as server, ExitStack() as stack:
        yield Hall(server, stack)


@pytest.fixture
def hall(open_hall: Hall) -> Hall:
    open_hall.come_in()
    return open_hall


@pytest.fixture
def untouched(hall: Hall) -> Iterator[None]:
    said_before = len(hall.server.log())
    with Untouched(hall.server):
        yield
    check_log(hall.server, said_before)


def answers(socket: Socket, sent: list[str | bytes]) -> list[Any]:
    """Send the messages and return one answer for each, in order. The socket must still answer after them."""
    for message in sent:
        socket.connection.send(message)
    last = f"ping-{next(_PINGS)}"
    socket.send({"type": "ping", "id": last})
    found: list[Any] = []
    while (message := socket.next())["type"] != "pong" or message["id"] != last:
        if message["type"] not in ("hello", "frame"):
            found.append(message)
    assert len(found) == len(sent), f"{len(sent)} were sent, {len(found)} answered: {sent} {found}"
    return found


def refusals(socket: Socket, sent: list[str | bytes]) -> Counter[str]:
    """Check that each message is refused with a sentence and its id, and count the types of the answers."""
    counted: Counter[str] = Counter()
    for message, answer in zip(sent, answers(socket, sent), strict=True):
        assert answer["type"] in ANSWERS, (message, answer)
        said = answer["refusal"] if answer["type"] == "would" else answer
        assert said, f"it would be allowed: {message!r}"
        assert said["code"], answer
        assert len(said["reason"].split()) >= 3, answer
        assert "Traceback" not in said["reason"], answer
        if answer["type"] != "error":
            assert answer["id"] == json.loads(message)["id"], (message, answer)
            assert answer["table"] == json.loads(message)["table"], (message, answer)
        counted[answer["type"]] += 1
    return counted


def often(examples: int) -> settings:
    """Without shrinking: a failure depends on the messages sent before, which are printed."""
    return settings(
        max_examples=examples * DRAWN,
        derandomize=not CAMPAIGN,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


def many(message: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(message, min_size=AT_ONCE, max_size=AT_ONCE)


NOBODY_AT_THE_TABLE = ("nobody", "guest", OUTSIDER, "Aud", "Abe")
UNKNOWN_TABLES = ("", "no such table", "table:betting", "../betting", "BETTING", "betting ", "x" * 100)
ANYWHERE = hostile.messages((*TABLES, *UNKNOWN_TABLES), EVERYTHING)
NONSENSE = hostile.raw | hostile.binary | hostile.spoiled(hostile.messages(TABLES, EVERYTHING))


@cache
def drawn(examples: int, message: st.SearchStrategy[Any]) -> list[list[Any]]:
    """Return this many lists of messages. They are the same for every person, because drawing takes longer than
    answering."""
    found: list[list[Any]] = []

    @often(examples)
    @given(many(message))
    def draw(one: list[Any]) -> None:
        found.append(one)

    draw()
    return found


def said(hall: Hall, who: str, examples: int, message: st.SearchStrategy[Any], forms: tuple[str, ...]) -> None:
    """Send drawn and crossed messages. Each type of answer must be frequent, or the test proves nothing."""
    counted: Counter[str] = Counter()
    crossing = hostile.Crossing(Random(who))
    for list_drawn in drawn(examples, message):
        for sent in (list_drawn, *(crossing.crossed(list_drawn) for _ in range(CROSSED))):
            texts = [one if isinstance(one, str | bytes) else json.dumps(one) for one in sent]
            counted.update(refusals(hall.sockets[who], texts))
    print(f"hostile messages: {counted.total()} by {who}: {dict(counted)}")
    assert counted.total() >= 0.8 * examples * DRAWN * AT_ONCE * (1 + CROSSED)
    for form in forms:
        assert counted[form] >= 0.05 * counted.total(), counted


@pytest.mark.parametrize("who", NOBODY_AT_THE_TABLE)
def test_outsiders_cannot_act_at_a_table(hall: Hall, untouched: None, who: str) -> None:
    forms = ("refused",) if who == "nobody" else ("refused", "would")  # Without a login, not even a preview is given.
    said(hall, who, 8, ANYWHERE, forms)


@pytest.mark.parametrize(
    ("who", "tables", "kinds", "not_seat"),
    [
        ("Ann", TABLES, EVERYTHING, 1),
        ("Ben", TABLES, EVERYTHING, 2),
        ("Dan", TABLES, hostile.SUPERVISORS | hostile.PLATFORMS, 0),
        ("Dan", ("betting", "dealing"), hostile.PLAYERS_OWN, 0),
        ("Sue", TABLES, hostile.DEALERS | hostile.PLAYERS_OWN | hostile.PLATFORMS, 0),
    ],
    ids=["other-seats", "other-seats-too", "dealer-as-supervisor", "dealer-as-player", "supervisor-as-dealer"],
)
def test_everybody_keeps_to_their_own_duty(
    hall: Hall, untouched: None, who: str, tables: tuple[str, ...], kinds: set[str], not_seat: int
) -> None:
    """The actor in the message does not matter."""
    said(hall, who, 6, hostile.messages(tables, kinds, not_seat=not_seat), ("refused", "would"))


@pytest.mark.parametrize("who", NOBODY_AT_THE_TABLE)
def test_invalid_messages_are_answered(hall: Hall, untouched: None, who: str) -> None:
    said(hall, who, 8, NONSENSE, ("error",))


# Repeated, out of order, too many.


def place(seat: int, ante: int) -> hostile.Json:
    return {"type": "place_wagers", "seat": seat, "wagers": {"ante": ante, "first": ante}}


def test_an_accepted_act_again_has_no_further_effect(hall: Hall) -> None:
    """No other command with its id has an effect either, on any socket of the same person."""
    ann = hall.sockets["Ann"]
    first = ann.act("betting", place(1, 10_00), "again")
    assert first["type"] == "accepted", first
    with Untouched(hall.server), hall.clients["Ann"].socket() as elsewhere:
        for command in (place(1, 10_00), place(1, 5_00), {"type": "leave", "seat": 1}, {"type": "fold", "seat": 2}):
            assert ann.act("betting", command, "again") == first
            assert elsewhere.act("betting", command, "again") == first
    assert ann.act("betting", place(1, 5_00), "back")["type"] == "accepted"
    with Untouched(hall.server):
        assert ann.act("betting", place(1, 10_00), "again") == first
    check_log(hall.server)


def test_other_peoples_ids_disclose_nothing(hall: Hall, untouched: None) -> None:
    """A person who repeats another person's act learns nothing about it and does not replace it."""
    assert hall.sockets["Ann"].ask("dealing", {"type": "leave", "seat": 1})["refusal"]
    for who in (*NOBODY_AT_THE_TABLE, "Ben", "Dan", "Sue"):
        for id in ("Ann-1", "Fay-3", f"{hall.clients['Ann'].me['person']['id']}/Ann-1"):
            for table in TABLES:
                answer = hall.sockets[who].act(table, {"type": "time_out", "seat": 1}, id)
                assert answer["type"] == "refused", (who, answer)
                assert "events" not in answer


def test_acts_out_of_their_time_are_refused(hall: Hall, untouched: None) -> None:
    ann, dan = hall.sockets["Ann"], hall.sockets["Dan"]
    for command in ({"type": "fold", "seat": 1}, {"type": "set_hand", "seat": 1}, {"type": "expose", "seat": 1}):
        for table in ("betting", "dealing"):
            assert ann.act(table, command)["code"] == "wrong_phase"
    for kind in ("settle", "reveal", "next_round", "settle_bonuses", "rack_stub"):
        assert dan.act("betting", {"type": kind})["code"] == "wrong_phase", kind
    assert ann.act("dealing", place(1, 5_00))["code"] == "wrong_phase"
    assert ann.act("dealing", {"type": "withdraw_wagers", "seat": 1})["code"] == "wrong_phase"
    assert ann.act("dealing", {"type": "leave", "seat": 1})["type"] == "refused"


def test_a_correction_cannot_create_money(hall: Hall, untouched: None) -> None:
    """A supervisor can move chips between places with a reason, but cannot create, remove or borrow them."""
    sue = hall.sockets["Sue"]
    for source, target, cents, reason in (
        ("rail:1", "rail:2", -1_00, "a word"),
        ("rail:1", "rail:2", 0, "a word"),
        ("rail:1", "rail:2", 10**12, "a word"),
        ("rail:1", "rail:7", 1_00, "a word"),
        ("rail:1", "moon", 1_00, "a word"),
        ("rail:1", "rail:1", 1_00, "a word"),
        ("rail:1", "rail:2", 1_00, " "),
    ):
        transfer = {"source": source, "target": target, "cents": cents}
        answer = sue.act("betting", {"type": "correct_payout", "transfers": [transfer], "reason": reason})
        assert answer["type"] in ("refused", "error"), (transfer, answer)
    for kind, field in (("fill_tray", "slip"), ("credit_tray", "slip")):
        for cents in (0, -1, 10**12 + 1, 2**63, 10**30):
            assert sue.act("betting", {"type": kind, "amount": cents, field: "slip"})["type"] in ("refused", "error")
    ann = hall.sockets["Ann"]
    for kind in ("buy_in", "cash_out"):
        for amount in (0, -1, DEPOSIT + 1, 10**12, 10**12 + 1, 2**64, 1.5, "5"):
            answer = ann.act("betting", {"type": kind, "seat": 1, "amount": amount})
            assert answer["type"] in ("refused", "error"), amount


def test_texts_are_for_those_who_sit_there_and_in_time(hall: Hall, untouched: None) -> None:
    texts = ("", "x", "x" * 5000, "\x00", "\u202e", "As Ks Qs", "0" * 64, "a text that is long enough")

    def sent(table: str) -> list[str | bytes]:
        asked: list[dict[str, Any]] = []
        for text in texts:
            for round in (1, 2, 2**53):
                asked.append({"type": "commit", "round": round, "commitment": text})
                asked.append({"type": "reveal", "round": round, "text": text})
        return [json.dumps({**one, "table": table, "id": "e"}) for one in asked]

    for who in (*NOBODY_AT_THE_TABLE, "Dan", "Sue"):
        for table in (*TABLES, *UNKNOWN_TABLES):
            refusals(hall.sockets[who], sent(table))
    refusals(hall.sockets["Ann"], sent("dealing"))


def test_unknown_versions_get_a_complete_view(hall: Hall, untouched: None) -> None:
    """A version from the future or from long ago gets a complete view."""
    with hall.clients["Ann"].socket() as socket:
        now = socket.watch("dealing")["version"]
    for after in (now + 1, 2**31, 2**53, 2**63, 10**30):
        with hall.clients["Ann"].socket() as socket:
            frame = socket.watch("dealing", after=after)
            assert (frame["version"], frame["since"], frame["events"]) == (now, None, []), frame
    for after in (0, 1, now - 1, now):
        with hall.clients["Ann"].socket() as socket:
            frame = socket.watch("dealing", after=after)
            assert frame["version"] == now
            assert frame["since"] is None or len(frame["events"]) == now - frame["since"]
    with hall.clients["Ann"].socket() as socket:
        for table in UNKNOWN_TABLES:
            assert socket.watch(table)["code"] == "not_found"
            socket.send({"type": "unwatch", "table": table})
        assert answers(socket, ["?"])[0]["type"] == "error"


def read_to_the_end(socket: Socket) -> tuple[int, list[str]]:
    """Return the server's close code, and the types of the messages before it."""
    kinds: list[str] = []
    with suppress(ConnectionClosed):
        while True:
            kinds.append(socket.next(20)["type"])
    return socket.connection.close_code or 0, kinds


@pytest.mark.parametrize("size", [16 * 1024 + 1, 1 << 20])
@pytest.mark.parametrize("fragments", [False, True])
def test_a_message_that_is_too_long_closes_only_its_socket(
    hall: Hall, untouched: None, size: int, fragments: bool
) -> None:
    with hall.clients["Ann"].socket() as socket:
        text = '{"type":"ping","id":"' + "x" * (size - 23) + '"}'
        assert len(text) == size
        with suppress(ConnectionClosed):  # The connection may close before everything is sent.
            socket.connection.send(iter([text[:100], text[100:]]) if fragments else text)
        # A client that is still sending when the connection closes may not receive the reason.
        code, told = read_to_the_end(socket)
        assert code in ((1009,) if size < 1 << 16 else (1009, 1006))
        assert told == []
    with hall.clients["Ann"].socket() as socket:
        assert answers(socket, ["x" * 16 * 1024])[0]["code"] == "not_understood"


def test_only_our_own_pages_and_programs_with_a_session_get_a_socket(hall: Hall, untouched: None) -> None:
    url, ann = hall.server.ws_url, hall.clients["Ann"]
    cookie = f"boston7_session={ann.token}"
    for origin, headers, status in (
        ("https://evil.example", {"Cookie": cookie}, 403),
        ("null", {"Cookie": cookie}, 403),
        (hall.server.url + ".evil.example", {"Cookie": cookie}, 403),
        (None, {"Cookie": cookie}, 403),
        (None, {}, 403),
        (None, {"Authorization": "Bearer forged"}, 401),
        (None, {"Authorization": "Basic QW5uOng="}, 403),
        ("https://evil.example", {"Authorization": f"Bearer {ann.token}"}, 403),
    ):
        with (
            pytest.raises(InvalidStatus) as turned,
            connect(url, origin=Origin(origin) if origin else None, additional_headers=headers, open_timeout=120),
        ):
            pass
        response = turned.value.response
        assert response.status_code == status, (origin, headers, response)
        assert json.loads(response.body or b"{}").keys() == {"source", "code", "reason", "clause"}


def test_a_forged_session_has_no_person(hall: Hall, untouched: None) -> None:
    for token in ("forged", "x" * 4000, "../people", "%00", hall.clients["Ann"].token[:-1] + "!"):
        client = Client(hall.server)
        client.cookies["boston7_session"] = token
        with client.socket() as socket:
            assert socket.hello["me"]["person"] is None
            assert socket.act("betting", {"type": "leave", "seat": 1})["code"] == "wrong_role"


def test_a_session_ended_elsewhere_cannot_act(hall: Hall, untouched: None) -> None:
    client = Client(hall.server).login("Fay")
    with client.socket() as socket:
        socket.watch("dealing")
        client.post("/api/logout").ok()
        socket.send(
            {"type": "act", "table": "betting", "id": "late", "command": {**place(6, 10_00), "by": {"role": "player"}}}
        )
        code, told = read_to_the_end(socket)
        assert code == 1008
        assert told[-1:] == ["bye"]
        assert "accepted" not in told


def test_the_log_contains_no_session(hall: Hall) -> None:
    log = hall.server.log()
    assert not [name for name, client in hall.clients.items() if client.token and client.token in log]
