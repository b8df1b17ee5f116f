//! Gates of which something is kept.

use mapwright_core::{Keep, Point, Tile};

use super::LockedMap;
use crate::stairs;

impl LockedMap<'_> {
    /// Whether what is kept lets a gate become a door. Stairs still look like stairs then.
    pub(crate) fn may_build(&self, join: usize) -> bool {
        let is_door = |at: &Point| self.gates[join].contains(at);
        let is_free = |at: &Point| if is_door(at) { self.map.may_put(*at, Tile::DOOR) } else { self.may_wall_up(*at) };
        self.map.kept.is_none() || self.is_stairs(join) || self.graph.joins[join].gate.iter().all(is_free)
    }

    /// Whether what is kept lets a gate become a wall.
    pub(super) fn can_wall_up(&self, join: usize) -> bool {
        let gate = &self.graph.joins[join].gate;
        let is_free = |at: &Point| self.map.keep_at(*at) < Keep::Tile;
        self.map.kept.is_none()
            || gate.iter().all(|&at| self.may_wall_up(at)) && stairs::far_ends(self.map, gate).iter().all(is_free)
    }

    fn may_wall_up(&self, at: Point) -> bool {
        let has_sides = self.map.sides.is_some();
        self.map.may_put(at, Tile::WALL) && (!has_sides || self.map.kept_sides(at).is_empty())
    }
}
