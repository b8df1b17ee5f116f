//! `mapwright world`: a window of the endless world of a recipe, or an animation of a walk through it.

mod parse;

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use mapwright::core::{BuildErrorKind, BuilderMap, History};
use mapwright::recipe::{Files, Recipe};
use mapwright::render::{Animation, Heading, Pace, RenderError};
use mapwright::world::{ChainWorld, ChunkPos, WorldRect};

use self::parse::Walk;
use crate::args::seed;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{Input, RecipeArgs};
use crate::message::progress;
use crate::output::{Built, FilmOf, How, Output, OutputArgs, PIXELS, animated, as_text, picture};
use crate::picture::{Brush, PICTURE, PictureArgs, Use};
use crate::place::{check_effect, check_input, print};
use crate::results::{Ready, write_all};
use crate::shows::Drawing;

#[derive(Debug, clap::Args)]
// No picture of a world shows one.
#[command(mut_arg("overlay", |overlay| overlay.hide(true)))]
#[command(after_help = crate::args::examples!(
    "world endless-caves"
    "world endless-rooms --window=-60,-40,120x80 -o rooms.png"
    "world endless-islands --window=-32,-16,48x32 -o islands.tmx"
    "world endless-caves --along 2,0,30 --cell 4 -o walk.gif"
))]
pub(crate) struct WorldArgs {
    #[command(flatten)]
    recipe: RecipeArgs,
    /// The seed [default: the recipe's, or 0]
    #[arg(long, short, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The window: its top left tile, if it is not around the origin, and its width and height in tiles
    #[arg(long, value_name = "[X,Y,]WxH", default_value = "80x40", value_parser = parse::window, allow_hyphen_values = true)]
    window: WorldRect,
    /// Animation a walk: tiles to the right and down at each step, and the number of steps
    #[arg(long, value_name = "DX,DY,STEPS", value_parser = parse::walk, allow_hyphen_values = true)]
    along: Option<Walk>,
    /// How many chunks to make at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

/// What a window can be written as.
const FORMATS: &[Format] = &[
    Format::Png,
    Format::Svg,
    Format::Gif,
    Format::Apng,
    Format::Json,
    Format::Txt,
    Format::Csv,
    Format::Tmx,
    Format::Tmj,
    Format::Xp,
];

/// The bytes of chunks that are kept: enough for windows of many thousand tiles a side.
const CACHE: u64 = 1 << 30;

pub(crate) fn run(args: &WorldArgs) -> Result<(), Failure> {
    let formats: Vec<Format> =
        args.output.files_beside(FORMATS, &[], &args.pictures)?.iter().map(|&(format, _)| format).collect();
    let is_animation = |format: &Format| matches!(format, Format::Gif | Format::Apng);
    let animations = formats.iter().any(is_animation);
    check_effect("--along", args.along.is_some(), "an animation (`-o FILE.gif`)", animations)?;
    check_effect("-o FILE.gif", animations, "`--along DX,DY,STEPS`", args.along.is_some())?;
    let how = How { brush: Brush::default(), sheet: None, animation: FilmOf::Build, world: true, stages: false };
    args.pictures.check(args.output.capabilities(), &how.targets(&formats), PICTURE)?;
    args.pictures.check_changes("`mapwright build`", false)?;
    let how = How { brush: args.pictures.brush(args.output.options())?, ..how };
    let animations_how = How { brush: args.output.brush(&how, Drawing::World)?, ..how.clone() };
    let outputs = args.output.plan(FORMATS, &how)?;
    let input = args.recipe.read()?;
    check_input(&args.recipe.recipe, &outputs.iter().map(|output| output.path.as_path()).collect::<Vec<_>>())?;
    let recipe = match &input {
        Input::Recipe(recipe, _) => Some((**recipe).clone()),
        Input::Map(_) => None,
    };
    let (chain, seed) = input.into_chain(args.seed)?;
    how.brush.check_shown_by(&chain)?;
    let world = ChainWorld::new(chain, seed).map_err(|error| match error.kind {
        BuildErrorKind::Endless { .. } => {
            Failure::input(format!("{error}; `mapwright list endless` lists recipes that can"))
        }
        _ => error.into(),
    })?;
    let world = world.with_cache(CACHE);
    let window = args.window;
    world.check(window)?;
    // A walk is straight, so if its last window can be made, all can.
    args.along.map_or(Ok(()), |walk| world.check(step(window, walk, walk.frames() - 1)))?;
    if formats.iter().any(|format| is_animation(format) || *format == Format::Png) {
        how.brush.check_size(window.size()?, if animations { Use::Small(PIXELS) } else { Use::Map })?;
    }
    make_chunks(&world, window, args.jobs)?;
    let map = world.window(window)?;
    if outputs.is_empty() {
        return print(&as_text(&map)?);
    }
    let whole =
        Whole { recipe, seed, history: History::default(), files: args.recipe.files(), name: args.recipe.name() };
    let mut results = Vec::new();
    for output in &outputs {
        match args.along.filter(|_| output.is_animation()) {
            None => results.extend(output.make(&whole.built(&map, window), &output.path)?),
            Some(walk) => results.push(animation(output, walk, |index| {
                let at = step(window, walk, index);
                let map: BuilderMap = world.window(at)?;
                picture(&whole.built(&map, at), &animations_how, Use::Small(PIXELS))
            })?),
        }
    }
    write_all(results)
}

/// What all windows of a world have in common.
struct Whole {
    recipe: Option<Recipe>,
    seed: u64,
    history: History,
    files: Files,
    name: String,
}

impl Whole {
    fn built<'a>(&'a self, map: &'a BuilderMap, at: WorldRect) -> Built<'a> {
        let heading = Heading::of_map(&self.name, map.size());
        let (history, files, origin) = (&self.history, &self.files, Some((at.x, at.y)));
        Built { map, history, seed: Some(self.seed), recipe: self.recipe.as_ref(), files, heading, origin }
    }
}

/// Makes all chunks of a window by several threads, so that they are known when it is put together.
fn make_chunks(world: &ChainWorld, window: WorldRect, jobs: Option<u16>) -> Result<(), Failure> {
    let size = world.chunk_size();
    let last = |from: i64, length: u32| from.saturating_add(i64::from(length) - 1);
    let corners = ChunkPos::locate(window.x, window.y, size).zip(ChunkPos::locate(
        last(window.x, window.w),
        last(window.y, window.h),
        size,
    ));
    // Far out chunks have no numbers; the window is made as a whole.
    let Some(((first, _), (end, _))) = corners else { return Ok(()) };
    let count = (i64::from(end.x) - i64::from(first.x) + 1) * (i64::from(end.y) - i64::from(first.y) + 1);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let count = count.unsigned_abs();
    let jobs = jobs.map_or_else(cores, usize::from).min(usize::try_from(count).unwrap_or(usize::MAX));
    let (chunks, bar) = (Mutex::new(first.to(end)), progress(count, "chunks"));
    let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(chunk) = next() {
            world.chunk(chunk)?;
            bar.inc(1);
        }
        Ok(())
    };
    let done: Result<(), Failure> = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
        let own = work();
        threads.into_iter().map(|thread| ended(thread.join())).fold(own, Result::and)
    });
    bar.finish_and_clear();
    done
}

