"""The computer that the commands play against."""

from cornerwise.gtp import LargestPiece, Player


def computer(seed: int | None = None) -> Player:
    """A player; the same seed gives the same moves."""
    return LargestPiece(None if seed is None else abs(seed) % 10**19)
