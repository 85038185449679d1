"""`boston7 houses`: what a script and a regulator get, from the real program."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from cli_talk import COMMAND, run

from boston7.house import PRESETS, InvalidHouse, preset, preset_text, read_house
from boston7.house.compare import differences, statements


def edited(changes: dict[str, str], house: str = "nhcg") -> str:
    text = preset_text(house)
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    return text


def problems(text: str) -> dict[str, str]:
    with pytest.raises(InvalidHouse) as raised:
        read_house(text)
    return {problem.path: problem.reason for problem in raised.value.problems}


def test_list_is_an_alias() -> None:
    assert run("houses", "list").out == run("houses").out
    assert run("houses", "list", "--json").document == run("houses", "--json").document


def test_list_names_the_five_houses_in_json() -> None:
    houses = run("houses", "--json").document["houses"]
    assert [house["id"] for house in houses] == list(PRESETS)
    nhcg, rack_card, exhibit = houses[1], houses[3], houses[4]
    assert list(nhcg["side_bets"][0]["pays"].values()) == [35, 30, 25, 5, 3, 1]
    assert nhcg["maximum_payout"] == 1000_00
    assert nhcg["version"] == preset("nhcg").version
    assert rack_card["maximum_payout"] is None
    assert rack_card["fixed_awards"] == {"seven_card_royal": 25_000_00, "six_card_royal": 5_000_00}
    assert rack_card["first_wager_required"] is True
    assert (exhibit["side_bets"][0]["minimum"], exhibit["side_bets"][0]["maximum"]) == (1_00, 10_00)


def test_list_has_a_row_for_each_house() -> None:
    shown = run("houses").out
    for house_id in PRESETS:
        (row,) = [line for line in shown.splitlines() if line.split()[:1] == [house_id]]
        assert preset(house_id).document in row
        assert preset(house_id).version[:12] in row
    assert "seven-card royal $25,000" in shown
    assert "$1 to $10" in shown


def test_json_may_stand_before_the_command_and_beside_toml() -> None:
    assert run("houses", "--json", "show", "nhcg", "--toml").document == {"id": "nhcg", "toml": preset_text("nhcg")}


def test_show_json_is_the_house_itself() -> None:
    itself = msgspec.json.decode(msgspec.json.encode(preset("rack-card")))
    assert run("houses", "show", "rack-card", "--json").document == itself


def test_show_prints_every_value_with_its_clause() -> None:
    shown = " ".join(run("houses", "show", "rack-card", COLUMNS="200").out.split())
    for stated in statements(preset("rack-card")):
        if stated.clause:
            assert f"{stated.words} {stated.clause}" in shown
    assert "2nd or fold 003-S12" in shown
    assert preset("rack-card").version in shown


def test_toml_is_the_file_to_copy_edit_and_compare(tmp_path: Path) -> None:
    shown = run("houses", "show", "nhcg", "--toml").out
    assert shown == preset_text("nhcg")
    mine = tmp_path / "mine.toml"
    mine.write_text(shown.replace("four_of_a_kind = 25", "four_of_a_kind = 40").replace('id = "nhcg"', 'id = "mine"'))
    assert "is valid" in run("houses", "check", str(mine)).out
    (row,) = run("houses", "diff", "nhcg", str(mine), "--json").document["differences"]
    assert row["path"] == "ante_bonus.four_of_a_kind"
    assert (row["a"]["value"], row["b"]["value"]) == (25, 40)
    assert row["a"]["clause"] == "001-A5"


def test_diff_lists_the_differences_of_two_houses() -> None:
    found = {row["path"]: row for row in run("houses", "diff", "nhcg", "rack-card", "--json").document["differences"]}
    assert found["maximum_payout.amount"]["a"] == {"value": 1000_00, "words": "$1,000", "clause": "001-M1"}
    assert found["fixed_awards.six_card_royal"]["a"]["words"] == "not paid"
    assert found["fixed_awards.six_card_royal"]["b"]["value"] == 5000_00
    assert found["document"]["b"]["value"] == "003"
    assert not {"id", "name", "title", "ante_bonus.four_of_a_kind"} & set(found)
    assert not any(path.startswith("clauses") for path in found)


def test_diff_page_has_both_clauses_on_the_row() -> None:
    shown = run("houses", "diff", "filing-12031", "nhcg")
    assert shown.code == 0
    (row,) = [line for line in shown.out.splitlines() if line.startswith("ante_bonus.straight_flush")]
    assert re.search(r"100 to 1  \[000-\S+\] +50 to 1  \[001-A5\]", row)


def test_two_houses_may_differ_in_their_document_alone() -> None:
    assert [row.path for row in differences(preset("nhcg"), preset("seabrook"))] == ["document"]
    assert "only in the document" in run("houses", "diff", "nhcg", "seabrook").out
    assert "are the same" in run("houses", "diff", "nhcg", "nhcg").out


def test_an_unlisted_royal_is_shown_as_a_straight_flush() -> None:
    house = read_house(edited({"royal_flush = 35\n": ""}))
    (row,) = differences(preset("nhcg"), house)
    assert (row.path, row.b.value, row.b.words) == (
        "three_card_bonus.royal_flush",
        None,
        "30 to 1, as a straight flush",
    )


def test_check_finds_every_problem_with_its_line(tmp_path: Path) -> None:
    bad = edited(
        {
            "seats = 6": "seats = 7",
            "\nflush = 3": "\nflush = -3",
            'amount = "$1,000"': 'amount = "$8"',
            "evict = true": "evct = true",
        }
    )
    file = tmp_path / "bad.toml"
    file.write_text(bad)
    checked = run("houses", "check", str(file), "--json")
    assert checked.code == 1
    document = checked.document
    assert document["valid"] is False
    lines = bad.splitlines()
    found = {problem["path"]: problem for problem in document["problems"]}
    assert set(found) == {
        "seats", "three_card_bonus.flush", "maximum_payout.amount", "rights.evct", "rights.evict",
    }  # fmt: skip
    assert lines[found["seats"]["line"] - 1] == "seats = 7"
    assert lines[found["three_card_bonus.flush"]["line"] - 1] == "flush = -3"
    assert "did you mean rights.evict?" in found["rights.evct"]["reason"]
    assert all(problem["clause"] for problem in document["problems"])
    page = run("houses", "check", str(file))
    assert page.code == 1
    assert all(f"line {problem['line']} " in page.out for problem in document["problems"])
    refused = run("houses", "show", str(file)).refused()
    assert all(path in refused for path in found)


def test_checking_an_unreadable_file_is_bad_input(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "Caf\xe9"\n')
    assert "not UTF-8" in run("houses", "check", str(latin)).refused()
    assert "cannot be read" in run("houses", "check", str(tmp_path / "none.toml"), "--json").refused()


def test_checking_invalid_toml_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text('id = "x"\nname = \n')
    for form in ([], ["--json"]):
        refused = run("houses", "check", str(file), *form).refused()
        assert refused == f"{file} cannot be used as a house: line 2: this is not valid TOML: Invalid value."


@pytest.mark.parametrize(
    ("changes", "path", "reason"),
    [
        ({"four_of_a_kind = 25": "qads = 25"}, "ante_bonus.qads", "did you mean ante_bonus.four_of_a_kind?"),
        ({"three_of_a_kind = 25": "qads = 25"}, "three_card_bonus.qads", "[three_card_bonus] has royal_flush, "),
        ({"three_of_a_kind = 25": "thre_of_kind = 25"}, "three_card_bonus.thre_of_kind", "three_card_bonus.three_of_"),
        ({"cut_at_least": "amount"}, "delivery.amount", "did you mean maximum_payout.amount?"),
        ({"seats = 6": "seets = 6"}, "seets", "did you mean seats?"),
        ({"[timers]": "[[timers]]"}, "timers", "write [timers] once"),
        ({'name = "NHCG"': 'name = "\\u001b[2J"'}, "name", "without control characters"),
        ({"seats = 6": 'seats = 6\n"\\u001b[2J" = 1'}, r"'\x1b[2J'", "is not a known key"),
    ],
)
def test_a_wrong_key_gets_a_hint_from_its_own_section(changes: dict[str, str], path: str, reason: str) -> None:
    assert reason in problems(edited(changes))[path]


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000 + "]" * 5000])
def test_a_huge_value_is_a_problem_not_a_crash(value: str) -> None:
    assert "too long or nested too deeply" in problems(edited({"seats = 6": f"seats = {value}"}))["file"]


def test_unknown_houses_and_commands_get_a_sentence() -> None:
    assert "Houses are filing-12031, nhcg" in run("houses", "show", "nowhere", "--json").refused()
    assert "Missing argument" in run("houses", "diff", "nhcg").refused()


@pytest.mark.parametrize(
    "arguments", [("houses",), ("houses", "show", "rack-card"), ("houses", "diff", "nhcg", "rack-card")]
)
def test_pages_fit_sixty_columns_without_colour_or_signs(arguments: tuple[str, ...]) -> None:
    ran = run(*arguments, COLUMNS="60", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 0
    assert ran.raw.isascii()
    assert b"\x1b" not in ran.raw
    assert max(map(len, ran.out.splitlines())) <= 64  # a version is one word of 64 signs
    assert not any(line.endswith(" ") for line in ran.out.splitlines())


@pytest.mark.parametrize("what", ["houses", "settle"])
def test_a_closed_pipe_is_not_an_error(what: str, tmp_path: Path) -> None:
    round = tmp_path / "round.json"
    seat = {"seat": 2, "ante": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}
    round.write_text(json.dumps({"house": "nhcg", "dealer": "Ks Kd 9c 7d 4h 3s 2c", "seats": [seat]}), encoding="utf-8")
    asked = {"houses": ("houses", "show", "nhcg", "--json"), "settle": ("settle", str(round))}[what]
    with subprocess.Popen([*COMMAND, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


def test_version_and_help_come_without_the_heavy_modules() -> None:
    assert re.fullmatch(r"boston7 \d+\.\d+\.\d+\n", run("--version").out)
    assert "houses" in run("--help").out
    program = "import boston7.cli, sys; print({'numba', 'numpy', 'rich'} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout == "set()\n"
