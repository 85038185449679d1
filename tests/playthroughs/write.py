"""Whole rounds, written out to be read: `python tests/playthroughs/write.py` writes every file anew."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parent / "support")]

from playthroughs import houses, live, trouble  # noqa: E402 (a script finds its neighbours only now)
from playthroughs.dump import Playthrough  # noqa: E402

PLAYTHROUGHS: dict[str, Callable[[], Playthrough]] = {
    "filing-12031": houses.filing_12031,
    "nhcg": houses.nhcg,
    "seabrook": houses.seabrook,
    "rack-card": houses.rack_card,
    "exhibit-a": houses.exhibit_a,
    "opening": live.opening,
    "live-round": live.live_round,
    "r13-dealer-card-exposed": trouble.r13_dealer_card_exposed,
    "r14-face-up-cards": trouble.r14_face_up_cards,
    "r16-wrong-number-of-cards": trouble.r16_wrong_number_of_cards,
    "r17-dealer-misdealt": trouble.r17_dealer_misdealt,
    "r18-shuffler-stops": trouble.r18_shuffler_stops,
    "r19-eviction-and-closing": trouble.r19_eviction_and_closing,
}


def path(name: str) -> Path:
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    for name, play in PLAYTHROUGHS.items():
        path(name).write_text(play().text(), encoding="utf-8")
        print(f"wrote {path(name).relative_to(HERE.parent.parent)}")
