"""Let the map and the value's layers of a quick net learn from lessons alone; a CPU is enough.

`python -m training.polish --config duo-quick --net nets/duo-quick.npz --lessons lessons --out new`

A wide layer learns lessons by heart (docs/training.md); the map has few weights, which count for
all cells, and does not. So the wide layer stays as it is here. The policy has no part in this and
could not follow a map that changes: it lets go of it.
"""

import argparse
import copy
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.arguments import Mistake, file, seconds, told, whole
from training.config import QUICK, LearnParams, load_config
from training.kinds import make_net
from training.learn import VALUE, WEIGHTS, turned, value_terms
from training.lesson_file import read_lessons
from training.lessons import lessons_replay
from training.quick import COUNT_UNIT, QuickNet, Seen, quick_planes
from training.quick_file import arrays_of, read_into, write
from training.replay import Replay, Sample
from training.rulebook import Rulebook, make_rulebook
from training.symmetry import symmetries

BATCH = 1024
RATE = 1e-3
MAP_PACE, HEAD_PACE = 3.0, 0.6
"""Shares of the rate."""
WARM = 100
"""Updates until the rate is reached; from the start it also falls, to nothing at the end."""
AVERAGE = 0.998
REPORT_EVERY = 60.0


class Polisher:
    """A net of which only the map and the value's layers learn."""

    def __init__(self, book: Rulebook, net: QuickNet, lessons: Replay) -> None:
        if net.map is None:
            raise Mistake("this net has no map to polish")
        net.map.local.weight.data.zero_()
        self.book, self.net, self.lessons = book, net, lessons
        self.symmetries, self.updates = symmetries(book), 0
        named = net.map.named_parameters()
        mapped = [p for name, p in named if not name.startswith(("local", "owner"))]
        heads = [p for part in _heads(net) for p in part.parameters()]
        for parameter in net.parameters():
            parameter.requires_grad_(False)
        for parameter in (*mapped, *heads):
            parameter.requires_grad_(True)
        groups = [{"params": mapped, "share": MAP_PACE}, {"params": heads, "share": HEAD_PACE}]
        self.optimizer = torch.optim.AdamW(groups, lr=RATE, weight_decay=1e-4)
        self.average = copy.deepcopy(net).eval()
        parts = (net.cells.weight, net.counts.weight, net.told.weight)
        self._wide = torch.cat(parts, 1).bfloat16()
        self._weights = torch.tensor(WEIGHTS[VALUE], device=book.device)

    def losses(self, net: QuickNet, sample: Sample) -> Tensor:
        """Win, margin and score."""
        assert net.map
        with torch.no_grad():
            bits, vector = net.unpack(sample.word, torch.float32), sample.vector.float()
            planes = quick_planes(net.board, net.sizes, bits, vector)
            told = torch.cat([planes.flatten(1), planes.sum(-1) / COUNT_UNIT, vector], 1)
            hidden = F.relu(F.linear(told.bfloat16(), self._wide).float() + net.cells.bias)
        with torch.autocast(bits.device.type, torch.bfloat16):
            channels = net.map(planes, vector)
        return value_terms(net.value(hidden, Seen(planes, bits[:, -1], channels), vector), sample)

    def update(self, heat: float, ahead: int, blend: float) -> Tensor:
        """One step of the optimizer at a share of the rate; the losses."""
        sample = turned(self.lessons.sample(BATCH, ahead, blend), self.symmetries)
        each = self.losses(self.net, sample)
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * group["share"] * heat * min(1.0, (self.updates + 1) / WARM)
        self.optimizer.zero_grad(set_to_none=True)
        (each * self._weights).sum().backward()  # type: ignore[no-untyped-call]
        moved = [p for group in self.optimizer.param_groups for p in group["params"]]
        torch.nn.utils.clip_grad_norm_(moved, 2.0)
        self.optimizer.step()
        self.updates += 1
        self._follow()
        return each.detach()

    @torch.no_grad()
    def _follow(self) -> None:
        keep = min(AVERAGE, (1 + self.updates) / (10 + self.updates))
        for mine, theirs in zip(self.average.parameters(), self.net.parameters(), strict=True):
            if theirs.requires_grad:
                mine.lerp_(theirs, 1 - keep)


def _heads(net: QuickNet) -> tuple[nn.Linear, ...]:
    return net.value_hidden, net.value_last, net.value_out


def polish(polisher: Polisher, learn: LearnParams, seconds: float, updates: int) -> None:
    """Go on until the time is over or the updates are made; the rate falls to nothing by then."""
    begun = told = time.monotonic()
    while (passed := time.monotonic() - begun) < seconds and polisher.updates < updates:
        done = max(passed / seconds, polisher.updates / updates)
        losses = polisher.update(1 - done, learn.ahead, learn.blend)
        if time.monotonic() - told > REPORT_EVERY:
            told = time.monotonic()
            print(f"{polisher.updates} updates: win, margin, score {losses.tolist()}", flush=True)


@told
def main(argv: list[str] | None = None) -> int:
    """Polish a net for some time; write it, and its card with what was done."""
    parser = argparse.ArgumentParser(prog="training.polish", description=__doc__.split("\n")[0])
    parser.add_argument("--config", default="duo-quick")
    parser.add_argument("--net", type=file, required=True, help="a file of the package's kind")
    parser.add_argument("--lessons", type=Path, required=True, help="a folder (training.teach)")
    parser.add_argument("--seconds", type=seconds, default=1000, help="time to learn")
    parser.add_argument("--updates", type=whole, default=10**9, help="at most so many updates")
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    args = parser.parse_args(argv)
    config = load_config(args.config)
    if config.net.kind != QUICK:
        raise Mistake(f"{config.name!r} is no quick net, and has no map to polish")
    card = json.loads(args.net.with_suffix(".json").read_text("utf-8"))
    book = make_rulebook(config, "cuda" if torch.cuda.is_available() else "cpu")
    with np.load(args.net) as arrays:
        given = dict(arrays)
    net = make_net(book, replace(config.net, width=len(given["scale"]))).to(book.device)
    assert isinstance(net, QuickNet)
    read_into(net, book.layout, given)
    lessons = read_lessons(args.lessons, config.lessons)
    polisher = Polisher(book, net, lessons_replay(book, lessons))
    polish(polisher, config.learn, args.seconds, args.updates)
    args.out.mkdir(parents=True, exist_ok=True)
    write(arrays_of(polisher.average, book.layout), args.out / args.net.name)
    card["trained"]["polished"] = polisher.updates * BATCH
    path = args.out / args.net.with_suffix(".json").name
    path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
