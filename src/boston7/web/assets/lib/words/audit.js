// @ts-check
export const audit = {
  title: "Audit",
  chain: {
    title: "The record", intro: "Every entry is chained to the one before it. Verifying reads the whole journal and names the first entry that was altered, removed, inserted or moved.",
    verify: "Verify the whole record", verifying: "Reading the whole record…", head: "Last seal", note: "Note it elsewhere: it fixes everything before it.", copy: "Copy", copied: "Copied.",
    ok: "The record is whole: {entries} entries in {streams} streams, sealed at {seal}.", bad: "The record was tampered with: stream {stream}, entry {version}. {reason}",
    keyed: "All seals were checked with the room key.", none: "Not verified since this page was opened.",
    export: "Export", csv: "CSV", jsonl: "JSON lines", history: "Hand history",
  },
  search: {
    title: "Rounds", table: "Table", player: "Player", status: "Status", any: "any", complete: "complete", void: "void", from: "From", to: "To", submit: "Search",
    none: "No finished round fits.", older: "Older rounds", loading: "Searching…", all: "all tables",
    columns: { round: "Round", ended: "Ended", status: "Status", house: "House", dealer: "Dealer", seats: "Players", result: "House won" },
    found: "Rounds found",
  },
  shared: { picture: "Save a picture", table: "To the table" },
  film: {
    back: "All rounds", title: "{table}, round {round}", mark: "Replay", markText: "Replay of a finished round", loading: "Fetching the round…",
    play: "Play", pause: "Pause", first: "First step", previous: "Step back", next: "Step on", last: "Last step", speed: "Speed", scrub: "Step of the round", at: "Step {at} of {all}",
    steps: "Steps", by: "by {actor}", keys: "Space plays and pauses, the arrows step.", status: { complete: "complete", void: "void" }, rules: "Rules {version}",
    faceDown: "{text}, face down.", cards: "{text}: {cards}.",
    previousRound: "Round before", nextRound: "Round after",
    deck: "The deck", checking: "Recomputing the shuffle in this browser…", whole: "The whole proof", byHand: "Dealt by hand at a live table: there is no shuffle of the platform to recompute.",
    open: "No shuffle is on record for this round.",
  },
  entries: {
    title: "Counts, cash and people", search: "Search", csv: "CSV", none: "No matching entries.", all: "All", text: "Contains", person: "Person", table: "Table",
    book: "Book", from: "From", to: "To", least: "At least $", badAmount: "Enter a dollar amount, such as 500 or 1,250.50.",
    books: { shift: "Shift", cage: "Cage", people: "People", table: "Tables", rules: "Rules" },
    columns: ["Time", "Table or book", "What", "By", "Amount", "Entry"],
  },
};
