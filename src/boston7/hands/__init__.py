"""Hand evaluation. The batch kernel is in `boston7.hands.batch`, which is imported only when needed."""

from boston7.hands.five import Category, Hand, best_five, category_of, hand_name, hand_value, long_royal
from boston7.hands.names import HAND_WORDS, HandName, HandWords
from boston7.hands.three import ThreeCategory, three_category, three_hand, three_name

__all__ = [
    "HAND_WORDS",
    "Category",
    "Hand",
    "HandName",
    "HandWords",
    "ThreeCategory",
    "best_five",
    "category_of",
    "hand_name",
    "hand_value",
    "long_royal",
    "three_category",
    "three_hand",
    "three_name",
]
