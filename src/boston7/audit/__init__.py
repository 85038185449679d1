"""Reading the record back: rounds replayed, decks recomputed, history written out."""
