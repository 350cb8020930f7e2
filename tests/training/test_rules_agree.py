"""The batched rules and inputs against a naive game, move list by move list, over random games."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from naive_rules import NaiveGame  # noqa: E402
from training.config import load_config  # noqa: E402
from training.games import is_over, new_games, pass_turn, play  # noqa: E402
from training.outcome import outcome  # noqa: E402
from training.rulebook import Rulebook, make_rulebook  # noqa: E402
from training.source import encode  # noqa: E402
from training.views import legal_actions, view  # noqa: E402

BOARDS = ("duo", "classic", "trigon")
RULES = [(board, i) for board in BOARDS for i in range(len(load_config(board).rules))]


@pytest.fixture(scope="module")
def books() -> dict[str, Rulebook]:
    return {board: make_rulebook(load_config(board)) for board in BOARDS}


@pytest.mark.parametrize(("board", "rule"), RULES)
def test_a_random_game_is_the_same_in_both_readings(
    books: dict[str, Rulebook], board: str, rule: int
) -> None:
    book, rng = books[board], np.random.default_rng(rule)
    games = new_games(book, torch.tensor([rule]))
    naive = NaiveGame(book.fits[rule].tables)
    while not bool(is_over(games)):
        games = _compared_step(book, rule, games, naive, rng)
    assert len(naive.out) == naive.tables.n_colors
    result = outcome(book, games)
    wanted = [naive.score(c) for c in range(naive.tables.n_colors)]
    assert result.score[0, : len(wanted)].tolist() == wanted
    assert _win_shares(naive) == pytest.approx(result.win[0, : naive.tables.n_players].tolist())


def _compared_step(book, rule, games, naive, rng):
    fit = book.fits[rule]
    seen = view(book, games)
    if int(games.ply) % 3 == 0:
        _compare_inputs(book, fit, seen, naive)
    legal = legal_actions(book, seen.word, seen.vector)[0].nonzero().squeeze(1)
    wanted = naive.legal(naive.to_play)
    assert legal.tolist() == sorted(fit.action[wanted].tolist())
    if not wanted:
        naive.pass_turn()
        return pass_turn(book, games)
    # Large pieces first, mostly, so that the colors meet and some games place everything.
    sizes = fit.tables.size[wanted]
    choice = int(rng.choice(np.flatnonzero(sizes >= sizes.max() - rng.integers(0, 2))))
    naive.play(wanted[choice])
    return play(book, games, torch.tensor([int(fit.action[wanted[choice]])]))


def _compare_inputs(book, fit, seen, naive):
    planes, vector = encode(fit, naive.plain())
    bits = (seen.word[0][None, :] >> torch.arange(planes.size // book.layout.words)[:, None]) & 1
    assert np.array_equal(bits.numpy().reshape(planes.shape), planes)
    assert np.allclose(seen.vector[0].numpy(), vector, atol=1e-3)


def _win_shares(naive: NaiveGame) -> list[float]:
    sides = naive.variant.sides
    points = [sum(naive.score(c) for c in side.colors) for side in sides]
    winners = [i for i, p in enumerate(points) if p == max(points)]
    shares = {p: 1 / len(winners) for i in winners for p in sides[i].players}
    return [shares.get(p, 0.0) for p in range(naive.tables.n_players)]
