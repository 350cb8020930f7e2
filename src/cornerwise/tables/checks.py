"""What a variant must be before it is compiled: a newcomer's slip gets a sentence, not a crash."""

from cornerwise.rules import Variant

MAX_COLORS = 4
MAX_PLAYERS = 4
MAX_PIECES = 32
MAX_SIZE = 8
MAX_STARTS = 30
MAX_CELLS = 1000
MAX_GRID = 2048
"""Places of the padded grid, as `native/places.h` holds them."""
MAX_PLACEMENTS = 0xFFFF
"""Ids are 16 bits wide in the core, and the last one means no placement."""


class VariantError(ValueError):
    """The description of a variant does not hold together."""


def check_variant(variant: Variant) -> None:
    """Raise `VariantError` with the first thing that is wrong."""
    colors = len(variant.colors)
    known = {rule.name for rule in variant.start_rules}
    _raise_first(variant, [(variant.start not in known, f"has no start rule {variant.start!r}")])
    rule = variant.start_rule
    seated = {player for players in variant.controllers for player in players}
    scored = {color for side in variant.sides for color in side.colors}
    problems = [
        (colors > MAX_COLORS, f"has {colors} colors; the core holds {MAX_COLORS}"),
        (
            any(player not in range(MAX_PLAYERS) for player in seated),
            f"names a player beyond 0 to {MAX_PLAYERS - 1}, which the core holds",
        ),
        (not variant.pieces, "needs at least one piece"),
        (len(variant.pieces) > MAX_PIECES, f"has over {MAX_PIECES} pieces"),
        (
            any(piece.size > MAX_SIZE for piece in variant.pieces),
            f"has a piece of over {MAX_SIZE} cells",
        ),
        (
            any(piece.lattice != variant.board.lattice for piece in variant.pieces),
            f"has pieces that do not fit a board of {variant.board.lattice.name}",
        ),
        (len(variant.board.cells) > MAX_CELLS, f"has over {MAX_CELLS} cells"),
        (len(rule.cells) > MAX_STARTS, f"has over {MAX_STARTS} start cells"),
        (len(variant.controllers) != colors, "needs one tuple of controllers for each color"),
        (len(rule.open) != colors, f"start rule {rule.name!r} needs open cells for each color"),
        (variant.contact not in variant.contacts, f"has no contact rule {variant.contact!r}"),
        (variant.bonus not in variant.bonuses, f"has a {variant.bonus} that is not in its bonuses"),
        (variant.copies < 1, "needs at least one copy of each piece"),
        (
            any(name not in variant.board.by_name for name in rule.cells),
            f"start rule {rule.name!r} names a cell that is not on the board",
        ),
        (
            any(not set(rule.cells).issuperset(cells) for cells in rule.open),
            f"start rule {rule.name!r} opens a cell that is none of its cells",
        ),
        (
            seated != {player for side in variant.sides for player in side.players},
            "sides and controllers name different players",
        ),
        (
            any(color not in range(colors) for color in scored),
            f"has a side with a color beyond 0 to {colors - 1}",
        ),
    ]
    _raise_first(variant, problems)


def check_extent(variant: Variant, *, grid: int, placements: int) -> None:
    """Raise `VariantError` if the compiled game is larger than the core's numbers reach."""
    problems = [
        (grid > MAX_GRID, f"needs {grid:,} places with its margins; the core holds {MAX_GRID:,}"),
        (
            placements > MAX_PLACEMENTS,
            f"has {placements:,} placements; the core holds {MAX_PLACEMENTS:,}: "
            "take a smaller board or fewer pieces",
        ),
    ]
    _raise_first(variant, problems)


def _raise_first(variant: Variant, problems: list[tuple[bool, str]]) -> None:
    for wrong, text in problems:
        if wrong:
            raise VariantError(f"variant {variant.name!r} {text}")
