"""How a player spends a clock over a whole game."""

from cornerwise.play import Game

RESERVE = 0.05  # of the clock, kept back for the machine's own delays
DELAY = 0.02  # seconds that each move may take beside the thinking
LEAST = 0.005  # seconds: no search is worth less


def seconds_for_move(game: Game, left: float, increment: float = 0.0) -> float:
    """Seconds to think now, with `left` on the clock and `increment` after each move.

    Early moves shape the game and late ones are solved exactly, so the time per move
    falls as the player's stock does: a share of the clock for each move still to come,
    the next ones counting more.
    """
    player = game.player
    if player is None:
        return 0.0
    colors = [
        color
        for color, players in enumerate(game.variant.controllers)
        if player in players and not game.out[color]
    ]
    moves = sum(_moves_to_come(game, color) for color in colors)
    delays = DELAY * sum(sum(game.stock(color).values()) for color in colors)
    left = max(left, 2 * LEAST)  # whoever has no time left has to move all the same
    budget = max(left * (1 - RESERVE) - delays, left / 4)
    share = 1.6 / (moves + 0.6) if moves > 1 else 0.8
    return min(max(LEAST, budget * share + increment * 0.9), left / 2)


def _moves_to_come(game: Game, color: int) -> float:
    """About two thirds of a color's pieces get placed; the last of them need no thought."""
    pieces = sum(game.stock(color).values())
    controllers = len(game.variant.controllers[color])
    return max(1.0, (pieces * 0.67 - 1) / controllers)
