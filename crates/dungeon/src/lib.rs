//! Caves, halls, rooms and corridors, and the stages that turn them into levels.
//!
//! * Caves: [`CellularAutomata`], [`DrunkardsWalk`], [`Dla`], [`VoronoiCells`].
//! * Rooms: [`Accretion`], [`RandomRooms`], [`BspDungeon`], [`BspInterior`], [`RoomsFromRegions`]; then [`RoomSorter`],
//!   [`RoomDrawer`], [`RoomCornerRounder`], [`RoomExploder`], [`Corridors`], [`Shortcuts`] and [`Doors`].
//! * Drawn by hand: [`FromMap`], [`PrefabLevel`], [`PrefabSection`], [`PrefabVaults`] from a [`Template`](mapwright_core::Template).
//! * Start and exit: [`Start`] and [`Exit`], each at a [`Place`].
//! * One part: [`CullUnreachable`], [`JoinComponents`], [`Portals`], [`TightWalls`].
//! * Floors: [`Floors`], each made by a [`FloorChain`], and [`Stairs`] between them.
//! * Terrain: [`Paint`] and [`Scatter`], where [`Placement`] allow it.
//! * Spawns: [`Spawns`] from a [`SpawnTable`].
//! * Others: [`Arena`], [`SnapshotHistory`].

mod arena;
mod bits;
mod caves;
mod corridors;
mod floors;
mod free_cells;
mod from_map;
mod places;
mod prefab;
mod rooms;
mod snapshot_history;
mod spawns;
mod terrain;
mod voronoi;
mod walks;

pub use arena::Arena;
pub use caves::{Border, CellularAutomata, LifeRule, ParseLifeRuleError};
pub use corridors::{CorridorLine, Corridors, Doors, RoomPairs, Shortcuts};
pub use floors::{FloorChain, Floors, Stairs};
pub use from_map::FromMap;
pub use places::{
    CullUnreachable, Exit, ExitTile, JoinComponents, LostSpawns, Place, PortalRule, Portals, Start, StartComponent,
    TightWalls, TunnelShape,
};
pub use prefab::{
    Overflow, PrefabLevel, PrefabSection, PrefabVaults, TemplateFileError, Vault, VaultGround, XpCell, cells_from_xp,
    load_template, template_from_bytes, template_from_xp,
};
pub use rooms::{
    Accretion, AccretionShape, BspDungeon, BspInterior, RandomRooms, RegionSource, RoomCornerRounder, RoomDrawer,
    RoomExploder, RoomOrder, RoomSorter, RoomsFromRegions, ShapeKind,
};
pub use snapshot_history::SnapshotHistory;
pub use spawns::{PackMember, SpawnEntry, SpawnGroup, SpawnQuota, SpawnTable, Spawns};
pub use terrain::{
    DistanceRule, KeepCells, Landmark, Paint, Placement, PlacementGround, Scatter, ScatterArea, Scattered, Steps,
    UnknownLandmarkError,
};
pub use voronoi::{CellWalls, DistanceMetric, VoronoiCells};
pub use walks::{Dla, DlaRule, DrunkardsWalk, Symmetry, WalkBegin};

/// Whether a cell lies on the border of a map.
const fn is_on_border(size: mapwright_core::Size, p: mapwright_core::Point) -> bool {
    p.x == 0 || p.y == 0 || p.x + 1 >= size.w || p.y + 1 >= size.h
}

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
