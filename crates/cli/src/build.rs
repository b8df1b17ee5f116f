//! `mapwright build`: one map, and how it came to be.

use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mapwright::core::{BuilderMap, History, Size};
use mapwright::recipe::{map_digest, map_to_json};
use mapwright::render::{
    Pace, Sheet, Style, TextStyle, WalkFilm, draw, draw_with_tileset, save_png, stage_pictures, stage_sheet,
};
use mapwright::render::{text, write_apng, write_apng_pictures, write_gif, write_gif_pictures, write_png};

use crate::args::{BuildArgs, Overlay};
use crate::failure::Failure;
use crate::input::{Input, make_dir, print, write_bytes, write_text};

pub(crate) fn run(args: &BuildArgs) -> Result<(), Failure> {
    let input = Input::read(&args.recipe, args.trust_paths)?;
    if let Some(path) = &args.rust {
        crate::rust::write(path, &input, args)?;
        if !asks_for_a_map(args) {
            return Ok(());
        }
    }
    let (chain, seed) = input.into_chain();
    let seed = args.seed.unwrap_or(seed);
    let films = args.gif.is_some() || args.apng.is_some();
    let every = args.every.unwrap_or_else(|| (chain.size().area() / 100).max(1));
    let mut history = History::every(if films { every } else { 0 });
    let map = match films || args.stages.is_some() {
        true => chain.build_recorded(seed, &mut history)?,
        false => chain.build(seed)?,
    };
    check_overlays(args, &map)?;
    let style = style(args, map.size());
    if let Some(path) = &args.json {
        write_text(path, &(map_to_json(&map) + "\n"))?;
    }
    if args.digest {
        print(&format!("{:016x}\n", map_digest(&map)))?;
    }
    if args.text || !asks_for_a_map(args) {
        print(&text(&map, &TextStyle { heavy_wet: true, ..TextStyle::default() }).map_err(Failure::input)?)?;
    }
    if let Some(path) = &args.png {
        match args.tileset.read_for(&map)? {
            Some(tileset) => {
                let picture = draw_with_tileset(&map, &tileset).map_err(Failure::input)?;
                write_bytes(path, |file| write_png(&picture, file))?;
            }
            None => save_map(path, &map, &style)?,
        }
    }
    if let Some(dir) = &args.stages {
        write_stages(dir, &history, &style)?;
    }
    if let Some(path) = &args.walk {
        write_walk(path, &map, &style, args.quiet)?;
    }
    write_films(args, &history, &style)
}

/// Films the walk that wins a level, in about a hundred frames.
fn write_walk(path: &Path, map: &BuilderMap, style: &Style, quiet: bool) -> Result<(), Failure> {
    let Some(proof) = &map.proof else {
        return Err(Failure::input(
            "there is no walk to film: the map has no proof; `solvability-validator` gives one",
        ));
    };
    let film = WalkFilm::new(map, style, proof.walk.len() / 100);
    let bar = progress(film.len() as u64, quiet, "frames");
    let shown = |done: usize, _: usize| bar.set_position(done as u64);
    let (count, frame, pace) = (film.len(), |frame| film.picture(frame), Pace { step: 6, ..Pace::default() });
    match path.extension().is_some_and(|extension| extension == "png" || extension == "apng") {
        true => write_bytes(path, |file| write_apng_pictures(count, frame, &pace, file, shown))?,
        false => write_bytes(path, |file| write_gif_pictures(count, frame, &pace, file, shown))?,
    }
    bar.finish_and_clear();
    Ok(())
}

/// Whether anything but code is to be written.
fn asks_for_a_map(args: &BuildArgs) -> bool {
    let files = [&args.json, &args.png, &args.stages, &args.gif, &args.apng, &args.walk];
    args.text || args.digest || files.into_iter().any(Option::is_some)
}

/// Refuses an overlay that would show nothing.
fn check_overlays(args: &BuildArgs, map: &BuilderMap) -> Result<(), Failure> {
    for overlay in &args.overlay {
        let (name, missing, is_missing) = match overlay {
            Overlay::Areas => ("areas", "level graph", map.graph.is_none()),
            Overlay::Graph => ("graph", "level graph", map.graph.is_none()),
            Overlay::Walk => ("walk", "proof", map.proof.is_none()),
        };
        if is_missing {
            return Err(Failure::input(format!("the overlay `{name}` shows nothing: the map has no {missing}")));
        }
    }
    Ok(())
}

fn style(args: &BuildArgs, size: Size) -> Style {
    let has = |overlay| args.overlay.contains(&overlay);
    let walk = has(Overlay::Walk).then_some(usize::MAX);
    let style =
        Style { tint: args.tint, areas: has(Overlay::Areas), graph: has(Overlay::Graph), walk, ..Style::default() };
    match args.scale {
        Some(scale) => Style { scale, ..style },
        None => style.fit(size, 800),
    }
}

/// Draws a map into a file.
pub(crate) fn save_map(path: &Path, map: &BuilderMap, style: &Style) -> Result<(), Failure> {
    let picture = draw(map, style).map_err(Failure::input)?;
    write_bytes(path, |file| write_png(&picture, file))
}

fn write_stages(dir: &Path, history: &History, style: &Style) -> Result<(), Failure> {
    make_dir(dir)?;
    let stages = stage_pictures(history, &Style { changes: true, ..style.clone() }).map_err(Failure::input)?;
    for stage in &stages {
        save_png(dir.join(stage.file_stem() + ".png"), &stage.image).map_err(Failure::input)?;
    }
    let sheet = stage_sheet(history, style, &Sheet::default()).map_err(Failure::input)?;
    save_png(dir.join("contact-sheet.png"), &sheet).map_err(Failure::input)
}

fn write_films(args: &BuildArgs, history: &History, style: &Style) -> Result<(), Failure> {
    let bar = progress(history.frames().len() as u64, args.quiet, "frames");
    let shown = |done: usize, _: usize| bar.set_position(done as u64);
    let pace = Pace::default();
    if let Some(path) = &args.gif {
        write_bytes(path, |file| write_gif(history, style, &pace, file, shown))?;
    }
    if let Some(path) = &args.apng {
        write_bytes(path, |file| write_apng(history, style, &pace, file, shown))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// A bar on standard error, only where that is a terminal.
pub(crate) fn progress(length: u64, quiet: bool, unit: &str) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit} {{eta}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}
