//! Draws a map, and the next picture of the same map with little work.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{BuilderMap, Grid, Point, Size};

use super::canvas::blank;
use super::cells::sprites::Sprited;
use super::cells::{self, Cells, PackedCell};
use super::land::Land;
use super::marks::without_secrets;
use super::pen::Viewport;
use super::stamps::Stamps;
use super::style::{Kind, Style};
use super::{fitting, frame, level, marks};
use crate::error::{RenderError, check};
use crate::icons::{Icons, Inks};

/// Draws a map.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Style, draw};
///
/// let map = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
/// let picture = draw(&map, &Style { scale: 8, margin: Some(4), ..Style::default() })?;
/// assert_eq!(picture.dimensions(), (20 * 8 + 2 * 4, 10 * 8 + 2 * 4));
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, planes of different sizes, or not the plane that the kind shows; the
/// scale is 0; or there are more pixels than the style allows.
pub fn draw(map: &BuilderMap, style: &Style) -> Result<RgbaImage, RenderError> {
    Painter::default().draw_last(map, fitting(map, style), style)
}

/// The picture of each floor: those of the rows of the whole map, so that they show what crosses floors, such as a walk.
pub(crate) fn bands(map: &BuilderMap, style: &Style) -> Result<Vec<RgbaImage>, RenderError> {
    if map.n_floors() < 2 {
        return Ok(vec![draw(map, style)?]);
    }
    let kind = fitting(map, style);
    let (image, layout) = (draw(map, style)?, Layout::of(map.size(), kind.is_lined(), style)?);
    let own = Layout::of(map.floor_size(), kind.is_lined(), style)?;
    let band = |floor: u16| {
        let rows = map.floor_rows(floor);
        let height = u32::from(rows.end - rows.start) * style.scale;
        let top = layout.corner + u32::from(rows.start) * style.scale;
        let mut picture = blank(own.w, own.h, style.theme.paper);
        picture.paste((0, own.corner), &image.part((0, top), (layout.w, height + own.line)));
        if !kind.is_lined() {
            let corner = (i64::from(own.corner), i64::from(own.corner));
            let extent = (i64::from(own.w) - 2 * corner.0, i64::from(height));
            let crossings = map.wrap.crossings(map.size());
            frame::draw(&mut picture, corner, extent, style.frame().into(), crossings, style.theme.ink);
        }
        picture
    };
    Ok((0..map.n_floors()).map(band).collect())
}

/// The size in pixels of the picture that [`draw`] makes: the cells and twice the margin. The
/// outer lines of mazes and regions lie half in the margin; if the margin is too narrow, they add to the size.
///
/// # Errors
///
/// The map has no cells, the scale is 0, or there are more pixels than the style allows.
pub fn picture_size(map: &BuilderMap, style: &Style) -> Result<(u32, u32), RenderError> {
    let layout = Layout::of(map.size(), fitting(map, style).is_lined(), style)?;
    Ok((layout.w, layout.h))
}

/// The size in pixels of each of [`bands`].
pub(crate) fn band_size(map: &BuilderMap, style: &Style) -> Result<(u32, u32), RenderError> {
    picture_size(map, style)?;
    let own = Layout::of(map.floor_size(), fitting(map, style).is_lined(), style)?;
    Ok((own.w, own.h))
}

/// The layout of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    w: u32,
    h: u32,
    /// Pixels left of and above the first cell and its lines.
    corner: u32,
    /// Thickness of the lines that cells begin with; 0 for kinds without lines.
    line: u32,
}

impl Layout {
    fn of(size: Size, lined: bool, style: &Style) -> Result<Layout, RenderError> {
        if size.area() == 0 {
            return Err(RenderError::Empty { size });
        }
        if style.scale == 0 {
            return Err(RenderError::ZeroScale);
        }
        let line = if lined { style.line() } else { 0 };
        let margin = style.margin_px();
        let corner = margin.saturating_sub(line / 2);
        let around = (2 * u64::from(margin)).max(u64::from(corner) + u64::from(line));
        let side = |cells: u16| u64::from(cells) * u64::from(style.scale) + around;
        let (w, h) = style.claim(side(size.w), side(size.h))?;
        Ok(Layout { w, h, corner, line })
    }
}

/// Keeps the last picture, without its marks, and what each of its cells looked like. A picture of the
/// next moment paints only the cells that look different now.
#[derive(Debug, Default)]
pub(crate) struct Painter {
    last: Option<Base>,
    stamps: Stamps,
    icons: Option<Icons>,
}

#[derive(Debug)]
struct Base {
    layout: Layout,
    size: Size,
    kind: Kind,
    scale: u32,
    /// Row by row, with the last lines; empty if the picture is not kept.
    looks: Vec<PackedCell>,
    image: RgbaImage,
}

impl Painter {
    /// Draws a map as `kind`. Everything but kind, scale and margin must be as in the call before.
    pub(crate) fn draw(&mut self, map: &BuilderMap, kind: Kind, style: &Style) -> Result<RgbaImage, RenderError> {
        let base = self.paint(map, kind, style, true)?;
        let (mut image, layout) = (base.image.clone(), base.layout);
        self.last = Some(base);
        self.decorate(&mut image, map, kind, layout, style);
        Ok(image)
    }

    /// Draws a map once, without keeping its picture.
    fn draw_last(mut self, map: &BuilderMap, kind: Kind, style: &Style) -> Result<RgbaImage, RenderError> {
        let Base { mut image, layout, .. } = self.paint(map, kind, style, false)?;
        self.decorate(&mut image, map, kind, layout, style);
        Ok(image)
    }

