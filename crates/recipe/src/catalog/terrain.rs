//! Terrain, and things placed by rules.

use mapwright_core::MetaMapBuilder;
use mapwright_dungeon::{Landmark, Paint, Scatter};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::entries::{at, check_entries};
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind, check_all};
use crate::prefab::tile;

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("paint", Make::Meta(numbered::<Paint>), "paints lakes, grass, rubble and roads", paint()),
        info("scatter", Make::Meta(numbered::<Scatter>), "places tiles, spawns or marks by rules", scatter()),
    ]
}

fn paint() -> Vec<Param> {
    let by = ParamKind::Choice(&["noise", "region", "area", "room"]);
    vec![
        Param::new("tile", ParamKind::Tile, "grass", "the tile to paint"),
        Param::new("over", ParamKind::Tiles, json!(["floor"]), "the tiles that may be painted over"),
        Param::new("place", ParamKind::Rules, json!({}), "where to paint"),
        Param::new("by", by, "noise", "what decides which cells: smooth noise, or whole regions, areas or rooms"),
        Param::share("share", 0.3, "the share of these cells to paint"),
        Param::int("scale", 1..=1000, 10, "the distance between the largest hills of the noise, in cells"),
        Param::int("octaves", 1..=6, 2, "how ragged the noise is"),
        Param::int("min_patch", 1..=100_000, 1, "the smallest patch, in cells"),
        Param::optional(
            "ford",
            ParamKind::Tile,
            "the tile of cells left open so that solid paint does not cut the way",
        ),
        Param::flag("cut", false, "whether solid paint may cut the way"),
        Param::flag("dry", true, "whether to keep water off start, exit, spawns, portals and doors"),
    ]
}

fn scatter() -> Vec<Param> {
    let unique = ParamKind::Choice(&["no", "room", "region", "area"]);
    vec![
        Param::new("what", ParamKind::Scattered, json!({ "tile": "gravel" }), "what to place"),
        Param::new("over", ParamKind::Tiles, json!(["floor"]), "the tiles to place it on"),
        Param::new("place", ParamKind::Rules, json!({}), "where to place it"),
        Param::int("spacing", 1..=1000, 5, "the smallest distance between two, in cells"),
        Param::optional("count", ParamKind::Int(0, u32::MAX.into()), "the most to place"),
        Param::share("density", 1, "the largest share of the cells that fit"),
        Param::int("min", 0..=u32::MAX.into(), 0, "the fewest to place; fewer are an error"),
        Param::new("unique", unique, "no", "where to place only one"),
    ]
}

/// The fields of the rules where something may be.
pub(crate) fn rules() -> [Param; 6] {
    let ground = ParamKind::Choice(&["any", "room", "corridor", "wide", "narrow"]);
    let depth = ParamKind::Int(0, u32::MAX as u64);
    [
        Param::new("distances", ParamKind::Distances, json!([]), "how far from what"),
        Param::new("ground", ground, "any", "on what ground"),
        Param::optional("role", ParamKind::Text, "the role of its area"),
        Param::optional("tag", ParamKind::Text, "a tag of its area or room"),
        Param::new("min_depth", depth, 0, "the smallest depth of its area"),
        Param::new("max_depth", depth, u32::MAX, "the largest depth of its area"),
    ]
}

/// The fields of a distance. The first must be given.
pub(crate) fn distance() -> [Param; 4] {
    let steps = ParamKind::Int(0, u32::MAX as u64);
    let how = ParamKind::Choice(&["walk", "straight", "diagonal"]);
    [
        Param::new("to", ParamKind::Landmark, "", "what to measure from"),
        Param::new("min", steps, 0, "the fewest steps"),
        Param::new("max", steps, u32::MAX, "the most steps"),
        Param::new("steps", how, "walk", "how to count steps"),
    ]
}

/// Checks the rules called `name`, and says which is wrong.
pub(crate) fn check_rules(name: &str, fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    check_all(&rules(), fields).map_err(|error| at(name, "rule", error))
}

/// Checks a list of distances.
pub(crate) fn check_distances(name: &str, list: &[Value]) -> Result<(), RecipeErrorKind> {
    let (known, example) = (distance(), "a distance such as {\"to\": \"water\", \"max\": 2}");
    check_entries(name, list, example, "field of a distance", |fields| {
        check_all(&known, fields)?;
        match fields.contains_key("to") {
            true => Ok(()),
            false => Err(RecipeErrorKind::missing("to", known[0].kind.to_string())),
        }
    })
}

/// Whether a value is a landmark.
pub(crate) fn is_landmark(value: &Value) -> bool {
    serde_json::from_value::<Landmark>(value.clone()).is_ok()
}

/// Whether a value is something to scatter.
pub(crate) fn is_scattered(value: &Value) -> bool {
    let entry = value.as_object().filter(|fields| fields.len() == 1).and_then(|fields| fields.iter().next());
    entry.is_some_and(|(kind, value)| match kind.as_str() {
        "tile" => tile(value).is_some(),
        "spawn" | "mark" => value.is_string(),
        _ => false,
    })
}

/// A stage whose tiles are numbers, not names.
fn numbered<B: MetaMapBuilder + DeserializeOwned + 'static>(
    mut values: Values,
    _: &Files,
) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let number = |value: &mut Value| *value = json!(tile(value));
    values.get_mut("tile").into_iter().for_each(number);
    values.get_mut("ford").filter(|ford| !ford.is_null()).into_iter().for_each(number);
    values.get_mut("what").and_then(|what| what.get_mut("tile")).into_iter().for_each(number);
    if let Some(Value::Array(over)) = values.get_mut("over") {
        over.iter_mut().for_each(number);
    }
    Ok(Box::new(made::<B>(values)?))
}

#[cfg(test)]
mod tests {
    use mapwright_dungeon::PlaceRules;

    use super::*;

    #[test]
    fn the_rules_are_those_of_the_builders() {
        let fields: Vec<(String, Value)> = rules().map(|rule| (rule.name.to_owned(), rule.default)).into();
        let read = serde_json::from_value::<PlaceRules>(Value::Object(fields.into_iter().collect()));
        assert_eq!(read.ok(), Some(PlaceRules::default()));
    }
}
