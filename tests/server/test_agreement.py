"""Playing far above one's rating: counted, compared, flagged, and judged by a person."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

import cornerwise as cw
from cornerwise.server import events as ev
from cornerwise.server.manners import agreement, inspecting
from cornerwise.server.manners.agreement import Sample, expected, people_plies, suspicion, usual
from cornerwise.server.manners.checking import Checked, Checker
from cornerwise.server.manners.inspecting import Inspector
from cornerwise.server.manners.schema import agreements, checks, flags
from cornerwise.server.settings import Settings
from server.meeting import member, moderator, ok
from server.table import HERE, ME, Table

CLOCK = {"initial": 600, "increment": 5}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, sign_up_rate="1000/minute")


def games(count: int, moves: int, near: int, rating: float = 1500.0) -> list[Sample]:
    return [Sample(f"g{i}", "ada", rating, moves, near) for i in range(count)]


# Pure


def test_the_curve_rises() -> None:
    shares = [expected(rating) for rating in range(600, 2600, 50)]
    assert shares == sorted(shares)
    assert shares[0] == agreement.CURVE[0][1]
    assert shares[-1] == agreement.CURVE[-1][1]


def test_what_is_usual_follows_people_of_the_same_strength() -> None:
    alike = [Sample("g", f"p{i}", 1500.0, 12, 6) for i in range(500)]
    strangers = [Sample("g", f"s{i}", 2400.0, 12, 12) for i in range(500)]
    assert usual(1500.0, []) == expected(1500.0)
    assert usual(1500.0, alike + strangers) == pytest.approx(0.5, abs=0.02)


def test_far_above_the_usual_is_suspicious() -> None:
    found = suspicion(games(6, 12, 8), [])
    assert found is not None
    assert (found.moves, found.share, found.usual) == (72, 8 / 12, expected(1500.0))
    assert found.excess > agreement.LEAST_EXCESS


@pytest.mark.parametrize(
    "mine",
    [
        games(20, 12, 3),  # what is usual
        games(20, 12, 4),  # a little more
        games(3, 12, 12),  # too few games
        games(6, 5, 5),  # too few moves
        games(20, 12, 7, rating=2253.0),  # strong, and rated so
    ],
)
def test_what_is_not_suspicious(mine: list[Sample]) -> None:
    assert suspicion(mine, []) is None


def test_where_everybody_plays_well_nobody_stands_out() -> None:
    others = [Sample("g", f"p{i}", 1500.0, 12, 8) for i in range(300)]
    assert suspicion(games(6, 12, 8), []) is not None
    assert suspicion(games(6, 12, 8), others) is None


def test_only_the_persons_own_moves_count() -> None:
    def played(seq: int, ply: int, player: int, by: str = "person") -> ev.Event:
        return ev.Played(
            seq=seq, time=0, color=player, player=player, move="", ply=ply,
            by=by,  # type: ignore[arg-type]
        )  # fmt: skip

    log = [played(i, i, (i - 1) % 2) for i in range(1, 9)]
    assert people_plies(log) == {0: [5, 7], 1: [6, 8]}
    log[6] = played(7, 7, 0, by="computer")
    assert people_plies(log) == {0: [5], 1: [6, 8]}
    log += [ev.Undone(seq=9, time=0, ply=6), played(10, 7, 0)]
    assert people_plies(log) == {0: [5, 7], 1: [6]}


# The engine


def test_the_engines_own_move_agrees_and_a_poor_one_does_not() -> None:
    import msgspec

    game = cw.Game("duo")
    for move in ("e10", "j5"):
        game.play(move)
    checker = Checker()
    answers = {
        str(move): msgspec.json.decode(checker.check(game, str(move)), type=Checked)
        for move in list(game.legal_moves)[:: max(1, len(game.legal_moves) // 40)]
    }
    assert any(not answer.near for answer in answers.values())
    assert all(answer.near for answer in answers.values() if answer.best)
    checker.stop()
    assert checker.check(game, next(iter(answers))) == ""


# A game on a server


def played_out(table: Table, who: Any, **more: Any) -> str:
    """A whole rated game with both seats on one device."""
    made = who.make("duo", ME, HERE, clock=CLOCK, rated=True, **more)
    game, mirror = str(made["game"]), cw.Game("duo")
    with who.page() as page:
        seq = page.join(game)["seq"]
        while not mirror.is_over:
            move = mirror.legal_moves[len(mirror.moves) * 7 % len(mirror.legal_moves)]
            mirror.play(move)
            done = page.act("play", game, seq, move=str(move))
            assert done["type"] == "done", done
            seq = done["seq"]
    return game


def rows(table: Table, what: sa.Table) -> list[Any]:
    read = table.server.rooms.services.store.read
    found: list[Any] = table.call(read, lambda c: c.execute(sa.select(what)).all())
    return found


def test_a_finished_rated_game_is_looked_at_once(table: Table) -> None:
    ada = member(table, "Ada")
    game = played_out(table, ada)
    inspector = Inspector(table.server.rooms)
    assert table.call(inspector.step)
    found = rows(table, agreements)
    assert [(row.game, row.player) for row in found] == [(game, 0), (game, 1)]
    assert all(5 <= row.moves <= 20 and row.best <= row.near <= row.moves for row in found)
    assert [(row.game, row.state) for row in rows(table, checks)] == [(game, "done")]
    assert not table.call(inspector.step)


def test_an_unrated_or_unfinished_game_is_left_alone(table: Table) -> None:
    ada = table.guest()
    ada.make("duo", ME, HERE, clock=CLOCK, rated=True)
    ada.make("duo", ME, HERE)
    assert not table.call(Inspector(table.server.rooms).step)


def test_a_game_that_was_begun_and_left_is_taken_up_again(table: Table) -> None:
    game = played_out(table, table.guest())
    write = table.server.rooms.services.store.write
    begun = {"game": game, "state": "begun", "time": table.clock.time}
    table.call(write, lambda c: c.execute(sa.insert(checks), begun))
    inspector = Inspector(table.server.rooms)
    assert not table.call(inspector.step)
    table.clock.time += inspecting.ABANDONED + 1
    assert table.call(inspector.step)


def test_who_is_deleted_during_the_look_is_not_in_its_books(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look takes minutes; whom it is about is asked at its end."""
    ada, judge = member(table, "Ada"), moderator(table)
    guest = ok(judge.get("/api/moderation/people?account=Ada"))["person"]
    pretend(table, guest, near=12, count=8)
    played_out(table, ada)
    check, desk = Inspector._check, table.server.desk

    async def go(self: Inspector, *about: Any) -> Checked | None:
        await desk.close_account(guest)
        monkeypatch.setattr(Inspector, "_check", check)
        return Checked(best=True, near=True, lost=0.0)

    monkeypatch.setattr(Inspector, "_check", go)
    assert table.call(Inspector(table.server.rooms).step)
    assert len(rows(table, agreements)) == 8
    assert rows(table, flags) == []


