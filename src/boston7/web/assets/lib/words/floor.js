// @ts-check
export const floor = {
  title: "Floor",
  intro: "Every table at a glance. The band is where the win should lie 19 times in 20.",
  loading: "Looking over the floor…",
  none: "No table is set up yet.",
  new: "Set up a table",
  open: "Supervise {name}",
  watch: "Watch",
  console: "Console",
  practice: "practice",
  live: "live cards",
  virtual: "virtual",
  playMoney: "play money",
  round: "round {round}",
  summary: { table: "table", tables: "tables", players: "seated", tray: "in the trays", drop: "drop", won: "won", play: "{what}, play money" },
  numbers: { tray: "Tray", layout: "On the layout", rails: "On the rails", drop: "Drop", rounds: "Rounds", wagered: "Wagered" },
  empty: "empty seat",
  hold: {
    title: "Hold", none: "Nothing wagered yet.", actual: "Won {amount}", share: "{share} of what was wagered", expected: "Expected {amount}, {low} to {high}",
    chart: "Won {actual}; expected {expected}; 19 times in 20 between {low} and {high}.", outside: "Outside the band",
  },
  alert: {
    call: "Floor called: {what}, {time}",
    tray: "Tray below one maximum payout", count: "Tray to be counted", closing: "Closing: {reason}", void: "Round is void", closed: "Closed: open it", opening: "Being opened",
  },
  /** @type {Record<string, string>} */
  phase: {
    closed: "Closed", opening: "Opening", betting: "Wagers", shuffling: "Shuffling", cutting: "Cutting", dealing_three: "Dealing three",
    three_card_bonus: "3 Card Bonus", decision: "2nd or fold", dealing_four: "Dealing four", setting: "Setting hands", showdown: "Showdown",
    void: "Void", complete: "Round over", closing: "Closing",
  },
  dealer: "dealer {name}",
  make: {
    title: "Set up a table", name: "Name", house: "House rules", tray: "Chips in the tray", who: "Who deals",
    live: "A dealer, with real cards", human: "A dealer, with virtual cards", platform: "The platform, with virtual cards",
    money: "Play money (guests only)", device: "Dealt from", style: "Dealt", preinspected: "The deck is pre-inspected and pre-shuffled", submit: "Set up", cancel: "Cancel",
    bad: "Enter the chips in the tray as a dollar amount, such as 10000.", chooseHouse: "Choose…", badHouse: "Choose the house rules.",
    fast: "Fast settle: the dealer keys results, not cards", above: "Cards for any payout above", aboveNone: "no limit", badAbove: "Enter a dollar amount, or leave it empty for no limit.",
    /** @type {Record<string, string>} */
    devices: { automated_shoe: "an automated shoe", hand: "the hand", manual_shoe: "a manual shoe" },
    /** @type {Record<string, string>} */
    styles: { stack: "in stacks", single: "one card at a time" },
  },
  opening: { title: "Open the table", submit: "Open with this tray", waiting: "For you to do", nothing: "Waiting for the dealer.", done: "Done" },
  drawer: { acts: "What to do", seats: "Seats and chips", trouble: "Irregularity", house: "Change house rules", houseTo: "House rules", change: "Change", changed: "Changed. The next round is played under {name}.", choose: "Choose an act: the rules answer before anything is done.", last: "Last acts" },
};
