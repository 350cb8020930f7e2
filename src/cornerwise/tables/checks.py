"""What a variant must be before it is compiled: a newcomer's slip gets a sentence, not a crash."""

from cornerwise.rules import Variant

MAX_COLORS = 4
MAX_PIECES = 32
MAX_SIZE = 8
MAX_STARTS = 30
MAX_CELLS = 1000


class VariantError(ValueError):
    """The description of a variant does not hold together."""


def check_variant(variant: Variant) -> None:
    """Raise `VariantError` with the first thing that is wrong."""
    colors = len(variant.colors)
    rule = variant.start_rule
    problems = [
        (colors > MAX_COLORS, f"has {colors} colors; the core holds {MAX_COLORS}"),
        (len(variant.pieces) > MAX_PIECES, f"has over {MAX_PIECES} pieces"),
        (
            any(piece.size > MAX_SIZE for piece in variant.pieces),
            f"has a piece of over {MAX_SIZE} cells",
        ),
        (len(variant.board.cells) > MAX_CELLS, f"has over {MAX_CELLS} cells"),
        (len(rule.cells) > MAX_STARTS, f"has over {MAX_STARTS} start cells"),
        (len(variant.controllers) != colors, "needs one tuple of controllers for each color"),
        (len(rule.open) != colors, f"start rule {rule.name!r} needs open cells for each color"),
        (variant.contact not in variant.contacts, f"has no contact rule {variant.contact!r}"),
        (variant.copies < 1, "needs at least one copy of each piece"),
        (
            any(name not in variant.board.by_name for name in rule.cells),
            f"start rule {rule.name!r} names a cell that is not on the board",
        ),
        (
            {p for players in variant.controllers for p in players}
            != {p for side in variant.sides for p in side.players},
            "sides and controllers name different players",
        ),
    ]
    for wrong, text in problems:
        if wrong:
            raise VariantError(f"variant {variant.name!r} {text}")
