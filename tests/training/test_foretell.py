"""Results foretold: matches are played again as they were, and losses are what they say."""

import math
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from tiny import QUICK_DUO, tiny_trainer  # noqa: E402
from training.checkpoint import save_checkpoint  # noqa: E402
from training.config import parse_config  # noqa: E402
from training.evaluator import Values  # noqa: E402
from training.games import is_over  # noqa: E402
from training.outcome import outcome  # noqa: E402
from training.rulebook import Rulebook, make_rulebook  # noqa: E402

from cornerwise.arena.rows import Plan  # noqa: E402
from cornerwise.arena.store import Store  # noqa: E402
from cornerwise.arena.tournament import Tournament  # noqa: E402
from training import foretell  # noqa: E402


class Certain:
    """Says the same of every position: the shares of the slots."""

    def __init__(self, *win: float) -> None:
        self.win = torch.tensor(win)

    def values(self, word: "torch.Tensor", vector: "torch.Tensor") -> Values:
        same = self.win.expand(len(word), -1)
        return Values(same, same)


def match_of(folder: Path, variant: str, games: int) -> foretell.Match:
    """A match of players by chance, as the arena keeps it."""
    plan = Plan(variant=variant, options={}, players=("largest", "random"), opening="random")
    list(Tournament(plan, games, store=Store(folder)).play())
    return foretell.read_match(folder)


def book_for(match: foretell.Match, home: str) -> Rulebook:
    config = parse_config(QUICK_DUO | {"home": home})
    return make_rulebook(foretell.on_rule(config, match.rule))


@pytest.mark.parametrize(("variant", "home"), [("duo", "duo"), ("classic_3", "classic")])
def test_games_are_played_again_to_their_end(tmp_path: Path, variant: str, home: str) -> None:
    match = match_of(tmp_path, variant, 6)
    book = book_for(match, home)
    *_, (games, at, _) = foretell.positions(book, match)
    assert bool(is_over(games).all())
    assert at.tolist() == (match.moves[..., 1] >= 0).sum(1).tolist()
    plan, rows = Store(tmp_path).load()
    scores = outcome(book, games).score[:, : len(plan.rules().colors)]
    assert scores.int().tolist() == [list(row.scores) for row in rows.values()]


def test_knowing_nothing_costs_the_logarithm_of_the_players(tmp_path: Path) -> None:
    match = match_of(tmp_path, "classic_3", 6)
    spans = foretell.losses(book_for(match, "classic"), Certain(0.5, 0.5, 0.5, 0.5), match)
    assert min(spans) == 0  # openings of three plies, the fourth is chosen
    for loss in spans.values():
        assert torch.allclose(loss, torch.full_like(loss, math.log(3)), atol=1e-5)


def test_who_is_sure_and_wrong_pays_for_it(tmp_path: Path) -> None:
    match = match_of(tmp_path, "duo", 4)
    book = book_for(match, "duo")
    sure = foretell.losses(book, Certain(0.9, 0.1), match)
    *_, (games, _, _) = foretell.positions(book, match)
    winners = outcome(book, games).win
    expected = []
    for game, (opening, moves) in enumerate(zip(match.begun, match.moves, strict=True)):
        for color, placement in moves[int(opening) :].tolist():
            if placement >= 0:
                ours, theirs = winners[game, color], winners[game, 1 - color]
                expected.append(-float(ours * math.log(0.9) + theirs * math.log(0.1)))
    found = torch.cat(list(sure.values())).tolist()
    assert sorted(found) == pytest.approx(sorted(expected), abs=1e-5)


def test_a_line_for_each_net(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = parse_config(QUICK_DUO)
    match_of(tmp_path / "match", "duo", 2)
    save_checkpoint(tiny_trainer(config), tmp_path / "one.pt")
    assert foretell.main(["--match", str(tmp_path / "match"), *[str(tmp_path / "one.pt")] * 2]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
    assert first.startswith("one.pt  ")
    assert "  8: " in first
