"""Thousands of games in step: plain tensors and the few functions that change them.

Nothing here waits for the device: every game of a batch takes every step, and
`where` says whom it concerns.
"""

from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor

from training.config import PlayParams
from training.rulebook import ATTACH, CELL, HALO, Rulebook


@dataclass(frozen=True)
class Games:
    """A batch of positions; the first axis is the game."""

    rule: Tensor
    board: Tensor
    """words, int16. With n color slots, bit c: color c's cell; n + c: forbidden to it;
    2n + c: where it may continue (or begin)."""
    stock: Tensor
    """colors × pieces, uint8."""
    placed: Tensor
    """colors: number of placements."""
    out: Tensor
    """colors: found without a move when its turn came (or not in this variant)."""
    single_last: Tensor
    starts: Tensor
    """colors, bits: the starts still open to a color that has not begun."""
    to: Tensor
    """The color to play."""
    ply: Tensor
    opening: Tensor
    """How many plies of this game are drawn without search."""
    wild: Tensor
    """Whether they are any moves, not the policy's."""

    def __len__(self) -> int:
        return len(self.rule)

    def take(self, index: Tensor) -> "Games":
        """Some of the games, in the order of `index`, repeats allowed."""
        return Games(**{f.name: getattr(self, f.name)[index] for f in fields(self)})

    def where(self, condition: Tensor, other: "Games") -> "Games":
        """These games where the condition holds, the other ones elsewhere."""
        return Games(
            **{
                f.name: _where(condition, getattr(self, f.name), getattr(other, f.name))
                for f in fields(self)
            }
        )


def _where(condition: Tensor, yes: Tensor, no: Tensor) -> Tensor:
    return torch.where(condition.view(-1, *(1,) * (yes.dim() - 1)), yes, no)


def new_games(book: Rulebook, rule: Tensor, opening: int = 0, wild: float = 0.0) -> Games:
    """Empty boards, one for each rule of the list."""
    n, slots, device = len(rule), book.layout.colors, book.device
    zeros = torch.zeros(n, slots, dtype=torch.int64, device=device)
    color = torch.arange(slots, device=device)
    games = Games(
        rule=rule,
        board=torch.zeros(n, book.layout.words, dtype=torch.int16, device=device),
        stock=book.stock[rule],
        placed=zeros,
        out=color >= book.colors[rule][:, None],
        single_last=zeros.bool(),
        starts=book.start_open[rule],
        to=zeros[:, 0],
        ply=zeros[:, 0],
        opening=torch.randint(0, opening + 1, (n,), device=device),
        wild=torch.rand(n, device=device) < wild,
    )
    return replace(games, board=_with_starts(book, games))


def drawn_games(book: Rulebook, params: PlayParams) -> Games:
    """New games by the parameters of play, their rules drawn by their shares."""
    rules = torch.multinomial(book.share, params.games, replacement=True)
    return new_games(book, rules, params.opening, params.wild)


def _with_starts(book: Rulebook, games: Games) -> Tensor:
    """The board with the attach bits of colors that have not begun as their starts say."""
    slots = book.layout.colors
    color = torch.arange(slots, device=book.device)
    word, bit = book.start_word[games.rule], book.start_bit[games.rule]
    attach = torch.ones_like(color) << (2 * slots + color)
    waiting = (games.placed == 0) * attach
    is_open = (games.starts[:, None, :] >> bit[:, :, None]) & 1
    bits = (is_open * waiting[:, None, :]).sum(-1)
    kept = games.board.gather(1, word) & ~waiting.sum(-1, keepdim=True).to(torch.int16)
    return games.board.scatter(1, word, kept | bits.to(torch.int16))


def play(book: Rulebook, games: Games, action: Tensor) -> Games:
    """The games after the color to play has made a (legal) placement."""
    slots, color = book.layout.colors, games.to
    column = color[:, None]
    piece = book.action_piece[action]
    first = games.placed.gather(1, column) == 0
    stamp = book.stamp[action]
    starts = _narrowed(book, games, stamp, first)
    here = torch.arange(slots, device=book.device) == column
    took = here[:, :, None] & (
        torch.arange(book.layout.pieces, device=book.device) == piece[:, None, None]
    )
    after = replace(
        games,
        board=_stamped(book, games, stamp, first),
        stock=games.stock - took.to(torch.uint8),
        placed=games.placed + here.long(),
        single_last=torch.where(here, (piece == book.single)[:, None], games.single_last),
        starts=starts,
        ply=games.ply + 1,
    )
    after = replace(after, board=_with_starts(book, after))
    return replace(after, to=next_color(book, after))


def _stamped(book: Rulebook, games: Games, stamp: Tensor, first: Tensor) -> Tensor:
    """Cells, halo and attach cells written; a color's first attach cells replace its starts."""
    slots = book.layout.colors
    color = games.to[:, None].to(torch.int16)
    higher = 2 * book.contact[games.rule][:, None]
    cell = ((stamp >> CELL) & 1).to(torch.int16) << color
    halo = ((stamp >> (HALO + higher)) & 1).to(torch.int16) << (slots + color)
    attach = ((stamp >> (ATTACH + higher)) & 1).to(torch.int16) << (2 * slots + color)
    begun = games.board & ~(first.to(torch.int16) << (2 * slots + color))
    return begun | cell | halo | attach


def _narrowed(book: Rulebook, games: Games, stamp: Tensor, first: Tensor) -> Tensor:
    """The starts left to each color after this placement, if it is a first one."""
    mine = games.starts.gather(1, games.to[:, None])
    covered = stamp.gather(1, book.start_word[games.rule]) & 1
    taken = first & (covered > 0) & ((mine >> book.start_bit[games.rule]) & 1 > 0)
    leaves = book.start_leaves[games.rule, games.to]
    left = torch.where(taken[:, :, None], leaves, -1)
    starts = games.starts
    for s in range(left.shape[1]):
        starts = starts & left[:, s]
    return starts


def next_color(book: Rulebook, games: Games) -> Tensor:
    """The next color in order that is not out; the same one if all others are."""
    slots = book.layout.colors
    step = torch.arange(1, slots + 1, device=book.device)
    order = (games.to[:, None] + step) % book.colors[games.rule][:, None]
    alive = ~games.out.gather(1, order) & (step <= book.colors[games.rule][:, None])
    return order.gather(1, alive.int().argmax(1, keepdim=True)).squeeze(1)


def pass_turn(book: Rulebook, games: Games) -> Games:
    """The color to play has no move: it is out for ever."""
    out = games.out.scatter(1, games.to[:, None], True)
    games = replace(games, out=out)
    return replace(games, to=next_color(book, games))


def is_over(games: Games) -> Tensor:
    """Whether every color is out."""
    return games.out.all(1)
