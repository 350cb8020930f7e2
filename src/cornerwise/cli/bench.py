"""`cornerwise bench`: how fast it is here, beside a rival where there is one."""

import argparse
import json
import platform
from collections.abc import Iterator
from dataclasses import asdict

import cornerwise
from cornerwise.cli.arguments import Subparsers, subcommand, variant_name
from cornerwise.cli.measure_search import searches, signature
from cornerwise.cli.measures import Measure, boards, native, python_games, rival_games
from cornerwise.rules import VARIANTS

EXAMPLES = """
cornerwise bench
cornerwise bench --variant duo --seconds 5
cornerwise bench --json > bench.json
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "bench", run, "measure speed, per second of CPU time on one thread", EXAMPLES
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--seconds", type=_seconds, default=1.0, help="for each figure (1)")
    parser.add_argument(
        "--variant",
        type=variant_name,
        action="append",
        metavar="VARIANT",
        help="only this one; may be given again (default: one for each board)",
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no time between 0 and 3600 seconds")
    return seconds


def run(args: argparse.Namespace) -> int:
    found: list[Measure] = []
    for measure in _measures(args.variant or boards(), args.seconds):
        if not args.json:
            print(_line(measure, found), flush=True)
        found.append(measure)
    if args.json:
        print(json.dumps(_report(found, args.seconds), indent=2))
    else:
        print(f"signature {signature()}")
    return 0


def _measures(names: list[str], seconds: float) -> Iterator[Measure]:
    for name in names:
        variant = VARIANTS[name]
        yield from native(variant, seconds)
        yield from searches(variant, seconds)
        yield python_games(variant, seconds)
        rival = rival_games(variant, seconds)
        if rival:
            yield rival


def _line(measure: Measure, before: list[Measure]) -> str:
    line = f"{measure.variant:14} {measure.name:26} {measure.value:15,.0f} {measure.unit:12}"
    ours = _ratio(measure, before)
    return f"{line} {measure.who}: ours is {ours:.1f} times as fast" if ours else line.rstrip()


def _ratio(measure: Measure, found: list[Measure]) -> float | None:
    """Ours over a rival's figure; None for our own."""
    if measure.who == "cornerwise":
        return None
    same = (measure.name, measure.variant, measure.unit)
    ours = next(m for m in found if (m.name, m.variant, m.unit) == same)
    return ours.value / measure.value


def _report(found: list[Measure], seconds: float) -> dict[str, object]:
    return {
        "cornerwise": cornerwise.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "threads": 1,
        "seconds": seconds,
        "signature": str(signature()),
        "measures": [
            asdict(m) | ({"ratio": ratio} if (ratio := _ratio(m, found)) else {}) for m in found
        ],
    }