# Flags


def pretend(table: Table, guest: str, near: int, count: int = 6) -> None:
    """Games of somebody who is rated 1500, with so many near-best moves out of twelve."""
    made = [table.guest().make("duo", ME, HERE)["game"] for _ in range(count)]
    sample = {
        "player": 0, "guest": guest, "variant": "duo", "rating": 1500.0, "moves": 12,
        "best": near, "near": near, "lost": 1.0, "time": table.clock.time,
    }  # fmt: skip
    all_rows = [{"game": game, **sample} for game in made]
    write = table.server.rooms.services.store.write
    table.call(write, lambda c: c.execute(sa.insert(agreements), all_rows))


def test_a_flag_is_for_a_person_to_judge(table: Table) -> None:
    bo = member(table, "Bo")
    judge = moderator(table)
    guest = ok(judge.get("/api/moderation/people?account=Bo"))["person"]
    inspector = Inspector(table.server.rooms)
    look = partial(inspector._judge, guest, "duo")
    pretend(table, guest, near=4)
    table.call(look)
    assert ok(judge.get("/api/moderation/flags")) == []
    pretend(table, guest, near=12)
    table.call(look)
    table.call(look)
    (flag,) = ok(judge.get("/api/moderation/flags"))
    assert (flag["label"], flag["variant"], flag["games"]) == ("Bo", "duo", 12)
    assert flag["share"] > flag["usual"] + agreement.LEAST_GAP
    assert len(flag["evidence"]) == 12
    # Nothing has happened to him.
    assert ok(bo.get("/api/manners"))["banned_until"] is None
    verdict = {"state": "dismissed", "text": "he is a coach"}
    ok(judge.post(f"/api/moderation/flags/{flag['id']}", verdict))
    assert ok(judge.get("/api/moderation/flags")) == []
    (entry,) = ok(judge.get("/api/moderation/log"))
    assert (entry["kind"], entry["about"]) == ("judge", f"flag {flag['id']}")
    assert entry["text"] == "dismissed: he is a coach"
    table.call(look)  # the same games again: he was judged for them
    assert ok(judge.get("/api/moderation/flags")) == []
    pretend(table, guest, near=12, count=8)
    table.call(look)
    assert len(ok(judge.get("/api/moderation/flags"))) == 1
