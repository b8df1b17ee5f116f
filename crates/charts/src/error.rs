//! Why a chart cannot be drawn.

use mapwright_render::RenderError;

/// Why a chart cannot be drawn.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum ChartError {
    /// A chart has no values, or one that does not fit on an axis.
    #[error("`{name}` has no values to draw, or one that is not finite or exceeds 2^53")]
    NoValues {
        /// The axis of a heat map, or the title of another chart.
        name: String,
    },
    /// The picture cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}
