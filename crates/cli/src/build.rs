//! `mapwright build`: builds one map, and shows how.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use mapwright::core::text::{TextStyle, text};
use mapwright::core::{BuilderChain, BuilderMap, History, Plane, Progress, Size};
use mapwright::recipe::{map_digest, map_to_json};
use mapwright::render::{
    Heading, Pace, RenderError, RgbaImage, Sprites, Style, WalkFilm, draw, fitting_scale, hero, hero_with_stages,
    save_png, stage_pictures,
};
use mapwright::render::{tile_indexes, write_apng, write_apng_pictures, write_gif, write_gif_pictures, write_png};

use crate::args::{BuildArgs, Overlay, SheetKind};
use crate::failure::Failure;
use crate::input::Input;
use crate::message::{progress, warn};
use crate::output::{check_effect, check_files, check_folder, check_places};
use crate::output::{extension, listed, make_dir, print, write_bytes, write_text, wrote};
use crate::tileset;
use crate::timings::Timings;

pub(crate) fn run(args: &BuildArgs) -> Result<(), Failure> {
    let args = &with_out(args)?;
    check(args)?;
    let input = Input::read(&args.recipe, args.trust_paths)?;
    let program = args.rust.is_some().then(|| crate::rust::program(&input, args)).transpose()?;
    let heading = input.heading(&args.recipe, args.seed);
    let (chain, seed) = input.into_chain(args.seed)?;
    let tileset = args.tileset.read()?;
    check_chain(args, &chain, tileset.as_ref())?;
    if let (Some(path), Some(program)) = (&args.rust, program) {
        write_text(path, &program)?;
        if !asks_for_a_map(args) {
            return Ok(());
        }
    }
    chain.warnings().iter().for_each(|(stage, what)| warn(format_args!("{stage}: {what}")));
    let every = args.every.unwrap_or_else(|| (chain.size().area() / 100).max(1));
    let mut history = History::every(if films(args) { every } else { 0 });
    let records =
        (films(args) || args.stages.is_some() || args.sheet == Some(SheetKind::Stages)).then_some(&mut history);
    let mut timings = Timings::default();
    let built = chain.build_with(seed, records, &mut |progress| {
        if let (true, Progress::Done(stage, map)) = (args.timings, progress) {
            timings.add(stage, map);
        }
        ControlFlow::Continue(())
    });
    timings.say();
    let map = built?;
    check_shown(args, |plane| map.planes().contains(plane))?;
    let style = style(args, &map, tileset.as_ref())?;
    if draws(args) {
        style.check_size(map.size()).map_err(Failure::input)?;
    }
    write(args, &map, &history, &style, &heading(map.size()))
}

fn draws(args: &BuildArgs) -> bool {
    args.png.is_some() || args.stages.is_some() || films(args) || args.walk.is_some()
}

fn films(args: &BuildArgs) -> bool {
    args.gif.is_some() || args.apng.is_some()
}

/// The same arguments, with `--out` replaced by what it means.
fn with_out(args: &BuildArgs) -> Result<BuildArgs, Failure> {
    let mut args = args.clone();
    let Some(out) = args.out.take() else { return Ok(args) };
    let place = match extension(&out).as_str() {
        "png" => &mut args.png,
        "gif" => &mut args.gif,
        "apng" => &mut args.apng,
        "json" => &mut args.json,
        "txt" => &mut args.text_file,
        "rs" => &mut args.rust,
        _ => {
            let known = listed(&["png", "gif", "apng", "json", "txt", "rs"]);
            return Err(Failure::input(format!("expected a name that ends in {known}")).about(&out));
        }
    };
    *place = Some(out);
    Ok(args)
}

