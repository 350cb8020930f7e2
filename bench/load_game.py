"""One game of the load test: four scripted players on four sockets, and what they see."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
from load_socket import LoadSocket

import cornerwise as cw

VARIANT, SEATS = "classic", 4


@dataclass
class Load:
    """What is measured."""

    seen: list[float] = field(default_factory=list)
    """Milliseconds from one player's send to each other's receipt."""
    moves: int = 0
    finished: int = 0
    refused: list[str] = field(default_factory=list)


class Happened(msgspec.Struct):
    """As much of an event as we need."""

    seq: int
    kind: str


class Message(msgspec.Struct):
    """As much of a message as we need."""

    type: str
    seq: int | None = None
    events: list[Happened] = []
    id: str = ""
    message: str = ""


_decode = msgspec.json.Decoder(Message).decode


@lru_cache(maxsize=64)
def script(number: int) -> tuple[tuple[int, str], ...]:
    """A whole game: who moves, and what."""
    rng, game = random.Random(number), cw.Game(VARIANT)
    moves = []
    while not game.is_over:
        player, move = game.player, rng.choice(game.legal_moves)
        assert player is not None
        moves.append((player, str(move)))
        game.play(move)
    return tuple(moves)


class LoadGame:
    """Plays its script, a move every `pace` seconds, until it is stopped or over."""

    def __init__(self, game: str, key: str, number: int, load: Load, pace: float) -> None:
        self.game = game
        self.sockets: list[LoadSocket] = []
        self.joined = 0
        self.sat = asyncio.Event()
        self._key = key
        self._load = load
        self._pace = pace
        self._script = iter(script(number % 64))
        self._rng = random.Random(number)
        self._seq = 1
        self._sent_at = 0.0
        self._waited_for: set[int] = set()
        self._is_running = False

    def begin_sitting(self) -> None:
        """Every socket joins; the friends sit down."""
        for player, socket in enumerate(self.sockets):
            join = {"type": "join", "game": self.game, "seq": 0, "key": self._key}
            socket.send(msgspec.json.encode(join))
            if player:
                sit = {"type": "sit", "game": self.game, "id": f"s{player}", "seq": 1}
                socket.send(msgspec.json.encode({**sit, "player": player, "key": self._key}))

    def start(self) -> None:
        """Begin at a random moment, so that games do not march in step."""
        self._is_running = True
        self._later(self._rng.uniform(0, self._pace))

    def stop(self) -> None:
        """No further moves."""
        self._is_running = False

    def hear(self, player: int, text: bytes) -> None:
        """A message on one player's socket."""
        message = _decode(text)
        if message.type == "events":
            self._see(player, message.events)
        elif message.type == "joined":
            self.joined += 1
        elif message.type == "error":
            self._load.refused.append(message.message)

    def _see(self, player: int, events: list[Happened]) -> None:
        last = events[-1]
        if events[0].kind == "played" and player in self._waited_for:
            self._waited_for.discard(player)
            self._load.seen.append(1000 * (time.perf_counter() - self._sent_at))
            if not self._waited_for and self._is_running and last.kind != "over":
                self._later(self._rng.uniform(0.5, 1.5) * self._pace)
        if any(event.kind == "started" for event in events):
            self.sat.set()
        self._seq = max(self._seq, last.seq)
        self._load.finished += last.kind == "over" and player == 0

    def _later(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._move)

    def _move(self) -> None:
        if not self._is_running:
            return
        player, move = next(self._script)
        play = {"type": "play", "game": self.game, "id": f"m{self._seq}", "seq": self._seq}
        text = msgspec.json.encode({**play, "move": move})
        self._waited_for = set(range(SEATS)) - {player}
        self._load.moves += 1
        self._sent_at = time.perf_counter()
        self.sockets[player].send(text)
