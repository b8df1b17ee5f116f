//! The start and the exit of a level.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, Keep, MetaMapBuilder, Plane, Planes, Point, Reach, Size,
    params,
};
use mapwright_graph::{Components, UNREACHED, distances};

use super::place::{EXIT_CLEARS, ExitTile, Place, farthest_free, nowhere, put_exit, put_start};
use crate::free_cells::FreeCells;

/// Puts the start at a corner, a side, the center, a room, or far from the exit.
///
/// Puts the start on the free floor nearest to a corner, the middle of a side, or the center of the map or of a room; or
/// as many steps as possible away from the exit. Free floor is not water, and has no door, stairs, exit, portal or spawn.
/// A start on a kept cell stays. No other kept cell gets one.
///
/// Distances are Euclidean (across the border where the map wraps); among equally near cells and equally large
/// components, the first in row-major order is used. If a room has no free floor, the next one is used (the previous one
/// after the last). On a map of several floors it is on the first. Places in rooms need the map's rooms, and [`Place::Farthest`] needs its exit.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size};
/// use mapwright_dungeon::{Arena, Place, Start};
///
/// let arena = || BuilderChain::start_with(Size::new(9, 7), Arena::default());
/// assert_eq!(arena().with(Start::at(Place::Left)).build(1)?.start, Some(Point::new(1, 3)));
/// assert_eq!(arena().with(Start::at(Place::FirstRoom)).build(1)?.start, Some(Point::new(4, 3)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Start {
    /// Where the start is.
    pub at: Place,
    /// Whether the start must be in the largest connected component.
    ///
    /// Caves are full of small pockets. A room counts wherever it is.
    #[param(only_with(
        at = "top-left"
            | "top"
            | "top-right"
            | "left"
            | "center"
            | "right"
            | "bottom-left"
            | "bottom"
            | "bottom-right"
            | "random"
    ))]
    pub component: StartComponent,
}

/// The cells where a start may be.
#[params]
pub enum StartComponent {
    /// Free floor of the largest connected component.
    #[default]
    Largest,
    /// All free floor.
    Any,
}

impl Start {
    /// A start at a place, in the largest connected component.
    pub const fn at(at: Place) -> Self {
        Start { at, component: StartComponent::Largest }
    }
}

/// The floor of the start.
const FIRST: u16 = 0;

impl Builder for Start {
    fn facts(&self, _: Size) -> Facts {
        let facts = Facts::new("start")
            .memory(26)
            .title("The start")
            .spares_kept()
            .gives(Plane::Start)
            .effect(Effect::Keeps)
            .also_drops(Planes::FROM_START)
            .reach(Reach::Global("a world has one start, which `ChainWorld::start` finds"));
        match self.at {
            Place::Farthest => facts.needs(Plane::Exit),
            at if at.is_in_room() => facts.needs(Plane::Rooms),
            _ => facts,
        }
    }
}

impl MetaMapBuilder for Start {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        if map.start.is_some_and(|at| map.keep_at(at) == Keep::Tile) {
            return Ok(());
        }
        let mut free = FreeCells::footing(map, map.start);
        free.keep_floor(map, FIRST);
        cx.keep_going()?;
        let start = match self.at {
            Place::Farthest => {
                let exit = map.exit()?;
                let start = farthest_free(&map.passages(), exit, &free, cx)?;
                start.ok_or_else(|| nowhere(self.at, "a start", "exit", exit))?
            }
            at => {
                let is_in_largest = self.component == StartComponent::Largest && !at.is_in_room();
                // Of the first floor, whose cells are those of the map.
                let upper = map.floor(FIRST).filter(|_| is_in_largest && map.n_floors() > 1).map(|floor| floor.map);
                let upper = upper.as_ref().unwrap_or(map);
                cx.keep_going()?;
                let components = is_in_largest.then(|| Components::from_map(upper, &upper.passages()));
                cx.keep_going()?;
                let largest = components.as_ref().and_then(|components| Some((components, components.largest()?.0)));
                let fits =
                    |p: Point| largest.is_none_or(|(components, largest)| components.label.get(p) == Some(&largest));
                let steps = |p| (fits(p) && free.contains(p)).then_some(0);
                let none = || {
                    let has_none = if at.is_in_room() { "no room has" } else { "the map has no" };
                    BuildError::contradiction(None, format!("{has_none} free floor for a start"))
                };
                at.find(map, FIRST, None, steps, &mut cx.rng)?.ok_or_else(none)?
            }
        };
        put_start(map, start);
        Ok(())
    }
}

/// Puts the exit far from the start, or at a corner, a side, the center or a room.
///
/// Puts the exit as many steps as possible away from the start; or on the free floor nearest to a corner, the middle of a
/// side, or the center of the map or of a room. Only floor that can be reached from the start counts: not in water, and
/// not on a door, stairs, a portal or a spawn; on a map of several floors, only the last one. It is an error if there is none.
///
/// An exit on a kept cell stays. No other kept cell gets one.
///
/// Distances to a corner, a side or a center are Euclidean (across the border where the map wraps); among equally near
/// cells, the first in row-major order is used. If a room has no such cell, the next one is used (with
/// [`Place::LastRoom`], the previous one). The room with the start comes last, and there the exit goes as many steps away
/// from the start as possible. Places in rooms need the map's rooms.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size, Tile};
/// use mapwright_dungeon::{Arena, Exit, ExitTile, Place, Start};
///
/// let arena = BuilderChain::start_with(Size::new(9, 7), Arena::default()).with(Start::default());
/// let map = arena.with(Exit { at: Place::Right, tile: ExitTile::StairsDown }).build(1)?;
/// assert_eq!((map.exit, map.tiles[Point::new(7, 3)]), (Some(Point::new(7, 3)), Tile::STAIRS_DOWN));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Exit {
    /// Where the exit is.
    #[param(default = Place::Farthest)]
    pub at: Place,
    /// The tile at the exit.
    pub tile: ExitTile,
}

impl Exit {
    /// An exit at a place, whose tile stays as it is.
    pub const fn at(at: Place) -> Self {
        Exit { at, tile: ExitTile::Keep }
    }
}

impl Builder for Exit {
    fn facts(&self, _: Size) -> Facts {
        let facts = Facts::new("exit")
            .memory(10)
            .title("The exit")
            .spares_kept()
            .needs(Plane::Start)
            .gives(Plane::Exit)
            .effect(Effect::Keeps)
            .also_drops(EXIT_CLEARS)
            .reach(Reach::Global("a world has one exit, which `ChainWorld::exit` finds at a distance"));
        if self.at.is_in_room() { facts.needs(Plane::Rooms) } else { facts }
    }
}

impl MetaMapBuilder for Exit {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        if map.exit.is_some_and(|at| map.keep_at(at) == Keep::Tile) {
            return Ok(());
        }
        let (passages, mut free) = (map.passages(), FreeCells::footing(map, map.exit));
        let last = map.n_floors() - 1;
        free.keep_floor(map, last);
        cx.keep_going()?;
        let exit = match self.at {
            Place::Farthest => farthest_free(&passages, start, &free, cx)?,
            at => {
                let steps = distances(&passages, [start]);
                cx.keep_going()?;
                let steps = |p| steps.get(p).copied().filter(|&steps| steps != UNREACHED && free.contains(p));
                at.find(map, last, Some(start), steps, &mut cx.rng)?
            }
        };
        put_exit(map, exit.ok_or_else(|| nowhere(self.at, "an exit", "start", start))?, self.tile);
        Ok(())
    }
}
