//! Charts: numbers, colors or pictures over two axes.
//!
//! * [`heat_map`] shows two metrics of many maps, and [`axes_sheet`] a map for each bin of two metrics.
//! * [`band_chart`] shows the distribution of a metric over the values of a parameter, and [`grid_chart`] a metric over the
//!   values of two.

mod axes;
mod band;
mod error;
mod grid;
mod heat;
mod plot;
mod scale;

pub use axes::{AxesSheet, axes_sheet};
pub use band::{BandChart, band_chart};
pub use error::ChartError;
pub use grid::{GridChart, grid_chart};
pub use heat::{HeatMap, heat_map};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
