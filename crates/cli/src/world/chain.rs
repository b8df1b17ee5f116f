//! A window of the endless world of a recipe.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use mapwright::core::{BuilderMap, MapRng};
use mapwright::export::Tiled;
use mapwright::recipe::window_to_json;
use mapwright::render::Tileset;
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

pub(super) fn run(args: &WorldArgs) -> Result<(), Failure> {
    let (chain, seed) = Input::read(&args.recipe, args.trust_paths)?.into_chain(args.seed)?;
    let world = ChainWorld::new(chain, seed)?.with_cache(CACHE);
    let window = place(args, &world);
    world.check(window)?;
    // A walk is straight, so if its last window can be made, all can.
    args.walk.map_or(Ok(()), |walk| world.check(step(window, walk, walk.frames() - 1)))?;
    let tileset = args.check_pictures(window)?;
    make_chunks(&world, window, args)?;
    let map = world.window(window)?;
    let tileset = tileset.map(|tileset| tileset.read_for(&map)).transpose()?;
    let brush = Brush { tileset, style: args.style(map.size()) };
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
        write_tiled(path, &map, window, (brush.tileset, seed))?;
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
    let count = (i64::from(end.x) - i64::from(first.x) + 1) * (i64::from(end.y) - i64::from(first.y) + 1);
    let chunks: Box<dyn Iterator<Item = ChunkPos> + Send> = match args.order.unwrap_or_default() {
        Order::Rows => Box::new(first.to(end)),
        order => {
            let mut chunks: Vec<ChunkPos> = first.to(end).collect();
            match order {
                Order::Random => MapRng::new(0).shuffle(&mut chunks),
                _ => chunks.reverse(),
            }
            Box::new(chunks.into_iter())
        }
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let count = count.unsigned_abs();
    let jobs = args.jobs.map_or_else(cores, usize::from).min(usize::try_from(count).unwrap_or(usize::MAX));
    let (chunks, bar) = (Mutex::new(chunks), progress(count, "chunks"));
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

fn write_tiled(
    path: &Path,
    map: &BuilderMap,
    window: WorldRect,
    (tileset, seed): (Option<Tileset>, u64),
) -> Result<(), Failure> {
    let format = super::tiled_format(path)?;
    let tiled = Tiled { tileset, seed: Some(seed), ..Tiled::default() };
    let made = tiled.window(map, (window.x, window.y)).map_err(Failure::input)?;
    make_way(path)?;
    made.save(format, path).map_err(Failure::input)?;
    wrote(path);
    Ok(())
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
