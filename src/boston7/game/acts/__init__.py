"""Commands and events by part of the game; each command decides what it causes."""
