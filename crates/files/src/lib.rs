//! Files and folders that appear whole or not at all, files that are read up to a limit, and, with the feature `png`,
//! pixels of PNG files that may hold anything.
//!
//! What is written is written beside its place first, then renamed.
//!
//! * Writing: [`save_atomic`], [`Folder`], [`gzip`]; [`remove_unfinished`] for a program that is stopped.
//! * Reading: [`read_capped`], and `Pixels` of a PNG.

mod beside;
mod folder;
mod gzip;
#[cfg(feature = "png")]
mod png;
mod read;
mod save;
mod zip;

pub use beside::remove_unfinished;
pub use folder::{Folder, FolderError};
pub use gzip::{encoder as gzip_encoder, gzip};
#[cfg(feature = "png")]
pub use png::{Pixels, PngError};
pub use read::{MOST_BYTES, read_capped};
pub use save::{SaveError, save_atomic};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
