//! Procedural levels from one chain of builders.
//!
//! <div style="display: flex; flex-wrap: wrap; gap: 1em; margin-bottom: 1em">
#![doc = include_str!("pictures/archipelago.svg")]
#![doc = include_str!("pictures/braided-maze.svg")]
//! </div>
//!
//! An *initial builder* makes a [`BuilderMap`](core::BuilderMap): a maze, a cave, Wang tiles. *Meta builders* change it,
//! each doing one thing, in any order: loops, pipes to turn, an exit. The same seed gives the same map everywhere.
//!
//! ```
//! use mapwright::builders::*;
//! use mapwright::prelude::*;
//!
//! let chain = BuilderChain::start_with(Size::new(31, 31), PrimMaze::default())
//!     .with(LoopInjector::braid(0.3))
//!     .with(PipeShuffler::default())
//!     .with(RingValidator::default());
//! let mut history = History::default();
//! let map = chain.build_with(7, &mut history)?;
//! assert!(map.flow.is_some());
//! # #[cfg(feature = "render")]
//! for stage in mapwright::render::stage_pictures(&history, &Style::default())? {
//!     let stage = stage?;
//!     println!("{}: {} × {} pixels", stage.file_stem(), stage.image.width(), stage.image.height());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! | You want | Look at |
//! |---|---|
//! | to build a map, one seed or many | [`BuilderChain`](core::BuilderChain) |
//! | a stage that makes or changes maps | [`builders`] |
//! | to read a map: tiles, rooms, spawns, doors | [`BuilderMap`](core::BuilderMap) |
//! | to walk on it: paths, distances, components | [`Passages`](core::Passages), [`graph`] |
//! | proof that a level can be won | [`levels`] |
//! | pipe boards to play, puzzles to solve | [`pipes`] |
//! | endless worlds | [`ChainWorld`](world::ChainWorld) |
//! | boards packed with polyominoes | [`packing`] |
//! | a level for a depth and a seed; maps and chains as JSON | `recipe` |
//! | pictures, sheets of all stages, animations | `render` |
//! | charts of what many maps are like | `charts` |
//! | text, written and read | [`core::text`] |
//! | levels that meet requirements, or differ most | `search` |
//! | Tiled, LDtk, REXPaint, Minecraft | `export`, `minecraft` |
#![cfg_attr(not(docsrs), doc = include_str!("book.md"))]
//!
//! # Features
//!
//! | Feature | Default | What it adds |
//! |---|---|---|
//! | `parallel` | yes | many seeds at once, and large maps, with rayon |
//! | `render` | yes | PNG, SVG, contact sheets, GIF and APNG |
//! | `charts` | no | heat maps and other charts of metrics; brings `render` |
//! | `recipe` | yes | chains and maps as JSON; brings `serde` |
//! | `search` | no | levels that meet requirements, the most varied ones, archives and sweeps; brings `recipe` |
//! | `export` | no | files for Tiled, LDtk, REXPaint; brings `render` |
//! | `minecraft` | no | data packs, structures, schematics |
//! | `serde` | with `recipe` | serde for builders and core types |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "charts")]
pub use mapwright_charts as charts;
pub use mapwright_core as core;
pub use mapwright_dungeon as dungeon;
#[cfg(feature = "export")]
pub use mapwright_export as export;
#[doc(hidden)]
pub use mapwright_files as files;
pub use mapwright_graph as graph;
pub use mapwright_levels as levels;
pub use mapwright_maze as maze;
#[cfg(feature = "minecraft")]
pub use mapwright_minecraft as minecraft;
pub use mapwright_packing as packing;
pub use mapwright_pipes as pipes;
#[cfg(feature = "recipe")]
pub use mapwright_recipe as recipe;
#[cfg(feature = "render")]
pub use mapwright_render as render;
pub use mapwright_rewrite as rewrite;
#[cfg(feature = "search")]
pub use mapwright_search as search;
pub use mapwright_wang as wang;
pub use mapwright_wfc as wfc;
pub use mapwright_world as world;

