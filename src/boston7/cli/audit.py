"""`boston7 audit`: check, replay and export the record, and test the shuffle."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from boston7.cli.options import Db, Json, KeyFolder, Reason, group, read_reason
from boston7.cli.output import console, counting, fail, print_json, reason_of, report
from boston7.cli.room import settings_for

if TYPE_CHECKING:
    from boston7.audit.rounds import Round
    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.server.config import Settings

audit = group("audit", "Check the record, replay and export rounds, test the shuffle.")

_Number = Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The number of the round.")]
_Table = Annotated[str, typer.Option("--table", metavar="NAME", help="The table; optional if there is only one.")]
_Unchecked = Annotated[
    bool, typer.Option("--unchecked", help="Read without the room key; the seals are then not checked.")
]


@audit.command()
def verify(
    head: Annotated[
        str, typer.Option("--head", metavar="SEAL:DIGEST", help="A head noted earlier, as `audit head` prints it.")
    ] = "",
    keyed: Annotated[
        bool, typer.Option("--keyed", help="Stop if there is no room key to check the seals with.")
    ] = False,
    unchecked: _Unchecked = False,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Check the whole record, and name the first bad entry.

    An entry is bad if it was altered, removed, inserted or moved.
    """
    from boston7.record import open_record
    from boston7.record import verify as check

    noted = read_head(head) if head else None
    settings, key = _located(db, key_folder)
    if keyed and key is None:
        fail("There is no room key to check the seals with: give its folder with --key-folder.")
    anchored = _anchored(settings, key)
    seal_key = key.seal_key if key else None
    with open_record(db, read_only=True, seal_key=seal_key) as record, counting("checked") as progress:
        verdict = check(record, noted=noted, anchored=anchored, chain_only=unchecked, keyed=True, progress=progress)
    fault = verdict.fault
    found = {"ok": fault is None, "fault": fault._asdict() if fault else None, "noted": bool(noted or anchored)}
    if fault is not None:
        where = f"entry {fault.version:,} of {fault.stream!r}" if fault.stream else "the database"
        lines = [f"The record was tampered with or damaged. First bad: {where}. {fault.reason}"]
    else:
        lines = [
            f"{verdict.entries:,} entries in {verdict.streams:,} streams are unchanged.",
            f"Head: {verdict.seal}:{verdict.digest}",
        ]
        if noted:
            lines.append(f"Seal {noted[0]:,} matches the noted head.")
        elif not anchored:
            lines.append(
                "No head was noted here: entries may have been cut off the end. Compare with --head SEAL:DIGEST."
            )
        if unchecked:
            lines.append("As requested, the seals were not checked with a room key: they could be forged.")
    report(json, verdict._asdict() | found, *lines, passed=fault is None)


