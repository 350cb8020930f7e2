"""`cornerwise arena`: matches between engines, with Elo and a sequential test."""

import argparse
import json
import signal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from cornerwise.cli.arguments import (
    Subparsers,
    add_options,
    check_options,
    positive,
    seed,
    subcommand,
    variant_name,
)
from cornerwise.cli.computer import seconds
from cornerwise.cli.failure import CommandFailed

if TYPE_CHECKING:
    from cornerwise.arena import Sprt, Summary

EXAMPLES = """
cornerwise arena --variant duo --a level:5 --b level:4 --games 100 --jobs 2 --out duo-5-4
cornerwise arena --variant trigon --a sims:2000 --b "pentobi-gtp --quiet --nobook --level 5"
cornerwise arena --variant duo --a params:new.json,sims:500 --b sims:500 --sprt 0,20 --games 5000
cornerwise arena --variant duo --profile "pentobi-gtp --quiet --level 7" --out times.json
cornerwise arena --variant duo --a time:times.json --b "pentobi-gtp --quiet --level 7"
cornerwise arena --show duo-5-4
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "arena", run, "play matches between engines, with Elo and SPRT", EXAMPLES
    )
    parser.add_argument("--variant", type=variant_name, default="duo", help="(default: duo)")
    _add_players(parser)
    _add_match(parser)
    add_options(parser)
    parser.set_defaults(parser=parser)


def _add_players(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "players",
        "random, largest, level:7, time:0.5, time:FILE, time:like-opponent, sims:1000, "
        "params:FILE,sims:1000, or the command line of a GTP engine",
    )
    for letter in "abcd":
        group.add_argument(f"--{letter}", metavar="PLAYER")
    group.add_argument("--profile", metavar="PLAYER", help="measure its seconds a move into --out")
    group.add_argument("--show", metavar="FOLDER", help="the result of a match played before")


def _add_match(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("match")
    group.add_argument("--games", type=positive, default=100, help="at most; whole blocks (100)")
    group.add_argument("--jobs", type=positive, default=1, help="games at the same time (1)")
    group.add_argument("--out", metavar="FOLDER", help="keep games and records; a rerun continues")
    group.add_argument("--records", choices=["blksgf", "json"], default="blksgf")
    group.add_argument(
        "--opening",
        default="random",
        help="random, random:6, balanced, none, book:FILE, book:FOLDER",
    )
    group.add_argument("--seatings", choices=["even", "single", "rotations", "all"])
    group.add_argument("--score", choices=["wins", "places"], default="wins", help="what counts")
    group.add_argument("--sprt", metavar="ELO0,ELO1", help="stop as soon as one is accepted")
    group.add_argument("--alpha", type=float, default=0.05)
    group.add_argument("--beta", type=float, default=0.05)
    group.add_argument("--seed", type=seed, default=1)
    group.add_argument("--move-timeout", type=seconds, default=600.0, metavar="S")
    group.add_argument("--quiet", action="store_true", help="no progress")
    group.add_argument("--json", action="store_true", help="the result as JSON")


def run(args: argparse.Namespace) -> int:
    from cornerwise.arena import ArenaError

    check_options(args.parser, args.variant, args)
    players = [args.a, args.b, args.c, args.d]
    if (args.show is not None) + (args.profile is not None) + any(players) > 1:
        args.parser.error("give one of: players (--a, --b, …) for a match, --profile, --show")
    signal.signal(signal.SIGTERM, _interrupt)  # end workers and engines as after Ctrl-C
    try:
        if args.profile is not None:
            return _profile(args)
        return _show(args) if args.show else _match(args)
    except ArenaError as error:
        raise CommandFailed(str(error)) from None


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _match(args: argparse.Namespace) -> int:
    from cornerwise.arena import Store, Tournament, make_plan, run_match

    players = [p for p in (args.a, args.b, args.c, args.d) if p is not None]
    if len(players) < 2 or args.a is None or args.b is None:
        args.parser.error("give at least --a PLAYER and --b PLAYER")
    plan = make_plan(
        args.variant,
        players,
        options=_options(args),
        opening=args.opening,
        seatings=args.seatings,
        seed=args.seed,
        move_timeout=args.move_timeout,
    )
    store = Store(args.out, suffix=f".{args.records}") if args.out else None
    tournament = Tournament(
        plan, args.games, jobs=args.jobs, store=store, sprt=_sprt(args), basis=args.score
    )
    try:
        summary = run_match(tournament, quiet=args.quiet)
    except KeyboardInterrupt:
        _print(args, tournament.summary)
        raise
    _print(args, summary)
    return 0


def _options(args: argparse.Namespace) -> dict[str, object]:
    return {"start": args.start, "contact": args.contact, "bonus": args.bonus}


def _sprt(args: argparse.Namespace) -> "Sprt | None":
    from cornerwise.arena import Sprt

    if args.sprt is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in args.sprt.split(","))
    except ValueError:
        raise CommandFailed(
            f"--sprt is two Elo differences such as 0,20, not {args.sprt!r}"
        ) from None
    try:
        return Sprt(elo0=elo0, elo1=elo1, alpha=args.alpha, beta=args.beta)
    except ValueError as error:
        raise CommandFailed(f"--sprt {args.sprt}: {error}") from None


def _print(args: argparse.Namespace, summary: "Summary") -> None:
    from cornerwise.arena import format_summary, summary_data

    sprt = _sprt(args)
    if args.json:
        print(json.dumps(summary_data(summary, sprt), indent=1))
    else:
        print(format_summary(summary, sprt))


def _show(args: argparse.Namespace) -> int:
    from cornerwise.arena import load_summary

    _print(args, load_summary(args.show, args.score))
    return 0


def _profile(args: argparse.Namespace) -> int:
    from cornerwise.arena import measure_profile, profile_plan, save_profile, times_in

    if not args.out:
        args.parser.error("--profile needs --out FILE for the times")
    times_in(Path(args.out))  # a file that is something else is refused before the games
    plan = profile_plan(
        args.variant,
        args.profile,
        options=_options(args),
        opening=args.opening,
        seed=args.seed,
        move_timeout=args.move_timeout,
    )
    table = measure_profile(plan, args.games, args.jobs)
    save_profile(args.out, args.variant, table)
    print(f"{args.variant}: {len(table)} moves, {sum(table):.2f} CPU seconds a side; in {args.out}")
    return 0
