//! Files and folders that appear whole or not at all, and files that are read up to a limit.
//!
//! What is written is written beside its place first, then renamed.

mod beside;
mod folder;
mod gzip;
mod read;
mod save;

pub use folder::{Folder, FolderError};
pub use gzip::{encoder as gzip_encoder, gzip};
pub use read::{MOST_BYTES, read_capped};
pub use save::{SaveError, save_atomic};
