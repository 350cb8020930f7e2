"""`cornerwise accounts`, on a server's own database; and a server that runs meanwhile."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cornerwise.cli import main
from cornerwise.server.accounts.people import CHANGED_IDENTITY
from cornerwise.server.services import wall_clock
from cornerwise.server.settings import Settings
from cornerwise.server.store import open_store
from server.devices import PASSWORD, end_of, running
from server.table import LINK, Clock


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Runs the command on the server's folder; gives its status and what it printed."""

    def run(*words: str) -> tuple[int | str | None, str, str]:
        try:
            status: int | str | None = main(["accounts", *words, "--data", str(tmp_path)])
        except SystemExit as leaving:
            status = leaving.code
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def test_accounts_from_the_command_line(call: Any, tmp_path: Path) -> None:
    clock = Clock()
    with running(Settings(data=tmp_path, workers=1, eager=False), clock) as club:
        assert call() == (0, "There are no accounts.\n", "")
        ada, bo = club.device(), club.device()
        ada.sign_up("Ada")
        clock.time += 1000
        bo.sign_up("Bo")
        assert call("make-moderator", "ADA")[:2] == (0, "Ada is now a moderator.\n")
        assert call("list")[1].splitlines() == [
            "Ada                      since 2027-01-15  moderator",
            "Bo                       since 2027-01-15",
        ]
        clock.time += 60_000  # what was proved is believed for a minute
        assert ada.me["is_moderator"] is True
        assert call("unmake-moderator", "Ada")[0] == 0
        clock.time += 60_000
        assert ada.me["is_moderator"] is False


def test_who_cannot_get_in_is_helped(call: Any, tmp_path: Path) -> None:
    clock = Clock()
    clock.time = wall_clock()  # the command has the real time
    with running(Settings(data=tmp_path, workers=1, eager=False), clock) as club:
        ada = club.device()
        ada.sign_up("Ada")
        status, said, _ = call("reset", "Ada")
        assert status == 0
        clock.time += 60_000
        assert ada.me["account"] == ""
        wrong = ada.post("/api/sign-in", {"name": "Ada", "password": PASSWORD})
        assert wrong.status_code == 403
        token = said.split("/sign-in#")[1].split()[0]
        assert ada.post("/api/sign-in/link/open", {"token": token}).status_code == 200
        assert ada.post("/api/account/password", {"new": "another horse"}).status_code == 200
        assert ada.post("/api/sign-in/link/open", {"token": token}).status_code == 403
        ada.sign_in("Ada", "another horse")


def test_a_running_server_notices_a_deletion(call: Any, tmp_path: Path) -> None:
    with running(Settings(data=tmp_path, workers=1, eager=False), Clock()) as club:
        ada, bo = club.device(), club.device()
        ada.sign_up("Ada")
        made = ada.make("duo", {"kind": "me", "name": "Lady Byron"}, LINK)
        game = made["game"]
        assert bo.me["account"] == ""
        with ada.page() as hers, bo.page() as page:
            hers.join(game)
            page.join(game)
            assert call("delete", "Ada")[:2] == (0, "Ada is deleted. Its games stay, nameless.\n")
            page.act("sit", game, 1, player=1, key=made["key"])  # writes the name once more
            club.call(club.server.desk.check)
            assert end_of(hers) in (CHANGED_IDENTITY, 1012)
            assert end_of(page) == 1012
        summary = bo.get(f"/api/games/{game}").json()["summary"]
        assert [seat["name"] for seat in summary["seats"]] == ["", ""]
        listed = bo.get("/api/games").json()["unfinished"][0]
        assert [seat["account"] for seat in listed["seats"]] == ["", ""]


@pytest.mark.parametrize("words", [("delete",), ("list", "Ada"), ("explode", "Ada")])
def test_wrong_usage(call: Any, words: tuple[str, ...]) -> None:
    assert call(*words)[0] == 2


@pytest.mark.parametrize("words", [["accounts"], ["ratings", "fit"]])
def test_a_folder_without_a_database_stays_so(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mistyped = tmp_path / "gmaes"
    assert main([*words, "--data", str(mistyped)]) == 1
    assert f"there is no {mistyped / 'games.sqlite3'}; give the" in capsys.readouterr().err
    assert not mistyped.exists()


def test_an_account_that_is_not_there(call: Any, tmp_path: Path) -> None:
    asyncio.run(open_store(tmp_path / "games.sqlite3").close())
    status, _, said = call("delete", "Ada")
    assert (status, said) == (1, "cornerwise accounts: there is no account 'Ada'\n")


@pytest.mark.parametrize("words", [["accounts"], ["ratings", "recompute"]])
def test_a_database_that_breaks_under_the_work_is_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite3"
    asyncio.run(open_store(path).close())
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        theirs = "SELECT rootpage FROM sqlite_master WHERE tbl_name IN ('accounts', 'games')"
        pages = [page for (page,) in connection.execute(theirs)]
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(bytes(size))
    assert main([*words, "--data", str(tmp_path)]) == 1
    trouble = "the database cannot be used now: database disk image is malformed"
    assert capsys.readouterr().err == f"cornerwise {words[0]}: {trouble}\n"
