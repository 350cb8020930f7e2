"""Learning from the replay: losses, the optimizer's step, and the averaged net."""

import copy
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from training.config import LearnParams
from training.kinds import AnyNet
from training.outcome import MARGIN_UNIT
from training.replay import Sample
from training.rulebook import Rulebook
from training.symmetry import Symmetries
from training.views import legal_actions

LOSSES = ("policy", "win", "margin", "score", "owner")
WEIGHTS = (1.0, 1.5, 1.0, 0.3, 0.4)
"""What each loss counts; the value is slowest to learn."""
VALUE = slice(1, 4)
ABSENT = -1e4


@dataclass(frozen=True)
class Schedule:
    """The learning rate at an update: it depends on nothing else, so a run can stop anywhere."""

    params: LearnParams

    def rate(self, update: int) -> float:
        rising = min(1.0, (update + 1) / self.params.rise)
        return self.params.rate * rising / math.sqrt(1 + update / self.params.fall)


def turned(sample: Sample, symmetries: Symmetries) -> Sample:
    """Every position under a symmetry of its own."""
    which = torch.randint(len(symmetries), (len(sample.word),), device=sample.word.device)
    source = symmetries.source[which]
    return replace(
        sample,
        word=sample.word.gather(1, source),
        owner=sample.owner.gather(1, source),
        action=symmetries.action[which[:, None], sample.action],
    )


def losses(net: AnyNet, sample: Sample, legal: Tensor, amp: torch.dtype) -> Tensor:
    """The five losses, in the order of `LOSSES`, averaged over positions of ended games."""
    with _autocast(sample, amp):
        policy, *value, owner = net(*_inputs(net, sample, amp))
    log = F.log_softmax(policy.float().masked_fill(~legal, ABSENT), -1)
    each = (
        -(log.gather(1, sample.action) * sample.weight).sum(-1),
        *_of_value(value, sample),
        _owner_loss(owner.float(), sample, net),
    )
    return _averaged(each, sample)


def value_losses(net: AnyNet, sample: Sample, amp: torch.dtype) -> Tensor:
    """Those of the value alone: win, margin and score."""
    with _autocast(sample, amp):
        planes, vector = _inputs(net, sample, amp)
        value = net.value(*net.trunk(planes, vector), vector)
    return value_terms(value, sample)


def value_terms(value: Iterable[Tensor], sample: Sample) -> Tensor:
    """The losses of what was said of win, margin and score."""
    return _averaged(_of_value(value, sample), sample)


def _autocast(sample: Sample, amp: torch.dtype) -> torch.autocast:
    device = sample.word.device.type
    return torch.autocast(device, amp, enabled=device == "cuda")


def _inputs(net: AnyNet, sample: Sample, amp: torch.dtype) -> tuple[Tensor, Tensor]:
    planes = net.unpack(sample.word, amp if sample.word.is_cuda else torch.float32)
    return planes, sample.vector.to(planes.dtype)


def _of_value(value: Iterable[Tensor], sample: Sample) -> tuple[Tensor, ...]:
    win, margin, score = value
    return (
        _over_seats(F.binary_cross_entropy_with_logits(win, sample.win, reduction="none"), sample),
        _over_seats((margin - sample.margin) ** 2, sample),
        F.smooth_l1_loss(score, sample.score / MARGIN_UNIT, reduction="none").mean(-1),
    )


def _averaged(each: Iterable[Tensor], sample: Sample) -> Tensor:
    known = sample.known.float()
    share = known / known.sum().clamp(min=1)
    return torch.stack([(loss * share).sum() for loss in each])


def _over_seats(loss: Tensor, sample: Sample) -> Tensor:
    seated = sample.seated.float()
    return (loss * seated).sum(-1) / seated.sum(-1)


def _owner_loss(owner: Tensor, sample: Sample, net: AnyNet) -> Tensor:
    onboard = ((sample.word >> (net.sizes.planes - 1)) & 1).float()
    each = F.cross_entropy(owner, sample.owner, reduction="none")
    return (each * onboard).sum(-1) / onboard.sum(-1)


def _groups(net: AnyNet) -> list[dict[str, Any]]:
    """Parameters by the share of the learning rate that they take."""
    paces = net.paces()
    own = {id(p) for parameters in paces.values() for p in parameters}
    rest = [p for p in net.parameters() if id(p) not in own]
    return [
        {"params": parameters, "share": share}
        for share, parameters in {1.0: rest, **paces}.items()
        if parameters
    ]


class Learner:
    """A net, its optimizer and its average; knows how many updates it has made."""

    def __init__(
        self,
        net: AnyNet,
        book: Rulebook,
        symmetries: Symmetries,
        params: LearnParams,
        compiled: bool,
    ) -> None:
        self.net, self.book, self.symmetries, self.params = net, book, symmetries, params
        self.average = copy.deepcopy(net).eval()
        fused = book.device.type == "cuda"
        self.optimizer = torch.optim.AdamW(
            _groups(net), lr=params.rate, weight_decay=params.decay, fused=fused
        )
        self.schedule, self.updates = Schedule(params), 0
        self.heat = 1.0
        """Share of the schedule's rate: a run that will not go on lets it fall to nothing."""
        if compiled:
            net.compile_parts()
        self._weights = torch.tensor(WEIGHTS, device=book.device)

    def update(self, sample: Sample) -> Tensor:
        """One step of the optimizer; the losses, still on the device."""
        sample = turned(sample, self.symmetries)
        with torch.no_grad():
            legal = legal_actions(self.book, sample.word, sample.vector)
        self.net.train()
        each = losses(self.net, sample, legal, torch.bfloat16)
        self._descend((each * self._weights).sum())
        return each.detach()

    def update_value(self, sample: Sample) -> None:
        """The same for the value alone, at a quarter of the price."""
        self.net.train()
        each = value_losses(self.net, turned(sample, self.symmetries), torch.bfloat16)
        self._descend((each * self._weights[VALUE]).sum())

    def _descend(self, loss: Tensor) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.heat * self.schedule.rate(self.updates) * group.get("share", 1.0)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimizer.step()
        self.updates += 1
        self._follow()

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the average towards the net; quickly at first."""
        keep = min(self.params.average, (1 + self.updates) / (10 + self.updates))
        mine, theirs = self.average.state_dict(), self.net.state_dict()
        real = [k for k, v in mine.items() if v.is_floating_point()]
        torch._foreach_lerp_([mine[k] for k in real], [theirs[k] for k in real], 1 - keep)
