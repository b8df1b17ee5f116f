//! Recipes to start from.

use mapwright_core::Plane;

use crate::alias::meant;
use crate::{BuilderInfo, BuilderKind, Param, Recipe, StageRecipe, builders};

/// The built-in recipes: name and JSON.
const SHIPPED: &[(&str, &str)] = &[
    ("archipelago", include_str!("../recipes/archipelago.json")),
    ("binary-tree-maze", include_str!("../recipes/binary-tree-maze.json")),
    ("braided-maze", include_str!("../recipes/braided-maze.json")),
    ("building", include_str!("../recipes/building.json")),
    ("carved-maze", include_str!("../recipes/carved-maze.json")),
    ("castle-keys", include_str!("../recipes/castle-keys.json")),
    ("cave", include_str!("../recipes/cave.json")),
    ("cave-halls", include_str!("../recipes/cave-halls.json")),
    ("cave-maze", include_str!("../recipes/cave-maze.json")),
    ("cave-sanctum", include_str!("../recipes/cave-sanctum.json")),
    ("cave-with-monsters", include_str!("../recipes/cave-with-monsters.json")),
    ("cave-with-vaults", include_str!("../recipes/cave-with-vaults.json")),
    ("cycle-dungeon", include_str!("../recipes/cycle-dungeon.json")),
    ("detours", include_str!("../recipes/detours.json")),
    ("division-maze", include_str!("../recipes/division-maze.json")),
    ("dla-central-attractor", include_str!("../recipes/dla-central-attractor.json")),
    ("dla-heavy-erosion", include_str!("../recipes/dla-heavy-erosion.json")),
    ("dla-insectoid", include_str!("../recipes/dla-insectoid.json")),
    ("dla-walk-inwards", include_str!("../recipes/dla-walk-inwards.json")),
    ("dla-walk-outwards", include_str!("../recipes/dla-walk-outwards.json")),
    ("drunkard-fat-passages", include_str!("../recipes/drunkard-fat-passages.json")),
    ("drunkard-fearful-symmetry", include_str!("../recipes/drunkard-fearful-symmetry.json")),
    ("drunkard-open-area", include_str!("../recipes/drunkard-open-area.json")),
    ("drunkard-open-halls", include_str!("../recipes/drunkard-open-halls.json")),
    ("drunkard-winding-passages", include_str!("../recipes/drunkard-winding-passages.json")),
    ("eller-maze", include_str!("../recipes/eller-maze.json")),
    ("exploded-rooms", include_str!("../recipes/exploded-rooms.json")),
    ("growing-tree-maze", include_str!("../recipes/growing-tree-maze.json")),
    ("harbor-village", include_str!("../recipes/harbor-village.json")),
    ("herringbone-dungeon", include_str!("../recipes/herringbone-dungeon.json")),
    ("hunt-and-kill-maze", include_str!("../recipes/hunt-and-kill-maze.json")),
    ("island-crypt", include_str!("../recipes/island-crypt.json")),
    ("joined-caves", include_str!("../recipes/joined-caves.json")),
    ("joined-parts", include_str!("../recipes/joined-parts.json")),
    ("level-bsp", include_str!("../recipes/level-bsp.json")),
    ("level-cave", include_str!("../recipes/level-cave.json")),
    ("level-dla", include_str!("../recipes/level-dla.json")),
    ("level-exploded", include_str!("../recipes/level-exploded.json")),
    ("level-interior", include_str!("../recipes/level-interior.json")),
    ("level-maze", include_str!("../recipes/level-maze.json")),
    ("level-rooms", include_str!("../recipes/level-rooms.json")),
    ("level-voronoi", include_str!("../recipes/level-voronoi.json")),
    ("level-walk", include_str!("../recipes/level-walk.json")),
    ("locked-maze", include_str!("../recipes/locked-maze.json")),
    ("mansion", include_str!("../recipes/mansion.json")),
    ("mine", include_str!("../recipes/mine.json")),
    ("open-cave", include_str!("../recipes/open-cave.json")),
    ("pillar-cave", include_str!("../recipes/pillar-cave.json")),
    ("pipe-puzzle", include_str!("../recipes/pipe-puzzle.json")),
    ("pipe-torus", include_str!("../recipes/pipe-torus.json")),
    ("pipe-unique", include_str!("../recipes/pipe-unique.json")),
    ("polyomino-floor", include_str!("../recipes/polyomino-floor.json")),
    ("polyomino-rooms", include_str!("../recipes/polyomino-rooms.json")),
    ("portal-maze", include_str!("../recipes/portal-maze.json")),
    ("rewrite-backtracker", include_str!("../recipes/rewrite-backtracker.json")),
    ("rewrite-boulders", include_str!("../recipes/rewrite-boulders.json")),
    ("rewrite-cave", include_str!("../recipes/rewrite-cave.json")),
    ("rewrite-dungeon", include_str!("../recipes/rewrite-dungeon.json")),
    ("rewrite-flowers", include_str!("../recipes/rewrite-flowers.json")),
    ("rewrite-growth", include_str!("../recipes/rewrite-growth.json")),
    ("rewrite-keys", include_str!("../recipes/rewrite-keys.json")),
    ("rewrite-life", include_str!("../recipes/rewrite-life.json")),
    ("rewrite-maze-growth", include_str!("../recipes/rewrite-maze-growth.json")),
    ("rewrite-nystrom", include_str!("../recipes/rewrite-nystrom.json")),
    ("rewrite-river", include_str!("../recipes/rewrite-river.json")),
    ("rewrite-roots", include_str!("../recipes/rewrite-roots.json")),
    ("rewrite-trail", include_str!("../recipes/rewrite-trail.json")),
    ("rewrite-voronoi", include_str!("../recipes/rewrite-voronoi.json")),
    ("rewrite-wilson", include_str!("../recipes/rewrite-wilson.json")),
    ("rooms-and-tunnels", include_str!("../recipes/rooms-and-tunnels.json")),
    ("rooms-with-doors", include_str!("../recipes/rooms-with-doors.json")),
    ("round-rooms", include_str!("../recipes/round-rooms.json")),
    ("short-corridors", include_str!("../recipes/short-corridors.json")),
    ("sidewinder-maze", include_str!("../recipes/sidewinder-maze.json")),
    ("slanting-corridors", include_str!("../recipes/slanting-corridors.json")),
    ("split-dungeon", include_str!("../recipes/split-dungeon.json")),
    ("swamp", include_str!("../recipes/swamp.json")),
    ("temple", include_str!("../recipes/temple.json")),
    ("torus-maze", include_str!("../recipes/torus-maze.json")),
    ("treasure-rooms", include_str!("../recipes/treasure-rooms.json")),
    ("unavoidable", include_str!("../recipes/unavoidable.json")),
    ("village", include_str!("../recipes/village.json")),
    ("voronoi-rooms", include_str!("../recipes/voronoi-rooms.json")),
    ("wang-paths", include_str!("../recipes/wang-paths.json")),
    ("wang-ribbons", include_str!("../recipes/wang-ribbons.json")),
    ("wfc-chunks", include_str!("../recipes/wfc-chunks.json")),
    ("wfc-dungeon", include_str!("../recipes/wfc-dungeon.json")),
    ("wfc-wang", include_str!("../recipes/wfc-wang.json")),
    ("wilson-maze", include_str!("../recipes/wilson-maze.json")),
];

