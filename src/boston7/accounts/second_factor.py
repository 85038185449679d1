"""Codes of an authenticator app: RFC 6238 with the usual SHA-1, six digits and thirty seconds."""

from __future__ import annotations

import hmac
from base64 import b32decode, b32encode
from secrets import token_bytes
from struct import pack
from urllib.parse import quote

STEP = 30
DIGITS = 6
_NEAR = (0, -1, 1)
"""The time steps whose codes are accepted, because clocks differ and typing takes time."""


def new_secret() -> str:
    """Return a secret of 160 bits in base 32."""
    return b32encode(token_bytes(20)).decode()


def code_at(secret: str, step: int) -> str:
    digest = hmac.digest(b32decode(secret), pack(">Q", step), "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, code: str, seconds: int, after: int = 0) -> int | None:
    """Return the step of a code. Return None if it is wrong, or not later than the last used step."""
    given = code.strip().replace(" ", "").encode()
    for near in _NEAR:
        step = seconds // STEP + near
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), given):
            return step
    return None


def address(secret: str, room: str, name: str) -> str:
    """Return the URL that an app reads from a link or QR code."""
    label = quote(f"{room}:{name}", safe="")
    return f"otpauth://totp/{label}?secret={secret}&issuer={quote(room, safe='')}&digits={DIGITS}&period={STEP}"
