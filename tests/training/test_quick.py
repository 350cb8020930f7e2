"""The quick net: the same loop as the tower's, and a file that the core reads alike."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from tiny import QUICK_DUO, QUICK_TRIGON, tiny_trainer  # noqa: E402
from training.checkpoint import (  # noqa: E402
    load_average,
    load_checkpoint,
    load_rival,
    read_state,
    save_checkpoint,
)
from training.config import Config, load_config, parse_config  # noqa: E402
from training.export_quick import quick_card  # noqa: E402
from training.games import Games, new_games, play  # noqa: E402
from training.quick import QuickNet, quick_planes  # noqa: E402
from training.quick_file import arrays_of, read_into, write  # noqa: E402
from training.source import compile_tables, net_layout, variant  # noqa: E402
from training.trainer import Trainer  # noqa: E402
from training.views import legal_actions, view  # noqa: E402


@pytest.fixture(params=[QUICK_DUO, QUICK_TRIGON], ids=lambda data: str(data["home"]))
def config(request: pytest.FixtureRequest) -> Config:
    return parse_config(request.param)


def test_it_learns() -> None:
    trainer = tiny_trainer(parse_config(QUICK_DUO))
    before = trainer.learner.average.state_dict()["cells.weight"].clone()
    for _ in range(33):
        trainer.step()
    assert trainer.learner.updates == 8
    assert not torch.equal(before, trainer.learner.average.state_dict()["cells.weight"])


def test_every_move_of_self_play_is_legal(config: Config) -> None:
    trainer = tiny_trainer(config)
    for _ in range(12):
        trainer.selfplay.step()
    ring = trainer.replay.tensors
    for step in range(12):
        legal = legal_actions(trainer.book, ring["word"][step], ring["vector"][step])
        weight, action = ring["weight"][step], ring["action"][step].long()
        assert bool(legal.gather(1, action)[weight > 1e-3].all())


def test_a_light_checkpoint_goes_on_with_the_average(config: Config, tmp_path: Path) -> None:
    trainer = tiny_trainer(config)
    save_checkpoint(trainer, tmp_path / "whole.pt")
    whole = torch.load(tmp_path / "whole.pt", weights_only=True)
    light = {k: v for k, v in whole.items() if k not in ("net", "optimizer")}
    torch.save(light, tmp_path / "light.pt")
    again = tiny_trainer(config)
    load_checkpoint(again, tmp_path / "light.pt")
    ours, theirs = again.learner.net.state_dict(), trainer.learner.average.state_dict()
    assert all(torch.equal(ours[k], theirs[k]) for k in ours)


def test_the_core_computes_what_the_trainer_learned(config: Config, tmp_path: Path) -> None:
    pytest.importorskip("cornerwise._native", reason="the core is not built here")
    from cornerwise.engine.quick import quick_net
    from cornerwise.rules import VARIANTS

    trainer = tiny_trainer(config)
    net, book = trainer.learner.average, trainer.book
    assert isinstance(net, QuickNet)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 0.05 * torch.randn_like(parameter)
    write(arrays_of(net, book.layout), tmp_path / "net.npz")
    for rule, share in enumerate(config.rules):
        variant = share.resolve()
        with np.load(tmp_path / "net.npz") as arrays:
            native = quick_net(variant, VARIANTS[config.home], dict(arrays))
        for plies in (0, 3, 9):
            game, games = played(config, trainer, rule, plies)
            seen = view(book, games)
            with torch.no_grad():
                bits = net.unpack(seen.word, torch.float32)
                policy, win, margin, score, _ = net(bits, seen.vector.float())
            theirs = native.evaluate(game.position)
            fit = book.fits[rule]
            columns = torch.searchsorted(book.actions, torch.from_numpy(fit.action).long())
            logits = policy[0].numpy()[columns[game.legal_moves.ids.astype(np.int64)]]
            players, colors = variant.players, len(variant.colors)
            near = {"atol": 0.03, "rtol": 0.03}  # eight bits
            np.testing.assert_allclose(theirs[0][:players], torch.sigmoid(win)[0, :players], **near)
            np.testing.assert_allclose(theirs[1][:players], margin[0, :players], **near)
            np.testing.assert_allclose(
                theirs[2][:colors], 20 * score[0, :colors], atol=1.0, rtol=0.05
            )
            spread = float(logits.std())
            assert np.abs(theirs[3] - theirs[3].mean() - logits + logits.mean()).max() < spread / 4


def played(config: Config, trainer: Trainer, rule: int, plies: int) -> tuple[Any, Games]:
    """The same random game in the package and on the device."""
    from cornerwise import Game

    book, chance = trainer.book, random.Random(plies)
    game, games = Game(config.rules[rule].resolve()), new_games(book, torch.tensor([rule]))
    row = {int(a): i for i, a in enumerate(book.actions.tolist())}
    for _ in range(plies):
        placement = int(chance.choice(game.legal_moves.ids.tolist()))
        action = row[int(book.fits[rule].action[placement])]
        games = play(book, games, torch.tensor([action]))
        game.play(placement)
    return game, games


def test_reach_is_what_a_search_for_ways_finds(config: Config) -> None:
    """The sets of colors by cell, against a plain walk over the board."""
    trainer = tiny_trainer(config)
    book, net = trainer.book, trainer.learner.average
    assert isinstance(net, QuickNet)
    for _ in range(9):
        trainer.selfplay.step()
    seen = view(book, trainer.selfplay.games)
    bits = net.unpack(seen.word, torch.float32)
    planes = quick_planes(net.board, net.sizes, bits, seen.vector.float())
    n, near = net.sizes.colors, net.board.near
    sizes = net.board.piece_size
    for row in range(len(bits)):
        own, forbidden, ways = bits[row, :-1].view(n, 3, -1).unbind(1)
        empty = (bits[row, -1] > 0) & (own.sum(0) == 0)
        stock = seen.vector[row, : n * len(sizes)].view(n, -1)
        out = seen.vector[row, n * len(sizes) :][: 4 * n].view(n, 4)[:, 2]
        expected = torch.zeros(empty.shape, dtype=torch.int64)
        for slot in range(n):
            largest = int(((stock[slot] > 0) * sizes).max())
            here = {int(c) for c in ways[slot].nonzero()} if not out[slot] else set()
            reached = set(here)
            for _ in range(largest - 1):
                here = {
                    int(c)
                    for place in here
                    for c in near[place].nonzero()
                    if empty[c] and not forbidden[slot, c]
                } - reached
                reached |= here
            for cell in reached:
                expected[cell] |= 1 << slot
        found = (planes[row, 4 * n :] * torch.arange(1, 2**n)[:, None]).sum(0).long()
        assert torch.equal(found, expected)


@pytest.mark.parametrize(("width", "map_blocks"), [(32, 1), (64, 1), (32, 2)])
def test_a_file_can_be_learned_on_from(config: Config, width: int, map_blocks: int) -> None:
    """Weights written and read again judge alike, but for eight bits, in a larger net too."""
    larger = replace(config, net=replace(config.net, width=width, map_blocks=map_blocks))
    trainer, again = tiny_trainer(config), Trainer(larger, "cpu", seed=2)
    net, other = trainer.learner.average, again.learner.average
    assert isinstance(net, QuickNet)
    assert isinstance(other, QuickNet)
    read_into(other, again.book.layout, arrays_of(net, trainer.book.layout))
    seen = view(trainer.book, trainer.selfplay.games)
    bits, vector = net.unpack(seen.word, torch.float32), seen.vector.float()
    with torch.no_grad():
        ours, theirs = net(bits, vector), other(bits, vector)
    for mine, yours in zip(ours[:4], theirs[:4], strict=True):
        assert float((mine - yours).abs().max()) < 0.02 * float(1 + mine.abs().max())


def test_no_block_of_a_map_is_dropped() -> None:
    config = parse_config(QUICK_DUO)
    deeper = Trainer(replace(config, net=replace(config.net, map_blocks=2)), "cpu", seed=1)
    net, fewer = deeper.learner.average, Trainer(config, "cpu", seed=1).learner.average
    assert isinstance(net, QuickNet)
    assert isinstance(fewer, QuickNet)
    with pytest.raises(ValueError, match="map_blocks"):
        read_into(fewer, deeper.book.layout, arrays_of(net, deeper.book.layout))


def test_a_rival_may_be_of_another_kind_and_of_any_configuration(tmp_path: Path) -> None:
    tower = parse_config(QUICK_DUO | {"name": "of-my-own", "net": {"blocks": 1, "width": 8}})
    save_checkpoint(tiny_trainer(tower), tmp_path / "tower.pt")
    trainer = tiny_trainer(parse_config(QUICK_DUO))
    trainer.yardstick.rival = load_rival(trainer.book, tmp_path / "tower.pt")
    assert "share_rival" in trainer.yardstick.measure(trainer.learner.average)
    assert load_average(trainer.book, tmp_path / "tower.pt") is not None


def test_the_card_says_on_which_machine_the_net_was_made(tmp_path: Path) -> None:
    config = parse_config(QUICK_DUO)
    trainer = tiny_trainer(config)
    save_checkpoint(trainer, tmp_path / "tiny.pt")
    made = quick_card(config, trainer.book.layout, read_state(tmp_path / "tiny.pt"))
    assert made["trained"]["gpu"] == "none: a CPU"


@pytest.mark.parametrize("name", ["duo-quick", "classic-quick", "trigon-quick"])
def test_the_card_says_how_the_net_was_made(name: str) -> None:
    config, root = load_config(name), Path(__file__).parents[2]
    layout = net_layout(compile_tables(variant(config.home)))
    counters = {"positions": 0, "milliseconds": 0}
    state: dict[str, Any] = {"updates": 0, "counters": counters, "yardstick": {"rating": 0}}
    made = quick_card(config, layout, state)
    shipped = json.loads((root / f"src/cornerwise/nets/{name}.json").read_text("utf-8"))
    assert shipped["trained"]["data"] == made["trained"]["data"]
    assert shipped["repeat"] == made["repeat"]
    files = [word for word in made["repeat"].split() if word.endswith((".pt", ".npz"))]
    assert len(files) == 3
    assert [file for file in files if not (root / file).exists()] == []
