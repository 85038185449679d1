"""Everything that can happen at a table: the list, and each kind by its name. Replaying the events gives the table.

A kind is declared beside the command that causes it, in `acts` and `irregularities`.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

from boston7.game.acts.approving import ApprovalAsked as ApprovalAsked
from boston7.game.acts.approving import RequestAnswered as RequestAnswered
from boston7.game.acts.betting import BetsClosed as BetsClosed
from boston7.game.acts.betting import RoundBegun as RoundBegun
from boston7.game.acts.betting import SatOut as SatOut
from boston7.game.acts.betting import WagersPlaced as WagersPlaced
from boston7.game.acts.betting import WagersWithdrawn as WagersWithdrawn
from boston7.game.acts.carried import LeavingUndone as LeavingUndone
from boston7.game.acts.carried import SeatChanged as SeatChanged
from boston7.game.acts.claims import BonusDeclined as BonusDeclined
from boston7.game.acts.claims import CardsExposed as CardsExposed
from boston7.game.acts.closing import ClosingAnnounced as ClosingAnnounced
from boston7.game.acts.closing import TableClosed as TableClosed
from boston7.game.acts.dealing import CardsDealt as CardsDealt
from boston7.game.acts.dealing import DeckCut as DeckCut
from boston7.game.acts.dealing import DeckShuffled as DeckShuffled
from boston7.game.acts.dealing import RecutOrdered as RecutOrdered
from boston7.game.acts.dealing import StubCounted as StubCounted
from boston7.game.acts.dealing import StubRacked as StubRacked
from boston7.game.acts.decision import Folded as Folded
from boston7.game.acts.decision import SecondPlaced as SecondPlaced
from boston7.game.acts.deck_hand import DeckHeld as DeckHeld
from boston7.game.acts.floor import PayoutCorrected as PayoutCorrected
from boston7.game.acts.floor import PlayerEvicted as PlayerEvicted
from boston7.game.acts.floor import PrizeCheckRefused as PrizeCheckRefused
from boston7.game.acts.keyed import HandKeyed as HandKeyed
from boston7.game.acts.opening import CheckedOff as CheckedOff
from boston7.game.acts.opening import DeckReplaced as DeckReplaced
from boston7.game.acts.opening import PhaseEntered as PhaseEntered
from boston7.game.acts.opening import TableOpened as TableOpened
from boston7.game.acts.opening import TrayCounted as TrayCounted
from boston7.game.acts.opening import WentIdle as WentIdle
from boston7.game.acts.rail import ChipsMoved as ChipsMoved
from boston7.game.acts.rail import PlayerLeft as PlayerLeft
from boston7.game.acts.rail import PlayerSat as PlayerSat
from boston7.game.acts.setting import HandSet as HandSet
from boston7.game.acts.setting import RoyalDisclosed as RoyalDisclosed
from boston7.game.acts.setting import RoyalWaived as RoyalWaived
from boston7.game.acts.showdown import DealerRevealed as DealerRevealed
from boston7.game.acts.showdown import HandTurned as HandTurned
from boston7.game.acts.showdown import RoundCompleted as RoundCompleted
from boston7.game.acts.showdown import Settled as Settled
from boston7.game.acts.showdown import TableCleared as TableCleared
from boston7.game.acts.staff import DealerSignedOff as DealerSignedOff
from boston7.game.acts.staff import DealerSignedOn as DealerSignedOn
from boston7.game.acts.staff import FloorAnswered as FloorAnswered
from boston7.game.acts.staff import FloorCalled as FloorCalled
from boston7.game.corrections import Amended as Amended
from boston7.game.corrections import Corrected as Corrected
from boston7.game.irregularities.boxed_card import FaceUpCardFound as FaceUpCardFound
from boston7.game.irregularities.dealer_exposed import DealerCardsSeen as DealerCardsSeen
from boston7.game.irregularities.dealer_misdeal import DealerMiscounted as DealerMiscounted
from boston7.game.irregularities.drawn_in_error import CardDrawnInError as CardDrawnInError
from boston7.game.irregularities.shuffler import CardsReturned as CardsReturned
from boston7.game.irregularities.shuffler import ShufflerStopped as ShufflerStopped
from boston7.game.irregularities.void import HandVoided as HandVoided
from boston7.game.irregularities.void import RoundVoided as RoundVoided
from boston7.game.irregularities.wrong_count import FoldTakenBack as FoldTakenBack
from boston7.game.irregularities.wrong_count import HandMiscounted as HandMiscounted
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
