"""The whole loop on a CPU: play, learn, measure, stop, go on exactly, export."""

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from tiny import tiny_trainer  # noqa: E402
from training.checkpoint import load_checkpoint, save_checkpoint  # noqa: E402
from training.config import Config, parse_config  # noqa: E402
from training.trainer import Limits, Trainer  # noqa: E402

TINY = {
    "name": "tiny",
    "home": "duo",
    "rules": [{"variant": "duo", "share": 0.5}, {"variant": "junior", "share": 0.5}],
    "net": {"blocks": 2, "width": 8},
    "play": {"games": 6, "candidates": 2, "opening": 2},
    "learn": {"batch": 16, "capacity": 800, "warm": 30, "refresh": 2},
}


TREE = {"games": 6, "candidates": 3, "simulations": 5, "shallow": 2, "deep": 0.5, "opening": 2}
BOTH = pytest.mark.parametrize(
    "config", [{}, {"play": TREE}], ids=["one ply", "tree"], indirect=True
)


@pytest.fixture
def config(request: pytest.FixtureRequest) -> Config:
    return parse_config(TINY | getattr(request, "param", {}))


def weights(trainer: Trainer) -> dict[str, "torch.Tensor"]:
    return {k: v.clone() for k, v in trainer.learner.average.state_dict().items()}


@BOTH
def test_it_learns_and_writes_a_log(config: Config, tmp_path: Path) -> None:
    trainer = tiny_trainer(config)
    before = weights(trainer)
    trainer.run(Limits(seconds=600, steps=32, report_every=0), tmp_path / "log.jsonl")
    after = weights(trainer)
    assert any(not torch.equal(before[k], after[k]) for k in before)
    records = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert {r["kind"] for r in records} == {"train", "yardstick"}
    assert records[-2]["updates"] == 3
    assert sum(r.get("games", 0) for r in records) > 0


def test_the_log_tells_of_the_last_updates_too(config: Config, tmp_path: Path) -> None:
    trainer = tiny_trainer(config)
    trainer.run(Limits(seconds=600, steps=32, report_every=600), tmp_path / "log.jsonl")
    told, measured = map(json.loads, (tmp_path / "log.jsonl").read_text().splitlines())
    assert (told["kind"], told["updates"], measured["kind"]) == ("train", 3, "yardstick")
    assert told["loss_policy"] > 0


@pytest.mark.parametrize("steps", [31, 32], ids=["as it took the net", "in between"])
@BOTH
def test_a_stopped_run_goes_on_exactly(config: Config, steps: int, tmp_path: Path) -> None:
    """Also where it stops between two refreshments of the net that plays."""
    trainer = tiny_trainer(config)
    for _ in range(steps):
        trainer.step()
    assert (trainer.learner.updates % config.learn.refresh == 0) == (steps == 31)
    save_checkpoint(trainer, tmp_path / "tiny.pt", games=True)
    for _ in range(12):
        trainer.step()
    again = Trainer(config, "cpu", seed=2)
    load_checkpoint(again, tmp_path / "tiny.pt")
    for _ in range(12):
        again.step()
    straight, resumed = weights(trainer), weights(again)
    assert all(torch.equal(straight[k], resumed[k]) for k in straight)
    assert again.learner.updates == trainer.learner.updates
    assert again.counters["positions"] == trainer.counters["positions"]
    ours, theirs = trainer.replay.tensors, again.replay.tensors
    assert all(torch.equal(ours[k], theirs[k]) for k in ours)


def test_a_compact_checkpoint_is_nearly_the_same_net(config: Config, tmp_path: Path) -> None:
    trainer = tiny_trainer(config)
    save_checkpoint(trainer, tmp_path / "tiny.pt", compact=True)
    again = Trainer(config, "cpu", seed=2)
    load_checkpoint(again, tmp_path / "tiny.pt")
    ours, theirs = weights(trainer), weights(again)
    assert all(torch.allclose(ours[k].float(), theirs[k].float(), atol=2e-3) for k in ours)


def test_the_exported_net_computes_the_same(config: Config, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="export needs onnx, which is not installed")
    pytest.importorskip("onnxruntime", reason="the check needs ONNX Runtime")
    from training import export

    trainer = tiny_trainer(config)
    save_checkpoint(trainer, tmp_path / "tiny.pt")
    net, _ = export.averaged_net(config, tmp_path / "tiny.pt")
    export.write_onnx(net, tmp_path / "tiny.onnx")
    inputs = export.random_inputs(trainer.book.layout, 3)
    difference = export.largest_difference(net, tmp_path / "tiny.onnx", *inputs)
    assert max(difference.values()) < 1e-3
