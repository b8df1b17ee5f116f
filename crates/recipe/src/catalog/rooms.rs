//! Rooms.

use mapwright_core::InitialMapBuilder;
use mapwright_dungeon::{
    BspDungeon, BspInterior, RandomRooms, RoomCornerRounder, RoomDrawer, RoomExploder, RoomSorter, RoomsFromRegions,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BuilderInfo, Made, Make, Values, corridor_params, info, made, meta};
use crate::Files;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "random-rooms",
            Make::Initial(joined::<RandomRooms>),
            "rooms at random positions, joined by corridors",
            sizes(30, 6),
        ),
        info(
            "bsp-dungeon",
            Make::Initial(joined::<BspDungeon>),
            "rooms in quarters of quarters of the map, joined by corridors",
            sizes(240, 4),
        ),
        info(
            "bsp-interior",
            Make::Initial(joined::<BspInterior>),
            "rooms wall to wall, joined by gaps in the walls",
            vec![Param::int("min", 1..=65_535, 8, "the shortest side of a room, in cells"), corridors()],
        ),
        info(
            "rooms-from-regions",
            meta::<RoomsFromRegions>(),
            "makes rooms of regions, areas or caves",
            from_regions(),
        ),
        info("room-sorter", meta::<RoomSorter>(), "sorts the rooms", vec![by()]),
        info("room-drawer", meta::<RoomDrawer>(), "redraws rooms as ellipses, circles or rectangles", shapes()),
        info(
            "room-corner-rounder",
            meta::<RoomCornerRounder>(),
            "rounds the corners of rooms",
            vec![Param::int("radius", 1..=100, 2, "the radius of the corners, in cells")],
        ),
        info(
            "room-exploder",
            meta::<RoomExploder>(),
            "sends diggers on random walks out of rooms",
            vec![
                Param::int("diggers", 0..=100, 6, "the most diggers of a room"),
                Param::int("lifetime", 0..=1000, 20, "how many random steps a digger takes"),
            ],
        ),
    ]
}

/// The parameters of builders that try rooms of random sizes, at most 10 cells a side.
fn sizes(tries: u32, min: u16) -> Vec<Param> {
    let cells = ParamKind::Int(1, 65_535);
    vec![
        Param::int("tries", 1..=1_000_000, tries, "how many placements to try"),
        Param::new("min", cells, min, "the shortest side of a room, in cells"),
        Param::new("max", cells, 10, "the longest side of a room, in cells; values below `min` count as `min`"),
        Param::optional("max_rooms", ParamKind::Int(1, u32::MAX as u64), "the most rooms"),
        Param::int("spacing", 1..=100, 1, "the fewest cells of rock between rooms"),
        corridors(),
    ]
}

/// The parameter `corridors`: all parameters of that stage at their defaults.
fn corridors() -> Param {
    let all = corridor_params().into_iter().map(|param| (param.name.to_owned(), param.default));
    let about = "how the rooms are joined, as the stage `corridors` does; `none` for no corridors";
    Param::new("corridors", ParamKind::Corridors, Value::Object(all.collect()), about)
}

/// A builder of rooms, with or without corridors.
fn joined<B: InitialMapBuilder + DeserializeOwned + 'static>(
    mut values: Values,
    _: &Files,
) -> Made<dyn InitialMapBuilder> {
    if let Some(corridors) = values.get_mut("corridors").filter(|corridors| *corridors == "none") {
        *corridors = Value::Null;
    }
    Ok(Box::new(made::<B>(values)?))
}

fn from_regions() -> Vec<Param> {
    let sources = ParamKind::Choice(&["auto", "regions", "areas", "components"]);
    vec![
        Param::new(
            "from",
            sources,
            "auto",
            "what becomes rooms; `auto` takes the first of the others that the map has",
        ),
        Param::int("min_size", 1..=1_000_000, 9, "the fewest open cells of a room"),
    ]
}

fn by() -> Param {
    let orders = &["left", "right", "top", "bottom", "center", "largest", "smallest", "random"];
    Param::choice("by", orders, "left", "which room comes first")
}

fn shapes() -> Vec<Param> {
    vec![
        Param::choice("shape", &["rectangle", "ellipse", "circle"], "ellipse", "the shape of rooms"),
        Param::share("chance", 0.5, "the probability that a room gets the shape; the others become rectangles"),
    ]
}
