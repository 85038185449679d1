"""The first start of a room without an admin: the startup message shows a one-time link to create the first admin.

The token exists only in this process's memory and in the link. It follows the `#` of the address, so browsers do not
send it and logs do not contain it. Without the token, nobody can become admin, locally or remotely.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from boston7.accounts.passwords import new_token, token_digest

if TYPE_CHECKING:
    from boston7.accounts import Desk

OPEN_PATHS = ("/setup", "/api/setup", "/api/me", "/assets/", "/healthz", "/readyz", "/metrics", "/favicon.ico")


class FirstStart:
    def __init__(self) -> None:
        self._digest = ""

    def begin(self) -> str:
        token = new_token()
        self._digest = token_digest(token)
        return token

    def awaited(self, desk: Desk) -> bool:
        """Return whether the first admin is still missing. Creating an admin in any way voids the link."""
        if self._digest and desk.people.admins:
            self._digest = ""
        return bool(self._digest)

    def fits(self, token: str) -> bool:
        return bool(self._digest) and hmac.compare_digest(self._digest, token_digest(token))


def open_before(path: str) -> bool:
    """Return whether a path is served before the first admin exists, in a room that other machines can reach."""
    return any(path == one.rstrip("/") or path.startswith(one.rstrip("/") + "/") for one in OPEN_PATHS)
