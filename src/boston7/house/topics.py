"""Topics that a house file cites clauses for, besides its values."""

from __future__ import annotations

RULE_TOPICS = (
    "procedure", "ante_required", "first_optional", "wagers_equal", "bonus_needs_first", "no_more_bets",
    "delivery", "bonus_bounds", "bonus_paid", "bonus_lost", "late_claim", "second_or_fold", "fold_loses",
    "ante_only", "set_five", "dealer_reveals", "settle_order", "player_higher", "tie", "dealer_higher",
    "ante_bonus", "ante_bonus_beaten", "highest_award", "maximum_payout", "royal_disclosed", "dealer_exposed",
    "face_up_card",
    "second_face_up_card", "drawn_in_error", "wrong_count", "dealer_six", "dealer_misdeal", "jam_shuffling",
    "jam_dealing", "void", "prize_check", "close_or_evict",
)  # fmt: skip

OUR_SECTIONS = ("entry", "filing", "seats_per_player")
"""Values that no document states; the citation is `ours` unless a house file gives its own."""

STEP_TOPICS = ("turn_down", "take_deck", "deck_hand", "spread_seven", "collect_push")
"""Steps for live dealers that only some documents name. A house has the steps it cites."""

OUR_TOPICS: tuple[str, ...] = ("floor_void", "room", "one_deck", "bonus_placed", "last_four", *STEP_TOPICS)
"""Optional citations; the default is `ours`. `room` covers card-room work around the game: seats, chips, cash, staff
and corrections."""
