"""Gumbel search one ply deep, for all games at once.

Candidates are drawn from the policy without repetition (the largest of logit + Gumbel
noise); each is judged by the values of the position after it. The policy target is the
policy with the judged moves' logits raised by how much better than expected they are.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.evaluator import Evaluator, Values
from training.games import Games, play
from training.rulebook import Rulebook
from training.views import View, legal_actions, view

NEVER = -1e9


@dataclass(frozen=True)
class Choice:
    """What the search says of each game."""

    action: Tensor
    """The move to play; meaningless where there is none."""
    sample: Tensor
    """A move drawn from the policy, unsearched."""
    legal: Tensor
    improved: Tensor
    """Logits of the policy target over all actions."""
    values: Tensor
    """players × (win, margin) in absolute order, after the chosen move (or here, without one)."""
    has_move: Tensor


@dataclass(frozen=True)
class Candidates:
    """Moves to be looked at, and what the net says before any of them is."""

    action: Tensor
    """game × candidate."""
    real: Tensor
    """Which of them are legal and not there twice."""
    top: Tensor
    """Their logits with the noise that drew them."""
    logits: Tensor
    """Of all actions."""
    legal: Tensor
    root: Values

    @property
    def rows(self) -> Tensor:
        """The games' numbers."""
        return torch.arange(len(self.action), device=self.action.device)


def legal_logits(book: Rulebook, evaluator: Evaluator, seen: View) -> tuple[Tensor, Tensor, Values]:
    """The policy's logits, those of no legal move at the bottom; which are legal; the values."""
    legal = legal_actions(book, seen.word, seen.vector)
    policy, values = evaluator.root(seen.word, seen.vector)
    return policy.float().masked_fill_(~legal, NEVER), legal, values


def draw_candidates(
    book: Rulebook,
    evaluator: Evaluator,
    seen: View,
    *,
    candidates: int,
    explored: int = 0,
    noise: bool = True,
) -> Candidates:
    """The likeliest moves by policy and noise, and so many explored ones of any kind."""
    logits, legal, root = legal_logits(book, evaluator, seen)
    perturbed = logits - torch.empty_like(logits).exponential_().log_() if noise else logits
    _, action = perturbed.topk(candidates - explored, -1)
    if explored:
        draw = torch.rand_like(logits).masked_fill_(~legal, -1.0)
        any_move = draw.scatter(1, action, -1.0).topk(explored, -1)[1]
        action = torch.cat([action, any_move], 1)
    real = _fresh(legal, action, candidates - explored)
    return Candidates(action, real, perturbed.gather(1, action), logits, legal, root)


def search(
    book: Rulebook,
    evaluator: Evaluator,
    games: Games,
    seen: View,
    *,
    candidates: int,
    trust: float,
    explored: int = 0,
    noise: bool = True,
) -> Choice:
    """Choose a move for every game."""
    drawn = draw_candidates(
        book, evaluator, seen, candidates=candidates, explored=explored, noise=noise
    )
    after = _judged(book, evaluator, games, drawn.action)
    mine = _of_player(after, seen.me)[..., 0]
    logit = drawn.logits.gather(1, drawn.action)
    gain = trust * gains(drawn.root.utility[:, 0], logit, mine, drawn.real.float())
    best = (drawn.top + gain).masked_fill_(~drawn.real, NEVER).argmax(-1, keepdim=True)
    return chosen(book, games, seen, drawn, gain, best, _picked(after, best))


def gains(own: Tensor, logit: Tensor, mine: Tensor, visits: Tensor) -> Tensor:
    """How much more each move brought than was to be expected: the position's own value, mixed
    with those of the moves taken, by the policy. Moves not taken gain nothing."""
    taken = visits > 0
    weight = (torch.softmax(logit, -1) + 1e-9) * taken
    seen = (weight * mine).sum(-1) / weight.sum(-1).clamp(min=1e-12)
    number = visits.sum(-1)
    expected = (own + number * seen) / (1 + number)
    return torch.where(taken, mine - expected[:, None], 0.0)


def chosen(
    book: Rulebook,
    games: Games,
    seen: View,
    drawn: Candidates,
    gain: Tensor,
    best: Tensor,
    after: Tensor,
) -> Choice:
    """The best candidate, with the values after it, and the policy raised by what was gained."""
    has_move = drawn.real[:, 0]
    at_root = absolute(book, drawn.root, games.rule, seen.me)[..., 1:]
    return Choice(
        action=drawn.action.gather(1, best).squeeze(1),
        sample=drawn.action[:, 0],
        improved=drawn.logits.scatter_add(1, drawn.action, gain * drawn.real),
        values=torch.where(has_move[:, None, None], after, at_root),
        has_move=has_move,
        legal=drawn.legal,
    )


def _fresh(legal: Tensor, action: Tensor, drawn: int) -> Tensor:
    """Which candidates are legal and not there twice: with few legal moves the explored ones
    repeat what the policy drew, or are no moves at all."""
    real = legal.gather(1, action)
    twice = (action[:, drawn:, None] == action[:, None, :drawn]).any(-1)
    return torch.cat([real[:, :drawn], real[:, drawn:] & ~twice], 1)


def largest_move(book: Rulebook, legal: Tensor, group: int = 1) -> Tensor:
    """Any move of one of the largest pieces that fit; games of one group draw alike."""
    size = book.piece_size[book.action_piece]
    draw = torch.rand(len(legal) // group, legal.shape[1], device=legal.device)
    wish = size + draw.repeat_interleave(group, 0)
    return wish.masked_fill(~legal, -1).argmax(1)


def _judged(book: Rulebook, evaluator: Evaluator, games: Games, action: Tensor) -> Tensor:
    """game × candidate × player × (utility, win, margin), players in absolute order."""
    n, k = action.shape
    parent = torch.arange(n, device=book.device).repeat_interleave(k)
    children = play(book, games.take(parent), action.reshape(-1))
    seen = view(book, children)
    values = evaluator.values(seen.word, seen.vector)
    return absolute(book, values, children.rule, seen.me).view(n, k, -1, 3)


def absolute(book: Rulebook, values: Values, rule: Tensor, me: Tensor) -> Tensor:
    """player × (utility, win, margin): from slots, the deciding player first, to players."""
    seat = torch.arange(book.layout.players, device=book.device)
    slot = (seat - me[:, None]) % book.players[rule][:, None]
    return stacked(values).gather(1, slot[:, :, None].expand(-1, -1, 3))


def stacked(values: Values) -> Tensor:
    """player × (utility, win, margin), in whatever order the players are."""
    return torch.stack([values.utility, values.win, values.margin], -1)


def _of_player(after: Tensor, me: Tensor) -> Tensor:
    """game × candidate × (utility, win, margin) of the deciding player."""
    index = me[:, None, None, None].expand(-1, after.shape[1], 1, after.shape[3])
    return after.gather(2, index).squeeze(2)


def _picked(after: Tensor, best: Tensor) -> Tensor:
    """player × (win, margin) of the chosen candidate."""
    index = best[:, :, None, None].expand(-1, 1, *after.shape[2:])
    return after.gather(1, index).squeeze(1)[..., 1:]
