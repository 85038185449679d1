"""The floor and the audit over HTTP: correct sums, working searches, and access only for the right duties."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from reading_evening import HOUSE, KEY, PLAYERS, ROUNDS, VOID, RecordedEvening, anyone, server
from serving import Client, Server, start_server

from boston7.audit.rounds import Round, rounds
from boston7.game import events as e
from boston7.house import preset
from boston7.odds import Pricing, Stakes, Strategy
from boston7.record import open_record, verify
from boston7.server.reading.floor import low_tray

__all__ = ["anyone", "server"]
SUPERVISED = ["/api/floor"]
AUDITED = ["/api/audit/rounds", "/api/audit/verify", "/api/audit/head", "/api/audit/export?format=jsonl"]


@pytest.fixture(scope="module")
def auditor(server: Server) -> Client:
    return Client(server).login("auditor")


@pytest.fixture(scope="module")
def played(server: Server) -> list[Round]:
    with open_record(server.db, read_only=True) as record:
        return list(rounds(record, "main", KEY))


@pytest.mark.parametrize("path", [*SUPERVISED, *AUDITED])
def test_each_is_for_those_whose_duty_it_is(server: Server, path: str) -> None:
    stranger = Client(server).get(path)
    assert stranger.status == 401
    assert stranger.document["reason"] == "Log in first."
    right = "supervisor" if path in SUPERVISED else "auditor"
    for name in ("supervisor", "auditor", "admin", "dealer", "Ann"):
        answer = Client(server).login(name).get(path)
        assert answer.status == (200 if name == right else 403), name
        if name != right:
            assert answer.document["reason"].startswith("The ")
            assert set(answer.document) == {"source", "code", "reason", "clause"}


def floor(server: Server, name: str) -> Any:
    tables = Client(server).login("supervisor").get("/api/floor").ok()["tables"]
    return next(table for table in tables if table["name"] == name)


def test_a_tray_that_cannot_pay_the_most_one_seat_may_win_is_low() -> None:
    nhcg = preset("nhcg")  # It pays at most $1,000 and takes at most $50.
    assert [low_tray(tray, nhcg) for tray in (None, 999_99, 1_000_00)] == [False, True, False]
    uncapped = replace(nhcg, maximum_payout=replace(nhcg.maximum_payout, amount=None))
    limits = replace(nhcg.limits, table_maximum=100_00)
    assert [low_tray(tray, replace(uncapped, limits=limits)) for tray in (1_999_99, 2_000_00)] == [True, False]


def test_the_floor_adds_up(server: Server, played: list[Round]) -> None:
    table = floor(server, "main")
    last = played[-1].steps[-1].after
    assert (table["house"], table["phase"], table["players"]) == ("nhcg", "betting", list(PLAYERS))
    assert (table["tray"], table["low"]) == (last.tray, False)
    assert table["layout"] == 0
    assert table["rails"] == sum(seat.rail for seat in last.seats)
    assert table["rounds"] == ROUNDS
    assert table["drop"] == 6 * 2_000_00
    assert table["actual"]["won"] == last.tray - 50_000_00 == table["drop"] - table["rails"]
    seats = [seat for found in played for seat in found.steps[-1].after.seats if seat.status != "void"]
    lines = [line for seat in seats for line in seat.lines]
    assert table["actual"]["wagered"] == sum(line.stake for line in lines)
    waiting = floor(server, "hand-dealt")
    assert waiting["layout"] == 6 * 10_00
    assert waiting["actual"] == {"wagered": 0, "won": 0}
    assert waiting["theoretical"] == {"won": 0, "low": 0, "high": 0}


def test_the_win_to_expect_is_that_of_every_seat_and_round(server: Server, played: list[Round]) -> None:
    """Computed by seat and round, where the server counts by kind of wager."""
    won = variance = 0.0
    for found in played:
        if found.number == VOID:
            continue
        placed = [step.event for step in found.steps if isinstance(step.event, e.WagersPlaced)]
        shared = []
        for wager in placed:
            pricing = Pricing(
                HOUSE, Stakes(wager.ante, {"three_card_bonus": wager.side_bets.get("three_card_bonus", 0)})
            )
            strategy: Strategy = "optimal" if wager.first else "ante_only"
            result, hand = pricing.round(strategy), pricing.round(strategy, with_bonus=False)
            won -= float(result.expected_value)
            variance += float(result.variance)
            shared.append((0.42 if wager.first else 0.14) * hand.standard_deviation)
        variance += 2 * sum(one * other for one, other in combinations(shared, 2))
    told = floor(server, "main")["theoretical"]
    assert told["won"] == pytest.approx(won, abs=0.5)
    assert told["low"] == pytest.approx(won - 1.96 * sqrt(variance), abs=1)
    assert told["high"] == pytest.approx(won + 1.96 * sqrt(variance), abs=1)
    assert told["won"] > 0


def test_practice_tables_are_not_on_the_floor(server: Server) -> None:
    made = Client(server).guest().post("/api/practice", {"house": "nhcg"}).ok()
    tables = Client(server).login("supervisor").get("/api/floor").ok()["tables"]
    assert made["table"] not in {table["name"] for table in tables}


def test_rounds_are_searched(auditor: Client, played: list[Round]) -> None:
    def numbers(query: str) -> list[int]:
        return [row["round"] for row in auditor.get(f"/api/audit/rounds?table=main&{query}").ok()["rounds"]]

    assert numbers("limit=200") == list(range(ROUNDS, 0, -1))
    assert numbers("status=void") == [VOID]
    assert numbers("player=eVe&limit=3") == [ROUNDS, ROUNDS - 1, ROUNDS - 2]
    assert numbers("player=Ev") == []
    times = {found.number: found.steps[-1].entry.time for found in played}
    assert numbers(f"from={times[4]}&to={times[6]}") == [6, 5, 4]
    assert numbers(f"from={times[4] + 1}&to={times[6] - 1}") == [5]
    assert auditor.get("/api/audit/rounds?table=nowhere").status == 404
    for query in ("status=odd", "from=x", "to=-1", "limit=0", "limit=999", "before=-1"):
        answer = auditor.get(f"/api/audit/rounds?{query}")
        assert answer.status == 400, query
        assert query.partition("=")[0] in answer.document["reason"]


def test_pages_of_a_search_miss_nothing_and_repeat_nothing(auditor: Client) -> None:
    rows, before = [], ""
    while page := auditor.get(f"/api/audit/rounds?limit=7{before}").ok()["rounds"]:
        rows += page
        before = f"&before={page[-1]['position']}"
    assert [row["round"] for row in rows if row["table"] == "main"] == list(range(ROUNDS, 0, -1))
    assert "hand-dealt" not in {row["table"] for row in rows}
    assert [row["position"] for row in rows] == sorted({row["position"] for row in rows}, reverse=True)


def test_the_record_is_checked_as_at_the_command_line(server: Server, auditor: Client) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [answer.ok() for answer in pool.map(lambda _: auditor.get("/api/audit/verify"), range(8))]
    assert all(answer["ok"] and answer["fault"] is None and answer["keyed"] == answer["seal"] for answer in answers)
    with open_record(server.db, read_only=True) as record:
        verdict, head = verify(record, key=KEY.seal_key), record.record_head()
    told = auditor.get("/api/audit/verify").ok()
    assert (told["entries"], told["streams"]) == (verdict.entries, verdict.streams)
    assert auditor.get("/api/audit/head").ok() == head._asdict()
    assert (told["seal"], told["digest"]) == (head.seal, head.digest)


def test_tampering_is_named_while_the_room_is_open(tmp_path: Path) -> None:
    RecordedEvening(tmp_path)
    with start_server(tmp_path) as started:
        auditor = Client(started).login("auditor")
        assert auditor.get("/api/audit/verify").ok()["ok"]
        with sqlite3.connect(started.db) as database:
            (state,) = database.execute("SELECT state FROM commits WHERE number = 40").fetchone()
            altered = state[:100] + bytes([state[100] ^ 1]) + state[101:]
            database.execute("UPDATE commits SET state = ? WHERE number = 40", (altered,))
            database.commit()
        told = auditor.get("/api/audit/verify").ok()
        assert told["ok"] is False
        assert (told["fault"]["stream"], told["fault"]["version"]) == ("seal", 40)
        assert told["fault"]["reason"].endswith(".")
        answer = auditor.get("/api/tables/main/rounds")
        assert answer.status == 503
        assert answer.document["reason"].endswith(".")


def exported(auditor: Client, kind: str) -> tuple[str, str]:
    answer = auditor.get(f"/api/audit/export?format={kind}")
    assert answer.status == 200
    assert int(answer.headers["content-length"]) == len(answer.body)
    return answer.headers["content-disposition"], answer.body.decode()


def test_the_history_is_a_file_of_finished_rounds(auditor: Client, played: list[Round]) -> None:
    name, text = exported(auditor, "csv")
    assert name.startswith('attachment; filename="boston7-csv-20')
    assert name.endswith('Z.csv"')
    rows = [row for row in csv.DictReader(io.StringIO(text, newline="")) if row["table"] == "main"]
    assert len(rows) == ROUNDS * len(PLAYERS)
    assert {row["status"] for row in csv.DictReader(io.StringIO(text, newline=""))} == {"complete", "void"}
    name, text = exported(auditor, "history")
    assert name.endswith('.txt"')
    assert text.count("Boston 7 Stud Poker, table main") == ROUNDS
    assert "hand-dealt" not in text
    assert auditor.get("/api/audit/export?format=pdf").status == 400


def test_the_raw_record_keeps_what_is_still_secret(server: Server, auditor: Client) -> None:
    _, text = exported(auditor, "jsonl")
    lines = [json.loads(line) for line in text.splitlines()]
    with open_record(server.db, read_only=True) as record:
        hand_dealt = record.read("table:hand-dealt")
        main = record.read("table:main")
    told = [line for line in lines if line["stream"] == "table:hand-dealt"]
    begun = next(entry.version for entry in hand_dealt if b"round_begun" in entry.body)
    assert [line["version"] for line in told] == list(range(1, begun))
    assert not any(entry.digest[:48] in text for entry in hand_dealt[begun:])
    assert not any("cards_dealt" in json.dumps(line) for line in told)
    assert [line["digest"] for line in lines if line["stream"] == "table:main"] == [entry.digest for entry in main]
    people = [line for line in lines if line["stream"] == "people"]
    assert {"password"} <= {name for line in people for name in line.get("withheld", ())}
    assert "argon2" not in text
    assert not any(line["body"].get("session") or line["body"].get("password") for line in people)
