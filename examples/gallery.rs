//! Draws every recipe of `crates/recipe/recipes`.
//!
//! `cargo run --release --example gallery` writes into `out/`: for each recipe a sheet with its map, title, legend and
//! stages, a picture of every stage, and a film of the build; and over all of them a gallery and a banner. With
//! `-- --docs docs/pictures` it writes the pictures of the documentation, with 256 colors each.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use mapwright::core::{BuilderMap, History};
use mapwright::files::save_atomic;
use mapwright::prelude::*;
use mapwright::recipe::{template, templates};
use mapwright::render::{
    Card, Film, Heading, Pace, RgbaImage, Sheet, Slice, Theme, banner, contact_sheet, fitting_scale, gallery,
    hero_with_stages, save_png, stage_pictures, theme, thumbnail, write_small_png,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The cards of the gallery: recipe and theme.
const CARDS: [(&str, &str); 12] = [
    ("castle-keys", "atlas"),
    ("archipelago", "atlas"),
    ("temple", "parchment"),
    ("mine", "dark"),
    ("harbor-village", "atlas"),
    ("swamp", "atlas"),
    ("cave-sanctum", "atlas"),
    ("level-rooms", "blueprint"),
    ("growing-tree-maze", "atlas"),
    ("island-crypt", "parchment"),
    ("mansion", "print"),
    ("village", "atlas"),
];

/// The slices of the banner: recipe, theme, and the cell in the middle.
const SLICES: [(&str, &str, (u16, u16)); 4] = [
    ("archipelago", "atlas", (22, 16)),
    ("temple", "parchment", (28, 24)),
    ("castle-keys", "dark", (55, 13)),
    ("level-rooms", "blueprint", (32, 25)),
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

/// Pixels of a cell in the documentation, which should stay small.
const DOCS: u32 = 12;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, docs) = match &args[..] {
        [] => ("out", false),
        [flag, dir] if flag == "--docs" => (dir.as_str(), true),
        _ => return Err("usage: gallery [--docs DIR]".into()),
    };
    let out = Path::new(out);
    for name in templates() {
        let recipe = recipe(name)?;
        let mut history = History::every((recipe.size().area() / 100).max(1));
        let map = recipe.chain()?.build_recorded(recipe.seed(), &mut history)?;
        if docs {
            save(&out.join(name).with_extension("png"), &sheet(name, &recipe, &history, &map, DOCS)?)?;
        } else {
            save(&out.join(name).join("stages.png"), &sheet(name, &recipe, &history, &map, 20)?)?;
            write_stages(&out.join(name), &history, &map)?;
        }
        if docs && SMALL.contains(&name) {
            let picture = thumbnail(&map, &Style::default(), (240, 148))?;
            save(&out.join("small").join(name).with_extension("png"), &picture)?;
        }
        println!("{name}");
    }
    save(&out.join("gallery.png"), &cards()?)?;
    // The one with more colors than a palette has: its dark slice would show bands.
    save_png(out.join("banner.png"), &slices()?)?;
    save(&out.join("random-chain.png"), &rolled_levels()?)
}

/// A finished map with its title, legend and stages, with at most so many pixels a cell.
fn sheet(name: &str, recipe: &Recipe, history: &History, map: &BuilderMap, most: u32) -> Outcome<RgbaImage> {
    let heading = Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size());
    let style = Style { scale: fitting_scale(map.size()).min(most), ..Style::default() };
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

/// Maps on cards, each in its theme.
fn cards() -> Outcome<RgbaImage> {
    let maps: Vec<(Heading, BuilderMap)> = CARDS.iter().map(|(name, _)| built(name)).collect::<Outcome<_>>()?;
    let mut cards = Vec::new();
    for ((_, theme), (heading, map)) in CARDS.iter().zip(&maps) {
        cards.push(Card { map, style: themed(theme), caption: heading.title.clone(), note: (*theme).to_owned() });
    }
    let line = "Every picture is one recipe and one seed, drawn by the same renderer in five themes".to_owned();
    Ok(gallery(&cards, &Style::default(), &Heading { title: "Mapwright".to_owned(), line })?)
}

/// Slices of maps beside each other, with the name of the toolkit.
fn slices() -> Outcome<RgbaImage> {
    let maps: Vec<(Heading, BuilderMap)> = SLICES.iter().map(|(name, ..)| built(name)).collect::<Outcome<_>>()?;
    let mut slices = Vec::new();
    for ((_, theme, around), (_, map)) in SLICES.iter().zip(&maps) {
        slices.push(Slice { map, style: Style { scale: 20, ..themed(theme) }, around: Point::from(*around) });
    }
    let heading = Heading { title: "Mapwright".to_owned(), line: "procedural levels from recipes".to_owned() };
    Ok(banner(&slices, &Style::default(), &heading)?)
}

/// Twelve levels of the random chain, ever deeper.
fn rolled_levels() -> Outcome<RgbaImage> {
    let mut levels = Vec::new();
    for seed in 1..=12 {
        let depth = 2 * seed - 1;
        let chain = RandomChain { size: Size::new(72, 44), ..RandomChain::new(depth) };
        let (recipe, map) = chain.build(seed.into())?;
        let style = Style { margin: Some(0), ..Style::default() }.fit(map.size(), 480);
        levels.push((format!("depth {depth}, seed {seed}: {}", recipe.initial.name), draw(&map, &style)?));
    }
    let shown: Vec<(&str, &RgbaImage)> = levels.iter().map(|(caption, image)| (caption.as_str(), image)).collect();
    Ok(contact_sheet(&shown, &Sheet { title: Some("Random chain".to_owned()), ..Sheet::default() })?)
}

fn themed(name: &str) -> Style {
    Style { theme: theme(name).unwrap_or_default(), ..Style::default() }
}

fn recipe(name: &str) -> Outcome<Recipe> {
    Ok(template(name).ok_or_else(|| format!("no recipe is called `{name}`"))?.parse()?)
}

/// The finished map of a recipe, and what it is called.
fn built(name: &str) -> Outcome<(Heading, BuilderMap)> {
    let recipe = recipe(name)?;
    let map = recipe.build(recipe.seed())?;
    Ok((Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size()), map))
}

fn save(path: &Path, picture: &RgbaImage) -> Outcome<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    Ok(save_atomic(path, |file| write_small_png(picture, &Theme::default(), file))?)
}
