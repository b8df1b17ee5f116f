//! Mapwright for C: the only code that knows C, and the only one with `unsafe`.
//!
//! A function reads what C gave, calls the ordinary crates, and hands out a handle, a number or an error. What callers
//! promise stands at the head of `mapwright.h`; the comments `SAFETY` name the promise that a block relies on. No panic
//! leaves a function.

mod build;
mod cancel;
mod error;
mod handle;
mod map;
mod world;

pub use build::*;
pub use cancel::*;
pub use error::*;
pub use map::*;
pub use world::*;
