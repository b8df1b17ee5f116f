//! The walk that wins a level, step by step.

use mapwright_core::BuilderMap;

use crate::RenderError;
use crate::picture::{Style, draw};
use image::RgbaImage;

/// A film of the walk of a map's proof: for [`write_gif_pictures`](crate::write_gif_pictures) and
/// [`write_apng_pictures`](crate::write_apng_pictures).
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Proof, Size, Tile, Wrap};
/// use mapwright_render::{Pace, Style, WalkFilm, write_gif_pictures};
///
/// let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
/// map.proof = Some(Proof::new((0..5).map(|x| Point::new(x, 0)).collect(), vec![], vec![]));
/// let film = WalkFilm::new(&map, &Style::default(), 2);
/// assert_eq!(film.len(), 3, "no step, two, and all four");
/// let mut gif = Vec::new();
/// write_gif_pictures(film.len(), |frame| film.picture(frame), &Pace::default(), &mut gif, |_, _| ())?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkFilm<'a> {
    map: &'a BuilderMap,
    style: Style,
    every: usize,
}

impl<'a> WalkFilm<'a> {
    /// A frame after every `every` steps, and one at the end. 0 counts as 1.
    pub fn new(map: &'a BuilderMap, style: &Style, every: usize) -> Self {
        WalkFilm { map, style: style.clone(), every: every.max(1) }
    }

    fn steps(&self) -> usize {
        self.map.proof.as_ref().map_or(0, |proof| proof.walk.len().saturating_sub(1))
    }

    /// How many frames there are; 0 for a map without a proof.
    pub fn len(&self) -> usize {
        if self.map.proof.is_some() { self.steps().div_ceil(self.every) + 1 } else { 0 }
    }

    /// Whether the map has no proof.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A frame: the map with the walk so far.
    ///
    /// # Errors
    ///
    /// As for [`draw`].
    pub fn picture(&self, frame: usize) -> Result<RgbaImage, RenderError> {
        let steps = frame.saturating_mul(self.every).min(self.steps());
        draw(self.map, &Style { walk: Some(steps), ..self.style.clone() })
    }
}
