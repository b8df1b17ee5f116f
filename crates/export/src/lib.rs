//! Files for other programs. Everything here only reads maps and tilesets.
//!
//! * [`csv()`], [`csv_plane`], [`csv_named`]: the numbers of tiles, of another plane or of a layer, row by row.
//! * [`Tiled`]: a map for the map editor Tiled, as `.tmj` or `.tmx`, with its tilesets.
//! * [`Ldtk`]: a map as a project of the level editor LDtk.
//! * [`TiledSet`]: a tileset with its Wang set for the map editor Tiled, as `.tsj` or `.tsx`, written and read.
//! * [`Uvtt`]: picture, walls, doors and lights for tabletop programs, as `.dd2vtt` or `.uvtt`.
//! * [`xp()`]: an image for REXPaint.

mod csv;
mod error;
mod json;
mod ldtk;
mod tiled;
mod uvtt;
mod xp;

pub use csv::{CsvPlane, csv, csv_named, csv_plane};
pub use error::ExportError;
pub use ldtk::{Ldtk, LdtkProject};
pub use tiled::{
    SHEET_NAMES, Tiled, TiledCells, TiledChunk, TiledContent, TiledEncoding, TiledFormat, TiledLayer, TiledMap,
    TiledObject, TiledPart, TiledProperty, TiledSet, TiledShape, TiledSheet, TiledTile, TiledValue, WangColor,
    WangKind, WangSet, WangTile, floor_files, save_floors,
};
pub use uvtt::Uvtt;
pub use xp::{XpError, XpForm, XpStyle, xp};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
