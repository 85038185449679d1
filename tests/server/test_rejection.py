"""One `Rejection` from the rules to the page: source, code, sentence, and the clause of a rule."""

from __future__ import annotations

import msgspec
import pytest

from boston7.accounts.duties import may_play
from boston7.accounts.people import Person
from boston7.declare import Rejection
from boston7.game import CLOSED, decide
from boston7.game import commands as c
from boston7.game.actors import DEALER
from boston7.house import preset
from boston7.odds.errors import OddsError
from boston7.server.answers import Rejected, granted


def test_a_rule_says_its_clause_and_the_desk_has_none() -> None:
    no = decide(CLOSED, c.NoMoreBets(DEALER), preset("nhcg"))
    assert isinstance(no, Rejection)
    assert (no.source, no.code, no.clause) == ("game", "table_closed", "001-P2 (R1)")
    assert str(no) == f"{no.reason} [{no.clause}]"
    closed = may_play(Person("1", "Ann", "player", "", guest=False, disabled="left the house"), 0)
    assert closed == Rejection("accounts", "disabled", "This account is closed.")
    assert str(closed) == "This account is closed."


def test_a_rejection_has_four_fields_on_the_wire() -> None:
    no = Rejection("record", "not_ready", "The record cannot be reached just now.")
    fields = {
        "source": "record",
        "code": "not_ready",
        "reason": "The record cannot be reached just now.",
        "clause": "",
    }
    assert msgspec.json.decode(msgspec.json.encode(no)) == fields


@pytest.mark.parametrize(
    ("no", "status"),
    [
        (Rejection("record", "not_ready", "The record is down."), 503),
        (Rejection("record", "already_done", "There is a table already."), 409),
        (Rejection("game", "not_ready", "Count the tray first.", "001-P0"), 409),
        (Rejection("accounts", "no_session", "Log in first."), 401),
        (Rejection("accounts", "not_ready", "Start the setup first."), 409),
        (Rejection("server", "not_ready", "Too many people are logging in at once."), 503),
        (Rejection("accounts", "limit", "Your limit is reached."), 409),
    ],
    ids=lambda part: f"{part.source} {part.code}" if isinstance(part, Rejection) else "",
)
def test_the_status_depends_on_the_source(no: Rejection, status: int) -> None:
    with pytest.raises(Rejected) as ended:
        granted(no)
    assert (ended.value.status, ended.value.rejection) == (status, no)


def test_granted_returns_the_answer() -> None:
    assert granted("a slip") == "a slip"
    assert granted(None) is None, "nothing refused it"


def test_a_price_rejection_cites_its_ruling() -> None:
    error = OddsError("The bonus is only for players with a 1st Wager.", "R1")
    assert (str(error), error.ruling) == ("The bonus is only for players with a 1st Wager (R1).", "R1")
    assert OddsError("No such card.").ruling == ""
