"""Refusals by the game rules: a code, a sentence in the dealer's words, and the clause."""

from __future__ import annotations

from typing import Literal

from boston7.declare import Rejection

Code = Literal[
    "wrong_role", "wrong_seat", "wrong_phase", "wrong_house", "table_closed", "seat_taken", "seat_empty", "in_play",
    "out_of_bounds", "unequal_wagers", "ante_required", "first_required", "bonus_needs_first", "not_enough_chips",
    "no_wager", "already_done", "not_ready", "wrong_cards", "unknown_cards", "tray_short", "no_such_award",
    "not_this_house", "reason_needed", "bad_transfer", "no_irregularity", "incomplete", "cards_needed",
    "no_such_chips", "no_such_bet",
]  # fmt: skip


def rejected(code: Code, reason: str, clause: str) -> Rejection:
    return Rejection("game", code, reason, clause)
