"""A patch computed field by field equals the difference between the two documents."""

from __future__ import annotations

from random import Random

import pytest

from boston7.cards import DECK
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Command, Table, decide, evolve
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, player
from boston7.game.legal import common_basis, legal, own_basis
from boston7.game.patch import difference, document, patch
from boston7.game.view import view
from boston7.house import House, preset

WHO = {seat: player(f"player {seat}") for seat in range(1, 7)}


def evening(house: House, dice: Random) -> list[Command]:
    """Return rounds in which some players fold, leave and return, or place no Three Card Bonus."""
    acts: list[Command] = [c.OpenTable(PLATFORM, "t", 10**9, automation=VIRTUAL_DEALER)]
    for seat in range(1, house.seats + 1):
        # Some players have too few chips for their wagers.
        chips = dice.choice((25_00, 65_00, 1_000_00)) if seat < 3 else 10**7
        acts += [c.Sit(WHO[seat], seat, WHO[seat].name), c.BuyIn(WHO[seat], seat, chips)]
    for _ in range(8):
        playing = [seat for seat in range(1, house.seats + 1) if dice.random() < 0.8]
        acts += [
            c.PlaceWagers(WHO[seat], seat, {"ante": 10_00, "first": 10_00, "three_card_bonus": dice.choice((0, 5_00))})
            for seat in playing
        ]
        acts += [c.NoMoreBets(PLATFORM), c.Shuffle(PLATFORM, tuple(dice.sample(DECK, 52)))]
        acts += [c.Expose(WHO[seat], seat) for seat in playing]
        acts += [dice.choice((c.PlaceSecond, c.PlaceSecond, c.Fold))(WHO[seat], seat) for seat in playing]
        acts += [c.SetHand(WHO[seat], seat) for seat in playing]
        gone = dice.choice(range(1, house.seats + 1))
        acts += [c.Leave(WHO[gone], gone), c.Sit(WHO[gone], gone, WHO[gone].name), c.BuyIn(WHO[gone], gone, 10**7)]
    return acts


@pytest.mark.parametrize("name", ["nhcg", "seabrook", "exhibit-a"])
def test_a_patch_is_the_difference_and_offers_depend_on_their_basis(name: str) -> None:
    house, table, looked = preset(name), CLOSED, 0
    viewers = [SPECTATOR, DEALER, WHO[1], WHO[2]]
    known: dict[object, tuple[object, object]] = {}
    for command in evening(house, Random(11)):
        events = decide(table, command, house)
        if isinstance(events, Rejection):
            continue
        for event in events:
            after = evolve(table, event)
            for viewer in viewers:
                wanted = difference(_told(table, viewer), _told(after, viewer))
                assert patch(table, after, viewer) == wanted
                looked += 1
            table = after
        for viewer in (WHO[1], WHO[2], player("nobody")):
            basis, offers = (common_basis(table, house), own_basis(table, viewer)), legal(table, house, viewer)
            assert known.setdefault((viewer, repr(basis)), (basis, offers))[1] == offers
            remembered = vars(house).pop("offers_known", {})
            assert legal(table, house, viewer) == offers, "what is remembered of offers is what would be asked for"
            vars(house)["offers_known"] = remembered
    assert looked > 1000


def _told(table: Table, viewer: object) -> dict[str, object]:
    return document(view(table, viewer))  # type: ignore[arg-type]
