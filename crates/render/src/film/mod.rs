//! Animations: a history played frame by frame, or pictures of any kind, as GIF or APNG.
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

/// What a film is written from.
trait Film {
    /// The pixels of all pictures, across and down.
    fn size(&self) -> (u32, u32);

    /// How many pictures there are.
    fn len(&self) -> usize;

    /// The pictures from the first, each drawn when it is asked for.
    fn shots(&self) -> impl Iterator<Item = Result<Shot, RenderError>>;
}

/// How long the frames of an animation stay, in hundredths of a second. Many viewers slow down what is
/// faster than 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A step inside a stage.
    pub step: u16,
    /// The result of a stage.
    pub stage: u16,
    /// The last frame of all.
    pub last: u16,
}

impl Default for Pace {
    /// 4 a step, 60 a stage, 200 at the end.
    fn default() -> Self {
        Pace { step: 4, stage: 60, last: 200 }
    }
}
