"""From what was asked for to a plan that can be played."""

from collections.abc import Mapping, Sequence
from typing import Any

from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.arena.match import make_player
from cornerwise.arena.openings import Openings
from cornerwise.arena.rows import ArenaError, EngineFailed, Plan
from cornerwise.arena.seating import SEATINGS, default_seatings, seatings_of
from cornerwise.arena.specs import CommandSpec, parse_spec
from cornerwise.rules import Variant
from cornerwise.rules import variant as find_variant

MOVE_TIMEOUT = 600.0


def make_plan(
    variant: str,
    players: Sequence[str],
    *,
    options: Mapping[str, Any] | None = None,
    opening: str = "random",
    seatings: str | None = None,
    seed: int = 1,
    move_timeout: float = MOVE_TIMEOUT,
) -> Plan:
    """The plan of a match; players, options and openings are tried out."""
    rules = fitting_rules(variant, players, options or {}, move_timeout)
    kind = seatings or default_seatings(len(players))
    if kind not in SEATINGS:
        raise ArenaError(f"there are no seatings {kind!r}; there are: {', '.join(SEATINGS)}")
    try:
        seatings_of(rules, len(players), kind)
    except ValueError as error:
        raise ArenaError(str(error)) from None
    plan = Plan(
        variant=variant,
        options=rules.options,
        players=tuple(players),
        opening=opening,
        seatings=kind,
        seed=seed,
        move_timeout=move_timeout,
    )
    Openings(plan)
    return plan


def profile_plan(
    variant: str,
    player: str,
    *,
    options: Mapping[str, Any] | None = None,
    opening: str = "random",
    seed: int = 1,
    move_timeout: float = MOVE_TIMEOUT,
) -> Plan:
    """The plan of an engine's games with itself."""
    rules = fitting_rules(variant, [player], options or {}, move_timeout)
    plan = Plan(
        variant=variant,
        options=rules.options,
        players=(player,),
        opening=opening,
        seed=seed,
        move_timeout=move_timeout,
    )
    Openings(plan)
    return plan


def fitting_rules(
    variant: str, players: Sequence[str], options: Mapping[str, Any], timeout: float
) -> Variant:
    """The variant with options that all players can play by.

    Engines that do not know our options play by Pentobi's rules; where nothing else was
    asked for, so does the whole match.
    """
    wanted = {key: value for key, value in options.items() if value is not None}
    rules = find_variant(variant, **wanted)
    limited = [text for text in players if not knows_options(text, rules, timeout)]
    if limited and "start" not in wanted:
        rules = rules.with_options(start=rules.sgf_start)
    if limited:
        _check_pentobi_rules(rules, limited[0])
    return rules


def knows_options(text: str, rules: Variant, timeout: float) -> bool:
    """Whether a player can play by all of our rules. A GTP engine is started to find out."""
    plan = Plan(variant=rules.name, options=rules.options, players=(text,), move_timeout=timeout)
    if not isinstance(parse_spec(text), CommandSpec):
        make_player(text, plan)
        return True
    player = GtpPlayer(text, rules, timeout)
    try:
        return player.speaks_options
    except EngineFailed as error:
        raise ArenaError(f"player {text!r}: {error}") from None
    finally:
        player.close()


def _check_pentobi_rules(rules: Variant, player: str) -> None:
    """An engine without `set_option` has one set of rules for a game."""
    own = {"start": rules.sgf_start, "contact": rules.contacts[0]}
    for key, value in own.items():
        if rules.options[key] != value:
            raise ArenaError(
                f"player {player!r} knows no set_option, so it cannot play with "
                f"{key} {rules.options[key]}; leave out --{key}"
            )
