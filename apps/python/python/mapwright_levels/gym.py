"""Gymnasium environments on levels: `MazeWalk` and `PipeTurning`.

>>> import gymnasium, mapwright_levels.gym                        # doctest: +SKIP
>>> env = gymnasium.make("mapwright/MazeWalk-v0", recipe="cave")      # doctest: +SKIP

Each episode is another level: `reset(seed=…)` begins a row of levels that depends on the seed only, and
`reset(options={"level": n})` takes the level of seed n.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._chain import Chain
from ._errors import MapwrightError
from ._map import Map, check_seed
from ._source import Recipe, native

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MapwrightError("environments need Gymnasium: `pip install gymnasium`") from error

__all__ = ["MazeWalk", "PipeTurning"]

Cells = NDArray[np.uint8]
TRIES = 1000
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""


def _maze() -> Chain:
    return Chain(15, 11).backtracker().loop_injector(rule="braid", chance=0.3).start().exit()


def _pipes() -> Chain:
    return Chain(5, 5).prim_maze().unique_pipes().pipe_shuffler()


class _Levels(gymnasium.Env[Cells, Any]):
    """An episode on each of many levels of one recipe."""

    # Not a ClassVar: Gymnasium declares it as a field.
    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}  # noqa: RUF012

    def __init__(self, recipe: Recipe, max_steps: int | None, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            expected = "`ansi`, `rgb_array` or None"
            raise MapwrightError(f"`render_mode` is {render_mode!r}; expected {expected}", field="render_mode")
        if max_steps is not None and max_steps < 1:
            raise MapwrightError(f"`max_steps` is {max_steps}; expected an integer from 1", field="max_steps")
        self.render_mode = render_mode
        self._chain = native(recipe)
        found = self._chain.shape(np.arange(TRIES, dtype=np.uint64))
        if found is None:
            raise MapwrightError("none of the first seeds builds", field="recipe")
        self.shape = found[0]
        self.max_steps = max_steps or 4 * self.shape[0] * self.shape[1]
        self.level: Map
        self.steps = 0

    def _next_level(self, seed: int | None, options: dict[str, Any] | None) -> int:
        """Builds the level of an episode."""
        super().reset(seed=seed)
        self.steps = 0
        wanted = (options or {}).get("level")
        if wanted is not None:
            wanted = check_seed(wanted)
            self.level = Map(self._chain.build(wanted))
            self._check()
            return wanted
        for _ in range(TRIES):
            level = int(self.np_random.integers(1 << 63))
            try:
                self.level = Map(self._chain.build(level))
            except MapwrightError as error:
                if not error.retryable:
                    raise
                continue
            self._check()
            return level
        raise MapwrightError(f"{TRIES} seeds in a row could not be built", field="recipe")

    def _check(self) -> None:
        if self.level.shape != self.shape:
            raise MapwrightError(f"a map of {self.level.shape}; expected {self.shape}, as of the first level")

    def render(self) -> Any:
        """The level as text, or the state of the episode as pixels."""
        if self.render_mode == "ansi":
            return self.level.text()
        if self.render_mode == "rgb_array":
            return self._pixels()
        return None

    def _pixels(self) -> Cells:
        raise NotImplementedError


class MazeWalk(_Levels):
    """A walk from the start to the exit of a level.

    Actions: 0 north, 1 east, 2 south, 3 west; a step against a wall does nothing. Observation: three planes of 0 and 1
    bits: where one can go from each cell (1 north, 2 east, 4 south, 8 west), where the walker is, where the exit is.
    The reward is 1 at the exit and -1 over the number of cells for each step. The recipe must give a start and an exit.
    """

    def __init__(
        self, recipe: Recipe | None = None, *, max_steps: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__(_maze() if recipe is None else recipe, max_steps, render_mode)
        self.action_space = spaces.Discrete(4)
        self.observation_space = spaces.Box(0, 15, (3, *self.shape), np.uint8)
        self.at = self.goal = (0, 0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Cells, dict[str, Any]]:
        """Begins an episode; the information has the ``level`` (its seed) and the ``shortest`` walk."""
        level = self._next_level(seed, options)
        start, goal = self.level.start, self.level.exit
        if start is None or goal is None:
            raise MapwrightError("the level has no start or no exit; `start` and `exit` give them")
        self.at, self.goal = start, goal
        return self._observation(), {"level": level, "shortest": self.level.metrics.get("solution_steps")}

    def step(self, action: Any) -> tuple[Cells, float, bool, bool, dict[str, Any]]:
        """Walks."""
        (h, w), (x, y) = self.shape, self.at
        self.steps += 1
        if self.level.ways[y, x] >> int(action) & 1:
            # A way over a border leads to the other side.
            self.at = (x + STEPS[action][0]) % w, (y + STEPS[action][1]) % h
        done = self.at == self.goal
        reward = float(done) - 1 / (w * h)
        return self._observation(), reward, done, not done and self.steps >= self.max_steps, {}

    def _observation(self) -> Cells:
        seen = np.zeros((3, *self.shape), np.uint8)
        seen[0] = self.level.ways
        seen[1][self.at[::-1]] = 1
        seen[2][self.goal[::-1]] = 1
        return seen

    def _pixels(self) -> Cells:
        rock, floor = [30, 32, 40], [226, 222, 210]
        if self.level.sides is None:
            pixels = _magnified(np.where(self.level.solid[..., None], rock, floor), 3)
        else:
            pixels = np.where(_arms(self.level.ways)[..., None], floor, rock)
        for (x, y), color in [(self.goal, [70, 150, 90]), (self.at, [200, 70, 60])]:
            pixels[3 * y + 1, 3 * x + 1] = color
        return _magnified(pixels, 4)


class PipeTurning(_Levels):
    """A pipe puzzle: turn tiles until all are joined to the source.

    Actions: the number of a cell, row by row, whose tile is turned a quarter clockwise. Observation: two planes, the open
    sides of each tile (1 north, 2 east, 4 south, 8 west) plus 16 where it is wet, and where the source is. The reward is 1
    for the solved board, and for each turn the change of the share of wet tiles, less 0.01. The recipe must give sides
    and a start.
    """

    def __init__(
        self, recipe: Recipe | None = None, *, max_steps: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__(_pipes() if recipe is None else recipe, max_steps, render_mode)
        h, w = self.shape
        self.action_space = spaces.Discrete(w * h)
        self.observation_space = spaces.Box(0, 31, (2, h, w), np.uint8)
        self.board: _native.Board

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Cells, dict[str, Any]]:
        """Begins an episode; the information has the ``level`` (its seed)."""
        level = self._next_level(seed, options)
        self.board = _native.Board(self.level._level)
        return self._observation(), {"level": level}

    def step(self, action: Any) -> tuple[Cells, float, bool, bool, dict[str, Any]]:
        """Turns a tile."""
        self.steps += 1
        tiles, wet = self.board.counts()
        done = self.board.turn(int(action) % self.shape[1], int(action) // self.shape[1], 1)
        change = (self.board.counts()[1] - wet) / max(1, tiles)
        reward = change + float(done) - 0.01
        return self._observation(), reward, done, not done and self.steps >= self.max_steps, {}

    def hint(self) -> int | None:
        """A cell whose tile must still be turned, if the level knows its solution."""
        move = self.board.hint()
        return None if move is None else move[1] * self.shape[1] + move[0]

    def _observation(self) -> Cells:
        seen = np.zeros((2, *self.shape), np.uint8)
        seen[0] = self.board.tiles()
        x, y = self.board.source
        seen[1, y, x] = 1
        return seen

    def _pixels(self) -> Cells:
        """Each tile as 3 by 3 squares: its middle and its arms, blue where wet."""
        tiles = self.board.tiles()
        wet = _magnified(tiles >= 16, 3)
        pipe = np.where(wet[..., None], [60, 120, 200], [120, 116, 110])
        pixels = np.where(_arms(tiles)[..., None], pipe, [236, 232, 222])
        x, y = self.board.source
        pixels[3 * y + 1, 3 * x + 1] = [25, 50, 90]
        return _magnified(pixels, 6)


def _arms(ways: Cells) -> NDArray[np.bool_]:
    """Each cell as 3 by 3 squares: its middle, and an arm to each open side."""
    h, w = ways.shape
    arms = np.zeros((3 * h, 3 * w), bool)
    arms[1::3, 1::3] = ways & 15 > 0
    for side, (x, y) in enumerate(STEPS):
        arms[1 + y :: 3, 1 + x :: 3] = ways >> side & 1
    return arms


def _magnified(pixels: NDArray[Any], times: int) -> NDArray[Any]:
    return pixels.repeat(times, 0).repeat(times, 1).astype(np.uint8)


for _name, _class in [("MazeWalk", MazeWalk), ("PipeTurning", PipeTurning)]:
    gymnasium.register(f"mapwright/{_name}-v0", f"mapwright_levels.gym:{_class.__name__}")
