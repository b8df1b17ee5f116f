//! Wide windows of the endless worlds.

use mapwright::prelude::*;
use mapwright::render::RgbaImage;
use mapwright::world::{ChainWorld, WorldRect};

use crate::{Outcome, Picture, recipe};

/// Cells across and down, and pixels of a cell.
const SIZE: (u32, u32) = (180, 44);
const CELL: u32 = 8;

pub(crate) fn pictures() -> Vec<Picture> {
    let names = ["caves", "rooms", "maze", "cells", "islands", "halls"].map(|name| format!("endless-{name}"));
    names.map(|name| Picture::small(&format!("{name}-wide"), move || window(&name))).into()
}

fn window(name: &str) -> Outcome<RgbaImage> {
    let recipe = recipe(name)?;
    let world = ChainWorld::new(recipe.chain()?, recipe.seed())?;
    let map = world.window(WorldRect::new(0, 0, SIZE.0, SIZE.1))?;
    Ok(draw(&map, &Style { scale: CELL, margin: Some(0), ..Style::default() })?)
}
