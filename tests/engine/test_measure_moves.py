"""tools/measure_moves.py: what changes nothing gains nothing, and slips get a sentence."""

import runpy
from itertools import islice
from pathlib import Path

import pytest

from cornerwise.arena.rows import ArenaError
from cornerwise.engine.params import tuned_params
from cornerwise.rules import variant

ROOT = Path(__file__).parents[2]
MATCH = ROOT / "docs/matches/duo-7-balanced"
TOOL = runpy.run_path(str(ROOT / "tools/measure_moves.py"))


def test_the_engine_as_it_is_gains_nothing_on_itself() -> None:
    same = {"quick_exploration": tuned_params(variant("duo"))["quick_exploration"]}
    plan = TOOL["Plan"](MATCH, ({}, same, {"simulations": 2.0}), 200, 100)
    positions = islice(TOOL["draw_positions"](MATCH, 1), 8)
    gains = [TOOL["gains_at"](game, plan, seed) for game, seed in positions]
    assert all(position[:2] == [0.0, 0.0] for position in gains)
    assert any(position[2] != 0.0 for position in gains)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([str(MATCH), "quick_exploration"], "not NAME=NUMBER"),
        ([str(MATCH), "exploring=2"], "no search parameter exploring"),
        (["nowhere", "exploration=2"], "no match was played there"),
    ],
)
def test_slips_get_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit):
        TOOL["main"](arguments)
    assert sentence in capsys.readouterr().err


def test_a_match_without_a_game_to_draw_from_gets_a_sentence(tmp_path: Path) -> None:
    plan = (MATCH / "games.jsonl").read_text("utf-8").splitlines()[0]
    (tmp_path / "games.jsonl").write_text(plan + "\n", "utf-8")
    with pytest.raises(ArenaError, match="no game has more than 16 plies after its opening"):
        TOOL["check"](tmp_path, ())
