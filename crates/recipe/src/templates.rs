//! Recipes to start from.

use mapwright_core::{Facts, Plane, Size};

use crate::borrowed::meant;
use crate::{BuilderInfo, BuilderKind, Param, Recipe, StageRecipe, builders};

/// Names and JSON of the built-in recipes.
macro_rules! shipped {
    ($($name:literal,)*) => { &[$(($name, include_str!(concat!("../recipes/", $name, ".json"))),)*] };
}

/// The built-in recipes: name and JSON.
#[rustfmt::skip]
const SHIPPED: &[(&str, &str)] = shipped![
    "archipelago", "binary-tree-maze", "braided-maze", "building", "burrow", "carved-maze", "castle-keys", "catacombs", "cave",
    "cave-halls", "cave-maze", "cave-sanctum", "cave-with-monsters", "cave-with-vaults", "chunk-mine", "cycle-dungeon",
    "deep-floors", "deep-keep", "detours", "division-maze", "dla-central-attractor", "dla-walk-outwards",
    "drunkard-fat-passages", "drunkard-fearful-symmetry", "eller-maze", "endless-caves", "endless-cells", "endless-halls",
    "endless-islands", "endless-maze", "endless-rooms", "exploded-rooms", "gorge", "growing-tree-maze", "harbor-village",
    "herringbone-dungeon", "hunt-and-kill-maze", "island-crypt", "joined-caves", "joined-components", "level-bsp", "level-exploded",
    "level-rooms", "level-voronoi", "locked-maze", "machine-halls", "mansion", "mine", "open-cave", "pipe-puzzle",
    "pipe-torus", "pipe-unique", "polyomino-floor", "polyomino-rooms", "portal-maze", "rewrite-backtracker",
    "rewrite-boulders", "rewrite-cave", "rewrite-dungeon", "rewrite-flowers", "rewrite-growth", "rewrite-keys", "rewrite-life",
    "rewrite-nystrom", "rewrite-river", "rewrite-roots", "rewrite-trail", "rewrite-wilson", "rooms-with-doors", "round-rooms",
    "sidewinder-maze", "swamp", "temple", "torus-maze", "treasure-rooms", "unavoidable", "village", "voronoi-rooms",
    "wang-paths", "wang-ribbons", "warden-keep", "wfc-chunks", "wfc-dungeon", "wfc-wang", "wilson-maze",
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
    let info = builders().iter().find(|info| info.name == name)?;
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
            let (initial, metas) = before(info);
            (initial, [metas, vec![stage]].concat())
        }
        _ => (stage, vec![]),
    };
    Some(Recipe { seed: Some(1), metas, ..Recipe::new(Size::new(31, 21), initial) })
}

/// Stages that give a meta builder something to work on: rooms if it needs rooms or corridors, a cave if it works on
/// tiles, otherwise a maze.
fn before(info: &BuilderInfo) -> (StageRecipe, Vec<StageRecipe>) {
    let Facts { needs, gives, .. } = info.facts();
    let is_missing = |plane: &Plane| needs.contains(*plane) && !gives.contains(*plane);
    let places = [(Plane::Start, "start"), (Plane::Exit, "exit"), (Plane::Graph, "area-graph")];
    let places = places.into_iter().filter(|(plane, _)| is_missing(plane)).map(|(_, name)| StageRecipe::new(name));
    if needs.contains(Plane::Rooms) || needs.contains(Plane::Corridors) {
        let mut rooms = StageRecipe::new("random-rooms");
        if gives.contains(Plane::Corridors) {
            rooms.params.insert("corridors".to_owned(), serde_json::Value::Null);
        }
        return (rooms, places.collect());
    }
    if needs.contains(Plane::Floors) {
        return (StageRecipe::new("floors"), places.collect());
    }
    if needs.contains(Plane::Regions) {
        return (StageRecipe::new("polyomino-fill"), Vec::new());
    }
    let on_tiles = [
        "wave-function-collapse",
        "start",
        "cull-unreachable",
        "join-components",
        "spawns",
        "prefab-section",
        "prefab-vaults",
        "shortcuts",
    ];
    let on_tiles = on_tiles.contains(&info.name);
    if !on_tiles {
        let tiles = (info.name == "tiles-to-sides").then(|| StageRecipe::new("sides-to-tiles"));
        // A maze has a start.
        let places = places.filter(|stage| stage.name != "start");
        return (StageRecipe::new("prim-maze"), tiles.into_iter().chain(places).collect());
    }
    (StageRecipe::new("cellular-automata"), places.collect())
}
