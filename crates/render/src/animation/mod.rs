//! Animations: a history played frame by frame, the walk that wins a level, or any pictures, as GIF or APNG.
//!
//! All pictures of an animation have one size.

mod pace;
mod reel;
mod write;

use image::RgbaImage;
use mapwright_core::{BuilderMap, History};

pub use self::pace::Pace;
use self::reel::Reel;
use crate::RenderError;
use crate::draw::draw;
use crate::picture::Style;

/// Pictures of one size, each drawn when it is needed.
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Proof, Size, Tile, Wrap};
/// use mapwright_render::{Animation, Pace, Style};
///
/// let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
/// map.proof = Some(Proof::new((0..5).map(|x| Point::new(x, 0)).collect(), vec![], vec![]));
/// let style = Style::default();
/// let animation = Animation::of_walk(&map, &style, 2)?;
/// assert_eq!(animation.frames(), 3, "no step, two, and all four");
/// let mut gif = Vec::new();
/// animation.write_gif(&Pace::default(), &mut gif, |_, _| ())?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
#[derive(Debug)]
pub struct Animation<'a> {
    source: FrameSource<'a>,
    frames: usize,
    size: (u32, u32),
}

/// Draws a picture by its number.
type Draw<'a> = dyn Fn(usize) -> Result<RgbaImage, RenderError> + 'a;

enum FrameSource<'a> {
    History(Reel<'a>),
    Pictures(Box<Draw<'a>>),
}

impl std::fmt::Debug for FrameSource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if let FrameSource::History(_) = self { "History" } else { "Pictures" })
    }
}

impl<'a> Animation<'a> {
    /// An animation of a build, with a picture of each of the history's frames. They are flat: grain would fill the file.
    ///
    /// # Errors
    ///
    /// A history without frames, or a map that [`draw`] refuses.
    pub fn of_history(history: &'a History, style: &'a Style) -> Result<Animation<'a>, RenderError> {
        let reel = Reel::new(history, style)?;
        Ok(Animation { frames: history.frames().len(), size: reel.size, source: FrameSource::History(reel) })
    }

    /// An animation of the walk of a map's proof, with a picture after every `every` steps, and one at the end. 0 counts as 1.
    ///
    /// # Errors
    ///
    /// A map without a proof, or one that [`draw`] refuses.
    pub fn of_walk(map: &'a BuilderMap, style: &'a Style, every: usize) -> Result<Animation<'a>, RenderError> {
        let (steps, every) = (map.proof.as_ref().map(|proof| proof.walk.len().saturating_sub(1)), every.max(1));
        let frames = steps.map_or(0, |steps| steps.div_ceil(every) + 1);
        let steps = steps.unwrap_or(0);
        Animation::of_pictures(frames, move |nth| {
            draw(map, &Style { walk: Some(nth.saturating_mul(every).min(steps)), ..style.clone() })
        })
    }

    /// An animation of any pictures, all of the same size. `draw` makes them by their number from 0.
    ///
    /// # Errors
    ///
    /// No picture at all, or the error of the first.
    pub fn of_pictures(
        frames: usize,
        draw: impl Fn(usize) -> Result<RgbaImage, RenderError> + 'a,
    ) -> Result<Animation<'a>, RenderError> {
        if frames == 0 {
            return Err(RenderError::NoPictures);
        }
        let size = draw(0)?.dimensions();
        Ok(Animation { source: FrameSource::Pictures(Box::new(draw)), frames, size })
    }

    /// The number of pictures, at least one.
    pub const fn frames(&self) -> usize {
        self.frames
    }

    /// Draws one picture, counted from 0. With the style's `changes`, the result of a stage outlines the cells that the
    /// stage changed.
    ///
    /// # Errors
    ///
    /// No such picture, or one that cannot be drawn.
    pub fn picture(&self, nth: usize) -> Result<RgbaImage, RenderError> {
        match &self.source {
            FrameSource::History(reel) => reel.picture(nth),
            FrameSource::Pictures(draw) if nth < self.frames => draw(nth),
            FrameSource::Pictures(_) => Err(RenderError::NoFrames),
        }
    }

    /// The pixels of the pictures in order, and how long each stays.
    fn shots(&self, pace: &Pace) -> impl Iterator<Item = Result<(Vec<u8>, u16), RenderError>> {
        let (size, pace, last) = (self.size, *pace, self.frames - 1);
        let pictures: Box<dyn Iterator<Item = Result<(RgbaImage, u16), RenderError>>> = match &self.source {
            FrameSource::History(reel) => Box::new(reel.pictures(pace)),
            FrameSource::Pictures(draw) => Box::new((0..self.frames).map(move |nth| Ok((draw(nth)?, pace.step)))),
        };
        pictures.enumerate().map(move |(index, drawn)| {
            let (picture, delay) = drawn?;
            let found = picture.dimensions();
            if found != size {
                return Err(RenderError::PictureSize { index, found, size });
            }
            Ok((picture.into_raw(), if index == last { pace.last } else { delay }))
        })
    }
}