/// Every builder, with the types of its parameters.
///
/// Bring them all into scope with `use mapwright::builders::*;`, or name the few you use.
pub mod builders {
    pub use mapwright_core::{GlyphChoice, Legend, Meaning, RoomShape, Template, TemplateError};
    pub use mapwright_dungeon::{
        Accretion, AccretionShape, Arena, Border, BspDungeon, BspInterior, CellWalls, CellularAutomata, CorridorLine,
        Corridors, CullUnreachable, DistanceMetric, DistanceRule, Dla, DlaRule, Doors, DrunkardsWalk, Exit, ExitTile,
        FloorChain, Floors, FromMap, JoinComponents, KeepCells, Landmark, LifeRule, LostSpawns, Overflow, PackMember,
        Paint, ParseLifeRuleError, Place, Placement, PlacementGround, PortalRule, Portals, PrefabLevel, PrefabSection,
        PrefabVaults, RandomRooms, RegionSource, RoomCornerRounder, RoomDrawer, RoomExploder, RoomOrder, RoomPairs,
        RoomSorter, RoomsFromRegions, Scatter, Scattered, ShapeKind, Shortcuts, SnapshotHistory, SpawnEntry,
        SpawnGroup, SpawnQuota, SpawnTable, Spawns, Stairs, Start, StartComponent, Steps, Symmetry, TemplateFileError,
        TightWalls, TunnelShape, UnknownLandmarkError, Vault, VaultGround, VoronoiCells, WalkBegin, load_template,
        template_from_bytes, template_from_xp,
    };
    pub use mapwright_levels::{
        Allow, AreaGraph, Blocked, Blueprint, CycleGraph, Explorer, GraphLayout, KeyPlace, LockAndKey, LockKind,
        MachineArea, MachineFeature, MachineLock, Machines, NoStart, OddJoins, OpenerPosition, RoomSpec, Rooms,
        SecretDoors, Solvability, SolvabilityValidator, Stopped, Templates, Unsolvable, replay, solvability,
        solvability_with,
    };
    pub use mapwright_maze::{
        AldousBroder, Backtracker, BinaryTree, Carve, Carving, Eller, Ground, GrowingTree, HuntAndKill, KruskalMaze,
        LoopInjector, LoopRule, Maze, NestedMaze, NextCell, PrimMaze, RecursiveDivision, Root, SidesToTiles,
        Sidewinder, TilesToSides, Wilson,
    };
    pub use mapwright_packing::{PieceSet, PolyominoFill, RegionDoors};
    pub use mapwright_pipes::{Grade, PipeShuffler, RingValidator, UniquePipes};
    pub use mapwright_rewrite::RewriteRules;
    pub use mapwright_wang::{HerringboneWang, MatchOn, WangPart, WangPin, WangTiles};
    pub use mapwright_wfc::{CollapseModel, Connect, KeptPart, Pin, Symmetries, TileRules, WaveFunctionCollapse};
}

/// What nearly every program needs to write a chain, build it and look at the map. Builders are in
/// [`builders`].
///
/// No name here is in Bevy's prelude too.
pub mod prelude {
    pub use mapwright_core::text::{TextStyle, text};
    pub use mapwright_core::{
        BuildCx, BuildError, BuildErrorKind, Builder, BuilderChain, BuilderMap, Dir, Effect, Facts, Grid, History,
        InitialMapBuilder, Keep, MapRng, MetaMapBuilder, Need, Palette, Passages, Plane, Planes, Point, Room, Sides,
        Size, Tile, Wrap,
    };
    pub use mapwright_graph::MapExt;
    #[cfg(feature = "recipe")]
    pub use mapwright_recipe::{RandomChain, Recipe};
    #[cfg(feature = "render")]
    pub use mapwright_render::{Style, draw, save_png};
}
