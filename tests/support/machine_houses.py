"""The houses of tables on trial."""

from __future__ import annotations

from boston7.house import PRESETS, House, preset, preset_text, read_house
from boston7.house.load import example_text

_KEYED = """[entry]
hands = "results"
three_cards = "ranks"
cards_above = "$9"
"""


def _tight_house() -> House:
    """Return a house with limits that the shipped ones lack: four seats, a low cap, every stub counted, bonuses paid
    without a claim, results keyed."""
    text = preset_text("nhcg")
    for ours, theirs in {
        'id = "nhcg"': 'id = "tight"',
        "seats = 6": "seats = 4",
        'amount = "$1,000"': 'amount = "$12"',
        "count_stub_every = 5": "count_stub_every = 1",
        "cut_at_least = 10": "cut_at_least = 1",
        "expose = true": "expose = false",
        "disclose_long_royal = true": "disclose_long_royal = false",
        "[clauses]": f"{_KEYED}\n[clauses]",
        "[fixed_awards]": '[fixed_awards]\nsix_card_royal = "$8"\n',
    }.items():
        assert ours in text
        text = text.replace(ours, theirs, 1)
    return read_house(text)


def _many_bets() -> House:
    """Return a house with every kind of side bet, one of them under a low maximum payout."""
    six, five = (example_text(name) for name in ("six-card-bonus", "five-card-bonus"))
    bet = five[five.rindex("[[side_bets]]") : five.index("[ante_bonus]")].replace("capped = false", "capped = true")
    text = six.replace('id = "six-card-bonus"', 'id = "many-bets"', 1).replace('amount = "$1,000"', 'amount = "$60"')
    return read_house(text.replace("[ante_bonus]", f"{bet}[ante_bonus]", 1))


MANY_BETS = _many_bets()
HOUSES = {house.id: house for house in (*map(preset, PRESETS), _tight_house(), MANY_BETS)}
