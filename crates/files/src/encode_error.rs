//! Why a picture cannot be written.

use std::fmt;

/// Why a picture or an animation cannot be written.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The picture is too large for GIF, which has 16-bit sizes.
    #[cfg(feature = "gif")]
    #[error("a GIF of {w}x{h} pixels is too large: expected at most 65535 a side")]
    TooLargeForGif {
        /// Pixels across.
        w: u32,
        /// Pixels down.
        h: u32,
    },
    /// The GIF encoder failed.
    #[cfg(feature = "gif")]
    #[error("GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// The PNG encoder failed.
    #[error("PNG: {0}")]
    Png(#[from] png::EncodingError),
}

/// `Variant: message`: `main` prints an error that it returns by `Debug`.
impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = match self {
            #[cfg(feature = "gif")]
            EncodeError::TooLargeForGif { .. } => "TooLargeForGif",
            #[cfg(feature = "gif")]
            EncodeError::Gif(_) => "Gif",
            EncodeError::Png(_) => "Png",
        };
        write!(f, "{variant}: {self}")
    }
}
