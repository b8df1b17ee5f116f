//! Draws every recipe of `recipes/`, stage by stage, into `out/`.
//!
//! `cargo run --release --example gallery`, or with another folder as its argument.

use std::error::Error;
use std::path::{Path, PathBuf};

use mapwright::core::History;
use mapwright::recipe::Recipe;
use mapwright::render::{Pace, Sheet, StagePicture, Style, contact_sheet, save_atomic, stage_pictures};
use mapwright::render::{write_gif, write_png};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "out".to_owned()));
    let mut recipes: Vec<PathBuf> =
        std::fs::read_dir("recipes")?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    recipes.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    recipes.sort();
    let mut results = Vec::new();
    for path in &recipes {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let recipe: Recipe = std::fs::read_to_string(path)?.parse()?;
        let stages = draw_recipe(&recipe, &name, &out.join(&name))?;
        println!("{}: {} stages", out.join(&name).display(), stages.len());
        results.extend(stages.into_iter().last().map(|stage| (name, stage.image)));
    }
    let shown: Vec<(&str, &_)> = results.iter().map(|(name, image)| (name.as_str(), image)).collect();
    let sheet = Sheet { title: Some("Mapwright".to_owned()), ..Sheet::default() };
    let sheet = contact_sheet(&shown, &sheet)?;
    save_atomic(&out.join("gallery.png"), |file| write_png(&sheet, file))?;
    println!("{}: all {} recipes at a glance", out.join("gallery.png").display(), recipes.len());
    Ok(())
}

/// One picture a stage, all of them on a sheet, and the whole build as a film.
fn draw_recipe(recipe: &Recipe, name: &str, out: &Path) -> Result<Vec<StagePicture>, Box<dyn Error>> {
    std::fs::create_dir_all(out)?;
    let area = u32::from(recipe.width) * u32::from(recipe.height);
    let mut history = History::every((area / 120).max(1));
    recipe.chain()?.build_recorded(recipe.seed(), &mut history)?;
    let style = Style { tint: true, ..Style::default() }.fit(recipe.size(), 640);
    let stages = stage_pictures(&history, &style)?;
    for stage in &stages {
        save_atomic(&out.join(stage.file_stem()).with_extension("png"), |file| write_png(&stage.image, file))?;
    }
    let shown: Vec<(String, &_)> = stages.iter().map(|stage| (stage.caption(), &stage.image)).collect();
    let sheet = contact_sheet(&shown, &Sheet { title: Some(name.to_owned()), ..Sheet::default() })?;
    save_atomic(&out.join("contact-sheet.png"), |file| write_png(&sheet, file))?;
    save_atomic(&out.join("build.gif"), |file| write_gif(&history, &style, Pace::default(), file, |_, _| ()))?;
    Ok(stages)
}
