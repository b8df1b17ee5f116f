//! Levels without rooms: caves, mazes, cells.

use super::dice::{Dice, Odds};
use super::draft::{Draft, Fragments, Playable, stage};

/// Rooms and halls made of herringbone tiles.
pub(super) fn herringbone(dice: &mut Dice) -> Fragments {
    let short = u32::from(dice.size.w.min(dice.size.h));
    let unit = dice.range(5, 9).min(short / 3).max(5);
    Fragments(Draft::begin(stage("herringbone-wang").with("unit", unit)))
}

/// A maze with loops, one tile wide. It is carved in a hall, so the map has the requested size, or one column or row
/// less, since cells need walls between them.
pub(super) fn maze(dice: &mut Dice) -> Playable {
    let kind = dice.one_of(["backtracker", "kruskal-maze", "prim-maze", "wilson", "hunt-and-kill", "growing-tree"]);
    let braid = stage("loop-injector").with("rule", "braid").with("p", f64::from(dice.range(3, 8)) / 10.0);
    let draft = Draft::begin(stage("arena")).then(stage("tiles-to-sides")).then(stage(kind)).then(braid);
    Playable(draft.then(stage("sides-to-tiles")))
}

/// Rooms of all shapes.
pub(super) fn voronoi(dice: &mut Dice) -> Fragments {
    let seeds = dice.size.area() / dice.range(60, 110) + 4;
    Fragments(Draft::begin(stage("voronoi-cells").with("seeds", seeds.min(u16::MAX.into()))))
}

/// Caves with smooth walls, or with pillars in wide halls. Small maps start with fewer walls, because walls grow from
/// the border.
pub(super) fn cave(dice: &mut Dice) -> Fragments {
    let starter = stage("cellular-automata");
    let fewer = if dice.size.area() < 1000 { 2 } else { 0 };
    let walls = dice.range(42, 46) - fewer;
    let smooth = starter.clone().with("wall_percent", walls).with("rounds", dice.range(5, 9));
    let smooth = smooth.with("rule", "B5678/S45678");
    let walls = dice.range(50, 55) - fewer;
    let pillars = starter.with("wall_percent", walls).with("rounds", dice.range(8, 15));
    let is_smooth = dice.chance(Odds::even(75));
    Fragments(Draft::begin(if is_smooth { smooth } else { pillars }))
}

/// Caves dug by random walkers.
pub(super) fn walk(dice: &mut Dice) -> Playable {
    let presets = ["open_area", "open_halls", "winding_passages", "fat_passages", "fearful_symmetry"];
    let preset = dice.one_of(presets);
    let open = dice.range(35, 45);
    Playable(Draft::begin(stage("drunkards-walk").with("preset", preset).with("floor_percent", open)))
}

/// Caves grown by diffusion-limited aggregation.
pub(super) fn dla(dice: &mut Dice) -> Playable {
    let presets = ["walk_inwards", "walk_outwards", "central_attractor", "insectoid", "heavy_erosion"];
    let preset = dice.one_of(presets);
    let open = dice.range(25, 40);
    Playable(Draft::begin(stage("dla").with("preset", preset).with("floor_percent", open)))
}
