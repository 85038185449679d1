"""The rulebook is complete: it contains every sentence of the documents, and the places and tests it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rulebook
from documents import available_documents, digest, sentences
from houses_played import houses_played

from boston7.house import PRESETS, preset
from boston7.house.rulings import rulings

ROOT = rulebook.ROOT
SOURCE = ROOT / "src" / "boston7"
BOOK = rulebook.BOOK.read_text(encoding="utf-8")
CLAUSES = {clause: told for part in rulebook.data("clauses").values() for clause, told in part.items()}


def test_the_page_is_what_its_data_make() -> None:
    assert rulebook.book() == BOOK, "docs/rulebook.md is stale: make rulebook"


def test_every_sentence_has_a_row_and_every_row_a_sentence() -> None:
    numbered = {one for told in rulebook.data("documents").values() for one in told["sentences"]}
    noise = {one for told in rulebook.data("documents").values() for one in told["noise"]}
    rows = set(rulebook.data("sentences"))
    assert numbered - noise - rows == set(), "sentences without a row"
    assert rows - numbered == set(), "rows without a sentence"
    assert [len(told["sentences"]) for told in rulebook.data("documents").values()] == [127, 93, 92, 34, 93]
    assert len(noise) == 2


@pytest.mark.parametrize("document", rulebook.data("documents"))
def test_every_row_is_whole_and_its_place_and_tests_exist(document: str) -> None:
    rows = [one for one in rulebook.sentences() if one.document == document]
    for one in rows:
        assert one.status in rulebook.STATUSES, one
        assert one.places, one
        for path, _, name in (place.partition("::") for place in one.places):
            assert (SOURCE / path).is_file(), one
            assert name, one
            if path.startswith(rulebook.PRESETS):
                rulebook.stated(f"{path}::{name}")
            else:
                assert name in (SOURCE / path).read_text(encoding="utf-8"), one
        assert one.tests, one
        for test in one.tests:
            assert len(rulebook.tests().get(test, [])) == 1, f"{test}: {one}"
        assert set(one.clauses) <= {*CLAUSES, "title", "heading"}, one
        assert len(one.about.split()) >= 3 or one.clauses == ("heading",), one


def amounts(value: object) -> list[str]:
    """Return the odds and dollars in a row."""
    if isinstance(value, str):
        return [value] if value.startswith("$") else []
    if isinstance(value, list):
        return [amount for one in value for amount in amounts(one)]
    return [f"{value:,} to 1"] if isinstance(value, int) and not isinstance(value, bool) else []


@pytest.mark.parametrize("document", rulebook.data("documents"))
def test_an_amount_stands_where_the_row_says_in_the_file_of_its_own_house(document: str) -> None:
    """The place is the value itself, not a category of hands or another house's file."""
    house = rulebook.data("documents")[document]["house"]
    for one in rulebook.sentences():
        if one.document == document:
            told = re.findall(r"\$[\d,]*\d|\b[\d,]+ to 1\b", one.about)
            assert sorted(told) == sorted(amount for value in one.values.values() for amount in amounts(value)), one
            assert {place.partition("::")[0] for place in one.values} <= {f"house/presets/{house}.toml"}, one


@pytest.mark.parametrize("document", rulebook.data("documents"))
def test_a_value_that_cites_a_clause_is_a_place_of_that_clause(document: str) -> None:
    rows = [one for one in rulebook.sentences() if one.document == document]
    for value, clauses in rulebook.cited_values(rulebook.data("documents")[document]["house"]).items():
        for clause in () if clauses.startswith("ours") else re.findall(rf"{document}-([A-Z]\d+[a-z]?)", clauses):
            places = [place for one in rows if clause in one.clauses for place in one.places]
            assert any(place == value or place.startswith(f"{value}.") for place in places), f"{value}: {clauses}"


NO_HOUSE = {
    "test_a_deck_is_52_cards_each_once",
    "test_R8_five_card_ranks_weakest_first",
    "test_R8_the_best_five_of_seven",
    "test_your_circles_are_buttons_for_mouse_and_keyboard_and_take_chips",
}
"""Tests of cards alone, and of the layout circles that every house has."""


@pytest.mark.parametrize("document", rulebook.data("documents"))
def test_every_test_of_a_row_plays_the_house_of_its_document(document: str) -> None:
    house = rulebook.data("documents")[document]["house"]
    for one in rulebook.sentences():
        for name in one.tests if one.document == document else ():
            path, _, test = rulebook.test_place(name).partition("::")
            if path.endswith(".py"):
                played = houses_played(ROOT / path, test)
                assert (name in NO_HOUSE) == (not played), f"{name} plays {sorted(played) or 'no house'}"
                assert not played or house in played, f"{name} plays {sorted(played)}: {one}"


def test_houses_are_read_from_the_source_of_a_test(tmp_path: Path) -> None:
    file = tmp_path / "test_made_up.py"
    file.write_text(MADE_UP, encoding="utf-8")
    two, three = {"nhcg", "seabrook"}, {"filing-12031", "nhcg", "rack-card"}
    assert houses_played(file, "test_of_two") == two
    assert houses_played(file, "test_of_two_by_a_fixture") == two
    assert houses_played(file, "test_of_the_default") == {"nhcg"}
    assert houses_played(file, "test_of_three_from_day_to_day") == three
    assert houses_played(file, "test_of_the_first_from_day_to_day") == {"filing-12031"}
    assert houses_played(file, "test_by_a_constant") == {"exhibit-a"}
    assert houses_played(file, "test_that_compares") == set()