/// How a thread ended: a panic is a failure too.
fn ended(end: std::thread::Result<Result<(), Failure>>) -> Result<(), Failure> {
    end.unwrap_or_else(|_| Err(Failure::build("a thread that made chunks panicked; this is a bug in mapwright")))
}

/// The window after some steps of a walk.
fn step(from: WorldRect, walk: Walk, steps: usize) -> WorldRect {
    let steps = i64::try_from(steps).unwrap_or(i64::MAX);
    let x = from.x.saturating_add(walk.dx.saturating_mul(steps));
    WorldRect::new(x, from.y.saturating_add(walk.dy.saturating_mul(steps)), from.w, from.h)
}

/// The animation of a walk: a frame before each step, and the last one.
fn animation(
    output: &Output,
    walk: Walk,
    frame: impl Fn(usize) -> Result<mapwright::render::RgbaImage, Failure>,
) -> Result<Ready, Failure> {
    // An animation knows only the errors of pictures. Why a frame could not be made is kept here.
    let failure = Cell::new(None);
    let frame = |index: usize| {
        frame(index).map_err(|why| {
            failure.set(Some(why));
            RenderError::NoPictures
        })
    };
    let pace = Pace { step: 10, last: 10, ..Pace::default() };
    let animation = Animation::of_pictures(walk.frames(), frame).map_err(Failure::input);
    let file = animation.and_then(|animation| animated((output.format, &output.path), &animation, &pace));
    file.map_err(|error| failure.take().unwrap_or(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_panics_has_failed() {
        assert!(ended(std::thread::spawn(|| Ok(())).join()).is_ok());
        let end = std::thread::spawn(|| -> Result<(), Failure> { unreachable!("on purpose") }).join();
        assert!(ended(end).unwrap_err().to_string().contains("panicked"));
    }
}
