"""How a request ends with a rejection: one form for every error, and the status that goes with each code."""

from __future__ import annotations

from typing import TypeVar

from boston7.declare import Rejection, Source

T = TypeVar("T")
_STATUS = {
    "not_understood": 400,
    "bad_amount": 400,
    "bad_file": 400,
    "bad_name": 400,
    "bad_password": 400,
    "wrong_host": 400,
    "code_needed": 401,
    "no_session": 401,
    "wrong_code": 401,
    "wrong_password": 401,
    "barred": 403,
    "csrf": 403,
    "disabled": 403,
    "excluded": 403,
    "locked": 403,
    "new_password": 403,
    "not_invited": 403,
    "not_your_duty": 403,
    "second_factor": 403,
    "wrong_link": 403,
    "wrong_origin": 403,
    "not_found": 404,
    "unknown_person": 404,
    "unknown_slip": 404,
    "too_slow": 408,
    "too_large": 413,
    "too_fast": 429,
    "too_many": 429,
    "busy": 503,
}


class Rejected(Exception):
    """Ends a request with a rejection, from wherever it is raised; a retry can succeed after `wait` seconds."""

    def __init__(self, code: str, reason: str, source: Source = "request", clause: str = "", wait: float = 0.0) -> None:
        super().__init__(reason)
        self.rejection, self.wait = Rejection(source, code, reason, clause), wait

    @property
    def status(self) -> int:
        """By the code. Rules of the game always conflict with the table; only what we run can be out of order."""
        no = self.rejection
        if no.code == "not_ready":
            return 503 if no.source in ("record", "server") else 409
        return 409 if no.source == "game" else _STATUS.get(no.code, 409)


def line_of(kind: type[T], source: object, /, **more: object) -> T:
    """Return a struct with the values that the source has under the same names, and more."""
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