MADE_UP = """
from campaign import CAMPAIGN, first
from table_talk import Felt

HOUSE = preset("exhibit-a")

@pytest.mark.parametrize(("house_id", "low"), [("nhcg", 1), ("seabrook", 2)])
def test_of_two(house_id: str, low: int) -> None:
    assert Felt(house_id).house.table_minimum >= {"rack-card": 5}.get(house_id, low)

@pytest.fixture(params=["nhcg", "seabrook"])
def room(request):
    return request.param

def test_of_two_by_a_fixture(room) -> None:
    post({"house": room})

def helper():
    return Felt(live=True)

def test_of_the_default() -> None:
    helper()

def test_of_three_from_day_to_day() -> None:
    for name in PRESETS if CAMPAIGN else ("nhcg", "filing-12031", "rack-card"):
        open(name)

@pytest.mark.parametrize("house_id", first(1, PRESETS))
def test_of_the_first_from_day_to_day(house_id: str) -> None:
    Felt(house_id)

def test_by_a_constant() -> None:
    settle(HOUSE)

def test_that_compares(name: str) -> None:
    assert name != "nhcg"
"""


SHEET = {"000": 98, "003": 1}
"""Return the first sentence of a document's player sheet."""


def test_a_row_has_the_clauses_of_its_part_of_its_document() -> None:
    for one in rulebook.sentences():
        sheet = one.number >= SHEET.get(one.document, 1_000)
        for clause in {*one.clauses} - {"title", "heading"}:
            assert (clause[0] == "S") == sheet, one
            assert clause[0] != "H" or one.document in ("001", "002"), one


def test_the_hashes_fit_the_documents() -> None:
    kept = rulebook.data("documents")
    for number, path in available_documents().items():
        assert [digest(one) for one in sentences(path.read_text(encoding="utf-8"))] == kept[number]["sentences"], number


LIKE_A_DOCUMENT = """
## BOSTON 7

**The dealer** shuffles the cards, and places the deck in the

hand that was chosen. A $1^{st}$ Wager (at least \\$5.00) is placed.

- <u>1.</u> Each player cuts. The 1<sup>st</sup> card is
burned:

a. Pair\t2 to 1
Flush\t3 to 1
"""


def test_a_document_is_cut_into_sentences_and_a_changed_word_shows() -> None:
    """Runs on our own sentences, so it does not need the documents."""
    found = sentences(LIKE_A_DOCUMENT)
    assert found == [
        "BOSTON 7",
        "The dealer shuffles the cards, and places the deck in the hand that was chosen.",
        "A 1st Wager (at least $5.00) is placed.",
        "Each player cuts.",
        "The 1st card is burned:",
        "Pair 2 to 1",
        "Flush 3 to 1",
    ]
    other = sentences(LIKE_A_DOCUMENT.replace("5.00", "6.00").replace("cuts", "CUTS"))
    assert [
        number for number, (one, two) in enumerate(zip(found, other, strict=True)) if digest(one) != digest(two)
    ] == [2]


def test_no_sentence_of_a_document_is_copied_here() -> None:
    """Rows describe a sentence in our own words; a pay-table row has only names and odds."""
    copied = {digest(told["says"]) for told in CLAUSES.values()} | {digest(one.about) for one in rulebook.sentences()}
    numbered = {one for told in rulebook.data("documents").values() for one in told["sentences"]}
    short = {one.digest for one in rulebook.sentences() if len(one.about.split()) <= 7}
    assert copied & numbered <= short


def test_every_clause_has_a_sentence_and_says_what_it_became() -> None:
    named = {clause for one in rulebook.sentences() for clause in one.clauses}
    assert set(CLAUSES) - named == set()
    for clause, told in CLAUSES.items():
        assert set(told) == {"says", "became", "rulings"}, clause
        assert told["became"], clause
        assert set(filter(None, told["rulings"].split(", "))) <= {ruling.id for ruling in rulings()}, clause


@pytest.mark.parametrize("house_id", PRESETS)
def test_every_clause_a_house_cites_stands_in_its_document(house_id: str) -> None:
    house = preset(house_id)
    cited = {found for text in house.clauses.values() for found in re.findall(r"(\d{3})-([A-Z]\d+[a-z]?)", text)}
    stated = {(one.document, clause) for one in rulebook.sentences() for clause in one.clauses}
    assert cited - stated == set()
    assert {document for document, _ in cited} == {house.document}


def test_every_ruling_stands_whole_once_and_is_held() -> None:
    ids = [ruling.id for ruling in rulings()]
    assert ids == sorted(set(ids), key=lambda id: int(id[1:]))
    assert len(ids) >= 23
    for ruling in rulings():
        assert BOOK.count(ruling.text) == 1, ruling.id
        assert any(name.startswith(f"test_{ruling.id}_") for name in rulebook.tests()), ruling.id
        for place in ruling.where:
            assert (SOURCE / place).is_file(), place


def test_every_ruling_that_is_cited_exists() -> None:
    known = {ruling.id for ruling in rulings()}
    for path in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml"), *SOURCE.rglob("*.js")):
        cited = set(re.findall(r"\((R\d+)[),]", path.read_text(encoding="utf-8")))
        assert cited <= known, path


def test_code_the_rulebook_names_exists() -> None:
    for name in set(re.findall(r"`([\w/]+\.py)`", BOOK)):
        matches = [path for path in SOURCE.rglob("*.py") if str(path).endswith(f"/{name}")]
        assert matches, name
