"""The first start of a room without an admin: a link that the console shows once, and that makes the first one.

The token is in this process's memory and in the link, nowhere else. It stands after the `#` of the address, which no
browser sends and no log keeps. Without it nobody becomes admin, on this machine or from elsewhere.
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
        """Whether the first admin is still to come; once there is one, wherever they were made, the link is void."""
        if self._digest and desk.people.admins:
            self._digest = ""
        return bool(self._digest)

    def fits(self, token: str) -> bool:
        return bool(self._digest) and hmac.compare_digest(self._digest, token_digest(token))


def open_before(path: str) -> bool:
    """What a room that others can reach shows while it has no admin."""
    return any(path == one.rstrip("/") or path.startswith(one.rstrip("/") + "/") for one in OPEN_PATHS)
