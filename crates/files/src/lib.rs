//! Files and folders that appear whole or not at all, and files that are read up to a limit. The feature `png` adds pictures
//! as PNG, animated too, read from files that may hold anything; the feature `gif` adds animated GIF.
//!
//! What is written is written beside its place first, then renamed.
//!
//! * Writing: [`save_atomic`], [`WrittenFile`], [`Folder`], [`gzip`]; [`remove_unfinished`] for a program that is stopped.
//! * Pictures: `encode_png`, `encode_small_png`, `ApngWriter`; `GifColors` and `GifWriter`.
//! * Reading: [`read_capped`], and `Pixels` of a PNG.

#[cfg(feature = "png")]
mod apng;
mod beside;
#[cfg(feature = "png")]
mod colors;
#[cfg(feature = "png")]
mod encode_error;
#[cfg(feature = "png")]
mod encode_png;
mod folder;
#[cfg(feature = "gif")]
mod gif;
mod gzip;
#[cfg(feature = "png")]
mod png;
mod read;
mod save;
#[cfg(feature = "png")]
mod screen;
mod zip;

#[cfg(feature = "png")]
pub use apng::ApngWriter;
pub use beside::remove_unfinished;
#[cfg(feature = "png")]
pub use encode_error::EncodeError;
#[cfg(feature = "png")]
pub use encode_png::{encode_png, encode_small_png};
pub use folder::{Folder, FolderError};
#[cfg(feature = "gif")]
pub use gif::{GifColors, GifWriter};
pub use gzip::{encoder as gzip_encoder, gzip};
#[cfg(feature = "png")]
pub use png::{Pixels, PngError};
pub use read::{MOST_BYTES, read_capped};
pub use save::{SaveError, WrittenFile, save_atomic};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
