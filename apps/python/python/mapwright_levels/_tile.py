"""The tiles that have a name."""

from __future__ import annotations

from enum import IntEnum


class Tile(IntEnum):
    """What stands in a cell, as in ``level.tiles == Tile.WATER``. From 128 up it is solid."""

    FLOOR = 0
    DOOR = 1
    STAIRS_DOWN = 2
    STAIRS_UP = 3
    WATER = 4
    GRASS = 5
    ROAD = 6
    SAND = 7
    BRIDGE = 8
    GRAVEL = 9
    WALL = 128
    TREE = 129
    DEEP_WATER = 130
    PILLAR = 131
    WINDOW = 132
    CHASM = 133
