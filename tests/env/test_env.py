"""The PettingZoo environment keeps PettingZoo's promises and the games' rules."""

import pickle
import random
import re
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import cornerwise as cw
from cornerwise import env

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests use its own old names
    from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize("name", cw.VARIANTS)
def test_pettingzoo_accepts_the_environment(name, capsys):
    with warnings.catch_warnings():
        # It remarks that planes are no flat vector, that rewards come late, and the like.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env.env(name), num_cycles=90)
    assert "Passed API test" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_game():
    seed_test(lambda: env.env("duo"), num_cycles=20)


def play_out(environment, seed=0):
    chance = np.random.default_rng(seed)
    environment.reset(seed=seed)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, ended, stopped, _ = environment.last()
        total[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        environment.step(None if ended or stopped else int(chance.choice(legal)))
    return total


@pytest.mark.parametrize("name", cw.VARIANTS)
def test_rewards_are_the_result(name):
    environment = env.raw_env(name)
    assert tuple(play_out(environment).values()) == environment.game.result.win_shares
    environment = env.raw_env(name, reward="points")
    assert tuple(play_out(environment).values()) == environment.game.result.points


@pytest.mark.parametrize("make", [env.env, env.raw_env])
@pytest.mark.parametrize("reward", ["win_share", "points"])
def test_an_environment_goes_to_other_processes(make, reward):
    """As those do who play many at once: it is pickled, and goes on from where it was."""
    here = make("duo", reward=reward)
    here.reset(seed=1)
    here.step(cw.Game("duo").legal_moves[0].placement)
    there = pickle.loads(pickle.dumps(here))
    assert there.unwrapped.game == here.unwrapped.game
    assert play_out(there, seed=2) == play_out(here, seed=2)


def test_a_batch_goes_to_other_processes():
    here = env.Batch("duo", n=2)
    here.step([mask.argmax() for mask in here.masks])
    assert pickle.loads(pickle.dumps(here)).games == here.games


def test_the_mask_is_empty_for_who_is_not_on_turn():
    environment = env.raw_env("duo")
    environment.reset()
    first, second = (environment.observe(agent) for agent in environment.agents)
    assert first["action_mask"].sum() == 828
    assert second["action_mask"].sum() == 0


def test_planes_show_cells_forbidden_cells_and_where_to_go_on():
    game = cw.Game("duo")
    game.play("e10")
    planes = env.Viewer(game.variant).planes(game, 0)
    assert np.argwhere(planes[0]).tolist() == [[9, 4]]
    assert not planes[1].any()
    assert planes[2].all()
    assert np.argwhere(planes[3]).tolist() == [[8, 4], [9, 3], [9, 4], [9, 5], [10, 4]]
    assert np.argwhere(planes[4]).tolist() == [[8, 3], [8, 5], [10, 3], [10, 5]]


def test_the_color_that_looks_comes_first():
    game = cw.Game("classic")
    game.play("a20")
    viewer = env.Viewer(game.variant)
    assert viewer.planes(game, 0)[0].sum() == 1
    assert viewer.planes(game, 1)[3].sum() == 1
    assert viewer.stock(game, 1)[3].sum() == 20


def test_an_illegal_action_raises_or_ends_the_game():
    environment = env.raw_env("duo")
    environment.reset()
    with pytest.raises(cw.IllegalMove):
        environment.step(0)
    wrapped = env.env("duo")
    wrapped.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        wrapped.step(0)
    assert wrapped.terminations == {"player_0": True, "player_1": True}
    assert wrapped.rewards["player_0"] == -1


@pytest.mark.parametrize("action", [0.5, 3.0, None, "12", np.float32(7), [5]])
def test_what_is_no_whole_number_is_no_action(action):
    environment, batch = env.raw_env("duo"), env.Batch("duo", n=1)
    environment.reset()
    for step in (environment.step, lambda action: batch.step([action])):
        with pytest.raises(cw.UnreadableMove, match="is no action: give the number"):
            step(action)
    assert environment.game.moves == batch.games[0].moves == []


def test_an_action_may_be_a_whole_number_of_any_kind():
    for kind in (int, np.uint16, np.int64, np.array):
        environment, batch = env.raw_env("duo"), env.Batch("duo", n=1)
        environment.reset()
        action = kind(int(batch.legal[0][0]))
        environment.step(action)
        batch.step([action])
        assert environment.game == batch.games[0]


def test_a_refused_action_leaves_the_rewards_as_they_were():
    environment = env.raw_env("duo", reward="points")
    environment.reset()
    environment._cumulative_rewards["player_0"] = 5.0
    with pytest.raises(cw.IllegalMove):
        environment.step(0)
    assert environment._cumulative_rewards["player_0"] == 5.0


@pytest.mark.parametrize("make", [env.env, env.raw_env])
def test_every_game_begins_with_what_was_set_up(make):
    begun = cw.Game("duo", setup=[(0, "e10")], to_play=1)
    environment = make("duo", setup=begun.setup, to_play=1)
    for _ in range(2):
        environment.reset()
        assert environment.unwrapped.game == begun
        assert environment.agent_selection == "player_1"
        environment.step(begun.legal_moves[0].placement)
    play_out(environment)


def test_pictures():
    environment = env.raw_env("duo", render_mode="rgb_array")
    environment.reset()
    assert environment.render().shape == (640, 640, 3)
    environment = env.raw_env("duo", render_mode="ansi")
    environment.reset()
    assert environment.render() == str(cw.Game("duo"))


@pytest.mark.parametrize("settings", [{"reward": "gold"}, {"render_mode": "3d"}, {"start": "x"}])
def test_a_setting_that_does_not_exist_is_refused(settings):
    with pytest.raises(ValueError, match=r"has no|there is no"):
        env.raw_env("duo", **settings)


def test_without_pettingzoo_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "cornerwise.env.aec", raising=False)
    monkeypatch.delattr(env, "aec", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"cornerwise\[rl\]"):
        env.raw_env("duo")


