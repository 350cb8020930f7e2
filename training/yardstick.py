"""A fixed yardstick: matches on the device against a frozen net and a simple player.

Games come in groups from one opening: in each game of a group the net holds another
side, so that the advantage of a seat cancels. The share is the net's part of the wins
times the number of sides, so 1 is "as good as the others" and 2 is the most for two sides.
"""

import copy
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor

from training.evaluator import Evaluator
from training.games import Games, is_over, new_games, pass_turn, play
from training.kinds import AnyNet
from training.outcome import outcome
from training.rulebook import Rulebook
from training.search import largest_move, search
from training.views import View, legal_actions, view


class Player(Protocol):
    """Chooses an action for every game of a batch."""

    def __call__(self, games: Games, seen: View) -> Tensor: ...


@dataclass(frozen=True)
class NetPlayer:
    """One ply of search, no noise."""

    book: Rulebook
    evaluator: Evaluator
    candidates: int = 8

    def __call__(self, games: Games, seen: View) -> Tensor:
        choice = search(
            self.book,
            self.evaluator,
            games,
            seen,
            candidates=self.candidates,
            trust=24.0,
            noise=False,
        )
        return choice.action


@dataclass(frozen=True)
class LargestRandom:
    """Any of the largest pieces that fit; games of one group draw alike."""

    book: Rulebook
    group: int = 1

    def __call__(self, games: Games, seen: View) -> Tensor:
        legal = legal_actions(self.book, seen.word, seen.vector)
        return largest_move(self.book, legal, self.group)


def side_of_players(book: Rulebook, rule: int) -> Tensor:
    """The number of each player's side."""
    counts = book.counts[rule, : int(book.players[rule])]
    side: Tensor = torch.unique(counts, dim=0, return_inverse=True)[1]
    return side


@torch.no_grad()
def match(
    book: Rulebook, rule: int, ours: Player, theirs: Player, groups: int, opening: int
) -> float:
    """Our share of the wins over groups of games (see above)."""
    side = side_of_players(book, rule)
    sides = int(side.max()) + 1
    our_side = torch.arange(sides, device=book.device).repeat(groups)
    games = new_games(book, torch.full((groups * sides,), rule, device=book.device))
    opener = LargestRandom(book, group=sides)
    for ply in range(book.layout.colors * (book.layout.pieces * 2 + 1)):
        seen = view(book, games)
        mine = side[seen.me] == our_side
        if ply < opening:
            action = opener(games, seen)
        else:
            action = torch.where(mine, ours(games, seen), theirs(games, seen))
        games = _stepped(book, games, seen, action)
        if ply % 8 == 7 and bool(is_over(games).all()):
            break
    win = outcome(book, games).win[:, : len(side)]
    held = (side == our_side[:, None]).float()
    return float((win * held).sum(1).div(held.sum(1)).mean() * sides)


def _stepped(book: Rulebook, games: Games, seen: View, action: Tensor) -> Games:
    legal = legal_actions(book, seen.word, seen.vector)
    moved = play(book, games, action).where(legal.any(1), pass_turn(book, games))
    return games.where(is_over(games), moved)


class Yardstick:
    """Keeps the frozen net and a running rating; a net beaten too clearly is replaced."""

    def __init__(self, book: Rulebook, net: AnyNet, groups: int = 96) -> None:
        self.book, self.groups, self.rating = book, groups, 0.0
        self.frozen = copy.deepcopy(net).eval()
        self.theirs = Evaluator(self.frozen)
        self.ours = Evaluator(self.frozen)
        self.rival: Evaluator | None = None
        """Another net to be measured against, of any kind."""

    def measure(self, net: AnyNet, rule: int = 0) -> dict[str, float]:
        """Shares against both opponents, and a rating that goes on when the frozen net changes."""
        book, opening = self.book, int(self.book.colors[rule])
        self.ours.refresh(net)
        ours = NetPlayer(book, self.ours)
        theirs = NetPlayer(book, self.theirs)
        frozen = match(book, rule, ours, theirs, self.groups, opening)
        simple = match(book, rule, ours, LargestRandom(book), self.groups // 2, opening)
        rivals = {}
        if self.rival is not None:
            rival = NetPlayer(book, self.rival)
            rivals["share_rival"] = round(match(book, rule, ours, rival, self.groups, opening), 3)
        sides = int(side_of_players(book, rule).max()) + 1
        rating = self.rating + _elo(frozen / sides, 1 / sides)
        if frozen > 0.8 * sides:
            self._freeze(net, rating)
        return {
            "share_frozen": round(frozen, 3),
            "share_simple": round(simple, 3),
            "rating": round(rating, 1),
        } | rivals

    def _freeze(self, net: AnyNet, rating: float) -> None:
        self.rating = rating
        self.frozen.load_state_dict(net.state_dict())
        self.theirs.refresh(net)

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"frozen": self.frozen.state_dict(), "rating": self.rating}

    def restore(self, state: dict[str, Any], net: AnyNet) -> None:
        """Go on with the frozen net of a checkpoint, or freeze the present one if it has none."""
        self.frozen.load_state_dict(state.get("frozen", net.state_dict()))
        self.theirs.refresh(self.frozen)
        self.rating = float(state["rating"])


def _elo(share: float, fair: float) -> float:
    """Elo difference of a share of wins, odds counted against the fair share."""
    share = min(max(share, 0.01), 0.99)
    odds = torch.tensor(share / (1 - share) * (1 - fair) / fair)
    return 400 * float(torch.log10(odds))
