//! Files and folders that appear whole or not at all, written beside their place and then renamed; and, with the feature
//! `png`, pixels from PNG files that may hold anything.

mod beside;
mod folder;
mod gzip;
#[cfg(feature = "png")]
mod png;
mod save;

pub use folder::{Folder, FolderError};
pub use gzip::{encoder as gzip_encoder, gzip};
#[cfg(feature = "png")]
pub use png::{Pixels, PngError};
pub use save::{SaveError, save_atomic};
