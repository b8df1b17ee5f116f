//! Moves the start or the exit, with everything that depends on it.

use mapwright_core::{BuildError, BuilderMap, Plane, Planes, Point, Reach, Tile, params};

/// The tile at the exit. Stages use the map's `exit`; stairs are for games that read only tiles.
#[params]
pub enum ExitTile {
    /// The tile stays as it is.
    #[default]
    Keep,
    /// The tile becomes [`Tile::STAIRS_DOWN`].
    StairsDown,
    /// The tile becomes [`Tile::STAIRS_UP`].
    StairsUp,
}

/// Moves the start and drops the flow from the old one.
pub(crate) fn put_start(map: &mut BuilderMap, at: Point) {
    map.start = Some(at);
    map.clear(Planes::FROM_START);
}

/// The planes that a new exit makes stale.
pub(super) const EXIT_CLEARS: Planes = Planes::of(&[Plane::Graph, Plane::Proof]);

/// Why no stage puts an exit into an endless world.
pub(super) const EXIT_REACH: Reach =
    Reach::Global("a world has one exit, which `ChainWorld::exit` finds at a distance");

/// Moves the exit. Stairs at the old one become floor.
pub(crate) fn put_exit(map: &mut BuilderMap, at: Point, tile: ExitTile) {
    let old = map.exit.filter(|&old| old != at).and_then(|old| map.tiles.get_mut(old));
    if let Some(old) = old.filter(|old| [Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(old)) {
        *old = Tile::FLOOR;
    }
    map.exit = Some(at);
    map.clear(EXIT_CLEARS);
    match tile {
        ExitTile::Keep => (),
        ExitTile::StairsDown => map.tiles[at] = Tile::STAIRS_DOWN,
        ExitTile::StairsUp => map.tiles[at] = Tile::STAIRS_UP,
    }
}

/// The error if there is no place for an exit.
pub(super) fn no_exit(start: Point) -> BuildError {
    let why = format!("no free floor for an exit can be reached from the start at {start}");
    BuildError::contradiction(Some(start), why)
}
