"""Checkpoints: a run that stops can go on as if it had not.

A full checkpoint holds the net, its average, the optimizer, the counters and the random
state. With `games` it also holds the replay, the games in progress and the copy of the net
that plays them, and then the continuation is the same to the last bit; that is large, so it
is left out by default and a resumed run first plays until the replay has ended games again.
A compact one keeps weights in float16 and the optimizer in bfloat16 and leaves out the
yardstick's frozen net, small enough for a repository; `python -m training.checkpoint FROM TO`
makes one. With `--light` it keeps the averaged net alone: a run that goes on from it begins
with that net and an optimizer that has seen nothing.
"""

import argparse
import json
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.arguments import Mistake, file, told
from training.config import Config, load_config, restored
from training.evaluator import Evaluator
from training.files import written
from training.kinds import AnyNet, make_net
from training.quick import QuickNet
from training.quick_file import read_into
from training.rulebook import Rulebook
from training.trainer import Trainer

VERSION = 1
HEAVY = ("net", "optimizer")
"""What a light checkpoint does without."""
EXACT = ("games", "replay", "player")
"""What only a continuation to the last bit needs."""


def save_checkpoint(
    trainer: Trainer, path: Path, *, games: bool = False, compact: bool = False
) -> None:
    """Write the state of a run, whole or not at all."""
    learner = trainer.learner
    state: dict[str, Any] = {
        "version": VERSION,
        "name": trainer.config.name,
        "config": asdict(trainer.config),
        "net": learner.net.state_dict(),
        "average": learner.average.state_dict(),
        "optimizer": learner.optimizer.state_dict(),
        "updates": learner.updates,
        "counters": dict(trainer.counters),
        "device": _name_of(trainer.book.device),
        "random": _random_state(trainer),
        "yardstick": trainer.yardstick.state(),
    }
    if games:
        state["games"] = trainer.selfplay.state()
        state["player"] = trainer.evaluator.plain.state_dict()
        state["replay"] = {**trainer.replay.tensors, "step": torch.tensor(trainer.replay.step)}
    write_state(compacted(state) if compact else state, path)


def _name_of(device: torch.device) -> str:
    """What stands on the card of a net: which machine its minutes are of."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "none: a CPU"


def write_state(state: dict[str, Any], path: Path) -> None:
    """Write a checkpoint."""
    try:
        with written(path) as draft:
            torch.save(state, draft)
    except RuntimeError as error:  # what PyTorch makes of a full disk
        raise Mistake(f"{path} cannot be written; is there room on the disk? {error}") from None


def read_state(path: Path, device: torch.device | str = "cpu") -> dict[str, Any]:
    """What a checkpoint holds."""
    try:
        state = torch.load(path, map_location=device, weights_only=True)
    except (pickle.UnpicklingError, EOFError, RuntimeError):
        raise Mistake(f"{path} is no checkpoint") from None
    if not isinstance(state, dict) or state.get("version") != VERSION:
        raise Mistake(f"{path} is no checkpoint of version {VERSION}")
    return state


@contextmanager
def fitting(path: Path, name: str) -> Iterator[None]:
    """Weights that do not fit a net are told with both."""
    try:
        yield
    except (KeyError, RuntimeError):
        raise Mistake(f"{path} holds a net of another shape or board than {name!r}") from None


def compacted(state: dict[str, Any]) -> dict[str, Any]:
    """The same state in half the bits, without what can be done without."""
    small = {key: _cast(state[key], torch.float16) for key in ("net", "average")}
    small["optimizer"] = _cast(state["optimizer"], torch.bfloat16)
    small["yardstick"] = {"rating": state["yardstick"]["rating"]}
    return {k: v for k, v in state.items() if k not in EXACT} | small


def load_checkpoint(trainer: Trainer, path: Path) -> None:
    """Bring a trainer of the same configuration to the state of a checkpoint."""
    if path.suffix == ".npz":
        _load_file(trainer, path)
        return
    state = read_state(path, trainer.book.device)
    if state["name"] != trainer.config.name:
        raise Mistake(f"{path} is a checkpoint of {state['name']!r}, not {trainer.config.name!r}")
    learner = trainer.learner
    average = _cast(state["average"], torch.float32)
    with fitting(path, trainer.config.name):
        learner.net.load_state_dict(_cast(state.get("net", average), torch.float32))
    learner.average.load_state_dict(average)
    if "optimizer" in state:
        learner.optimizer.load_state_dict(_cast(state["optimizer"], torch.float32))
    learner.updates = state["updates"]
    trainer.counters.update(state["counters"])
    trainer.yardstick.restore(_cast(state["yardstick"], torch.float32), learner.average)
    trainer.evaluator.refresh(learner.average)
    if "replay" in state:
        trainer.selfplay.restore(state["games"])
        trainer.replay.step = int(state["replay"].pop("step"))
        trainer.replay.tensors.update(state["replay"])
        if "player" in state:  # some updates older than the average; not in early checkpoints
            trainer.evaluator.plain.load_state_dict(state["player"])
    _restore_random(trainer, state["random"])


def _load_file(trainer: Trainer, path: Path) -> None:
    """Begin with a quick net of the package; its card says how far it was."""
    learner, layout = trainer.learner, trainer.book.layout
    if not isinstance(learner.net, QuickNet) or not isinstance(learner.average, QuickNet):
        raise Mistake(f"{path} holds a quick net, and {trainer.config.name!r} is none")
    with fitting(path, trainer.config.name), np.load(path) as arrays:
        for net in (learner.net, learner.average):
            read_into(net, layout, dict(arrays))
    trained = json.loads(path.with_suffix(".json").read_text("utf-8"))["trained"]
    learner.updates = trained["updates"]
    trainer.counters["positions"] = trained["positions"]
    trainer.counters["milliseconds"] = round(60000 * trained["gpu_minutes"])
    trainer.yardstick.restore({"rating": trained.get("rating", 0.0)}, learner.average)
    trainer.evaluator.refresh(learner.average)


def begin_with(trainer: Trainer, path: Path) -> None:
    """Take the averaged net of another configuration's checkpoint, and nothing else of it."""
    state = read_state(path, trainer.book.device)
    with fitting(path, trainer.config.name):
        for net in (trainer.learner.net, trainer.learner.average):
            net.load_state_dict(_cast(state["average"], torch.float32))
    trainer.yardstick.restore({"rating": 0.0}, trainer.learner.average)
    trainer.evaluator.refresh(trainer.learner.average)


