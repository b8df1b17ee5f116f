//! Draws a scene as pixels.

use std::ops::Range;

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{Dirs, Grid, Point, Size};

use super::canvas::blank;
use super::cells::{self, Cells, sprites};
use super::land::Landscape;
use super::pen::Viewport;
use super::stamps::Stamps;
use super::style::{Kind, Style};
use super::{frame, level, marks};
use crate::error::RenderError;
use crate::icons::{Icons, Inks};
use crate::scene::{Scene, SceneGround};

/// The layout of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) w: u32,
    pub(crate) h: u32,
    /// Pixels left of and above the first cell and its lines.
    corner: u32,
    /// Thickness of the lines that cells begin with; 0 for kinds without lines.
    line: u32,
}

impl Layout {
    pub(crate) fn of(size: Size, kind: Kind, style: &Style) -> Result<Layout, RenderError> {
        if size.area() == 0 {
            return Err(RenderError::Empty { size });
        }
        if style.scale == 0 {
            return Err(RenderError::ZeroScale);
        }
        let line = if kind.is_lined() { style.line() } else { 0 };
        let margin = style.margin_px();
        let corner = margin.saturating_sub(line / 2);
        let around = (2 * u64::from(margin)).max(u64::from(corner) + u64::from(line));
        let side = |cells: u16| u64::from(cells) * u64::from(style.scale) + around;
        let (w, h) = style.claim(side(size.w), side(size.h))?;
        Ok(Layout { w, h, corner, line })
    }

    /// Draws the frame around the cells, unless they have lines of their own.
    fn frame(self, image: &mut RgbaImage, size: Size, crossings: Dirs, style: &Style) {
        if self.line == 0 {
            let corner = (i64::from(self.corner), i64::from(self.corner));
            let side = |cells: u16| i64::from(cells) * i64::from(style.scale);
            frame::draw(image, corner, (side(size.w), side(size.h)), style.frame().into(), crossings, style.theme.ink);
        }
    }

    /// Cuts some rows out of a picture with this layout, as a picture of its own.
    pub(crate) fn rows(
        self,
        image: &RgbaImage,
        scene: &Scene<'_>,
        rows: Range<u16>,
        style: &Style,
    ) -> Result<RgbaImage, RenderError> {
        let size = Size::new(scene.size.w, rows.end - rows.start);
        let own = Layout::of(size, scene.kind, style)?;
        let height = u32::from(size.h) * style.scale;
        let top = self.corner + u32::from(rows.start) * style.scale;
        let mut picture = blank(own.w, own.h, style.theme.paper);
        picture.paste((0, own.corner), &image.part((0, top), (self.w, height + own.line)));
        own.frame(&mut picture, size, scene.wrap.crossings(scene.size), style);
        Ok(picture)
    }
}

/// Draws scenes, one after the other. It keeps the stamps of cells and icons, so that later pictures take less work.
#[derive(Debug, Default)]
pub(crate) struct Painter {
    stamps: Stamps,
    /// What the stamps are for.
    cells: Option<(Kind, u32)>,
    icons: Option<Icons>,
}

impl Painter {
    /// Draws a scene. Everything of the style but scale and margin must be as in the call before.
    pub(crate) fn draw(&mut self, scene: &Scene<'_>, style: &Style) -> Result<RgbaImage, RenderError> {
        let layout = Layout::of(scene.size, scene.kind, style)?;
        let mut image = blank(layout.w, layout.h, style.theme.paper);
        if let Some(cells) = cells::of(scene, style) {
            self.cells(&mut image, &*cells, scene, layout, style.scale);
        }
        if let Some(terrain) = scene.ground.terrain() {
            Landscape::of(scene, terrain, style).paint(&mut image, layout.w as usize * 4, layout.corner as usize);
        }
        if let (SceneGround::Sprites { tiles, under }, Some(pictures)) = (&scene.ground, &style.sprites) {
            sprites::paint(&mut image, (tiles, under), pictures, layout.corner, style);
        }
        layout.frame(&mut image, scene.size, scene.wrap.crossings(scene.size), style);
        let place = Viewport { corner: layout.corner, line: layout.line };
        level::draw(&mut image, scene, place, style);
        if !scene.marks.is_empty() {
            let icons = self.icons.get_or_insert_with(|| Icons::new(Inks::of(&style.theme)));
            marks::draw(&mut image, scene, place, style, icons);
        }
        Ok(image)
    }

