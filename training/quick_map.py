"""The map of a quick net: a few narrow convolutions over the cells that matter.

A wide layer adds up what it is told of each cell; it cannot see that this way out leads past
that wall. Convolutions can, and hold everywhere on the board. They are worked out only where
somebody still gets to, about a third of the cells, and with so few channels that a CPU needs
microseconds for them (native/search/quick_map.h).
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.config import NetShape
from training.net import Sizes

CAP = 4.0
"""A channel's highest value: a CPU keeps channels in eight bits."""
SUM_UNIT = 32.0


class QuickMap(nn.Module):
    """From the inputs of a quick net to some channels by place, and what the heads take of them.

    The kinds of cells that share a place also share its channels, as in a tower.
    """

    def __init__(self, sizes: Sizes, shape: NetShape, planes: int, middle: int, local: int) -> None:
        super().__init__()
        self.sizes, channels = sizes, shape.map
        self.first = nn.Conv2d(planes * sizes.kinds, channels, 3, padding=1)
        self.told = nn.Linear(sizes.globals, channels, bias=False)
        self.convolutions = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2 * shape.map_blocks)
        )
        self.value = nn.Linear(2 * channels, middle, bias=False)
        self.local = nn.Linear(channels, sizes.kinds * local, bias=False)
        self.owner = nn.Linear(channels, sizes.kinds * (sizes.colors + 1), bias=False)
        nn.init.normal_(self.value.weight, std=0.02)
        for part in (self.local, self.owner):
            nn.init.normal_(part.weight, std=0.002)

    def forward(self, planes: Tensor, vector: Tensor) -> Tensor:
        """Channels by place; zero where nobody gets to."""
        form = (self.sizes.kinds, self.sizes.rows, self.sizes.columns)
        anybody = planes[:, 4 * self.sizes.colors :].sum(1).unflatten(1, form)
        alive = anybody.amax(1, keepdim=True)
        picture = planes.unflatten(2, form).flatten(1, 2)
        picture = picture.contiguous(memory_format=torch.channels_last)
        x = _capped(self.first(picture) + self.told(vector)[:, :, None, None]) * alive
        for i in range(0, len(self.convolutions), 2):
            inner = _capped(self.convolutions[i](x)) * alive
            x = _capped(self.convolutions[i + 1](inner) + x) * alive
        return x

    def pooled(self, x: Tensor) -> Tensor:
        """For the value's first layer: sums and maxima over the board, in full precision."""
        whole = x.float().flatten(2)
        return self.value(torch.cat([whole.sum(-1) / SUM_UNIT, whole.amax(-1)], 1))

    def by_word(self, head: nn.Linear, x: Tensor) -> Tensor:
        """What a head makes of each word's place: batch × words × outputs."""
        each = head(x.flatten(2).transpose(1, 2)).unflatten(2, (self.sizes.kinds, -1))
        return each.transpose(1, 2).flatten(1, 2)


def _capped(x: Tensor) -> Tensor:
    return F.hardtanh(x, 0.0, CAP)
