"""A filing is complete: every clause of a house's document is in its procedure, and the index finds every paper."""

from __future__ import annotations

import re
import time

import pytest
import rulebook
from papers import HOUSES, house_of, pages_of, printed, squeezed, text_of

from boston7.house import preset
from boston7.house.rulings import rulings
from boston7.paper.filing import TABS
from boston7.paper.form import blank_forms, in_words
from boston7.paper.procedure import document_clauses, procedure
from boston7.shift.slips import ROLES, STEPS, SlipKind

DOCUMENTS = {document: told["house"] for document, told in rulebook.data("documents").items()}


def clauses_of(document: str) -> list[str]:
    found = [clause for one in rulebook.sentences() if one.document == document for clause in one.clauses]
    return [clause for clause in dict.fromkeys(found) if clause not in ("title", "heading")]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_clauses_of_a_document_are_those_of_the_rulebook(document: str) -> None:
    assert list(document_clauses()[document]) == clauses_of(document)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_clause_of_the_document_is_printed_in_the_procedure(document: str) -> None:
    text = " ".join(page.extract_text() for page in pages_of("procedure", DOCUMENTS[document]).pages)
    printed_clauses = set(re.findall(rf"{document}-([A-Z]\d+[a-e]?)", text))
    assert [clause for clause in clauses_of(document) if clause not in printed_clauses] == []


@pytest.mark.parametrize("house_id", HOUSES)
def test_every_topic_of_the_house_is_cited_in_the_procedure(house_id: str) -> None:
    house = house_of(house_id)
    document = procedure(house)
    cited = " ".join(
        [line.clause for section in document.sections for line in section.lines]
        + [table.note for table in document.pay_tables]
        + [one.clause for one in document.irregularities]
    )
    for topic, clause in house.rules.citations.items():
        if not clause.startswith("ours"):
            assert all(one in cited for one in re.findall(r"\d{3}-[A-Z]\d+[a-e]?", clause)), topic


def test_the_rulings_are_printed_whole() -> None:
    text = text_of("procedure", "nhcg")
    for ruling in rulings():
        assert squeezed(ruling.title) in text
        assert squeezed(ruling.text)[:40] in text


FIRST_WORDS = {
    "procedure": "Tablegameprocedures",
    "par": "mathematicalreport",
    "rack-card": "HOWTOPLAY",
    "layout": "DROPSLOT",
    "sign": "MINIMUM$5",
    "slip": "Totalinwords",
}


@pytest.mark.parametrize("house_id", ["nhcg", "six-card-bonus"])
def test_the_index_of_the_binder_finds_every_paper(house_id: str) -> None:
    pages = [squeezed(page.extract_text()).lower() for page in pages_of("filing", house_id).pages]
    for number, tab in enumerate(TABS, 1):
        words = FIRST_WORDS[tab.template].lower()
        page = next(at for at, text in enumerate(pages, 1) if at > 2 and words in text)
        assert f"{number}{squeezed(tab.title + tab.about).lower()}{page}" in pages[1], tab


def test_a_binder_takes_less_than_ten_seconds_and_a_paper_less_than_two() -> None:
    for paper, most in {"filing": 10, "par": 2, "procedure": 2, "layout": 2}.items():
        began = time.process_time()
        printed(paper, preset("exhibit-a"))
        assert time.process_time() - began < most, paper


def test_forms_have_the_chips_of_the_house_and_a_line_for_everyone_who_signs() -> None:
    forms = {form.title: form for form in blank_forms(preset("nhcg")).forms}
    assert [chip.denomination for chip in forms["Fill"].chips] == ["$100", "$25", "$5", "$1"]
    assert [step.role for step in forms["Fill"].steps] == ["Supervisor", "Cashier", "Runner", "Dealer", "Supervisor"]
    assert not any(step.signed for form in forms.values() for step in form.steps)


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "Zero dollars and no cents"),
        (1_00, "One dollar and no cents"),
        (40_00, "Forty dollars and no cents"),
        (1_115_00, "One thousand one hundred fifteen dollars and no cents"),
        (2_000_099_50, "Two million ninety-nine dollars and 50 cents"),
    ],
)
def test_amounts_in_words(cents: int, words: str) -> None:
    assert in_words(cents) == words


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_the_procedure_names_the_signers_of_a_slip_in_the_order_of_signing(kind: SlipKind) -> None:
    form = next(form for form in procedure(preset("nhcg")).forms if form.name == f"{kind.capitalize()} slip")
    assert form.signed_by == ", ".join(dict.fromkeys(["supervisor", *[ROLES[step] for step in STEPS[kind]]]))
