"""What the operator sets: in a TOML file, by environment variables, on the command line. The later one wins."""

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
    """A configuration that cannot be used, as a sentence."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How fast and how much. Each rate has a burst: what may come at once after a quiet time."""

    off: bool = False  # no rates at all: for a bench on the same machine
    requests_per_second: _Rate = 50.0  # of one address
    requests_burst: _Count = 500
    heavy_per_second: _Rate = 5.0  # odds, coach, audit: what takes work
    heavy_burst: _Count = 60
    logins_per_minute: _Rate = 10.0
    logins_burst: _Count = 20
    guests_per_hour: _Rate = 120.0  # new guests, and new stakes for old ones
    guests_burst: _Count = 40
    messages_per_second: _Rate = 20.0  # on one socket
    messages_burst: _Count = 60
    body_seconds: _Rate = 10.0  # for the body of a request; slow headers and silent connections are the proxy's
    sockets_per_address: _Count = 200
    sockets_per_person: _Count = 20
    tables_per_socket: _Count = 24
    practice_tables: _Count = 5  # open at once for one person
    body_bytes: _Count = 64 * 1024
    silence_seconds: _Rate = 30.0  # from a table that another process serves, until this one looks after it


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    db: str = ""
    host: str = "127.0.0.1"
    port: Port = 7007
    key_folder: str = ""
    head_url: str = ""  # where each head of the record is posted to
    head_db: str = ""  # a second database that keeps them
    origins: tuple[str, ...] = ()  # where browsers reach the room from outside, as https://room.example
    behind_proxy: bool = False  # one proxy stands before us, and what it says of scheme and address is true
    second_factor: bool = False  # staff need an authenticator app
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
