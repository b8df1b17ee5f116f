//! Endless worlds.

use std::ffi::c_char;
use std::ptr::null_mut;

use facade::world::{ChainWorld, ChunkPos};

use crate::build::chain;
use crate::error::{Error, attempt, plain};
use crate::handle::{free, get, give, text};
use crate::map::Map;

/// An endless world.
#[derive(Debug)]
pub struct World(ChainWorld);

/// The endless world of a recipe and a seed; `recipe` is as for `mw_build`. Free it with `mw_world_free`. NULL if there is
/// an error, as when a stage cannot work without borders.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_world_new(recipe: *const c_char, seed: u64, err: *mut *mut Error) -> *mut World {
    let work = || {
        // SAFETY: a text, as all callers promise.
        let chain = chain(unsafe { text(recipe, "recipe") }?)?;
        Ok(give(World(ChainWorld::new(chain, seed)?)))
    };
    // SAFETY: all callers promise that errors can be written.
    unsafe { attempt(err, null_mut(), work) }
}

/// A chunk of a world, as a map of the recipe's size: its first cell is at `x` times the width and `y` times the height. The
/// order of calls does not matter. Free the map with `mw_map_free`. NULL if there is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_world_chunk(world: *const World, x: i32, y: i32, err: *mut *mut Error) -> *mut Map {
    let work = || {
        // SAFETY: a handle, as all callers promise.
        let world = unsafe { get(world, "world") }?;
        Ok(give(Map(world.0.chunk(ChunkPos::new(x, y))?)))
    };
    // SAFETY: all callers promise that errors can be written.
    unsafe { attempt(err, null_mut(), work) }
}

/// Frees a world. Maps of its chunks stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_world_free(world: *mut World) {
    // SAFETY: a handle that is no longer used, as all callers promise.
    plain((), || unsafe { free(world, "world") });
}
