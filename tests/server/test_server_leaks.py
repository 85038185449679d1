"""A search of every frame and every HTTP answer in long random play for data that the viewer may not see."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from campaign import times
from hostile_eyes import Eyes, Leak, Shadow, cards_in
from hostile_play import TABLES, Play
from hostile_room import DEPOSIT, HOUSE, Founding, check_log
from machine_trial import NAMES
from serving import Client, start_server

from boston7.cards import DECK, Card
from boston7.game.actors import AUDITOR, SPECTATOR, Actor, player
from boston7.record import open_record

LONGER = times(1, 40)
ACTS = {"quick": times(80, 24_000), "dealt": times(40, 10_000), "felt": times(40, 10_000)}
"""The minimum number of acts. More follow until everything has been covered."""
IRREGULAR = (
    "round_voided", "hand_voided", "shuffler_stopped", "hand_miscounted", "dealer_miscounted", "cards_exposed",
    "face_up_card_found", "card_drawn_in_error", "dealer_cards_seen",
)  # fmt: skip


@contextmanager
def room(folder: Path, seed: int, fault: str = "") -> Iterator[Play]:
    """Start a server, and connect everybody. The server executes the Python code `fault` first."""
    founding = Founding(folder).write(tables=False, players=NAMES, deposit=DEPOSIT * LONGER)
    with (
        start_server(folder, altered=fault) as server,
        open_record(founding.db, read_only=True) as record,
    ):
        play = Play(server, record, seed)
        play.set_up()
        yield play
        check_log(server)
        assert not [name for name, client in play.clients.items() if client.token and client.token in server.log()]
        assert not cards_in(server.log()), "a card is in the log"


async def nothing(play: Play, shadow: Shadow) -> None:
    return


async def read_over_http(play: Play, shadow: Shadow) -> None:
    """Read every document of a round in play as different people. No act happens at that table meanwhile."""
    now, last = shadow.table.round, shadow.version
    finished = [number for number, seen in shadow.rounds.items() if seen.completed]
    before = max(finished, default=0)
    name = shadow.name.replace(" ", "%20")
    for who in play.rng.sample(sorted(play.clients), 4):
        client, viewer = play.clients[who], play.actors[who]
        paths = {
            path: path.format(name=name, now=now, next=now + 1, before=before)
            for path in (
                "/api/me", "/api/lobby", "/api/floor", "/api/people", "/api/coach/{name}",
                "/api/tables/{name}/rounds/{now}",
                "/api/tables/{name}/rounds/{before}", "/api/tables/{name}/rounds?limit=5", "/api/fair/{name}/{now}",
                "/api/fair/{name}/{next}", "/api/fair/{name}/{before}", "/metrics",
                "/api/audit/rounds?table={name}&limit=5",
                "/healthz", "/api/audit/head", "/api/tables/{name}/house",
            )
        }  # fmt: skip
        async with play.reading:
            text = await asyncio.to_thread(_answers, client, paths)  # The sockets must answer pings meanwhile.
        shadow.catch_up()
        moments = shadow.moments[last:]
        seen_now = {card for moment in moments for card in moment.may_know(viewer)}
        over = set(DECK) if shadow.finished(now) else set()  # The platform may have finished the round meanwhile.
        looks = play.eyes.only
        for path in ("/api/me", "/api/lobby", "/api/floor", "/api/people", "/metrics", "/healthz", "/api/audit/head"):
            looks(viewer, text[path], ())
        looks(viewer, text["/api/tables/{name}/house"], ())
        looks(viewer, text["/api/coach/{name}"], seen_now)
        for path in ("/api/tables/{name}/rounds/{now}", "/api/fair/{name}/{now}", "/api/fair/{name}/{next}"):
            looks(viewer, text[path], over)
        looks(viewer, text["/api/fair/{name}/{before}"], DECK)  # Everybody can compute it from the seed.
        if before:
            looks(viewer, text["/api/tables/{name}/rounds/{before}"], _replay(shadow, before, viewer))
        for path in ("/api/tables/{name}/rounds?limit=5", "/api/audit/rounds?table={name}&limit=5"):
            for row in json.loads(text[path]).get("rounds", ()):
                if not shadow.finished(row["round"]):
                    raise Leak(f"round {row['round']} is told to {who} while it is on")
                looks(viewer, json.dumps(row), shadow.rounds[row["round"]].dealer)
        play.eyes.tally["answers over HTTP"] += len(text)


def _answers(client: Client, paths: dict[str, str]) -> dict[str, str]:
    return {path: client.get(at).body.decode() for path, at in paths.items()}


def _replay(shadow: Shadow, number: int, viewer: Actor) -> set[Card]:
    seen = shadow.rounds[number]
    if viewer.role == "auditor":
        return set(DECK)
    return seen.public | (seen.held.get(viewer.name, set()) if viewer.role == "player" else set())


def read_the_exports(play: Play) -> None:
    """Search an auditor's exports during rounds."""
    auditor, viewer = play.clients["Aud"], play.actors["Aud"]
    for kind in ("csv", "jsonl", "history"):
        text = auditor.get(f"/api/audit/export?format={kind}").body.decode()
        for shadow in play.eyes.shadows.values():
            shadow.catch_up()
        assert cards_in(text), "an empty export proves nothing"
        play.eyes.secrets(viewer, text)
        if kind == "jsonl":
            for line in map(json.loads, text.splitlines()):
                stream, _, name = line["stream"].partition(":")
                if stream == "table":
                    _check_entry(play.eyes, viewer, play.eyes.shadows[name], line)
        if kind == "csv":
            rounds = {tuple(row.split(",")[2:4]) for row in text.splitlines()[1:]}
            told = [(name, number) for name, number in rounds if not play.eyes.shadows[name].finished(int(number))]
            assert not told, f"{told} are still being played"