/// Refuses options without effect, and outputs that would be mixed.
fn check(args: &BuildArgs) -> Result<(), Failure> {
    let draws = draws(args);
    check_effect("--sheet", args.sheet.is_some(), "a picture of the map (--png)", args.png.is_some())?;
    let pictures = "a picture (--png, --stages, --gif, --apng, --walk)";
    check_effect("--every", args.every.is_some(), "a film (--gif, --apng)", films(args))?;
    for (option, is_given) in [
        ("--cell", args.cell.is_some()),
        ("--theme", args.theme.is_some()),
        ("--tint", args.tint),
        ("--overlay", !args.overlay.is_empty()),
    ] {
        check_effect(option, is_given, pictures, draws)?;
    }
    let has_tileset = args.tileset.tileset.is_some();
    check_effect("--tileset", has_tileset, pictures, draws)?;
    let house = "house colors; `--tileset` has its own";
    check_effect("--tint", args.tint, house, !has_tileset)?;
    check_effect("--overlay areas", args.overlay.contains(&Overlay::Areas), house, !has_tileset)?;
    check_effect("--timings", args.timings, "a map to build", args.rust.is_none() || asks_for_a_map(args))?;
    let printed = |is_asked: bool| is_asked.then_some(Path::new("-"));
    check_places(&[
        ("`--json`", args.json.as_deref()),
        ("`--rust`", args.rust.as_deref()),
        ("`--digest`", printed(args.digest)),
        ("`--text`", printed(args.text)),
        ("`--png`", args.png.as_deref()),
        ("`--gif`", args.gif.as_deref()),
        ("`--apng`", args.apng.as_deref()),
        ("`--walk`", args.walk.as_deref()),
    ])?;
    let files = [&args.json, &args.text_file, &args.rust, &args.png, &args.gif, &args.apng, &args.walk];
    check_files(files.map(Option::as_deref))?;
    args.stages.as_deref().map_or(Ok(()), check_folder)
}

/// Refuses what the map of a chain cannot be or show, before it is built.
fn check_chain(args: &BuildArgs, chain: &BuilderChain, tileset: Option<&tileset::Source>) -> Result<(), Failure> {
    let gives = |plane| chain.builders().any(|builder| builder.facts(chain.size()).gives.contains(plane));
    check_shown(args, gives)?;
    if !draws(args) {
        return Ok(());
    }
    // Stages may enlarge a map; none makes it smaller.
    let enlarged =
        |side: u16| chain.builders().fold(side, |side, builder| side.saturating_mul(builder.facts(chain.size()).scale));
    let size = Size::new(enlarged(chain.size().w), enlarged(chain.size().h));
    let style = match tileset {
        None => Style { scale: fitting_scale(size), margin: Some(0), ..Style::default() },
        Some(tileset) => Style { scale: tileset.tile_px().unwrap_or(1), margin: Some(0), ..Style::default() },
    };
    let style = Style { scale: args.cell.unwrap_or(style.scale), ..style };
    style.check_size(size).map_err(Failure::input)
}

fn write(
    args: &BuildArgs,
    map: &BuilderMap,
    history: &History,
    style: &Style,
    heading: &Heading,
) -> Result<(), Failure> {
    if let Some(path) = &args.json {
        write_text(path, &(map_to_json(map) + "\n"))?;
    }
    if args.digest {
        print(&format!("{:016x}\n", map_digest(map)))?;
    }
    if let Some(path) = &args.text_file {
        write_text(path, &as_text(map)?)?;
    } else if args.text || !asks_for_a_map(args) {
        print(&as_text(map)?)?;
    }
    if let Some(path) = &args.png {
        let style = match args.tileset.tileset {
            Some(_) => style.clone(),
            None => Style { scale: args.cell.unwrap_or_else(|| fitting_scale(map.size())), ..style.clone() },
        };
        let picture = match args.sheet {
            None => draw(map, &style),
            Some(SheetKind::Hero) => hero(map, &style, heading),
            Some(SheetKind::Stages) => hero_with_stages(history, &style, heading),
        };
        write_picture(path, picture)?;
    }
    if let Some(dir) = &args.stages {
        write_stages(dir, history, style)?;
    }
    if let Some(path) = &args.walk {
        write_walk(path, map, style)?;
    }
    write_films(args, history, style)
}

