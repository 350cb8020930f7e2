"""French that the server writes: spaces and apostrophes as in the words of the pages beside it."""

import re

import pytest

from cornerwise.puzzles import PUZZLES
from cornerwise.puzzles.challenge import ONE_OPPONENT, QUESTIONS
from cornerwise.server.accounts.letters import PROVE, SIGN_IN
from cornerwise.server.notices import words

TURN = words.Turn("g", 0, 1, {"en": "Duo", "fr": "Duo"}, ("Bo",), 1_000)
TEXTS = [
    *(text["fr"] for puzzle in PUZZLES.values() for text in (puzzle.title, puzzle.task)),
    *(text["fr"] for kinds in (QUESTIONS, ONE_OPPONENT) for text in kinds.values()),
    *(text for letter in (SIGN_IN, PROVE) for text in letter["fr"]),
    *words.mail(TURN, "fr", 1_000, "", ""),
]
WRONG = re.compile("[^\u202f\u00a0][;!?»]|[^\u00a0]:|«[^\u00a0]|'")


@pytest.mark.parametrize("text", TEXTS)
def test_french_has_its_spaces_and_apostrophes(text: str) -> None:
    assert not WRONG.search(text)
