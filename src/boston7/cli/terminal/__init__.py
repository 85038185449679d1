"""A table in the terminal: one person, some bots, a virtual dealer. The engine decides; this asks and shows."""
