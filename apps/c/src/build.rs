//! From a recipe to a map.

use std::ffi::c_char;
use std::ops::ControlFlow;
use std::ptr::{null, null_mut};

use bindings::{BindingError, read_recipe};
use facade::core::{BuilderChain, Progress};

use crate::cancel::Cancel;
use crate::error::{Error, attempt, plain};
use crate::handle::{get, give, text};
use crate::map::Map;

/// The version of the library, as in `0.1.0`. It is always there.
#[unsafe(no_mangle)]
pub extern "C" fn mw_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    plain(null(), || Ok(VERSION.as_ptr().cast()))
}

/// Builds the map of a recipe and a seed. `recipe` is the name of a built-in recipe, that of a builder, or a recipe as JSON;
/// files that it names are not read. Free the map with `mw_map_free`. NULL if there is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_build(recipe: *const c_char, seed: u64, err: *mut *mut Error) -> *mut Map {
    // SAFETY: what all callers promise is the same there.
    unsafe { mw_build_cancellable(recipe, seed, null(), err) }
}

/// As `mw_build`, until `cancel` is set. That may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mw_build_cancellable(
    recipe: *const c_char,
    seed: u64,
    cancel: *const Cancel,
    err: *mut *mut Error,
) -> *mut Map {
    let work = || {
        // SAFETY: a text, as all callers promise.
        let chain = chain(unsafe { text(recipe, "recipe") }?)?;
        let cancel = match cancel.is_null() {
            true => None,
            // SAFETY: a handle, as all callers promise.
            false => Some(unsafe { get(cancel, "cancel") }?),
        };
        let map = chain.build_with(seed, &mut |_: Progress<'_>| match cancel.is_some_and(Cancel::is_set) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })?;
        Ok(give(Map(map)))
    };
    // SAFETY: all callers promise that errors can be written.
    unsafe { attempt(err, null_mut(), work) }
}

/// The chain of a recipe, by its name or as JSON.
pub(crate) fn chain(recipe: &str) -> Result<BuilderChain, BindingError> {
    Ok(read_recipe(recipe)?.chain()?)
}
