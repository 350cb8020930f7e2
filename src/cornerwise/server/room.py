"""A room owns one game while it is in memory: it decides, stores, then tells.

Everything that changes the game goes through `write`, one at a time: the events are
committed before anybody sees them. A write that fails makes the room useless; it is
dropped, and whoever followed it joins again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

import msgspec

from cornerwise.server import decide, making
from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import Person
from cornerwise.server.guests import new_game_id
from cornerwise.server.lobby.filling import fill_time, filled
from cornerwise.server.manners.chat import Talk
from cornerwise.server.manners.welcome import require_welcome
from cornerwise.server.notices.reminder import Reminder
from cornerwise.server.outcomes import played
from cornerwise.server.refusal import Refusal
from cornerwise.server.services import Services
from cornerwise.server.state import GameState
from cornerwise.server.store import Append, Change, NewGame, StoredGame
from cornerwise.server.summary import head
from cornerwise.server.table import stand_ins
from cornerwise.server.table.attendance import Attendance
from cornerwise.server.table.messages import CallStandIn, HandOver, Premove
from cornerwise.server.table.plans import Plans
from cornerwise.server.table.stand_ins import DEFAULT_LEVEL, UNKNOWN, Absence
from cornerwise.server.thinking import Thinking

log = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
Request = say.Action | say.MoveNow | say.AskHint | say.Chat
"""What a follower can ask of a room."""
MAX_EVENTS = 5000
"""Of one game: far above any real one, so that nobody fills the disk with names."""


class Follower(Protocol):
    """Who follows a game: a socket."""

    guest: str
    person: Person
    lag: int
    """The measured round trip of its connection in milliseconds; 0 while it is not known."""

    def tell(self, message: bytes) -> None:
        """Queue a message; never waits."""

    def drop(self, code: int) -> None:
        """Close: the follower shall come back and join again."""


class Room:
    """One game, its followers, its clock and its thinking computer."""

    def __init__(self, stored: StoredGame, services: Services, wake: Callable[[str], None]) -> None:
        self.id = stored.game
        self.services = services
        self._wake = wake
        self.events = list(stored.events)
        """What is committed."""
        self.state = GameState(self.events)
        self.holders: list[str | None] = [
            stored.holders.get(player) for player in range(len(self.state.seats))
        ]
        self.followers: dict[Follower, None] = {}
        self.watchers = 0
        self.talk = Talk(self)
        self.is_broken = False
        self._actions = dict(stored.actions)
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.thinking = Thinking(self)
        self.attendance = Attendance(self)
        self.reminder = Reminder(self)
        self.plans = Plans(self, stored.premoves)
        if self.state.clock is not None and not self.state.clock.days:
            self.state.since = services.now()  # no clock runs while no server does

    # Followers

    def seats_of(self, guest: str) -> list[int]:
        """Players whose seats a guest holds."""
        return [player for player, holder in enumerate(self.holders) if guest and holder == guest]

    async def change_holder(self, old: str, new: str, *, reload: bool = False) -> None:
        """Seats of one person are another's now; with `reload`, what is stored has changed too."""
        async with self._lock:
            self.holders = [new if holder == old else holder for holder in self.holders]
            self._actions = {
                (new if guest == old else guest, id): seq
                for (guest, id), seq in self._actions.items()
            }
            self.attendance.look()
            if reload:
                self.break_up()

    def join(self, follower: Follower, seq: int, key: str = "") -> None:
        """Follow the game from after event `seq`; a private one needs a seat or the key."""
        seats = self.seats_of(follower.guest)
        if self.state.made.private and not seats and not self.services.keeper.is_key(self.id, key):
            raise Refusal("unknown_game", "there is no such game")
        joined = say.Joined(
            game=self.id,
            events=self.events[seq:],
            seq=len(self.events),
            seats=seats,
            key=self._key_for(seats),
            time=self.services.now(),
            clock_since=None if self.state.deadline() is None else self.state.since,
        )
        follower.tell(encode(joined))
        self.followers[follower] = None
        self.thinking.tell(follower)
        self.plans.greet(follower)
        self._tell_presence()

    def leave(self, follower: Follower) -> None:
        """Follow it no longer."""
        if follower in self.followers:
            del self.followers[follower]
            self._tell_presence()

    def _key_for(self, seats: list[int]) -> str:
        return self.services.keeper.key(self.id) if seats else ""

    def _tell_presence(self) -> None:
        self.attendance.look()
        self._set_timer()
        guests = {follower.guest for follower in self.followers}
        players = [p for p, holder in enumerate(self.holders) if holder and holder in guests]
        self.watchers = sum(not self.seats_of(follower.guest) for follower in self.followers)
        self.broadcast(say.Presence(game=self.id, players=players, watchers=self.watchers))

    def broadcast(self, message: say.ServerMessage) -> None:
        """To everybody who follows the game."""
        text = encode(message)
        for follower in list(self.followers):
            follower.tell(text)

    @property
    def is_idle(self) -> bool:
        """Nobody follows, nothing is under way, no clock runs: it can leave memory."""
        return not (self.followers or self._timer or self._tasks or self._lock.locked())

    # Actions

    async def obey(self, follower: Follower, request: Request) -> None:
        """Do what a follower says about this game; raises `Refusal`."""
        match request:
            case say.MoveNow():
                if not self.seats_of(follower.guest):
                    raise Refusal("not_yours", "only who sits at the table can hurry the computer")
                if self.state.made.seed is not None:
                    raise Refusal("not_now", "everybody meets the same computer here: it plays on")
                self.thinking.move_now()
            case say.AskHint():
                self.thinking.hint(follower, request.id)
            case say.Chat():
                await self.talk.say(follower, request)
            case _:
                await self.act(follower, request)

    async def act(self, follower: Follower, action: say.Action) -> None:
        """Do what a follower asks, once; raises `Refusal`."""
        received = time.perf_counter()
        async with self._lock:
            self._require_sound()
            if (follower.guest, action.id) not in self._actions:
                await self._check_clock()
                if isinstance(action, say.AskRematch):
                    await self._rematch(follower, action)
                elif isinstance(action, Premove):
                    await self.plans.change(follower, action)
                else:
                    await self._decide(follower, action)
            done = say.Done(game=self.id, id=action.id, seq=self.state.seq)
            follower.tell(encode(done))
        self.services.timings.add(1000 * (time.perf_counter() - received))

    async def _decide(self, follower: Follower, action: say.Action) -> None:
        actor = decide.Actor(
            seats=frozenset(self.seats_of(follower.guest)),
            guest=follower.guest,
            has_key=isinstance(action, say.Sit)
            and self.services.keeper.is_key(self.id, action.key),
            account=follower.person.account,
            lag=follower.lag,
        )
        if self.state.seq >= MAX_EVENTS:
            raise Refusal("not_now", "this game has too many events; start a new one")
        absence = await self._absence(action)
        now = self.services.now()
        events = decide.decide(self.state, action, actor, self.holders, now, absence)
        takes = {action.player: follower.guest} if isinstance(action, say.Sit) else {}
        if isinstance(action, say.Sit) and action.player not in actor.seats:
            await require_welcome(self.services, follower.guest, self.holders)
        await self.write(events, follower.guest, action.id, takes)

    async def _absence(self, action: say.Action) -> Absence:
        """Of whom an action would let the computer play."""
        if not isinstance(action, HandOver | CallStandIn) or action.player >= len(self.holders):
            return UNKNOWN
        level = await self._level_for(action.player)
        return Absence(level, self.attendance.absent_for(action.player))

    async def _level_for(self, player: int) -> int:
        """The computer's level that is nearest to a person's strength."""
        holder = self.holders[player]
        if holder is None:
            return DEFAULT_LEVEL
        return await self.services.level_for(holder, self.state.game.variant.name)

    async def _rematch(self, follower: Follower, action: say.AskRematch) -> None:
        """The first to ask makes the new game; who asks later finds it."""
        if self.state.over is None:
            raise Refusal("not_now", "the game is not over")
        if not self.seats_of(follower.guest):
            raise Refusal("not_yours", "only who sat at the table can ask for a rematch")
        if self.state.rematch is not None or self.state.owes_pair:
            return
        table = making.rematch(self.state, self.holders, self.id, follower.guest)
        await self._make_next(table, follower.guest, action.id)

    async def _make_pair(self) -> None:
        """The second game of a pair begins when the first has ended, asked for by nobody."""
        async with self._lock:
            if not self.is_broken and self.state.owes_pair:
                await self._make_next(making.rematch(self.state, self.holders, self.id))

    async def _make_next(self, table: making.Table, guest: str = "", id: str = "") -> None:
        now = self.services.now()
        new = new_game(table, now)
        event = ev.Rematch(seq=self.state.seq + 1, time=now, game=new.game)
        await self.write([event], guest, id, {}, new)
        self.services.tell_listeners(new.game, GameState(new.events), new.events)
        self._wake(new.game)

    # The server's own decisions

    async def check_clock(self) -> None:
        """Let the computer play for who has no time left or has gone, where others wait."""
        async with self._lock:
            if not self.is_broken:
                await self._check_clock()
                await self.plans.play_due()

    async def _check_clock(self) -> None:
        player, now = self.state.game.player, self.services.now()
        if not self.state.started:
            await self._fill(now)
        if player is None or not self.state.is_running:
            return
        lag, leaves = self.attendance.lag_of(player), self.attendance.due()
        if stand_ins.overdue(self.state, now, lag) is not None:
            level = await self._level_for(player)
            await self.write(stand_ins.fallen(self.state, player, self.holders, level, now))
        elif leaves is not None and now >= leaves:
            level = await self._level_for(player)
            await self.write(stand_ins.stand_in(self.state, player, level, "left", now))

    async def _fill(self, now: int) -> None:
        """Computers take the seats that nobody took in time."""
        due = fill_time(self.state)
        if due is None or now < due:
            return
        people = [player for player, holder in enumerate(self.holders) if holder]
        level = await self._level_for(people[0]) if people else DEFAULT_LEVEL
        await self.write(filled(self.state, level, now))

    async def computer_moves(self, turn_seq: int, move: str) -> None:
        """Write a move that the computer has found for the turn `turn_seq`."""
        async with self._lock:
            current = not self.is_broken and self.state.turn_seq == turn_seq
            if current and self.state.computer_level is not None:
                now = self.services.now()
                await self.write(played(self.state, move, now, by="computer"))

    def resume(self) -> None:
        """Let the clock run and the computer think, as the state wants it."""
        self._set_timer()
        self.thinking.follow_turn()
        self.reminder.follow_turn()
        if self.state.owes_pair:
            self.spawn(self._make_pair())
        if self.plans.are_due:  # the server ended between a turn and the move planned for it
            self.spawn(self.check_clock())

    def close(self) -> None:
        """Let go of timers and jobs; nothing is written any more."""
        self.is_broken = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.thinking.stop()
        self.reminder.stop()

    async def settled(self) -> None:
        """Wait for what was under way when the room was closed."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self._lock:
            pass

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._due()
        if due is not None and not self.is_broken:
            loop = asyncio.get_running_loop()
            delay = max(0, due - self.services.now()) / 1000
            self._timer = loop.call_later(delay, self._time_is_up)

    def _due(self) -> int | None:
        """When the server has to look at the clock, or for who has gone."""
        deadline, leaves = self.state.deadline(), self.attendance.due()
        if deadline is not None:
            deadline += self.state.lag_for(self.attendance.lag_of(self.state.game.player))
        times = (deadline, leaves, fill_time(self.state))
        return min((time for time in times if time is not None), default=None)

    def _time_is_up(self) -> None:
        self._timer = None
        self.spawn(self._after_timer())

    async def _after_timer(self) -> None:
        await self.check_clock()
        if not self.is_broken and self._timer is None:
            self._set_timer()  # the timer may ring a little early

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run something for this room beside its followers' actions."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("game %s: %r", self.id, task.exception())

    # Writing

    def _require_sound(self) -> None:
        if self.is_broken:
            raise Refusal("busy", "the game is being loaded again; join once more")

    async def write(
        self,
        events: Sequence[ev.Event],
        guest: str = "",
        id: str = "",
        takes: dict[int, str] | None = None,
        new: NewGame | None = None,
    ) -> None:
        """Commit, then tell. The state runs ahead of the store only inside this function."""
        takes = {**decide.released(events), **(takes or {})}
        for event in events:
            self.state.apply(event)
        change = Append(self.id, events, head(self.id, self.state), guest, id, takes)
        lists = self.plans.left_after(events)
        changes: list[Change] = [*([] if new is None else [new]), change]
        changes += self.plans.changes(lists)
        try:
            await self.services.store.commit(*changes)
        except BaseException:
            self.break_up()
            raise
        self.events.extend(events)
        if id:
            self._actions[guest, id] = events[0].seq
        self._hand_over(takes)
        self.broadcast(say.Events(game=self.id, events=list(events)))
        self.services.tell_listeners(self.id, self.state, events)
        self.plans.settle(lists)
        await self.plans.play_due()
        self.resume()

    def _hand_over(self, takes: dict[int, str]) -> None:
        for player, guest in takes.items():
            if (self.holders[player] or "") == guest:
                continue
            self.holders[player] = guest or None
            seats = self.seats_of(guest)
            text = encode(say.Seats(game=self.id, seats=seats, key=self._key_for(seats)))
            for follower in self.followers:
                if follower.guest == guest:
                    follower.tell(text)
            self._tell_presence()

    def break_up(self) -> None:
        """The store may or may not have the events: load the game afresh."""
        self.close()
        for follower in list(self.followers):
            follower.drop(1012)


def new_game(table: making.Table, now: int, id: str = "") -> NewGame:
    """A game for the store, from a table; its id may have been chosen beforehand."""
    game, events = id or new_game_id(), table.events(now)
    state = GameState(events)
    return NewGame(game, table.variant.name, events, table.holders, head(game, state))
