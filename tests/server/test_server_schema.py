"""The OpenAPI description: operation names, authorization, examples, and its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from serving import Client, Server, start_server

from boston7.server.app import application
from boston7.server.middleware import POLICY
from boston7.server.schema import EXAMPLES, operation_id, security


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("schema")) as running:
        yield running


@pytest.fixture(scope="module")
def schema(server: Server) -> Any:
    return Client(server).get("/schema/openapi.json").ok()


def operations(schema: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def handlers() -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in application(dev=False).routes:
        for handler in getattr(route, "route_handlers", ()):
            for method in handler.http_methods - {"HEAD", "OPTIONS"}:
                if route.path.startswith("/api/"):
                    yield method, route.path, handler


def test_every_operation_has_a_name_of_its_own_made_from_its_path(schema: Any) -> None:
    named = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(named) == len(set(named)) > 90
    assert [name for name in named if not re.fullmatch(r"(get|post|put)([A-Z][A-Za-z]*)+", name)] == []
    for method, path, operation in operations(schema):
        assert operation["operationId"] == operation_id(method, path)


def test_an_operation_names_the_ways_to_authorize_that_the_room_checks(schema: Any) -> None:
    assert set(schema["components"]["securitySchemes"]) == {"bearer", "session", "csrf"}
    guarded = {operation_id(method, re.sub(r":\w+}", "}", path)): bool(one.guards) for method, path, one in handlers()}
    for method, _, operation in operations(schema):
        expected = security(method, guarded=guarded[operation["operationId"]])
        assert operation.get("security", []) == expected, operation["operationId"]


def test_without_the_way_it_names_an_operation_is_not_answered(server: Server, schema: Any) -> None:
    nobody = Client(server)
    for method, path, operation in operations(schema):
        if method == "GET" and operation.get("security"):
            asked = re.sub(r"{(number|seal)}", "1", path)
            assert nobody.get(re.sub(r"{\w+}", "x", asked)).status == 401, path


def test_every_example_is_a_body_that_its_path_takes(schema: Any) -> None:
    shown = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["example"]
        for _, _, operation in operations(schema)
        if "example" in operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    }
    assert shown == EXAMPLES
    kinds = {
        operation_id(method, re.sub(r":\w+}", "}", path)): one.parsed_fn_signature.parameters["data"].annotation
        for method, path, one in handlers()
        if "data" in one.parsed_fn_signature.parameters
    }
    for name, example in EXAMPLES.items():
        msgspec.json.decode(msgspec.json.encode(example), type=kinds[name])


def test_the_page_shows_every_operation_and_loads_nothing_from_elsewhere(server: Server, schema: Any) -> None:
    answer = Client(server).get("/schema")
    assert (answer.status, answer.headers["content-security-policy"]) == (200, POLICY)
    assert answer.headers["content-type"].startswith("text/html")
    text = answer.body.decode()
    for _, path, operation in operations(schema):
        assert f'<details id="{operation["operationId"]}">' in text
        assert path in text
    assert not re.search(r"<script|<style|style=|onclick=", text)
    loaded = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert all(address.startswith(("/assets/", "/schema/", "#type-")) for address in loaded)
    anchors = set(re.findall(r'id="([^"]+)"', text))
    assert {address[1:] for address in loaded if address.startswith("#")} <= anchors
    for address in {address for address in loaded if address.startswith("/")}:
        assert Client(server).get(address).status == 200
