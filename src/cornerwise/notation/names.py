"""How Pentobi's files and GTP name games, colors and players."""

from cornerwise.notation.errors import RecordError, quote
from cornerwise.rules import VARIANTS, OptionError, Variant, is_listed

OLD_COLORS = ("BLUE", "YELLOW", "RED", "GREEN")
"""Move properties of Pentobi's first versions."""
_OLD_OF_TWO = ("BLUE", "GREEN")


def variant_named(text: str) -> Variant:
    """The variant that a name means: Pentobi's (`Blokus Duo`) or the catalogue's (`duo`).

    Where several variants share a name of Pentobi's, it means the first of the catalogue. The
    start rule is Pentobi's own.
    """
    wanted = text.strip().lower()
    for variant in VARIANTS.values():
        if wanted in (variant.sgf.lower(), variant.name):
            return variant.with_options(start=variant.sgf_start)
    known = ", ".join(dict.fromkeys(variant.sgf for variant in VARIANTS.values()))
    raise OptionError(f"Cornerwise does not play {quote(text)}; it plays: {known}")


def check_listed(variant: Variant) -> None:
    """Refuse what a record cannot say: it only names its game, and whoever reads the record of
    one tried out beside the catalogue would get another game, or none."""
    if not is_listed(variant):
        raise RecordError(
            f"{quote(variant.name)} as it is played here is not in the catalogue, "
            "and a record only names its game: add it there first"
        )


def letters(variant: Variant) -> tuple[str, ...]:
    """The property names of the colors: B and W, or 1 to 4 where there are more than two."""
    count = len(variant.colors)
    return ("B", "W") if count == 2 else tuple(str(color + 1) for color in range(count))


def old_letters(variant: Variant) -> dict[str, str]:
    """Names that Pentobi's first versions gave to the colors, and today's."""
    today = letters(variant)
    numbers = tuple(str(color + 1) for color in range(len(today)))
    words = _OLD_OF_TWO if len(today) == 2 else OLD_COLORS
    pairs = [*zip(words, today, strict=False), *zip(numbers, today, strict=True)]
    return {old: new for old, new in pairs if old != new}


def player_names(variant: Variant) -> tuple[str, ...]:
    """The properties that hold the players' names."""
    if variant.players == 2:
        return ("PB", "PW")
    return tuple(f"P{player + 1}" for player in range(variant.players))


def color_words(variant: Variant) -> dict[str, int]:
    """Every word that means a color in GTP, in small letters. What records and protocol write
    means the same whatever the colors are called, be it `1` or `w`."""
    words = {"black": 0, "white": 1, "blue": 0, "green": 1} if len(variant.colors) == 2 else {}
    words |= {name.lower(): color for color, name in enumerate(variant.colors)}
    words |= {str(color + 1): color for color in range(len(variant.colors))}
    return words | {letter.lower(): color for color, letter in enumerate(letters(variant))}


def color_called(variant: Variant, word: str) -> int:
    """The number of a color from its letter, number or name."""
    words = color_words(variant)
    if word.strip().lower() not in words:
        usual = [*letters(variant), *variant.colors]
        raise RecordError(f"{quote(word)} is no color of {variant.name}: {', '.join(usual)}")
    return words[word.strip().lower()]
