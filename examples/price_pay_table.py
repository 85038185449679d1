"""What a pay table costs: exact, at any stake, in a moment.

python examples/price_pay_table.py
"""

from boston7.house import preset
from boston7.odds import Pricing, Stakes, with_changes

house = preset("nhcg")
for pays in (50, 75, 100):
    changed = with_changes(house, [f"ante_bonus.straight_flush={pays}"])
    played = Pricing(changed, Stakes(ante=5_00)).round("optimal")
    print(f"{pays} to 1: house edge {float(played.house_edge):.4%} of the ante")
# 50 to 1: house edge 10.2246% of the ante
# 75 to 1: house edge 9.5283% of the ante
# 100 to 1: house edge 8.8321% of the ante

bonus = Pricing(house, Stakes(ante=5_00)).three_card_bonus
print(f"Three Card Bonus: {bonus.house_edge}, about {float(bonus.house_edge):.2%}")
# Three Card Bonus: 762/5525, about 13.79%

no_cap = with_changes(house, ["maximum_payout.amount=none"])
for ante in (5_00, 50_00):
    capped, uncapped = (Pricing(rules, Stakes(ante)).round("optimal").house_edge for rules in (house, no_cap))
    print(f"At ${ante // 100} the maximum payout costs {float(capped - uncapped):.4%}")
# At $5 the maximum payout costs 0.0065%
# At $50 the maximum payout costs 2.6555%
