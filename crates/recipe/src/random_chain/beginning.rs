//! What a level begins with: its family, and the first stages of each.

use mapwright_core::Wrap;
use serde_json::Value;

use super::draft::{Begun, Dice, Draft, Fragments, Odds, Playable, RoomsDraft, stage};
use crate::StageRecipe;
use crate::error::{RecipeError, RecipeErrorKind};

/// The kind of level that a chain begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelFamily {
    /// Rooms with rock between them, joined by corridors.
    Rooms,
    /// Rooms wall to wall, as in a building.
    Interior,
    /// Rooms and halls made of herringbone tiles.
    Herringbone,
    /// A maze with loops.
    Maze,
    /// Rooms of all shapes, each around a random seed.
    Voronoi,
    /// Caves grown by a cellular automaton.
    Cave,
    /// Caves dug by random walkers.
    Walk,
    /// Caves grown by diffusion-limited aggregation.
    Dla,
}

mapwright_core::named! {
    LevelFamily:
    Rooms = "rooms", Interior = "interior", Herringbone = "herringbone", Maze = "maze", Voronoi = "voronoi",
    Cave = "cave", Walk = "walk", Dla = "dla",
}

impl LevelFamily {
    /// How likely it is: buildings near the surface, caves deep down. The weights of all families
    /// add up to 100 at every depth, so they are percentages.
    const fn odds(self) -> Odds {
        match self {
            LevelFamily::Rooms => Odds(36, 10),
            LevelFamily::Interior => Odds(16, 8),
            LevelFamily::Herringbone => Odds(6, 4),
            LevelFamily::Maze => Odds(6, 10),
            LevelFamily::Voronoi => Odds(8, 8),
            LevelFamily::Cave => Odds(12, 28),
            LevelFamily::Walk => Odds(8, 18),
            LevelFamily::Dla => Odds(8, 14),
        }
    }

    /// A random one of `allowed`.
    pub(super) fn roll(allowed: &[LevelFamily], dice: &mut Dice) -> LevelFamily {
        let allowed = LevelFamily::ALL.into_iter().filter(|family| allowed.contains(family));
        let all: Vec<(Odds, LevelFamily)> = allowed.map(|family| (family.odds(), family)).collect();
        match all.split_last() {
            Some((&last, others)) => dice.weighted(last, others),
            None => LevelFamily::Rooms,
        }
    }

    /// The beginning of a level of the family.
    pub(super) fn begin(self, dice: &mut Dice) -> Begun {
        match self {
            LevelFamily::Rooms => Begun::Rooms(rooms(dice)),
            LevelFamily::Interior => Begun::Rooms(interior(dice)),
            LevelFamily::Herringbone => Begun::Fragments(herringbone(dice)),
            LevelFamily::Maze => Begun::Playable(maze(dice)),
            LevelFamily::Voronoi => Begun::Fragments(voronoi(dice)),
            LevelFamily::Cave => Begun::Fragments(cave(dice)),
            LevelFamily::Walk => Begun::Playable(walk(dice)),
            LevelFamily::Dla => Begun::Playable(dla(dice)),
        }
    }
}

impl std::fmt::Display for LevelFamily {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for LevelFamily {
    type Err = RecipeError;

    /// Reads a name.
    fn from_str(name: &str) -> Result<LevelFamily, RecipeError> {
        let found = LevelFamily::ALL.into_iter().find(|family| family.name() == name);
        let known = LevelFamily::ALL.into_iter().map(LevelFamily::name);
        found.ok_or_else(|| RecipeErrorKind::unknown("family", name, known).in_recipe())
    }
}

/// Rooms with rock between them, or grown from one room.
fn rooms(dice: &mut Dice) -> RoomsDraft {
    match dice.chance(Odds(20, 60)) && dice.depth >= ACCRETION_FROM {
        true => grown(dice),
        false => scattered(dice),
    }
}

/// The least depth of rooms that grow from one another.
const ACCRETION_FROM: u32 = 4;

/// Rooms of many shapes, each attached to another.
fn grown(dice: &mut Dice) -> RoomsDraft {
    let tries = dice.size.area() / dice.range(10, 40) + 20;
    let grown = stage("accretion").with("tries", tries).with("hallway_chance", f64::from(dice.range(0, 6)) / 10.0);
    let (order, in_line) = order(dice);
    let draft = Draft::begin(grown).then(stage("room-sorter").with("by", order));
    RoomsDraft { draft, in_line, has_corridors: false }
}

/// Rooms with rock between them.
fn scattered(dice: &mut Dice) -> RoomsDraft {
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
    let starter =
        starter.with("min_side", least).with("max_side", most).with("spacing", spacing).with("corridors", Value::Null);
    let (order, in_line) = order(dice);
    let draft = Draft::begin(starter).then(stage("room-sorter").with("by", order));
    let draft = draft.then_maybe(shape(dice)).then(corridors(dice));
    // Caves break into cellars deep down.
    let exploder = stage("room-exploder").with("max_diggers", 3).with("lifetime", dice.range(10, 30));
    let exploder = dice.chance(Odds(10, 40)).then_some(exploder);
    RoomsDraft { draft: draft.then_maybe(exploder), in_line, has_corridors: true }
}

/// Rooms wall to wall.
fn interior(dice: &mut Dice) -> RoomsDraft {
    let short = u32::from(dice.size.w.min(dice.size.h));
    let least = dice.range(5, 9).min(short / 4).max(3);
    let starter = stage("bsp-interior").with("min_side", least).with("corridors", Value::Null);
    let (order, in_line) = order(dice);
    let corridors = stage("corridors").with("rooms", dice.one_of(["relative-neighbors", "spanning-tree"]));
    let corridors = corridors.with("max_loops", dice.range(2, 8));
    let draft = Draft::begin(starter).then(stage("room-sorter").with("by", order)).then(corridors);
    RoomsDraft { draft, in_line, has_corridors: true }
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
        ("relative-neighbors", "straight"),
        ("spanning-tree", "straight"),
    ]);
    let width = dice.weighted((Odds::even(5), 1), &[(Odds::even(1), 2)]);
    let corridors = stage("corridors").with("rooms", rooms).with("line", line).with("width", width);
    corridors.with("max_loops", dice.range(0, 6))
}

