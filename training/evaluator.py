"""A net ready to play: norms folded, half precision on a GPU, compiled where that pays."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.kinds import AnyNet
from training.net import fold

WIN_WEIGHT = 0.8
"""What a player wants is mostly the win, and for the rest the margin."""


@dataclass(frozen=True)
class Values:
    """Estimates in the net's relative order of players, each in 0 … 1."""

    win: Tensor
    margin: Tensor

    @property
    def utility(self) -> Tensor:
        """What each player slot is taken to want."""
        return WIN_WEIGHT * self.win + (1 - WIN_WEIGHT) * self.margin


class Evaluator:
    """Evaluates views with a frozen copy of a net; `refresh` takes the net's present weights."""

    def __init__(self, net: AnyNet, compiled: bool = False, actions: Tensor | None = None) -> None:
        self.actions = actions
        """Which of the net's outputs are wanted, if not all."""
        self.plain = net.plain()
        self.number = torch.float32
        if next(net.parameters()).is_cuda:
            self.number = torch.bfloat16
            self.plain = self.plain.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
            self.plain.to(self.number)
            for part in self.plain.exact_parts():
                part.float()
        if compiled:
            self.plain.compile_parts()

    def refresh(self, net: AnyNet) -> None:
        """Take over the weights of the net."""
        fold(net, self.plain)

    def _trunk(self, word: Tensor, vector: Tensor) -> tuple[Tensor, Tensor]:
        planes = self.plain.unpack(word, self.number)
        return self.plain.trunk(planes, vector.to(self.number))

    def _value(self, x: Tensor, mask: Tensor, vector: Tensor) -> Values:
        win, margin, _ = self.plain.value(x, mask, vector)
        return Values(torch.sigmoid(win), (margin + 1) / 2)

    @torch.no_grad()
    def root(self, word: Tensor, vector: Tensor) -> tuple[Tensor, Values]:
        """Policy logits and values."""
        x, mask = self._trunk(word, vector)
        policy = self.plain.policy(x, mask, vector.to(self.number))
        if self.actions is not None:
            policy = policy[:, self.actions]
        return policy, self._value(x, mask, vector)

    @torch.no_grad()
    def everything(self, word: Tensor, vector: Tensor) -> tuple[Tensor, ...]:
        """All heads as a net in training has them: policy, win, margin, score, owner."""
        planes = self.plain.unpack(word, self.number)
        policy, *rest = self.plain(planes, vector.to(self.number))
        return policy if self.actions is None else policy[:, self.actions], *rest

    @torch.no_grad()
    def values(self, word: Tensor, vector: Tensor) -> Values:
        """Values alone."""
        return self._value(*self._trunk(word, vector), vector)
