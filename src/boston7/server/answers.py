"""Rejections as HTTP responses: one format for every error, and a status for each code."""

from __future__ import annotations

from typing import TypeVar

from boston7.declare import Rejection, Source

T = TypeVar("T")
_CODES = {
    400: "bad_amount bad_file bad_name bad_password not_understood wrong_host",
    401: "code_needed no_session wrong_code wrong_password",
    403: "barred csrf disabled excluded locked new_password not_invited not_your_duty second_factor wrong_link "
    "wrong_origin",
    404: "not_found unknown_person unknown_slip",
    408: "too_slow",
    413: "too_large",
    429: "too_fast too_many",
    503: "busy",
}
_STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}


class Rejected(Exception):
    """End the request with a rejection. `wait` is the number of seconds after which a retry can succeed."""

    def __init__(self, code: str, reason: str, source: Source = "request", clause: str = "", wait: float = 0.0) -> None:
        super().__init__(reason)
        self.rejection, self.wait = Rejection(source, code, reason, clause), wait

    @property
    def status(self) -> int:
        """Return the HTTP status of the code. Rejections by the game are always 409. `not_ready` is 503 only if the
        record or the server is not ready."""
        no = self.rejection
        if no.code == "not_ready":
            return 503 if no.source in ("record", "server") else 409
        return 409 if no.source == "game" else _STATUS.get(no.code, 409)


def line_of(kind: type[T], source: object, /, **more: object) -> T:
    """Return a struct of this type, filled from the source's attributes of the same names and from `more`."""
    names = [name for name in kind.__struct_fields__ if name not in more and hasattr(source, name)]  # type: ignore[attr-defined]
    return kind(**{name: getattr(source, name) for name in names}, **more)


def granted(answer: T | Rejection) -> T:
    """Return the answer, or end the request with its rejection."""
    if isinstance(answer, Rejection):
        raise Rejected(answer.code, answer.reason, answer.source, answer.clause)
    return answer


def not_found(sentence: str) -> Rejected:
    return Rejected("not_found", sentence)


def bad_request(sentence: str) -> Rejected:
    return Rejected("not_understood", sentence)
