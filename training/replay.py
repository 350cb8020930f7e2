"""Positions of self-play, kept packed on the device until they are learned from.

Row (t, g) is game slot g at step t, so the same game some plies later is some rows on.
What a game came to is kept once per game and looked up by the game's number.
"""

from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor
from torch.nn import functional

from training.games import Games
from training.outcome import Outcome
from training.rulebook import Rulebook
from training.search import Choice
from training.views import View

SHORTEST_GAME = 10
"""Plies; shorter games would only lose their early positions."""


@dataclass(frozen=True)
class Sample:
    """Rows of the replay with their targets, everything from the view of the color to play."""

    word: Tensor
    vector: Tensor
    action: Tensor
    """The likeliest moves of the policy target, and …"""
    weight: Tensor
    """… their shares; all zero where there was no move."""
    win: Tensor
    margin: Tensor
    score: Tensor
    owner: Tensor
    """words: color slot of the final owner; the number of slots for nobody."""
    known: Tensor
    """Whether the game has ended: others must not count."""
    seated: Tensor


def joined(one: Sample, other: Sample) -> Sample:
    """Rows of both; a policy target with fewer moves is filled up with moves of no weight."""
    wide = max(one.action.shape[1], other.action.shape[1])
    both = [
        replace(s, action=_widened(s.action, wide), weight=_widened(s.weight, wide))
        for s in (one, other)
    ]
    return Sample(**{f.name: torch.cat([getattr(s, f.name) for s in both]) for f in fields(Sample)})


def _widened(values: Tensor, wide: int) -> Tensor:
    return functional.pad(values, (0, wide - values.shape[1]))


class Replay:
    """A ring of steps × games rows."""

    def __init__(self, book: Rulebook, games: int, capacity: int, targets: int) -> None:
        self.book, self.games, self.steps = book, games, max(1, capacity // games)
        self.rounds = self.steps // SHORTEST_GAME + 2
        layout, device = book.layout, book.device

        def rows(*shape: int, dtype: torch.dtype, value: float = 0) -> Tensor:
            return torch.full((self.steps, games, *shape), value, dtype=dtype, device=device)

        def ends(*shape: int, dtype: torch.dtype, value: float = 0) -> Tensor:
            return torch.full((games, self.rounds, *shape), value, dtype=dtype, device=device)

        self.tensors = {
            "word": rows(layout.words, dtype=torch.int16),
            "vector": rows(layout.globals, dtype=torch.float16),
            "action": rows(targets, dtype=torch.int32),
            "weight": rows(targets, dtype=torch.float16),
            "values": rows(layout.players, 2, dtype=torch.float16),
            "place": rows(3, dtype=torch.uint8),
            "number": rows(dtype=torch.int32, value=-1),
            "ended": ends(dtype=torch.int32, value=-1),
            "win": ends(layout.players, dtype=torch.float16),
            "margin": ends(layout.players, dtype=torch.float16),
            "score": ends(layout.colors, dtype=torch.float16),
            "owner": ends(layout.words, dtype=torch.int8),
        }
        self.step = 0

    @property
    def filled(self) -> int:
        """Steps that hold something."""
        return min(self.step, self.steps)

    def add(
        self, games: Games, seen: View, choice: Choice, number: Tensor, teaches_policy: bool = True
    ) -> None:
        """Keep one step of all games, as a search has judged it."""
        best, action = choice.improved.topk(self.tensors["action"].shape[-1], -1)
        weight = torch.softmax(best, -1) * (choice.has_move[:, None] & teaches_policy)
        self.put(games, seen, action, weight, choice.values, number)

    def put(
        self,
        games: Games,
        seen: View,
        action: Tensor,
        weight: Tensor,
        values: Tensor,
        number: Tensor,
    ) -> None:
        """Keep one step of all games: the policy's target, and what the players may expect."""
        t, ring = self.step % self.steps, self.tensors
        ring["word"][t] = seen.word
        ring["vector"][t] = seen.vector
        ring["action"][t] = action.int()
        ring["weight"][t] = weight.half()
        ring["values"][t] = values.half()
        ring["place"][t] = torch.stack([games.rule, games.to, seen.me], 1).to(torch.uint8)
        ring["number"][t] = number.int()
        self.step += 1

    def close(self, over: Tensor, number: Tensor, result: Outcome, owner: Tensor) -> None:
        """Write what the games that are over came to; the others' rows stay unknown."""
        slot = torch.arange(self.games, device=self.book.device)
        at = number % self.rounds
        ring = self.tensors
        ring["ended"][slot, at] = torch.where(over, number, -1).int()
        ring["win"][slot, at] = result.win.half()
        ring["margin"][slot, at] = result.margin.half()
        ring["score"][slot, at] = result.score.half()
        ring["owner"][slot, at] = owner

    def sample(self, batch: int, ahead: int, blend: float) -> Sample:
        """Random rows with targets: the result, blended with the search's value further on."""
        device, ring = self.book.device, self.tensors
        t = torch.randint(self.filled, (batch,), device=device)
        g = torch.randint(self.games, (batch,), device=device)
        number = ring["number"][t, g].long()
        at = number % self.rounds
        rule, to, me = ring["place"][t, g].long().unbind(1)
        win, margin = ring["win"][g, at].float(), ring["margin"][g, at].float()
        later = (t + ahead) % self.steps
        share = blend * (ring["number"][later, g] == number).float()[:, None]
        values = ring["values"][later, g].float()
        win = (1 - share) * win + share * values[..., 0]
        margin = (1 - share) * margin + share * (2 * values[..., 1] - 1)
        players, seated = self._slots(me, self.book.players[rule], self.book.layout.players)
        colors, _ = self._slots(to, self.book.colors[rule], self.book.layout.colors)
        return Sample(
            word=ring["word"][t, g],
            vector=ring["vector"][t, g],
            action=ring["action"][t, g].long(),
            weight=ring["weight"][t, g].float(),
            win=win.gather(1, players),
            margin=margin.gather(1, players),
            score=ring["score"][g, at].float().gather(1, colors),
            owner=self._relative_owner(ring["owner"][g, at], to, self.book.colors[rule]),
            known=(ring["ended"][g, at].long() == number) & (number >= 0),
            seated=seated,
        )

    def _slots(self, first: Tensor, n: Tensor, slots: int) -> tuple[Tensor, Tensor]:
        slot = torch.arange(slots, device=self.book.device)
        return (first[:, None] + slot) % n[:, None], slot < n[:, None]

    def _relative_owner(self, owner: Tensor, to: Tensor, n: Tensor) -> Tensor:
        relative = (owner.short() - to[:, None].short()) % n[:, None].short()
        return torch.where(owner < 0, self.book.layout.colors, relative).long()
