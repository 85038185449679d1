"""The server against its own OpenAPI document, for every role and without a login."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest
from campaign import CAMPAIGN, times
from hostile_room import Founding, Untouched, check_log
from hypothesis import HealthCheck, Phase, given, settings
from serving import Client, Server, start_server

pytestmark = pytest.mark.campaign
CHANGE_NOTHING = ("nobody", "Dan", "Aud")
"""People whose HTTP requests change nothing. Joining as a guest is not requested here."""
OTHERS = ("guest", "Ann", "Sue", "Abe")
REAL = {
    "house": ("nhcg", "seabrook"),
    "name": ("betting", "dealing", "felt"),
    "table": ("betting", "dealing", "felt"),
    "kind": ("loss", "wager", "time"),
    "number": (1, 2),
}
NOT_ASKED = {"POST /api/logout", "POST /api/guest"}  # These change the session.


@pytest.fixture(scope="module")
def founding(tmp_path_factory: pytest.TempPathFactory) -> Founding:
    return Founding(tmp_path_factory.mktemp("schema")).write()


@pytest.fixture(scope="module")
def server(founding: Founding) -> Iterator[Server]:
    with start_server(founding.db.parent) as started:
        yield started


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    import schemathesis  # Imported here, since a worker that only collects tests does not need it.

    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json", timeout=60)


def headers_of(server: Server, who: str) -> dict[str, str]:
    """Return the headers of a program's session, or, without a login, only those that prove the origin."""
    client = Client(server)
    if who == "nobody":
        token = client.csrf()["x-csrf-token"]
        return {"Cookie": f"boston7_csrf={token}", "x-csrf-token": token}
    client = client.guest() if who == "guest" else client.login(who)
    return {"Authorization": f"Bearer {client.token}"}


@pytest.fixture(scope="module")
def cases(schema: Any, founding: Founding) -> list[Any]:
    """Return valid and invalid requests for every operation, half of them for existing objects. All people share them,
    because generating a request takes longer than answering it."""
    from schemathesis.core.result import Ok

    real = {**REAL, "id": (founding.people["Fay"].id,), "person": (founding.people["Fay"].id,)}
    thought_of: list[Any] = []
    dice = Random(7)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        label = operation.label
        if label in NOT_ASKED:
            continue

        @settings(
            max_examples=3 if label == "POST /api/login" else times(2, 160),  # Each login costs a password hash.
            derandomize=not CAMPAIGN,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy())
        def think(case: Any) -> None:
            for name in case.path_parameters or ():
                if name in real and dice.random() < 0.5:
                    case.path_parameters[name] = dice.choice(real[name])
            thought_of.append(case)

        think()
    return thought_of


def ask_everything(cases: list[Any], headers: dict[str, dict[str, str]]) -> dict[str, Counter[int]]:
    from requests import Session
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as openapi

    checks = [
        not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]
    statuses: dict[str, Counter[int]] = {who: Counter() for who in headers}
    for who, theirs in headers.items():
        with Session() as line:
            line.trust_env = False  # Otherwise each request searches the environment for a proxy.
            for case in cases:
                response = case.call(session=line, headers=theirs, timeout=60)
                line.cookies.clear()  # The headers identify the user of each request.
                case.validate_response(response, checks=checks)
                statuses[who][response.status_code] += 1
    return statuses


@pytest.mark.parametrize("everybody", [CHANGE_NOTHING, OTHERS], ids=["changing nothing", "others"])
def test_the_server_does_what_its_document_says(server: Server, cases: list[Any], everybody: tuple[str, ...]) -> None:
    said_before = len(server.log())
    headers = {who: headers_of(server, who) for who in everybody}
    with Untouched(server) if everybody is CHANGE_NOTHING else nullcontext():
        answered = ask_everything(cases, headers)
    check_log(server, said_before)
    for who, statuses in answered.items():
        print(f"hostile requests: {statuses.total()} by {who}: {dict(sorted(statuses.items()))}")
        assert statuses[200] >= 10, (who, statuses)
        # The duty is checked first, so that a rejection does not disclose whether the request was well formed.
        assert statuses[401 if who == "nobody" else 403] >= (100 if who == "nobody" else 10), (who, statuses)
        assert statuses[400] + statuses[404] >= 10, (who, statuses)
        assert statuses.total() >= 120, (who, statuses)
