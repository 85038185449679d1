"""The middleware: host, origin, rates, sizes, headers, and assets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Client, Server, start_server
from websockets.exceptions import InvalidStatus

from boston7.server.config import Limits
from boston7.server.rates import LOGINS, Bucket, Buckets, Rates, neighbourhood

POLICY = "default-src 'self'"
CONFIG = """
[limits]
requests_per_second = 1000
requests_burst = 5000
logins_per_minute = 0.1
logins_burst = 3
guests_per_hour = 1
guests_burst = 4
heavy_per_second = 0.01
heavy_burst = 2
messages_per_second = 0.01
messages_burst = 5
sockets_per_person = 2
tables_per_socket = 1
body_bytes = 2000
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("door"), limits=True) as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/api/me", "/nowhere", "/healthz", "/assets/nothing.js", "/schema/openapi.json"])
def test_every_answer_carries_the_security_headers(server: Server, path: str) -> None:
    headers = Client(server).get(path).headers
    assert headers["content-security-policy"].startswith(POLICY)
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers
    assert "strict-transport-security" not in headers, "this is plain HTTP"
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:7007", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "[", ""]
)
def test_a_strangers_name_for_this_machine_is_turned_away(server: Server, host: str) -> None:
    answer = Client(server).ask("GET", "/api/me", headers={"Host": host})
    assert (answer.status, answer.document["code"]) == (400, "wrong_host")


def test_this_machines_own_names_are_known(server: Server) -> None:
    for host in ("localhost", f"localhost:{server.port}", "127.0.0.1", "[::1]:80", "LOCALHOST"):
        assert Client(server).ask("GET", "/api/me", headers={"Host": host}).status == 200


def test_a_page_of_somebody_else_may_ask_for_nothing(server: Server) -> None:
    ann = Client(server).guest()
    for method in ("GET", "POST"):
        answer = ann.ask(method, "/api/me", headers={**ann.csrf(), "Origin": "https://evil.example"})
        assert (answer.status, answer.document["code"]) == (403, "wrong_origin")
        assert "access-control-allow-origin" not in answer.headers
    assert ann.ask("GET", "/api/me", headers={"Origin": server.url}).status == 200


def test_unknown_paths_and_methods_get_a_sentence(server: Server) -> None:
    ann = Client(server)
    missing = ann.get("/api/nothing")
    assert (missing.status, missing.document) == (
        404,
        {"source": "request", "code": "not_found", "reason": "Page not found.", "clause": ""},
    )
    wrong = ann.ask("DELETE", "/api/me", headers=ann.csrf())
    assert (wrong.status, wrong.document["code"]) == (405, "wrong_method")
    assert "GET" in wrong.headers["allow"]


def test_browsers_get_a_page_with_a_link_back(server: Server) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = Client(server).ask("GET", "/no/such/page", headers=browser)
    assert (page.status, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b'href="/"' in page.body
    for path in ("/api/nothing", "/assets/nothing.js"):
        answer = Client(server).ask("GET", path, headers=browser)
        assert (answer.status, answer.document["code"]) == (404, "not_found")
    assert Client(server).get("/no/such/page").document["code"] == "not_found"


def test_pages_are_revalidated_by_their_digest(server: Server) -> None:
    ann = Client(server)
    page = ann.get("/")
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    again = ann.ask("GET", "/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert ann.ask("GET", "/", headers={"If-None-Match": '"other"'}).status == 200
    assert ann.get("/table/Anything%20at%20all").headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../pages/index.html",
        "/assets/%2e%2e/pages/index.html",
        "/assets/..%2f..%2fserver/app.py",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/lib/../../../server/app.py",
        "/assets/lib",
        "/assets/",
        "/assets/%00",
        "/assets/" + "x" * 3000,
    ],
)
def test_nothing_but_assets_is_handed_out(server: Server, path: str) -> None:
    answer = Client(server).get(path)
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/json"


def test_scripts_and_styles_have_their_own_types(server: Server) -> None:
    assets = Path(__file__).parents[2] / "src" / "boston7" / "web" / "assets"
    kinds = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
    for suffix, kind in kinds.items():
        found = next(path for path in sorted(assets.rglob(f"*{suffix}")))
        answer = Client(server).get(f"/assets/{found.relative_to(assets).as_posix()}")
        assert (answer.status, answer.headers["content-type"]) == (200, kind)
        assert answer.body == found.read_bytes()


def test_the_schema_describes_every_path_and_every_way_it_may_fail(server: Server) -> None:
    schema = Client(server).get("/schema/openapi.json").ok()
    assert all(path.startswith("/api/") for path in schema["paths"])
    assert {"/api/me", "/api/practice", "/api/people/{id}/role", "/api/cage/{person}/deposit"} <= set(schema["paths"])
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], f"{method} {path}"
            for status in ("400", "401", "403", "404", "409", "413", "429", "503"):
                content = operation["responses"][status]["content"]["application/json"]
                assert content["schema"]["$ref"].endswith("Rejection"), f"{method} {path} {status}"
    for page in ("/schema", "/schema/swagger", "/schema/redoc", "/schema/elements", "/schema/rapidoc"):
        answer = Client(server).get(page)
        assert b"<script" not in answer.body, "no page that loads a script from elsewhere"


# Rates and sizes.


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("strict")
    (folder / "room.toml").write_text(CONFIG)
    with start_server(folder, limits=True, arguments=("--config", str(folder / "room.toml"))) as running:
        yield running