    /// Paints the stamp of every cell; beyond the last cells, only its lines.
    fn cells(&mut self, image: &mut RgbaImage, cells: &dyn Cells, scene: &Scene<'_>, layout: Layout, scale: u32) {
        if self.cells.replace((scene.kind, scale)) != Some((scene.kind, scale)) {
            self.stamps = Stamps::default();
        }
        let (size, more) = (scene.size, u16::from(layout.line > 0));
        let corner = |cell: u16| layout.corner + u32::from(cell) * scale;
        let mut looks = vec![0; size.w.saturating_add(more).into()];
        for y in 0..size.h.saturating_add(more) {
            cells.looks(y, &mut looks);
            if scale == 1 {
                let columns = corner(0)..corner(0) + u32::try_from(looks.len()).unwrap_or(0);
                for (pixel, &look) in image.span(columns, corner(y)).iter_mut().zip(&looks) {
                    *pixel = self.stamps.pixel(look, || cells.paint(look));
                }
                continue;
            }
            for (x, &look) in (0..).zip(&looks) {
                let stamp = self.stamps.stamp(look, || cells.paint(look));
                let at = (corner(x), corner(y));
                if x < size.w && y < size.h {
                    image.paste(at, stamp);
                } else {
                    let extent = |cell, cells| if cell < cells { scale } else { layout.line };
                    image.paste(at, &stamp.part((0, 0), (extent(x, size.w), extent(y, size.h))));
                }
            }
        }
    }
}

/// Outlines the cells that changed, unless most of them did. Where cells are too small for that, dims all others.
pub(crate) fn show_changes(image: &mut RgbaImage, cells: &Grid<bool>, kind: Kind, style: &Style) {
    let size = cells.size();
    let changed = cells.as_slice().iter().filter(|&&changed| changed).count();
    let Ok(layout) = Layout::of(size, kind, style) else { return };
    if changed == 0 || changed * 2 > size.area() as usize {
        return;
    }
    let scale = i64::from(style.scale);
    let corner = |cell: u16| i64::from(layout.corner) + i64::from(cell) * scale;
    if scale < 6 {
        for at in cells.iter().filter(|&(_, &changed)| !changed).map(|(at, _)| at) {
            image.fade((corner(at.x), corner(at.y)), (scale, scale), style.theme.paper);
        }
        return;
    }
    // The outline is centered on the borders of cells.
    let (thick, line) = ((scale / 8).max(1), i64::from(layout.line));
    let (back, color) = ((thick - line).max(0) / 2, style.theme.changed);
    let is_changed = |x: Option<u16>, y: Option<u16>| {
        x.zip(y).and_then(|(x, y)| cells.get(Point::new(x, y))).is_some_and(|&changed| changed)
    };
    for at in cells.iter().filter(|&(_, &changed)| changed).map(|(at, _)| at) {
        let (left, top, long) = (corner(at.x) - back, corner(at.y) - back, scale + thick);
        let beside = [
            ((Some(at.x), at.y.checked_sub(1)), (left, top), (long, thick)),
            ((at.x.checked_add(1), Some(at.y)), (left + scale, top), (thick, long)),
            ((Some(at.x), at.y.checked_add(1)), (left, top + scale), (long, thick)),
            ((at.x.checked_sub(1), Some(at.y)), (left, top), (thick, long)),
        ];
        for ((x, y), place, extent) in beside {
            if !is_changed(x, y) {
                image.fill(place, extent, color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{BuilderMap, Grid, MapRng, Sides, Tile, Wrap};

    /// A painter that has seen other maps paints what a new one does, even where a cell goes back to what
    /// it was.
    #[test]
    fn what_was_painted_before_does_not_show() {
        let size = Size::new(5, 8);
        let mut rng = MapRng::new(1);
        let maps = [(); 4].map(|()| {
            let mut map = BuilderMap::filled(size, Wrap::Both, Tile::FLOOR);
            map.tiles = Grid::from_fn(size, |_| if rng.chance(0.5) { Tile::WALL } else { Tile::FLOOR });
            map.sides = Some(Grid::from_fn(size, |_| Sides::from_code(rng.below(16) as u8)));
            map.regions = Some(Grid::from_fn(size, |_| rng.below(3) as u16));
            map.start = Some(size.point(rng.below(size.area())));
            map
        });
        let mut painter = Painter::default();
        for _ in 0..200 {
            let map = &maps[rng.below(4) as usize];
            let kind = if rng.chance(0.1) { Kind::Maze } else { Kind::Tiles };
            let style = Style { scale: if rng.chance(0.1) { 9 } else { 6 }, ..Style::default() };
            let scene = Scene::of(map, kind, &style).unwrap();
            let painted = painter.draw(&scene, &style).unwrap();
            assert!(painted == Painter::default().draw(&scene, &style).unwrap());
        }
    }
}
