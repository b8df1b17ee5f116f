//! The last stages: start, exit, doors and spawns.
//!
//! Every finished map can be played, whatever came before. The start is on an open cell. Vaults come next and never
//! cover the start. Then everything unreachable is filled, so every open cell left can be reached. The exit is on such
//! a cell, other than the start. After that nothing cuts the way, as
//! `terrain.rs` says: doors are open cells, and spawns take free ones.

use mapwright_core::Wrap;
use mapwright_dungeon::SpawnTable;

use super::dice::{Dice, Odds};
use super::draft::{Level, Playable, Rooms, stage};
use super::terrain::{proven, terrain};
use crate::StageRecipe;

/// What a level is filled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents<'a> {
    pub(super) table: &'a SpawnTable,
    /// Whether to use vaults.
    pub(super) prefabs: bool,
}

/// A level of rooms, from the first to the last if they are far apart.
pub(super) fn in_rooms(rooms: Rooms, contents: &Contents<'_>, dice: &mut Dice) -> Level {
    let exit = match rooms.in_line {
        true => stage("room-exit").with("room", "last"),
        false => stage("distant-exit"),
    };
    let draft = rooms.draft.then(stage("room-start")).then_maybe(vaults(contents, dice)).then(culled());
    let draft = terrain(draft.then(exit.with("tile", "stairs-down")), dice).then_maybe(doors(dice));
    let draft = proven(draft, 2, contents.prefabs, dice);
    let watched = stocked("corridor-spawns", contents.table, dice).with("chance", 0.3);
    let watched = dice.chance(Odds(20, 60)).then_some(watched);
    let draft = draft.then(stocked("room-spawns", contents.table, dice).with("max", most(dice))).then_maybe(watched);
    Level(draft)
}

/// A level of any shape, from one side to the opposite side or to the farthest cell.
pub(super) fn anywhere(playable: Playable, contents: &Contents<'_>, dice: &mut Dice) -> Level {
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
    // Across a wrapped border, the opposite side is next door.
    let is_across = dice.chance(Odds::even(30)) && dice.wrap == Wrap::None;
    let exit = if is_across { across } else { stage("distant-exit") };
    let draft = playable.0.then(stage("area-start").with("x", x).with("y", y));
    let draft = draft.then_maybe(vaults(contents, dice)).then(culled());
    let draft = terrain(draft.then(exit.with("tile", "stairs-down")), dice);
    let draft = proven(draft, 5, contents.prefabs, dice);
    Level(draft.then(stocked("voronoi-spawns", contents.table, dice).with("max", most(dice))))
}

/// Fills in what is unreachable. A vault in a pocket is lost with its spawns.
fn culled() -> StageRecipe {
    stage("cull-unreachable").with("lost_spawns", "drop")
}

/// Vaults, on most levels.
fn vaults(contents: &Contents<'_>, dice: &mut Dice) -> Option<StageRecipe> {
    let most = (1 + dice.size.area() / 1200).min(8);
    let vaults = stage("prefab-vaults").with("depth", dice.depth).with("max", dice.range(1, most));
    (dice.chance(Odds::even(85)) && contents.prefabs).then_some(vaults)
}

/// The opposite side.
fn opposite(side: &str) -> &str {
    match side {
        "left" => "right",
        "right" => "left",
        "top" => "bottom",
        "bottom" => "top",
        middle => middle,
    }
}

/// Doors in most gaps, on most levels.
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

/// How much harder the end of the level is than its beginning: as far as the table reaches, 1 near the surface and 4
/// from depth 15 on.
fn rise(table: &SpawnTable, depth: u32) -> u32 {
    let wanted = 1 + depth.min(Odds::DEEP) / 5;
    let reaches = |rise: &u32| depth.checked_add(*rise).is_some_and(|depth| table.at_depth(depth).is_ok());
    (1..=wanted.min(4)).take_while(reaches).last().unwrap_or(0)
}

/// The most spawns of an area: 2 near the surface, 5 from depth 20 on.
const fn most(dice: &Dice) -> u32 {
    let depth = if dice.depth < Odds::DEEP { dice.depth } else { Odds::DEEP };
    2 + 3 * depth / Odds::DEEP
}
