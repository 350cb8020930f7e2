"""What a finished game was worth: scores by color, win shares and margins by player (R6)."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.games import Games
from training.rulebook import Rulebook

MARGIN_UNIT = 20.0
"""Points of lead that make a margin of tanh(1)."""


@dataclass(frozen=True)
class Outcome:
    """Results of a batch, in absolute order of players and colors."""

    win: Tensor
    """players: share of the win, 1 for a sole winning side's players; 0 for absent ones."""
    margin: Tensor
    """players: tanh(lead over the best other side / MARGIN_UNIT)."""
    score: Tensor
    """colors: points of R6."""


def scores(book: Rulebook, games: Games) -> Tensor:
    """Points of every color slot; 0 for absent colors."""
    rest = (games.stock.long() * book.piece_size).sum(-1)
    bonus = book.bonus[games.rule]
    done = torch.where(games.single_last, bonus[:, 1:], bonus[:, :1])
    return torch.where(rest == 0, done, -rest) * _present_colors(book, games)


def _present_colors(book: Rulebook, games: Games) -> Tensor:
    slot = torch.arange(book.layout.colors, device=book.device)
    return (slot < book.colors[games.rule][:, None]).long()


def outcome(book: Rulebook, games: Games) -> Outcome:
    """Who would have won if the games ended here."""
    score = scores(book, games).float()
    standing = _standing(book, games.rule, score)
    points = standing.points
    best = (points == points.amax(1, keepdim=True)) & standing.present
    sides = (best / standing.same_side.sum(-1)).sum(1, keepdim=True)
    return Outcome(best / sides, standing.margin(), score)


def margins(book: Rulebook, rule: Tensor, score: Tensor) -> Tensor:
    """players: their margins, from points by color."""
    return _standing(book, rule, score).margin()


@dataclass(frozen=True)
class _Standing:
    points: Tensor
    """players: −10,000 for absent ones."""
    same_side: Tensor
    """players × players."""
    present: Tensor

    def margin(self) -> Tensor:
        others = self.points[:, None, :].masked_fill(self.same_side, -1e4).amax(-1)
        return torch.tanh((self.points - others) / MARGIN_UNIT) * self.present


def _standing(book: Rulebook, rule: Tensor, score: Tensor) -> _Standing:
    counts = book.counts[rule]
    seat = torch.arange(book.layout.players, device=book.device)
    present = seat < book.players[rule][:, None]
    points = (counts * score[:, None, :]).sum(-1).masked_fill(~present, -1e4)
    same_side = (counts[:, :, None] == counts[:, None, :]).all(-1)
    return _Standing(points, same_side, present)


def owners(book: Rulebook, games: Games) -> Tensor:
    """The color of every word, −1 where empty or off the board; int8."""
    owner = torch.full_like(games.board, -1)
    for color in range(book.layout.colors):
        owner = torch.where((games.board >> color) & 1 > 0, color, owner)
    return owner.to(torch.int8)
