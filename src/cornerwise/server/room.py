"""A room owns one game while it is in memory: it decides, stores, then tells.

Everything that changes the game goes through `write`, one at a time: the events are
committed before anybody sees them. A write that fails makes the room useless; it is
dropped, and whoever followed it joins again.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence

from cornerwise.server import decide, making
from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.duties import Duties
from cornerwise.server.gathering import Follower as Follower
from cornerwise.server.gathering import Gathering, encode
from cornerwise.server.guests import new_game_id
from cornerwise.server.lobby.messages import OfferSeat
from cornerwise.server.manners.chat import Talk
from cornerwise.server.manners.welcome import require_company, require_welcome
from cornerwise.server.notices.reminder import Reminder
from cornerwise.server.outcomes import played
from cornerwise.server.refusal import Refusal
from cornerwise.server.services import Services
from cornerwise.server.state import GameState
from cornerwise.server.store import Append, Change, NewGame, StoredGame
from cornerwise.server.summary import head
from cornerwise.server.table.attendance import Attendance
from cornerwise.server.table.messages import HandOver, Premove
from cornerwise.server.table.plans import Plans
from cornerwise.server.thinking import Thinking

log = logging.getLogger(__name__)
Request = say.Action | say.MoveNow | say.AskHint | say.Chat
"""What a follower can ask of a room."""
MAX_EVENTS = 5000
"""Of one game: far above any real one, so that nobody fills the disk with names."""
ENDLESS = (say.Sit, say.AskTakeback, OfferSeat, HandOver)
"""What can be done again and again. Beyond the limit only this is refused: the rest ends with the
board, and nobody must lose for want of being heard."""


class Room(Gathering):
    """One game, its followers, its clock and its thinking computer."""

    def __init__(self, stored: StoredGame, services: Services, wake: Callable[[str], None]) -> None:
        super().__init__(stored, services)
        self._wake = wake
        self.talk = Talk(self)
        self.is_broken = False
        self._actions = dict(stored.actions)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.thinking = Thinking(self)
        self.attendance = Attendance(self)
        self.duties = Duties(self)
        self.reminder = Reminder(self)
        self.plans = Plans(self, stored.premoves)
        if self.state.clock is not None and not self.state.clock.days:
            self.state.since = services.now()  # no clock runs while no server does

    # Seats and followers

    async def change_holder(self, old: str, new: str, *, reload: bool = False) -> None:
        """Seats of one person are another's now; with `reload`, what is stored has changed too."""
        async with self._lock:
            self.holders = [new if holder == old else holder for holder in self.holders]
            self._actions = {
                (new if guest == old else guest, id): seq
                for (guest, id), seq in self._actions.items()
            }
            for follower in self.followers:
                if new and follower.guest == new:
                    self._tell_seats(follower)
                    self.plans.greet(follower)
            self._tell_presence()
            if reload:
                self.break_up()

    def _greet(self, follower: Follower) -> None:
        self.thinking.tell(follower)
        self.plans.greet(follower)

    def _look_around(self) -> None:
        self.attendance.look()
        self.duties.set_timer()

    @property
    def is_idle(self) -> bool:
        """Nobody follows, nothing is under way, no clock runs: it can leave memory."""
        return not (self.followers or self.duties.timer or self._tasks or self._lock.locked())

    # Actions

    async def obey(self, follower: Follower, request: Request) -> None:
        """Do what a follower says about this game; raises `Refusal`."""
        match request:
            case say.MoveNow():
                if not self.seats_of(follower.guest):
                    raise Refusal("not_yours", "only who sits at the table can hurry the computer")
                if self.state.made.rated or self.state.made.tournament:
                    raise Refusal("not_now", "the computer is not hurried where it counts")
                self.thinking.move_now()
            case say.AskHint():
                self._require_sound()
                self.thinking.hint(follower, request.id)
            case say.Chat():
                await self.talk.say(follower, request)
            case _:
                await self.act(follower, request)

    async def act(self, follower: Follower, action: say.Action) -> None:
        """Do what a follower asks, once; raises `Refusal`."""
        async with self._lock:
            self._require_sound()
            if (follower.guest, action.id) not in self._actions:
                await self.duties.check()
                if isinstance(action, say.AskRematch):
                    await self._rematch(follower, action)
                elif isinstance(action, Premove):
                    await self.plans.change(follower, action)
                else:
                    await self._decide(follower, action)
            done = say.Done(game=self.id, id=action.id, seq=self.state.seq)
            follower.tell(encode(done))

    async def _decide(self, follower: Follower, action: say.Action) -> None:
        actor = decide.Actor(
            seats=frozenset(self.seats_of(follower.guest)),
            guest=follower.guest,
            has_key=isinstance(action, say.Sit)
            and self.services.keeper.is_key(self.id, action.key),
            account=follower.person.account,
            lag=follower.lag,
        )
        if self.state.seq >= MAX_EVENTS and isinstance(action, ENDLESS):
            raise Refusal("not_now", "this game has too many events; start a new one")
        absence = await self.duties.absence(action)
        now = self.services.now()
        events = decide.decide(self.state, action, actor, self.holders, now, absence)
        takes = {action.player: follower.guest} if isinstance(action, say.Sit) else {}
        if isinstance(action, say.Sit) and self.state.seats[action.player].kind == "free":
            await require_welcome(self.services, follower.guest, self.holders)
            await require_company(self.services, follower.guest, self._seated)
        await self.write(events, follower.guest, action.id, takes)

    @property
    def _seated(self) -> set[str]:
        """Who sits here; for whom a seat is only kept, does not."""
        seats = zip(self.state.seats, self.holders, strict=True)
        return {holder for seat, holder in seats if holder and seat.kind == "person"}

    async def _rematch(self, follower: Follower, action: say.AskRematch) -> None:
        """The first to ask makes the new game; who asks later finds it."""
        if self.state.over is None:
            raise Refusal("not_now", "the game is not over")
        if not self.seats_of(follower.guest):
            raise Refusal("not_yours", "only who sat at the table can ask for a rematch")
        if self.state.rematch is not None or self.state.owes_pair:
            return
        await require_welcome(self.services, follower.guest, self.holders)
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
                await self.duties.check()
                await self.plans.play_due()

    async def _end_question(self) -> None:
        """Who is deleted answers no more, and who asked must not wait for that."""
        async with self._lock:
            lapsed = decide.lapsed(self.state, self.holders, self.services.now())
            if lapsed and not self.is_broken:
                await self.write(lapsed)

    async def computer_moves(self, turn_seq: int, move: str) -> None:
        """Write a move that the computer has found for the turn `turn_seq`."""
        async with self._lock:
            current = not self.is_broken and self.state.turn_seq == turn_seq
            if current and self.state.computer_level is not None:
                now = self.services.now()
                await self.write(played(self.state, move, now, by="computer"))

    def resume(self) -> None:
        """Let the clock run and the computer think, as the state wants it."""
        self.duties.set_timer()
        self.thinking.follow_turn()
        self.reminder.follow_turn()
        if self.state.owes_pair:
            self.spawn(self._make_pair())
        if decide.lapsed(self.state, self.holders, self.services.now()):
            self.spawn(self._end_question())
        if self.plans.are_due:  # the server ended between a turn and the move planned for it
            self.spawn(self.check_clock())

    def close(self) -> None:
        """Let go of timers and jobs; nothing is written any more."""
        self.is_broken = True
        self.duties.stop()
        self.thinking.close()
        self.reminder.stop()

    async def settled(self) -> None:
        """Wait for what was under way when the room was closed."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self._lock:
            pass

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
        if new is not None:
            self._tell_rematch_key(*self.followers)
        self.broadcast(say.Events(game=self.id, events=list(events)))
        self.services.tell_listeners(self.id, self.state, events)
        self.plans.settle(lists)
        await self.plans.play_due()
        self.resume()

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
