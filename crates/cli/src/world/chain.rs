//! A window of the endless world of a recipe.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use mapwright::core::{BuilderMap, MapRng};
use mapwright::export::Tiled;
use mapwright::recipe::window_to_json;
use mapwright::world::{ChainWorld, ChunkPos, WorldRect};

use super::parse::Walk;
use super::{Brush, WorldArgs, write_films};
use crate::build::{as_text, write_picture};
use crate::failure::Failure;
use crate::input::Input;
use crate::message::progress;
use crate::output::{make_way, print, write_text, wrote};

/// In which order the chunks of a window are made. It changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Order {
    #[default]
    Rows,
    Reversed,
    Random,
}

pub(super) fn run(args: &WorldArgs, recipe: &Path) -> Result<(), Failure> {
    let (chain, seed) = Input::read(recipe, args.trust_paths)?.into_chain(args.seed)?;
    let world = ChainWorld::new(chain, seed)?.with_cache(CACHE);
    let window = place(args, &world);
    make_chunks(&world, window, args)?;
    let map = world.window(window)?;
    let brush = Brush { tileset: args.tileset.read_for(&map)?, style: args.style(map.size()) };
    if let Some(path) = &args.png {
        write_picture(path, brush.picture(&map))?;
    }
    if let Some(walk) = args.walk {
        write_films(args, walk, |index| {
            let map = world.window(step(window, walk, index))?;
            brush.picture(&map).map_err(Failure::input)
        })?;
    }
    if let Some(path) = &args.json {
        write_text(path, &(window_to_json(&map, (window.x, window.y)) + "\n"))?;
    }
    if let Some(path) = &args.tiled {
        write_tiled(path, &map, window, seed, args)?;
    }
    if args.text || !args.writes_files() {
        print(&as_text(&map)?)?;
    }
    Ok(())
}

/// The bytes of chunks that are kept: enough for windows of many thousand tiles a side.
const CACHE: u64 = 1 << 30;

fn place(args: &WorldArgs, world: &ChainWorld) -> WorldRect {
    let (size, chunk) = (world.chunk_size(), args.chunk.unwrap_or_default());
    let (x, y) = chunk.origin(size);
    args.window.unwrap_or(WorldRect::new(x, y, size.w.into(), size.h.into()))
}

/// Makes all chunks of a window, so that they are known when it is put together: in the order that was asked for, by as
/// many threads.
fn make_chunks(world: &ChainWorld, window: WorldRect, args: &WorldArgs) -> Result<(), Failure> {
    let size = world.chunk_size();
    let last = |from: i64, length: u32| from.saturating_add(i64::from(length) - 1);
    let corners = ChunkPos::locate(window.x, window.y, size).zip(ChunkPos::locate(
        last(window.x, window.w),
        last(window.y, window.h),
        size,
    ));
    // Far out chunks have no numbers; the window is made as a whole.
    let Some(((first, _), (end, _))) = corners else { return Ok(()) };
    let mut chunks: Vec<ChunkPos> = first.to(end).collect();
    match args.order.unwrap_or_default() {
        Order::Rows => (),
        Order::Reversed => chunks.reverse(),
        Order::Random => MapRng::new(0).shuffle(&mut chunks),
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or_else(cores, usize::from).min(chunks.len());
    let (next, bar) = (AtomicUsize::new(0), progress(chunks.len() as u64, "chunks"));
    let work = || {
        while let Some(&chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            world.chunk(chunk)?;
            bar.inc(1);
        }
        Ok(())
    };
    let done: Result<(), Failure> = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = threads.into_iter().map(|thread| thread.join().unwrap_or(Ok(())));
        others.fold(own, Result::and)
    });
    bar.finish_and_clear();
    done
}

/// The window after some steps of a walk.
fn step(from: WorldRect, walk: Walk, steps: usize) -> WorldRect {
    let steps = i64::try_from(steps).unwrap_or(i64::MAX);
    let x = from.x.saturating_add(walk.dx.saturating_mul(steps));
    WorldRect::new(x, from.y.saturating_add(walk.dy.saturating_mul(steps)), from.w, from.h)
}

fn write_tiled(path: &Path, map: &BuilderMap, window: WorldRect, seed: u64, args: &WorldArgs) -> Result<(), Failure> {
    let format = super::tiled::format(path)?;
    let tiled = Tiled { tileset: args.tileset.read_for(map)?, seed: Some(seed), ..Tiled::default() };
    let made = tiled.window(map, (window.x, window.y)).map_err(Failure::input)?;
    make_way(path)?;
    made.save(format, path).map_err(Failure::input)?;
    wrote(path);
    Ok(())
}
