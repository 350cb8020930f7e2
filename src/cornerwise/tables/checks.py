"""What a variant must be before it is compiled: a newcomer's slip gets a sentence, not a crash."""

from collections.abc import Mapping, Sequence

from cornerwise.rules import Board, Bonus, StartRule, Variant
from cornerwise.rules.variant import CONTACTS
from cornerwise.tables.grid import Orientation

MAX_COLORS = 4
MAX_PLAYERS = 4
MAX_PIECES = 32
MAX_SIZE = 8
MAX_COPIES = 127
"""What is left of a piece is a signed byte in observations."""
MAX_BONUS = 1000
"""Far above any score, and small enough for what a solved ending remembers."""
MAX_STARTS = 30
MAX_CELLS = 1000
MAX_GRID = 2048
"""Places of the padded grid, as `native/places.h` holds them."""
MAX_PLACEMENTS = 0xFFFF
"""Ids are 16 bits wide in the core, and the last one means no placement."""


class VariantError(ValueError):
    """The description of a variant does not hold together."""


Questions = list[tuple[bool, str]]
"""What may be wrong, and how to say so."""


def check_variant(variant: Variant) -> None:
    """Raise `VariantError` with the first thing that is wrong."""
    for questions in (_basics, _sizes, _pieces, _options, _starts, _people):
        _raise_first(variant, questions(variant))


def _basics(variant: Variant) -> Questions:
    """What all that is asked later takes for granted."""
    known = [rule.name for rule in variant.start_rules]
    return [
        ("en" not in variant.title, "needs a title in English"),
        (not variant.board.cells, "has a board without cells"),
        (not _in_order(variant.board), "has a board whose cells are not in the order of names"),
        (not known, "needs at least one start rule"),
        (_repeats(known), "has two start rules of one name"),
        (variant.start not in known, f"has no start rule {variant.start!r}"),
        (
            not isinstance(variant.copies, int),
            f"needs a whole number of copies, not {variant.copies!r}",
        ),
        (
            not _is_bonus(variant.bonus),
            f"has the bonus {variant.bonus!r}: it needs a Bonus of two whole numbers, "
            f"{-MAX_BONUS:,} to {MAX_BONUS:,}",
        ),
    ]


def _is_bonus(bonus: object) -> bool:
    return isinstance(bonus, Bonus) and all(
        isinstance(points, int) and abs(points) <= MAX_BONUS
        for points in (bonus.all_placed, bonus.single_last)
    )


def _in_order(board: Board) -> bool:
    """Row by row from below, each cell once: placements are found by their first cell."""
    return list(board.cells) == sorted(set(board.cells), key=lambda cell: (cell[1], cell[0]))


def _sizes(variant: Variant) -> Questions:
    """No more colors, players and cells than the core holds."""
    colors, cells = len(variant.colors), len(variant.board.cells)
    seated = {player for players in variant.controllers for player in players}
    return [
        (colors > MAX_COLORS, f"has {colors} colors; the core holds {MAX_COLORS}"),
        (
            not seated <= set(range(MAX_PLAYERS)),
            f"names a player beyond 0 to {MAX_PLAYERS - 1}, which the core holds",
        ),
        (cells > MAX_CELLS, f"has over {MAX_CELLS} cells"),
    ]


def _options(variant: Variant) -> Questions:
    """Those in force are some that it may have, and that there are."""
    contact, bonus = variant.contact, variant.bonus
    return [
        (contact not in variant.contacts, f"has no contact rule {contact!r}"),
        (
            contact not in CONTACTS,
            f"has the contact rule {contact!r}; there are: {', '.join(CONTACTS)}",
        ),
        (bonus not in variant.bonuses, f"has a {bonus} that is not in its bonuses"),
    ]


def _pieces(variant: Variant) -> Questions:
    """Some, of the board's lattice, each with a name of its own and no more than the core holds."""
    pieces = variant.pieces
    return [
        (not pieces, "needs at least one piece"),
        (len(pieces) > MAX_PIECES, f"has over {MAX_PIECES} pieces"),
        (any(piece.size > MAX_SIZE for piece in pieces), f"has a piece of over {MAX_SIZE} cells"),
        (_repeats([piece.name for piece in pieces]), "has two pieces of one name"),
        (
            any(piece.lattice != variant.board.lattice for piece in pieces),
            f"has pieces that do not fit a board of {variant.board.lattice.name}",
        ),
        (variant.copies < 1, "needs at least one copy of each piece"),
        (variant.copies > MAX_COPIES, f"has over {MAX_COPIES} copies of each piece"),
    ]


