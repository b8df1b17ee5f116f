//! Animations: a history played frame by frame, or any pictures, as GIF or APNG.
//!
//! A reel turns a history into pictures of one size; each comes with the rectangle that changed, and
//! only that goes into the file.

mod apng;
mod gif;
mod pictures;
mod reel;
mod still;
mod walk;

pub use self::apng::{write_apng, write_apng_pictures};
pub use self::gif::{write_gif, write_gif_pictures};
pub use self::still::draw_frame;
pub use self::walk::WalkFilm;
use pictures::Pictures;
use reel::{Reel, Shot};

use crate::RenderError;

/// The source of a film.
trait Film {
    /// The pixels of all pictures, across and down.
    fn size(&self) -> (u32, u32);

    /// The number of pictures.
    fn len(&self) -> usize;

    /// The pictures in order, each drawn on demand.
    fn shots(&self) -> impl Iterator<Item = Result<Shot, RenderError>>;
}

/// How long the frames of an animation stay, in hundredths of a second. Many viewers slow down anything faster than 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A step inside a stage.
    pub step: u16,
    /// The result of a stage.
    pub stage: u16,
    /// The last frame.
    pub last: u16,
}

impl Default for Pace {
    /// 4 for a step, 60 for a stage, 200 for the last frame.
    fn default() -> Self {
        Pace { step: 4, stage: 60, last: 200 }
    }
}
