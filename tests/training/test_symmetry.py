"""Symmetries, configurations and pictures: what the loop relies on and a run would not show."""

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from training.config import load_config, parse_config  # noqa: E402
from training.games import new_games, play  # noqa: E402
from training.plot import picture  # noqa: E402
from training.rulebook import make_rulebook  # noqa: E402
from training.symmetry import symmetries  # noqa: E402
from training.views import legal_actions, view  # noqa: E402


@pytest.mark.parametrize(("board", "number"), [("duo", 4), ("classic", 8), ("trigon", 12)])
def test_a_turned_position_has_the_turned_moves(board: str, number: int) -> None:
    book = make_rulebook(load_config(board))
    turns = symmetries(book)
    assert len(turns) == number
    games = new_games(book, torch.arange(len(book.fits)))
    for step in range(6):
        seen = view(book, games)
        legal = legal_actions(book, seen.word, seen.vector)
        which = torch.arange(len(games)) * 5 % number
        turned = legal_actions(book, seen.word.gather(1, turns.source[which]), seen.vector)
        assert torch.equal(turned.gather(1, turns.action[which]) & legal, legal)
        assert torch.equal(turned.sum(1), legal.sum(1))
        wish = torch.rand(legal.shape, generator=torch.Generator().manual_seed(step))
        games = play(book, games, wish.masked_fill(~legal, -1).argmax(1))


def test_a_misspelled_setting_is_an_error() -> None:
    with pytest.raises(ValueError, match="lern"):
        parse_config({"name": "x", "home": "duo", "rules": [], "lern": {}})


def test_a_log_becomes_a_picture() -> None:
    records = [
        {"updates": 1, "loss_policy": 4.0, "loss_win": 0.7, "positions_per_second": 10},
        {"updates": 2, "loss_policy": 3.0, "loss_win": 0.6, "positions_per_second": 12},
        {"updates": 2, "rating": 100.0},
    ]
    svg = picture(records)
    assert svg.count("<polyline") == 4
    assert "policy loss" in svg
