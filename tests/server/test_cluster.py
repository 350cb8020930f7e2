"""Several servers: news on the bus, one owner for a game, one leader for a duty, one secret."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import redis

from cornerwise.server import rooms
from cornerwise.server.cluster import membership
from cornerwise.server.cluster.ending import end
from cornerwise.server.cluster.letters import Envelope, Told, encode
from cornerwise.server.cluster.line import Line, RedisUnusable
from cornerwise.server.cluster.many import Many
from cornerwise.server.cluster.post import Post
from cornerwise.server.run import serve
from cornerwise.server.settings import Settings
from cornerwise.server.store.engine import StoreError
from server.live import Client, LiveServer
from server.table import HERE, ME, Table
from server.test_kill import check

SECRET = b"shared"


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def with_servers(url: str, body: Callable[[Many, Many], Awaitable[None]]) -> None:
    """Two servers' ties to each other, in one event loop."""

    async def run() -> None:
        one, two = Many(url), Many(url)
        await one.open(SECRET)
        await two.open(SECRET)
        try:
            await asyncio.wait_for(body(one, two), 30)
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


def test_news_reach_every_server_once(redis_url: str) -> None:
    async def body(one: Many, two: Many) -> None:
        heard: list[tuple[str, bytes]] = []
        one.bus.subscribe("news", lambda message: heard.append(("one", message)))
        stop = two.bus.subscribe("news", lambda message: heard.append(("two", message)))
        for number in range(3):
            one.bus.publish("news", b"%d" % number)
        await until(lambda: len(heard) == 6)
        for server in ("one", "two"):
            assert [message for name, message in heard if name == server] == [b"0", b"1", b"2"]
        stop()
        two.bus.publish("news", b"last")
        await until(lambda: len(heard) == 7)
        assert heard[-1] == ("one", b"last")

    with_servers(redis_url, body)


def test_lost_news_are_noticed_at_the_next_heartbeat(redis_url: str) -> None:
    async def body(one: Many, two: Many) -> None:
        gaps: list[int] = []
        two.bus.on_gap(lambda: gaps.append(1))
        one.bus.beat()
        await until(lambda: one.members.me in two.bus._heard)
        one.bus._number += 1  # a message that never arrived
        one.bus.beat()
        await until(lambda: gaps == [1])

    with_servers(redis_url, body)


def test_a_listener_that_fails_harms_nobody(redis_url: str) -> None:
    async def body(one: Many, two: Many) -> None:
        heard: list[bytes] = []

        def fail(message: bytes) -> None:
            raise ValueError("mine alone")

        two.bus.subscribe("news", fail)
        two.bus.subscribe("news", heard.append)
        one.bus.publish("news", b"x")
        await until(lambda: heard == [b"x"])

    with_servers(redis_url, body)


def test_one_server_leads_and_another_follows_when_it_goes(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "BEAT", 0.05)

    async def body(one: Many, two: Many) -> None:
        await until(lambda: one.bus.leads("pairing") or two.bus.leads("pairing"))
        for _ in range(20):
            assert not (one.bus.leads("pairing") and two.bus.leads("pairing"))
            await asyncio.sleep(0.01)
        leader, other = (one, two) if one.bus.leads("pairing") else (two, one)
        await leader.members.close()
        await until(lambda: other.bus.leads("pairing"))
        assert not leader.bus.leads("pairing")

    with_servers(redis_url, body)


def test_a_game_has_one_owner(redis_url: str) -> None:
    async def body(one: Many, two: Many) -> None:
        assert await one.claim(["a", "b"]) == {"a": None, "b": None}
        assert await two.claim(["a", "c"]) == {"a": one.members.me, "c": None}
        await one.release(["a", "c"])
        assert await two.claim(["a"]) == {"a": None}
        assert await one.claim(["a", "b", "c"]) == {
            "a": two.members.me,
            "b": None,
            "c": two.members.me,
        }

    with_servers(redis_url, body)


def test_a_dead_servers_games_are_free_after_its_lease(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "LIFE", 0.3)
    monkeypatch.setattr(membership, "BEAT", 0.05)

    async def body(one: Many, two: Many) -> None:
        orphans: list[int] = []
        two.members.on_orphans.append(lambda: orphans.append(1))
        two.members.peers.add(one.members.me)
        await one.claim(["a"])
        assert one.members._task is not None
        one.members._task.cancel()  # dead, without a word
        await until(lambda: bool(orphans))
        assert await two.claim(["a"]) == {"a": None}
        assert one.members.me not in two.members.peers
        assert not one.is_ready

    with_servers(redis_url, body)


def test_a_server_that_stood_still_learns_what_it_has_lost(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "LIFE", 0.3)

    async def body(one: Many, two: Many) -> None:
        doubted: list[dict[str, Any]] = []

        async def doubt() -> None:
            doubted.append(await one.claim(["a"]))

        await one.members._beat()
        assert await one.claim(["a"]) == {"a": None}
        one.members.on_doubt.append(doubt)
        assert one.members._task is not None
        await end([one.members._task])  # from here on it stands still
        monkeypatch.setattr(membership, "LIFE", 30)  # and the other one does not
        await two.members._beat()
        while await two.claim(["a"]) != {"a": None}:  # its lease ends a little later in Redis
            await asyncio.sleep(0.01)
        await one.members._beat()
        assert doubted == [{"a": two.members.me}]

    with_servers(redis_url, body)