def _check_entry(eyes: Eyes, viewer: Actor, shadow: Shadow, line: Any) -> None:
    ended = max((seen.completed for seen in shadow.rounds.values()), default=0)
    if line["version"] > ended:
        eyes.only(viewer, json.dumps(line), shadow.moments[line["version"]].public)


@pytest.mark.campaign
def test_no_message_leaks(tmp_path: Path) -> None:
    with room(tmp_path, seed=7) as play:
        asyncio.run(play.run(ACTS, read_over_http, lambda: not _too_little(play)))
        read_the_exports(play)
        print(
            f"\n{_rounds(play)} rounds, {dict(play.acts.most_common(6))}, {dict(play.eyes.tally)}, {_irregular(play)}"
        )
        assert not _too_little(play)


def _rounds(play: Play) -> dict[str, int]:
    shadows = play.eyes.shadows.items()
    return {name: sum(seen.completed > 0 for seen in shadow.rounds.values()) for name, shadow in shadows}


def _irregular(play: Play) -> dict[str, int]:
    events = sum((shadow.tally for shadow in play.eyes.shadows.values()), start=play.acts)
    return {kind: events[f"event {kind}"] for kind in IRREGULAR}


def _too_little(play: Play) -> list[str]:
    """Return the coverage targets that were missed: below them, the search proves nothing."""
    tally, rounds, told = play.eyes.tally, _rounds(play), _irregular(play)
    much = {
        "rounds": sum(rounds.values()) >= times(6, 1600),
        "rounds at each table": min(rounds[name] for name in TABLES) >= times(1, 200),
        "rounds of practice": rounds[play.practice] >= 1,
        "refusals": play.acts["refused"] >= times(8, 2000),
        "frames": tally["frame"] >= times(750, 200_000),
        "frames with cards": tally["frame with cards"] >= times(150, 40_000),
        "questions": tally["would"] >= times(8, 50),
        "answers over HTTP": tally["answers over HTTP"] >= times(75, 500),
        "what goes wrong": all(told[kind] for kind in ("round_voided", "shuffler_stopped", "cards_exposed")),
        "kinds of what goes wrong": sum(told[kind] > 0 for kind in IRREGULAR) >= times(5, 8),
        "frames to each": all(viewer.frames >= times(30, 200) for viewer in play.viewers.values()),
    }
    return [what for what, enough in much.items() if not enough]


# Tests that the search finds leaks.


