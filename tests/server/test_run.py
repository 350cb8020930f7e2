"""Starting on this machine: ports, settings, the command."""

import socket
from pathlib import Path

import pytest

from cornerwise.cli import main
from cornerwise.server.guard import Door
from cornerwise.server.run import PortTaken, addresses, bind, own_address, serve
from cornerwise.server.settings import (
    PORT,
    RATES,
    SettingError,
    Settings,
    settings_from_environment,
)


def test_a_port_that_was_asked_for_and_is_taken_is_said() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"port {port}.*leave --port out"):
            bind("127.0.0.1", port)


def test_without_a_wish_any_free_port_will_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr("cornerwise.server.run.PORT", taken)
        with bind("127.0.0.1", None) as listener:
            assert listener.getsockname()[1] != taken
    assert f"Port {taken} is taken" in capsys.readouterr().out


def test_addresses_can_be_opened_in_a_browser() -> None:
    assert addresses("0.0.0.0", 1)[0] == "http://127.0.0.1:1/"
    assert addresses("127.0.0.1", PORT) == [f"http://127.0.0.1:{PORT}/"]
    assert addresses("192.0.2.7", 1) == ["http://192.0.2.7:1/"]
    assert addresses("::1", 1) == ["http://[::1]:1/"]
    assert addresses("::", 1)[0] == "http://[::1]:1/"


def test_others_are_told_the_address_that_they_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cornerwise.server.run.own_address", lambda family: "192.0.2.7")
    assert addresses("0.0.0.0", 1) == ["http://127.0.0.1:1/", "http://192.0.2.7:1/"]
    monkeypatch.setattr("cornerwise.server.run.own_address", lambda family: None)
    assert addresses("0.0.0.0", 1) == ["http://127.0.0.1:1/"]


def test_this_machine_answers_to_its_own_address() -> None:
    """Where there is a network: a socket can be bound to it, so it is this machine's."""
    name = own_address(socket.AF_INET)
    if name is not None:
        assert not name.startswith("127.")
        with socket.socket() as listener:
            listener.bind((name, 0))


def test_the_environment_sets_what_the_command_does_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CORNERWISE_DATABASE", "postgresql://me@db/games")
    monkeypatch.setenv("CORNERWISE_DATA", str(tmp_path / "a"))
    monkeypatch.setenv("CORNERWISE_WORKERS", "7")
    monkeypatch.setenv("CORNERWISE_HOSTS", "play.example, other.example")
    found = settings_from_environment(data=tmp_path / "b")
    assert found.database_url == "postgresql://me@db/games"
    assert found.data == tmp_path / "b"
    assert found.workers == 7
    assert found.hosts == ("play.example", "other.example")
    assert settings_from_environment(data=None).data == tmp_path / "a"


def test_a_number_of_workers_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORNERWISE_WORKERS", "000019999")
    with pytest.raises(SettingError, match="CORNERWISE_WORKERS is a number from 0"):
        settings_from_environment()


def test_the_embedded_database_is_a_file_in_the_folder(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).database_url == tmp_path / "games.sqlite3"


def test_mistakes_on_the_command_line_are_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CORNERWISE_DATABASE", "mysql://x")
    assert main(["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "cannot use the database 'mysql://x'" in error
    assert "Traceback" not in error
    with pytest.raises(SystemExit):
        main(["serve", "--port", "70000"])


@pytest.mark.parametrize("host", ["192.0.2.1", "nosuch.invalid"])
@pytest.mark.parametrize("port", [None, 0])
def test_a_host_that_is_not_this_machine_says_so(host: str, port: int | None) -> None:
    with pytest.raises(PortTaken, match=f"cannot listen on {host}: .*address of this machine"):
        bind(host, port)


@pytest.mark.parametrize("text", ["many", "-1", "1.5", "4096"])
def test_a_number_of_workers_that_is_none_says_so(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("CORNERWISE_WORKERS", text)
    with pytest.raises(SettingError, match=f"CORNERWISE_WORKERS is a number.* not '{text}'"):
        settings_from_environment()


def test_a_server_alone_needs_a_worker(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="alone, a server needs 1"):
        serve(Settings(data=tmp_path, workers=0), host="127.0.0.1", port=0, browser=False)


@pytest.mark.parametrize("name", RATES)
def test_a_rate_that_cannot_be_read_says_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingError, match=f"CORNERWISE_{name.upper()} is like .* not 'often'"):
        Door(Settings(data=tmp_path, **{name: "often"}))  # type: ignore[arg-type]
