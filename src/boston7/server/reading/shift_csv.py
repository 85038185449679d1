"""The report of a gaming day as CSV, with money in dollars.

Each table session, shift, table, dealer, share, person with cash, bank count and incident has a row, and so has the
day. A column holds one quantity, so that it can be summed.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import StringIO

from boston7.accounts.clock import MICROS
from boston7.audit.spreadsheet import harmless
from boston7.money import Cents
from boston7.server.reading.shift_report import DayReport, SessionLine, Summed
from boston7.shift.report import Off

COLUMNS = (
    "day", "charity", "row", "name", "session", "shift", "opened", "closed", "opener", "fills", "credits", "drop",
    "closer", "win", "recorded_win", "over_short", "where", "papers", "theoretical_win", "handle", "hands",
    "hands_an_hour", "hold_percent", "voids", "corrections", "evictions", "opener_counted_by", "opener_signed_by",
    "closer_counted_by", "closer_signed_by", "drop_counted_by", "drop_signed_by", "open_sessions", "share", "cash_in",
    "cash_out", "prize_checks", "prompt", "incident", "by", "time", "counted", "expected", "signed_by",
)  # fmt: skip


def day_csv(report: DayReport) -> str:
    out = StringIO()
    rows = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\r\n")
    rows.writeheader()
    for row in _rows(report):
        rows.writerow({"day": report.day, "charity": harmless(report.charity.charity), **row})
    return out.getvalue()


def _rows(report: DayReport) -> Iterator[dict[str, object]]:
    yield from map(_session, report.sessions)
    for kind, sums in (("shift", report.shifts), ("table", report.tables), ("day", (report.total,))):
        yield from (_summed(kind, summed) for summed in sums)
    for dealt in report.dealers:
        yield {
            "row": "dealer",
            "name": harmless(dealt.dealer),
            "recorded_win": money(dealt.won),
            "handle": money(dealt.handle),
            "hands": dealt.hands,
        }
    for name in ("to_charity", "to_state", "to_operator"):
        yield {"row": "share", "name": name, "share": money(getattr(report.charity, name))}
    for person in report.people:
        yield {
            "row": "cash",
            "name": harmless(person.name),
            "cash_in": money(person.paid_in),
            "cash_out": money(person.paid_out),
            "prize_checks": money(person.checks),
            "prompt": person.prompt,
        }
    for count in report.bank.counts:
        yield {
            "row": "cage_count",
            "name": count.kind + (", counted again" if count.replaced else ""),
            "counted": money(count.counted),
            "expected": money(count.expected),
            "over_short": money(count.over_short),
            "by": harmless(count.counter.name),
            "signed_by": harmless(count.signer.name if count.signer else ""),
            "time": _time(count.time),
        }
    for logged in report.incidents:
        yield {
            "row": "incident",
            "name": harmless(logged.table),
            "incident": f"{logged.number} {logged.code}: {logged.text}",
            "by": harmless(logged.by.name),
            "time": _time(logged.time),
        }


def _session(line: SessionLine) -> dict[str, object]:
    result = line.result
    row: dict[str, object] = {
        "row": "session",
        "name": harmless(line.table),
        "session": line.session,
        "shift": line.shift,
        "opened": _time(line.opened),
        "closed": _time(line.closed),
        "theoretical_win": money(line.theoretical),
        "handle": money(line.handle),
        "hands": line.hands,
        "hands_an_hour": _number(line.hands_an_hour),
        "hold_percent": _number(line.hold and line.hold * 100),
        "voids": line.voids,
        "corrections": line.corrections,
        "evictions": line.evictions,
        "opener_counted_by": harmless(line.opener.by if line.opener else ""),
        "opener_signed_by": harmless(line.signed_by),
        "closer_counted_by": harmless(line.closer.by if line.closer else ""),
        "closer_signed_by": harmless(line.closed_by),
        "drop_counted_by": harmless(line.drop_counted_by.name if line.drop_counted_by else ""),
        "drop_signed_by": harmless(line.drop_signed_by.name if line.drop_signed_by else ""),
    }
    if result is not None:
        row |= {
            "opener": money(result.opener),
            "fills": money(result.fills),
            "credits": money(result.credits),
            "drop": money(result.drop),
            "closer": money(result.closer),
            "win": money(result.win),
            "recorded_win": money(result.recorded),
            "over_short": money(result.over_short),
            "where": _differences(result.where),
            "papers": _differences(result.papers),
        }
    return row


def _differences(offs: Iterable[Off]) -> str:
    return "; ".join(f"{off.what} {money(off.cents)}" for off in offs)


def _summed(kind: str, summed: Summed) -> dict[str, object]:
    totals = summed.totals
    return {
        "row": kind,
        "name": harmless(summed.name),
        "fills": money(totals.fills),
        "credits": money(totals.credits),
        "drop": money(totals.drop),
        "win": money(totals.win),
        "recorded_win": money(totals.recorded),
        "over_short": money(totals.over_short),
        "theoretical_win": money(summed.theoretical),
        "handle": money(totals.handle),
        "hands": totals.hands,
        "hands_an_hour": _number(summed.hands_an_hour),
        "hold_percent": _number(summed.hold and summed.hold * 100),
        "voids": totals.voids,
        "corrections": totals.corrections,
        "evictions": totals.evictions,
        "open_sessions": totals.open,
    }


def money(cents: Cents | None) -> str:
    if cents is None:
        return ""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _time(micros: int | None) -> str:
    return "" if micros is None else datetime.fromtimestamp(micros / MICROS, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
