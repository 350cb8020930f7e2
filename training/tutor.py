"""A tutor: towers that have learned from lessons, and hand down what they think.

A quick net has weights of its own for every cell. From half a million lessons it learns
their results by heart, and judges other games worse than before; a tower of convolutions
learns from the same lessons what holds everywhere. So the tower learns first. Then games
wander over the board, the tower says of each position what it is worth and what to play, and
the quick net learns that: no position is met twice, and no game need be played to its end
before it teaches something.
"""

from collections.abc import Mapping

import torch
from torch import Tensor

from training.config import PlayParams
from training.evaluator import Evaluator
from training.games import drawn_games, is_over, pass_turn, play
from training.outcome import MARGIN_UNIT
from training.replay import Sample
from training.rulebook import Rulebook
from training.search import NEVER, largest_move
from training.views import View, legal_actions, view

TARGETS = 32
"""Moves kept of the tutor's policy."""
FAITH = (2.0, 1.0, 0.5, 0.0)
"""A move is drawn from the policy to one of these powers: a search also looks at odd moves."""
OFTEN = (0.3, 0.4, 0.2, 0.1)


class Tutor:
    """Games that wander, and what some towers think of them on the average: towers that learned
    apart are wrong in different places. A better tower may have more voices than another."""

    def __init__(self, book: Rulebook, voices: Mapping[Evaluator, int], params: PlayParams) -> None:
        self.book, self.params = book, params
        self.trust = {tower: count / sum(voices.values()) for tower, count in voices.items()}
        self._faith = torch.tensor(FAITH, device=book.device)
        self._often = torch.tensor(OFTEN, device=book.device)
        self.games = drawn_games(self.book, self.params)
        self._scatter()

    def _scatter(self) -> None:
        """Begin some games later than others, or all would be in the same phase for ever."""
        longest = self.book.layout.colors * self.book.layout.pieces
        for _ in range(longest):
            self.step()
            again = torch.rand(len(self.games), device=self.book.device) < 1 / longest
            self.games = drawn_games(self.book, self.params).where(again, self.games)

    @torch.no_grad()
    def step(self) -> Sample:
        """One ply of every game; the positions before it, as the tower sees them."""
        book, games = self.book, self.games
        seen = view(book, games)
        legal = legal_actions(book, seen.word, seen.vector)
        policy, win, margin, score, owner = self._opinion(seen)
        logits = policy.float().masked_fill_(~legal, NEVER)
        has_move = legal.any(1)
        action = self._drawn(logits)
        wild = games.wild & (games.ply < games.opening)
        action = torch.where(wild, largest_move(book, legal), action)
        after = play(book, games, action).where(has_move, pass_turn(book, games))
        self.games = drawn_games(self.book, self.params).where(is_over(after), after)
        likely, moves = torch.softmax(logits, -1).topk(TARGETS, -1)
        slot = torch.arange(book.layout.players, device=book.device)
        return Sample(
            word=seen.word,
            vector=seen.vector,
            action=moves,
            weight=likely * has_move[:, None],
            win=torch.sigmoid(win.float()),
            margin=margin.float(),
            score=score.float() * MARGIN_UNIT,
            owner=owner.argmax(1),
            known=torch.ones_like(has_move),
            seated=slot < book.players[games.rule][:, None],
        )

    def _opinion(self, seen: View) -> list[Tensor]:
        said = [
            [part * trust for part in tower.everything(seen.word, seen.vector)]
            for tower, trust in self.trust.items()
        ]
        return [torch.stack(parts).sum(0) for parts in zip(*said, strict=True)]

    def _drawn(self, logits: Tensor) -> Tensor:
        """A move for each game, by a power of the policy drawn for it."""
        which = torch.multinomial(self._often, len(logits), replacement=True)
        noise = torch.empty_like(logits).exponential_().log_()
        wish = torch.where(logits > NEVER / 2, logits * self._faith[which][:, None], NEVER)
        return (wish - noise).argmax(1)
