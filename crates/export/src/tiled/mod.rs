//! The map editor Tiled: tilesets with Wang sets, and maps of tiles and objects, as JSON and as XML.
//!
//! [`Tiled`] makes a [`TiledMap`] of a map: plain data, in the terms of Tiled. That is written as `.tmj` or as `.tmx`
//! with the pictures of its tilesets beside it. What is written is what Tiled 1.8 and all later ones read.

mod data;
mod export;
mod files;
mod house;
mod map;
mod objects;
mod set;
mod sheet;
mod tmj;
mod tmx;
mod tsj;
mod tsx;
mod walls;
mod wang;
mod window;
mod xml;

pub(crate) use files::stem;
pub(crate) use set::hex;

pub use data::TiledEncoding;
pub use export::{Tiled, TiledPart};
pub use files::TiledFormat;
pub use map::{TiledCells, TiledChunk, TiledContent, TiledLayer, TiledMap, TiledObject, TiledShape, TiledSheet};
pub use map::{TiledProperty, TiledValue};
pub use set::{TiledSet, TiledTile, WangColor, WangKind, WangSet, WangTile};
