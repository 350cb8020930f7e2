"""`python -m training --config duo --seconds 500 --out DIR --resume`"""

import argparse
import sys
from collections import Counter
from pathlib import Path

import torch

from training.checkpoint import begin_with, load_checkpoint, load_rival, save_checkpoint
from training.config import load_config
from training.lesson_file import lesson_paths
from training.lessons import LessonShelf
from training.trainer import Limits, Trainer
from training.tutor import Tutor


def main(argv: list[str] | None = None) -> int:
    """Train a net for some time; write checkpoints and the log into a folder."""
    parser = _parser()
    args = parser.parse_args(argv)
    if args.start and not args.resume:
        parser.error("--start says what to resume from: give --resume too")
    args.out.mkdir(parents=True, exist_ok=True)
    config = load_config(args.config)
    has_lessons = args.lessons and lesson_paths(args.lessons, config.lessons)
    if config.learn.lessons >= 1 and not has_lessons:
        print(
            f"{config.name} learns from lessons alone: name a folder that holds some of "
            f"{config.lessons} with --lessons (training.teach makes them)",
            file=sys.stderr,
        )
        return 2
    device = "cuda" if torch.cuda.is_available() else "cpu"
    compiled = device == "cuda" and not args.plain
    trainer = Trainer(config, device, seed=args.seed, compiled=compiled)
    checkpoint = args.out / f"{config.name}.pt"
    source = args.start or checkpoint
    if args.resume and source.exists():  # the folder's own need not be there yet
        load_checkpoint(trainer, source)
    elif args.begin_with:
        begin_with(trainer, args.begin_with)
    if args.rival:
        trainer.yardstick.rival = load_rival(trainer.book, args.rival)
    if args.lessons:
        trainer.lessons = LessonShelf(trainer.book, args.lessons, config.lessons)
        trainer.lessons.look()
        if trainer.lessons.replay is None:
            print(f"no lessons of {config.lessons!r} in {args.lessons} yet (training.teach)")
    if args.tutor:
        voices = {
            load_rival(trainer.book, path, compiled): count
            for path, count in Counter(args.tutor).items()
        }
        trainer.tutor = Tutor(trainer.book, voices, config.play)
    limits = Limits(
        seconds=args.seconds,
        steps=args.steps,
        measure_every=args.measure_every,
        cool=args.cool,
    )
    trainer.run(
        limits,
        args.out / f"{config.name}.jsonl",
        save=lambda: save_checkpoint(trainer, checkpoint, games=args.keep_games),
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="training", description="Train a net by self-play.")
    parser.add_argument(
        "--config", default="duo", help="a name in training/configs (duo, duo-quick, …), or a file"
    )
    parser.add_argument("--seconds", type=_seconds, default=500, help="time to train")
    parser.add_argument("--steps", type=_steps, default=10**9, help="at most so many plies of play")
    parser.add_argument("--out", type=Path, default=Path("run"), help="checkpoint and log go here")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--start", type=_file, help="a checkpoint elsewhere to resume from")
    parser.add_argument("--rival", type=_file, help="a checkpoint of a net to be measured against")
    parser.add_argument("--lessons", type=Path, help="a folder of games of the engine (teach.py)")
    parser.add_argument(
        "--tutor",
        type=_file,
        nargs="+",
        help="checkpoints of towers to learn from instead; one named twice has two voices",
    )
    parser.add_argument("--begin-with", type=_file, help="a checkpoint of an equal net")
    parser.add_argument("--cool", action="store_true", help="let the learning rate fall to the end")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="do not compile (starts faster)")
    parser.add_argument("--measure-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--keep-games", action="store_true", help="replay in the checkpoint: exact")
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no time above 0 seconds")
    return seconds


def _steps(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:20]) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    return Path(text)


if __name__ == "__main__":
    sys.exit(main())