def test_a_batch_plays_whole_games_and_begins_again():
    batch = env.Batch("duo", n=4, reward="points")
    chance = np.random.default_rng(5)
    ends = 0
    while ends < 6:
        before = [len(game.moves) for game in batch.games]
        rewards, ended = batch.step([chance.choice(np.flatnonzero(m)) for m in batch.masks])
        for i in range(4):
            assert len(batch.games[i].moves) == (0 if ended[i] else before[i] + 1)
            assert rewards[i].any() == ended[i]
        ends += int(ended.sum())


def test_a_batch_refuses_an_illegal_action_as_a_whole():
    batch = env.Batch("duo", n=2)
    legal = int(np.flatnonzero(batch.masks[0])[0])
    with pytest.raises(cw.IllegalMove):
        batch.step([legal, 0])
    assert [len(game.moves) for game in batch.games] == [0, 0]
    with pytest.raises(ValueError, match="2 games"):
        batch.step([legal])


@pytest.mark.parametrize("variant", ["duo", "trigon_2"])
def test_a_batch_lists_what_its_masks_allow(variant):
    batch, chance = env.Batch(variant, n=3), random.Random(7)
    for _ in range(40):
        masks, legal = batch.masks, batch.legal
        assert [ids.tolist() for ids in legal] == [np.flatnonzero(m).tolist() for m in masks]
        batch.step([chance.choice(ids) for ids in legal])


def test_a_batch_shows_arrays_of_all_games():
    batch = env.Batch("trigon_2", n=3)
    assert batch.planes.shape == (3, 7, 18, 35)
    assert batch.stocks.shape == (3, 4, 22)
    assert batch.players.tolist() == [0, 0, 0]


def test_the_examples_of_the_page_run():
    page = (Path(__file__).parents[2] / "docs" / "env.md").read_text()
    single, many, speed = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, object] = {}
    exec(single, names)
    assert names["game"].unwrapped.game.is_over
    exec(many, names)
    assert names["rewards"].shape == (64, 2)
    exec(speed.replace("200_000", "200"), names)
    assert names["game"].moves
