//! Draws every recipe of `crates/recipe/recipes`.
//!
//! `cargo run --release --example gallery` writes into `out/`: for each recipe a sheet with its map, title, legend and
//! stages, a picture of every stage, and a film of the build; and `gallery.png`, which has them all at a glance.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use mapwright::core::{BuilderMap, History};
use mapwright::files::save_atomic;
use mapwright::prelude::*;
use mapwright::recipe::{template, templates};
use mapwright::render::{
    Film, Heading, Pace, RgbaImage, Sheet, Theme, contact_sheet, fitting_scale, hero_with_stages, stage_pictures,
    write_small_png,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let out = Path::new("out");
    let mut small = Vec::new();
    for name in templates() {
        let recipe: Recipe = template(name).ok_or("a recipe is missing")?.parse()?;
        let mut history = History::every((recipe.size().area() / 100).max(1));
        let map = recipe.chain()?.build_recorded(recipe.seed(), &mut history)?;
        save(&out.join(name).join("stages.png"), &sheet(name, &recipe, &history, &map)?)?;
        write_stages(&out.join(name), &history, &map)?;
        let (w, h) = (u32::from(map.size().w), u32::from(map.size().h));
        let whole = Style { margin: Some(0), scale: (320 / w).min(216 / h).max(1), ..Style::default() };
        small.push((name, draw(&map, &whole)?));
        println!("{name}");
    }
    let shown: Vec<(&str, &RgbaImage)> = small.iter().map(|(name, picture)| (*name, picture)).collect();
    save(&out.join("gallery.png"), &contact_sheet(&shown, &Sheet { columns: Some(5), ..Sheet::default() })?)
}

/// A finished map with its title, legend and stages.
fn sheet(name: &str, recipe: &Recipe, history: &History, map: &BuilderMap) -> Outcome<RgbaImage> {
    let heading = Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size());
    let style = Style { scale: fitting_scale(map.size()).min(20), ..Style::default() };
    Ok(hero_with_stages(history, &style, &heading)?)
}

/// A picture of every stage, and a film of them all.
fn write_stages(dir: &Path, history: &History, map: &BuilderMap) -> Outcome<()> {
    let style = Style { margin: Some(0), ..Style::default() }.fit(map.size(), 640);
    for stage in stage_pictures(history, &style)? {
        save(&dir.join(stage.file_stem()).with_extension("png"), &stage.image)?;
    }
    let film = Film::of_history(history, &style)?;
    save_atomic(&dir.join("build.gif"), |file| film.write_gif(&Pace::default(), file, |_, _| ()))?;
    Ok(())
}

fn save(path: &Path, picture: &RgbaImage) -> Outcome<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    Ok(save_atomic(path, |file| write_small_png(picture, &Theme::default(), file))?)
}
