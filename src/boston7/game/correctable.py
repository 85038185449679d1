"""Everything a person or the platform can ask of a table but a correction: the list, and each kind by its name.

A kind is declared where it is decided, in `acts` and `irregularities`. The order is that of the offers
and of the buttons. A correction holds commands of these kinds, so it is declared after them (`corrections.py`).
"""

from __future__ import annotations

from typing import TypeAlias

from boston7.game.acts.approving import ApproveRequest as ApproveRequest
from boston7.game.acts.approving import DeclineRequest as DeclineRequest
from boston7.game.acts.approving import WithdrawRequest as WithdrawRequest
from boston7.game.acts.betting import NoMoreBets as NoMoreBets
from boston7.game.acts.betting import PlaceWagers as PlaceWagers
from boston7.game.acts.betting import SitOut as SitOut
from boston7.game.acts.betting import WithdrawWagers as WithdrawWagers
from boston7.game.acts.carried import ChipsIn as ChipsIn
from boston7.game.acts.carried import ChipsOut as ChipsOut
from boston7.game.acts.carried import MoveSeat as MoveSeat
from boston7.game.acts.carried import UndoLeave as UndoLeave
from boston7.game.acts.claims import Decline as Decline
from boston7.game.acts.claims import Expose as Expose
from boston7.game.acts.claims import SettleBonuses as SettleBonuses
from boston7.game.acts.closing import BeginClosing as BeginClosing
from boston7.game.acts.closing import CloseTable as CloseTable
from boston7.game.acts.closing import EndPlay as EndPlay
from boston7.game.acts.dealing import CountStub as CountStub
from boston7.game.acts.dealing import Cut as Cut
from boston7.game.acts.dealing import Deal as Deal
from boston7.game.acts.dealing import OrderRecut as OrderRecut
from boston7.game.acts.dealing import RackStub as RackStub
from boston7.game.acts.dealing import Shuffle as Shuffle
from boston7.game.acts.decision import Fold as Fold
from boston7.game.acts.decision import PlaceSecond as PlaceSecond
from boston7.game.acts.deck_hand import HoldDeck as HoldDeck
from boston7.game.acts.floor import CorrectPayout as CorrectPayout
from boston7.game.acts.floor import CreditTray as CreditTray
from boston7.game.acts.floor import Evict as Evict
from boston7.game.acts.floor import FillTray as FillTray
from boston7.game.acts.floor import RefusePrizeCheck as RefusePrizeCheck
from boston7.game.acts.keyed import KeyHand as KeyHand
from boston7.game.acts.keyed import KeyRank as KeyRank
from boston7.game.acts.opening import CheckOff as CheckOff
from boston7.game.acts.opening import CountTray as CountTray
from boston7.game.acts.opening import GoIdle as GoIdle
from boston7.game.acts.opening import OpenTable as OpenTable
from boston7.game.acts.opening import ReplaceDeck as ReplaceDeck
from boston7.game.acts.rail import BuyIn as BuyIn
from boston7.game.acts.rail import BuyInCash as BuyInCash
from boston7.game.acts.rail import CashOut as CashOut
from boston7.game.acts.rail import Leave as Leave
from boston7.game.acts.rail import SeatWalkUp as SeatWalkUp
from boston7.game.acts.rail import Sit as Sit
from boston7.game.acts.setting import ChangeHand as ChangeHand
from boston7.game.acts.setting import Disclose as Disclose
from boston7.game.acts.setting import SetHand as SetHand
from boston7.game.acts.setting import WaiveRoyal as WaiveRoyal
from boston7.game.acts.showdown import NextRound as NextRound
from boston7.game.acts.showdown import Reveal as Reveal
from boston7.game.acts.showdown import RevealApart as RevealApart
from boston7.game.acts.showdown import Settle as Settle
from boston7.game.acts.showdown import TurnOver as TurnOver
from boston7.game.acts.staff import AnswerCall as AnswerCall
from boston7.game.acts.staff import CallFloor as CallFloor
from boston7.game.acts.staff import SignOff as SignOff
from boston7.game.acts.staff import SignOn as SignOn
from boston7.game.acts.staff import SignOnBeside as SignOnBeside
from boston7.game.acts.timeouts import TimeOut as TimeOut
from boston7.game.irregularities.boxed_card import FaceUpCard as FaceUpCard
from boston7.game.irregularities.dealer_exposed import DealerCardExposed as DealerCardExposed
from boston7.game.irregularities.dealer_misdeal import DealerMiscount as DealerMiscount
from boston7.game.irregularities.drawn_in_error import DrawnInError as DrawnInError
from boston7.game.irregularities.shuffler import ShufflerFailed as ShufflerFailed
from boston7.game.irregularities.void import VoidHand as VoidHand
from boston7.game.irregularities.void import VoidRound as VoidRound
from boston7.game.irregularities.wrong_count import WrongCount as WrongCount
from boston7.game.kinds import TO_TYPE as TO_TYPE
from boston7.game.kinds import snake as snake
from boston7.game.kinds import to_type as to_type

Correctable: TypeAlias = (
    OpenTable | CheckOff | CountTray | ReplaceDeck | OrderRecut | GoIdle
    | Shuffle | Cut | NoMoreBets | SettleBonuses | HoldDeck | Deal | RackStub | CountStub | Reveal | RevealApart
    | Settle | KeyHand | TurnOver | NextRound
    | FillTray | CreditTray | VoidRound | VoidHand | CorrectPayout | RefusePrizeCheck | Evict | BeginClosing | EndPlay
    | CloseTable
    | DealerCardExposed | FaceUpCard | DrawnInError | WrongCount | DealerMiscount | ShufflerFailed
    | ApproveRequest | DeclineRequest | WithdrawRequest
    | CallFloor | AnswerCall | SignOn | SignOnBeside | SignOff
    | TimeOut
    | Sit | SeatWalkUp | BuyIn | ChipsIn | BuyInCash | CashOut | ChipsOut | MoveSeat | Leave | UndoLeave | SitOut
    | PlaceWagers | WithdrawWagers | KeyRank | Expose | Decline | PlaceSecond | Fold | SetHand | ChangeHand
    | Disclose | WaiveRoyal
)  # fmt: skip
"""Any command that can stand in a correction. Whether it may be corrected, `corrections.py` says."""
