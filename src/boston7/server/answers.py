"""How the server says no: one form for every error, and the status that goes with each reason."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from boston7.declare import Rejection, Source


class Rejected(Exception):
    """Raised anywhere on the way to end a request with a sentence; `wait` says in how many seconds to try again."""

    def __init__(
        self, status: int, code: str, reason: str, source: Source = "request", clause: str = "", wait: float = 0.0
    ) -> None:
        super().__init__(reason)
        self.status, self.wait = status, wait
        self.rejection = Rejection(source, code, reason, clause)


_STATUS = {
    "no_session": 401,
    "wrong_password": 401,
    "wrong_code": 401,
    "code_needed": 401,
    "not_your_duty": 403,
    "second_factor": 403,
    "new_password": 403,
    "disabled": 403,
    "excluded": 403,
    "locked": 403,
    "barred": 403,
    "not_invited": 403,
    "unknown_person": 404,
    "bad_name": 400,
    "bad_password": 400,
    "bad_amount": 400,
    "unknown_slip": 404,
}
_WORDS = {
    400: "Invalid request.",
    401: "Log in first.",
    403: "Your role does not allow this.",
    404: "Not found.",
    409: "Refused by the rules or the record.",
    413: "Request too large.",
    429: "Too many requests. Wait a moment.",
    503: "The record is down. Try again.",
}
TROUBLES: dict[int, ResponseSpec] = {
    status: ResponseSpec(Rejection, description=words, generate_examples=False) for status, words in _WORDS.items()
}
"""For the `responses` of every path: what may go wrong, in one form."""


def rejected(no: Rejection) -> Rejected:
    """The status that goes with it. Only the record and the server itself can be out of order: what people have done
    too early is their own matter."""
    status = 409
    if no.source in ("accounts", "shift"):
        status = _STATUS.get(no.code, 409)
    elif no.source in ("record", "server") and no.code == "not_ready":
        status = 503
    return Rejected(status, no.code, no.reason, no.source, no.clause)


def not_found(what: str) -> Rejected:
    return Rejected(404, "not_found", what)


def bad_request(sentence: str) -> Rejected:
    return Rejected(400, "not_understood", sentence)
