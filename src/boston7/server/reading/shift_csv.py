"""The report of a gaming day as CSV: one row for each table session, shift, table and the day, money in dollars."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

from boston7.money import Cents
from boston7.server.reading.shift_report import DayReport, SessionLine, Summed

COLUMNS = (
    "day", "charity", "row", "name", "session", "shift", "opened", "closed", "opener", "fills", "credits", "drop",
    "closer", "win", "recorded_win", "over_short", "where", "theoretical_win", "handle", "hands", "hands_an_hour",
    "hold_percent", "voids", "corrections", "evictions", "opener_counted_by", "opener_signed_by", "closer_counted_by",
    "closer_signed_by", "drop_counted_by", "drop_signed_by", "prize_checks",
)  # fmt: skip


def day_csv(report: DayReport) -> str:
    out = StringIO()
    rows = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\r\n")
    rows.writeheader()
    for row in _rows(report):
        rows.writerow({"day": report.day, "charity": _text(report.charity.charity), **row})
    return out.getvalue()


def _rows(report: DayReport) -> Iterator[dict[str, object]]:
    yield from map(_session, report.sessions)
    for kind, sums in (("shift", report.shifts), ("table", report.tables), ("day", (report.total,))):
        yield from (_summed(kind, summed) for summed in sums)
    shares = report.charity
    for name in ("to_charity", "to_state", "to_operator"):
        yield {"row": "share", "name": name, "win": _money(getattr(shares, name))}
    for person in report.people:
        paid = {
            "drop": _money(person.paid_in),
            "credits": _money(person.paid_out),
            "prize_checks": _money(person.checks),
        }
        yield {"row": "cash", "name": _text(person.name), **paid, "where": person.prompt}
    for incident in report.incidents:
        yield {"row": "incident", "name": incident.code, "session": incident.number, "where": _text(incident.text)}


def _session(line: SessionLine) -> dict[str, object]:
    result = line.result
    row: dict[str, object] = {
        "row": "session",
        "name": _text(line.table),
        "session": line.session,
        "shift": line.shift,
        "opened": _time(line.opened),
        "closed": _time(line.closed),
        "theoretical_win": _money(line.theoretical),
        "handle": _money(line.handle),
        "hands": line.hands,
        "hands_an_hour": _number(line.hands_an_hour),
        "hold_percent": _number(line.hold and line.hold * 100),
        "voids": line.voids,
        "corrections": line.corrections,
        "evictions": line.evictions,
        "opener_counted_by": _text(line.opener.by if line.opener else ""),
        "opener_signed_by": _text(line.signed_by),
        "closer_counted_by": _text(line.closer.by if line.closer else ""),
        "closer_signed_by": _text(line.closed_by),
        "drop_counted_by": _text(line.drop_counted_by.name if line.drop_counted_by else ""),
        "drop_signed_by": _text(line.drop_signed_by.name if line.drop_signed_by else ""),
    }
    if result is not None:
        row |= {
            "opener": _money(result.opener),
            "fills": _money(result.fills),
            "credits": _money(result.credits),
            "drop": _money(result.drop),
            "closer": _money(result.closer),
            "win": _money(result.win),
            "recorded_win": _money(result.recorded),
            "over_short": _money(result.over_short),
            "where": "; ".join(f"{off.what} {_money(off.cents)}" for off in result.where),
        }
    return row


def _summed(kind: str, summed: Summed) -> dict[str, object]:
    totals = summed.totals
    return {
        "row": kind,
        "name": _text(summed.name),
        "fills": _money(totals.fills),
        "credits": _money(totals.credits),
        "drop": _money(totals.drop),
        "win": _money(totals.win),
        "recorded_win": _money(totals.recorded),
        "over_short": _money(totals.over_short),
        "theoretical_win": _money(summed.theoretical),
        "handle": _money(totals.handle),
        "hands": totals.hands,
        "hands_an_hour": _number(summed.hands_an_hour),
        "hold_percent": _number(summed.hold and summed.hold * 100),
        "voids": totals.voids,
        "corrections": totals.corrections,
        "evictions": totals.evictions,
    }


def _money(cents: Cents | None) -> str:
    if cents is None:
        return ""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _time(micros: int | None) -> str:
    return "" if micros is None else datetime.fromtimestamp(micros / 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _text(text: str) -> str:
    """A spreadsheet must not take what people wrote for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
