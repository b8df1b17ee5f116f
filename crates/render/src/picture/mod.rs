//! Scenes as pictures.

pub(crate) mod canvas;
mod cells;
mod frame;
mod land;
mod level;
mod marks;
mod painter;
mod pen;
mod sprites;
mod stamps;
mod style;
mod theme;
#[cfg(feature = "serde")]
mod theme_file;

pub(crate) use cells::elbow;
pub(crate) use land::Landscape;
pub(crate) use level::{area_color, join_colors};
pub(crate) use painter::{Layout, Painter, show_changes};
pub use sprites::Sprites;
pub use style::{Edges, Kind, Style};
pub use theme::{Hatch, IconInk, THEMES, Theme, theme};
#[cfg(feature = "serde")]
pub use theme_file::ThemeError;
