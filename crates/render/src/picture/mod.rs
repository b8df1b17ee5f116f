//! Pictures of maps.

pub(crate) mod canvas;
mod cells;
mod frame;
mod kind;
mod marks;
mod painter;
mod shades;
mod style;
mod tint;

pub(crate) use kind::{fitting, of_history, possible};
pub(crate) use painter::Painter;
pub use painter::{draw, picture_size};
pub use shades::{shaded_tile, shades_of, tile_shades};
pub use style::{Kind, Style, Theme};
pub(crate) use tint::{STEPS, tints};
