"""Whole games replayed through GTP: lists of legal moves, refusals, scores."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cornerwise.gtp import Session
from cornerwise.notation import letters
from gtp.make_vectors import CONFIGS, list_hash

OURS = sorted((Path(__file__).parent / "vectors").glob("*.json"))
SHARED = Path(__file__).parents[3] / "shared"
CHECKER = SHARED / "tools" / "gtp_check.py"
VECTORS = SHARED / "vectors"
ENGINE = f"{sys.executable} -m cornerwise gtp"

needs_shared = pytest.mark.skipif(
    not CHECKER.exists() or not VECTORS.exists(),
    reason=f"the independent vectors are not beside the checkout: {SHARED}",
)


def test_there_is_one_for_each_configuration() -> None:
    assert [path.stem for path in OURS] == sorted(CONFIGS)


def good(session: Session, line: str) -> str:
    answer = session.answer(line)
    assert answer.startswith("="), (line, answer)
    return answer[1:].strip()


def legal(session: Session, color: str) -> list[str]:
    return good(session, f"all_legal {color}").split()


def begin(data: dict[str, Any]) -> Session:
    session = Session(data["gtp_game"])
    for key, value in data["options"].items():
        text = ",".join(map(str, value)) if isinstance(value, list) else value
        good(session, f"set_option {key} {text}")
    return session


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_own(path: Path) -> None:
    """Games of the readable reference (make_vectors.py)."""
    data = json.loads(path.read_text())
    session = begin(data)
    names = letters(session.game.variant)
    for ply in data["games"][0]["plies"]:
        color = names[ply["c"] - 1]
        moves = legal(session, color)
        assert (len(moves), list_hash(moves)) == (ply["n"], ply["h"])
        assert session.answer(f"play {color} {ply['bad'][0]}").startswith("?")
        good(session, f"play {color} {ply['m']}")
        assert all(not legal(session, names[c - 1]) for c in ply.get("then_out", []))
    assert good(session, "g") == "pass"
    assert good(session, "final_score") == data["games"][0]["final"]["gtp"]


@needs_shared
@pytest.mark.parametrize("options", [True, False], ids=["all rules", "Pentobi's rules"])
def test_the_independent_ones(options: bool) -> None:
    """225 games by another implementation; without options, some of those that Pentobi plays."""
    extra = ["--option-command", "set_option {key} {value}"] if options else ["--limit", "4"]
    command = [sys.executable, str(CHECKER), *extra, ENGINE, str(VECTORS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.rstrip().endswith(" 0 disagreements"), done.stdout[-3000:]
    assert done.returncode == 0
