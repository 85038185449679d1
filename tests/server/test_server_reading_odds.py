"""Rules and odds over HTTP: the same exact documents as on the command line, and rejections for unknown ones."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from reading_evening import anyone, server
from serving import Client, admin, start_server

from boston7.game.grounds import CHECK_GROUNDS
from boston7.house import PRESETS, preset, preset_text
from boston7.house.documents import house_differences, house_list
from boston7.house.rulings import rulings
from boston7.odds import DEALS, Pricing, Stakes, all_starts, decision, odds_document, with_changes
from boston7.server.reading.houses import at_table

__all__ = ["anyone", "server"]


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_the_houses_are_those_of_the_command_line(anyone: Client) -> None:
    houses = [preset(id) for id in PRESETS]
    assert anyone.get("/api/houses").ok() == plain(house_list(houses))
    for house in houses:
        assert anyone.get(f"/api/houses/{house.id}").ok() == plain(at_table(house))
        assert anyone.get(f"/api/houses/{house.version}").ok() == plain(at_table(house))
    found = anyone.get("/api/houses/diff?a=nhcg&b=rack-card").ok()
    assert found == plain(house_differences(preset("nhcg"), preset("rack-card")))
    assert found["differences"]
    assert anyone.get("/api/tables/main/house").ok() == plain(at_table(preset("nhcg")))
    ruled = anyone.get("/api/rulings").ok()
    assert ruled["rulings"] == plain(rulings())
    assert ruled["grounds"]["refuse_prize_check"] == plain([*CHECK_GROUNDS.values()])


@pytest.mark.parametrize(
    "path",
    [
        "/api/houses/nowhere",
        "/api/houses/" + quote("../../../etc/passwd", safe=""),
        "/api/houses/" + quote("/etc/hosts", safe=""),
        "/api/houses/nhcg.toml",
        "/api/houses/diff?a=nhcg&b=nhcg.toml",
        "/api/odds/" + quote("presets/nhcg.toml", safe=""),
        "/api/odds/nowhere/starts",
        "/api/tables/nowhere/house",
        "/api/tables/nowhere/rounds",
    ],
)
def test_what_is_not_there_is_not_found_and_no_file_is_opened(anyone: Client, path: str) -> None:
    answer = anyone.get(path)
    assert answer.status == 404
    assert answer.document["reason"].endswith(".")
    assert "root:" not in answer.body.decode()


@pytest.mark.parametrize("house", PRESETS)
def test_the_odds_are_the_document_of_the_command_line(anyone: Client, house: str) -> None:
    rules = preset(house)
    assert anyone.get(f"/api/odds/{house}").ok() == plain(odds_document(rules))
    assert anyone.get(f"/api/odds/{house}?ante=1500&bonus=500").ok() == plain(
        odds_document(rules, 1500, {"three_card_bonus": 500})
    )


def test_what_if(anyone: Client) -> None:
    changes = ("ante_bonus.straight_flush=75", "maximum_payout.amount=none")
    query = "&".join(f"set={quote(change)}" for change in changes)
    changed = with_changes(preset("nhcg"), changes)
    found = anyone.get(f"/api/odds/nhcg?ante=1000&{query}").ok()
    assert found == plain(odds_document(changed, 1000))
    assert found["house_edge"] != anyone.get("/api/odds/nhcg?ante=1000").ok()["house_edge"]
    outcomes = anyone.get(f"/api/odds/nhcg/distribution?ante=1000&{query}").ok()["outcomes"]
    assert max(outcome["net"] for outcome in outcomes) == 1000 * (max(changed.ante_bonus.values()) + 2)


@pytest.mark.parametrize(
    ("query", "reason", "clause"),
    [
        ("ante=1", "NHCG: The Ante Bonus is $0.01; this table takes $5 to $50 (R1).", "R1"),
        ("ante=-500", "NHCG: The Ante Bonus is -$5; this table takes $5 to $50 (R1).", "R1"),
        ("bonus=1", "NHCG: The Three Card Bonus is $0.01; this house takes $1 to $50 (R1).", "R1"),
        ("set=foo", "'foo' is not a change; write it like ante_bonus.straight_flush=75.", ""),
        ("set=ante_bonus.flush=x", "ante_bonus.flush must be whole odds, not 'x': 25 means 25 to 1.", ""),
    ],
)
def test_what_cannot_be_priced_is_refused_as_at_the_command_line(
    anyone: Client, query: str, reason: str, clause: str
) -> None:
    answer = anyone.get(f"/api/odds/nhcg?{query}")
    assert answer.status == 400
    rejection = {"source": "request", "code": "not_understood", "reason": reason, "clause": clause}
    assert answer.document == rejection


@pytest.mark.parametrize(
    "query",
    [
        "ante=x",
        "ante=5.5",
        "ante=" + "9" * 5000,
        "bonus=",
        "&".join(["set=a=1"] * 41),
        "set=ante_bonus.flush=" + "9" * 5000,
    ],
)
def test_what_is_no_question_at_all(anyone: Client, query: str) -> None:
    answer = anyone.get(f"/api/odds/nhcg?{query}")
    assert answer.status == 400
    assert answer.document["reason"].endswith(".")


def test_the_edge_at_each_stake(anyone: Client) -> None:
    rules = preset("nhcg")
    stakes = anyone.get("/api/odds/nhcg/stakes").ok()["stakes"]
    assert stakes[0]["ante"] == rules.limits.table_minimum
    assert stakes[-1]["ante"] == rules.limits.table_maximum
    for stake in stakes:
        played = Pricing(rules, Stakes(stake["ante"])).round("optimal")
        assert stake["house_edge"] == float(played.house_edge)
        assert stake["element_of_risk"] == float(played.element_of_risk)


@pytest.mark.parametrize("bonus", [0, 500])
@pytest.mark.parametrize("house", PRESETS)
def test_the_distribution_has_exactly_the_edge_and_the_spread_that_are_told(
    anyone: Client, house: str, bonus: int
) -> None:
    ante = 2500
    found = anyone.get(f"/api/odds/{house}/distribution?ante={ante}&bonus={bonus}").ok()
    outcomes = found["outcomes"]
    assert found["deals"] == DEALS == sum(outcome["times"] for outcome in outcomes)
    mean = Fraction(sum(outcome["net"] * outcome["times"] for outcome in outcomes), DEALS)
    squares = Fraction(sum(outcome["net"] ** 2 * outcome["times"] for outcome in outcomes), DEALS)
    told = anyone.get(f"/api/odds/{house}?ante={ante}&bonus={bonus}").ok()
    told = told["with_three_card_bonus"] if bonus else told
    assert -mean / ante == Fraction(told["house_edge"]["exact"])
    assert (squares - mean**2) / ante**2 == Fraction(told["variance"]["exact"])
    assert float(squares - mean**2) ** 0.5 / ante == pytest.approx(told["standard_deviation"]["value"])
    for outcome in outcomes:
        assert outcome["probability"] == pytest.approx(outcome["times"] / DEALS)


def test_every_start(anyone: Client) -> None:
    answer = anyone.get("/api/odds/nhcg/starts?ante=5000")
    assert len(answer.body) < 200_000
    starts = answer.ok()["starts"]
    assert len(starts) == 1755
    assert sum(start["ways"] for start in starts) == 22_100
    pricing = Pricing(preset("nhcg"), Stakes(5000))
    for start, told in zip(all_starts(), starts, strict=True):
        made = decision(pricing, start.cards)
        assert told["cards"] == str(start)
        assert told["hand"] == start.category.key
        assert told["play"] == pytest.approx(float(made.play * 5000), abs=1e-6)
        assert told["fold"] == -10_000
    average = sum(Fraction(start["play"]) * start["ways"] for start in starts) / 22_100
    edge = Fraction(anyone.get("/api/odds/nhcg?ante=5000").ok()["house_edge"]["exact"])
    assert float(average) == pytest.approx(-float(edge) * 5000, abs=1e-5)


def test_rules_of_a_house_nobody_ships_are_told_as_long_as_they_hang_at_a_table(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        preset_text("nhcg").replace('id = "nhcg"', 'id = "own-rules"').replace('"$50"', '"$75"'), encoding="utf-8"
    )
    db = str(tmp_path / "room.db")
    admin(db, "table", "add", "ours", "--house", str(own), "--tray", "5000")
    other = tmp_path / "other.toml"
    other.write_text(preset_text("nhcg").replace('"$50"', '"$60"'), encoding="utf-8")
    admin(db, "table", "add", "other", "--house", str(other), "--tray", "5000")
    with start_server(tmp_path) as started:
        client = Client(started)
        houses = client.get("/api/houses").ok()["houses"]
        listed = {house["id"]: house for house in houses}
        assert sorted(house["id"] for house in houses) == sorted((*PRESETS, "own-rules")), (
            "each once, as it is asked for"
        )
        assert listed["nhcg"]["version"] == preset("nhcg").version
        version = listed["own-rules"]["version"]
        assert client.get(f"/api/houses/{version}").ok() == client.get("/api/tables/ours/house").ok()
        assert client.get("/api/odds/own-rules?ante=7500").ok()["version"] == version
        assert client.get("/api/odds/nhcg?ante=7500").status == 400


def test_the_paths_are_described(anyone: Client) -> None:
    described = anyone.get("/schema/openapi.json").ok()
    paths = {
        "/api/houses", "/api/houses/diff", "/api/houses/{house}", "/api/rulings", "/api/tables/{name}/house",
        "/api/odds/{house}",
        "/api/odds/{house}/stakes", "/api/odds/{house}/distribution", "/api/odds/{house}/starts",
        "/api/tables/{name}/rounds", "/api/tables/{name}/rounds/{number}", "/api/fair/{table}/{number}",
        "/api/coach/{table}", "/api/floor", "/api/audit/rounds", "/api/audit/verify", "/api/audit/head",
        "/api/audit/export",
    }  # fmt: skip
    assert paths <= set(described["paths"])
    for path in paths - {"/api/audit/export"}:
        good = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert "$ref" in good, path
