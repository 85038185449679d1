"""Planted, stolen and ended sessions, and duties of other people."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hostile_http import trouble
from serving import PASSWORD, Client, Server

pytest_plugins = ("hostile_fixtures",)


def test_only_the_server_issues_sessions(server: Server, untouched: None) -> None:
    """Session fixation: a planted cookie is worthless after the login."""
    client = Client(server)
    client.get("/api/me")
    client.cookies["boston7_session"] = "planted"
    client.login("Cid")
    assert client.token not in ("", "planted")
    cookie = next(
        text for text in client.post("/api/login", {"name": "Cid", "password": PASSWORD}).cookies if "session" in text
    )
    assert "HttpOnly" in cookie
    assert re.search("SameSite=strict", cookie, re.IGNORECASE)
    planted = Client(server)
    planted.cookies["boston7_session"] = "planted"
    assert planted.me["person"] is None


def test_an_ended_session_grants_nothing(server: Server, untouched: None) -> None:
    dot = Client(server).login("Dot")
    thief = Client(server)
    thief.cookies = dict(dot.cookies)
    assert thief.me["person"]["name"] == "Dot"
    dot.post("/api/logout").ok()
    assert thief.me["person"] is None
    trouble(thief.put("/api/limits/loss", {"amount": 1}), 401)
    trouble(thief.post("/api/practice", {"house": "nhcg"}), 401)
    bearer = {"Authorization": f"Bearer {thief.token}"}
    trouble(Client(server).ask("PUT", "/api/limits/loss", {"amount": 1}, bearer), 401)


def test_an_invalid_bearer_does_not_evade_the_csrf_check(server: Server, ann: Client, untouched: None) -> None:
    """Another site's page cannot set this header without CORS, and a wrong token does not replace the cookie."""
    for value in ("Bearer ", "Bearer x", "bearer\t", "Basic x", "Bearer " + "x" * 5000, "Token " + ann.token):
        answer = ann.ask("PUT", "/api/limits/loss", {"amount": 1}, {"Authorization": value})
        trouble(answer, 401, 403)
    asked = ann.ask(
        "OPTIONS", "/api/login", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert not [name for name in asked.headers if name.startswith("access-control")]


STAFF_ONLY = [
    ("POST", "/api/tables", {"name": "x", "house": "nhcg", "tray": 100}, {"Sue", "Abe"}),
    ("PUT", "/api/tables/felt/house", {"house": "seabrook"}, {"Sue", "Abe"}),
    ("GET", "/api/floor", None, {"Sue"}),
    ("GET", "/api/people", None, {"Sue", "Cass", "Abe"}),
    ("POST", "/api/people", {"name": "Zoe", "role": "admin", "password": PASSWORD}, {"Abe"}),
    ("PUT", "/api/people/{ann}/role", {"role": "admin"}, {"Abe"}),
    ("PUT", "/api/people/{ann}/password", {"password": PASSWORD}, {"Abe"}),
    ("POST", "/api/people/{ann}/disable", {"reason": "x"}, {"Abe"}),
    ("POST", "/api/cage/{ann}/deposit", {"id": "x", "cents": 100}, {"Cass"}),
    ("POST", "/api/cage/{ann}/withdraw", {"id": "x", "cents": 100}, {"Cass"}),
    ("GET", "/api/audit/rounds", None, {"Aud"}),
    ("GET", "/api/audit/verify", None, {"Aud"}),
    ("GET", "/api/audit/head", None, {"Aud"}),
    ("GET", "/api/audit/export", None, {"Aud"}),
    ("PUT", "/api/limits/loss", {"amount": 1}, {"Ann", "guest"}),
    ("POST", "/api/exclude", {"days": 1}, {"Ann", "guest"}),
    ("POST", "/api/me/stake", None, {"Ann", "guest"}),
    ("POST", "/api/practice", {"house": "nhcg"}, {"Ann", "guest"}),
]


@pytest.fixture(scope="module")
def everybody(server: Server, ann: Client) -> dict[str, Client]:
    found = {name: Client(server).login(name) for name in ("Dan", "Sue", "Cass", "Aud", "Abe")}
    return {**found, "Ann": ann, "guest": Client(server).guest(), "nobody": Client(server)}


@pytest.mark.parametrize(("method", "path", "body", "whose"), STAFF_ONLY)
def test_duties_are_separate(
    server: Server, everybody: dict[str, Client], untouched: None, method: str, path: str, body: Any, whose: set[str]
) -> None:
    path = path.format(ann=everybody["Ann"].me["person"]["id"])
    for name, client in everybody.items():
        if name not in whose:
            found = trouble(client.ask(method, path, body, client.csrf()), 401 if name == "nobody" else 403)
            assert found["code"] in ("no_session", "not_your_duty"), found
