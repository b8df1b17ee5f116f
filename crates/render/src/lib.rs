//! Maps as pictures and animations. Everything here only reads.
//!
//! * [`svg`] draws a map as lines and areas, for any scale.
//! * [`draw`] makes a picture of a map, in one of several [`Kind`]s and in the colors of a [`Theme`]; [`write_png`] writes it.
//! * [`stage_pictures`] shows every stage of a history; [`contact_sheet`] puts pictures on one sheet.
//! * A [`Animation`] plays a history, the walk that wins a level, or any pictures, as GIF or animated PNG.
//! * [`draw_with_tileset`] draws a map with a [`Tileset`], which comes with Mapwright or from a PNG.
//! * [`map_tiles`] draws the different tiles that a map can be put together from, for programs that show maps as tiles.

mod animation;
mod changes;
mod compose;
mod contour;
mod draw;
mod error;
mod icons;
mod legend;
mod letters;
mod moments;
mod picture;
mod png_file;
mod raster;
mod scene;
mod sheet;
mod sight;
mod stages;
mod svg;
mod tiles;
mod tileset;

pub use animation::{Animation, Pace};
pub use compose::{Heading, fitting_scale, poster, poster_with_stages};
pub use draw::{draw, draw_floors, draw_table, picture_size, svg};
pub use error::RenderError;
/// The crate of the picture type, so that users need not name it in their manifest.
pub use image;
pub use image::RgbaImage;
pub use legend::legend;
pub use letters::{Lettering, draw_caption};
#[cfg(feature = "serde")]
pub use picture::ThemeError;
pub use picture::{Edges, Hatch, IconInk, Kind, Sprites, Style, THEMES, Theme, theme};
pub use png_file::{save_png, write_png, write_small_png};
pub use scene::kind_of;
pub use sheet::{Sheet, contact_sheet};
pub use sight::{QuarterPoint, Sight, SightPortal, sight_lines};
pub use stages::{StagePicture, changes, stage_changes, stage_pictures};
pub use tiles::{MapTiles, map_tiles};
pub use tileset::{
    BLOB_MASKS, Tileset, TilesetError, TilesetKind, TilesetLayout, TilesetOrder, TilesetTemplate, blob_index,
    blob_mask, draw_tiles, draw_tiles_into, draw_with_tileset, tile_indexes, tileset_template,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
