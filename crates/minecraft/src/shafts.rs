//! Stairs and pits between floors as shafts, since floors lie below each other.
//!
//! Stairs are scaffolding from the lower floor up to the ground of the upper one: it needs no wall, leads up and down, and who
//! walks over its top stays there. A pit is a hole over shallow water, which breaks the fall.

use mapwright_core::{BuilderMap, Point, Portal};

use super::Block;

/// A portal that leads straight to the next floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaft {
    /// The upper floor.
    pub(super) floor: u16,
    /// The upper end.
    pub(super) upper: Point,
    /// The lower end.
    pub(super) lower: Point,
    /// Whether it leads down only.
    pub(super) is_pit: bool,
}

impl Shaft {
    /// None unless the portal joins open cells in the same column and row of two floors next to each other. Nothing leads
    /// only up.
    pub(super) fn of(map: &BuilderMap, portal: Portal) -> Option<Shaft> {
        let [upper, lower] = if portal.a.y <= portal.b.y { [portal.a, portal.b] } else { [portal.b, portal.a] };
        let floor = map.floor_of(upper)?;
        let rows = u32::from(map.floor_size().h) + 1;
        let is_below = upper.x == lower.x && u32::from(lower.y) == u32::from(upper.y) + rows;
        let leads = !portal.one_way || portal.a == upper;
        let shaft = Shaft { floor, upper, lower, is_pit: portal.one_way };
        (is_below && leads && map.is_open(upper) && map.is_open(lower)).then_some(shaft)
    }

    /// All of a map: pits from above down, then stairs.
    pub(super) fn all(map: &BuilderMap) -> Vec<Shaft> {
        let mut shafts: Vec<Shaft> = map.portals.iter().filter_map(|&portal| Shaft::of(map, portal)).collect();
        shafts.sort_by_key(|shaft| (!shaft.is_pit, shaft.floor));
        shafts
    }
}

/// What stairs are made of.
pub(super) fn scaffolding() -> Block {
    Block::own("scaffolding", &[("distance", "0")])
}

/// The ground below a pit: water that does not flow.
pub(super) fn landing() -> Block {
    Block::own("smooth_stone_slab", &[("type", "bottom"), ("waterlogged", "true")])
}