@audit.command()
def archive(
    reason: Reason,
    before: Annotated[
        str, typer.Option("--before", metavar="YYYY-MM-DD", help="Archive days before this one (UTC). Default: today.")
    ] = "",
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Archive past days in compact form. They read and verify as before.

    Needs the room key, and on PostgreSQL the owner of the tables. The room may stay open.
    """
    from datetime import UTC, datetime
    from secrets import token_hex

    from boston7.accounts.clock import wall_clock
    from boston7.record import Meta, open_record
    from boston7.record.archive import archive as put_away
    from boston7.record.opening import must_exist

    settings, key = _located(db, key_folder)
    if key is None:
        fail("Archiving needs the room key. Give its folder with --key-folder.")
    why = read_reason(reason)
    try:
        day = datetime.fromisoformat(before or datetime.now(UTC).date().isoformat()).replace(tzinfo=UTC)
    except ValueError:
        fail(f"{before!r} is not a day: write YYYY-MM-DD.")
    must_exist(db)
    noted = _anchored(settings, key)
    heads = [noted] if noted else ()
    with open_record(db, seal_key=key.seal_key, noted=heads) as record, counting("archived") as progress:
        meta = Meta(wall_clock(), "platform", token_hex(8))
        done = put_away(record, int(day.timestamp()) * 1_000_000, meta, why, progress)
    before = day.date().isoformat()
    line = f"{done:,} commits before {before} archived." if done else f"No commits before {before} to archive."
    report(json, {"commits": done, "before": before}, line)


def read_head(head: str) -> tuple[int, str]:
    """Parse a head as printed by `audit head`."""
    number, _, digest = head.strip().partition(":")
    if not number.isdecimal() or len(digest) != 64:
        fail("A noted head is written SEAL:DIGEST, as `boston7 audit head` prints it.")
    return int(number), digest.lower()


@audit.command()
def head(unchecked: _Unchecked = False, db: Db = "", key_folder: KeyFolder = None, json: Json = False) -> None:
    """Print the last seal. Note it elsewhere: `audit verify --head` then finds any change before it."""
    with opened(db, key_folder, unchecked) as (record, _):
        found = record.record_head()
    report(json, found._asdict(), f"{found.seal}:{found.digest}")


@audit.command()
def replay(
    number: _Number,
    table: _Table = "",
    unfinished: Annotated[bool, typer.Option("--unfinished", help="Show a round that is still being played.")] = False,
    unchecked: _Unchecked = False,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Replay one round step by step, with the table after each step."""
    from boston7.audit.rounds import clock
    from boston7.narrate import state_line, tell

    with opened(db, key_folder, unchecked) as (record, key):
        found = _round(record, table, number, key)
    if not found.finished and not unfinished:
        fail(
            f"Round {number} at {found.table!r} is not complete: its cards may still be secret. --unfinished shows it."
        )
    if json:
        steps = [
            {
                "version": step.entry.version,
                "time": clock(step.entry.time),
                "actor": step.entry.actor,
                "command_id": step.entry.command_id,
                "digest": step.entry.digest,
                "words": tell(step.event, step.before, form="record"),
                "event": step.event,
                "table": step.after,
            }
            for step in found.steps
        ]
        print_json({"replay": True, "table": found.table, "round": number, "status": found.status, "steps": steps})
        return
    page = console()
    page.print(f"REPLAY of round {number} at table {found.table} ({found.status}). This is not a game in progress.")
    for at, step in enumerate(found.steps, 1):
        page.print(f"\n{at:3}  {clock(step.entry.time)}  {step.entry.actor}")
        page.print(f"     {tell(step.event, step.before, form='record')}", soft_wrap=True)
        page.print(f"     {state_line(step.after)}", style="dim", soft_wrap=True)
    page.print("\nEnd of the REPLAY.")


@audit.command()
def export(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="A file, a folder to put it into, or - for stdout.")
    ],
    kind: Annotated[str, typer.Option("--format", metavar="csv|corrections|jsonl|history", help="The format.")] = "csv",
    unchecked: _Unchecked = False,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Export the history as CSV, JSON lines or hand histories.

    csv has a row per seat and round, corrections a row per correction, jsonl each entry as stored, and history a text
    per round.
    """
    from boston7.audit.export import SUFFIXES, export_to
    from boston7.audit.export import export as write

    if str(output) == "-" and json:
        fail("With -o - the export itself goes to standard output: leave out --json.")
    if kind not in SUFFIXES:
        fail(f"Unknown format {kind!r}; formats are {', '.join(SUFFIXES)}.")
    with opened(db, key_folder, unchecked) as (record, key):
        if str(output) == "-":
            export_to(record, kind, sys.stdout.buffer, key)
            return
        try:
            path, count = write(record, kind, output, key)
        except OSError as error:
            fail(f"{str(output)!r} cannot be written: {reason_of(error)}.")
    unit = {"csv": "rows", "corrections": "rows", "jsonl": "entries", "history": "rounds"}[kind]
    if json:
        print_json({"file": str(path), "format": kind, unit: count})
    else:
        aside = path.is_symlink() or not path.is_file()  # It may be /dev/stdout, which must get nothing else.
        print(f"{count:,} {unit} written to {path}.", file=sys.stderr if aside else sys.stdout)


@audit.command()
def deck(
    number: _Number,
    table: _Table = "",
    unchecked: _Unchecked = False,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Recompute a round's deck and compare it with the cards dealt.

    The deck comes from the seed, the salt and the players' texts, which are revealed when the round is over.
    """
    from boston7.audit.decks import check_round
    from boston7.cards import format_cards

    with opened(db, key_folder, unchecked) as (record, key):
        result = check_round(record, _round(record, table, number, key))
    if result.in_play and not result.faults:
        fail(f"Round {number} at {result.table!r} is still in play: its seed is revealed when it is over.")
    committed = "{0.player} (seat {0.seat}) committed to a text and"
    lines = [
        f"Round {number} at table {result.table}",
        f"Commitment: {result.commitment or 'none'}",
        *(f"{one.player} added: {one.text!r}" for one in result.contributions),
        *(f"{committed.format(one)} did not reveal it: dealt without it." for one in result.missing),
        *(f"{committed.format(one)} left before bets were closed." for one in result.left),
        *((f"Seed: {result.seed}", f"Salt: {result.salt}") if result.seed else ()),
        *(f"Deck {shuffle}: {format_cards(cards)}" for shuffle, cards in enumerate(result.decks, 1)),
        *(f"Fault: {fault}" for fault in result.faults),
        *([f"All {result.dealt} cards dealt match the commitment."] if result.fair else ()),
    ]
    report(json, {**msgspec.to_builtins(result), "fair": result.fair}, *lines, passed=result.fair)