def _starts(variant: Variant) -> Questions:
    """The start rule speaks of cells and colors that there are."""
    rule, colors = variant.start_rule, len(variant.colors)
    lists = [rule.cells, *rule.open]
    lists += [names for left in rule.leaves.values() for names in left.values()]
    return [
        (len(rule.cells) > MAX_STARTS, f"has over {MAX_STARTS} start cells"),
        (len(rule.open) != colors, f"start rule {rule.name!r} needs open cells for each color"),
        (
            any(name not in variant.board.by_name for name in rule.cells),
            f"start rule {rule.name!r} names a cell that is not on the board",
        ),
        (any(map(_repeats, lists)), f"start rule {rule.name!r} names a cell twice"),
        (
            any(not set(rule.cells).issuperset(cells) for cells in rule.open),
            f"start rule {rule.name!r} opens a cell that is none of its cells",
        ),
        (
            any(_strays(rule, key, left, colors) for key, left in rule.leaves.items()),
            f"start rule {rule.name!r} leaves cells or names colors that it does not have",
        ),
    ]


def _people(variant: Variant) -> Questions:
    """Each color has a name and somebody to play it, each player one side and a number, each side
    players and colors that count for no other: who has the same colors is one side to the core."""
    colors = len(variant.colors)
    seated = {player for players in variant.controllers for player in players}
    sitting = [player for side in variant.sides for player in side.players]
    counted = [color for side in variant.sides for color in side.colors]
    return [
        (len(variant.controllers) != colors, "needs one tuple of controllers for each color"),
        (seated != set(sitting), "sides and controllers name different players"),
        (
            not set(counted) <= set(range(colors)),
            f"has a side with a color beyond 0 to {colors - 1}",
        ),
        (_repeats(variant.colors), "has two colors of one name"),
        (not all(variant.controllers), "has a color that nobody plays"),
        (_repeats(sitting), "has a player on two sides"),
        (_repeats(counted), "has a color that counts twice"),
        (
            not all(side.players and side.colors for side in variant.sides),
            "has a side without players or without colors",
        ),
        (
            set(sitting) != set(range(len(sitting))),
            "leaves out a player: they are numbered from 0, without a gap",
        ),
    ]


def _repeats(values: Sequence[object]) -> bool:
    return len(set(values)) < len(values)


def _strays(
    rule: StartRule, key: tuple[int, str], left: Mapping[int, tuple[str, ...]], colors: int
) -> bool:
    """Whether what one start leaves to the others names a color or a cell that is not there."""
    color, cell = key
    cells = {cell, *(name for names in left.values() for name in names)}
    return not (cells <= set(rule.cells) and {color, *left} <= set(range(colors)))


def check_shapes(variant: Variant, turned: Sequence[Orientation]) -> None:
    """Raise `VariantError` if two pieces have one shape, for a move is told by its cells alone, or
    if one has parts so far apart that the core cannot look at all of it."""
    piece_of: dict[tuple[object, ...], int] = {}
    for each in turned:
        name = variant.pieces[each.piece].name
        _raise_first(variant, [(_reach(each) > MAX_SIZE, f"has in {name} a piece of far parts")])
        first = piece_of.setdefault((each.kind, each.cells), each.piece)
        names = [variant.pieces[piece].name for piece in (first, each.piece)]
        text = f"has the shape of {names[0]} again in {names[1]}: for more of each there is copies"
        _raise_first(variant, [(first != each.piece, text)])


def _reach(turned: Orientation) -> int:
    """Columns or rows that it takes up, whichever are more."""
    columns, rows = [x for x, _ in turned.cells], [y for _, y in turned.cells]
    return 1 + max(max(columns) - min(columns), max(rows) - min(rows))


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


def _raise_first(variant: Variant, problems: Questions) -> None:
    for wrong, text in problems:
        if wrong:
            raise VariantError(f"variant {variant.name!r} {text}")
