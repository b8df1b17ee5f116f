//! Pictures of maps.

pub(crate) mod canvas;
mod cells;
mod frame;
mod kind;
mod marks;
mod painter;
mod style;
mod tint;

pub(crate) use kind::{fitting, of_history, possible};
pub(crate) use painter::Painter;
pub use painter::{draw, picture_size};
pub use style::{Kind, Style, Theme};
