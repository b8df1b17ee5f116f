//! What follows the beginning of a level: perhaps a change of the whole, then start, exit, doors, terrain, locks and spawns.
//!
//! Every finished map can be played, whatever came before. The start is on an open cell. Vaults come next and never
//! cover the start. Then everything unreachable is filled, so every open cell left can be reached. The exit is on such
//! a cell, other than the start. After that nothing cuts the way: doors are open cells, and spawns take free ones.
//! `paint` never cuts the way, and it is only asked to paint once every open cell can be
//! reached. `lock-and-key` locks as many gates as there are, and none is too few; whatever it locks can be won. Both are
//! proven by the stage that follows, `solvability-validator`, which every level has. `machines` makes vaults of dead ends;
//! their keys are the only ones that a walk can do without. Its solid things part nothing.

use mapwright_core::Wrap;
use mapwright_dungeon::SpawnTable;
use serde_json::{Value, json};

use super::draft::{Begun, Dice, Draft, Fragments, LevelDraft, Odds, Playable, RoomsDraft, Settled, stage};
use crate::StageRecipe;

/// The smallest map that gets a section, so that most of the map stays as it is.
const ROOMY: (u16, u16) = (40, 30);
/// The largest map that is remade from its pieces, in cells: that takes a second or two.
const QUICK: u32 = 10_000;

/// The level as it was begun, or remade from its pieces, or with a section, or both.
pub(super) fn change(begun: Begun, prefabs: bool, dice: &mut Dice) -> Settled {
    let is_roomy = dice.size.w >= ROOMY.0 && dice.size.h >= ROOMY.1;
    let is_new = dice.chance(Odds(8, 20)) && dice.size.area() <= QUICK;
    let has_section = dice.chance(Odds(6, 12)) && prefabs && is_roomy;
    match begun {
        Begun::Rooms(rooms) if !is_new && !has_section => Settled::Rooms(rooms),
        Begun::Playable(playable) if !is_new && !has_section => Settled::Playable(playable),
        Begun::Fragments(fragments) if !is_new && !has_section => Settled::Playable(settle(fragments, dice)),
        begun => {
            let fragments = if is_new { remade(begun.into()) } else { begun.into() };
            let fragments = if has_section { section(fragments, dice) } else { fragments };
            Settled::Playable(join(fragments, dice))
        }
    }
}

/// Remakes the level from pieces of itself: locally similar, globally different. Only the terrain is left.
fn remade(before: Fragments) -> Fragments {
    Fragments(before.0.then(stage("wave-function-collapse").with("border", true)))
}

/// Puts a drawing over a part of the map, which may disconnect the map.
fn section(before: Fragments, dice: &mut Dice) -> Fragments {
    let x = dice.one_of(["left", "center", "right"]);
    let y = dice.one_of(["top", "center", "bottom"]);
    let section = stage("prefab-section").with("template", rows(dice.one_of(SECTIONS)));
    let at = match (x, y) {
        ("center", _) => y.to_owned(),
        (_, "center") => x.to_owned(),
        _ => format!("{y}-{x}"),
    };
    Fragments(before.0.then(section.with("at", at)))
}

/// Usually connects the components; otherwise the ending keeps only the largest.
fn settle(fragments: Fragments, dice: &mut Dice) -> Playable {
    match dice.chance(Odds::even(75)) {
        true => join(fragments, dice),
        false => Playable(fragments.0),
    }
}

fn join(fragments: Fragments, dice: &mut Dice) -> Playable {
    let least = (dice.size.area() / 150).clamp(4, 60);
    let width = dice.weighted((Odds::even(3), 1), &[(Odds::even(1), 2)]);
    let join = stage("join-components").with("min_cells", least).with("width", width);
    Playable(fragments.0.then(join.with("line", dice.one_of(["winding", "straight"]))))
}

/// What a level is filled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents<'a> {
    pub(super) table: &'a SpawnTable,
    /// Whether to use vaults.
    pub(super) prefabs: bool,
}

/// A level of rooms, from the first to the last if they are far apart.
pub(super) fn in_rooms(rooms: RoomsDraft, contents: &Contents<'_>, dice: &mut Dice) -> LevelDraft {
    let exit = match rooms.in_line {
        true => stage("exit").with("at", "last-room"),
        false => stage("exit"),
    };
    let draft =
        rooms.draft.then(stage("start").with("at", "first-room")).then_maybe(vaults(contents, dice)).then(culled());
    let draft = terrain(draft.then(exit.with("tile", "stairs-down")), dice).then_maybe(doors(dice));
    let draft = proven(draft, 2, contents.prefabs, dice);
    let watched = stocked("corridor", [1, 1], contents.table, dice).with("chance", 0.3);
    let watched = (dice.chance(Odds(20, 60)) && rooms.has_corridors).then_some(watched);
    LevelDraft(draft.then(stocked("room", [0, most(dice)], contents.table, dice)).then_maybe(watched))
}

