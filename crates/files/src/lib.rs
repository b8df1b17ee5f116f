//! Files and folders that appear whole or not at all: written beside their place, then renamed.

mod beside;
mod folder;
mod gzip;
mod save;

pub use folder::{Folder, FolderError};
pub use gzip::{encoder as gzip_encoder, gzip};
pub use save::{SaveError, save_atomic};
