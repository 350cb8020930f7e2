"""Positions for searches: games played at random, and evaluators whose say is known."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from torch import Tensor  # noqa: E402
from training.evaluator import WIN_WEIGHT, Evaluator, Values  # noqa: E402
from training.games import Games, is_over, new_games, pass_turn, play  # noqa: E402
from training.outcome import outcome  # noqa: E402
from training.rulebook import Rulebook  # noqa: E402
from training.views import legal_actions, view  # noqa: E402


class Whims(Evaluator):
    """Judges by chance, but the same position always alike, in whatever company."""

    def __init__(self, book: Rulebook) -> None:
        layout = book.layout
        self.liking = torch.randn(len(book.actions))
        self.weight = torch.randn(2, layout.words, layout.players, dtype=torch.float64) / 100

    def root(self, word: Tensor, vector: Tensor) -> tuple[Tensor, Values]:
        return self.liking.repeat(len(word), 1), self.values(word, vector)

    def values(self, word: Tensor, vector: Tensor) -> Values:
        win, margin = (torch.sin(word.double() @ self.weight) / 2 + 0.5).float()
        return Values(win, margin)


class Indifference(Whims):
    """Takes all positions for even: only the ends of games tell moves apart."""

    def values(self, word: Tensor, vector: Tensor) -> Values:
        even = torch.full((len(word), self.weight.shape[-1]), 0.5)
        return Values(even, even)


def legal_here(book: Rulebook, games: Games) -> Tensor:
    seen = view(book, games)
    return legal_actions(book, seen.word, seen.vector)


def walk(book: Rulebook, rules: Tensor) -> Iterator[tuple[Games, Tensor]]:
    """Random games side by side, ply by ply to their ends, and their legal moves."""
    games = new_games(book, rules)
    while not bool(is_over(games).all()):
        legal = legal_here(book, games)
        yield games, legal
        any_move = torch.rand(legal.shape).masked_fill(~legal, -1.0).argmax(1)
        moved = play(book, games, any_move).where(legal.any(1), pass_turn(book, games))
        games = games.where(is_over(games), moved)


def wandered(book: Rulebook, rules: Tensor, plies: int) -> Games:
    """Those of some random games that are not over after so many plies."""
    games, _ = next(islice(walk(book, rules), plies, None))
    return games.take((~is_over(games)).nonzero().squeeze(1))


def without_a_move(book: Rulebook, rules: Tensor) -> Games:
    """Positions on the way of some random games whose color to play can only pass."""
    found = [
        games.take((~legal.any(1) & ~is_over(games)).nonzero().squeeze(1))
        for games, legal in walk(book, rules)
    ]
    return _joined(found)


@dataclass(frozen=True)
class Ends:
    """Positions in which every move is the game's last, and what each is worth."""

    games: Games
    utility: Tensor
    """game × action: of the player to move; −1 where the action is no legal move."""


def last_moves(book: Rulebook, rules: Tensor, most: int) -> Ends:
    """Those on the way of some random games with at most so many moves that are not all worth the
    same, found by trying them all."""
    found = []
    for games, legal in walk(book, rules):
        few = (legal.sum(1) > 1) & (legal.sum(1) <= most)
        for row in few.nonzero().squeeze(1):
            found += _tried(book, games.take(row[None]), legal[row])
    return Ends(_joined([g for g, _ in found]), torch.stack([u for _, u in found]))


def _tried(book: Rulebook, games: Games, legal: Tensor) -> list[tuple[Games, Tensor]]:
    actions, me = legal.nonzero().squeeze(1), view(book, games).me[0]
    after = play(book, games.take(torch.zeros_like(actions)), actions)
    while not bool(is_over(after).all()):
        if bool(legal_here(book, after).any()):
            return []
        after = pass_turn(book, after)
    ended = outcome(book, after)
    worth = WIN_WEIGHT * ended.win[:, me] + (1 - WIN_WEIGHT) * (ended.margin[:, me] + 1) / 2
    if bool((worth == worth[0]).all()):
        return []
    return [(games, torch.full(legal.shape, -1.0).index_put((actions,), worth))]


def _joined(games: list[Games]) -> Games:
    return Games(**{name: torch.cat([getattr(g, name) for g in games]) for name in vars(games[0])})
