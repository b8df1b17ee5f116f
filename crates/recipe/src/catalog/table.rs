//! All builders, a row each.

use std::sync::LazyLock;

use mapwright_dungeon::{
    Accretion, Arena, BspDungeon, BspInterior, CellularAutomata, Corridors, CullUnreachable, Dla, Doors, DrunkardsWalk,
    Exit, Floors, FromMap, JoinComponents, KeepCells, Paint, Portals, PrefabLevel, PrefabSection, PrefabVaults,
    RandomRooms, RoomCornerRounder, RoomDrawer, RoomExploder, RoomSorter, RoomsFromRegions, Scatter, Shortcuts,
    SnapshotHistory, Spawns, Stairs, Start, TightWalls, VoronoiCells,
};
use mapwright_levels::{AreaGraph, CycleGraph, GraphLayout, LockAndKey, Machines, SolvabilityValidator};
use mapwright_maze::{
    AldousBroder, Backtracker, BinaryTree, Eller, GrowingTree, HuntAndKill, KruskalMaze, LoopInjector, NestedMaze,
    PrimMaze, RecursiveDivision, SidesToTiles, Sidewinder, TilesToSides, Wilson,
};
use mapwright_packing::{PolyominoFill, RegionDoors};
use mapwright_pipes::{PipeShuffler, RingValidator, UniquePipes};
use mapwright_rewrite::RewriteRules;
use mapwright_wang::{HerringboneWang, WangTiles};
use mapwright_wfc::WaveFunctionCollapse;

use super::files::{HerringboneFile, MapSource, Table};
use super::floors::FloorList;
use super::info::{BuilderInfo, BuilderKind};
use super::prefabs::BuiltIn;
use super::recipe_only::{both, both_with, initial, initial_with, meta, meta_with};
use super::rewrite::Program;
use super::samples::SampleFile;

/// Every builder, initial ones first, each group by itself. They are described once, when they are first asked for.
pub fn builders() -> &'static [BuilderInfo] {
    static ALL: LazyLock<Vec<BuilderInfo>> = LazyLock::new(rows);
    &ALL
}

fn rows() -> Vec<BuilderInfo> {
    let mut all = vec![
        both::<PrimMaze>("mazes"),
        both::<KruskalMaze>("mazes"),
        both::<Backtracker>("mazes"),
        both::<Wilson>("mazes"),
        both::<AldousBroder>("mazes"),
        both::<HuntAndKill>("mazes"),
        both::<GrowingTree>("mazes"),
        initial::<BinaryTree>("mazes"),
        initial::<Sidewinder>("mazes"),
        initial::<Eller>("mazes"),
        initial::<RecursiveDivision>("mazes"),
        initial::<NestedMaze>("mazes"),
        meta::<LoopInjector>("mazes"),
        meta::<SidesToTiles>("mazes"),
        meta::<TilesToSides>("mazes"),
        initial::<WangTiles>("Wang tiles"),
        initial_with::<HerringboneFile, HerringboneWang>("herringbone-wang", "Wang tiles"),
        initial::<PolyominoFill>("polyominoes"),
        meta::<RegionDoors>("polyominoes"),
        meta_with::<SampleFile, WaveFunctionCollapse>("wave-function-collapse", "wave function collapse"),
        both_with::<Program, RewriteRules>("rewrite", "rewrite rules"),
        both::<CellularAutomata>("caves"),
        initial::<Accretion>("rooms"),
        initial::<RandomRooms>("rooms"),
        initial::<BspDungeon>("rooms"),
        initial::<BspInterior>("rooms"),
        meta::<RoomsFromRegions>("rooms"),
        meta::<RoomSorter>("rooms"),
        meta::<RoomDrawer>("rooms"),
        meta::<RoomCornerRounder>("rooms"),
        meta::<RoomExploder>("rooms"),
        meta::<Corridors>("corridors"),
        meta::<Doors>("corridors"),
        meta::<Shortcuts>("corridors"),
        both::<DrunkardsWalk>("walks and cells"),
        both::<Dla>("walks and cells"),
        initial::<VoronoiCells>("walks and cells"),
        initial::<Arena>("maps"),
        initial_with::<MapSource, FromMap>("from-map", "maps"),
        initial_with::<FloorList, Floors>("floors", "floors"),
        meta::<Stairs>("floors"),
        meta::<SnapshotHistory>("maps"),
        initial_with::<BuiltIn, PrefabLevel>("prefab-level", "prefabs"),
        meta_with::<BuiltIn, PrefabSection>("prefab-section", "prefabs"),
        meta_with::<BuiltIn, PrefabVaults>("prefab-vaults", "prefabs"),
        meta::<UniquePipes>("pipes"),
        meta::<PipeShuffler>("pipes"),
        meta::<RingValidator>("pipes"),
        meta::<Start>("places"),
        meta::<CullUnreachable>("places"),
        meta::<JoinComponents>("places"),
        meta::<Exit>("places"),
        meta::<TightWalls>("places"),
        meta::<Portals>("places"),
        meta::<Paint>("terrain"),
        meta::<Scatter>("terrain"),
        meta::<KeepCells>("terrain"),
        meta_with::<Table, Spawns>("spawns", "spawns"),
        initial::<GraphLayout>("levels"),
        initial::<CycleGraph>("levels"),
        meta::<AreaGraph>("levels"),
        meta::<LockAndKey>("levels"),
        meta::<Machines>("levels"),
        meta::<SolvabilityValidator>("levels"),
    ];
    all.sort_by_key(|info| info.kind() == BuilderKind::Meta);
    all
}
