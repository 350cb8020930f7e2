"""One game between engines, from its opening to a row of data."""

import random
import time
from collections.abc import Callable, Mapping

from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.arena.openings import Openings
from cornerwise.arena.own import OwnPlayer
from cornerwise.arena.pace import Ledger
from cornerwise.arena.players import Player, SimplePlayer
from cornerwise.arena.rows import EngineFailed, Forfeit, GameRow, Job, Plan
from cornerwise.arena.seating import LETTERS, side_of_player
from cornerwise.arena.specs import CommandSpec, SimpleSpec, parse_spec
from cornerwise.play import Game, Move
from cornerwise.play.chance import random_largest
from cornerwise.play.result import rank


def make_player(text: str, plan: Plan) -> Player:
    """The player that a text means, for the games of a plan."""
    spec = parse_spec(text)
    if isinstance(spec, SimpleSpec):
        return SimplePlayer(largest=spec.name == "largest")
    if isinstance(spec, CommandSpec):
        return GtpPlayer(spec.command, plan.rules(), plan.move_timeout)
    return OwnPlayer(spec, plan.rules())


def make_players(plan: Plan) -> dict[str, Player]:
    """All players of a plan by letter."""
    return {
        letter: make_player(text, plan) for letter, text in zip(LETTERS, plan.players, strict=False)
    }


class Table:
    """One game being played. A side whose engine fails is out of the ranking: between two
    sides that ends the game; among more, its seat goes on with random large pieces, so that
    the others have a game to finish, and it ranks last."""

    def __init__(self, plan: Plan, job: Job, players: Mapping[str, Player], game: Game) -> None:
        self.job = job
        self.players = players
        self.game = game
        self.opening_plies = len(game.moves)
        self.side_of = side_of_player(game.variant)
        self.ledger = Ledger(len(game.variant.sides))
        self.failed: dict[int, str] = {}
        self.movers: list[int] = []
        self.cpu: list[float] = []
        self.wall: list[float] = []
        self._random = random.Random(plan.seed)
        for letter in sorted(set(job.seating)):
            self._begin(letter, job.seed(plan, letter))

    def _begin(self, letter: str, seed: int) -> None:
        try:
            self.players[letter].begin(seed)
        except EngineFailed as error:
            for side in self._seats(letter):
                self.failed[side] = str(error)

    def _seats(self, letter: str) -> list[int]:
        """The sides that an engine plays."""
        return [side for side, seated in enumerate(self.job.seating) if seated == letter]

    @property
    def is_over(self) -> bool:
        return self.game.is_over or len(self.failed) + 1 >= len(self.job.seating)

    def play_move(self) -> None:
        """The side whose turn it is chooses, or fails."""
        assert self.game.player is not None
        side = self.side_of[self.game.player]
        if side in self.failed:
            self._note(side, random_largest(self.game, self._random), 0.0, 0.0)
            return
        player = self.players[self.job.seating[side]]
        begun = time.perf_counter()
        try:
            before = player.cpu()
            seats = self._seats(self.job.seating[side])
            move = player.choose(self.game, self.ledger, side, seats)
            spent = player.cpu() - before
        except EngineFailed as error:
            self.failed[side] = str(error)
            player.close()
            return
        self._note(side, move, spent, time.perf_counter() - begun)

    def _note(self, side: int, move: Move, cpu: float, wall: float) -> None:
        self.game.play(move)
        self.ledger.spent[side].append(cpu)
        self.movers.append(side)
        self.cpu.append(round(cpu, 6))
        self.wall.append(round(wall, 4))

    def row(self) -> GameRow:
        """What is kept of the finished game."""
        points, places = self._ranking()
        return GameRow(
            opening=self.job.opening,
            seating=self.job.seating,
            opening_plies=self.opening_plies,
            moves=tuple(str(move) for move in self.game.moves),
            movers=tuple(self.movers),
            cpu=tuple(self.cpu),
            wall=tuple(self.wall),
            scores=self.game.scores,
            points=points,
            places=places,
            forfeits=tuple(Forfeit(side, note) for side, note in sorted(self.failed.items())),
        )

    def _ranking(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Points and places by side; who failed is ranked as if it had resigned."""
        result = self.game.result
        gone = tuple(p for p, side in enumerate(self.side_of) if side in self.failed)
        places = rank(result.scores, result.points, result.side_of, gone).places
        first = [side.players[0] for side in self.game.variant.sides]
        return tuple(result.points[p] for p in first), tuple(places[p] for p in first)


def play_game(
    plan: Plan,
    job: Job,
    players: Mapping[str, Player],
    openings: Openings,
    watch: Callable[[], None] = lambda: None,
) -> GameRow:
    """Play one game. `watch` is called before every move and may raise to stop it."""
    game = openings.game(job.opening) if job.begun is None else openings.replay(job.begun)
    table = Table(plan, job, players, game)
    while not table.is_over:
        watch()
        table.play_move()
    return table.row()
