//! Levels of rooms: their positions, order, shapes and corridors.

use mapwright_core::Wrap;

use super::dice::{Dice, Odds};
use super::draft::{Draft, Rooms, stage};
use crate::StageRecipe;

/// Rooms with rock between them.
pub(super) fn scattered(dice: &mut Dice) -> Rooms {
    let area = dice.size.area();
    // Rooms grow with the map: a small map has several rooms, a large one has halls.
    let short = u32::from(dice.size.w.min(dice.size.h));
    let most = dice.range(6, 6 + short / 12).min(short / 3).max(4);
    let least = dice.range(3, 5).min(most);
    let starter = match dice.one_of(["random-rooms", "bsp-dungeon"]) {
        "random-rooms" => stage("random-rooms").with("tries", area / 80 + 10),
        _ => stage("bsp-dungeon").with("tries", area / 20 + 40).with("max_rooms", area / 160 + 3),
    };
    let spacing = dice.range(1, 2);
    let starter = starter
        .with("min", least)
        .with("max", most)
        .with("spacing", spacing)
        .with("corridors", serde_json::Value::Null);
    let (order, in_line) = order(dice);
    let draft = Draft::begin(starter).then(stage("room-sorter").with("by", order));
    let draft = draft.then_maybe(shape(dice)).then(corridors(dice));
    // Caves break into cellars deep down.
    let exploder = stage("room-exploder").with("diggers", 3).with("lifetime", dice.range(10, 30));
    let exploder = dice.chance(Odds(10, 40)).then_some(exploder);
    Rooms { draft: draft.then_maybe(exploder), in_line }
}

/// Rooms wall to wall.
pub(super) fn interior(dice: &mut Dice) -> Rooms {
    let short = u32::from(dice.size.w.min(dice.size.h));
    let least = dice.range(5, 9).min(short / 4).max(3);
    let starter = stage("bsp-interior").with("min", least).with("corridors", serde_json::Value::Null);
    let (order, in_line) = order(dice);
    let corridors = stage("corridors").with("rooms", dice.one_of(["halves", "spanning-tree"]));
    let corridors = corridors.with("extra", f64::from(dice.range(2, 8)) / 20.0);
    Rooms { draft: Draft::begin(starter).then(stage("room-sorter").with("by", order)).then(corridors), in_line }
}

/// The order of rooms, and whether the first and the last are far apart. Across a wrapped border they are neighbors.
fn order(dice: &mut Dice) -> (&'static str, bool) {
    let ends = (dice.one_of(["left", "right", "top", "bottom"]), dice.wrap == Wrap::None);
    let other = (dice.one_of(["center", "largest", "smallest", "random"]), false);
    dice.weighted((Odds::even(4), ends), &[(Odds::even(1), other)])
}

/// Most rooms are plain.
fn shape(dice: &mut Dice) -> Option<StageRecipe> {
    let round = stage("room-drawer").with("shape", dice.one_of(["ellipse", "circle"]));
    let round = round.with("chance", f64::from(dice.range(1, 3)) / 4.0);
    let rounder = stage("room-corner-rounder").with("radius", dice.range(1, 3));
    match dice.weighted((Odds::even(3), 0), &[(Odds::even(2), 1), (Odds::even(1), 2)]) {
        0 => None,
        1 => Some(round),
        _ => Some(rounder),
    }
}

/// Corridors, usually with loops.
fn corridors(dice: &mut Dice) -> StageRecipe {
    let (rooms, line) = dice.one_of([
        ("in-order", "dogleg"),
        ("in-order", "slanting"),
        ("halves", "straight"),
        ("spanning-tree", "straight"),
    ]);
    let width = dice.weighted((Odds::even(5), 1), &[(Odds::even(1), 2)]);
    let corridors = stage("corridors").with("rooms", rooms).with("line", line).with("width", width);
    corridors.with("extra", f64::from(dice.range(0, 6)) / 20.0)
}
