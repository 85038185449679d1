"""How the server says no: one form for every error, and the status that goes with each reason."""

from __future__ import annotations

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from boston7.accounts import Denied
from boston7.accounts.people import Code as DeniedCode
from boston7.game import Refusal


class Trouble(msgspec.Struct, frozen=True):
    """Why something was not done: a word for programs, a sentence for people, and the clause it rests on, if any."""

    code: str
    reason: str
    clause: str = ""


class Refused(Exception):
    """Raised by any path to end a request with a sentence."""

    def __init__(self, status: int, code: str, reason: str, clause: str = "") -> None:
        super().__init__(reason)
        self.status = status
        self.trouble = Trouble(code, reason, clause)


_STATUS: dict[DeniedCode, int] = {
    "no_session": 401,
    "wrong_password": 401,
    "not_your_duty": 403,
    "disabled": 403,
    "excluded": 403,
    "locked": 403,
    "unknown_person": 404,
    "bad_name": 400,
    "bad_password": 400,
    "bad_amount": 400,
    "not_ready": 503,
}
_WORDS = {
    400: "This was not understood.",
    401: "Log in first.",
    403: "This is not your duty.",
    404: "There is no such thing.",
    409: "The rules or the record refuse it.",
    413: "This is too much at once.",
    429: "This is too fast; wait a moment.",
    503: "The journal is down; nothing was stored.",
}
TROUBLES: dict[int, ResponseSpec] = {
    status: ResponseSpec(Trouble, description=words, generate_examples=False) for status, words in _WORDS.items()
}
"""For the `responses` of every path: what may go wrong, in one form."""


def denied(reason: Denied) -> Refused:
    return Refused(_STATUS.get(reason.code, 409), reason.code, reason.reason, "accounts")


def refused(refusal: Refusal) -> Refused:
    down = refusal.code == "not_ready" and refusal.clause == "journal"
    return Refused(503 if down else 409, refusal.code, refusal.reason, refusal.clause)


def not_found(what: str) -> Refused:
    return Refused(404, "not_found", what)


def bad_request(sentence: str) -> Refused:
    return Refused(400, "not_understood", sentence)
