"""Text that people write for others: what is taken out of it before anybody reads it. Pure.

Markup stays what it is, text: the pages never put it into the page as anything else.
"""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_LEFT_OUT = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control characters, halves of characters, private and unassigned ones, line separators."""
_TURNERS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
"""Marks that turn the direction of writing: they can make a text look like another."""
MAX_MARKS = 3
"""Combining marks on one letter; more only serve to smear over the lines around."""


def clean(text: str, most: int) -> str:
    """One line of plain text, at most `most` characters long.

    >>> clean(" good\\t\\u202egame\\x00 <b>", 40)
    'good game <b>'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", _SPACES.sub(" ", text)):
        category = unicodedata.category(letter)
        marks = marks + 1 if category == "Mn" else 0
        if category not in _LEFT_OUT and letter not in _TURNERS and marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept).strip()[:most].rstrip()
