"""How well nets foretell the results of games that they have not learned from.

`python -m training.foretell --match docs/matches/classic-7 training/checkpoints/classic-tutor.pt …`

The games of a match of the arena are played again, and at every position the nets say who will
win: no search, no playouts. What is printed is the log loss of the results, for each eight plies
and for all; knowing nothing is worth the logarithm of the number of players. Needs the built
package, which reads the moves.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor

from training.arguments import Mistake, file, told
from training.checkpoint import config_of, load_rival
from training.config import Config, RuleShare
from training.evaluator import Evaluator
from training.games import Games, is_over, new_games, pass_turn, play
from training.outcome import outcome
from training.rulebook import Rulebook, make_rulebook
from training.search import absolute
from training.views import view

SPAN = 8
"""Plies that share a figure."""
LEAST = 1e-4
"""No net is believed to be surer than this."""


@dataclass(frozen=True)
class Match:
    """Games of one variant."""

    rule: RuleShare
    moves: Tensor
    """game × ply × (color, placement); −1 after the end."""
    begun: Tensor
    """By game: plies of its opening, which nobody chose."""


def read_match(folder: Path) -> Match:
    """The finished games of a match of the arena."""
    from cornerwise.arena import ArenaError, Store
    from cornerwise.play import Game

    try:
        plan, rows = Store(folder).load()
    except ArenaError as error:
        raise Mistake(str(error)) from None
    lines = []
    for row in rows.values():
        game = Game(plan.rules())
        played = [game.play(text) for text in row.moves]
        lines.append(torch.tensor([(int(move.color), int(move.placement)) for move in played]))
    return Match(
        RuleShare(variant=plan.variant, share=1.0, options=dict(plan.options)),
        torch.nn.utils.rnn.pad_sequence(lines, batch_first=True, padding_value=-1),
        torch.tensor([row.opening_plies for row in rows.values()]),
    )


def positions(book: Rulebook, match: Match) -> Iterator[tuple[Games, Tensor, Tensor]]:
    """All games side by side, step by step: the positions, the plies played, and whether a
    move of the match follows. Steps without one are passes, which a match does not tell."""
    moves = match.moves.to(book.device)
    action = torch.from_numpy(book.fits[0].action).to(book.device).long()
    rows = torch.searchsorted(book.actions, action)
    game = torch.arange(len(moves), device=book.device)
    games, at = new_games(book, torch.zeros_like(game)), torch.zeros_like(game)
    for _ in range(moves.shape[1] + book.layout.colors):
        color, placement = moves[game, at.clamp(max=moves.shape[1] - 1)].unbind(1)
        follows = (at < moves.shape[1]) & (placement >= 0) & (color == games.to)
        yield games, at, follows
        passed = games.where(is_over(games), pass_turn(book, games))
        games = play(book, games, rows[placement.clamp(min=0)]).where(follows, passed)
        at = at + follows
    yield games, at, torch.zeros_like(follows)


@torch.no_grad()
def losses(book: Rulebook, net: Evaluator, match: Match) -> dict[int, Tensor]:
    """By eighth ply: the log loss of every position from there on to the next."""
    said, plies, chosen = [], [], []
    for games, at, follows in positions(book, match):
        seen = view(book, games)
        values = net.values(seen.word, seen.vector)
        said.append(absolute(book, values, games.rule, seen.me)[..., 1])
        plies.append(at)
        chosen.append(follows & (at >= match.begun.to(book.device)))
    result = outcome(book, games).win
    present = torch.arange(result.shape[1], device=book.device) < book.players[0]
    share = torch.stack(said).clamp(min=LEAST) * present
    wrong = -(result * (share / share.sum(-1, keepdim=True)).clamp(min=LEAST).log()).sum(-1)
    return _by_span(torch.stack(plies), torch.stack(chosen), wrong)


def _by_span(plies: Tensor, chosen: Tensor, wrong: Tensor) -> dict[int, Tensor]:
    found = defaultdict(list)
    for ply, loss in zip(plies[chosen].tolist(), wrong[chosen].tolist(), strict=True):
        found[ply // SPAN * SPAN].append(loss)
    return {ply: torch.tensor(found[ply]) for ply in sorted(found)}


def on_rule(config: Config, rule: RuleShare) -> Config:
    """The same net, for the games of one variant."""
    return replace(config, rules=(rule,))


@told
def main(argv: list[str] | None = None) -> int:
    """Print a line for each net."""
    parser = argparse.ArgumentParser(prog="training.foretell", description=__doc__.split("\n")[0])
    parser.add_argument("--match", type=Path, required=True, help="a folder of the arena")
    parser.add_argument("nets", type=file, nargs="+", help="checkpoints, or nets of the package")
    args = parser.parse_args(argv)
    match = read_match(args.match)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    for path in args.nets:
        book = make_rulebook(on_rule(config_of(path), match.rule), device)
        spans = losses(book, load_rival(book, path), match)
        each = "  ".join(f"{ply}: {loss.mean():.3f}" for ply, loss in spans.items())
        print(f"{path.name}  {torch.cat(list(spans.values())).mean():.4f}  {each}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
