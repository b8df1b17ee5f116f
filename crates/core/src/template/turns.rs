//! Templates turned and mirrored.

use super::Template;
use crate::{D4, Grid, Point, Size};

impl Template {
    /// Returns the template after some quarter turns clockwise. Templates of slots turn along; what may be mirrored is still
    /// mirrored left to right, so draw first if that matters.
    #[must_use]
    pub fn turned(&self, quarters: u32) -> Self {
        self.image(D4::turned((quarters % 4) as u8, false))
    }

    /// Returns the template with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.image(D4::MIRROR)
    }

    fn image(&self, symmetry: D4) -> Self {
        let (glyphs, tiles) = (symmetry.grid(&self.glyphs), symmetry.grid(&self.tiles));
        Template { glyphs, legend: self.legend.image(symmetry), tiles }
    }

    /// Returns the distinct templates made by rotation, mirroring, or both: one to eight.
    ///
    /// Each of them results from equally many rotations and mirrorings (the symmetries of a template are a subgroup, and
    /// these are its cosets), so drawing uniformly from the distinct ones is the same as drawing the motion uniformly.
    pub fn orientations(&self, rotate: bool, mirror: bool) -> Vec<Template> {
        D4::distinct(D4::turned_and_mirrored(rotate, mirror), |symmetry| self.image(symmetry))
    }

    /// The template without the outer rows and columns that only keep the map; `None` if all of them do.
    pub fn trimmed(&self) -> Option<Self> {
        let tiles = || self.tiles.iter().filter(|(_, tile)| tile.is_some()).map(|(p, _)| p);
        let (left, right) = (tiles().map(|p| p.x).min()?, tiles().map(|p| p.x).max()?);
        let (top, bottom) = (tiles().map(|p| p.y).min()?, tiles().map(|p| p.y).max()?);
        let size = Size::new(right - left + 1, bottom - top + 1);
        let from = |p: Point| Point::new(p.x + left, p.y + top);
        Some(Template {
            glyphs: Grid::from_fn(size, |p| self.glyphs[from(p)]),
            legend: self.legend.clone(),
            tiles: Grid::from_fn(size, |p| self.tiles[from(p)]),
        })
    }
}
