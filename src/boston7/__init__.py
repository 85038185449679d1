"""Boston 7 Stud Poker: the game as five card rooms wrote it down."""

__version__ = "0.1.0"
__all__ = ["__version__"]
