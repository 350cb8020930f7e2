"""The commands of training say what is wrong before they work, and spoil no file."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from tiny import QUICK_DUO, tiny_trainer  # noqa: E402
from training.checkpoint import load_checkpoint, save_checkpoint  # noqa: E402
from training.config import parse_config  # noqa: E402
from training.trainer import Trainer  # noqa: E402

from cornerwise.exits import INTERRUPTED  # noqa: E402
from training import __main__ as command  # noqa: E402
from training import checkpoint, export, export_quick, foretell, plot, polish, teach  # noqa: E402

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    return tiny_trainer(parse_config(QUICK_DUO))


@pytest.fixture(scope="module")
def kept(trainer: Trainer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint."""
    path = tmp_path_factory.mktemp("run") / "duo-quick.pt"
    save_checkpoint(trainer, path)
    return path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seconds", "-1"], "'-1' is no time above 0 seconds"),
        (["--seconds", "nan"], "'nan' is no time above 0 seconds"),
        (["--steps", "-1"], "'-1' is no whole number from 1"),
        (["--steps", "0"], "'0' is no whole number from 1"),
        (["--resume", "--start", "none.pt"], "there is no file 'none.pt'"),
        (["--start", __file__], "give --resume too"),
        (["--resume", "--start", __file__, "--begin-with", __file__], "give one of them"),
        (["--tutor", __file__, "--lessons", "lessons"], "leave out --lessons"),
        (["--rival", "none.pt"], "there is no file 'none.pt'"),
    ],
)
def test_mistakes_get_one_clear_line(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    monkeypatch.delattr(command, "Trainer")  # a mistake that is taken fails soon
    out = tmp_path / "run"
    with pytest.raises(SystemExit) as leaving:
        command.main(["--config", "duo", "--out", str(out), *words])
    assert leaving.value.code == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


def said(capsys: Capture) -> str:
    """The one line on the error stream."""
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    return text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no configuration"),
        ("name = ", "Invalid value"),
        ('name = "x"', "'rules' is missing"),
        ('name = "x"\nwidth = 3', "unknown keys in a training configuration: ['width']"),
        ('name = "x"\nhome = "duo"\nrules = []\n[net]\ndepth = 3', "argument 'depth'"),
        ('name = "x"\nhome = "go"\nrules = []', "there is no variant 'go'; there are: "),
        (
            'name = "x"\nhome = "duo"\n[[rules]]\nvariant = "classic_2"\nshare = 1.0',
            "classic_2 has no room in duo: choose a home with its lattice",
        ),
        ('name = "x"\nlike = "none"', "there is no configuration 'none'; there are: classic, "),
    ],
)
def test_a_configuration_that_is_none_is_told(
    text: str | None, message: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "mine.toml"
    if text is not None:
        path.write_text(text)
    assert command.main(["--config", str(path), "--out", str(tmp_path / "run")]) == 1
    assert message in said(capsys)
    assert not (tmp_path / "run").exists()


def test_a_run_is_not_written_over(kept: Path, capsys: Capture) -> None:
    before = kept.read_bytes()
    for words in ([], ["--resume", "--start", str(kept)], ["--begin-with", str(kept)]):
        assert command.main(["--config", "duo-quick", "--out", str(kept.parent), *words]) == 1
        assert "duo-quick.pt is there already: go on from it with --resume" in said(capsys)
    assert kept.read_bytes() == before


def test_a_checkpoint_that_is_not_finished_leaves_the_old_one(
    trainer: Trainer, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(state: Any, path: Path) -> None:
        path.write_bytes(b"half of it")
        raise RuntimeError("unexpected pos 704 vs 598")  # a full disk, as PyTorch tells it

    before = kept.read_bytes()
    monkeypatch.setattr(torch, "save", half)
    with pytest.raises(ValueError, match=r"duo-quick\.pt cannot be written; is there room"):
        save_checkpoint(trainer, kept)
    assert kept.read_bytes() == before
    assert list(kept.parent.iterdir()) == [kept]


def test_what_is_no_checkpoint_of_the_net_is_told(
    trainer: Trainer, kept: Path, tmp_path: Path
) -> None:
    other = tiny_trainer(parse_config(QUICK_DUO | {"name": "other"}))
    with pytest.raises(ValueError, match="is a checkpoint of 'duo-quick', not 'other'"):
        load_checkpoint(other, kept)
    narrow = parse_config(QUICK_DUO | {"net": {"kind": "quick", "width": 16}})
    with pytest.raises(ValueError, match="a net of another shape or board than 'duo-quick'"):
        load_checkpoint(tiny_trainer(narrow), kept)
    for text in (b"", b"no checkpoint", kept.read_bytes()[:3000]):
        (tmp_path / "cut.pt").write_bytes(text)
        with pytest.raises(ValueError, match=r"cut\.pt is no checkpoint"):
            load_checkpoint(trainer, tmp_path / "cut.pt")


def test_each_command_tells_its_mistakes(kept: Path, tmp_path: Path, capsys: Capture) -> None:
    readme = str(Path(__file__).parents[2] / "README.md")
    out = ["--out", str(tmp_path / "nets")]
    for main, words, message in (
        (plot.main, [readme, str(tmp_path / "a.svg")], "README.md is no log of a run"),
        (checkpoint.main, [readme, str(tmp_path / "a.pt")], "README.md is no checkpoint"),
        (foretell.main, ["--match", str(tmp_path), str(kept)], "no match was played there"),
        (export.main, ["--checkpoint", readme, *out], "README.md is no checkpoint"),
        (export.main, ["--config", "duo-quick", "--checkpoint", str(kept), *out], "is a quick net"),
        (polish.main, ["--config", "duo", "--net", readme, "--lessons", ".", *out], "no quick net"),
        (polish.main, ["--net", readme, "--lessons", ".", *out], "README.json: No such file"),
        (export_quick.main, ["--checkpoint", readme, *out], "README.md is no checkpoint"),
    ):
        assert main(words) == 1
        assert message in said(capsys)


def test_a_log_is_drawn_without_the_line_that_was_cut_short(tmp_path: Path) -> None:
    line = json.dumps({"kind": "train", "updates": 5, "loss_policy": 4.0})
    (tmp_path / "a.jsonl").write_text(f'{line}\n{line}\n{{"kind": "tr')
    assert len(plot.read_log(tmp_path / "a.jsonl")) == 2


def test_lessons_are_not_written_over(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "duo-quick-3-0.npz").write_bytes(b"")
    words = ["--config", "duo-quick", "--seed", "2", "--processes", "2", "--out", str(tmp_path)]
    assert teach.main(words) == 1
    assert "lessons of duo-quick with seed 3 already: begin with another --seed" in said(capsys)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_ended_keeps_what_it_has(
    number: signal.Signals, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = []

    def step(trainer: Trainer) -> None:
        steps.append(trainer)
        if len(steps) == 3:
            signal.raise_signal(number)

    monkeypatch.setattr(Trainer, "step", step)
    monkeypatch.setattr(Trainer, "measure", lambda *_: None)
    monkeypatch.setattr(command, "load_config", lambda _: parse_config(QUICK_DUO))
    (tmp_path / kept.name).write_bytes(kept.read_bytes())
    before = signal.getsignal(number)
    assert command.main(["--resume", "--out", str(tmp_path)]) == INTERRUPTED
    assert len(steps) == 3
    assert (tmp_path / kept.name).read_bytes() != kept.read_bytes()  # the time has gone on
    assert signal.getsignal(number) is before


def test_a_run_in_the_background_does_not_hear_ctrl_c(trainer: Trainer) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with command._ending_when_asked(trainer):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not trainer.is_to_end