/// The names of the built-in recipes.
pub fn templates() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|&(name, _)| name)
}

/// A recipe to start from: a built-in one, or one that shows a builder with all its parameters at their defaults.
pub fn template(name: &str) -> Option<String> {
    let shipped = SHIPPED.iter().find(|&&(shipped, _)| shipped == name);
    shipped.map(|&(_, json)| json.to_owned()).or_else(|| Some(for_builder(name)?.to_json()))
}

/// The built-in recipe or builder that a wrong name most likely stands for.
///
/// ```
/// use mapwright_recipe::nearest_template;
///
/// assert_eq!(nearest_template("pipepuzzle").as_deref(), Some("pipe-puzzle"));
/// ```
pub fn nearest_template(name: &str) -> Option<String> {
    let builders = builders();
    let known: Vec<&str> = templates().chain(builders.iter().map(|info| info.name)).collect();
    meant(name, &known)
}

fn for_builder(name: &str) -> Option<Recipe> {
    let info = builders().into_iter().find(|info| info.name == name)?;
    let applies = |param: &&Param| match param.only_with {
        Some((other, values)) => {
            let default = info.params.iter().find(|param| param.name == other).and_then(|param| param.default.as_str());
            default.is_some_and(|default| values.contains(&default))
        }
        None => true,
    };
    let given = info.params.iter().filter(|param| !param.default.is_null()).filter(applies);
    let mut stage = StageRecipe::new(name);
    stage.params = given.map(|param| (param.name.to_owned(), param.default.clone())).collect();
    if name == "from-map" {
        stage.params.insert("file".to_owned(), "map.json".into());
    }
    let (initial, metas) = match info.kind() {
        BuilderKind::Meta => {
            let (initial, metas) = before(&info);
            (initial, [metas, vec![stage]].concat())
        }
        _ => (stage, vec![]),
    };
    Some(Recipe { schema: None, width: 31, height: 21, wrap: None, seed: Some(1), initial, metas })
}

/// Stages that give a meta builder something to work on: rooms if it needs rooms or corridors, a cave if it works on
/// tiles, otherwise a maze.
fn before(info: &BuilderInfo) -> (StageRecipe, Vec<StageRecipe>) {
    let [requires, provides, _] = info.planes();
    let is_missing = |plane: &Plane| requires.contains(plane) && !provides.contains(plane);
    let places = [(Plane::Start, "area-start"), (Plane::Exit, "distant-exit"), (Plane::Graph, "area-graph")];
    let places = places.into_iter().filter(|(plane, _)| is_missing(plane)).map(|(_, name)| StageRecipe::new(name));
    if requires.contains(&Plane::Rooms) || requires.contains(&Plane::Corridors) {
        let mut rooms = StageRecipe::new("random-rooms");
        if provides.contains(&Plane::Corridors) {
            rooms.params.insert("corridors".to_owned(), "none".into());
        }
        return (rooms, places.collect());
    }
    if requires.contains(&Plane::Regions) {
        return (StageRecipe::new("polyomino-fill"), Vec::new());
    }
    let on_tiles = [
        "wave-function-collapse",
        "area-start",
        "area-exit",
        "cull-unreachable",
        "join-parts",
        "voronoi-spawns",
        "prefab-section",
        "prefab-vaults",
    ];
    let on_tiles = on_tiles.contains(&info.name);
    if !on_tiles {
        let tiles = (info.name == "tiles-to-sides").then(|| StageRecipe::new("sides-to-tiles"));
        // A maze has a start.
        let places = places.filter(|stage| stage.name != "area-start");
        return (StageRecipe::new("prim-maze"), tiles.into_iter().chain(places).collect());
    }
    (StageRecipe::new("cellular-automata"), places.collect())
}