    /// The map's cells without anything over them, and their looks if the picture is kept.
    fn paint(&mut self, map: &BuilderMap, kind: Kind, style: &Style, keep: bool) -> Result<Base, RenderError> {
        check(map)?;
        let hidden = without_secrets(map);
        let map = hidden.as_ref().unwrap_or(map);
        let layout = Layout::of(map.size(), kind.is_lined(), style)?;
        let cells = cells::of(map, kind, style)?;
        let mut base = self.base(map.size(), kind, layout, style);
        if let Some(cells) = cells {
            self.cells(&*cells, &mut base, keep);
            return Ok(base);
        }
        let sprites = if kind == Kind::Sprites { Sprited::new(map, style)? } else { None };
        let stride = layout.w as usize * 4;
        match &sprites {
            Some(sprites) if sprites.has_tileset() => {}
            Some(sprites) => {
                let map = sprites.ground(map);
                Land::of(&map, style, false).paint(&mut base.image, stride, layout.corner as usize);
            }
            None => {
                Land::of(map, style, kind == Kind::Maze).paint(&mut base.image, stride, layout.corner as usize);
            }
        }
        if let Some(sprites) = sprites {
            sprites.paint(&mut base.image, map, layout.corner, style);
        }
        Ok(base)
    }

    /// The last picture if it can be painted on, else an empty one.
    fn base(&mut self, size: Size, kind: Kind, layout: Layout, style: &Style) -> Base {
        let scale = style.scale;
        let fits = |last: &Base| (last.layout, last.size, last.kind, last.scale) == (layout, size, kind, scale);
        if let Some(last) = self.last.take().filter(fits) {
            return last;
        }
        self.stamps.clear();
        let image = blank(layout.w, layout.h, style.theme.paper);
        Base { layout, size, kind, scale, looks: Vec::new(), image }
    }

    /// Paints every cell whose look has changed.
    fn cells(&mut self, cells: &dyn Cells, base: &mut Base, keep: bool) {
        let more = u16::from(base.layout.line > 0);
        let (columns, rows) = (base.size.w.saturating_add(more), base.size.h.saturating_add(more));
        let is_new = base.looks.is_empty();
        if keep {
            base.looks.resize(usize::from(columns) * usize::from(rows), 0);
        }
        let mut looks = vec![0; columns.into()];
        for y in 0..rows {
            cells.looks(y, &mut looks);
            if base.scale == 1 && !keep {
                let (left, top) = base.corner(Point::new(0, y));
                for (pixel, &look) in base.image.span(left..left + u32::from(columns), top).iter_mut().zip(&looks) {
                    *pixel = self.stamps.pixel(look, || cells.paint(look));
                }
                continue;
            }
            for (x, &look) in (0..).zip(&looks) {
                if keep {
                    let old = &mut base.looks[usize::from(y) * usize::from(columns) + usize::from(x)];
                    if *old == look && !is_new {
                        continue;
                    }
                    *old = look;
                }
                base.put(Point::new(x, y), self.stamps.stamp(look, || cells.paint(look)));
            }
        }
    }

    /// The frame and the marks.
    fn decorate(&mut self, image: &mut RgbaImage, map: &BuilderMap, kind: Kind, layout: Layout, style: &Style) {
        if !kind.is_lined() {
            let corner = (i64::from(layout.corner), i64::from(layout.corner));
            let side = |cells: u16| i64::from(cells) * i64::from(style.scale);
            let extent = (side(map.size().w), side(map.size().h));
            let crossings = map.wrap.crossings(map.size());
            frame::draw(image, corner, extent, style.frame().into(), crossings, style.theme.ink);
        }
        let place = Viewport { corner: layout.corner, line: layout.line };
        level::draw(image, map, place, style);
        if style.marks {
            let icons = self.icons.get_or_insert_with(|| Icons::new(Inks::of(&style.theme)));
            marks::draw(image, map, kind, place, style, icons);
        }
    }
}

impl Base {
    /// The upper left pixel of a cell.
    fn corner(&self, at: Point) -> (u32, u32) {
        let corner = |cell: u16| self.layout.corner + u32::from(cell) * self.scale;
        (corner(at.x), corner(at.y))
    }

    /// Copies a stamp into a cell; beyond the last cells, only its lines.
    fn put(&mut self, at: Point, stamp: &RgbaImage) {
        if at.x < self.size.w && at.y < self.size.h {
            return self.image.paste(self.corner(at), stamp);
        }
        let left = |cell: u16, cells: u16| if cell < cells { self.scale } else { self.layout.line };
        let extent = (left(at.x, self.size.w), left(at.y, self.size.h));
        self.image.paste(self.corner(at), &stamp.part((0, 0), extent));
    }
}

/// Outlines the cells that changed, unless most of them did. Where cells are too small for that, dims all others.
pub(crate) fn show_changes(image: &mut RgbaImage, cells: &Grid<bool>, kind: Kind, style: &Style) {
    let size = cells.size();
    let changed = cells.as_slice().iter().filter(|&&changed| changed).count();
    let Ok(layout) = Layout::of(size, kind.is_lined(), style) else { return };
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
    use mapwright_core::{Grid, MapRng, Sides, Tile, Wrap};

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
            let painted = painter.draw(map, kind, &style).unwrap();
            assert!(painted == Painter::default().draw(map, kind, &style).unwrap());
        }
    }
}
