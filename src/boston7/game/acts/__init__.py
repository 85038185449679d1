"""What each command causes: one file for each part of the game, one function for each command."""
