"""The planes that a map and a batch have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Planes:
    """Planes by name, and the usual ones as properties. A plane that there is not is ``None``."""

    planes: dict[str, NDArray[Any]]

    def _plane(self, name: str) -> NDArray[Any] | None:
        return self.planes.get(name)

    @property
    def tiles(self) -> NDArray[np.uint8]:
        """What stands in each cell; from 128 up it is solid."""
        tiles = self._plane("tiles")
        if tiles is None:
            raise KeyError("tiles")
        return tiles

    @property
    def solid(self) -> NDArray[np.bool_]:
        """Where one cannot stand."""
        return self.tiles >= 128

    @property
    def sides(self) -> NDArray[np.uint8] | None:
        """Two bits a side, north lowest, then east, south and west; 0 is closed."""
        return self._plane("sides")

    @property
    def corners(self) -> NDArray[np.uint8] | None:
        """Two bits a corner, northeast lowest, then clockwise."""
        return self._plane("corners")

    @property
    def solution(self) -> NDArray[np.uint8] | None:
        """The sides before a puzzle stage turned them."""
        return self._plane("solution")

    @property
    def regions(self) -> NDArray[np.uint16] | None:
        """Room, cave or cell of each place; 0 for none."""
        return self._plane("regions")

    @property
    def wet(self) -> NDArray[np.bool_] | None:
        """What the source reaches."""
        return self._plane("wet")

    @property
    def on_ring(self) -> NDArray[np.bool_] | None:
        """What lies on a ring."""
        return self._plane("on_ring")
