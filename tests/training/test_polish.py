"""Polishing: the map and the value's layers learn from lessons, and nothing else moves."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")
pytest.importorskip("cornerwise._native", reason="the core is not built here")

from tiny import QUICK_DUO, SMALL_TRIGON, taught, tiny_trainer  # noqa: E402
from training.config import Config, parse_config  # noqa: E402
from training.lesson_file import write_lessons  # noqa: E402
from training.lessons import lessons_replay  # noqa: E402
from training.quick import QuickNet  # noqa: E402
from training.quick_file import arrays_of, write  # noqa: E402

from training import polish  # noqa: E402


@pytest.fixture(params=[QUICK_DUO, SMALL_TRIGON], ids=lambda data: str(data["home"]))
def config(request: pytest.FixtureRequest) -> Config:
    return parse_config(request.param)


def net_of(config: Config) -> tuple[QuickNet, polish.Rulebook]:
    trainer = tiny_trainer(config)
    assert isinstance(trainer.learner.net, QuickNet)
    return trainer.learner.net, trainer.book


def test_only_the_map_and_the_value_learn(config: Config) -> None:
    net, book = net_of(config)
    polisher = polish.Polisher(book, net, lessons_replay(book, taught(config, 1, 2)))
    before = {name: value.clone() for name, value in net.state_dict().items()}
    first = polisher.update(1.0, 6, 0.25)
    assert bool(torch.isfinite(first).all())
    moved = {
        name for name, value in net.state_dict().items() if not torch.equal(value, before[name])
    }
    assert {name.split(".")[0] for name in moved} == {
        "map",
        "value_hidden",
        "value_last",
        "value_out",
    }
    assert not any(name.startswith(("map.local", "map.owner")) for name in moved)


def test_it_gets_better_at_what_it_is_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polish, "BATCH", 128)
    monkeypatch.setattr(polish, "WARM", 1)
    config = parse_config(QUICK_DUO)
    net, book = net_of(config)
    lessons = lessons_replay(book, taught(config, 1, 2))
    polisher, asked = polish.Polisher(book, net, lessons), lessons.sample(256, 6, 0.25)
    before = polisher.losses(polisher.average, asked)
    for _ in range(25):
        polisher.update(1.0, 6, 0.25)
    assert bool((polisher.losses(polisher.average, asked) < before - 0.005).all())


def test_a_net_is_read_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = parse_config(QUICK_DUO)
    monkeypatch.setattr(polish, "load_config", lambda _: config)
    monkeypatch.setattr(polish, "BATCH", 128)
    monkeypatch.setattr(polish, "WARM", 1)
    net, book = net_of(config)
    write(arrays_of(net, book.layout), tmp_path / "net.npz")
    (tmp_path / "net.json").write_text(json.dumps({"trained": {"updates": 1}}))
    write_lessons(taught(config, 1, 2), tmp_path / "duo-quick-1-0.npz")
    out = tmp_path / "out"
    given = ["--net", str(tmp_path / "net.npz"), "--lessons", str(tmp_path), "--out", str(out)]
    assert polish.main([*given, "--updates", "4"]) == 0
    card = json.loads((out / "net.json").read_text())
    assert card["trained"]["polished"] == 4 * 128
    with np.load(tmp_path / "net.npz") as old, np.load(out / "net.npz") as new:
        assert np.array_equal(old["cells"], new["cells"])
        assert not np.array_equal(old["map"], new["map"])
        assert not new["map_local"].any()


def test_a_net_without_a_map_is_refused() -> None:
    config = parse_config(QUICK_DUO)
    net, book = net_of(replace(config, net=replace(config.net, map=0)))
    with pytest.raises(ValueError, match="no map"):
        polish.Polisher(book, net, lessons_replay(book, taught(config, 1, 1)))
