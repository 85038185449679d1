"""All events, and each kind by name. Replaying a table's events reproduces the table.

Each kind is declared next to the command that causes it, in `acts` and `irregularities`.
"""

# Other modules import the kinds from here. The mypy setting is in the file so that it applies in their code too.
# mypy: implicit-reexport

from __future__ import annotations

from typing import TypeAlias, get_args

from boston7.game.acts.approving import ApprovalAsked, RequestAnswered
from boston7.game.acts.betting import BetsClosed, RoundBegun, SatOut, WagersPlaced, WagersWithdrawn
from boston7.game.acts.carried import LeavingUndone, SeatChanged
from boston7.game.acts.claims import BonusDeclined, CardsExposed
from boston7.game.acts.closing import ClosingAnnounced, TableClosed
from boston7.game.acts.dealing import CardsDealt, DeckCut, DeckShuffled, RecutOrdered, StubCounted, StubRacked
from boston7.game.acts.decision import Folded, SecondPlaced
from boston7.game.acts.deck_hand import DeckHeld
from boston7.game.acts.floor import PayoutCorrected, PlayerEvicted, PrizeCheckRefused
from boston7.game.acts.keyed import HandKeyed
from boston7.game.acts.opening import CheckedOff, DeckReplaced, PhaseEntered, TableOpened, TrayCounted, WentIdle
from boston7.game.acts.rail import ChipsMoved, PlayerLeft, PlayerSat
from boston7.game.acts.setting import HandSet, RoyalDisclosed, RoyalWaived
from boston7.game.acts.showdown import DealerRevealed, HandTurned, RoundCompleted, Settled, TableCleared
from boston7.game.acts.staff import DealerSignedOff, DealerSignedOn, FloorAnswered, FloorCalled
from boston7.game.corrections import Amended as Amended
from boston7.game.corrections import Corrected
from boston7.game.irregularities.boxed_card import FaceUpCardFound
from boston7.game.irregularities.dealer_exposed import DealerCardsSeen
from boston7.game.irregularities.dealer_misdeal import DealerMiscounted
from boston7.game.irregularities.drawn_in_error import CardDrawnInError
from boston7.game.irregularities.shuffler import CardsReturned, ShufflerStopped
from boston7.game.irregularities.void import HandVoided, RoundVoided
from boston7.game.irregularities.wrong_count import FoldTakenBack, HandMiscounted
from boston7.game.kinds import Event as AnyEvent
from boston7.game.table import DEALER_SPOT as DEALER_SPOT

Event: TypeAlias = (
    TableOpened | CheckedOff | TrayCounted | DeckReplaced | WentIdle | PhaseEntered
    | PlayerSat | SeatChanged | PlayerLeft | LeavingUndone | ChipsMoved
    | RoundBegun | WagersPlaced | WagersWithdrawn | SatOut | BetsClosed | DeckShuffled | DeckCut | RecutOrdered
    | DeckHeld | CardsDealt | StubCounted | StubRacked | CardsExposed | BonusDeclined | SecondPlaced | Folded | HandSet
    | RoyalDisclosed | RoyalWaived | DealerRevealed | HandTurned | HandKeyed | Settled | RoundCompleted | TableCleared
    | DealerCardsSeen | FaceUpCardFound | CardDrawnInError | HandMiscounted | FoldTakenBack | HandVoided
    | DealerMiscounted | ShufflerStopped | CardsReturned | RoundVoided | PlayerEvicted | PrizeCheckRefused
    | PayoutCorrected | Corrected | ApprovalAsked | RequestAnswered
    | ClosingAnnounced | TableClosed | DealerSignedOn | DealerSignedOff | FloorCalled | FloorAnswered
)  # fmt: skip
"""Any event."""

EVENTS: tuple[type[AnyEvent], ...] = get_args(Event)
