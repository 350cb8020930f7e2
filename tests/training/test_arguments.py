"""`python -m training` says what is wrong with its arguments before it trains."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from training import __main__ as command


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seconds", "-1"], "'-1' is no time above 0 seconds"),
        (["--seconds", "nan"], "'nan' is no time above 0 seconds"),
        (["--steps", "-1"], "'-1' is no whole number from 1"),
        (["--steps", "0"], "'0' is no whole number from 1"),
        (["--resume", "--start", "none.pt"], "there is no file 'none.pt'"),
        (["--start", __file__], "give --resume too"),
        (["--rival", "none.pt"], "there is no file 'none.pt'"),
    ],
)
def test_mistakes_get_one_clear_line(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delattr(command, "Trainer")  # a mistake that is taken fails soon
    out = tmp_path / "run"
    with pytest.raises(SystemExit) as leaving:
        command.main(["--config", "duo", "--out", str(out), *words])
    assert leaving.value.code == 2
    assert message in capsys.readouterr().err
    assert not out.exists()
