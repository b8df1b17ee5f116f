//! Moves the start or the exit, with everything that depends on it.

use mapwright_core::{BuildError, BuilderMap, Plane, Planes, Point, Tile, params};

use super::place::Place;

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

/// The error if no place for a start or an exit can be reached from the other one.
pub(super) fn nowhere(place: Place, what: &str, other: &str, from: Point) -> BuildError {
    let floor = if place.is_in_room() { "free floor of a room" } else { "free floor" };
    let why = format!("no {floor} for {what} can be reached from the {other} at {from}");
    BuildError::contradiction(Some(from), why)
}