/// A level of any shape, from one side to the opposite side or to the farthest cell.
pub(super) fn anywhere(playable: Playable, contents: &Contents<'_>, dice: &mut Dice) -> LevelDraft {
    let (side, opposite) = dice.one_of([
        ("top-left", "bottom-right"),
        ("left", "right"),
        ("bottom-left", "top-right"),
        ("top-right", "bottom-left"),
        ("right", "left"),
        ("bottom-right", "top-left"),
        ("top", "bottom"),
        ("bottom", "top"),
    ]);
    // Across a wrapped border, the opposite side is next door.
    let is_across = dice.chance(Odds::even(30)) && dice.wrap == Wrap::None;
    let exit = if is_across { stage("exit").with("at", opposite) } else { stage("exit") };
    let draft = playable.0.then(stage("start").with("at", side));
    let draft = draft.then_maybe(vaults(contents, dice)).then(culled());
    let draft = terrain(draft.then(exit.with("tile", "stairs-down")), dice);
    let draft = proven(draft, 5, contents.prefabs, dice);
    LevelDraft(draft.then(stocked(json!({ "patch": 120 }), [0, most(dice)], contents.table, dice)))
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

/// Doors in most gaps, on most levels.
fn doors(dice: &mut Dice) -> Option<StageRecipe> {
    let doors = stage("doors").with("chance", f64::from(dice.range(4, 10)) / 10.0);
    dice.chance(Odds(80, 50)).then_some(doors)
}

/// Spawns for the depth, not near the start.
fn stocked(group: impl Into<Value>, count: [u32; 2], table: &SpawnTable, dice: &Dice) -> StageRecipe {
    let spawns = stage("spawns").with("in", group).with("count", json!(count)).with("depth", dice.depth);
    let spawns = spawns.with("rise", rise(table, dice.depth));
    let spawns = spawns.with("placement", json!({ "distances": [{ "to": "start", "min": 12 }] }));
    match *table == SpawnTable::default() {
        true => spawns,
        false => spawns.with("table", serde_json::to_value(table).unwrap_or_default()),
    }
}

/// How much harder the end of the level is than its beginning: as far as the table reaches, 1 near the surface and 4
/// from depth 15 on.
fn rise(table: &SpawnTable, depth: u32) -> u32 {
    let wanted = 1 + depth.min(Odds::DEEP) / 5;
    let reaches = |rise: &u32| depth.checked_add(*rise).is_some_and(|depth| table.check_depth(depth).is_ok());
    (1..=wanted.min(4)).take_while(reaches).last().unwrap_or(0)
}

/// The most spawns of an area: 2 near the surface, 5 from depth 20 on.
const fn most(dice: &Dice) -> u32 {
    let depth = if dice.depth < Odds::DEEP { dice.depth } else { Odds::DEEP };
    2 + 3 * depth / Odds::DEEP
}

/// A lake on some levels, with a shore to wade through and moss around it; rubble along the walls of others.
fn terrain(draft: Draft, dice: &mut Dice) -> Draft {
    let lake = dice.chance(Odds(12, 40)).then(|| lake(dice));
    let draft = lake.into_iter().flatten().fold(draft, Draft::then);
    draft.then_maybe(dice.chance(Odds(10, 45)).then(|| rubble(dice)))
}

fn lake(dice: &mut Dice) -> [StageRecipe; 3] {
    let share = f64::from(dice.range(3, 8)) / 40.0;
    let place = json!({ "ground": "wide", "distances": [{ "to": "start", "min": 4 }, { "to": "exit", "min": 4 }] });
    let deep = stage("paint").with("tile", "deep-water").with("share", share).with("scale", dice.range(8, 16));
    let deep = deep.with("min_cells", 12).with("ford", "water").with("placement", place);
    let beside = |what: &str, steps: u32| json!({ "distances": [{ "to": what, "max": steps }] });
    let shore = stage("paint").with("tile", "water").with("share", 1).with("placement", beside("deep-water", 1));
    let moss = stage("paint").with("share", 0.6).with("scale", 5).with("placement", beside("water", 3));
    [deep, shore, moss]
}

fn rubble(dice: &mut Dice) -> StageRecipe {
    let share = f64::from(dice.range(2, 5)) / 10.0;
    let place = json!({ "distances": [{ "to": "solid", "max": 1 }, { "to": "water", "min": 2 }] });
    stage("paint").with("tile", "gravel").with("share", share).with("scale", 5).with("placement", place)
}

/// From depth 3 on, locks and, if wanted, machines on most levels; and a proof that the level can be won on
/// all. Gates may be as wide as `width`.
fn proven(draft: Draft, width: u32, prefabs: bool, dice: &mut Dice) -> Draft {
    let is_locked = dice.chance(Odds(30, 80)) && dice.depth >= LOCKS_FROM;
    let least = (dice.size.area() / 100).clamp(6, 60);
    let keys = dice.range(1, 2) + dice.depth.min(Odds::DEEP) / 7;
    let has_machines = dice.chance(Odds(25, 70)) && prefabs && dice.depth >= LOCKS_FROM;
    let areas = stage("area-graph").with("max_width", width).with("min_cells", least);
    let locks = stage("lock-and-key").with("keys", keys).with("min_keys", 0);
    let locks = if width > 2 { locks.with("narrow", true) } else { locks };
    let locks = if dice.depth >= LEVERS_FROM { locks.with("kinds", kinds(dice)) } else { locks };
    let secrets = dice.range(0, 1 + dice.depth.min(Odds::DEEP) / 10);
    let locks = if dice.depth >= SECRETS_FROM { locks.with("max_secrets", secrets) } else { locks };
    let machines = json!([0, dice.range(1, 2 + dice.depth.min(Odds::DEEP) / 7)]);
    let machines = stage("machines").with("count", machines).with("depth", dice.depth);
    let proof = stage("solvability-validator");
    let proof = if has_machines { proof.with("allow", json!(["unneeded"])) } else { proof };
    let draft = draft.then_maybe((is_locked || has_machines).then_some(areas));
    draft.then_maybe(is_locked.then_some(locks)).then_maybe(has_machines.then_some(machines)).then(proof)
}

/// What opens the locks: keys, levers for the doors that one sees from there, and deeper down bombs for several barriers.
fn kinds(dice: &Dice) -> Value {
    let mut kinds = vec![
        json!({ "opener": "Key", "weight": 3 }),
        json!({ "opener": "Lever", "door": "gate", "at": "in-view", "weight": 2 }),
    ];
    if dice.depth >= BARRIERS_FROM {
        kinds.push(json!({ "opener": "Bomb", "door": "barrier", "doors": [1, 3] }));
    }
    kinds.into()
}

/// The least depth of locked doors.
const LOCKS_FROM: u32 = 3;
/// The least depth of secrets.
const SECRETS_FROM: u32 = 4;
/// The least depth of levers.
const LEVERS_FROM: u32 = 5;
/// The least depth of bombs.
const BARRIERS_FROM: u32 = 9;

/// Rows of glyphs, as `prefab-section` reads them.
type Section = &'static [&'static str];

