"""Papers over HTTP: those of a house are for everybody, slips and reports for the staff who handle them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from papers import OF_ONE_HOUSE, printed, read, squeezed
from serving import PASSWORD, Answer, Client, Server, admin, start_server

from boston7 import extras
from boston7.cli.audit import opened
from boston7.house import preset
from boston7.paper.from_record import read_document
from boston7.paper.typeset import typeset
from boston7.server.answers import Rejected
from boston7.server.paths.paper import _with_extra

PEOPLE = (("Sue", "supervisor"), ("Cass", "cashier"), ("Ray", "runner"), ("Aud", "auditor"), ("Ann", "player"))
TABLE = "One"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("papers")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        sue = Client(running).login("Sue")
        sue.post("/api/tables", {"name": TABLE, "house": "nhcg", "live": True, "play_money": False}).ok()
        sue.post("/api/slips", {"kind": "fill", "table": TABLE, "pieces": [{"value": 500, "count": 180}]}).ok()
        sue.post("/api/shift/incidents", {"code": "dispute", "text": "Seat 3 says push.", "table": TABLE}).ok()
        yield running


def pdf(answer: Answer) -> str:
    assert answer.status == 200, answer.body[:300]
    assert answer.headers["content-type"] == "application/pdf"
    return read(answer.body)


@pytest.mark.parametrize("paper", OF_ONE_HOUSE)
def test_papers_of_a_house_are_for_everybody(room: Server, paper: str) -> None:
    answer = Client(room).get(f"/api/papers/{paper}/nhcg")
    assert pdf(answer) == read(printed(paper, preset("nhcg")))
    assert answer.headers["content-disposition"] == f'inline; filename="{paper}-nhcg.pdf"'


def test_a_paper_has_its_choices(room: Server) -> None:
    anyone = Client(room)
    assert "Ante$25" in pdf(anyone.get("/api/papers/par/nhcg?ante=2500"))
    gray = anyone.get("/api/papers/sign/nhcg?theme=office").body
    assert gray == printed("sign", preset("nhcg"), theme="office")
    assert "CHANGEOFRULES" in pdf(anyone.get("/api/papers/change?a=nhcg&b=seabrook"))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/papers/poster/nhcg", 404),
        ("/api/papers/change/nhcg", 404),
        ("/api/papers/sign/nowhere", 404),
        ("/api/papers/sign/nhcg.toml", 404),
        ("/api/papers/change?a=nhcg&b=nowhere", 404),
        ("/api/papers/par/nhcg?ante=200", 400),
        ("/api/papers/sign/nhcg?theme=gold", 400),
        ("/api/papers/slips/F-000001", 401),
        ("/api/papers/days/2026-01-01", 401),
    ],
)
def test_what_cannot_be_printed_is_refused(room: Server, path: str, status: int) -> None:
    answer = Client(room).get(path)
    assert answer.status == status, answer.body
    assert answer.document["reason"]


def test_a_second_print_of_a_slip_is_a_reprint(room: Server) -> None:
    sue, cass = (Client(room).login(name) for name in ("Sue", "Cass"))
    path = "/api/papers/slips/F-000001"
    assert "Reprint" not in pdf(sue.get(path)), "a look is no print"
    assert sue.post(path).ok() == {"prints": 1}
    first = pdf(sue.get(path))
    assert "Reprint" not in first
    assert squeezed("$5 180 $900") in first
    assert cass.post(path).ok() == {"prints": 2}
    assert "Reprint·Cass·" in pdf(cass.get(path))


def test_who_may_print_what(room: Server) -> None:
    ray, aud, ann = (Client(room).login(name) for name in ("Ray", "Aud", "Ann"))
    assert ray.get("/api/papers/slips/F-000001").status == 200
    assert ray.get("/api/papers/slips/I-000001").status == 403
    assert "Seat3sayspush." in pdf(aud.get("/api/papers/slips/I-000001"))
    for path in ("/api/papers/slips/F-000001", "/api/papers/days/2026-01-01"):
        assert ann.get(path).status == 403
    assert ray.get("/api/papers/days/2026-01-01").status == 403
    for serial in ("F-000009", "C-000001", "R-000001", "nonsense"):
        assert aud.get(f"/api/papers/slips/{serial}").status == 404
        assert aud.post(f"/api/papers/slips/{serial}").status == 404


def test_the_report_of_a_day(room: Server) -> None:
    aud = Client(room).login("Aud")
    day = aud.get("/api/shift").ok()["day"]
    text = pdf(aud.get(f"/api/papers/days/{day}"))
    assert f"Gamingday{day}" in text
    assert "Seat3sayspush." in text
    assert aud.get("/api/papers/days/yesterday").status == 400


def test_the_command_line_reads_the_record_and_names_who_prints(room: Server) -> None:
    day = Client(room).login("Aud").get("/api/shift").ok()["day"]
    with opened(str(room.db), None) as (record, _):
        document = read_document(record, "slip", "F-000001", "Pat")
        assert document is not None
        text = read(typeset("slip", document, theme="office"))
        assert "Reprint·Pat·" in text
        assert squeezed("$5 180 $900") in text
        assert read_document(record, "slip", "F-000009", "Pat") is None
        assert read_document(record, "slip", f"{TABLE}/1", "Pat") is None
        report = read_document(record, "report", day, "Pat")
        assert report is not None
        assert "Seat3sayspush." in read(typeset("day", report))
        assert read_document(record, "report", "yesterday", "Pat") is None


def test_without_typst_the_server_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.PACKAGES, "paper", ("no_such_package",))
    with pytest.raises(Rejected, match=r"pip install 'boston7\[paper\]'") as rejected:
        _with_extra(lambda: b"")
    assert rejected.value.status == 503
