//! Files for other programs, one file of code a format. Everything here only reads maps and tilesets.
//!
//! * [`csv()`]: the tile numbers, row by row.
//! * [`Tiled`]: a map for the map editor Tiled, as `.tmj` or `.tmx`, with its tilesets.
//! * [`Ldtk`]: a map as a project of the level editor LDtk.
//! * [`TiledSet`]: a tileset with its Wang set for the map editor Tiled, as `.tsj` or `.tsx`, written and read.
//! * [`Folder`]: several files at once, which appear whole or not at all.

mod csv;
mod error;
mod folder;
mod json;
mod ldtk;
mod tiled;

pub use csv::csv;
pub use error::ExportError;
pub use folder::{Folder, FolderError};
pub use ldtk::{Ldtk, LdtkProject};
pub use tiled::{
    Tiled, TiledCells, TiledChunk, TiledContent, TiledEncoding, TiledFormat, TiledLayer, TiledMap, TiledObject,
    TiledPart, TiledProperty, TiledSet, TiledShape, TiledSheet, TiledTile, TiledValue, WangColor, WangKind, WangSet,
    WangTile,
};
