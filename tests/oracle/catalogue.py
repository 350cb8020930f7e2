"""Every variant with every combination of its options, for tests that hold of all games."""

from itertools import product

from cornerwise.rules import VARIANTS, Variant


def every_variant() -> list[Variant]:
    """The catalogue with its options: start × contact × bonus."""
    return [variant for base in VARIANTS.values() for variant in with_every_option(base)]


def with_every_option(variant: Variant) -> list[Variant]:
    choices = variant.choices
    return [
        variant.with_options(start=start, contact=contact, bonus=bonus)
        for start, contact, bonus in product(*choices.values())
    ]


def every_game() -> list[Variant]:
    """As `every_variant`, but only what changes the moves (the bonus does not)."""
    return [variant for variant in every_variant() if "bonus" not in variant.chosen_options]


def label(variant: Variant) -> str:
    """How pytest shows a variant."""
    return "-".join([variant.name, *(str(v) for v in variant.chosen_options.values())])
