"""Names of accounts: which may be chosen, and which look so alike that only one can exist.

>>> looks("Ada Lovelace") == looks("ada_lovelace") == looks("АDА LОVЕLАСЕ")
True
>>> clean_name("  Émile ")
'Émile'
"""

import re
import unicodedata
from itertools import pairwise

from cornerwise.server.refusal import Refusal

SHORTEST, LONGEST = 2, 24
SIGNS = " _-.'’"
"""What may stand between letters and digits, one at a time."""
RESERVED = frozenset(
    """admin administrator anonymous computer cornerwise deleted everybody everyone guest help
    me mod moderator nobody null official player root server staff support system undefined
    you""".split()
)
NUMBERED = re.compile("(?:bot|computer|guest|level|player|seat)[0-9]+")
"""Names of what is no person, with a number behind."""

# What passes for a Latin letter in most typefaces: Cyrillic, Greek, strokes, digits.
_LOOK_ALIKES = str.maketrans(
    "аеорсухівкмнтпԁԛѕјһӏԝ" + "αεικνορτυχηωγβ" + "łøđı" + "01|il",
    "aeopcyxlbkmhtndqsjhlw" + "aelkvoptyxnwyb" + "lodl" + "ollll",
)


def looks(name: str) -> str:
    """What a hasty reader sees: without case, marks and signs, look-alikes made one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c) and c not in SIGNS)
    return letters.translate(_LOOK_ALIKES)


_RESERVED_LOOKS = frozenset(looks(word) for word in RESERVED)


def clean_name(given: str) -> str:
    """A name as it will be shown; `Refusal` says what is wrong with it."""
    name = unicodedata.normalize("NFKC", given).strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise _refusal(f"has {SHORTEST} to {LONGEST} characters")
    if not all(c in SIGNS or unicodedata.category(c)[0] in "LMN" for c in name):
        raise _refusal("has letters and digits, with spaces, dots, dashes or _ between them")
    if not looks(name) or any(a in SIGNS and b in SIGNS for a, b in pairwise(f" {name} ")):
        raise _refusal("begins and ends with a letter or digit, and has one sign at a time")
    if len({_script(c) for c in name if c.isalpha()}) > 1:
        raise _refusal("is written in one alphabet")
    if looks(name) in _RESERVED_LOOKS or NUMBERED.fullmatch(name.casefold().replace(" ", "")):
        raise Refusal("name_taken", "that name is kept for the server itself; choose another")
    return name


def _script(letter: str) -> str:
    """LATIN, CYRILLIC, CJK … as the Unicode name begins; Japanese mixes three of them."""
    script = unicodedata.name(letter, "?").split()[0].removesuffix("-")
    return "CJK" if script in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA") else script


def _refusal(rule: str) -> Refusal:
    return Refusal("unreadable", f"a name {rule}")