def config_of(path: Path) -> Config:
    """The configuration of a checkpoint, or of a quick net of the package."""
    if path.suffix == ".npz":
        return load_config(path.stem)
    return _config_in(read_state(path))


def _config_in(state: dict[str, Any]) -> Config:
    """Early checkpoints only have its name."""
    return restored(state["config"]) if "config" in state else load_config(state["name"])


def load_average(book: Rulebook, path: Path) -> AnyNet:
    """The net of a checkpoint that plays, of whatever kind, for a board it was trained on; or a
    quick net of the package."""
    if path.suffix == ".npz":
        return _load_quick(book, path)
    state = read_state(path, book.device)
    net = make_net(book, _config_in(state).net).to(book.device)
    with fitting(path, book.layout.home.variant.name):
        net.load_state_dict(_cast(state["average"], torch.float32))
    return net.eval()


def _load_quick(book: Rulebook, path: Path) -> QuickNet:
    net = make_net(book, config_of(path).net).to(book.device)
    assert isinstance(net, QuickNet)
    with np.load(path) as arrays:
        read_into(net, book.layout, dict(arrays))
    return net.eval()


def load_rival(book: Rulebook, path: Path, compiled: bool = False) -> Evaluator:
    """The net of a checkpoint, of whatever kind, ready to play on the actions of a book."""
    net = load_average(book, path)
    return Evaluator(net, compiled, None if isinstance(net, QuickNet) else book.actions)


def _cast(value: Any, number: torch.dtype) -> Any:
    if isinstance(value, Tensor):
        return value.to(number) if value.is_floating_point() else value
    if isinstance(value, dict):
        return {k: _cast(v, number) for k, v in value.items()}
    return [_cast(v, number) for v in value] if isinstance(value, list) else value


def _random_state(trainer: Trainer) -> dict[str, Tensor]:
    state = {"cpu": torch.get_rng_state()}
    if trainer.book.device.type == "cuda":
        state["cuda"] = torch.cuda.get_rng_state()
    return state


def _restore_random(trainer: Trainer, state: dict[str, Tensor]) -> None:
    torch.set_rng_state(state["cpu"].cpu())
    if trainer.book.device.type == "cuda" and "cuda" in state:
        torch.cuda.set_rng_state(state["cuda"].cpu())


@told
def main(argv: list[str] | None = None) -> int:
    """Make a checkpoint small."""
    parser = argparse.ArgumentParser(prog="training.checkpoint", description=main.__doc__)
    parser.add_argument("source", type=file, metavar="FROM", help="a checkpoint of a run")
    parser.add_argument("target", type=Path, metavar="TO", help="a file to write")
    parser.add_argument("--light", action="store_true", help="the averaged net alone")
    args = parser.parse_args(argv)
    whole = compacted(read_state(args.source))
    write_state({k: v for k, v in whole.items() if not args.light or k not in HEAVY}, args.target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
