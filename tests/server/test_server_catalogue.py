"""The catalogue over HTTP: every command as declared, so that no page repeats it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from serving import Client, Server, start_server

from boston7.game.commands import COMMANDS
from boston7.house.model import VOID_CAUSES
from boston7.server.catalogue import CATALOGUE, Catalogue


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("catalogue")) as running:
        yield running


@pytest.fixture(scope="module")
def told(server: Server) -> Any:
    return Client(server).get("/api/catalogue").ok()


def test_the_catalogue_lists_every_kind_in_the_order_of_the_offers(told: Any) -> None:
    assert [kind["type"] for kind in told["commands"]] == [kind.__struct_config__.tag for kind in COMMANDS]
    assert msgspec.convert(told, Catalogue) == CATALOGUE


@pytest.mark.parametrize("command", COMMANDS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_a_kind_has_its_declared_values(told: Any, command: Any) -> None:
    rule = command.rule
    kind = next(each for each in told["commands"] if each["type"] == command.__struct_config__.tag)
    for name in ("place", "label", "note", "outcome", "key", "tone", "optional", "topic", "ruling"):
        assert kind[name] == getattr(rule, name), name
    assert set(kind["by"]) == rule.by
    assert set(kind["when"]) == {phase.value for phase in rule.when}
    assert [ask["question"] for ask in kind["asks"]] == [ask.question for ask in rule.ask]
    sent = {field.encode_name for field in msgspec.structs.fields(command)}
    assert {ask["field"] for ask in kind["asks"]} <= sent, "a field is called as it is sent"


def test_wagers_are_called_as_printed_on_the_layout_and_causes_of_a_void_as_people_say(told: Any) -> None:
    assert told["words"] == {
        **{f"void.{cause}": words for cause, words in VOID_CAUSES.items()},
        "wager.ante": "Ante Bonus",
        "wager.first": "1st Wager",
        "wager.second": "2nd Wager",
    }


def test_keys_are_unique_in_each_phase() -> None:
    keyed = [(kind.key, phase) for kind in CATALOGUE.commands for phase in kind.when if kind.key]
    assert len(keyed) == len(set(keyed))


def test_the_catalogue_is_cached_by_its_digest(server: Server) -> None:
    client = Client(server)
    first = client.get("/api/catalogue")
    headers = dict(first.headers)
    assert headers["cache-control"] == "no-cache"
    again = client.ask("GET", "/api/catalogue", headers={"if-none-match": headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert client.ask("GET", "/api/catalogue", headers={"if-none-match": '"other"'}).status == 200


def test_the_catalogue_is_described(server: Server) -> None:
    described = Client(server).get("/schema/openapi.json").ok()["paths"]["/api/catalogue"]["get"]["responses"]["200"]
    assert "$ref" in described["content"]["application/json"]["schema"]
