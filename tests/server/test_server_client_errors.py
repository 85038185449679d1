"""Client errors get a 4xx status and a sentence, never a 5xx.

Every path of the OpenAPI document is requested with every awkward value, by a person with the duty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hostile_room import SECRET, Founding, check_log
from postgres import STORES, store_url
from serving import Client, Server, start_server

from boston7.keys import VARIABLE

TEXTS = ("\x00", "\ud800", "", "x" * 2_000, "💥'\"\\%_", "9" * 400, "2026-02-30", "\u202eeve\n")
NUMBERS = (-1, 0, 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**70)
BY = ("Abe", "Sue", "Cass", "Aud", "Ann", "guest")
"""An admin, a supervisor, a cashier, an auditor, and players with cage chips and with play money."""
NOT_ASKED = {"POST /api/logout", "POST /api/me/logout-everywhere", "POST /api/guest"}
"""These take no parameters, and end or change the session."""


@pytest.fixture(scope="module", params=STORES)
def founding(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Founding:
    folder = tmp_path_factory.mktemp("errors")
    found = Founding(folder)
    found.db = store_url(request, folder)  # type: ignore[assignment]
    return found.write()


@pytest.fixture(scope="module")
def server(founding: Founding, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("serving")
    with start_server(folder, str(founding.db), environment={VARIABLE: SECRET.hex()}) as running:
        yield running


class Schema:
    def __init__(self, document: Any) -> None:
        self._shapes = document["components"]["schemas"]
        self.operations = [
            (method.upper(), path, told)
            for path, methods in document["paths"].items()
            for method, told in methods.items()
        ]

    def value(self, shape: Any, text: str, number: int) -> Any:
        """Return a well-formed value with the awkward text and number everywhere."""
        if "$ref" in shape:
            shape = self._shapes[shape["$ref"].rpartition("/")[2]]
        for several in ("oneOf", "anyOf"):
            if several in shape:
                options = [option for option in shape[several] if option.get("type") != "null"]
                return self.value(options[0], text, number) if options else None
        if "enum" in shape:
            return shape["enum"][number % len(shape["enum"])]
        match shape.get("type"):
            case "object" if "properties" in shape:
                return {name: self.value(inner, text, number) for name, inner in shape["properties"].items()}
            case "object":
                return {text: number}
            case "array":
                return [self.value(shape.get("items", {}), text, number)]
            case "integer" | "number":
                return number
            case "boolean":
                return bool(number)
        return text


def asked(schema: Schema, told: Any, path: str, text: str, number: int, real: dict[str, str]) -> tuple[str, Any]:
    """Return the address and the body of one request. Half of them name existing objects."""
    query = []
    for parameter in told.get("parameters", ()):
        value = schema.value(parameter["schema"], text, number)
        if parameter["in"] == "query":
            query.append((parameter["name"], value))
            continue
        if number % 2 and parameter["name"] in real:
            value = real[parameter["name"]]
        path = path.replace(f"{{{parameter['name']}}}", quote(str(value), safe="", errors="surrogatepass"))
    content = told.get("requestBody", {}).get("content", {})
    body = schema.value(content["application/json"]["schema"], text, number) if content else None
    return path + (f"?{urlencode(query, errors='surrogatepass')}" if query else ""), body


def test_no_client_value_causes_a_server_error(server: Server, founding: Founding) -> None:
    nobody = Client(server)
    schema = Schema(nobody.get("/schema/openapi.json").ok())
    gil = founding.people["Gil"].id
    real = {"name": "betting", "table": "betting", "id": gil, "person": gil, "house": "nhcg", "kind": "loss"}
    clients = {name: Client(server).guest() if name == "guest" else Client(server).login(name) for name in BY}
    statuses: Counter[int] = Counter()
    for method, path, told in schema.operations:
        if f"{method} {path}" in NOT_ASKED:
            continue
        for text, number in zip(TEXTS, NUMBERS, strict=True):
            where, body = asked(schema, told, path, text, number, real)
            for name, client in clients.items():
                answer = client.ask(method, where, body, None if method == "GET" else client.csrf())
                statuses[answer.status] += 1
                assert answer.status < 500, (name, method, where, body, answer.status, answer.body[:300])
                if answer.status >= 400:
                    assert answer.document["reason"].strip(), (method, where)
    check_log(server)
    assert {200, 400, 401, 403, 404, 409} <= statuses.keys(), statuses


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("PUT", "/api/me/second-factor", {"code": "123456"}, 409),
        ("POST", "/api/me/second-factor/remove", {"code": "123456"}, 409),
        ("POST", "/api/me/second-factor", {"password": "not it at all"}, 401),
        ("PUT", "/api/me/pin", {"pin": "739154", "password": "not it at all"}, 401),
        ("POST", "/api/me/stake", None, 409),
        ("POST", "/api/console/sign-on", {"name": "Dan", "pin": "739154"}, 403),
    ],
)
def test_a_missing_step_is_a_client_error(server: Server, method: str, path: str, body: Any, status: int) -> None:
    ben = Client(server).login("Ben")
    answer = ben.ask(method, path, body, ben.csrf())
    assert answer.status == status, answer.body
    assert answer.document["reason"].endswith(".")