/// Rooms and halls made of herringbone tiles.
fn herringbone(dice: &mut Dice) -> Fragments {
    let short = u32::from(dice.size.w.min(dice.size.h));
    let unit = dice.range(5, 9).min(short / 3).max(5);
    Fragments(Draft::begin(stage("herringbone-wang").with("unit", unit)))
}

/// A maze with loops, one tile wide. It is carved in a hall, so the map has the requested size, or one column or row
/// less, since cells need walls between them.
fn maze(dice: &mut Dice) -> Playable {
    let kind = dice.one_of(["backtracker", "kruskal-maze", "prim-maze", "wilson", "hunt-and-kill", "growing-tree"]);
    let braid = stage("loop-injector").with("rule", "braid").with("chance", f64::from(dice.range(3, 8)) / 10.0);
    let draft = Draft::begin(stage("arena")).then(stage("tiles-to-sides")).then(stage(kind)).then(braid);
    Playable(draft.then(stage("sides-to-tiles")))
}

/// Rooms of all shapes.
fn voronoi(dice: &mut Dice) -> Fragments {
    let seeds = dice.size.area() / dice.range(60, 110) + 4;
    Fragments(Draft::begin(stage("voronoi-cells").with("sites", seeds.min(u16::MAX.into()))))
}

/// Caves with smooth walls, or with pillars in wide halls. Small maps start with fewer walls, because walls grow from
/// the border.
fn cave(dice: &mut Dice) -> Fragments {
    let starter = stage("cellular-automata");
    let fewer = if dice.size.area() < 1000 { 2 } else { 0 };
    let walls = dice.range(42, 46) - fewer;
    let smooth = starter.clone().with("wall_chance", hundredths(walls)).with("rounds", dice.range(5, 9));
    let smooth = smooth.with("rule", "B5678/S45678");
    let walls = dice.range(50, 55) - fewer;
    let pillars = starter.with("wall_chance", hundredths(walls)).with("rounds", dice.range(8, 15));
    let is_smooth = dice.chance(Odds::even(75));
    Fragments(Draft::begin(if is_smooth { smooth } else { pillars }))
}

/// Caves dug by random walkers.
fn walk(dice: &mut Dice) -> Playable {
    let around = stage("drunkards-walk");
    let halls = around.clone().with("begin", "spread").with("lifetime", 400);
    let passages = halls.clone().with("lifetime", 100);
    let wide = passages.clone().with("brush", 2);
    let even = passages.clone().with("symmetry", "both");
    let drawn = dice.one_of([&around, &halls, &passages, &wide, &even]).clone();
    Playable(Draft::begin(drawn.with("share", hundredths(dice.range(35, 45)))))
}

/// Caves grown by diffusion-limited aggregation.
fn dla(dice: &mut Dice) -> Playable {
    let coral = stage("dla");
    let thick = coral.clone().with("brush", 2);
    let round = thick.clone().with("rule", "walk-outwards");
    let rays = thick.clone().with("rule", "central-attractor");
    let beetle = rays.clone().with("symmetry", "horizontal");
    let drawn = dice.one_of([&coral, &round, &rays, &beetle, &thick]).clone();
    Playable(Draft::begin(drawn.with("share", hundredths(dice.range(25, 40)))))
}

/// Returns a percentage as a share.
fn hundredths(percent: u32) -> f64 {
    f64::from(percent) / 100.0
}
