"""The incident log, one line for each incident, with a reason code."""

from __future__ import annotations

import msgspec

from boston7.declare import Rejection
from boston7.shift.kinds import ShiftEvent, Signature, refuse

CODES = {
    "dispute": "Player dispute",
    "eviction": "Eviction or bar",
    "equipment": "Equipment failure",
    "cards": "Cards or chips damaged or missing",
    "procedure": "Procedure not followed",
    "cash": "Cash or chip discrepancy",
    "medical": "Medical",
    "security": "Security",
    "other": "Other",
}


class IncidentLogged(ShiftEvent, frozen=True):
    """An incident on the floor or at the cage."""

    number: int
    code: str
    text: str
    day: str
    table: str = ""


class Incident(msgspec.Struct, frozen=True):
    number: int
    code: str
    text: str
    day: str
    table: str
    by: Signature
    time: int


def log_incident(
    incidents: list[Incident], code: str, text: str, day: str, table: str, by: Signature
) -> IncidentLogged | Rejection:
    if code not in CODES:
        return refuse("bad_name", "Choose a reason code.")
    if not text.strip():
        return refuse("bad_name", "Describe what happened.")
    return IncidentLogged(by, len(incidents) + 1, code, text.strip(), day, table)


def apply_incident(incidents: list[Incident], event: IncidentLogged, time: int) -> None:
    incidents.append(Incident(event.number, event.code, event.text, event.day, event.table, event.by, time))
