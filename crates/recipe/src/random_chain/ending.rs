//! The last stages: where to begin and where to go, doors, and who is met.
//!
//! Why every map that is finished can be played, whatever came before: the start is put on an open cell. Vaults come
//! next, and none lies on the start. Then all that cannot be reached from it is filled, so every open cell left can be
//! reached. The exit is put on such a cell, other than the start. From there on nothing that becomes solid parts anything,
//! as `terrain.rs` tells: doors are open cells, and spawns take free open cells.

use mapwright_core::Wrap;
use mapwright_dungeon::SpawnTable;

use super::dice::{Dice, Odds};
use super::draft::{Ground, Level, Rooms, stage};
use super::terrain::{proven, terrain};
use crate::StageRecipe;

/// What is put into a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste<'a> {
    pub(super) table: &'a SpawnTable,
    /// Whether vaults may come up.
    pub(super) prefabs: bool,
}

/// A level of rooms: from the first to the last if these are far apart.
pub(super) fn in_rooms(rooms: Rooms, taste: &Taste<'_>, dice: &mut Dice) -> Level {
    let exit = match rooms.in_line {
        true => stage("room-exit").with("room", "last"),
        false => stage("distant-exit"),
    };
    let draft = rooms.draft.then(stage("room-start")).then_maybe(vaults(taste, dice)).then(culled());
    let draft = terrain(draft.then(exit.with("tile", "stairs-down")), dice).then_maybe(doors(dice));
    let draft = proven(draft, 2, dice);
    let watched = stocked("corridor-spawns", taste.table, dice).with("chance", 0.3);
    let watched = dice.chance(Odds(20, 60)).then_some(watched);
    let draft = draft.then(stocked("room-spawns", taste.table, dice).with("max", most(dice))).then_maybe(watched);
    Level(draft)
}

/// A level of any shape: from one side of it to the cell farthest away, or to the other side.
pub(super) fn anywhere(ground: Ground, taste: &Taste<'_>, dice: &mut Dice) -> Level {
    let (x, y) = dice.one_of([
        ("left", "top"),
        ("left", "center"),
        ("left", "bottom"),
        ("right", "top"),
        ("right", "center"),
        ("right", "bottom"),
        ("center", "top"),
        ("center", "bottom"),
    ]);
    let across = stage("area-exit").with("x", opposite(x)).with("y", opposite(y));
    // Round a wrapped border the other side is next door.
    let is_across = dice.chance(Odds::even(30)) && dice.wrap == Wrap::None;
    let exit = if is_across { across } else { stage("distant-exit") };
    let draft = ground.0.then(stage("area-start").with("x", x).with("y", y));
    let draft = draft.then_maybe(vaults(taste, dice)).then(culled());
    let draft = proven(terrain(draft.then(exit.with("tile", "stairs-down")), dice), 5, dice);
    Level(draft.then(stocked("voronoi-spawns", taste.table, dice).with("max", most(dice))))
}

/// Fills in what is out of reach. A vault in a pocket goes with what lives there.
fn culled() -> StageRecipe {
    stage("cull-unreachable").with("lost_spawns", "drop")
}

/// Small things drawn by hand, on most levels.
fn vaults(taste: &Taste<'_>, dice: &mut Dice) -> Option<StageRecipe> {
    let most = (1 + dice.size.area() / 1200).min(8);
    let vaults = stage("prefab-vaults").with("depth", dice.depth).with("max", dice.range(1, most));
    (dice.chance(Odds::even(85)) && taste.prefabs).then_some(vaults)
}

/// The same side seen from the other.
fn opposite(side: &str) -> &str {
    match side {
        "left" => "right",
        "right" => "left",
        "top" => "bottom",
        "bottom" => "top",
        middle => middle,
    }
}

/// Doors at most of the gaps, on most levels.
fn doors(dice: &mut Dice) -> Option<StageRecipe> {
    let doors = stage("doors").with("chance", f64::from(dice.range(4, 10)) / 10.0);
    dice.chance(Odds(80, 50)).then_some(doors)
}

/// A stage with spawns for the depth.
fn stocked(name: &str, table: &SpawnTable, dice: &Dice) -> StageRecipe {
    let spawns = stage(name).with("depth", dice.depth).with("rise", rise(table, dice.depth));
    match *table == SpawnTable::default() {
        true => spawns,
        false => spawns.with("table", serde_json::to_value(table).unwrap_or_default()),
    }
}

/// How much harder the end of the level is than its beginning: as far as the table reaches, 1 near the surface and 4 from
/// depth 15 on.
fn rise(table: &SpawnTable, depth: u32) -> u32 {
    let wanted = 1 + depth.min(Odds::DEEP) / 5;
    let reaches = |rise: &u32| depth.checked_add(*rise).is_some_and(|depth| table.at_depth(depth).is_ok());
    (1..=wanted.min(4)).take_while(reaches).last().unwrap_or(0)
}

/// How many an area gets at most: 2 near the surface, 5 from depth 20 on.
const fn most(dice: &Dice) -> u32 {
    let depth = if dice.depth < Odds::DEEP { dice.depth } else { Odds::DEEP };
    2 + 3 * depth / Odds::DEEP
}
