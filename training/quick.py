"""The quick net: one wide layer over sparse inputs, for a leaf in microseconds on a CPU.

What a tower finds out with many convolutions it is told: which empty cells each color can
still get to, and whether it is alone there. Inputs are zeros and ones by cell, nearly all
of them zero, so that a CPU adds a few hundred rows instead of multiplying matrices, and
from one position to the next only the rows that changed (native/search/quick_net.h).
"""

import copy
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.config import NetShape
from training.net import Sizes
from training.quick_map import QuickMap
from training.rulebook import ATTACH, CELL, HALO, Rulebook
from training.source import FLAGS_PER_COLOR, OPTIONS, PLANES_PER_COLOR

NEAR = 3
"""Cells within so many steps of a way out are told apart from those further off."""
FIELDS = (CELL, HALO, ATTACH)
"""A move's logit is a sum over the cells it covers, stands beside and opens."""
LOCAL = 16
"""What the policy works out of each cell's own inputs."""
MIDDLE, LAST = 64, 32
"""Widths of the value's layers."""
COUNT_UNIT = 16.0
SLOW, FAST = 0.5, 4.0
"""Shares of the learning rate: of the wide layer, hundreds of whose rows move together, and of
the map, whose few weights count for all cells."""


@dataclass(frozen=True)
class QuickBoard:
    """What the net must know of the board; shared by all copies of a net."""

    near: Tensor
    """words × words: 1 between cells with a common edge."""
    stamp: Tensor
    """What a placement covers; then stands beside and opens, for each contact rule that occurs;
    then its orientation: all of them × actions."""
    contacts: int
    piece_size: Tensor
    steps: int
    """Cells of the largest piece: how far a color gets in one move."""

    def __deepcopy__(self, memo: dict[int, object]) -> "QuickBoard":
        return self


