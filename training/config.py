"""What to train: a board, the rules its games are drawn from, and how hard to work."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from training.arguments import Mistake
from training.source import Variant, variant

TOWER, QUICK = "tower", "quick"
"""Kinds of nets."""
CONFIGS = Path(__file__).parent / "configs"


@dataclass(frozen=True, kw_only=True)
class RuleShare:
    """One variant with its options, and how often a new game is of it."""

    variant: str
    share: float
    options: dict[str, Any] = field(default_factory=dict)

    def resolve(self) -> Variant:
        """The variant of the catalogue."""
        return variant(self.variant, **self.options)


@dataclass(frozen=True, kw_only=True)
class NetShape:
    """Kind and size of the net; for a tower a CPU pays blocks × width² × places."""

    kind: str = TOWER
    """A `tower` of convolutions, or `quick`: one wide layer (training/quick.py)."""
    blocks: int = 6
    width: int = 64
    pooled_every: int = 2
    """Every so many blocks one adds what it sees of the whole board."""
    map: int = 0
    """Channels of a quick net's map (training/quick_map.py), a multiple of 16; 0: no map."""
    map_blocks: int = 2
    """Its blocks of two convolutions."""


@dataclass(frozen=True, kw_only=True)
class PlayParams:
    """Self-play: many games in step, each move by a Gumbel search."""

    games: int = 2048
    candidates: int = 12
    """Moves looked at for each position, drawn without repetition from the policy."""
    simulations: int = 0
    """Positions that a search adds to its tree (training/tree.py); 0: it looks one ply deep."""
    shallow: int = 0
    """Simulations of the steps that are not deep: these play on, and teach the value alone."""
    deep: float = 1.0
    """Share of the steps that are searched with all simulations, and teach the policy."""
    trust: float = 24.0
    """How many logits a value of 1 is worth when moves are compared."""
    opening: int = 6
    """A game begins with up to this many moves drawn from the policy, unsearched."""
    explored: int = 0
    """So many of the candidates are any legal moves, whatever the policy thinks of them."""
    wild: float = 0.0
    """Share of games whose opening is any moves of the largest pieces instead: positions that
    the policy would not come to by itself, but others will."""

    def __post_init__(self) -> None:
        if self.simulations and self.deep < 1 and not self.shallow:
            raise ValueError("with `deep` below 1 the other steps need `shallow` simulations")
        drawn = min(self.candidates, self.simulations or self.candidates) - self.explored
        if drawn < 1:
            raise ValueError("`explored` must leave at least one candidate to the policy")


@dataclass(frozen=True, kw_only=True)
class LearnParams:
    """Learning: AdamW, a slowly falling rate, averaged weights play and are exported."""

    batch: int = 4096
    capacity: int = 2_000_000
    """Positions kept; the oldest go first."""
    updates: int = 1
    """Updates for each step of play."""
    warm: int = 120
    """Steps of play before learning starts."""
    rate: float = 2e-3
    rise: int = 300
    """Updates until the rate is reached."""
    fall: int = 3000
    """Updates after which it has fallen to 1/√2, and so on: no end is assumed."""
    decay: float = 1e-4
    average: float = 0.999
    """Weight of the past in the averaged net."""
    refresh: int = 8
    """Updates between copies of the averaged net to the player."""
    ahead: int = 6
    """The value target looks so many plies ahead in the game …"""
    blend: float = 0.25
    """… and takes this share of the search's value there; the rest is the result."""
    targets: int = 32
    """Moves kept of a policy target."""
    value_updates: int = 0
    """Updates of the value alone after each whole one, on the same positions turned otherwise,
    where a tutor teaches: its judgements are dearer than these updates."""
    lessons: float = 0.35
    """Share of a batch that comes from lessons, if there are any (training/teach.py); with 1
    there is no self-play."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """One training run; `name` is the board's and the net's."""

    name: str
    home: str
    """The variant whose board and pieces hold those of all others."""
    rules: tuple[RuleShare, ...]
    like: str = ""
    """Another configuration whose board, rules and lessons these are."""
    net: NetShape = NetShape()
    play: PlayParams = PlayParams()
    learn: LearnParams = LearnParams()

    @property
    def lessons(self) -> str:
        """The name that its lessons go by."""
        return self.like or self.name


PARTS: dict[str, Any] = {"net": NetShape, "play": PlayParams, "learn": LearnParams}


def load_config(name: str) -> Config:
    """A configuration of `training/configs`, or any TOML file."""
    path = Path(name) if name.endswith(".toml") else CONFIGS / f"{name}.toml"
    try:
        return parse_config(tomllib.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        known = ", ".join(sorted(path.stem for path in CONFIGS.glob("*.toml")))
        raise Mistake(
            f"there is no configuration {name!r}; there are: {known}, or a file that ends in .toml"
        ) from None
    except KeyError as error:
        raise Mistake(f"configuration {name!r}: {error} is missing") from None
    except (TypeError, ValueError) as error:
        raise Mistake(f"configuration {name!r}: {error}") from None


def parse_config(data: dict[str, Any]) -> Config:
    """A configuration from plain data; unknown keys are errors."""
    known = {f.name for f in fields(Config)}
    if unknown := set(data) - known:
        raise ValueError(f"unknown keys in a training configuration: {sorted(unknown)}")
    chosen: dict[str, Any] = {key: part(**data[key]) for key, part in PARTS.items() if key in data}
    if "like" in data:
        other = load_config(data["like"])
        return Config(
            name=data["name"], home=other.home, rules=other.rules, like=other.name, **chosen
        )
    rules = tuple(RuleShare(**rule) for rule in data["rules"])
    home = variant(data["home"])
    for rule in rules:
        _check_fits(rule.resolve(), home)
    return Config(name=data["name"], home=home.name, rules=rules, **chosen)


def _check_fits(rules: Variant, home: Variant) -> None:
    """A net has room for what its home variant has, and for no more."""
    small, large = rules.board, home.board
    fits = (
        small.lattice == large.lattice
        and all(a <= b for a, b in zip(small.size, large.size, strict=True))
        and set(rules.pieces) <= set(home.pieces)
        and len(rules.colors) <= len(home.colors)
        and rules.players <= home.players
    )
    if not fits:
        raise ValueError(
            f"{rules.name} has no room in {home.name}: choose a home with its lattice, as large a "
            "board, all its pieces, and as many colors and players"
        )


def restored(data: dict[str, Any]) -> Config:
    """The configuration of which `dataclasses.asdict` made this."""
    parts = {key: part(**data[key]) for key, part in PARTS.items()}
    rules = tuple(RuleShare(**rule) for rule in data["rules"])
    return Config(**(data | parts | {"rules": rules}))
