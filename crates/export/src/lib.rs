//! Files for other programs, one file of code a format. Everything here only reads maps and tilesets.
//!
//! * [`TiledSet`]: a tileset with its Wang set for the map editor Tiled, as `.tsj` or `.tsx`, written and read.

mod error;
mod tiled_set;
mod tsj;
mod tsx;

pub use error::ExportError;
pub use tiled_set::{TiledSet, WangColor, WangKind, WangSet, WangTile};