/// Drawings for large parts of a level. Each has a ring of transparent cells around it, so that it never opens the
/// border of the map.
const SECTIONS: [Section; 3] = [TEMPLE, CELLS, GARDEN];

const TEMPLE: Section = &[
    "                 ",
    " ####+#####+#### ",
    " #.............# ",
    " #.o..o...o..o.# ",
    " #.....\"\"\".....# ",
    " +.o...~~~...o.+ ",
    " #.....\"\"\".....# ",
    " #.o..o...o..o.# ",
    " #.............# ",
    " ####+#####+#### ",
    "                 ",
];

const CELLS: Section = &[
    "                   ",
    " ################# ",
    " #...#...#...#...# ",
    " #...#...#...#...# ",
    " ##+###+###+###+## ",
    " +...............+ ",
    " ##+###+###+###+## ",
    " #...#...#...#...# ",
    " #...#...#...#...# ",
    " ################# ",
    "                   ",
];

const GARDEN: Section = &[
    "                   ",
    " ######+###+###### ",
    " #\"&\"\"\"\"\"\"\"\"\"\"\"&\"# ",
    " #\"\"\"\"\"\"~~~\"\"\"\"\"\"# ",
    " +\"\"&\"\"~~~~~\"\"&\"\"+ ",
    " #\"\"\"\"\"\"~~~\"\"\"\"\"\"# ",
    " #\"&\"\"\"\"\"\"\"\"\"\"\"&\"# ",
    " ######+###+###### ",
    "                   ",
];

/// The rows as a parameter.
fn rows(section: Section) -> Value {
    section.iter().copied().collect()
}
