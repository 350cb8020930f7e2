"""A packing in characters, a letter for each piece: of one color, colors would say nothing."""

from string import ascii_lowercase, ascii_uppercase

from cornerwise.puzzles.solution import Solution

LETTERS = ascii_uppercase + ascii_lowercase + "0123456789"


def format_pieces(solution: Solution) -> str:
    """Rows from the top, one character a cell; neighbors of different pieces differ in most cases
    (there are 62 letters), and always where a set of one color is packed."""
    board = solution.puzzle.variant.board
    x0, y0 = board.origin
    columns, rows = board.size
    grid = [["."] * columns for _ in range(rows)]
    for number, move in enumerate(solution.pieces):
        for cell in move.cells:
            x, y = board.cells[cell]
            grid[rows - 1 - (y - y0)][x - x0] = LETTERS[number % len(LETTERS)]
    return "\n".join("".join(row).rstrip(".") for row in grid)
