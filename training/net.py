"""The net: a small residual tower that looks at the whole board through pooling.

One class in two forms. In training every convolution has a batch norm; for play and
export the norms are folded into the convolutions (`folded`).
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.config import NetShape
from training.source import PLANES_PER_COLOR, NetLayout

HEAD = 32
"""Channels pooled for the value."""
HIDDEN = 96


@dataclass(frozen=True)
class Sizes:
    """What the net must know of a layout: plain numbers, so that a checkpoint can hold them."""

    colors: int
    players: int
    kinds: int
    rows: int
    columns: int
    orientations: int
    globals: int

    @property
    def planes(self) -> int:
        """Bits of a word."""
        return PLANES_PER_COLOR * self.colors + 1

    @classmethod
    def of(cls, layout: NetLayout) -> "Sizes":
        return cls(
            layout.colors,
            layout.players,
            layout.kinds,
            layout.rows,
            layout.columns,
            layout.actions // layout.area,
            layout.globals,
        )


class ConvNorm(nn.Module):
    """A convolution with a batch norm, or with the bias that the norm folds into."""

    def __init__(self, inputs: int, outputs: int, norm: bool) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=not norm)
        self.norm = nn.BatchNorm2d(outputs) if norm else nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.norm(self.conv(x))
        return out

    def fold_into(self, plain: "ConvNorm") -> None:
        """Write this layer's effect at play into one without a norm."""
        assert isinstance(self.norm, nn.BatchNorm2d)
        assert plain.conv.bias is not None
        assert self.norm.running_var is not None
        assert self.norm.running_mean is not None
        scale = self.norm.weight * torch.rsqrt(self.norm.running_var + self.norm.eps)
        plain.conv.weight.copy_(self.conv.weight * scale[:, None, None, None])
        plain.conv.bias.copy_(self.norm.bias - self.norm.running_mean * scale)


class Pool(nn.Module):
    """Mean and maximum over the cells of the board, turned into a bias for every channel."""

    def __init__(self, channels: int, outputs: int) -> None:
        super().__init__()
        self.out = nn.Linear(2 * channels, outputs)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        bias: Tensor = self.out(pooled(x, mask))
        return bias[:, :, None, None]


def pooled(x: Tensor, mask: Tensor) -> Tensor:
    """Mean and maximum of channels that are nowhere negative, over the board."""
    seen = x * mask
    mean = seen.sum((2, 3)) / mask.sum((2, 3))
    # The gradient of amax compares values, which a compiler may round differently.
    largest = seen.flatten(2).max(-1).values if torch.is_grad_enabled() else seen.amax((2, 3))
    return torch.cat([mean, largest], 1)


class Block(nn.Module):
    """Two convolutions and a shortcut; some also add what the whole board looks like."""

    def __init__(self, width: int, norm: bool, looks_around: bool) -> None:
        super().__init__()
        self.first = ConvNorm(width, width, norm)
        self.second = ConvNorm(width, width, norm)
        self.pool = Pool(width, width) if looks_around else None

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        h = self.first(x)
        if self.pool is not None:
            h = h + self.pool(x, mask)
        return F.relu(x + self.second(F.relu(h)))


