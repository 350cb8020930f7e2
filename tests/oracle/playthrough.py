"""A game as a page that a person can follow: positions drawn, moves listed, the end told.

`python -m oracle.playthrough` (in tests/) writes the files of tests/playthroughs again.
"""

from pathlib import Path

from cornerwise import Game, Move
from cornerwise.rules import VARIANTS, Variant
from oracle.games import random_game

FOLDER = Path(__file__).parents[1] / "playthroughs"
SEED = 2026


def picture(game: Game) -> list[str]:
    """One character a cell: the first letter of its color, or a dot."""
    board = game.variant.board
    x0, y0 = board.origin
    columns, rows = board.size
    marks = [[" "] * columns for _ in range(rows)]
    for (x, y), owner in zip(board.cells, game.owners.tolist(), strict=True):
        marks[y - y0][x - x0] = "." if owner < 0 else game.variant.colors[owner][0]
    lines = [f"{row + 1:>4} {''.join(marks[row])}".rstrip() for row in reversed(range(rows))]
    letters = "".join(chr(ord("a") + c % 26) for c in range(columns))
    return [*lines, f"     {letters}"]


def playthrough(variant: Variant) -> str:
    """A seeded game of the variant as text."""
    game = random_game(variant, SEED, large=0.9)
    again = Game(variant)
    options = " ".join(f"{key}={value}" for key, value in variant.options.items())
    lines = [f"{variant.title['en']} ({variant.name}), {options}", ""]
    for number, move in enumerate(game.moves, 1):
        lines.append(_told(again, number, move))
        again.play(move)
        lines += _news(again, move)
        if number % 20 == 0 or again.is_over:
            lines += ["", *picture(again), ""]
    return "\n".join([*lines, *_ending(again), ""])


def _told(game: Game, number: int, move: Move) -> str:
    count = len(game.legal_moves)
    player = f"player {game.player}"
    return f"{number:>3}  {player}  {move.color_name:<6} {move.piece:<2}  {count:>4} moves  {move}"


def _news(game: Game, move: Move) -> list[str]:
    """Colors that are out since this move."""
    before = game.copy()
    before.undo()
    gone = [c for c, out in enumerate(game.out) if out and not before.out[c]]
    return [f"     {game.variant.colors[c]} is out" for c in gone]


def _ending(game: Game) -> list[str]:
    result = game.result
    scores = zip(game.variant.colors, result.scores, strict=True)
    return [
        "scores  " + "  ".join(f"{color} {score}" for color, score in scores),
        "points  " + "  ".join(f"player {p}: {n}" for p, n in enumerate(result.points)),
        "places  " + "  ".join(f"player {p}: {n}" for p, n in enumerate(result.places)),
    ]


def main() -> None:
    for variant in VARIANTS.values():
        (FOLDER / f"{variant.name}.txt").write_text(playthrough(variant))


if __name__ == "__main__":
    main()
