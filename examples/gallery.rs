//! Draws every recipe of `crates/recipe/recipes`, stage by stage.
//!
//! `cargo run --release --example gallery` writes into `out/`: for each recipe a picture of every stage, a
//! sheet of them all, and a film of the build. With `-- --sheets DIR` it writes only the sheets, into DIR, and small
//! pictures for the front page into `DIR/small`. One sheet more has levels that the random chain rolled.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::{Path, PathBuf};

use mapwright::core::History;
use mapwright::files::save_atomic;
use mapwright::prelude::{RandomChain, Size};
use mapwright::recipe::Recipe;
use mapwright::render::{Pace, RgbaImage, Sheet, StagePicture, Style, contact_sheet, draw, save_png};
use mapwright::render::{stage_pictures, stage_sheet, write_gif};

/// Recipes that show what the toolkit can do.
const FRONT_PAGE: [&str; 12] = [
    "archipelago",
    "castle-keys",
    "cave-sanctum",
    "harbor-village",
    "herringbone-dungeon",
    "level-bsp",
    "pipe-torus",
    "polyomino-floor",
    "rewrite-nystrom",
    "rewrite-river",
    "swamp",
    "unavoidable",
];

/// Recipes for the table of the front page, a small picture of each.
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

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, all) = match &args[..] {
        [] => ("out", true),
        [flag, dir] if flag == "--sheets" => (dir.as_str(), false),
        _ => return Err("usage: gallery [--sheets DIR]".into()),
    };
    let out = Path::new(out);
    let mut results = Vec::new();
    let recipes = recipes()?;
    for (name, recipe) in &recipes {
        let (history, style) = record(recipe)?;
        let stages = stage_pictures(&history, &style)?;
        let titled = Sheet { title: Some(name.clone()), notes: recipe.notes(), ..Sheet::default() };
        let sheet = stage_sheet(&history, &style, &titled)?;
        if all {
            let dir = out.join(name);
            write_stages(&dir, &stages, &sheet)?;
            save_atomic(&dir.join("build.gif"), |file| write_gif(&history, &style, &Pace::default(), file, |_, _| ()))?;
            println!("{}: {} stages", dir.display(), stages.len());
        } else {
            save_picture(&out.join(name).with_extension("png"), &sheet)?;
        }
        if !all && SMALL.contains(&name.as_str()) {
            let map = recipe.chain()?.build(recipe.seed())?;
            let small = draw(&map, &style.fit(map.size(), 240))?;
            save_picture(&out.join("small").join(name).with_extension("png"), &small)?;
        }
        results.extend(stages.into_iter().last().map(|stage| (name.clone(), stage.image)));
    }
    // Beside the sheets, a picture for the front page.
    let shown = results.iter().filter(|(name, _)| all || FRONT_PAGE.contains(&name.as_str()));
    let shown: Vec<(String, &RgbaImage)> = shown.map(|(name, image)| (name.clone(), image)).collect();
    println!("{}: {} of {} recipes at a glance", out.join("gallery.png").display(), shown.len(), recipes.len());
    save_picture(&out.join("gallery.png"), &sheet("Mapwright", shown)?)?;
    save_picture(&out.join("random-chain.png"), &rolled_levels()?)
}

/// Twelve levels of the random chain, ever deeper.
fn rolled_levels() -> Result<RgbaImage, Box<dyn Error>> {
    let mut levels = Vec::new();
    for seed in 1..=12 {
        let depth = 2 * seed - 1;
        let chain = RandomChain { depth, size: Size::new(72, 44), ..RandomChain::default() };
        let (recipe, map) = chain.build(seed.into())?;
        let style = Style { margin: Some(4), ..Style::default() }.fit(map.size(), 480);
        levels.push((format!("depth {depth}, seed {seed}: {}", recipe.initial.name), draw(&map, &style)?));
    }
    sheet("random chain", levels.iter().map(|(caption, image)| (caption.clone(), image)).collect())
}

/// The recipes by name.
fn recipes() -> Result<Vec<(String, Recipe)>, Box<dyn Error>> {
    let mut recipes = Vec::new();
    for entry in std::fs::read_dir("crates/recipe/recipes")? {
        let path: PathBuf = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            recipes.push((name, std::fs::read_to_string(path)?.parse()?));
        }
    }
    recipes.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(recipes)
}

/// The build of a recipe in about a hundred frames, and a style that fits it.
fn record(recipe: &Recipe) -> Result<(History, Style), Box<dyn Error>> {
    let mut history = History::every((recipe.size().area() / 100).max(1));
    recipe.chain()?.build_recorded(recipe.seed(), &mut history)?;
    // The tint of distances would hide what is painted.
    let tint = recipe.metas.iter().all(|stage| stage.name != "paint");
    let style = Style { tint, margin: Some(4), ..Style::default() };
    Ok((history, style.fit(recipe.size(), 640)))
}

fn sheet(title: &str, pictures: Vec<(String, &RgbaImage)>) -> Result<RgbaImage, Box<dyn Error>> {
    Ok(contact_sheet(&pictures, &Sheet { title: Some(title.to_owned()), ..Sheet::default() })?)
}

fn write_stages(dir: &Path, stages: &[StagePicture], sheet: &RgbaImage) -> Result<(), Box<dyn Error>> {
    for stage in stages {
        save_picture(&dir.join(stage.file_stem()).with_extension("png"), &stage.image)?;
    }
    save_picture(&dir.join("contact-sheet.png"), sheet)
}

fn save_picture(path: &Path, picture: &RgbaImage) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    Ok(save_png(path, picture)?)
}
