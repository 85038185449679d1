"""Codes of an authenticator app: RFC 6238 with what every app knows, SHA-1, six digits, thirty seconds."""

from __future__ import annotations

import hmac
from base64 import b32decode, b32encode
from secrets import token_bytes
from struct import pack
from urllib.parse import quote

STEP = 30
DIGITS = 6
_NEAR = (0, -1, 1)
"""Steps beside the present one whose codes count too: clocks differ, and typing takes a while."""


def new_secret() -> str:
    """160 bits, as people type them into an app."""
    return b32encode(token_bytes(20)).decode()


def code_at(secret: str, step: int) -> str:
    digest = hmac.digest(b32decode(secret), pack(">Q", step), "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, code: str, seconds: int, after: int = 0) -> int | None:
    """The step whose code this is; none if it is wrong, or not later than one that was used before."""
    given = code.strip().replace(" ", "").encode()
    for near in _NEAR:
        step = seconds // STEP + near
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), given):
            return step
    return None


def address(secret: str, room: str, name: str) -> str:
    """What an app reads from a link or a picture."""
    label = quote(f"{room}:{name}", safe="")
    return f"otpauth://totp/{label}?secret={secret}&issuer={quote(room, safe='')}&digits={DIGITS}&period={STEP}"
