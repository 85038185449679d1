// @ts-check
/** The hands that are paid, by the names house files have for them. */
export const awards = {
  royal_flush: "Royal flush",
  straight_flush: "Straight flush",
  four_of_a_kind: "Four of a kind",
  full_house: "Full house",
  flush: "Flush",
  straight: "Straight",
  three_of_a_kind: "Three of a kind",
  two_pair: "Two pair",
  pair: "Pair",
  high_card: "High card",
  six_card_royal: "Six-card royal",
  seven_card_royal: "Seven-card royal",
};
