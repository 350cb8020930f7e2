"""The PettingZoo environment (agents act one after the other) of any variant."""

from io import BytesIO
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cornerwise.env.actions import placement_of
from cornerwise.env.observe import Viewer
from cornerwise.env.rewards import rewarder
from cornerwise.play import Game
from cornerwise.render import png, text

RENDER_MODES = ("ansi", "human", "rgb_array")


class CornerwiseEnv(AECEnv):  # type: ignore[misc]
    """One game. An agent is a player; colors without a move are passed over, so an agent may
    come twice in a row. Rewards come at the end.

    An observation has `observation` (planes, see `Viewer`), `stock`, and `action_mask` (one
    number for each placement: may it be played now? all 0 for who is not on turn).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "cornerwise_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str = "duo",
        *,
        reward: str = "win_share",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {render_mode!r}: {', '.join(RENDER_MODES)}")
        self._first = Game(variant, **options)
        self.game = self._first.copy()
        self.render_mode = render_mode
        self.viewer = Viewer(self.game.variant)
        self._reward = rewarder(reward)
        self.possible_agents = [f"player_{i}" for i in range(self.game.variant.players)]
        self.agents = self.possible_agents[:]
        actions = self.game.tables.n_placements
        seen = self._observation_space(actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def _observation_space(self, actions: int) -> spaces.Dict:
        copies, pieces = self.game.variant.copies, len(self.game.variant.pieces)
        stock = (len(self.game.variant.colors), pieces)
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.viewer.shape, np.int8),
                "stock": spaces.Box(0, copies, stock, np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # One game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing here is random: `seed` changes only sampled actions."""
        self.game = self._first.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        if seed is not None:
            for i, agent in enumerate(self.agents):
                self.action_space(agent).seed(seed + i)

    def step(self, action: int | None) -> None:
        """Play a placement for the agent on turn (None for one whose game is over). What is no
        legal placement changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(placement_of(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over:
            for player, reward in enumerate(self._reward(self.game.result)):
                self.rewards[self.possible_agents[player]] = reward
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        player = self.game.player
        self.agent_selection = self.possible_agents[0 if player is None else player]

    # What is seen

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        player = self.possible_agents.index(agent)
        on_turn = self.game.player == player
        color = self.game.to_play if on_turn else self._color_of(player)
        assert color is not None  # who is on turn has a color to play
        mask = self.game.legal_mask.view(np.int8)
        return {
            "observation": self.viewer.planes(self.game, color),
            "stock": self.viewer.stock(self.game, color),
            "action_mask": mask if on_turn else np.zeros_like(mask),
        }

    def _color_of(self, player: int) -> int:
        """The first color that a player places: the view of who is not on turn."""
        controllers = self.game.variant.controllers
        return next(color for color, who in enumerate(controllers) if player in who)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Text (`ansi`), pixels (`rgb_array`), or text on the screen (`human`)."""
        if self.render_mode == "ansi":
            return text(self.game)
        if self.render_mode == "rgb_array":
            from PIL import Image

            return np.asarray(Image.open(BytesIO(png(self.game))).convert("RGB"))
        if self.render_mode == "human":
            print(text(self.game))
        return None

    def close(self) -> None:
        """Nothing is held open."""
