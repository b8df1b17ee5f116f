//! The map editor Tiled: tilesets with Wang sets, and maps of tiles and objects, as JSON and as XML.
//!
//! [`Tiled`] turns a map into a [`TiledMap`]: plain data, with the names of Tiled. It is written as `.tmj` or `.tmx`,
//! with the pictures of its tilesets beside it, for Tiled 1.8 or later.

mod data;
mod export;
mod files;
mod floors;
mod map;
mod objects;
mod property;
mod set;
mod sheet;
mod text;
mod tiles;
mod tsj;
mod tsx;
mod walls;
mod wang;
mod window;
mod xml;

pub(crate) use files::stem;

pub use data::TiledEncoding;
pub use export::{Tiled, TiledPart};
pub use files::{SHEET_NAMES, TiledFormat};
pub use floors::{floor_files, save_floors};
pub use map::{TiledCells, TiledChunk, TiledContent, TiledLayer, TiledMap, TiledObject, TiledShape, TiledSheet};
pub use property::{TiledProperty, TiledValue};
pub use set::{TiledSet, TiledTile, WangColor, WangKind, WangSet, WangTile};
