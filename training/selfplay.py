"""Self-play: one call is one ply of every game."""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from training.config import PlayParams
from training.evaluator import Evaluator
from training.games import Games, drawn_games, is_over, pass_turn, play
from training.outcome import outcome, owners
from training.replay import Replay
from training.rulebook import Rulebook
from training.search import Choice, largest_move, search
from training.tree import tree_search
from training.views import View, view

COUNTS = ("games", "plies", "first_win", "score", "all_placed")


@dataclass
class Tally:
    """Sums over finished games since the last report, on the device."""

    sums: Tensor

    def report(self) -> dict[str, float]:
        """Means per game, and a fresh start."""
        values = dict(zip(COUNTS, self.sums.tolist(), strict=True))
        self.sums.zero_()
        games = max(1.0, values.pop("games"))
        return {"games": int(games)} | {k: round(v / games, 3) for k, v in values.items()}


class SelfPlay:
    """A batch of games that goes on for ever; finished ones are replaced by new ones."""

    def __init__(
        self, book: Rulebook, evaluator: Evaluator, replay: Replay, params: PlayParams
    ) -> None:
        self.book, self.evaluator, self.replay, self.params = book, evaluator, replay, params
        self.games = drawn_games(self.book, self.params)
        self.number = torch.zeros(params.games, dtype=torch.int64, device=book.device)
        self.tally = Tally(torch.zeros(len(COUNTS), device=book.device))

    @torch.no_grad()
    def step(self) -> None:
        """Everyone to play plays, or is found to be out."""
        games, book = self.games, self.book
        seen = view(book, games)
        deep = self.params.deep >= 1 or float(torch.rand(())) < self.params.deep
        choice = self._search(games, seen, deep)
        self.replay.add(games, seen, choice, self.number, teaches_policy=deep)
        unsearched = choice.sample
        if self.params.wild:
            unsearched = torch.where(games.wild, largest_move(book, choice.legal), unsearched)
        action = torch.where(games.ply < games.opening, unsearched, choice.action)
        after = play(book, games, action).where(choice.has_move, pass_turn(book, games))
        over = is_over(after)
        self._close(after, over)
        self.games = drawn_games(self.book, self.params).where(over, after)
        self.number = self.number + over

    def _search(self, games: Games, seen: View, deep: bool) -> Choice:
        params = self.params
        given = (self.book, self.evaluator, games, seen)
        if not params.simulations:
            return search(
                *given,
                candidates=params.candidates,
                trust=params.trust,
                explored=params.explored,
            )
        simulations = params.simulations if deep else params.shallow
        return tree_search(
            *given,
            candidates=min(params.candidates, simulations),
            simulations=simulations,
            trust=params.trust,
            explored=params.explored if deep else 0,
        )

    def _close(self, games: Games, over: Tensor) -> None:
        result = outcome(self.book, games)
        self.replay.close(over, self.number, result, owners(self.book, games))
        present = self.book.colors[games.rule]
        per_game = (
            torch.ones_like(over, dtype=torch.float32),
            games.ply.float(),
            result.win[:, 0],
            result.score.sum(1) / present,
            (result.score > 0).sum(1) / present,
        )
        self.tally.sums += (torch.stack(per_game) * over).sum(1)

    def state(self) -> dict[str, Tensor]:
        """Everything that `restore` needs besides the replay."""
        games = {f.name: getattr(self.games, f.name) for f in fields(self.games)}
        return games | {"number": self.number}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Go on where `state` was taken."""
        moved = {k: v.to(self.book.device) for k, v in state.items()}
        self.number = moved.pop("number")
        self.games = Games(**moved)
