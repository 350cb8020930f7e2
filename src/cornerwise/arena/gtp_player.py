"""A player behind GTP, in Pentobi's dialect."""

from collections.abc import Sequence

from cornerwise.arena.pace import Ledger
from cornerwise.arena.process import GtpProcess
from cornerwise.arena.rows import RESIGNED, EngineFailed
from cornerwise.notation import letters
from cornerwise.play import Game, Move, MoveError
from cornerwise.rules import Variant

OPTIONS = ("start", "contact", "bonus")


class GtpPlayer:
    """Keeps one process over games; after a failure the next game gets a new one."""

    def __init__(self, command: str, variant: Variant, timeout: float) -> None:
        self.command = command
        self.variant = variant
        self.timeout = timeout
        self.process: GtpProcess | None = None
        self.known: frozenset[str] = frozenset()
        self._told: list[Move] = []
        self._seed = 0

    # The process

    def _running(self) -> GtpProcess:
        if self.process is None:
            self.process = GtpProcess(self.command, self.timeout)
            self.known = frozenset(self.process.ask("list_commands").split())
            self._set_game(self.process)
            self._clear(self.process)
        return self.process

    @property
    def speaks_options(self) -> bool:
        """Whether it knows our `set_option`, and with it every rule we have."""
        self._running()
        return "set_option" in self.known

    def _set_game(self, process: GtpProcess) -> None:
        if "set_option" not in self.known:
            process.ask(f"set_game {self.variant.sgf}")
            return
        process.ask(f"set_game {self.variant.name}")
        for key, value in self.variant.options.items():
            text = ",".join(map(str, value)) if isinstance(value, list) else value
            process.ask(f"set_option {key} {text}")

    def _clear(self, process: GtpProcess) -> None:
        process.ask("clear_board")
        self._told = []
        if "set_random_seed" in self.known:
            process.ask(f"set_random_seed {self._seed}")

    def close(self) -> None:
        if self.process is not None:
            self.process.close()
            self.process = None

    def _give_up(self) -> None:
        """After a failure nobody knows what the process believes."""
        if self.process is not None:
            self.process.kill()
            self.process = None

    # The game

    def begin(self, seed: int) -> None:
        self._seed = seed
        try:
            self._clear(self._running())
        except EngineFailed:
            self._give_up()
            raise

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        try:
            process = self._running()
            self._tell(process, game.moves)
            color = letters(game.variant)[game.to_play or 0]
            move = _checked(game, process.ask(f"genmove {color}"))
        except EngineFailed:
            self._give_up()
            raise
        self._told.append(move)
        return move

    def _tell(self, process: GtpProcess, moves: list[Move]) -> None:
        """Play on its board what it does not know yet."""
        if moves[: len(self._told)] != self._told:
            self._clear(process)
        for move in moves[len(self._told) :]:
            process.ask(f"play {letters(self.variant)[move.color]} {move}")
            self._told.append(move)

    def cpu(self) -> float:
        if self.process is None:
            return 0.0
        if "cputime" not in self.known:
            return self.process.cpu()
        answer = self.process.ask("cputime")
        try:
            return float(answer)
        except ValueError:
            raise EngineFailed(f"answered 'cputime' with {answer[:80]!r}") from None


def _checked(game: Game, answer: str) -> Move:
    """The move in an answer to `genmove`, if it is legal."""
    if answer.lower() == "resign":
        raise EngineFailed(RESIGNED)
    if answer.lower() in ("pass", "null"):
        raise EngineFailed(f"passed, but {game.color} has {len(game.legal_moves)} legal moves")
    try:
        move = game.move(answer)
    except MoveError as error:
        raise EngineFailed(f"answered 'genmove' with no move: {error}") from None
    reason = game.why_not(move)
    if reason is not None:
        raise EngineFailed(f"played an illegal move {move}: {reason}")
    return move
