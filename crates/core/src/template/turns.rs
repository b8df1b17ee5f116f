//! Templates turned and mirrored.

use super::Template;
use crate::{Dir, Grid, Point, Size};

impl Template {
    /// The template after some quarter turns clockwise. Templates of slots turn along; what may be mirrored is still mirrored
    /// left to right, so draw first if that matters.
    #[must_use]
    pub fn turned(&self, quarters: u32) -> Self {
        let legend = self.legend.moved(|dir| dir.turned(quarters), |template| turned(template, quarters));
        Template { glyphs: turned(&self.glyphs, quarters), legend, tiles: turned(&self.tiles, quarters) }
    }

    /// The template with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let across = |dir| if matches!(dir, Dir::E | Dir::W) { dir.opposite() } else { dir };
        let legend = self.legend.moved(across, mirrored);
        Template { glyphs: mirrored(&self.glyphs), legend, tiles: mirrored(&self.tiles) }
    }

    /// The distinct templates made by rotation, mirroring, or both: one to eight.
    ///
    /// Each of them results from equally many rotations and mirrorings (the symmetries of a template are a subgroup, and
    /// these are its cosets), so drawing uniformly from the distinct ones is the same as drawing the motion uniformly.
    pub fn orientations(&self, rotate: bool, mirror: bool) -> Vec<Template> {
        let mut all: Vec<Template> = Vec::new();
        for turned in (0..if rotate { 4 } else { 1 }).map(|quarters| self.turned(quarters)) {
            let mirrored = mirror.then(|| turned.mirrored());
            for template in [Some(turned), mirrored].into_iter().flatten() {
                if !all.contains(&template) {
                    all.push(template);
                }
            }
        }
        all
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

/// A grid after some quarter turns clockwise.
pub(super) fn turned<T: Copy>(grid: &Grid<T>, quarters: u32) -> Grid<T> {
    let Size { w, h } = grid.size();
    let size = if quarters.is_multiple_of(2) { Size::new(w, h) } else { Size::new(h, w) };
    Grid::from_fn(size, |Point { x, y }| {
        grid[match quarters % 4 {
            0 => Point::new(x, y),
            1 => Point::new(y, h - 1 - x),
            2 => Point::new(w - 1 - x, h - 1 - y),
            _ => Point::new(w - 1 - y, x),
        }]
    })
}

/// A grid with left and right exchanged.
pub(super) fn mirrored<T: Copy>(grid: &Grid<T>) -> Grid<T> {
    Grid::from_fn(grid.size(), |p| grid[Point::new(grid.size().w - 1 - p.x, p.y)])
}
