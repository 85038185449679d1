"""Commands and events, by part of the game. Each command decides which events it causes."""
