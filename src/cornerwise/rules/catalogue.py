"""Every game. To add one, add a dozen lines here: the computer, the pages, the records follow.

Seats around a table of four colors:  blue 0, yellow 1, red 2, green 3.
"""

from typing import Any

from cornerwise.rules.board import hexagon, rectangle
from cornerwise.rules.pieces import POLYIAMONDS, POLYOMINOES, named
from cornerwise.rules.starts import any_of, assigned, spaced, symmetric
from cornerwise.rules.variant import CONTACTS, Bonus, OptionError, Side, Variant

FOUR = ("blue", "yellow", "red", "green")
TWO = ("purple", "orange")

EACH_OF_TWO = tuple(Side((p,), (p,)) for p in range(2))
EACH_OF_THREE = tuple(Side((p,), (p,)) for p in range(3))
EACH_OF_FOUR = tuple(Side((p,), (p,)) for p in range(4))
TWO_COLORS_EACH = (Side((0,), (0, 2)), Side((1,), (1, 3)))
TWO_TEAMS = (Side((0, 2), (0, 2)), Side((1, 3), (1, 3)))

OWN_COLOR = ((0,), (1,), (2,), (3,))
ALTERNATELY = ((0,), (1,), (0,), (1,))
FOURTH_SHARED = ((0,), (1,), (2,), (0, 1, 2))

CLASSIC_CORNERS = ("a20", "t20", "t1", "a1")
TRIGON_RING = ("r15", "z12", "z7", "r4", "j7", "j12")
SMALL_TRIGON_RING = ("p14", "x11", "x6", "p3", "h6", "h11")

_classic: dict[str, Any] = dict(
    board=rectangle(20, 20),
    pieces=POLYOMINOES,
    colors=FOUR,
    start_rules=(assigned(*CLASSIC_CORNERS), any_of(*CLASSIC_CORNERS, colors=4)),
)
_trigon: dict[str, Any] = dict(
    board=hexagon(9),
    pieces=POLYIAMONDS,
    colors=FOUR,
    contacts=CONTACTS,
)
_trigon_any = any_of(*TRIGON_RING, colors=4)
_trigon_opposite = symmetric(*TRIGON_RING, partners=((0, 2), (1, 3)))

_CATALOGUE = (
    Variant(
        name="classic",
        title={"en": "Classic", "fr": "Classique"},
        sgf="Blokus",
        controllers=OWN_COLOR,
        sides=EACH_OF_FOUR,
        **_classic,
    ),
    Variant(
        name="classic_2",
        title={"en": "Classic for two", "fr": "Classique à deux"},
        sgf="Blokus Two-Player",
        controllers=ALTERNATELY,
        sides=TWO_COLORS_EACH,
        **_classic,
    ),
    Variant(
        name="classic_3",
        title={"en": "Classic for three", "fr": "Classique à trois"},
        sgf="Blokus Three-Player",
        controllers=FOURTH_SHARED,
        sides=EACH_OF_THREE,
        **_classic,
    ),
    Variant(
        name="classic_teams",
        title={"en": "Classic in teams", "fr": "Classique en équipes"},
        sgf="Blokus",
        controllers=OWN_COLOR,
        sides=TWO_TEAMS,
        **_classic,
    ),
    Variant(
        name="duo",
        title={"en": "Duo", "fr": "Duo"},
        sgf="Blokus Duo",
        board=rectangle(14, 14),
        pieces=POLYOMINOES,
        colors=TWO,
        controllers=OWN_COLOR[:2],
        sides=EACH_OF_TWO,
        start_rules=(any_of("e10", "j5", colors=2), assigned("e10", "j5")),
        sgf_start="assigned",
    ),
    Variant(
        name="junior",
        title={"en": "Junior", "fr": "Junior"},
        sgf="Blokus Junior",
        board=rectangle(14, 14),
        pieces=named(POLYOMINOES, "1 2 I3 V3 I4 L4 T4 Z4 O I5 L5 P"),
        copies=2,
        colors=TWO,
        controllers=OWN_COLOR[:2],
        sides=EACH_OF_TWO,
        start_rules=(assigned("e10", "j5"), any_of("e10", "j5", colors=2)),
        bonus=Bonus(0, 0),
        bonuses=(Bonus(0, 0),),
    ),
    Variant(
        name="trigon",
        title={"en": "Trigon", "fr": "Trigon"},
        sgf="Blokus Trigon",
        controllers=OWN_COLOR,
        sides=EACH_OF_FOUR,
        start_rules=(_trigon_any,),
        **_trigon,
    ),
    Variant(
        name="trigon_2",
        title={"en": "Trigon for two", "fr": "Trigon à deux"},
        sgf="Blokus Trigon Two-Player",
        controllers=ALTERNATELY,
        sides=TWO_COLORS_EACH,
        start_rules=(_trigon_opposite, _trigon_any),
        sgf_start="any",
        **_trigon,
    ),
    Variant(
        name="trigon_3",
        title={"en": "Trigon for three", "fr": "Trigon à trois"},
        sgf="Blokus Trigon Three-Player",
        board=hexagon(8),
        pieces=POLYIAMONDS,
        colors=FOUR[:3],
        controllers=OWN_COLOR[:3],
        sides=EACH_OF_THREE,
        start_rules=(spaced(*SMALL_TRIGON_RING, colors=3), any_of(*SMALL_TRIGON_RING, colors=3)),
        sgf_start="any",
        contacts=CONTACTS,
    ),
    Variant(
        name="trigon_teams",
        title={"en": "Trigon in teams", "fr": "Trigon en équipes"},
        sgf="Blokus Trigon",
        controllers=OWN_COLOR,
        sides=TWO_TEAMS,
        start_rules=(_trigon_opposite, _trigon_any),
        sgf_start="any",
        **_trigon,
    ),
)

VARIANTS = {v.name: v for v in _CATALOGUE}
"""Every variant with its default options, by name."""


def variant(name: str, **options: Any) -> Variant:
    """A variant of the catalogue, with options.

    >>> variant("trigon_3", contact="alternate")
    variant('trigon_3', contact='alternate')
    """
    if name not in VARIANTS:
        raise OptionError(f"there is no variant {name!r}; there are: {', '.join(VARIANTS)}")
    return VARIANTS[name].with_options(**options) if options else VARIANTS[name]


def is_listed(chosen: Variant) -> bool:
    """Whether its name and options say which game it is: not of one tried out beside the
    catalogue, or under the name of another.

    >>> from dataclasses import replace
    >>> is_listed(variant("duo", start="assigned")), is_listed(replace(variant("duo"), copies=2))
    (True, False)
    """
    try:
        return variant(chosen.name, **chosen.options, colors=chosen.colors) == chosen
    except OptionError:
        return False
