"""The net's inputs for a batch, and legal moves from the same inputs.

A view holds one int16 per word: three bits for every color slot (own, forbidden and
empty, usable attach cell), then one for "on the board". It stays packed until the
net's first layer; the replay keeps it packed too.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.games import Games
from training.rulebook import BLOCK, Rulebook
from training.source import PLANES_PER_COLOR

OWN, FORBIDDEN, USABLE = range(PLANES_PER_COLOR)


@dataclass(frozen=True)
class View:
    """Inputs of a batch of positions, and whose they are."""

    word: Tensor
    vector: Tensor
    """The globals of `features.encode`."""
    me: Tensor
    """The deciding player."""


def view(book: Rulebook, games: Games) -> View:
    """What the net is told about each game."""
    me = deciding_player(book, games, games.to[:, None]).squeeze(1)
    return View(_words(book, games), _vector(book, games, me), me)


def deciding_player(book: Rulebook, games: Games, color: Tensor) -> Tensor:
    """Who places each of these colors next."""
    turn = games.placed.gather(1, color) % book.turns
    return book.controller[games.rule[:, None], color, turn]


def _colors_in_turn(book: Rulebook, games: Games) -> tuple[Tensor, Tensor]:
    """Color of each slot, and whether the slot is in play."""
    slot = torch.arange(book.layout.colors, device=book.device)
    n = book.colors[games.rule][:, None]
    return (games.to[:, None] + slot) % n, slot < n


def _words(book: Rulebook, games: Games) -> Tensor:
    slots, board = book.layout.colors, games.board
    colors, present = _colors_in_turn(book, games)
    onboard = book.onboard[games.rule]
    # A stamp knows only the home board: on a smaller one it also writes outside.
    empty = ((board & ((1 << slots) - 1)) == 0).to(torch.int16) & onboard
    word = onboard << (PLANES_PER_COLOR * slots)
    for slot in range(slots):
        color = colors[:, slot, None].to(torch.int16)
        there = present[:, slot, None].to(torch.int16)
        own = (board >> color) & there
        forbidden = (board >> (slots + color)) & empty & there
        usable = (board >> (2 * slots + color)) & empty & there & ~forbidden
        bits = own | (forbidden << FORBIDDEN) | (usable << USABLE)
        word = word | (bits << (PLANES_PER_COLOR * slot))
    return word


def _vector(book: Rulebook, games: Games, me: Tensor) -> Tensor:
    colors, present = _colors_in_turn(book, games)
    seat = torch.arange(book.layout.players, device=book.device)
    n = book.players[games.rule][:, None]
    players, seated = (me[:, None] + seat) % n, seat < n
    pieces = colors[:, :, None].expand(-1, -1, book.layout.pieces)
    stock = games.stock.gather(1, pieces) * present[:, :, None]
    begun, out = games.placed.gather(1, colors) > 0, games.out.gather(1, colors)
    flags = torch.stack([present, begun, out, games.single_last.gather(1, colors)], -1)
    flags = flags & present[:, :, None]
    both = (seated[:, :, None] & present[:, None, :]).long()
    rule = games.rule[:, None, None]
    counts = book.counts[rule, players[:, :, None], colors[:, None, :]] * both
    decides = (deciding_player(book, games, colors)[:, None, :] == players[:, :, None]) * both
    parts = (stock, flags, counts, decides, seated, book.options[games.rule])
    return torch.cat([part.flatten(1).half() for part in parts], 1)


def legal_actions(book: Rulebook, word: Tensor, vector: Tensor) -> Tensor:
    """Every legal action of the color to play, by one matrix product over the board.

    A covered attach cell adds 1; a covered blocked cell, a used-up piece, an own cell that
    corners-only forbids, or an action that is no placement adds `BLOCK`: legal means some
    of the first and none of the second.
    """
    slots, number = book.layout.colors, book.reach.dtype
    taken = sum(1 << (PLANES_PER_COLOR * slot) for slot in range(slots)) | (1 << FORBIDDEN)
    off = (word >> (PLANES_PER_COLOR * slots)) == 0
    blocked = ((word & taken) != 0) | off
    usable = ((word >> USABLE) & 1).to(number)
    corners_only = vector[:, -book.options.shape[1], None].to(number)
    own = (word & 1).to(number) * corners_only
    gone = vector[:, : book.layout.pieces] == 0
    one = torch.ones_like(corners_only)
    rows = torch.cat([usable + BLOCK * blocked, BLOCK * own, BLOCK * gone, BLOCK * one], 1)
    total = rows.to(number) @ book.reach
    return (total > 0.5) & (total < BLOCK - 0.5)
