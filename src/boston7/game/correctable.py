"""All commands except corrections: the list, and each kind by name.

Each kind is declared in the module that decides it, in `acts` or `irregularities`. The order is that of offers and
buttons. A correction contains commands of these kinds, so `corrections.py` comes after this module.
"""

# Other modules import the kinds from here. The mypy setting is in the file so that it applies in their code too.
# mypy: implicit-reexport

from __future__ import annotations

from typing import TypeAlias

from boston7.game.acts.approving import ApproveRequest, DeclineRequest, WithdrawRequest
from boston7.game.acts.betting import NoMoreBets, PlaceWagers, SitOut, WithdrawWagers
from boston7.game.acts.carried import ChipsIn, ChipsOut, MoveSeat, UndoLeave
from boston7.game.acts.claims import Decline, Expose, SettleBonuses
from boston7.game.acts.closing import BeginClosing, CloseTable, EndPlay
from boston7.game.acts.dealing import CountStub, Cut, Deal, OrderRecut, RackStub, Shuffle
from boston7.game.acts.decision import Fold, PlaceSecond
from boston7.game.acts.deck_hand import HoldDeck
from boston7.game.acts.floor import CorrectPayout, CreditTray, Evict, FillTray, RefusePrizeCheck
from boston7.game.acts.keyed import KeyHand, KeyRank
from boston7.game.acts.opening import CheckOff, CountTray, GoIdle, OpenTable, ReplaceDeck
from boston7.game.acts.rail import BuyIn, BuyInCash, CashOut, Leave, SeatWalkUp, Sit
from boston7.game.acts.setting import ChangeHand, Disclose, SetHand, WaiveRoyal
from boston7.game.acts.showdown import NextRound, Reveal, RevealApart, Settle, TurnOver
from boston7.game.acts.staff import AnswerCall, CallFloor, SignOff, SignOn, SignOnBeside
from boston7.game.acts.timeouts import TimeOut
from boston7.game.irregularities.boxed_card import FaceUpCard
from boston7.game.irregularities.dealer_exposed import DealerCardExposed
from boston7.game.irregularities.dealer_misdeal import DealerMiscount
from boston7.game.irregularities.drawn_in_error import DrawnInError
from boston7.game.irregularities.shuffler import ShufflerFailed
from boston7.game.irregularities.void import VoidHand, VoidRound
from boston7.game.irregularities.wrong_count import WrongCount
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
"""Any command that a correction can contain; `corrections.py` decides which may be corrected."""
