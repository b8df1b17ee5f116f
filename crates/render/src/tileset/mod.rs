//! Tilesets: little pictures, one for each way in which a cell can meet its neighbors.
//!
//! A [`TilesetKind`] says which ways there are and numbers them; a [`Tileset`] has a picture for each. Tilesets come
//! with Mapwright ([`Tileset::shipped`]), or from a PNG that somebody painted over a [`tileset_template`].

mod blob;
mod codes;
mod draw;
mod error;
mod indexes;
mod kind;
mod layout;
mod order;
mod read;
mod set;
mod shipped;
mod template;

pub use blob::{BLOB_MASKS, blob_index, blob_mask};
pub use draw::{draw_tiles, draw_tiles_into, draw_with_tileset};
pub use error::TilesetError;
pub use indexes::tile_indexes;
pub use kind::TilesetKind;
pub use layout::TilesetLayout;
pub use order::TilesetOrder;
pub use set::Tileset;
pub use template::{TilesetTemplate, tileset_template};
