/** The development room, which no player ever sees. */
export const dev = {
  title: "Development room",
  text: "Seeded, for this machine only. Log in as anyone with one click. Pages reload when a file changes.",
  people: "Log in as",
  tables: "Tables",
  console: "Dealer console",
  lobby: "Lobby",
};
