"""A table in the terminal: one person, bots and a virtual dealer. The engine decides; this package asks and prints."""
