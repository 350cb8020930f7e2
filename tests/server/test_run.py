"""Starting on this machine: ports, settings, the command."""

import socket
from pathlib import Path

import pytest

from cornerwise.cli import main
from cornerwise.server.run import PortTaken, addresses, bind, own_address
from cornerwise.server.settings import PORT, Settings, settings_from_environment


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