def test_a_missing_letter_ends_what_two_servers_had_in_common(redis_url: str) -> None:
    async def body(one: Many, two: Many) -> None:
        line = Line(redis_url)
        broken: list[str] = []
        post = Post(line, "me")
        post.on_break = broken.append
        for series, number in ((5, 1), (5, 2), (5, 2), (5, 3)):
            post._take(encode(Envelope("you", series, number, [Told([], b"")])))
        assert broken == [], "in order, and once repeated"
        post._take(encode(Envelope("you", 5, 5, [])))
        assert broken == ["you"], "4 is missing"
        post._take(encode(Envelope("you", 6, 1, [])))
        assert broken == ["you", "you"], "they have started again"
        post._take(encode(Envelope("you", 6, 2, [])))
        assert len(broken) == 2
        await line.close()

    with_servers(redis_url, body)


def test_another_secret_is_refused(redis_url: str) -> None:
    async def body(one: Many, two: Many) -> None:
        other = Many(redis_url)
        try:
            with pytest.raises(RedisUnusable, match="CORNERWISE_SECRET"):
                await other.open(b"another")
        finally:
            await other.close()

    with_servers(redis_url, body)


def test_what_cannot_work_is_said_before_anything_listens(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="CORNERWISE_DATABASE"):
        serve(Settings(data=tmp_path, redis="redis://x"), host="", port=0, browser=False)
    with pytest.raises(RedisUnusable, match="cannot use the Redis address"):
        Many("http://nowhere")


def test_readiness(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = table.guest()
    assert guest.get("/api/ready").json() == {"ready": True}
    monkeypatch.setattr(type(table.server.rooms.services.cluster), "is_ready", False)
    assert guest.get("/api/ready").status_code == 503


@pytest.mark.parametrize("table", ["many"], indirect=True)
def test_a_game_is_played_from_two_servers(table: Table) -> None:
    """Part of every run; `-m scaled` repeats all the others so."""
    guest, watcher = table.guest(), table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as here, guest.page() as there, watcher.page() as third:
        for page in (here, there, third):
            page.join(game)
        assert here.act("play", game, 2, id="a", move="e10")["type"] == "done"
        assert there.until("events")["events"][0]["move"] == "e10"
        assert there.act("play", game, 3, id="b", move="j5")["type"] == "done"
        assert there.act("play", game, 3, id="b", move="j5")["type"] == "done", "a repeat"
        assert there.act("play", game, 3, id="c", move="j5")["code"] == "stale"
        assert there.act("play", game, 4, id="d", move="j5")["code"] == "illegal"
        moves = [third.until("events")["events"][0]["move"] for _ in range(2)]
        assert moves == ["e10", "j5"]
        assert third.act("play", game, 4, id="e", move="f9")["code"] == "not_yours"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look after their rooms all the time."""
    monkeypatch.setattr(rooms, "SWEEP", 0.05)


@pytest.mark.parametrize("table", ["many"], indirect=True)
def test_a_game_that_takes_hours_keeps_its_owner(often: None, table: Table, redis_url: str) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as first, redis.Redis.from_url(redis_url) as store:
        first.join(game)
        ((name, owner),) = ((name, store.get(name)) for name in store.keys(f"*:owner:{game}"))
        store.delete(name)  # as by itself, an hour after it was claimed
        wait_for(lambda: store.get(name) == owner)
        assert store.ttl(name) > membership.KEPT / 2
        with guest.page() as second:  # comes in by the other server
            second.join(game)
            assert first.act("play", game, 2, move="e10")["type"] == "done"
            assert second.until("events")["events"][0]["move"] == "e10"


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Until something is so, which it will be soon or never."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_server_that_dies_is_replaced_within_seconds(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    environment = {
        "CORNERWISE_DATABASE": postgres_url,
        "CORNERWISE_REDIS": redis_url,
        "CORNERWISE_SECRET": "one for both of them",
    }
    first = LiveServer(tmp_path / "1", **environment).start()
    second = LiveServer(tmp_path / "2", **environment).start()
    try:
        computers = [{"kind": "computer", "level": 1}] * 2
        made, cookie = first.request("/api/games", {"variant": "duo", "seats": computers})
        watcher = Client(second, made["game"], cookie, [])

        async def watch() -> float:
            follows = asyncio.create_task(watcher.run())
            while len(watcher.seen) < 4:
                await asyncio.sleep(0.01)
            first.kill()
            begun, seen = time.monotonic(), len(watcher.seen)
            while len(watcher.seen) <= seen + 1:
                await asyncio.sleep(0.01)
            gone_on = time.monotonic() - begun
            await asyncio.wait_for(follows, 60)
            return gone_on

        assert asyncio.run(watch()) < 3 * membership.LIFE
        check(second, watcher)
    finally:
        second.kill()
