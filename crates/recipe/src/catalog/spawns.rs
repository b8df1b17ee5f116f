//! What appears where.

use mapwright_core::MetaMapBuilder;
use mapwright_dungeon::{CorridorSpawns, RoomSpawns, VoronoiSpawns};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};
use crate::spawn_table;

pub(super) fn builders() -> Vec<BuilderInfo> {
    let start_area = Param::choice(
        "start_area",
        &["empty", "stocked"],
        "empty",
        "whether the area that contains the start gets spawns",
    );
    let areas = [
        Param::choice(
            "areas",
            &["auto", "seeds", "regions"],
            "auto",
            "the areas: `seeds` around random cells, the map's `regions`, or `auto`: regions if there are any",
        ),
        Param::int("area_size", 1..=1_000_000, 100, "the average size of an area around a random cell, in open cells"),
    ];
    vec![
        info(
            "room-spawns",
            Make::Meta(spawns::<RoomSpawns>),
            "places spawns in rooms",
            stock([0, 3], 1).chain([start_area.clone()]).collect(),
        ),
        info(
            "corridor-spawns",
            Make::Meta(spawns::<CorridorSpawns>),
            "places spawns in corridors",
            stock([1, 1], 0.5).collect(),
        ),
        info(
            "voronoi-spawns",
            Make::Meta(spawns::<VoronoiSpawns>),
            "places spawns all over the map",
            areas.into_iter().chain(stock([0, 3], 1)).chain([start_area]).collect(),
        ),
    ]
}

/// The parameters that they share.
fn stock([min, max]: [u32; 2], chance: impl Into<Value>) -> impl Iterator<Item = Param> {
    let params = [
        Param::optional("table", ParamKind::SpawnTable, "what may appear, how often and at which depths"),
        Param::optional("file", ParamKind::File, "a file that holds the table, beside the recipe").not_with("table"),
        Param::int("depth", 0..=u32::MAX as u64, 1, "the depth of the level, for the table"),
        Param::int("min", 0..=1000, min, "the fewest spawns of an area"),
        Param::int("max", 0..=1000, max, "the most spawns of an area"),
        Param::share("chance", chance, "the probability that an area gets any"),
        Param::int("rise", 0..=1000, 0, "how much deeper the table counts at the end of the way"),
    ];
    params.into_iter()
}

fn spawns<B: MetaMapBuilder + DeserializeOwned + 'static>(
    mut values: Values,
    files: &Files,
) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    spawn_table::resolve(&mut values, files)?;
    Ok(Box::new(made::<B>(values)?))
}
