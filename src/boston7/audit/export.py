"""Exports of the history: CSV for spreadsheets, JSON lines for programs, a hand history for people."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol

import msgspec

from boston7.audit.corrections import write_corrections
from boston7.audit.rounds import Round, RoundStep, clock, rounds, stream, tables
from boston7.audit.spreadsheet import harmless
from boston7.cards import UNKNOWN, format_cards
from boston7.fair.hidden import ACCOUNT_SECRETS, command_on_record
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, Actor
from boston7.game.correctable import Correctable
from boston7.game.table import Table
from boston7.house.ruleset import MAIN_WAGERS
from boston7.keys import RoomKey
from boston7.money import dollars, signed_dollars
from boston7.narrate import state_line, tell
from boston7.record import Entry
from boston7.record.commit import LINK
from boston7.record.record import Record

COLUMNS = (
    "time", "round_id", "table", "round", "seat", "player", "house", "pay_table",
    "ante", "first", "second", "side_bets", "choices", "cards", "dealer_cards", "outcome",
    "paid", "returned", "collected", "net", "balance_before", "chips_in", "balance_after", "status", "dealer", "units",
    "keyed", "unknown_cards",
)  # fmt: skip
"""Amounts are in `units`. `player` was dealt the hand, and `dealer` dealt it. For the player's stay at the seat,
`balance_before` + `net` + `chips_in` (bought less cashed) = `balance_after`. `keyed` names the parts settled by a keyed
result instead of cards, which cannot be judged again. `unknown_cards` were never entered."""
UNITS = "cents"

_UNTOLD = (e.PhaseEntered, e.DeckShuffled)


def seat_rows(played: Round) -> Iterator[dict[str, Any]]:
    """Yield one row for each seat that wagered, in seat order (GLI-19 2.8.2)."""
    if not played.steps:
        return
    last = played.steps[-1]
    begun = next(s.event for s in reversed(played.steps) if isinstance(s.event, e.RoundBegun))
    dealer = format_cards(played.dealer)
    for hand in played.hands():
        wagers, lines, number = hand.wagers, hand.lines, hand.wagers.number
        stakes = wagers.wagers | {line.wager: line.stake for line in lines}
        stay = _stay(played.steps, number, hand.placed)
        sat = isinstance(stay[0].event, e.PlayerSat)
        yield {
            "time": clock(last.entry.time),
            "round_id": played.id,
            "table": played.table,
            "round": played.number,
            "seat": number,
            "player": wagers.player or "",
            "house": begun.house,
            "pay_table": begun.version,
            **{wager: stakes.pop(wager, 0) for wager in MAIN_WAGERS},
            "side_bets": "; ".join(f"{bet} {cents}" for bet, cents in stakes.items()),
            "choices": _choices(played, number),
            "cards": format_cards(_cards(played, number)) if played.finished else "",
            "dealer_cards": dealer,
            "outcome": "; ".join(f"{line.wager} {line.result}" for line in lines),
            "paid": sum(line.paid for line in lines),
            "returned": sum(line.returned for line in lines),
            "collected": sum(line.collected for line in lines),
            "net": hand.net,
            "balance_before": _chips(stay[0].after if sat else stay[0].before, number),
            "chips_in": _chips_in(stay, number),
            "balance_after": _chips(stay[-1].after, number),
            "status": played.status,
            "dealer": _dealt_by(played),
            "units": UNITS,
            "keyed": _keyed(played, number),
            "unknown_cards": sum(not card.known for card in _cards(played, number)) if played.finished else "",
        }


def _chips(table: Table, number: int) -> int:
    return table.seat(number).chips


def _stay(steps: list[RoundStep], number: int, wagered: int) -> list[RoundStep]:
    """Return the steps during which the player of this wager had the seat. Others may have had it before or after."""
    sat = [at for at in range(wagered) if isinstance(steps[at].event, e.PlayerSat) and _of(steps[at], number)]
    left = [
        at for at in range(wagered, len(steps)) if isinstance(steps[at].event, e.PlayerLeft) and _of(steps[at], number)
    ]
    return steps[sat[-1] if sat else 0 : left[0] + 1 if left else None]


def _of(step: RoundStep, number: int) -> bool:
    return getattr(step.event, "seat", None) == number


def _dealt_by(played: Round) -> str:
    """Return the names of those who dealt the cards, in order. The platform deals where no dealer does."""
    dealt = [step for step in played.steps if isinstance(step.event, e.CardsDealt)]
    acted = [f"dealer {step.before.dealer}" if step.before.dealer else step.entry.actor for step in dealt]
    names = [actor.removeprefix("dealer ") if actor.startswith("dealer") else "platform" for actor in acted]
    return "; ".join(dict.fromkeys(names))


def _chips_in(steps: list[RoundStep], number: int) -> int:
    """Return the chips that reached or left the rail other than by wagers: bought, cashed or corrected."""
    rail, total = f"rail:{number}", 0
    for step in steps:
        if isinstance(step.event, (e.ChipsMoved, e.PlayerLeft, e.PayoutCorrected)):
            for transfer in step.event.transfers:
                total += transfer.cents * ((transfer.target == rail) - (transfer.source == rail))
        elif isinstance(step.event, e.Corrected):
            total += step.event.cash(step.before).get(number, 0)
    return total


def _cards(played: Round, number: int) -> tuple[Any, ...]:
    """Return the cards of the hand in its final state, as far as they ever became known."""
    hands = [step.before.seat(number).cards for step in reversed(played.steps)]
    own = [one for one in _entered(played) if getattr(one, "seat", 0) == number]
    if own:  # After a correction, the entered cards count.
        dealt = max(map(len, hands))
        turned = next((one.five + one.discards for one in reversed(own) if isinstance(one, c.TurnOver)), ())
        shown = next((one.cards for one in reversed(own) if isinstance(one, c.Expose)), ())
        known = turned or shown
        return (*known, *(UNKNOWN,) * (dealt - len(known)))
    return max(hands, key=lambda cards: (len(cards), sum(card.known for card in cards)), default=())


def _entered(played: Round) -> list[Correctable]:
    """Return the final entries of a corrected round, or an empty list if nothing was corrected."""
    changes = _changes(played)
    if not changes:
        return []
    found: list[Correctable] = []
    for step in played.steps:
        command = command_on_record(step.entry.body)
        if command is not None and step.entry.version in changes:
            command = changes[step.entry.version]
        if command is not None:
            found.append(command)
    return found


def _changes(played: Round) -> dict[int, Correctable | None]:
    """Return the corrected entries by number, with their final commands. An undone entry has None."""
    corrected = [step.event for step in played.steps if isinstance(step.event, e.Corrected)]
    return {change.entry: change.now for event in corrected for change in event.amended}


def _keyed(played: Round, number: int) -> str:
    """Return the parts settled by a keyed result: three cards, the hand, or both."""
    settled = [(step.event, step.before) for step in played.steps if isinstance(step.event, e.Settled)]
    return "; ".join(filter(None, [event.by_key(before) for event, before in settled if event.seat == number]))


def _choices(played: Round, number: int) -> str:
    """Return the decisions at the seat. Those of the platform are marked (GLI-19 A.6.4)."""
    words, changes = [], _changes(played)
    for step in played.steps:
        event, entry = step.event, step.entry.version
        if entry in changes and event.seat_at() == number:
            if now := changes[entry]:
                words.append(f"{now.__struct_config__.tag} [corrected]")
        elif event.about.choice and event.seat_at() == number:
            cards = event.five if isinstance(event, e.HandSet) else None
            name = str(event.__struct_config__.tag) + (f" {format_cards(cards)}" if cards else "")
            by: Actor | None = getattr(event, "by", None)
            words.append(f"{name} [platform]" if by == PLATFORM else name)
    return "; ".join(words)


def write_csv(record: Record, file: IO[str], key: RoomKey | None, *, discreet: bool = False) -> int:
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    count = 0
    for played in _rounds(record, key, discreet):
        for row in seat_rows(played):
            writer.writerow({name: harmless(value) for name, value in row.items()})
            count += 1
    return count


def _rounds(record: Record, key: RoomKey | None, discreet: bool) -> Iterator[Round]:
    for table in tables(record):
        yield from (played for played in rounds(record, table, key) if played.finished or not discreet)


def write_jsonl(record: Record, file: IO[str], key: RoomKey | None = None, *, discreet: bool = False) -> int:
    """Write every entry as stored, in commit order, with the data of its digest.

    With `discreet`, unfinished rounds are omitted from their first entry on, and so are the digests of their commits:
    three unknown cards could be found from a digest by trial. Account secrets are blanked. `withheld` names what a line
    lacks.
    """
    count, last = 0, record.position()
    secret_from = _unfinished(record) if discreet else {}
    secret = _digests(record, secret_from)
    for entry in record.entries():
        if entry.position > last:
            break
        if entry.version >= secret_from.get(entry.stream, entry.version + 1):
            continue
        fields = {name: getattr(entry, name) for name in entry.__struct_fields__ if name != "body"}
        body, withheld = _blanked(entry) if discreet else (entry.body, ())
        hidden = tuple(name for name in ("previous", "digest") if fields[name] in secret)
        fields |= dict.fromkeys(hidden, "")
        fields |= {"withheld": withheld + hidden} if withheld or hidden else {}
        file.write(msgspec.json.encode({**fields, "body": msgspec.Raw(body)}).decode() + "\n")
        count += 1
    return count


def _unfinished(record: Record) -> dict[str, int]:
    """Return the first version of the unfinished round, by stream."""
    begun = {}
    for table in tables(record):
        played = deque(rounds(record, table), maxlen=1)
        if played and not played[0].finished:
            begun[stream(table)] = played[0].steps[0].entry.version
    return begun


def _digests(record: Record, secret_from: dict[str, int]) -> set[str]:
    """Return the digests of commits with secret entries, in full and as the next commit repeats them."""
    digests = {entry.digest for name, begun in secret_from.items() for entry in record.scan(name, begun - 1)}
    return digests | {digest[: 2 * LINK] for digest in digests}


_SNAPSHOT = b'{"type":"snapshot'
"""The prefix also matches parts of a snapshot, which repeat the contents of entries with their secrets."""


def _blanked(entry: Entry) -> tuple[bytes, tuple[str, ...]]:
    if entry.body.startswith(_SNAPSHOT):
        return _SNAPSHOT + b'"}', ("state",)
    if entry.stream != "people":
        return entry.body, ()
    body: dict[str, Any] = msgspec.json.decode(entry.body)
    secret = tuple(name for name in body if name in ACCOUNT_SECRETS and body[name])
    return msgspec.json.encode(body | dict.fromkeys(secret, "")), secret


def write_history(record: Record, file: IO[str], key: RoomKey | None, *, discreet: bool = False) -> int:
    count = 0
    for played in _rounds(record, key, discreet):
        file.writelines(f"{line}\n" for line in history(played))
        count += 1
    return count


def history(played: Round) -> Iterable[str]:
    """Yield the lines of one round as a hand history."""
    first = played.steps[0]
    when = clock(first.entry.time)
    yield f"Boston 7 Stud Poker, table {played.table}, round {played.number} ({played.status}), {when}"
    for step in played.steps:
        if not isinstance(step.event, _UNTOLD if played.finished else (*_UNTOLD, e.CardsDealt, e.CardsExposed)):
            yield f"  {tell(step.event, step.before, form='record')}"
    for row in seat_rows(played):
        change = signed_dollars(row["net"])
        yield f"  Seat {row['seat']}, {row['player']}: {change}, now {dollars(row['balance_after'])}"
    yield f"  {state_line(played.steps[-1].after)}"
    yield ""


class Writer(Protocol):
    """Writes a whole record to a file, and returns the number of rows, entries or rounds."""

    def __call__(self, record: Record, file: IO[str], key: RoomKey | None, *, discreet: bool = False) -> int: ...


WRITERS: dict[str, Writer] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "history": write_history,
    "corrections": write_corrections,
}
SUFFIXES = {"csv": "csv", "jsonl": "jsonl", "history": "txt", "corrections": "corrections.csv"}
SHEETS = ("csv", "corrections")
"""Formats for spreadsheets: the CSV writer ends the lines."""


def export_to(record: Record, kind: str, out: BinaryIO, key: RoomKey | None) -> int:
    """Write to an open stream, such as standard output, and leave it open."""
    file = TextIOWrapper(out, encoding="utf-8", newline="" if kind in SHEETS else None, write_through=True)
    try:
        return WRITERS[kind](record, file, key)
    finally:
        file.detach()


def export(record: Record, kind: str, target: Path, key: RoomKey | None) -> tuple[Path, int]:
    """Write to a file, or to a default name in a folder. The file appears when it is complete.

    Devices, pipes and symbolic links are written in place and never replaced.
    """
    path = target / f"boston7.{SUFFIXES[kind]}" if target.is_dir() else target
    newline = "" if kind in SHEETS else None
    if path.is_symlink() or (path.exists() and not path.is_file()):
        with path.open("w", encoding="utf-8", newline=newline) as file:
            return path, WRITERS[kind](record, file, key)
    draft = path.with_name(f".{path.name}.part")
    try:
        with draft.open("w", encoding="utf-8", newline=newline) as file:
            count = WRITERS[kind](record, file, key)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path, count
