"""The loop: play a step, learn a batch, report now and then, for a given time."""

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from training.config import Config
from training.evaluator import Evaluator
from training.kinds import make_net
from training.learn import LOSSES, Learner
from training.lessons import LessonShelf
from training.replay import Replay, Sample, joined
from training.rulebook import make_rulebook
from training.selfplay import SelfPlay
from training.symmetry import symmetries
from training.tutor import Tutor
from training.yardstick import Yardstick

COLD = 0.02
"""What is left of the learning rate at the end of a run that cools."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a run ends and how often it speaks."""

    seconds: float
    steps: int = 1_000_000_000
    report_every: float = 10.0
    measure_every: float = 60.0
    """Seconds between yardstick matches; they cost a second or two each."""
    cool: bool = False
    """Whether the learning rate falls evenly, nearly to nothing at the end."""


class Trainer:
    """Everything of one run. `counters` and the learner say how far it is, over all runs."""

    def __init__(self, config: Config, device: str, seed: int = 0, compiled: bool = False) -> None:
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
        self.config = config
        self.book = make_rulebook(config, device)
        net = make_net(self.book, config.net).to(device)
        net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.learner = Learner(net, self.book, symmetries(self.book), config.learn, compiled)
        self.evaluator = Evaluator(self.learner.average, compiled)
        play, learn = config.play, config.learn
        self.replay = Replay(self.book, play.games, learn.capacity, learn.targets)
        self.lessons: LessonShelf | None = None
        """Games of the engine to learn from beside those of self-play."""
        self.tutor: Tutor | None = None
        """A tower to learn from instead of games."""
        self.selfplay = SelfPlay(self.book, self.evaluator, self.replay, play)
        self.yardstick = Yardstick(self.book, self.learner.average)
        self.counters: Counter[str] = Counter(steps=0, positions=0, milliseconds=0)
        self.sums = torch.zeros(len(LOSSES) + 1, device=device)
        self.is_to_end = False
        """Whether somebody has asked that no further step begins."""

    def step(self) -> None:
        """One ply of every game, then the updates; without games of its own the updates alone."""
        learn = self.config.learn
        self.counters["steps"] += 1
        if self.tutor:
            self.counters["positions"] += self.config.play.games
            sample = self.tutor.step()
            self._learn(sample)
            for _ in range(learn.value_updates):
                self.learner.update_value(sample)
            return
        if not (self.lessons and learn.lessons >= 1):
            self.selfplay.step()
            self.counters["positions"] += self.config.play.games
            if self.replay.step < learn.warm:
                return
        for _ in range(learn.updates):
            self._learn(self._sample())

    def _learn(self, sample: Sample) -> None:
        self.sums[:-1] += self.learner.update(sample)
        self.sums[-1] += 1
        if self.learner.updates % self.config.learn.refresh == 0:
            self.evaluator.refresh(self.learner.average)

    def _sample(self) -> Sample:
        learn = self.config.learn
        lessons = self.lessons.replay if self.lessons else None
        if lessons is None:
            return self.replay.sample(learn.batch, learn.ahead, learn.blend)
        taught = round(learn.batch * learn.lessons)
        from_lessons = lessons.sample(taught, learn.ahead, learn.blend)
        if taught == learn.batch:
            self.counters["positions"] += taught
            return from_lessons
        return joined(
            self.replay.sample(learn.batch - taught, learn.ahead, learn.blend), from_lessons
        )

    def run(self, limits: Limits, log: Path, save: Callable[[], None] = lambda: None) -> None:
        """Go on until a limit is reached; reports go to the log, one JSON object a line."""
        clock = _Clock(limits, self.counters)
        with log.open("a") as lines:
            while clock.goes_on() and not self.is_to_end:
                if limits.cool:
                    self.learner.heat = max(COLD, 1 - clock.share())
                self.step()
                if clock.is_due("report", limits.report_every):
                    _write(lines, self._report(clock))
                if clock.is_due("measure", limits.measure_every):
                    self.measure(lines)
                    save()
                    if self.lessons:
                        self.lessons.look()
            if self.sums[-1] > 0:  # updates that no report has told of
                _write(lines, self._report(clock))
            self.measure(lines)
        save()

    def measure(self, lines: Any) -> None:
        """Matches of the yardstick, into the log."""
        with _still_random(self.book.device):
            result = self.yardstick.measure(self.learner.average)
        _write(lines, {"kind": "yardstick", "updates": self.learner.updates} | result)

    def _report(self, clock: "_Clock") -> dict[str, Any]:
        *sums, number = self.sums.tolist()
        self.sums.zero_()
        if not math.isfinite(sum(sums)):
            raise FloatingPointError(f"the losses are {dict(zip(LOSSES, sums, strict=True))}")
        each = {  # none while a run still fills its replay
            f"loss_{name}": round(s / number, 4)
            for name, s in zip(LOSSES, sums, strict=True)
            if number
        }
        return {
            "kind": "train",
            **self.counters,
            "updates": self.learner.updates,
            "positions_per_second": round(clock.rate(self.counters["positions"])),
            "rate": round(self.learner.schedule.rate(self.learner.updates), 6),
            **each,
            **self.selfplay.tally.report(),
        }


class _Clock:
    """Wall time of a run; keeps the run's share of the counters up to date."""

    def __init__(self, limits: Limits, counters: Counter[str]) -> None:
        self.limits, self.counters = limits, counters
        self.start = self.last = time.monotonic()
        self.steps = 0
        self.before = counters["milliseconds"]
        self.due = {"report": self.start, "measure": self.start}
        self.seen = (self.start, counters["positions"])

    def goes_on(self) -> bool:
        now = time.monotonic()
        self.counters["milliseconds"] = self.before + round(1000 * (now - self.start))
        self.steps += 1
        return now - self.start < self.limits.seconds and self.steps <= self.limits.steps

    def share(self) -> float:
        """How much of the time is over."""
        return (time.monotonic() - self.start) / self.limits.seconds

    def is_due(self, what: str, every: float) -> bool:
        due = time.monotonic() - self.due[what] >= every
        if due:
            self.due[what] = time.monotonic()
        return due

    def rate(self, positions: int) -> float:
        (then, before), now = self.seen, time.monotonic()
        self.seen = (now, positions)
        return (positions - before) / (now - then)


@contextmanager
def _still_random(device: torch.device) -> Iterator[None]:
    """Measuring must not change the run: the random state is put back afterwards."""
    devices = [device] if device.type == "cuda" else []
    with torch.random.fork_rng(devices):
        torch.manual_seed(1)
        yield


def _write(lines: Any, record: dict[str, Any]) -> None:
    text = json.dumps(record)
    lines.write(text + "\n")
    lines.flush()
    print(text, flush=True)
