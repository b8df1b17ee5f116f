//! Lakes, moss and rubble, locks and keys: what makes terrain a level.
//!
//! Why a level stays playable: `paint` never cuts the way, and it is only asked to paint once every open cell can be
//! reached. `lock-and-key` locks as many gates as there are, and none is too few; whatever it locks can be won. Both are
//! proven by the stage that follows, `solvability-validator`, which every level has. `key-vaults` makes vaults of dead ends;
//! their keys are the only ones that a walk can do without.

use serde_json::json;

use super::dice::{Dice, Odds};
use super::draft::{Draft, stage};
use crate::StageRecipe;

/// A lake on some levels, with a shore to wade through and moss around it; rubble along the walls of others.
pub(super) fn terrain(draft: Draft, dice: &mut Dice) -> Draft {
    let lake = dice.chance(Odds(12, 40)).then(|| lake(dice));
    let draft = lake.into_iter().flatten().fold(draft, Draft::then);
    draft.then_maybe(dice.chance(Odds(10, 45)).then(|| rubble(dice)))
}

fn lake(dice: &mut Dice) -> [StageRecipe; 3] {
    let share = f64::from(dice.range(3, 8)) / 40.0;
    let place = json!({ "ground": "wide", "distances": [{ "to": "start", "min": 4 }, { "to": "exit", "min": 4 }] });
    let deep = stage("paint").with("tile", "deep-water").with("share", share).with("scale", dice.range(8, 16));
    let deep = deep.with("min_patch", 12).with("ford", "water").with("place", place);
    let beside = |what: &str, steps: u32| json!({ "distances": [{ "to": what, "max": steps }] });
    let shore = stage("paint").with("tile", "water").with("share", 1).with("place", beside("deep-water", 1));
    let moss = stage("paint").with("share", 0.6).with("scale", 5).with("place", beside("water", 3));
    [deep, shore, moss]
}

fn rubble(dice: &mut Dice) -> StageRecipe {
    let share = f64::from(dice.range(2, 5)) / 10.0;
    let place = json!({ "distances": [{ "to": "solid", "max": 1 }, { "to": "water", "min": 2 }] });
    stage("paint").with("tile", "gravel").with("share", share).with("scale", 5).with("place", place)
}

/// From depth 3 on, locks and, if wanted, vaults with their keys on most levels; and a proof that the level can be won on
/// all. Gates may be as wide as `width`.
pub(super) fn proven(draft: Draft, width: u32, vaults: bool, dice: &mut Dice) -> Draft {
    let is_locked = dice.chance(Odds(30, 80)) && dice.depth >= LOCKS_FROM;
    let least = (dice.size.area() / 100).clamp(6, 60);
    let keys = dice.range(1, 2) + dice.depth.min(Odds::DEEP) / 7;
    let has_vaults = dice.chance(Odds(15, 45)) && vaults && dice.depth >= LOCKS_FROM;
    let areas = stage("area-graph").with("max_width", width).with("min_area", least);
    let locks = stage("lock-and-key").with("keys", keys).with("min", 0);
    let vaults = stage("key-vaults").with("vaults", dice.range(1, 2)).with("min", 0);
    let proof = stage("solvability-validator");
    let proof = if has_vaults { proof.with("allow", json!(["unneeded"])) } else { proof };
    let draft = draft.then_maybe((is_locked || has_vaults).then_some(areas));
    draft.then_maybe(is_locked.then_some(locks)).then_maybe(has_vaults.then_some(vaults)).then(proof)
}

/// The least depth of locked doors.
const LOCKS_FROM: u32 = 3;
