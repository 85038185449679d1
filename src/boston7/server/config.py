"""The operator's settings, from a TOML file, the environment and the command line, in increasing precedence."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import fields, replace

from boston7.errors import UserError

LogFormat = Literal["text", "json"]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
_Rate = Annotated[float, msgspec.Meta(gt=0)]
_Count = Annotated[int, msgspec.Meta(ge=1)]


class BadConfig(UserError, ValueError):
    """An invalid configuration, with the reason as a sentence."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rate and size limits. Each rate has a burst: the number allowed at once after idle time."""

    off: bool = False  # Disables all rate limits, for benchmarks on the same machine.
    requests_per_second: _Rate = 50.0  # Per address.
    requests_burst: _Count = 500
    heavy_per_second: _Rate = 5.0  # For requests that need much CPU time: odds, coach and audit.
    heavy_burst: _Count = 60
    logins_per_minute: _Rate = 10.0
    logins_burst: _Count = 20
    guests_per_hour: _Rate = 120.0  # For new guests, and for guests who ask for a new stake.
    guests_burst: _Count = 40
    messages_per_second: _Rate = 20.0  # Per socket.
    messages_burst: _Count = 60
    body_seconds: _Rate = 10.0  # For the body of a request. The proxy limits slow headers and idle connections.
    sockets_per_address: _Count = 200
    sockets_per_person: _Count = 20
    tables_per_socket: _Count = 24
    practice_tables: _Count = 5  # Practice tables open at the same time, per person.
    body_bytes: _Count = 64 * 1024
    silence_seconds: _Rate = 30.0  # Time without entries at an occupied table before this process starts serving it.


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    db: str = ""
    host: str = "127.0.0.1"
    port: Port = 7007
    key_folder: str = ""
    head_url: str = ""  # Where each head of the record is posted.
    head_db: str = ""  # A second database that stores the heads.
    origins: tuple[str, ...] = ()  # External origins of the room, such as https://room.example.
    behind_proxy: bool = False  # Trust one proxy's headers for scheme and address.
    second_factor: bool = False  # Staff need an authenticator app.
    log_format: LogFormat = "text"
    limits: Limits = Limits()


def read_config(path: Path) -> Settings:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadConfig(f"The config {str(path)!r} cannot be read: {(error.strerror or str(error)).lower()}.") from None
    except UnicodeDecodeError:
        raise BadConfig(f"The config {str(path)!r} is not UTF-8 text.") from None
    except (ValueError, RecursionError) as error:
        raise BadConfig(f"The config {str(path)!r} is not valid TOML: {error}.") from None
    try:
        settings = msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        raise BadConfig(f"The config {str(path)!r} cannot be used: {error}.") from None
    check(settings)
    return settings


PREFIX = "BOSTON7_"
LIMITS_PREFIX = "BOSTON7_LIMITS_"


def with_environment(settings: Settings, environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings with the values of their `BOSTON7_...` variables. An empty variable counts as unset."""
    limits = replace(settings.limits, **_variables(Limits, LIMITS_PREFIX, environment))
    return replace(settings, limits=limits, **_variables(Settings, PREFIX, environment))


def _variables(kind: type[Settings | Limits], prefix: str, environment: Mapping[str, str]) -> dict[str, Any]:
    found = {}
    for field in fields(kind):
        name = f"{prefix}{field.name.upper()}"
        text = environment.get(name, "").strip()
        if not text or field.type is Limits:
            continue
        listed = field.name == "origins"
        given: object = [part.strip() for part in text.split(",") if part.strip()] if listed else text
        try:
            found[field.name] = msgspec.convert(given, field.type, strict=False)
        except msgspec.ValidationError as error:
            raise BadConfig(f"The variable {name} cannot be used: {error}.") from None
    return found


def check(settings: Settings) -> None:
    for origin in settings.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
            raise BadConfig(f"Write an origin like https://room.example, not {origin[:80]!r}.")


def loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
