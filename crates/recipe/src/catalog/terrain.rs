//! Terrain, and things placed by rules.

use mapwright_core::MetaMapBuilder;
use mapwright_dungeon::{Landmark, Paint, Scatter};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind, check_all};
use crate::prefab::tile;
use crate::spawn_table::at;

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("paint", Make::Meta(numbered::<Paint>), "paints lakes, grass, rubble and roads", paint()),
        info("scatter", Make::Meta(numbered::<Scatter>), "places tiles, spawns or marks by rules", scatter()),
    ]
}

fn paint() -> Vec<Param> {
    let by = ParamKind::Choice(&["noise", "region", "area", "room"]);
    vec![
        Param::new("tile", ParamKind::Tile, "grass", "what is painted"),
        Param::new("over", ParamKind::Tiles, json!(["floor"]), "the tiles that may be painted over"),
        Param::new("place", ParamKind::Rules, json!({}), "where it may be painted"),
        Param::new("by", by, "noise", "how the cells are chosen: by smooth noise, or as a whole"),
        Param::new("share", ParamKind::Number(0.0, 1.0), 0.3, "the share that is painted of what may be painted"),
        Param::new("scale", ParamKind::Int(1, 1000), 10, "how far apart the broadest hills of the noise are"),
        Param::new("octaves", ParamKind::Int(1, 6), 2, "how ragged the noise is"),
        Param::new("min_patch", ParamKind::Int(1, 100_000), 1, "the fewest cells of a patch"),
        Param::new("ford", ParamKind::Tile, Value::Null, "the tile of cells that stay open to keep the way"),
        Param::new("cut", ParamKind::Bool, false, "whether a solid tile may cut the map in two"),
        Param::new("dry", ParamKind::Bool, true, "whether water spares start, exit, spawns, portals and doors"),
    ]
}

fn scatter() -> Vec<Param> {
    let unique = ParamKind::Choice(&["no", "room", "region", "area"]);
    vec![
        Param::new("what", ParamKind::Scattered, json!({ "tile": "gravel" }), "what is placed"),
        Param::new("over", ParamKind::Tiles, json!(["floor"]), "the tiles on which it may stand"),
        Param::new("place", ParamKind::Rules, json!({}), "where it may stand"),
        Param::new("spacing", ParamKind::Int(1, 1000), 5, "the least distance between two, in cells"),
        Param::new("count", ParamKind::Int(0, u32::MAX.into()), Value::Null, "how many at most"),
        Param::new("density", ParamKind::Number(0.0, 1.0), 1, "the greatest share of the cells that fit"),
        Param::new("min", ParamKind::Int(0, u32::MAX.into()), 0, "how many at least; fewer are an error"),
        Param::new("unique", unique, "no", "where only one may be"),
    ]
}

/// The fields of the rules where something may be.
pub(crate) fn rules() -> [Param; 6] {
    let ground = ParamKind::Choice(&["any", "room", "corridor", "wide", "narrow"]);
    let depth = ParamKind::Int(0, u32::MAX as u64);
    [
        Param::new("distances", ParamKind::Distances, json!([]), "how far it must be from what"),
        Param::new("ground", ground, "any", "on which ground"),
        Param::new("role", ParamKind::Text, Value::Null, "the role of its area"),
        Param::new("tag", ParamKind::Text, Value::Null, "a tag of its area or room"),
        Param::new("min_depth", depth, 0, "the least depth of its area"),
        Param::new("max_depth", depth, u32::MAX, "the greatest depth of its area"),
    ]
}

/// The fields of a distance. The first must be given.
pub(crate) fn distance() -> [Param; 4] {
    let steps = ParamKind::Int(0, u32::MAX as u64);
    let how = ParamKind::Choice(&["walk", "straight", "diagonal"]);
    [
        Param::new("to", ParamKind::Landmark, "", "from what it is measured"),
        Param::new("min", steps, 0, "the fewest steps"),
        Param::new("max", steps, u32::MAX, "the most steps"),
        Param::new("steps", how, "walk", "how steps go"),
    ]
}

/// Checks the rules called `name`, and says which is wrong.
pub(crate) fn check_rules(name: &str, fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    check_all(&rules(), fields).map_err(|error| at(name, "rule", error))
}

/// Checks a list of distances.
pub(crate) fn check_distances(name: &str, list: &[Value]) -> Result<(), RecipeErrorKind> {
    let known = distance();
    list.iter().enumerate().try_for_each(|(i, entry)| {
        let place = format!("{name}[{i}]");
        let expected = "a distance such as {\"to\": \"water\", \"max\": 2}";
        let Value::Object(fields) = entry else {
            return Err(RecipeErrorKind::value(place, entry.clone(), expected));
        };
        check_all(&known, fields).map_err(|error| at(&place, "field of a distance", error))?;
        match fields.contains_key("to") {
            true => Ok(()),
            false => Err(RecipeErrorKind::missing(format!("{place}.to"), known[0].kind.to_string())),
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
