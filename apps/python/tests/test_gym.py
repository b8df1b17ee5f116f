"""The environments keep the rules of Gymnasium, and those of the maps."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import need

need("gymnasium")
import gymnasium
from gymnasium.utils.env_checker import check_env

from mapwright_levels.gym import STEPS, MazeWalk, PipeTurning

CASES: list[tuple[str, dict[str, Any]]] = [
    ("MazeWalk", {}),
    ("MazeWalk", {"recipe": "cave"}),
    ("MazeWalk", {"recipe": mp.Chain(9, 6, wrap="both").wilson().start().exit()}),
    ("PipeTurning", {}),
    ("PipeTurning", {"recipe": mp.Chain(7, 3, wrap="x").wilson().pipe_shuffler()}),
]


@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_check_env(name: str, options: dict[str, Any], mode: str | None) -> None:
    env = gymnasium.make(f"mapwright/{name}-v0", render_mode=mode, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_close_check=True)


@pytest.mark.parametrize("recipe", [None, "cave", mp.Chain(9, 6, wrap="both").wilson().start().exit()])
def test_the_shortest_walk_is_as_long_as_the_metric_says(recipe: Any) -> None:
    env = MazeWalk(recipe)
    for level in range(3):
        _, info = env.reset(options={"level": level})
        actions = shortest(env)
        assert len(actions) == info["shortest"]
        steps = [env.step(action) for action in actions]
        assert [step[2] for step in steps] == [False] * (len(steps) - 1) + [True]
        assert steps[-1][1] == pytest.approx(1 - 1 / (env.shape[0] * env.shape[1]))


def shortest(env: MazeWalk) -> list[int]:
    """Breadth first."""
    (h, w), ways, found = env.shape, env.level.ways, {env.at: []}
    queue = [env.at]
    for x, y in queue:
        for action, (dx, dy) in enumerate(STEPS):
            there = (x + dx) % w, (y + dy) % h
            if ways[y, x] >> action & 1 and there not in found:
                found[there] = [*found[x, y], action]
                queue.append(there)
    return found[env.goal]


def test_walls_stop_and_episodes_end() -> None:
    env = MazeWalk(mp.Chain(1, 5).backtracker().start(at="top").exit(), max_steps=3)
    env.reset(seed=1)
    before = env.at
    _, reward, done, cut, _ = env.step(1)
    assert env.at == before and reward == pytest.approx(-1 / 5) and not done and not cut
    assert not env.step(3)[3] and env.step(3)[3]


def test_hints_solve_a_board() -> None:
    env = PipeTurning()
    for level in range(5):
        seen, _ = env.reset(options={"level": level})
        assert (seen[0] < 16).any()
        done, total = env.board.solved(), 0.0
        while not done:
            action = env.hint()
            assert action is not None
            seen, reward, done, cut, _ = env.step(action)
            total += reward
            assert not cut
        solution = env.level.solution
        assert (seen[0] >= 16).all() and solution is not None
        opened = sum(((solution >> 2 * side & 3) > 0).astype(np.uint8) << side for side in range(4))
        assert (seen[0] & 15 == opened).all()


def test_the_same_seed_gives_the_same_levels() -> None:
    def levels(seed: int) -> list[int]:
        env = PipeTurning()
        return [env.reset(seed=seed)[1]["level"], env.reset()[1]["level"], env.reset()[1]["level"]]

    assert levels(3) == levels(3) != levels(4) and len(set(levels(3))) == 3


def test_errors() -> None:
    with pytest.raises(mp.MapwrightError, match="the level has no start or no exit; `start` and `exit`"):
        MazeWalk(mp.Chain(5, 5).arena()).reset(seed=1)
    with pytest.raises(mp.MapwrightError, match="sides"):
        PipeTurning("cave").reset(seed=1)
    with pytest.raises(mp.MapwrightError, match="`render_mode` is 'human'; expected `ansi`, `rgb_array` or None"):
        MazeWalk(render_mode="human")
    with pytest.raises(mp.MapwrightError, match="`max_steps` is 0; expected an integer from 1"):
        MazeWalk(max_steps=0)
    with pytest.raises(mp.MapwrightError, match="a seed of -1"):
        MazeWalk().reset(options={"level": -1})