def quick_board(book: Rulebook) -> QuickBoard:
    """Neighbors and stamps of a rulebook's home board."""
    layout, home = book.layout, book.layout.home
    number = torch.float32 if book.device.type == "cpu" else torch.bfloat16
    word = next(one.word for one in book.fits if one.tables.n_cells == home.n_cells)
    near = torch.zeros(layout.words, layout.words)
    for cell in range(home.n_cells):
        near[word[cell], word[home.edges[cell]]] = 1
    orientations = torch.arange(layout.actions // layout.area, device=book.device)
    turned = (book.actions // layout.area)[:, None] == orientations
    contacts = 2 if bool(book.contact.any()) else 1
    bits = [CELL, *(field + 2 * contact for contact in range(contacts) for field in (HALO, ATTACH))]
    parts = [((book.stamp >> bit) & 1).T.to(number) for bit in bits]
    stamp = torch.cat([*parts, turned.T.to(number)]).contiguous()
    return QuickBoard(
        near.to(book.device, number),
        stamp,
        contacts,
        book.piece_size.to(number),
        int(book.piece_size.max()),
    )


@dataclass(frozen=True)
class Seen:
    """What the heads look at beside the wide layer."""

    planes: Tensor
    onboard: Tensor
    """Which words are on the board: stamps also reach beyond a smaller one."""
    map: Tensor | None
    """Channels by place, if the net has a map."""


class QuickNet(nn.Module):
    """The same heads as the tower, over one wide layer."""

    def __init__(self, sizes: Sizes, shape: NetShape, board: QuickBoard) -> None:
        super().__init__()
        self.sizes, self.shape, self.board = sizes, shape, board
        width, words = shape.width, sizes.kinds * sizes.rows * sizes.columns
        self.planes = planes_of(sizes.colors)
        self._inputs = quick_planes
        self.cells = nn.Linear(self.planes * words, width)
        self.counts = nn.Linear(self.planes, width, bias=False)
        self.told = nn.Linear(sizes.globals, width, bias=False)
        self.value_hidden = nn.Linear(width, MIDDLE)
        self.value_last = nn.Linear(MIDDLE, LAST)
        self.value_out = nn.Linear(LAST, 2 * sizes.players + sizes.colors)
        self.local_in = nn.Linear(self.planes, LOCAL)
        self.local_told = nn.Linear(width, LOCAL)
        self.local_out = nn.Linear(LOCAL, len(FIELDS))
        self.field = nn.Linear(width, len(FIELDS) * words)
        self.orientation = nn.Linear(width, sizes.orientations)
        self.owner_local = nn.Linear(self.planes, sizes.colors + 1)
        self.owner_out = nn.Linear(width, (sizes.colors + 1) * words)
        self.map = QuickMap(sizes, shape, self.planes, MIDDLE, LOCAL) if shape.map else None
        nn.init.normal_(self.cells.weight, std=0.01)
        nn.init.normal_(self.counts.weight, std=0.05)
        for part in (self.field, self.orientation, self.owner_out):
            nn.init.normal_(part.weight, std=0.002)

    def plain(self) -> "QuickNet":
        """A copy for play."""
        return copy.deepcopy(self).eval()

    def exact_parts(self) -> tuple[nn.Module, ...]:
        """What stays in full precision: small, and rounding there is play."""
        layers = self.value_hidden, self.value_last, self.value_out
        return (*layers, self.map.value) if self.map else layers

    def paces(self) -> dict[float, list[nn.Parameter]]:
        """What learns at other shares of the rate."""
        quick = list(self.map.parameters()) if self.map else []
        return {SLOW: [self.cells.weight], FAST: quick}

    def compile_parts(self) -> None:
        """Compile the making of the inputs: many small steps over large arrays."""
        self._inputs = torch.compile(quick_planes, dynamic=False)

    def unpack(self, word: Tensor, number: torch.dtype) -> Tensor:
        """Words → bits by plane."""
        bit = torch.arange(self.sizes.planes, device=word.device, dtype=torch.int16)[:, None]
        return ((word[:, None, :] >> bit) & 1).to(number)

    def trunk(self, bits: Tensor, vector: Tensor) -> tuple[Tensor, Seen]:
        """The wide layer, and its inputs."""
        with torch.no_grad():
            planes = self._inputs(self.board, self.sizes, bits, vector)
            counts = planes.sum(-1, dtype=torch.float32).to(planes.dtype) / COUNT_UNIT
        hidden = self.cells(planes.flatten(1)) + self.counts(counts) + self.told(vector)
        channels = self.map(planes, vector) if self.map else None
        return F.relu(hidden), Seen(planes, bits[:, -1], channels)

    def policy(self, hidden: Tensor, seen: Seen, vector: Tensor) -> Tensor:
        """One logit per action: fields over the board, summed under each placement."""
        local = self.local_in(seen.planes.transpose(1, 2)) + self.local_told(hidden)[:, None, :]
        if self.map and seen.map is not None:
            local = local + self.map.by_word(self.map.local, seen.map)
        field = self.local_out(F.relu(local)).transpose(1, 2) + self.field(hidden).unflatten(
            1, (len(FIELDS), -1)
        )
        field = (field * seen.onboard[:, None]).flatten(1)
        covered, around = field.tensor_split((field.shape[1] // len(FIELDS),), 1)
        parts = [covered, around]
        if self.board.contacts > 1:
            corners_only = (vector[:, -OPTIONS, None] > 0).to(field.dtype)
            parts = [covered, around * (1 - corners_only), around * corners_only]
        summed = torch.cat([*parts, self.orientation(hidden)], 1)
        return summed @ self.board.stamp.to(summed.dtype)

    def value(self, hidden: Tensor, seen: Seen, vector: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Win logits and margins by player slot, scores (in units of 20) by color slot."""
        with torch.autocast(hidden.device.type, enabled=False):
            middle = self.value_hidden(hidden.float())
            if self.map and seen.map is not None:
                middle = middle + self.map.pooled(seen.map)
            out = self.value_out(F.relu(self.value_last(F.relu(middle))))
        players = self.sizes.players
        return out[:, :players], torch.tanh(out[:, players : 2 * players]), out[:, 2 * players :]

    def owner(self, hidden: Tensor, seen: Seen) -> Tensor:
        """Logits of each word's final owner: color slots, then nobody."""
        local = self.owner_local(seen.planes.transpose(1, 2))
        if self.map and seen.map is not None:
            local = local + self.map.by_word(self.map.owner, seen.map)
        local = local.transpose(1, 2)
        return local + self.owner_out(hidden).view(local.shape)

    def forward(self, bits: Tensor, vector: Tensor) -> tuple[Tensor, ...]:
        """All heads: policy, win, margin, score, owner."""
        hidden, seen = self.trunk(bits, vector)
        heads = self.value(hidden, seen, vector)
        return self.policy(hidden, seen, vector), *heads, self.owner(hidden, seen)


def planes_of(colors: int) -> int:
    """Inputs of a cell: four by color, and one for each set of colors that can get there."""
    return 4 * colors + 2**colors - 1


def quick_planes(board: QuickBoard, sizes: Sizes, bits: Tensor, vector: Tensor) -> Tensor:
    """By color slot: own; forbidden; ways out; cells up to `NEAR` steps from one. Then one
    plane for each set of color slots that can get to a cell in one move, as far as their
    largest piece and what is forbidden to them tell; colors that are out get nowhere."""
    n, number = sizes.colors, bits.dtype
    cells = bits[:, :-1].unflatten(1, (n, PLANES_PER_COLOR))
    own, forbidden, ways = cells.unbind(2)
    empty = bits[:, -1:] * (1 - own.sum(1, keepdim=True))
    free = empty * (1 - forbidden)
    pieces = len(board.piece_size)
    stock = vector[:, : n * pieces].view(-1, n, pieces)
    flags = vector[:, n * pieces : n * (pieces + FLAGS_PER_COLOR)].view(-1, n, FLAGS_PER_COLOR)
    largest = ((stock > 0) * board.piece_size).amax(-1)
    ways = ways * (flags[:, :, 2] == 0)[:, :, None].to(number)
    reach = close = ways
    for step in range(2, board.steps + 1):
        further = ((reach @ board.near.to(number)) > 0).to(number) * free
        further = further * (largest >= step)[:, :, None].to(number)
        reach = torch.maximum(reach, further)
        if step == NEAR:
            close = reach - ways
    power = 2.0 ** torch.arange(n, device=bits.device, dtype=number)
    who = (reach * power[:, None]).sum(1, keepdim=True)
    sets = torch.arange(1, 2**n, device=bits.device, dtype=number)[:, None]
    return torch.cat([own, forbidden, ways, close, (who == sets).to(number)], 1)