class Net(nn.Module):
    """Policy over orientations × places; values by player slot; scores and owners by color slot."""

    def __init__(self, sizes: Sizes, shape: NetShape, norm: bool = True) -> None:
        super().__init__()
        self.sizes, self.shape = sizes, shape
        width = shape.width
        self.stem = ConvNorm(sizes.planes * sizes.kinds, width, norm)
        self.told = nn.Linear(sizes.globals, width)
        self.blocks = nn.ModuleList(
            Block(width, norm, i % shape.pooled_every == shape.pooled_every - 1)
            for i in range(shape.blocks)
        )
        self.policy_in = nn.Conv2d(width, width, 1)
        self.policy_pool = Pool(width, width)
        self.policy_out = nn.Conv2d(width, sizes.orientations, 1)
        self.value_in = nn.Conv2d(width, HEAD, 1)
        self.value_hidden = nn.Linear(2 * HEAD + sizes.globals, HIDDEN)
        self.value_out = nn.Linear(HIDDEN, 2 * sizes.players + sizes.colors)
        self.owner_out = nn.Conv2d(width, (sizes.colors + 1) * sizes.kinds, 1)

    def plain(self) -> "Net":
        """A copy for play and export, norms folded."""
        return folded(self)

    def exact_parts(self) -> tuple[nn.Module, ...]:
        """What stays in full precision: small, and rounding there is play."""
        return self.value_hidden, self.value_out

    def paces(self) -> dict[float, list[nn.Parameter]]:
        """What learns at other shares of the rate: nothing here."""
        return {}

    def compile_parts(self) -> None:
        """Compile block by block: equal blocks share the work, so a run starts in seconds."""
        torch._dynamo.config.recompile_limit = 64
        for block in self.blocks:
            block.compile(dynamic=False)

    def unpack(self, word: Tensor, number: torch.dtype) -> Tensor:
        """Words → planes: bit by bit, then by kind."""
        s = self.sizes
        bit = torch.arange(s.planes, device=word.device, dtype=torch.int16)[:, None]
        bits = (word[:, None, :] >> bit) & 1
        planes = bits.to(number).view(-1, s.planes * s.kinds, s.rows, s.columns)
        return planes.contiguous(memory_format=torch.channels_last)

    def trunk(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor]:
        """Features of every place, and which places are on the board."""
        mask = planes[:, -self.sizes.kinds :].amax(1, keepdim=True)
        x = F.relu(self.stem(planes) + self.told(vector)[:, :, None, None])
        for block in self.blocks:
            x = block(x, mask)
        return x, mask

    def policy(self, x: Tensor, mask: Tensor, _: Tensor) -> Tensor:
        """One logit per action."""
        h = F.relu(self.policy_in(x) + self.policy_pool(x, mask))
        out: Tensor = self.policy_out(h)
        return out.flatten(1)

    def value(self, x: Tensor, mask: Tensor, vector: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Win logits and margins by player slot, scores (in units of 20) by color slot."""
        seen = pooled(F.relu(self.value_in(x)), mask)
        told = torch.cat([seen.float(), vector.float()], 1)
        with torch.autocast(x.device.type, enabled=False):  # small, and rounding here is play
            out = self.value_out(F.relu(self.value_hidden(told)))
        players = self.sizes.players
        return out[:, :players], torch.tanh(out[:, players : 2 * players]), out[:, 2 * players :]

    def owner(self, x: Tensor) -> Tensor:
        """Logits of each word's final owner: color slots, then nobody."""
        s = self.sizes
        out: Tensor = self.owner_out(x)
        return out.reshape(-1, s.colors + 1, s.kinds * s.rows * s.columns)

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, ...]:
        """All heads: policy, win, margin, score, owner."""
        x, mask = self.trunk(planes, vector)
        return self.policy(x, mask, vector), *self.value(x, mask, vector), self.owner(x)


@torch.no_grad()
def fold(net: Net, plain: Net) -> None:
    """Copy a net with norms into one without."""
    for source, target in zip(net.modules(), plain.modules(), strict=True):
        if isinstance(source, ConvNorm) and isinstance(target, ConvNorm):
            source.fold_into(target)
    norms = tuple(name for name, part in net.named_modules() if isinstance(part, ConvNorm))
    theirs = dict(plain.named_parameters())
    for name, value in net.named_parameters():
        if not name.startswith(norms):
            theirs[name].copy_(value)


def folded(net: Net) -> Net:
    """A copy for play and export."""
    plain = Net(net.sizes, net.shape, norm=False).to(next(net.parameters()).device)
    fold(net, plain)
    return plain.eval()
