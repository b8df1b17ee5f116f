//! Pictures of maps.

pub(crate) mod canvas;
mod cells;
mod frame;
mod kind;
mod land;
mod legend;
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
mod themes;
mod tiles;
mod tint;

pub(crate) use cells::elbow;
pub(crate) use kind::{fitting, of_history, possible};
pub(crate) use land::{Axes, Grounds, Land, Straightness, is_rock, lies_across, rank};
pub(crate) use legend::LegendLayout as LegendPlan;
pub use legend::legend;
pub(crate) use marks::{MapMark, marks, without_secrets};
pub(crate) use painter::{Painter, band_size, bands, show_changes};
pub use painter::{draw, picture_size};
pub use sprites::Sprites;
pub use style::{Edges, Kind, Style};
pub use theme::{Hatch, IconInk, THEMES, Theme, theme};
#[cfg(feature = "serde")]
pub use theme_file::ThemeError;
pub(crate) use tiles::land_cells;
pub use tiles::{MapTiles, map_tiles};
pub(crate) use tint::{STEPS, farthest, steps, tints};
