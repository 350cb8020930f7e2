"""Whatever happens at a table, the log alone gives the same state: that is what a restart reads."""

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import ClockSpec
from cornerwise.server.table import stand_ins
from cornerwise.server.table.messages import CallStandIn, Claim, HandOver, Return
from server.scene import Scene, refolded

TABLES = [
    ("duo", "ab"),
    ("duo", "a."),
    ("junior", "ab"),
    ("classic_2", "ab"),
    ("classic_3", "ab."),
    ("trigon_teams", "abcd"),
    ("classic", "abac"),
]
CLOCKS = [
    None,
    ClockSpec(initial=30),
    ClockSpec(initial=5, increment=3),
    ClockSpec(increment=4),
    ClockSpec(days=1),
]


class Evening:
    """People who do anything at all, and the server's own decisions between."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene = scene
        self.chance = random.Random(seed)

    def step(self) -> None:
        scene, chance = self.scene, self.chance
        scene.now += chance.choice((0, 10, 900, 4_000, 70_000))
        self.serve()
        if scene.state.computer_level is not None and chance.random() < 0.6:
            scene.computer_plays()
            return
        with suppress(Refusal):  # a refusal must leave no trace: the end of the test looks
            self.act()

    def serve(self) -> None:
        """What a room does when its timer rings."""
        scene = self.scene
        lag = self.chance.choice((0, 150))
        player = stand_ins.overdue(scene.state, scene.now, lag)
        if player is not None:
            scene.write(stand_ins.fallen(scene.state, player, scene.holders, 3, scene.now))
        elif self.chance.random() < 0.05:
            gone = stand_ins.may_be_replaced(scene.state, scene.holders)
            if gone is not None:
                scene.write(stand_ins.stand_in(scene.state, gone, 3, "left", scene.now))

    def act(self) -> None:
        scene, chance = self.scene, self.chance
        who = chance.choice([*filter(None, scene.holders), "watcher"])
        player = chance.randrange(len(scene.holders))
        kinds: list[Any] = [say.Play] * 12 + [HandOver, Return, Return, CallStandIn, Claim]
        kinds += [say.Resign, say.AskTakeback, say.AnswerTakeback, say.AnswerTakeback]
        kind = chance.choice(kinds)
        more: dict[str, Any] = {"player": player}
        if kind is say.Play:
            moves = scene.state.game.legal_moves
            text = str(chance.choice(moves)) if moves and chance.random() < 0.9 else "a1"
            more = {"move": text}
            who = scene.holders[scene.state.game.player or 0] or who
        elif kind is say.AnswerTakeback:
            more = {"accept": chance.random() < 0.7}
        elif kind is Claim:
            more = {}
        seq = scene.state.seq - chance.choice((0, 0, 0, 1, 3))
        lag = chance.choice((0, 80, 5_000))
        scene.does(who, kind, lag=lag, away=chance.choice((0, 90_000)), seq=max(0, seq), **more)


@pytest.mark.parametrize(("name", "people"), TABLES)
@given(st.sampled_from(CLOCKS), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_the_log_gives_the_state(
    name: str, people: str, clock: ClockSpec | None, seed: int
) -> None:
    scene = Scene(name, people, clock)
    evening = Evening(scene, seed)
    for step in range(60):
        evening.step()
        if step % 20 == 19:
            assert vars(refolded(scene.log)) == vars(scene.state)
    assert [event.seq for event in scene.log] == list(range(1, len(scene.log) + 1))
    for event in scene.log:
        assert min(getattr(event, "clocks", None) or [0]) >= 0
    check_who_decided(scene)


def check_who_decided(scene: Scene) -> None:
    """Between `stand_in` and `returned` all moves of a seat are the computer's."""
    away: set[int] = set()
    for event in scene.log:
        if isinstance(event, ev.StandIn):
            away.add(event.player)
        elif isinstance(event, ev.Returned | ev.Resigned):
            away.discard(event.player)
        elif isinstance(event, ev.Played) and event.player in away:
            assert event.by == "computer"


@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_a_decision_changes_nothing_before_it_is_written(seed: int) -> None:
    scene = Scene("classic_3", "abc", ClockSpec(initial=60))
    evening = Evening(scene, seed)
    for _ in range(25):
        evening.step()
        before = vars(refolded(scene.log))
        evening.scene = Unwritten(scene)
        with suppress(Refusal):
            evening.act()
        evening.scene = scene
        assert vars(scene.state) == before


class Unwritten(Scene):
    """A scene that decides and throws the decision away."""

    def __init__(self, scene: Scene) -> None:
        self.__dict__.update(scene.__dict__)

    def write(self, events: Any) -> list[ev.Event]:
        return list(events)
