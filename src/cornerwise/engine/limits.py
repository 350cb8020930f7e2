"""How long the computer may think."""

from dataclasses import dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a search stops: at the first of these that is reached. None: no such limit."""

    seconds: float | None = None
    """Wall-clock seconds for one move."""
    simulations: int | None = None
    nodes: int | None = None
    """Nodes of the tree."""
    threads: int = 1
    memory: int = 512 * MEGABYTE
    """Bytes of the tree; when it is full the search goes on without growing it."""
    early_stop: bool = True
    """Whether a decided move ends the search before its limits."""
    solve_positions: int = 50_000
    """Positions looked at to solve the end of a game exactly; 0 switches that off."""

    def __post_init__(self) -> None:
        for name in ("seconds", "simulations", "nodes"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be above 0, not {value}")
        if self.threads < 1:
            raise ValueError(f"threads must be at least 1, not {self.threads}")

    @property
    def is_open_ended(self) -> bool:
        """Whether only `stop` would end the search."""
        return self.seconds is None and self.simulations is None and self.nodes is None
