"""Which papers of the shift book were printed, by whom and when."""

from __future__ import annotations

import msgspec

from boston7.shift.kinds import ShiftEvent, Signature


class PaperPrinted(ShiftEvent, frozen=True):
    """A slip was printed. From the second time on it is a reprint."""

    serial: str


class Print(msgspec.Struct, frozen=True):
    by: Signature
    time: int


Prints = dict[str, list[Print]]
"""By serial."""


def apply_print(prints: Prints, event: PaperPrinted, time: int) -> None:
    prints.setdefault(event.serial, []).append(Print(event.by, time))