@audit.command()
def recheck(
    table: _Table = "", unchecked: _Unchecked = False, db: Db = "", key_folder: KeyFolder = None, json: Json = False
) -> None:
    """Settle the rounds of live tables again, and compare.

    They are settled from their entries, including corrections.
    """
    from boston7.audit.recheck import recheck as check

    with opened(db, key_folder, unchecked) as (record, _):
        _tables(record, table)
        found = list(check(record, table))
    faults = [one for one in found if one.fault]
    checked, old = [one for one in found if one.entered], [one for one in found if not one.entered]
    keyed, put_right = sum(one.keyed for one in checked), sum(one.corrections for one in checked)
    lines = [
        *(f"Round {one.round} at table {one.table}: {one.fault}" for one in faults),
        f"{len(checked):,} rounds of live tables rechecked: {keyed:,} keyed hands, {put_right:,} corrections.",
        *([f"{len(old):,} rounds predate the record of entries and cannot be rechecked."] if old else ()),
        "The record does not match the rules." if faults else "The record matches the rules.",
    ]
    report(json, {"ok": not faults, "rounds": found}, *lines, passed=not faults)


@audit.command()
def rng(
    decks: Annotated[
        int, typer.Option("--decks", metavar="N", min=1, help="How many decks to shuffle and test.")
    ] = 100_000,
    json: Json = False,
) -> None:
    """Shuffle decks as the tables do, and test them at the 99% level."""
    from boston7.extras import needs

    needs("sim", "audit rng")
    from boston7.fair.statistics import FEWEST, as_json, examine, shuffled, verdict

    if decks < FEWEST:
        fail(f"The tests need at least {FEWEST:,} decks.")
    with counting("decks shuffled") as progress:
        findings = examine(shuffled(decks, progress))
    passed = verdict(findings)
    lines = [
        f"{decks:,} decks; each test at the 99% level, the verdict at 99% over all tests.",
        *(
            f"  {'passed' if one.passed else 'FAILED'}  p = {one.p_value:.4f}  {one.test} (would show {one.looks_for})"
            for one in findings
        ),
        "No fault found." if passed else "The shuffle is not random.",
    ]
    report(json, as_json(decks, findings), *lines, passed=passed)


@contextmanager
def opened(db: str, key_folder: Path | None, unchecked: bool = False) -> Iterator[tuple[Record, RoomKey | None]]:
    """Open the record read-only, and check all of it first."""
    from boston7.record import open_record
    from boston7.record.opening import check_restores

    settings, key = _located(db, key_folder)
    noted = None if unchecked else _anchored(settings, key)
    seal_key = key.seal_key if key and not unchecked else None
    with open_record(db, read_only=True, seal_key=seal_key, noted=[noted] if noted else ()) as record:
        record.check()
        if key is None and not unchecked:  # Blank seals fail too: a forger without the key could have blanked them.
            fail(
                "The seals of this record cannot be checked: there is no room key here. Give its folder with"
                " --key-folder, or read it anyway with --unchecked."
            )
        if key is not None:
            check_restores(record, key)
        yield record, key


def _located(db: str, key_folder: Path | None) -> tuple[Settings, RoomKey | None]:
    """Return the settings of the record, and its key from the key folder or the record's folder."""
    from boston7.keys import find_room_key
    from boston7.record import is_postgres, record_file

    settings = settings_for(db, key_folder)
    folder = Path() if is_postgres(db) else record_file(db).parent
    return settings, find_room_key(key_folder or folder)


def _anchored(settings: Settings, key: RoomKey | None) -> tuple[int, str] | None:
    """Return the head that the room noted outside the database."""
    from boston7.record.opening import noted_head

    noted = noted_head(settings, key)
    return noted.head if noted else None


def _round(record: Record, table: str, number: int, key: RoomKey | None) -> Round:
    from boston7.audit.rounds import find

    names = _tables(record, table)
    if not table and len(names) != 1:
        fail(f"Choose a table with --table: {_listed(names)}.")
    found = find(record, table or names[0], number, key)
    if found is None:
        fail(f"There is no round {number} at table {table or names[0]!r} on record.")
    return found


def _tables(record: Record, table: str) -> tuple[str, ...]:
    """Return all tables on record. `table`, if given, must be one of them."""
    from boston7.audit.rounds import tables

    names: tuple[str, ...] = tables(record)
    if table and table not in names:
        fail(f"There is no table {table!r} on record. Tables: {_listed(names)}.")
    return names


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(repr(name) for name in names) or "none"
