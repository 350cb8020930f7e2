"""`python -m training --config duo --seconds 500 --out DIR --resume`"""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch

from training.arguments import Mistake, file, seconds, told, whole
from training.checkpoint import begin_with, load_checkpoint, load_rival, save_checkpoint
from training.config import Config, load_config
from training.lesson_file import lesson_paths
from training.lessons import LessonShelf
from training.source import INTERRUPTED
from training.trainer import Limits, Trainer
from training.tutor import Tutor


@told
def main(argv: list[str] | None = None) -> int:
    """Train a net for some time; write checkpoints and the log into a folder."""
    parser = _parser()
    args = parser.parse_args(argv)
    if args.start and not args.resume:
        parser.error("--start says what to resume from: give --resume too")
    if args.start and args.begin_with:
        parser.error("--start and --begin-with both say what to begin with: give one of them")
    if args.tutor and args.lessons:
        parser.error("with --tutor nothing is learned from lessons: leave out --lessons")
    config = load_config(args.config)
    checkpoint = args.out / f"{config.name}.pt"
    if checkpoint.exists() and (args.start or not args.resume):
        raise Mistake(
            f"{checkpoint} is there already: go on from it with --resume (without --start), "
            "or name another folder with --out"
        )
    has_lessons = args.lessons and lesson_paths(args.lessons, config.lessons)
    if config.learn.lessons >= 1 and not (has_lessons or args.tutor):
        print(
            f"{config.name} learns from lessons alone: name a folder that holds some of "
            f"{config.lessons} with --lessons (training.teach makes them)",
            file=sys.stderr,
        )
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    trainer = _trainer(args, config, checkpoint)
    limits = Limits(
        seconds=args.seconds,
        steps=args.steps,
        measure_every=args.measure_every,
        cool=args.cool,
    )
    with _ending_when_asked(trainer):
        trainer.run(
            limits,
            args.out / f"{config.name}.jsonl",
            save=lambda: save_checkpoint(trainer, checkpoint, games=args.keep_games),
        )
    return INTERRUPTED if trainer.is_to_end else 0


def _trainer(args: argparse.Namespace, config: Config, checkpoint: Path) -> Trainer:
    """All that the command line says of a run: where it begins and who teaches it."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    compiled = device == "cuda" and not args.plain
    trainer = Trainer(config, device, seed=args.seed, compiled=compiled)
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
    return trainer


@contextmanager
def _ending_when_asked(trainer: Trainer) -> Iterator[None]:
    """Ctrl-C, and the signal by which a machine's manager ends programs, let the step that is
    under way be the last: it is measured and kept like any other end. A second one acts at once.
    What the caller wants to be without effect, as for a job in the background, stays so."""
    both = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    usual = {number: handler for number, handler in both.items() if handler != signal.SIG_IGN}

    def restore() -> None:
        for number, handler in usual.items():
            signal.signal(number, handler)

    def ask(*_: object) -> None:
        restore()
        trainer.is_to_end = True
        print("ending after this step; once more to end at once", file=sys.stderr)

    for number in usual:
        signal.signal(number, ask)
    try:
        yield
    finally:
        restore()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="training", description="Train a net by self-play.")
    parser.add_argument(
        "--config", default="duo", help="a name in training/configs (duo, duo-quick, …), or a file"
    )
    parser.add_argument("--seconds", type=seconds, default=500, help="time to train")
    parser.add_argument("--steps", type=whole, default=10**9, help="at most so many plies of play")
    parser.add_argument("--out", type=Path, default=Path("run"), help="checkpoint and log go here")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--start", type=file, help="a checkpoint elsewhere to resume from")
    parser.add_argument("--rival", type=file, help="a checkpoint of a net to be measured against")
    parser.add_argument("--lessons", type=Path, help="a folder of games of the engine (teach.py)")
    parser.add_argument(
        "--tutor",
        type=file,
        nargs="+",
        help="checkpoints of towers to learn from instead; one named twice has two voices",
    )
    parser.add_argument("--begin-with", type=file, help="a checkpoint of an equal net")
    parser.add_argument("--cool", action="store_true", help="let the learning rate fall to the end")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="do not compile (starts faster)")
    parser.add_argument("--measure-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--keep-games", action="store_true", help="replay in the checkpoint: exact")
    return parser


if __name__ == "__main__":
    sys.exit(main())
