"""What a level's graph and proof say in numbers, against the definitions, from the map's document alone."""

from __future__ import annotations

from typing import Any

import mapwright_levels as mp

RECIPES = [
    "archipelago",
    "burrow",
    "castle-keys",
    "cave-halls",
    "cave-sanctum",
    "cycle-dungeon",
    "deep-floors",
    "locked-maze",
    "mansion",
    "temple",
    "village",
]


def reach(graph: dict[str, Any], start: int, lock: int | None = None) -> dict[int, int]:
    """How many joins lie between an area and each that it leads to, without passing a lock."""
    steps, queue = {start: 0}, [start]
    for area in queue:
        for join in graph["joins"]:
            shut = lock in join.get("locks", [])
            for a, b in ((join["a"], join["b"]), (join["b"], join["a"])):
                if a == area and b not in steps and not shut:
                    steps[b] = steps[area] + 1
                    queue.append(b)
    return steps


def chain(behind: dict[int, set[int]], key: int) -> int:
    return 1 + max((chain(behind, other) for other in behind[key]), default=0)


def expected(level: mp.Map) -> dict[str, float]:
    document, graph, proof = level.document, level.graph, level.proof
    assert graph and proof
    walk = [tuple(cell) for cell in proof["walk"]]
    areas, joins = len(graph["areas"]), graph["joins"]
    area_at = lambda at: graph["area"][at[1] * level.width + at[0]] - 1
    parts = []
    for area in range(areas):
        if not any(area in part for part in parts):
            parts.append(reach(graph, area))
    far = list(max(parts, key=len))[-1]
    ends = [sum(area in (join["a"], join["b"]) for join in joins) for area in range(areas)]
    values: dict[str, float] = {
        "area_count": areas,
        "area_loops": len(joins) - areas + len(parts),
        "area_dead_end_share": ends.count(1) / areas,
        "area_longest_path": 1 + max(reach(graph, far).values()),
        "walk_steps": len(walk) - 1,
        "detour_share": 1 - int(level.distances(walk[0])[walk[-1][1], walk[-1][0]]) / (len(walk) - 1),
        "backtrack_share": sum(at in walk[:i] for i, at in enumerate(walk)) / (len(walk) - 1),
        "critical_share": len({area_at(at) for at in walk} - {-1}) / areas,
    }
    keys = {spawn["key"]: tuple(spawn["at"]) for spawn in level.spawns if spawn.get("key") is not None}
    if one_way := sum(door["one_way"] is not None for door in document["doors"]):
        values["one_way_doors"] = one_way
    if secrets := sum(door.get("kind") == "secret" for door in document["doors"]):
        values["secret_doors"] = secrets
    if locks := [door["lock"] for door in document["doors"] if door["lock"] is not None]:
        values["doors_a_lock"] = len(locks) / len(set(locks))
    if keys:
        near = {key: reach(graph, area_at(walk[0]), key) for key in keys}
        behind = {
            key: {other for other in keys if other != key and area_at(keys[key]) not in near[other]} for key in keys
        }
        values["lock_chain"] = max(chain(behind, key) for key in keys)
    steps = []
    for key, at in keys.items():
        cells = [cell for door in document["doors"] if door["lock"] == key for cell in door["cells"]]
        if cells:
            steps.append(min(int(level.distances(at)[y, x]) for x, y in cells))
    if document.get("floors"):
        pitch = (document["height"] + 1) // document["floors"]
        values["floors"] = document["floors"]
        floors = {
            key: [cell[1] // pitch for door in document["doors"] if door["lock"] == key for cell in door["cells"]]
            for key in keys
        }
        if any(floors.values()):
            values["key_floors"] = sum(
                bool(floors[key]) and at[1] // pitch not in floors[key] for key, at in keys.items()
            )
    if steps:
        values["key_steps"] = sorted(steps)[(len(steps) - 1) // 2]
    return values


def test_numbers_of_levels_are_what_their_definitions_say() -> None:
    names = {"area_count", "area_loops", "area_dead_end_share", "area_longest_path", "walk_steps", "detour_share"}
    names |= {
        "backtrack_share",
        "critical_share",
        "one_way_doors",
        "lock_chain",
        "key_steps",
        "key_floors",
        "floors",
        "secret_doors",
        "doors_a_lock",
    }
    levels, one_way = 0, 0
    for recipe in RECIPES:
        for seed in range(110):
            try:
                level = mp.build(recipe, seed)
            except mp.MapwrightError as error:
                assert error.retryable, error
                continue
            levels += 1
            found = {name: value for name, value in level.metrics.items() if name in names}
            assert found == expected(level), (recipe, seed)
            one_way += "one_way_doors" in found
    assert levels >= 1000, levels
    assert one_way > 0
