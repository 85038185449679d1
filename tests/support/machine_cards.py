"""The real place of every card and who has seen it, independent of the engine and fed only by its events.

At a live table, the engine knows few cards, but the deck on the felt has an order. This class keeps that order: a test
that deals looks up what to enter, and compares the table with the real cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from boston7.cards import DECK, UNKNOWN, Card
from boston7.game import Event, Table
from boston7.game import events as e
from boston7.game.actors import Actor


class RealCards:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.live = False
        self.players: dict[int, str] = {}
        self.clear()

    def clear(self) -> None:
        self.stub: list[Card] = []
        self.rack: list[Card] = []
        self.hands: dict[int, list[Card]] = {number: [] for number in range(7)}  # 0 is the dealer.
        self.drawn_ahead = 0
        self.racked: dict[int, list[Card]] = {}  # By seat, the hand as it went to the rack.
        self.entered: set[Card] = set()  # Faces entered at a live table, which must stay consistent.
        self.face_up: dict[int, set[Card]] = {number: set() for number in range(7)}
        self.holders: dict[int, str] = {}  # The players who held the seats when the hands were dealt.
        self.held: dict[str, set[Card]] = {}

    def may_see(self, viewer: Actor) -> set[Card]:
        """Return the face-up cards, and those dealt to the viewer (not to an earlier guest in the seat)."""
        seen = set().union(*self.face_up.values())
        return seen | self.held.get(viewer.name, set()) if viewer.role == "player" else seen

    def follow(self, event: Event) -> None:
        match event:
            case e.TableOpened():
                self.live = event.live
                self.clear()
            case e.PlayerSat() | e.LeavingUndone():
                self.players[event.seat] = event.player
            case e.SeatChanged():
                self.players[event.to] = self.players.pop(event.seat)
            case e.PlayerLeft():
                del self.players[event.seat]
            case e.DeckShuffled():
                self.clear()
                self.stub = list(event.deck) or self.rng.sample(DECK, 52)
            case e.DeckCut():
                self.stub = self.stub[event.at :] + self.stub[: event.at]
            case e.CardsDealt():
                self._dealt(event)
            case e.FaceUpCardFound(packet=packet) if packet is not None:
                if self.live:
                    self._enter(self.hands[packet], -1, event.card)
                self.rack.append(self.hands[packet].pop())
                assert self.rack[-1] is event.card
            case e.FaceUpCardFound():
                if self.live:
                    self._enter(self.stub, self.drawn_ahead, event.card)
                assert self.stub[self.drawn_ahead] is event.card
                self.rack.append(self.stub.pop(self.drawn_ahead))
            case e.CardDrawnInError():
                self.drawn_ahead += 1
            case e.FoldTakenBack():
                self.hands[event.seat] = hand = self.racked.pop(event.seat)
                self.rack = [card for card in self.rack if card not in hand]
            case e.HandMiscounted():
                self._recount(event.seat, event.count)
                self._enter_all(self.hands[event.seat], event.cards)
                self.held.get(self.players[event.seat], set()).difference_update(self.stub)
            # Otherwise a card besides the seven, whose face nobody names.
            case e.DealerMiscounted() if not self.face_up[e.DEALER_SPOT]:
                self._recount(e.DEALER_SPOT, event.count)
            case e.CardsReturned() | e.TableCleared() | e.DeckReplaced() | e.WentIdle() | e.TableClosed():
                self.clear()
            case e.CardsExposed(rank=rank) if rank:
                pass  # The result was keyed, not the cards.
            case e.CardsExposed() | e.HandTurned():
                self._turned_up(event.seat, event.cards)
            case e.DealerRevealed():
                self._turned_up(e.DEALER_SPOT, event.cards)
            case e.DealerCardsSeen():
                assert len(event.cards) <= len(self.hands[e.DEALER_SPOT]), event
                if self.live:
                    self._enter_all(self.hands[e.DEALER_SPOT], event.cards)
                assert set(event.cards) <= set(self.hands[e.DEALER_SPOT])
            case e.Settled():
                self._settled(event)

    def _dealt(self, event: e.CardsDealt) -> None:
        count = len(event.cards)
        cards, self.stub = self.stub[:count], self.stub[count:]
        self.drawn_ahead = max(0, self.drawn_ahead - count)
        self.hands[event.to] += cards
        if event.to != e.DEALER_SPOT:
            self.holders[event.to] = self.players[event.to]
            self.held.setdefault(self.holders[event.to], set()).update(cards)

    def _recount(self, place: int, count: int) -> None:
        """Correct the number of cards: extra ones came off the stub, and missing ones never left it."""
        hand = self.hands[place]
        while len(hand) < count:
            hand.append(self.stub.pop(0))
        while len(hand) > count:
            self.stub.insert(0, hand.pop())

    def _turned_up(self, place: int, cards: Sequence[Card]) -> None:
        self._enter_all(self.hands[place], cards)
        self.face_up[place] = set(cards)
        if place in self.holders:
            self.held[self.holders[place]].update(cards)

    def _settled(self, event: e.Settled) -> None:
        if event.moment == "three_card_bonus":
            self.face_up[event.seat] = set()  # Turned down again after payment (R3).
        else:
            self.racked[event.seat] = self.hands[event.seat]
            self.rack += self.hands[event.seat]
            self.hands[event.seat] = []

    def _enter_all(self, hand: list[Card], cards: Sequence[Card]) -> None:
        """Enter cards in any order, because a player turns seven cards over in any order."""
        for at, card in enumerate(cards):
            if card in hand:
                was = hand.index(card)
                hand[at], hand[was] = card, hand[at]
            if card is not UNKNOWN:
                self._enter(hand, at, card)

    def _enter(self, hand: list[Card], at: int, card: Card) -> None:
        """Enter a card. Nobody has seen the others, so a wrong entry that cannot be detected replaces the card."""
        if hand[at] is not card:
            assert card not in self.entered, f"{card.value} was entered elsewhere before"
            assert hand[at] not in self.entered, f"{hand[at].value} was shown there before"
            for place in (self.stub, self.rack, *self.hands.values()):
                if card in place:
                    place[place.index(card)] = hand[at]
                    break
            for racked in self.racked.values():
                if card in racked:
                    racked[racked.index(card)] = hand[at]
            hand[at] = card
        self.entered.add(card)

    def check(self, table: Table) -> None:
        """Check that all 52 cards are accounted for and in one place each."""
        places = {seat.number: seat.cards for seat in table.seats} | {e.DEALER_SPOT: table.dealer_cards}
        claimed = [table.stub, table.discard_rack, *(places[number] for number in range(7))]
        true = [self.stub, self.rack, *(self.hands[number] for number in range(7))]
        count = sum(map(len, claimed))
        assert count == 52 or (count == 0 and table.deck == "unshuffled"), f"{count} cards"
        known = [card for place in claimed for card in place if card is not UNKNOWN]
        assert len(known) == len(set(known)), "a card lies in two places"
        assert table.live or len(known) == count, "a virtual table has lost sight of a card"
        for said, really in zip(claimed, true, strict=True):
            assert len(said) == len(really), (said, really)
            for shown, card in zip(said, really, strict=True):
                assert shown in (card, UNKNOWN), (said, really)
