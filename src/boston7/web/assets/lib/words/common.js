// @ts-check
export const common = {
  brand: "Boston 7",
  skip: "Skip to the page",
  menu: "Menu",
  nav: { label: "Pages", lobby: "Lobby", rules: "Rules", odds: "Odds", fairness: "Fairness", console: "Console", floor: "Floor", audit: "Audit", people: "People" },
  person: { guest: "Play as a guest", login: "Log in", logout: "Log out", account: "Your account", balance: "balance", nobody: "Not logged in" },
  settings: {
    title: "Settings", theme: "Theme", system: "System", dark: "Dark", light: "Light",
    deck: "Deck", two: "Two colours", four: "Four colours", motion: "Motion", full: "Full", reduced: "Reduced",
    sound: "Sound", on: "On", off: "Off", speed: "Speed", slow: "Slow", normal: "Normal", fast: "Fast",
  },
  connection: { up: "Connected", down: "Reconnecting…", idle: "Not connected" },
  error: {
    network: "The card room cannot be reached. Is it running?",
    strange: "The card room answered something we do not understand.",
    clause: "clause {clause}",
  },
  role: {
    needed: "This page is for: {roles}.",
    asWho: "You are here as {name} ({role}).",
    login: "Log in as somebody else",
    player: "player", dealer: "dealer", supervisor: "supervisor", auditor: "auditor", admin: "administrator", guest: "guest", nobody: "nobody yet",
  },
  card: { back: "card, face down" },
  chips: { stack: "{amount} in chips" },
  close: "Close",
  cancel: "Cancel",
  ok: "OK",
  seat: "seat {seat}",
  wagers: { ante: "Ante", first: "1st", second: "2nd", three_card_bonus: "3 Card Bonus" },
};
