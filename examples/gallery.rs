//! Draws every recipe of `crates/recipe/recipes`: `cargo run --example gallery` writes into `out/`.
//!
//! `gallery.png` has all recipes at a glance; each has a sheet with its map, title, legend and stages. Some also get a picture
//! of every stage and an animation of the build; with `cargo run --example gallery -- all` all of them do.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use mapwright::core::{BuilderMap, History};
use mapwright::files::save_atomic;
use mapwright::prelude::*;
use mapwright::recipe::{template, templates};
use mapwright::render::{self, Animation, Heading, Pace, RgbaImage, Sheet, Theme, contact_sheet, stage_pictures};

/// Recipes that are worth to be looked at stage by stage.
const BEST: [&str; 3] = ["castle-keys", "cave-sanctum", "pipe-puzzle"];

fn main() -> Result<(), Box<dyn Error>> {
    let (out, is_all) = (Path::new("out"), std::env::args().any(|word| word == "all"));
    let mut small = Vec::new();
    for name in templates() {
        let recipe: Recipe = template(name).ok_or("a recipe is missing")?.parse()?;
        let mut history = History::every((recipe.size().area() / 100).max(1));
        let map = recipe.chain()?.build_with(recipe.seed(), &mut history)?;
        let heading = Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size());
        let style = Style { scale: render::fitting_scale(map.size()).min(20), ..Style::default() };
        save(&out.join(name).join("stages.png"), &render::poster_with_stages(&history, &style, &heading)?)?;
        if is_all || BEST.contains(&name) {
            write_stages(&out.join(name), &history, &map)?;
        }
        let scale = (320 / u32::from(map.width())).min(216 / u32::from(map.height())).max(1);
        small.push((name, draw(&map, &Style { margin: Some(0), scale, ..Style::default() })?));
    }
    let shown: Vec<(&str, &RgbaImage)> = small.iter().map(|(name, picture)| (*name, picture)).collect();
    save(&out.join("gallery.png"), &contact_sheet(&shown, &Sheet { columns: Some(5), ..Sheet::default() })?)?;
    println!("out/gallery.png has all {} recipes, out/NAME/stages.png the stages of each.", shown.len());
    println!("Single stages, and animations: out/{}. For all recipes: -- all", BEST.join(", out/"));
    Ok(())
}

/// A picture of every stage, and an animation of them all.
fn write_stages(dir: &Path, history: &History, map: &BuilderMap) -> Result<(), Box<dyn Error>> {
    let style = Style { margin: Some(0), ..Style::default() }.fit(map.size(), 640);
    for stage in stage_pictures(history, &style)? {
        let stage = stage?;
        save(&dir.join(stage.file_stem()).with_extension("png"), &stage.image)?;
    }
    let animation = Animation::of_history(history, &style)?;
    Ok(save_atomic(&dir.join("build.gif"), |file| animation.write_gif(&Pace::default(), file, |_, _| ()))?)
}

fn save(path: &Path, picture: &RgbaImage) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(cannot_write)?;
    Ok(save_atomic(path, |file| render::write_small_png(picture, &Theme::default(), file)).map_err(cannot_write)?)
}

fn cannot_write(error: impl Error) -> String {
    format!("{error}; the pictures need 30 MB below out/, in a folder that you may write to")
}
