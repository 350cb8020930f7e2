"""The batched rules and inputs against a naive game, move list by move list, over random games."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from naive_rules import NaiveGame  # noqa: E402
from training.config import load_config  # noqa: E402
from training.games import is_over, new_games, pass_turn, play  # noqa: E402
from training.outcome import outcome  # noqa: E402
from training.rulebook import make_rulebook  # noqa: E402
from training.source import encode  # noqa: E402
from training.views import legal_actions, view  # noqa: E402


@pytest.mark.parametrize("board", ["duo", "classic", "trigon-quick"])
def test_random_games_are_the_same_in_both_readings(board: str) -> None:
    """One game of every rule, side by side; actions are those of a tower or of a quick net."""
    book, rng = make_rulebook(load_config(board)), np.random.default_rng(0)
    games = new_games(book, torch.arange(len(book.fits)))
    naive = [NaiveGame(one.tables) for one in book.fits]
    while not bool(is_over(games).all()):
        seen = view(book, games)
        legal = legal_actions(book, seen.word, seen.vector)
        moves = [
            _compared(book, i, games, seen, legal[i], naive[i], rng) for i in range(len(naive))
        ]
        games = _stepped(book, games, moves)
    result = outcome(book, games)
    for i, one in enumerate(naive):
        assert len(one.out) == one.tables.n_colors, one.variant.name
        wanted = [one.score(c) for c in range(one.tables.n_colors)]
        assert result.score[i, : len(wanted)].tolist() == wanted, one.variant.name
        shares = result.win[i, : one.tables.n_players].tolist()
        assert _win_shares(one) == pytest.approx(shares), one.variant.name


def _compared(book, i, games, seen, legal, naive, rng):
    """The action of a random move in game i, played in the naive reading; −1 for a pass, None
    when the game is over."""
    if len(naive.out) == naive.tables.n_colors:
        assert bool(is_over(games)[i]), naive.variant.name
        return None
    fit = book.fits[i]
    if int(games.ply[i]) % 3 == 0:
        _compare_inputs(book, fit, seen.word[i], seen.vector[i], naive)
    wanted = naive.legal(naive.to_play)
    found = legal.nonzero().squeeze(1).tolist()
    assert book.actions[found].tolist() == sorted(fit.action[wanted].tolist()), naive.variant.name
    if not wanted:
        naive.pass_turn()
        return -1
    # Large pieces first, mostly, so that the colors meet and some games place everything.
    sizes = fit.tables.size[wanted]
    choice = int(rng.choice(np.flatnonzero(sizes >= sizes.max() - rng.integers(0, 2))))
    naive.play(wanted[choice])
    return int(torch.searchsorted(book.actions, int(fit.action[wanted[choice]])))


def _stepped(book, games, moves):
    action = torch.tensor([-1 if move is None else move for move in moves])
    after = play(book, games, action.clamp(min=0)).where(action >= 0, pass_turn(book, games))
    return games.where(torch.tensor([move is None for move in moves]), after)


def _compare_inputs(book, fit, word, vector, naive):
    planes, told = encode(fit, naive.plain())
    bits = (word[None, :] >> torch.arange(planes.size // book.layout.words)[:, None]) & 1
    assert np.array_equal(bits.numpy().reshape(planes.shape), planes), naive.variant.name
    assert np.allclose(vector.numpy(), told, atol=1e-3), naive.variant.name


def _win_shares(naive: NaiveGame) -> list[float]:
    sides = naive.variant.sides
    points = [sum(naive.score(c) for c in side.colors) for side in sides]
    winners = [i for i, p in enumerate(points) if p == max(points)]
    shares = {p: 1 / len(winners) for i in winners for p in sides[i].players}
    return [shares.get(p, 0.0) for p in range(naive.tables.n_players)]