def test_too_many_tries_at_a_password(strict: Server) -> None:
    ann = Client(strict)
    tries = [ann.post("/api/login", {"name": "Nobody", "password": "whatever it is"}) for _ in range(5)]
    assert [answer.status for answer in tries] == [401, 401, 401, 429, 429]
    assert tries[-1].document["code"] == "too_fast"
    assert int(tries[-1].headers["retry-after"]) > 60
    assert ann.get("/api/me").status == 200, "everything else goes on"


def test_too_many_guests_sockets_and_messages(strict: Server) -> None:
    guests = [Client(strict) for _ in range(6)]
    statuses = [guest.post("/api/guest").status for guest in guests]
    assert statuses == [200, 200, 200, 200, 429, 429]
    ann = guests[0]
    with ann.socket() as socket, ann.socket():
        with pytest.raises(InvalidStatus) as caught, ann.socket():
            pass
        assert caught.value.response.status_code == 429
        for number in range(7):
            socket.send({"type": "ping", "id": str(number)})
        answers = [socket.next() for _ in range(7)]
        assert [answer["type"] for answer in answers] == ["pong"] * 5 + ["error"] * 2
        assert answers[-1]["code"] == "too_fast"
    with ann.socket():
        pass  # A closed socket frees its slot.


def test_expensive_requests_are_rate_limited(strict: Server) -> None:
    statuses = [Client(strict).get("/api/audit/head").status for _ in range(4)]
    assert statuses == [401, 401, 429, 429]


def test_a_body_that_is_too_large(strict: Server) -> None:
    ann = Client(strict)
    answer = ann.post("/api/exclude", {"days": 1, "padding": "x" * 5000})
    assert (answer.status, answer.document["code"]) == (413, "too_large")


def test_a_bucket_fills_at_its_rate() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3, lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [0.0, 0.0, 0.0]
    assert bucket.take() == pytest.approx(0.5)
    now[0] = 0.5
    assert bucket.take() == 0.0
    assert bucket.take() > 0
    now[0] = 100.0
    assert bucket.full
    assert [bucket.take() for _ in range(4)][:3] == [0.0, 0.0, 0.0]


def test_buckets_do_not_grow_for_ever() -> None:
    buckets = Buckets(1.0, 1)
    for number in range(25_000):
        buckets.take(str(number))
    assert len(buckets._buckets) <= 20_000


def test_an_address_is_a_customer() -> None:
    assert neighbourhood("192.0.2.7") == "192.0.2.7"
    assert neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("2001:db8:1:2:3:4:5:6") == neighbourhood("2001:db8:1:2::1") != neighbourhood("2001:db8:1:3::1")
    assert neighbourhood("not an address") == "not an address"


def test_all_password_and_pin_checks_are_rate_limited(server: Server) -> None:
    paths = Client(server).get("/schema/openapi.json").ok()["paths"]
    assert not [(method, path) for method, path in LOGINS if method.lower() not in paths.get(path, {})]
    rates = Rates(Limits(logins_burst=1, logins_per_minute=0.001))
    for method, path in LOGINS:
        address = f"{method} {path}"
        assert [rates.wait(method, path, address) > 0 for _ in range(2)] == [False, True]


def test_no_limits_at_all_for_a_bench() -> None:
    rates = Rates(Limits(off=True, requests_burst=1))
    assert not any(rates.wait("POST", "/api/login", "a") for _ in range(100))
    rates = Rates(Limits(requests_burst=1, requests_per_second=0.001))
    assert rates.wait("GET", "/", "a") == 0
    assert rates.wait("GET", "/", "a") > 0
    assert rates.wait("GET", "/", "b") == 0


# Behind a proxy.


def test_behind_a_proxy_the_cookies_are_for_https_only(tmp_path: Path) -> None:
    arguments = ("--behind-proxy", "--origin", "https://room.example")
    with start_server(tmp_path, arguments=arguments, limits=True) as server:
        ann = Client(server)
        proxied = {"Host": "room.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.9.9.9, 203.0.113.5"}
        page = ann.ask("GET", "/", headers=proxied)
        assert page.headers["strict-transport-security"]
        assert all("; secure" in cookie.lower() for cookie in page.cookies)
        own = {**proxied, **ann.csrf(), "Origin": "https://room.example"}
        answer = ann.ask("POST", "/api/guest", headers=own)
        assert answer.status == 200
        assert all("; secure" in cookie.lower() for cookie in answer.cookies)
        assert ann.ask("POST", "/api/guest", headers={**own, "Origin": "https://other.example"}).status == 403
    with start_server(tmp_path / "plain") as server:
        lying = {"X-Forwarded-Proto": "https"}
        cookies = Client(server).ask("GET", "/", headers=lying).cookies
        assert not any("secure" in cookie.lower() for cookie in cookies), "nobody said that a proxy is there"


def test_operator_paths_are_hidden_behind_the_proxy(tmp_path: Path) -> None:
    with start_server(tmp_path, arguments=("--behind-proxy", "--origin", "https://room.example")) as server:
        ann = Client(server)
        proxied = {"Host": "room.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.5"}
        for path in ("/metrics", "/readyz"):
            for written in (path, f"{path}/", f"/{path}", f"{path}//", f"{path}?x", f"/%{ord(path[1]):x}{path[2:]}/"):
                for method in ("GET", "HEAD"):
                    assert ann.ask(method, written, headers=proxied).status == 404, written
            assert ann.ask("GET", path).status == 200, "at the port itself"
        assert ann.ask("GET", "/healthz", headers=proxied).status == 200


def test_the_schema_is_json(server: Server) -> None:
    assert json.loads(Client(server).get("/schema/openapi.json").body)["openapi"].startswith("3.")
