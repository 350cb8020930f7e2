"""Gumbel search several plies deep, for all games at once.

Each simulation adds one position to the tree of every game. At the root, candidates are drawn
as in `search.py`, and the simulations are shared out among them by sequential halving: all of
them first, then the better half, and so on. Below, a move is taken that lags most behind the
share that the improved policy gives it. Values are vectors by player; who decides wants their
own. (Danihelka et al., Policy improvement by planning with Gumbel, 2022.)
"""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from training.evaluator import Evaluator, Values
from training.games import Games, is_over, pass_turn, play
from training.outcome import outcome
from training.rulebook import Rulebook
from training.search import (
    NEVER,
    Candidates,
    Choice,
    absolute,
    chosen,
    draw_candidates,
    gains,
    legal_logits,
    stacked,
)
from training.views import View, view

DEPTH = 10
"""Plies below the root that a simulation goes at most."""
NONE = -1
"""No position yet behind a move."""


def schedule(candidates: int, simulations: int) -> list[int]:
    """Sequential halving: how often a candidate was visited when it gets each simulation.

    >>> schedule(4, 8)
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    if candidates < 2:
        return list(range(simulations))
    rounds, left, visited, found = (candidates - 1).bit_length(), candidates, 0, []
    while len(found) < simulations:
        each = max(1, simulations // (rounds * left))
        for _ in range(each):
            found += [visited] * left
            visited += 1
        left = max(2, left // 2)
    return found[:simulations]


@dataclass
class Forest:
    """A tree for every game: position 0 is the root, position s what simulation s added.

    Positions of all games stand in rows, number × games + game; moves are columns.
    """

    games: Games
    action: Tensor
    logit: Tensor
    child: Tensor
    """The position behind each move, or `NONE`."""
    value: Tensor
    """players × (utility, win, margin) of the position itself, in absolute order."""
    total: Tensor
    """Sum of the values found at and below a position."""
    visits: Tensor
    me: Tensor
    over: Tensor
    has_move: Tensor


def tree_search(
    book: Rulebook,
    evaluator: Evaluator,
    games: Games,
    seen: View,
    *,
    candidates: int,
    simulations: int,
    trust: float,
    explored: int = 0,
    noise: bool = True,
) -> Choice:
    """Choose a move for every game."""
    drawn = draw_candidates(
        book, evaluator, seen, candidates=candidates, explored=explored, noise=noise
    )
    forest = _planted(book, games, seen, drawn, simulations)
    turns = _turns(book, drawn, simulations)
    for simulation in range(1, simulations + 1):
        wish = drawn.top + trust * _gains(forest, drawn.rows)
        due = _edge_visits(forest, drawn.rows) == turns[:, simulation - 1, None]
        first = wish.masked_fill(~(due & drawn.real), NEVER).argmax(-1)
        _simulate(book, evaluator, forest, first, simulation, trust)
    return _choice(book, games, seen, drawn, forest, trust)


def _planted(
    book: Rulebook, games: Games, seen: View, drawn: Candidates, simulations: int
) -> Forest:
    """Room for all positions, with the roots in their rows."""
    n = len(drawn.action)
    rows = n * (simulations + 1)

    def room(like: Tensor, value: float = 0) -> Tensor:
        return like.new_full((rows, *like.shape[1:]), value)

    root = absolute(book, drawn.root, games.rule, seen.me)
    grown = Games(**{f.name: room(getattr(games, f.name)) for f in fields(games)})
    forest = Forest(
        games=grown,
        action=room(drawn.action),
        logit=room(drawn.top, NEVER),
        child=room(drawn.action, NONE),
        value=room(root),
        total=room(root),
        visits=room(root[:, 0, 0]),
        me=room(seen.me),
        over=room(is_over(games)),
        has_move=room(drawn.real[:, 0]),
    )
    logit = drawn.logits.gather(1, drawn.action).masked_fill(~drawn.real, NEVER)
    _write(forest, 0, n, games, seen, drawn.action, logit, root, drawn.real[:, 0])
    forest.total[:n], forest.visits[:n] = root, 1
    return forest


def _write(
    forest: Forest,
    number: int,
    n: int,
    games: Games,
    seen: View,
    action: Tensor,
    logit: Tensor,
    value: Tensor,
    has_move: Tensor,
) -> None:
    here = slice(number * n, (number + 1) * n)
    for f in fields(games):
        getattr(forest.games, f.name)[here] = getattr(games, f.name)
    forest.action[here], forest.logit[here] = action, logit
    forest.value[here], forest.me[here] = value, seen.me
    forest.over[here], forest.has_move[here] = is_over(games), has_move


def _turns(book: Rulebook, drawn: Candidates, simulations: int) -> Tensor:
    """game × simulation: how often the candidate that is due has been visited by then."""
    most = drawn.action.shape[1]
    table = torch.tensor(
        [schedule(number, simulations) for number in range(most + 1)], device=book.device
    )
    return table[drawn.real.sum(-1)]


def _simulate(
    book: Rulebook,
    evaluator: Evaluator,
    forest: Forest,
    first: Tensor,
    number: int,
    trust: float,
) -> None:
    """Go down from the roots, add a position to each tree, and tell those on the way."""
    n = len(first)
    game = torch.arange(n, device=book.device)
    parent, edge, down = game, first, torch.ones_like(game, dtype=torch.bool)
    path = [(parent, down)]
    for _ in range(min(number, DEPTH) - 1):
        child = forest.child[parent, edge]
        down = down & (child != NONE) & ~forest.over[child.clamp(min=0)]
        parent = torch.where(down, child, parent)
        edge = torch.where(down, _lagging(forest, parent, trust), edge)
        path.append((parent, down))
    before = forest.child[parent, edge]
    fresh = before == NONE
    leaf = torch.where(fresh, number * n + game, before)
    _grow(book, evaluator, forest, parent, edge, number)
    forest.child[parent, edge] = leaf
    found = forest.value[leaf]
    for row, on in (*path, (leaf, torch.ones_like(fresh))):
        forest.total[row] += found * on[:, None, None]
        forest.visits[row] += on


def _grow(
    book: Rulebook, evaluator: Evaluator, forest: Forest, parent: Tensor, edge: Tensor, number: int
) -> None:
    """The positions behind moves, judged, with their likeliest moves."""
    above = forest.games.take(parent)
    moved = play(book, above, forest.action[parent, edge])
    games = moved.where(forest.has_move[parent], pass_turn(book, above))
    seen = view(book, games)
    logits, legal, values = legal_logits(book, evaluator, seen)
    logit, action = logits.topk(forest.action.shape[1], -1)
    has_move = legal.any(1)
    # Without a move there is one way on: to pass.
    logit[:, 0] = torch.where(has_move, logit[:, 0], 0.0)
    judged = absolute(book, values, games.rule, seen.me)
    value = torch.where(is_over(games)[:, None, None], _result(book, games), judged)
    _write(forest, number, len(parent), games, seen, action, logit, value, has_move)


def _result(book: Rulebook, games: Games) -> Tensor:
    """players × (utility, win, margin) of games that are over."""
    ended = outcome(book, games)
    return stacked(Values(ended.win, (ended.margin + 1) / 2))


def _edge_visits(forest: Forest, row: Tensor) -> Tensor:
    """How often each move of some positions was taken."""
    child = forest.child[row]
    return forest.visits[child.clamp(min=0)] * (child != NONE)


def _gains(forest: Forest, row: Tensor) -> Tensor:
    """How much more each move of some positions brought who decides than was to be expected."""
    visits, me = _edge_visits(forest, row), forest.me[row]
    behind = forest.child[row].clamp(min=0)
    mine = forest.total[behind, me[:, None].expand_as(behind), 0] / visits.clamp(min=1)
    return gains(forest.value[row, me, 0], forest.logit[row], mine, visits)


def _lagging(forest: Forest, row: Tensor, trust: float) -> Tensor:
    """The move that was taken least beside its share of the improved policy."""
    visits = _edge_visits(forest, row)
    share = torch.softmax(forest.logit[row] + trust * _gains(forest, row), -1)
    behind: Tensor = (share - visits / (1 + visits.sum(-1, keepdim=True))).argmax(-1)
    return behind


def _choice(
    book: Rulebook, games: Games, seen: View, drawn: Candidates, forest: Forest, trust: float
) -> Choice:
    gain = trust * _gains(forest, drawn.rows)
    visits = _edge_visits(forest, drawn.rows)
    most = (visits == visits.amax(-1, keepdim=True)) & drawn.real
    best = (drawn.top + gain).masked_fill(~most, NEVER).argmax(-1, keepdim=True)
    behind = forest.child[drawn.rows].gather(1, best).squeeze(1).clamp(min=0)
    after = (forest.total[behind] / forest.visits[behind].clamp(min=1)[:, None, None])[..., 1:]
    return chosen(book, games, seen, drawn, gain, best, after)
