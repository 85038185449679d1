"""A house of your own: a preset with other numbers, checked when it is read, and settled by.

    python examples/own_house.py

The same by hand: boston7 houses show nhcg --toml > mine.toml, edit, boston7 houses check mine.toml
"""

from boston7.cards import parse_cards
from boston7.game import Position, settle
from boston7.hands import best_five
from boston7.house import InvalidHouse, preset_text, read_house

text = preset_text("nhcg")
text = text.replace('id = "nhcg"', 'id = "riverside"').replace('name = "NHCG"', 'name = "Riverside"')
text = text.replace("straight_flush = 50", "straight_flush = 40")

house = read_house(text)
print(f"{house.name} pays {house.ante_bonus['straight_flush']} to 1 for a straight flush.")
# Riverside pays 40 to 1 for a straight flush.

dealer = best_five(parse_cards("Ks Kd 9c 7d 4h 3s 2c"))
player = Position(2, {"ante": 10_00, "first": 10_00, "second": 10_00}, cards=parse_cards("9s 8s 7s 6s 5s Kh 2d"))
for line in settle(house, dealer, player):
    print(f"{line.wager}: {line.result}, paid {line.paid} cents")
# first: win, paid 1000 cents
# second: win, paid 1000 cents
# ante: win, paid 40000 cents

try:
    read_house(text.replace("pair = 1", "pair = -1"))
except InvalidHouse as error:
    print(error.problems[0].reason)
# a payout cannot be negative (-1 to 1)
