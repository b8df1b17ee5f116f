//! A sheet for each bundled recipe: its map, title, legend and stages. A small picture of some, and a walk.

use std::ops::RangeInclusive;

use mapwright::core::{BuilderMap, History};
use mapwright::prelude::*;
use mapwright::recipe::templates;
use mapwright::render::{Heading, RgbaImage, poster, poster_with_stages};

use crate::cut::cut;
use crate::{Outcome, Picture, recipe};

/// Recipes for the table of the front page.
const SMALL: [&str; 13] = [
    "castle-keys",
    "cave-sanctum",
    "detours",
    "endless-caves",
    "harbor-village",
    "herringbone-dungeon",
    "level-rooms",
    "mansion",
    "pipe-torus",
    "polyomino-rooms",
    "rewrite-nystrom",
    "swamp",
    "wfc-dungeon",
];

/// The pixels of a map's longer side, as far as cells have these pixels.
const MOST: u32 = 720;
const CELL: RangeInclusive<u32> = 10..=36;

pub(crate) fn pictures() -> Vec<Picture> {
    let sheets = templates().map(|name| Picture::small(name, move || sheet(name)));
    let small = SMALL.map(|name| Picture::small(&format!("small/{name}"), move || small(name)));
    sheets.chain(small).chain([Picture::small("levels-walk", walk)]).collect()
}

fn sheet(name: &str) -> Outcome<RgbaImage> {
    let recipe = recipe(name)?;
    let mut history = History::default();
    let map = recipe.chain()?.build_with(recipe.seed(), &mut history)?;
    Ok(poster_with_stages(&history, &style(&map), &heading(name, &recipe, &map))?)
}

fn style(map: &BuilderMap) -> Style {
    let floor = map.floor_size();
    let longer = u32::from(floor.w.max(floor.h)).max(1);
    Style { scale: (MOST / longer).clamp(*CELL.start(), *CELL.end()), ..Style::default() }
}

fn heading(name: &str, recipe: &Recipe, map: &BuilderMap) -> Heading {
    Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size())
}

fn small(name: &str) -> Outcome<RgbaImage> {
    let recipe = recipe(name)?;
    cut(&recipe.build(recipe.seed())?, &Style::default(), (240, 148), None)
}

/// A castle with its areas, its graph and the walk that wins it.
fn walk() -> Outcome<RgbaImage> {
    let name = "castle-keys";
    let recipe = recipe(name)?;
    let map = recipe.build(recipe.seed())?;
    let style = Style { areas: true, graph: true, walk: Some(usize::MAX), ..style(&map) };
    Ok(poster(&map, &style, &heading(name, &recipe, &map))?)
}
