"""The files of `deploy/`, linted and run without a container: the same commands, PostgreSQL, and a proxy's requests."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import forked
import postgres
import psycopg
import pytest
import yaml
from containerfile import Image

from boston7 import __version__
from boston7.server.config import read_config

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
TOOLS = Path(sys.executable).parent
NAME = "room.example"
STATE = "/var/lib/boston7"


def lint(*command: str | Path) -> None:
    done = subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_containerfile_and_the_compose_file_pass_their_linters() -> None:
    lint("hadolint", DEPLOY / "Containerfile")
    lint("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    lint("check-jsonschema", "--builtin-schema", "vendor.github-workflows", ".github/workflows/test.yml")


def test_what_the_containerfile_copies_is_there_and_holds_what_a_room_needs() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    assert copied
    for path in " ".join(copied).split():
        assert (ROOT / path).exists(), path
    pins = (ROOT / "requirements" / "room.txt").read_text(encoding="utf-8")
    names = set(re.findall(r"^([a-z0-9-]+)==", pins, re.MULTILINE))
    assert {"litestar", "psycopg", "psycopg-binary", "hatchling"} <= names
    assert names.isdisjoint({"numba", "matplotlib", "pytest"})


def test_the_container_builds_from_what_it_copies_and_starts(tmp_path: Path) -> None:
    """Run every COPY and RUN with the packages of this environment instead of a download."""
    image = Image(DEPLOY / "Containerfile", ROOT, tmp_path / "image")
    assert image.start("--version") == f"boston7 {__version__}\n"
    (installed,) = (tmp_path / "image/opt/boston7").glob("lib/python*/site-packages/boston7")
    assert (installed / "house/presets/nhcg.toml").is_file()


def test_services_with_dependents_have_a_health_check() -> None:
    """podman builds OCI images, which drop HEALTHCHECK: a service waiting for such an image would wait forever."""
    services = COMPOSE["services"]
    waited = {
        name
        for service in services.values()
        for name, until in service.get("depends_on", {}).items()
        if until["condition"] == "service_healthy"
    }
    assert waited == {"db", "room"}, "and the service that makes the tables ends"
    assert all("healthcheck" in services[name] for name in waited)
    _, *check = services["room"]["healthcheck"]["test"]
    assert f"CMD {json.dumps(check)}" in CONTAINERFILE, "one check, said twice"


def test_every_volume_and_variable_of_the_compose_file_is_declared_and_told() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    used = {volume.split(":")[0] for service in COMPOSE["services"].values() for volume in service.get("volumes", ())}
    assert {name for name in used if not name.startswith(".")} == set(COMPOSE["volumes"])
    for variable in set(re.findall(r"\$\{(\w+)", text)):
        assert f"{variable}=" in GUIDE
    assert "ports" not in COMPOSE["services"]["room"], "only the proxy is reachable"
    proxied = re.findall(r"reverse_proxy (\S+)", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert proxied == ["room:7007"]
    assert "EXPOSE 7007" in CONTAINERFILE


def test_no_service_but_the_database_has_the_superusers_password() -> None:
    """The room connects as a user who can read and add. Only the first step needs the tables' owner."""
    users = {}
    for name, service in COMPOSE["services"].items():
        environment = service.get("environment", {})
        assert (name == "db") == ("POSTGRES_PASSWORD" in str(service))
        if url := environment.get("BOSTON7_DB"):
            users[name] = (urlsplit(url).username, urlsplit(url).password, environment["PGPASSWORD"])
    assert users == {
        "tables": ("boston7_owner", None, "${OWNER_PASSWORD:?set OWNER_PASSWORD}"),
        "room": ("boston7_room", None, "${ROOM_PASSWORD:?set ROOM_PASSWORD}"),
    }
    assert COMPOSE["services"]["room"]["depends_on"] == {"tables": {"condition": "service_completed_successfully"}}
    assert "./roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro" in COMPOSE["services"]["db"]["volumes"]


def test_the_unit_starts_what_the_guide_installs() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "boston7.service")
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert (program, arguments) == ("/opt/boston7/bin/boston7", ["serve", "--config", "/etc/boston7.toml"])
    assert f"sudo python3 -m venv {Path(program).parents[1]}" in GUIDE
    settings = read_config(DEPLOY / "boston7.toml")
    assert Path(settings.db).parent == Path(unit["Service"]["WorkingDirectory"]) == Path(STATE)
    assert (settings.host, settings.behind_proxy) == ("127.0.0.1", True)
    for line in re.findall(r"^    sudo (.+)$", GUIDE, re.MULTILINE):
        for path in re.findall(r"(?:deploy|requirements)/\S+", line):
            assert (ROOT / path).exists(), path


class Running:
    def __init__(self, url: str, database: str) -> None:
        self.url, self.database = url, database

    def get(self, path: str, **headers: str) -> HTTPResponse:
        parts = urlsplit(self.url)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=120)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer


PASSWORDS = {f"{name}_PASSWORD": f"the {name.lower()}'s" for name in ("OWNER", "ROOM", "READER")}


