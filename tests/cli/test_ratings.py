"""`cornerwise ratings`: on a server's own database."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cornerwise.cli import main
from cornerwise.server.ranking.ranking import Ranking
from cornerwise.server.ranking.schema import rating_steps, seat_worths
from cornerwise.server.store import open_store
from cornerwise.server.store.schema import events
from server.rated_games import NOW, a_finished_game


def steps(data: Path) -> list[tuple[Any, ...]]:
    """Every step of every rating."""

    async def read() -> list[tuple[Any, ...]]:
        store = open_store(data / "games.sqlite3")
        order = (rating_steps.c.game, rating_steps.c.guest)
        query = sa.select(rating_steps).order_by(*order)
        rows = await store.read(lambda c: [tuple(row) for row in c.execute(query)])
        worths = await store.read(lambda c: len(c.execute(sa.select(seat_worths)).all()))
        await store.close()
        return [*rows, (worths,)]

    return asyncio.run(read())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    async def play() -> None:
        store = open_store(tmp_path / "games.sqlite3")
        ranking = Ranking(store, lambda: NOW)
        for number in range(12):
            game = a_finished_game("duo", "ada", "bo", loser=number % 3 % 2, time=NOW + number)
            await store.commit(*game)
            await ranking.enter(game[0].game)
        await store.close()

    asyncio.run(play())
    return tmp_path


def test_recompute_changes_no_digit(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = steps(data)
    assert len(before) == 25
    assert main(["ratings", "recompute", "--data", str(data)]) == 0
    assert capsys.readouterr().out.startswith("12 finished games read")
    assert steps(data) == before


def test_a_game_that_cannot_be_read_does_not_count(
    data: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The ratings are forgotten first: the rest must not stay so for its sake."""
    before = steps(data)

    async def damage() -> None:
        store = open_store(data / "games.sqlite3")
        last = sa.select(sa.func.max(events.c.game)).scalar_subquery()
        broken = sa.update(events).where(events.c.game == last).values(body='{"kind":')
        await store.write(lambda c: c.execute(broken))
        await store.close()

    asyncio.run(damage())
    assert main(["ratings", "recompute", "--data", str(data)]) == 0
    assert capsys.readouterr().out.startswith("11 finished games read")
    assert "it does not count" in caplog.text
    assert len(steps(data)) == len(before) - 2


def test_fit_measures_the_seats_and_rates_again(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = steps(data)
    assert main(["ratings", "fit", "--data", str(data)]) == 0
    assert capsys.readouterr().out.startswith("duo: by seat ")
    fitted = steps(data)
    assert fitted[-1] == (2,)
    assert fitted != before
    assert main(["ratings", "recompute", "--data", str(data)]) == 0
    assert steps(data) == fitted


def test_without_games_there_is_nothing_to_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(open_store(tmp_path / "games.sqlite3").close())
    assert main(["ratings", "fit", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("no rated games to measure")


def test_a_folder_that_cannot_be_used_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["ratings", "recompute", "--data", str(tmp_path / "file" / "x")]) == 1
    assert "cornerwise ratings: " in capsys.readouterr().err
