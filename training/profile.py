"""Where the time goes: `python -m training.profile duo classic trigon`.

Prints milliseconds for each part of a step, evaluations a second, the share of the
card's measured matrix rate that the net reaches, and whether the device's legal moves
are the CPU's.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import fields, replace

import torch

from training.arguments import told
from training.config import Config, load_config
from training.games import Games, play
from training.learn import turned
from training.rulebook import make_rulebook
from training.search import search
from training.trainer import Trainer
from training.views import legal_actions, view

WARM_STEPS = 24


def timed(device: torch.device, work: Callable[[], object], repeats: int = 8) -> float:
    """Milliseconds of one call, the median of some after a first."""
    work()
    times = []
    for _ in range(repeats):
        _wait(device)
        start = time.perf_counter()
        work()
        _wait(device)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)[repeats // 2]


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


def parts(trainer: Trainer) -> dict[str, Callable[[], object]]:
    """The parts of a step, each ready to be called again and again."""
    book, games = trainer.book, trainer.selfplay.games
    params, learn = trainer.config.play, trainer.config.learn
    seen = view(book, games)
    legal = legal_actions(book, seen.word, seen.vector)
    first = legal.float().topk(params.candidates, -1)[1].reshape(-1)
    parent = torch.arange(len(games), device=book.device).repeat_interleave(params.candidates)
    children = play(book, games.take(parent), first)
    below = view(book, children)
    sample = trainer.replay.sample(learn.batch, learn.ahead, learn.blend)
    evaluator = trainer.evaluator
    logits = evaluator.root(seen.word, seen.vector)[0].float()
    return {
        "view": lambda: view(book, games),
        "legal": lambda: legal_actions(book, seen.word, seen.vector),
        "root net": lambda: evaluator.root(seen.word, seen.vector),
        "top moves": lambda: logits.topk(params.candidates, -1),
        "children play": lambda: play(book, games.take(parent), first),
        "children view": lambda: view(book, children),
        "children net": lambda: evaluator.values(below.word, below.vector),
        "whole search": lambda: search(
            book, evaluator, games, seen, candidates=params.candidates, trust=params.trust
        ),
        "whole play step": trainer.selfplay.step,
        "sample": lambda: trainer.replay.sample(learn.batch, learn.ahead, learn.blend),
        "turn": lambda: turned(sample, trainer.learner.symmetries),
        "update": lambda: trainer.learner.update(sample),
    }


def net_operations(config: Config, trainer: Trainer) -> float:
    """Floating-point operations of one evaluation of the trunk (two for a multiply-add)."""
    layout, shape = trainer.book.layout, config.net
    convolutions = 9 * shape.width * (layout.channels + 2 * shape.blocks * shape.width)
    return 2.0 * layout.area * convolutions


def agrees_with_cpu(config: Config, trainer: Trainer) -> bool:
    """Views and legal moves of the device's games, computed again on the CPU."""
    book, some = trainer.book, torch.arange(48, device=trainer.book.device)
    games = trainer.selfplay.games.take(some)
    seen = view(book, games)
    legal = legal_actions(book, seen.word, seen.vector)
    cpu = make_rulebook(config, "cpu")
    copied = Games(**{f.name: getattr(games, f.name).cpu() for f in fields(games)})
    again = view(cpu, copied)
    same_view = bool(
        (again.word == seen.word.cpu()).all() & (again.vector == seen.vector.cpu()).all()
    )
    return same_view and bool((legal_actions(cpu, again.word, again.vector) == legal.cpu()).all())


def profile(name: str) -> None:
    """One board."""
    start = time.perf_counter()
    config = load_config(name)
    config = replace(config, learn=replace(config.learn, warm=WARM_STEPS))
    cuda = torch.cuda.is_available()
    trainer = Trainer(config, "cuda" if cuda else "cpu", compiled=cuda)
    for _ in range(WARM_STEPS + 2):
        trainer.step()
    _wait(trainer.book.device)
    print(f"== {name}: ready after {time.perf_counter() - start:.1f} s")
    with torch.no_grad():
        print(f"device agrees with CPU: {agrees_with_cpu(config, trainer)}")
        work = parts(trainer)
    rate = config.play.games * config.play.candidates
    for part, call in work.items():
        spent = timed(trainer.book.device, call)
        note = ""
        if part == "children net":
            tera = rate * net_operations(config, trainer) / spent / 1e9
            note = f"  {rate / spent * 1000:,.0f} evaluations/s, {tera:.0f} TFLOP/s"
        print(f"{part:16} {spent:8.2f} ms{note}", flush=True)
    if cuda:
        print(f"memory {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB", flush=True)


@told
def main(argv: list[str] | None = None) -> int:
    """Profile the named boards."""
    parser = argparse.ArgumentParser(prog="training.profile", description="Where the time goes.")
    parser.add_argument("configs", nargs="*", default=["duo"], help="names in training/configs")
    for name in parser.parse_args(argv).configs:
        profile(name)
        torch._dynamo.reset()
    return 0


if __name__ == "__main__":
    sys.exit(main())