_FAULTS = {
    "the dealer's cards are face up in the view": """
from boston7.game.view import HEAD
HEAD["dealer_cards"] = lambda table: table.dealer_cards
""",
    "everybody is told what is dealt": """
from boston7.game.view import SEAT
honest = SEAT["cards"]
SEAT["cards"] = lambda seat, yours: honest(seat, True)
""",
    "the seed is told with its commitment": """
import boston7.table.seeds as seeds
from boston7 import fair
from msgspec.structs import replace
honest = seeds.Seeds.fairness
def fairness(self, table):
    told = honest(self, table)
    facts = self.of(seeds.upcoming(table))
    return told and replace(told, revealed=fair.recover(facts.committed, self._key).reveal())
seeds.Seeds.fairness = fairness
""",
    "a question is answered from the dealer's cards": """
import boston7.table.requests as requests
from boston7.declare import Rejection
from boston7.table.preview import Preview
def told(state, command, house):
    return Preview(Rejection("game", "wrong_cards", f"Not {''.join(state.table.dealer_cards)}."))
requests.preview = told
""",
}


@pytest.mark.parametrize("fault", _FAULTS)
def test_a_server_that_leaks_is_caught(tmp_path: Path, fault: str) -> None:
    with pytest.raises(BaseExceptionGroup) as caught, room(tmp_path, seed=3, fault=_FAULTS[fault]) as play:
        asyncio.run(play.run({"quick": 200, "dealt": 200, "felt": 1}, nothing))
    assert caught.value.subgroup(Leak), caught.value


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Shadow]:
    """Yield a table from the record with three cards dealt to everybody."""
    founding = Founding(tmp_path).write()
    with open_record(founding.db, read_only=True) as record:
        yield Shadow("dealing", record, HOUSE, random.Random(0)).catch_up()


def test_a_foreign_card_in_any_message_is_a_leak(dealt: Shadow) -> None:
    eyes = Eyes()
    eyes.shadows["dealing"] = dealt
    eyes.tokens["Ann"] = "the-token-of-ann"
    own, others = dealt.real.held["Ann"], dealt.real.held["Ben"]
    mine, foreign = min(own).value, min(others).value
    seed = next(iter(dealt.secrets))

    def told(viewer: Actor, **fields: Any) -> None:
        message = {"type": "steps", "table": "dealing", "version": dealt.version, **fields}
        eyes.look(viewer, json.dumps(message))

    told(player("Ann"), view={"cards": [mine]})
    told(player("Ann"), view={"seed": "0" * 64, "cards": ["??"], "text": "Ask Ann. Thus it is."})
    for viewer, fields in (
        (player("Ann"), {"view": {"cards": [foreign]}}),
        (player("Ann"), {"offers": [{"command": {"cards": [mine, foreign]}}]}),
        (player("Ann"), {"view": {"text": f"{mine}{foreign}"}}),
        (player("Ann"), {"steps": [{"event": {"type": "cards_dealt", "to": 2}, "patch": {"cards": [foreign]}}]}),
        (player("Gil"), {"view": {"cards": [mine]}}),
        (SPECTATOR, {"view": {"cards": [mine]}}),
        (AUDITOR, {"view": {"cards": [mine]}}),
        (Actor("dealer", "Ann"), {"view": {"cards": [mine]}}),
        (SPECTATOR, {"fairness": {"seed": seed}}),
        (SPECTATOR, {"type": "lobby", "tables": [seed]}),
        (SPECTATOR, {"me": "the-token-of-ann"}),
        (SPECTATOR, {"hash": "$argon2id$v=19$m=8"}),
        (SPECTATOR, {"version": dealt.version + 1, "view": {"cards": [mine]}}),
        (player("Ben"), {"type": "refused", "reason": f"{mine} is not yours."}),
        (player("Ben"), {"type": "accepted", "events": [{"cards": [mine]}]}),
        (player("Ben"), {"type": "error", "table": "elsewhere", "reason": f"No {foreign} here."}),
    ):
        with pytest.raises(Leak):
            told(viewer, **fields)


def test_a_card_is_known_from_when_it_is_seen_and_no_sooner(dealt: Shadow) -> None:
    knew = [len(moment.held.get("Ann", ())) for moment in dealt.moments]
    assert set(knew) == {0, 3}
    assert all(one <= other for one, other in pairwise(knew))
    assert not any(moment.public for moment in dealt.moments)
