"""A slow, separate reading of the tree search: one game, one position, one move at a time."""

import math
from dataclasses import dataclass, field

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from torch import Tensor  # noqa: E402
from training.evaluator import WIN_WEIGHT, Evaluator  # noqa: E402
from training.games import Games, is_over, pass_turn, play  # noqa: E402
from training.outcome import outcome  # noqa: E402
from training.rulebook import Rulebook  # noqa: E402
from training.tree import schedule  # noqa: E402
from training.views import legal_actions, view  # noqa: E402

PASS = -1


@dataclass
class Node:
    """A position with what was found at and below it; values are utilities by player."""

    games: Games
    me: int
    moves: list[int]
    logit: list[float]
    value: list[float]
    over: bool
    child: dict[int, "Node"] = field(default_factory=dict)
    found: list[list[float]] = field(default_factory=list)
    """Values of the visits, one by one."""

    def visits(self, move: int) -> int:
        return len(self.child[move].found) if move in self.child else 0

    def means(self) -> list[float]:
        return [sum(column) / len(self.found) for column in zip(*self.found, strict=True)]

    @staticmethod
    def shares(logit: list[float]) -> list[float]:
        whole = sum(math.exp(one - max(logit)) for one in logit)
        return [math.exp(one - max(logit)) / whole for one in logit]

    def gains(self) -> list[float]:
        """What each move that was taken brought more than expected."""
        taken = [move in self.child for move in self.moves]
        if not any(taken):
            return [0.0] * len(self.moves)
        brought = [self.child[m].means()[self.me] if m in self.child else 0.0 for m in self.moves]
        weight = [s * t for s, t in zip(self.shares(self.logit), taken, strict=True)]
        among = sum(w * b for w, b in zip(weight, brought, strict=True)) / sum(weight)
        number = sum(self.visits(move) for move in self.moves)
        expected = (self.value[self.me] + number * among) / (1 + number)
        return [b - expected if t else 0.0 for b, t in zip(brought, taken, strict=True)]


class NaiveTree:
    """The tree of one game; `candidates` of the root are given, the others' are the likeliest."""

    def __init__(self, book: Rulebook, evaluator: Evaluator, wide: int, trust: float) -> None:
        self.book, self.evaluator, self.wide, self.trust = book, evaluator, wide, trust

    def search(
        self, games: Games, moves: list[int], top: list[float], simulations: int, depth: int
    ) -> Node:
        """Candidates and their logits with noise → the root, with all that was found."""
        root = self.node(games)
        if moves:
            root.logit = [float(self.policy(games)[move]) for move in moves]
            root.moves = moves
        for due in schedule(len(moves), simulations):
            gains = root.gains()
            wish = {m: t + self.trust * g for m, t, g in zip(moves, top, gains, strict=False)}
            ready = [move for move in moves if root.visits(move) == due]
            self.visit(root, max(ready, key=wish.__getitem__) if moves else PASS, depth)
        return root

    def best(self, root: Node, top: list[float]) -> int:
        """Of the candidates visited most, the one that noise and gain favor."""
        wish = [t + self.trust * g for t, g in zip(top, root.gains(), strict=True)]
        ranked = zip((root.visits(move) for move in root.moves), wish, root.moves, strict=True)
        return max(ranked)[2]

    def visit(self, node: Node, move: int, depth: int) -> list[float]:
        """Take a move, and go on below until something is new, over or deep enough."""
        fresh = move not in node.child
        if fresh:
            node.child[move] = self.node(self.after(node.games, move))
        below = node.child[move]
        ends = fresh or below.over or depth == 1
        found = below.value if ends else self.visit(below, self.lagging(below), depth - 1)
        below.found.append(found)
        return found

    def lagging(self, node: Node) -> int:
        wish = [x + self.trust * g for x, g in zip(node.logit, node.gains(), strict=True)]
        number = sum(node.visits(move) for move in node.moves)
        behind = [
            share - node.visits(move) / (1 + number)
            for share, move in zip(node.shares(wish), node.moves, strict=True)
        ]
        return node.moves[behind.index(max(behind))]

    def after(self, games: Games, move: int) -> Games:
        if move == PASS:
            return pass_turn(self.book, games)
        return play(self.book, games, torch.tensor([move]))

    def policy(self, games: Games) -> Tensor:
        seen = view(self.book, games)
        return self.evaluator.root(seen.word, seen.vector)[0][0]

    def node(self, games: Games) -> Node:
        seen, over = view(self.book, games), bool(is_over(games))
        legal = legal_actions(self.book, seen.word, seen.vector)[0].nonzero().squeeze(1).tolist()
        policy, me = self.policy(games), int(seen.me)
        moves = sorted(legal, key=lambda move: -float(policy[move]))[: self.wide]
        logit = [float(policy[move]) for move in moves]
        value = self.result(games) if over else self.judged(games, me)
        return Node(games, me, moves or [PASS], logit or [0.0], value, over)

    def judged(self, games: Games, me: int) -> list[float]:
        seen, players = view(self.book, games), int(self.book.players[games.rule])
        said = self.evaluator.values(seen.word, seen.vector).utility[0].tolist()
        return [said[(player - me) % players] for player in range(players)]

    def result(self, games: Games) -> list[float]:
        ended = outcome(self.book, games)
        both = zip(ended.win[0].tolist(), ended.margin[0].tolist(), strict=True)
        worth = [WIN_WEIGHT * win + (1 - WIN_WEIGHT) * (margin + 1) / 2 for win, margin in both]
        return worth[: int(self.book.players[games.rule])]