/// The map as text, as it is printed.
pub(crate) fn as_text(map: &BuilderMap) -> Result<String, Failure> {
    text(map, &TextStyle { heavy_wet: true, ..TextStyle::default() }).map_err(Failure::input)
}

/// Films the walk that wins a level, in about a hundred frames.
fn write_walk(path: &Path, map: &BuilderMap, style: &Style) -> Result<(), Failure> {
    let steps = map.proof.as_ref().map_or(0, |proof| proof.walk.len());
    let film = WalkFilm::new(map, style, steps / 100);
    let bar = progress(film.len() as u64, "frames");
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
    let files = [&args.json, &args.text_file, &args.png, &args.stages, &args.gif, &args.apng, &args.walk];
    args.text || args.digest || files.into_iter().any(Option::is_some)
}

/// Refuses a film or an overlay that would show nothing.
fn check_shown(args: &BuildArgs, has: impl Fn(Plane) -> bool) -> Result<(), Failure> {
    let overlays = args.overlay.iter().map(|overlay| match overlay {
        Overlay::Areas => ("the overlay `areas`", Plane::Graph),
        Overlay::Graph => ("the overlay `graph`", Plane::Graph),
        Overlay::Walk => ("the overlay `walk`", Plane::Proof),
    });
    let film = args.walk.as_ref().map(|_| ("`--walk`", Plane::Proof));
    let Some((what, plane)) = film.into_iter().chain(overlays).find(|&(_, plane)| !has(plane)) else { return Ok(()) };
    let (missing, giver) = match plane {
        Plane::Proof => ("proof", "`solvability-validator` gives one"),
        _ => ("level graph", "`area-graph` gives one"),
    };
    Err(Failure::input(format!("{what} shows nothing: there is no {missing}; {giver}")))
}

fn style(args: &BuildArgs, map: &BuilderMap, tileset: Option<&tileset::Source>) -> Result<Style, Failure> {
    let has = |overlay| args.overlay.contains(&overlay);
    let walk = has(Overlay::Walk).then_some(usize::MAX);
    let style = Style {
        tint: args.tint,
        areas: has(Overlay::Areas),
        graph: has(Overlay::Graph),
        walk,
        margin: Some(0),
        theme: args.theme.as_deref().cloned().unwrap_or_default(),
        ..Style::default()
    };
    let style = match tileset.map(|tileset| tileset.read_for(map)).transpose()? {
        None => style.fit(map.size(), 800),
        Some(tileset) => {
            // Stages may lack what the tileset shows, but not the finished map.
            tile_indexes(map, tileset.kind()).map_err(Failure::input)?;
            let scale = tileset.tile_size().0;
            let sprites = Some(Arc::new(Sprites { tileset: Some(tileset), ..Sprites::default() }));
            Style { sprites, scale, ..style }
        }
    };
    Ok(Style { scale: args.cell.unwrap_or(style.scale), ..style })
}

/// Draws a map into a file.
pub(crate) fn save_map(path: &Path, map: &BuilderMap, style: &Style) -> Result<(), Failure> {
    write_picture(path, draw(map, style))
}

/// Writes a picture into a file.
pub(crate) fn write_picture(path: &Path, picture: Result<RgbaImage, RenderError>) -> Result<(), Failure> {
    let picture = picture.map_err(Failure::input)?;
    write_bytes(path, |file| write_png(&picture, file))
}

fn write_stages(dir: &Path, history: &History, style: &Style) -> Result<(), Failure> {
    let stages = stage_pictures(history, &Style { changes: true, ..style.clone() }).map_err(Failure::input)?;
    make_dir(dir)?;
    for stage in &stages {
        save_png(dir.join(stage.file_stem() + ".png"), &stage.image).map_err(Failure::input)?;
    }
    wrote(dir);
    Ok(())
}

fn write_films(args: &BuildArgs, history: &History, style: &Style) -> Result<(), Failure> {
    let bar = progress(history.frames().len() as u64, "frames");
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
