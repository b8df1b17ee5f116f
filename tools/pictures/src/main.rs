//! Draws the pictures of the documentation.
//!
//! `cargo run --release -p mapwright-pictures -- docs/pictures` draws all of them, and with names behind the folder, such as
//! `film.gif`, only those. Those of `docs/export.md` that Tiled draws need its program `tmxrasterizer`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod animation;
mod banner;
mod blocks;
mod colors;
mod commands;
mod compositions;
mod cut;
mod gallery;
mod keep;
mod pieces;
mod pipes;
mod recipes;
mod seams;
mod tiled;
mod tilesets;
mod worlds;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use mapwright::files::{Pixels, save_atomic};
use mapwright::prelude::*;
use mapwright::recipe::template;
use mapwright::render::{RgbaImage, Theme, write_png, write_small_png};
use rayon::prelude::*;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A picture of the documentation: its file, and what makes the bytes of it.
struct Picture {
    file: String,
    draw: Box<dyn Fn() -> Outcome<Vec<u8>> + Send + Sync>,
}

/// How much colors may differ that become one: less than an eye sees between neighbors.
const OFF: u8 = 3;

impl Picture {
    fn new(file: String, draw: impl Fn() -> Outcome<Vec<u8>> + Send + Sync + 'static) -> Picture {
        Picture { file, draw: Box::new(draw) }
    }

    /// With at most 256 colors, which makes it a fifth as large.
    fn small(name: &str, draw: impl Fn() -> Outcome<RgbaImage> + Send + Sync + 'static) -> Picture {
        Picture::new(format!("{name}.png"), move || {
            let (mut picture, mut png) = (draw()?, Vec::new());
            colors::merge(&mut picture, OFF);
            write_small_png(&picture, &Theme::default(), &mut png)?;
            Ok(png)
        })
    }

    /// With all colors, for pictures where 256 would show bands.
    fn full(name: &str, draw: impl Fn() -> Outcome<RgbaImage> + Send + Sync + 'static) -> Picture {
        Picture::new(format!("{name}.png"), move || {
            let mut png = Vec::new();
            write_png(&draw()?, &mut png)?;
            Ok(png)
        })
    }
}

/// All pictures, the slowest first.
fn pictures() -> Vec<Picture> {
    let parts = [
        animation::pictures(),
        commands::pictures(),
        compositions::pictures(),
        worlds::pictures(),
        keep::pictures(),
        pieces::pictures(),
        pipes::pictures(),
        tilesets::pictures(),
        seams::pictures(),
        tiled::pictures(),
        blocks::pictures(),
        recipes::pictures(),
    ];
    parts.into_iter().flatten().collect()
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        eprintln!("usage: mapwright-pictures FOLDER [FILE…]");
        return ExitCode::FAILURE;
    };
    let wanted: Vec<String> = args.collect();
    let mut pictures = pictures();
    pictures.retain(|picture| wanted.is_empty() || wanted.contains(&picture.file));
    let done = pictures.par_iter().map(|picture| {
        let saved = save(&Path::new(&folder).join(&picture.file), picture);
        saved.inspect_err(|error| eprintln!("{}: {error}", picture.file)).is_ok()
    });
    let drawn = done.filter(|&is_saved| is_saved).count();
    println!("{drawn} of {} pictures drawn into {folder}", pictures.len());
    if drawn == pictures.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn save(path: &Path, picture: &Picture) -> Outcome<()> {
    let bytes = (picture.draw)()?;
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    Ok(save_atomic(path, |file| file.write_all(&bytes))?)
}

/// Reads a picture that another program has drawn.
fn read_png(path: &Path) -> Outcome<RgbaImage> {
    let Pixels { width, height, rgba } = Pixels::from_png(&std::fs::read(path)?, 1 << 26)?;
    Ok(RgbaImage::from_raw(width, height, rgba.concat()).ok_or("not all pixels")?)
}

/// A bundled recipe.
fn recipe(name: &str) -> Outcome<Recipe> {
    Ok(template(name).ok_or_else(|| format!("no recipe is called `{name}`"))?.parse()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What makes the pictures that this program does not draw, by how their names begin.
    const OTHERS: [(&str, &str); 3] = [
        ("bevy-", "apps/bevy/pictures"),
        ("delve-", "cargo run -p delve -- --shots FOLDER, in apps/delve"),
        ("playground-", "npm run pictures, in apps/web"),
    ];

    fn files(folder: &Path, before: &str) -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let each = entries.map(|entry| (entry.path(), format!("{before}{}", entry.file_name().to_str().unwrap())));
        each.flat_map(|(path, name)| if path.is_dir() { files(&path, &format!("{name}/")) } else { [name].into() })
            .collect()
    }

    #[test]
    fn the_folder_has_what_is_drawn() {
        let drawn: BTreeSet<String> = pictures().into_iter().map(|picture| picture.file).collect();
        let mut there = files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures")), "");
        for (start, by) in OTHERS {
            let before = there.len();
            there.retain(|file| !file.starts_with(start));
            assert!(there.len() < before, "docs/pictures has no picture {start}*, which {by} makes");
        }
        assert_eq!(drawn, there);
    }
}
