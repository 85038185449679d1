"""The settings of a room: defaults, config file, environment variables and options, in increasing precedence."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from serving import Client, start_server

from boston7.cli.serve import _settings
from boston7.server.config import BadConfig, Limits, Settings, with_environment
from boston7.server.logs import set_up

GIVEN = {"db": "", "host": "", "key_folder": "", "origins": (), "behind_proxy": False, "log_format": ""}


def test_every_setting_has_a_variable() -> None:
    environment = {
        "BOSTON7_DB": "room.db",
        "BOSTON7_HOST": "0.0.0.0",
        "BOSTON7_PORT": "8000",
        "BOSTON7_KEY_FOLDER": "/keys",
        "BOSTON7_HEAD_URL": "https://heads.example",
        "BOSTON7_HEAD_DB": "heads.db",
        "BOSTON7_ORIGINS": "https://room.example, https://other.example",
        "BOSTON7_BEHIND_PROXY": "true",
        "BOSTON7_SECOND_FACTOR": "1",
        "BOSTON7_LOG_FORMAT": "json",
        "BOSTON7_LIMITS_BODY_BYTES": "1000",
        "BOSTON7_LIMITS_LOGINS_PER_MINUTE": "2.5",
    }
    named = {name.removeprefix("BOSTON7_").lower() for name in environment if "LIMITS" not in name}
    assert named | {"limits"} == set(Settings.__struct_fields__)
    assert with_environment(Settings(), environment) == Settings(
        db="room.db",
        host="0.0.0.0",
        port=8000,
        key_folder="/keys",
        head_url="https://heads.example",
        head_db="heads.db",
        origins=("https://room.example", "https://other.example"),
        behind_proxy=True,
        second_factor=True,
        log_format="json",
        limits=Limits(body_bytes=1000, logins_per_minute=2.5),
    )


def test_an_option_overrides_a_variable_and_a_variable_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "room.toml"
    file.write_text('host = "10.0.0.1"\nport = 7001\nlog_format = "json"\n[limits]\nrequests_burst = 3\n')
    monkeypatch.setenv("BOSTON7_PORT", "7002")
    monkeypatch.setenv("BOSTON7_HOST", "10.0.0.2")
    settings = _settings(file, {**GIVEN, "host": "10.0.0.3"}, None, bench=False)
    assert (settings.host, settings.port, settings.log_format) == ("10.0.0.3", 7002, "json")
    assert settings.limits.requests_burst == 3
    assert _settings(file, GIVEN, 7003, bench=False).port == 7003


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("BOSTON7_PORT", "seven"),
        ("BOSTON7_PORT", "70000"),
        ("BOSTON7_BEHIND_PROXY", "perhaps"),
        ("BOSTON7_LOG_FORMAT", "xml"),
        ("BOSTON7_LIMITS_BODY_BYTES", "0"),
    ],
)
def test_a_variable_that_cannot_be_used_is_named(name: str, text: str) -> None:
    with pytest.raises(BadConfig, match=f"The variable {name} cannot be used: "):
        with_environment(Settings(), {name: text})


def test_an_empty_variable_counts_as_unset() -> None:
    assert with_environment(Settings(), {"BOSTON7_PORT": "", "BOSTON7_LIMITS_OFF": " "}) == Settings()


def test_a_room_reads_its_variables(tmp_path: Path) -> None:
    with start_server(tmp_path, environment={"BOSTON7_LOG_FORMAT": "json"}) as server:
        Client(server).get("/healthz")
    assert any(line.startswith("{") and "/healthz" in line for line in server.log().splitlines())


@pytest.mark.parametrize(
    ("given", "ours", "theirs"),
    [({}, "INFO", "WARNING"), ({"quiet": True}, "WARNING", "WARNING"), ({"verbose": True}, "INFO", "INFO")],
)
def test_quiet_and_verbose_choose_what_is_logged(
    given: dict[str, bool], ours: str, theirs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    before = root.level, logging.getLogger("boston7").level
    try:
        set_up("text", **given)
        levels = [logging.getLogger(name).getEffectiveLevel() for name in ("boston7.server", "websockets")]
        assert [logging.getLevelName(level) for level in levels] == [ours, theirs]
    finally:
        root.setLevel(before[0])
        logging.getLogger("boston7").setLevel(before[1])