def make_roles(database: str) -> None:
    """Run the roles file like the PostgreSQL image on its first start: as a superuser, on the room's database."""
    psql = [str(postgres.binaries() / "psql"), "--no-psqlrc", "--quiet", "-f", str(DEPLOY / "roles.sql"), database]
    done = subprocess.run(psql, env={**os.environ, **PASSWORDS}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def environment_of(service: str, database: str) -> dict[str, str]:
    """Return the environment of the compose file, with our database instead of its own."""
    own = urlsplit(database)
    found = {}
    for name, value in COMPOSE["services"][service]["environment"].items():
        filled = re.sub(r"\$\{(\w+):[^}]*\}", lambda variable: PASSWORDS[variable[1]], value)
        found[name] = filled.replace("@db/room", f"@{own.hostname}:{own.port}{own.path}")
    return found


@pytest.fixture(scope="module")
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Start the service `room` as in the compose file, after the steps of the guide."""
    folder = tmp_path_factory.mktemp("state")
    database = postgres.server(request.config).new_database()
    make_roles(database)
    tables = COMPOSE["services"]["tables"]
    made = forked.run(tables["command"], b"", {**os.environ, **environment_of("tables", database)})
    assert made.returncode == 0, made.stderr
    service = COMPOSE["services"]["room"]
    environment = {**os.environ, **environment_of("room", database), "PYTHONUTF8": "1"}
    entry = json.loads(re.findall(r"^ENTRYPOINT (.+)$", CONTAINERFILE, re.MULTILINE)[0])
    assert entry == ["/opt/boston7/bin/boston7"]
    step = re.findall(r"run --rm room (admin .+)$", GUIDE, re.MULTILINE)[0].replace(STATE, str(folder))
    added = forked.run([*shlex.split(step), "--password-stdin"], b"a long enough password", environment)
    assert added.returncode == 0, added.stderr
    started = [re.sub(r"\$\{ROOM_NAME[^}]*\}", NAME, part).replace(STATE, str(folder)) for part in service["command"]]
    # In its container it listens everywhere; here, only locally.
    started = ["127.0.0.1" if part == "0.0.0.0" else part for part in started]
    process = forked.Running(*started, "--port", "0", "--json", environment=environment)
    try:
        document = json.loads(process.line())
        assert document["admin"] is True
        yield Running(document["url"], database)
        process.child.send_signal(signal.SIGTERM)
        assert process.child.wait(int(service["stop_grace_period"].removesuffix("s"))) == 0
    finally:
        process.child.kill()
        process.ends()


def test_the_rooms_database_user_reads_and_adds_and_the_readers_only_reads(room: Running) -> None:
    make_roles(room.database)  # A second run sets only the passwords again.
    with psycopg.connect(room.database) as superuser:
        roles = superuser.execute(
            "SELECT rolname, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls,"
            " rolpassword <> '' FROM pg_authid WHERE rolname LIKE 'boston7%' ORDER BY rolname"
        ).fetchall()
        tables = superuser.execute("SELECT tableowner FROM pg_tables WHERE tablename LIKE 'boston7%'").fetchall()
    assert roles == [(f"boston7_{name}", False, True) for name in ("owner", "reader", "room")]
    assert {*tables} == {("boston7_owner",)}
    refused = [
        *("DELETE FROM boston7_commits", "UPDATE boston7_commits SET state = ''", "TRUNCATE boston7_commits"),
        *("DROP TABLE boston7_commits", "INSERT INTO boston7_archive VALUES (1, '')", "CREATE TABLE mine (a int)"),
        "CREATE TEMPORARY TABLE mine (a int)",
    ]
    add = "INSERT INTO boston7_commits SELECT number + 1000, '' FROM boston7_commits"
    for user, statements in (("boston7_room", refused), ("boston7_reader", [*refused, add])):
        with psycopg.connect(room.database.replace("room@", f"{user}@")) as connection:
            assert connection.execute("SELECT count(*) FROM boston7_commits").fetchone() != (0,)
            for statement in statements:
                with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                    connection.execute(statement.encode())


def test_the_room_answers_the_proxy_under_its_name(room: Running) -> None:
    answer = room.get("/", Host=NAME, X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")
    assert answer.status == 200
    assert "; Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers
    assert room.get("/", Host="elsewhere.example").status == 400


def test_the_proxy_passes_on_nothing_that_is_for_the_operator(room: Running) -> None:
    """Caddy matches the decoded path without double slashes; a trailing `*` matches any rest."""
    private = re.findall(r"@private path (.+)", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))[0].split()
    proxied = {"Host": NAME, "X_Forwarded_Proto": "https", "X_Forwarded_For": "203.0.113.9"}
    for path in ("/metrics", "/metrics/", "/readyz", "/readyz/"):
        assert any(fnmatchcase(path, pattern) for pattern in private), path
        assert room.get(path, **proxied).status == 404, path


def test_the_health_check_of_the_container_passes(room: Running) -> None:
    (check,) = re.findall(r"^HEALTHCHECK .*CMD (.+)$", CONTAINERFILE, re.MULTILINE)
    _, *arguments = json.loads(check)
    here = [part.replace("http://127.0.0.1:7007", room.url) for part in arguments]
    assert here != arguments
    subprocess.run([sys.executable, *here], check=True, timeout=120)
