"""Approvals: one person makes a request, and it takes effect only if a second person approves it (R12, R21, R22,
R24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.approval_requests import ApprovalRequest, RequestNumber, same_person
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, Offer, Reason, Words, as_sentence
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, SUPERVISOR
from boston7.game.table import OPEN, Table
from boston7.house.model import House

Verdict = Literal["approved", "declined", "withdrawn", "lapsed"]
_RULING = "R22, R24"
_RULE = Rule(
    by=DEALER | SUPERVISOR, when=OPEN, topic="room", ruling=_RULING, any_dealer=True, place="approval", label=""
)


class ApprovalAsked(Event, frozen=True):
    """A command requires approval by a second person. Until then, it has no effect."""

    about = About(
        Sentence("Waiting for approval.", record="Approval requested by {asker} ({clause}): {what}.{why}"),
        staff=("request",),
    )

    request: ApprovalRequest | None

    def apply(self, table: Table) -> Table:
        if self.request is None:
            return table
        return replace(table, pending=(*table.pending, self.request), requests=self.request.number)

    def words(self, before: Table) -> Words:
        what, asker, why = _request_words(self.request)
        clause = self.request.clause if self.request else "ours"
        return {"what": what, "asker": asker, "clause": clause, "why": why}


class RequestAnswered(Event, frozen=True):
    """A request is approved, declined or withdrawn, or it lapses. After an approval its command's events follow."""

    about = About(
        {
            "approved": Sentence("Approved by {by}.", record="Approved by {by}: {what}, requested by {asker}.{why}"),
            "declined": Sentence(
                "Declined by {by}.", record="Declined by {by}: {what}, requested by {asker}. {reason}"
            ),
            "withdrawn": Sentence("Request withdrawn.", record="Withdrawn by {by}: {what}."),
            "lapsed": Sentence("Request lapsed. {reason}", record="Lapsed: {what}, requested by {asker}. {reason}"),
        },
        shows=("number", "verdict", "by", "reason"),
        staff=("request",),
    )

    number: RequestNumber
    verdict: Verdict
    by: Actor
    reason: str = ""
    request: ApprovalRequest | None = None

    def which(self, before: Table) -> str:
        return self.verdict

    def apply(self, table: Table) -> Table:
        return replace(table, pending=tuple([one for one in table.pending if one.number != self.number]))

    def words(self, before: Table) -> Words:
        what, asker, why = _request_words(self.request)
        return {"what": what, "asker": asker, "why": why}


def _request_words(request: ApprovalRequest | None) -> tuple[str, str, str]:
    """Return what is requested, who requested it and why, for a sentence. Use general words for a redacted request."""
    if request is None:
        return "a request", "the dealer", ""
    reason = as_sentence(request.reason)
    return request.what, f"the {request.by.role} {request.by.name}".strip(), f" {reason}" if reason else ""


def find(table: Table, number: int) -> ApprovalRequest | None:
    return next((request for request in table.pending if request.number == number), None)


def _asked(table: Table, number: int, house: House) -> ApprovalRequest | Rejection:
    request = find(table, number)
    if request is None:
        return rejected("already_done", "This request is no longer waiting.", house.cite("room", _RULING))
    return request


def _judged_by_another(table: Table, number: int, by: Actor, house: House) -> ApprovalRequest | Rejection:
    """Find a request that this person may answer. Nobody may answer their own request, and only a supervisor may answer
    a dealer's."""
    request = _asked(table, number, house)
    if isinstance(request, Rejection):
        return request
    clause = house.cite("room", _RULING)
    if same_person(request.by, by):
        return rejected("wrong_role", "You requested this: another person must approve it.", clause)
    if by.role == "dealer" and not (table.live and request.by.role == "supervisor"):
        return rejected("wrong_role", "Only a supervisor can approve this.", clause)
    if by.role == "dealer" and by.name and by.name != table.dealer:
        return rejected("wrong_role", "Only the dealer of this table or another supervisor can approve this.", clause)
    return request


class _AboutRequest(Command, frozen=True):
    number: RequestNumber

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield from (Offer(cls(by, request.number), request=request) for request in table.pending)


class ApproveRequest(_AboutRequest, frozen=True):
    """Approve another person's request. It then takes effect as shown."""

    rule = replace(_RULE, label="Approve", entry="approval", tone="go")

    def decide(self, table: Table, house: House) -> Answer:
        """Only approve the request. `decide.py` then decides its command again for the person who made the request."""
        request = _judged_by_another(table, self.number, self.by, house)
        if isinstance(request, Rejection):
            return request
        return (RequestAnswered(request.number, "approved", self.by, request=request),)


class DeclineRequest(_AboutRequest, frozen=True):
    """Decline another person's request, with a reason."""

    rule = replace(_RULE, label="Decline", entry="declined request", tone="stop", ask=(Ask.reason(),))

    reason: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        request = _judged_by_another(table, self.number, self.by, house)
        if isinstance(request, Rejection):
            return request
        return (RequestAnswered(request.number, "declined", self.by, self.reason, request),)


class WithdrawRequest(_AboutRequest, frozen=True):
    """Withdraw a request before it is answered."""

    rule = replace(_RULE, label="Withdraw", entry="withdrawn request")

    def decide(self, table: Table, house: House) -> Answer:
        request = _asked(table, self.number, house)
        if isinstance(request, Rejection):
            return request
        relief = request.by.role == self.by.role == "dealer" and self.by.name == table.dealer
        if not (relief or same_person(request.by, self.by)):
            reason = "Only the person who requested this can withdraw it."
            return rejected("wrong_role", reason, house.cite("room", _RULING))
        return (RequestAnswered(request.number, "withdrawn", self.by, request=request),)
