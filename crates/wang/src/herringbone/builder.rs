//! Herringbone tiles as a map.

use mapwright_core::params::{Described, Schema};
use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, Point, Reach, Size, Tile};

use super::plane::{Herringbone, PlacedPiece};
use super::template::HerringboneTemplate;

/// A large map of herringbone Wang tiles (Sean Barrett 2011): pieces of two units by one whose edges or corners match.
///
/// The map is a window of an infinite plane that the seed determines, with a wall around it. On a wrapped axis whose
/// length is a multiple of four units, the plane repeats without a wall. Whether the map is connected depends on the
/// template: usually a few pieces have no way in, and `cull-unreachable` fills these.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_wang::HerringboneWang;
///
/// let map = BuilderChain::start_with(Size::new(48, 15), HerringboneWang::default()).build(7)?;
/// let glyph = |&tile: &Tile| if tile.is_solid() { '#' } else { '.' };
/// for row in map.tiles.rows() {
///     println!("{}", row.iter().map(glyph).collect::<String>());
/// }
/// assert!(map.tiles.rows().next().is_some_and(|row| row.iter().all(|tile| tile.is_solid())));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HerringboneWang {
    /// The pieces.
    pub template: HerringboneTemplate,
}

impl Default for HerringboneWang {
    /// The built-in dungeon, in units of 8 cells.
    fn default() -> Self {
        HerringboneWang { template: HerringboneTemplate::default() }
    }
}

/// Code gives it the pieces; a recipe says where they are.
impl Described for HerringboneWang {
    fn schema() -> Schema {
        Schema::Object("HerringboneWang", "A dungeon of herringbone Wang tiles, two units by one.", &[])
    }
}

impl Builder for HerringboneWang {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("herringbone-wang").memory(4).title("Herringbone tiles").reach(Reach::Cells(0))
    }
}

impl InitialMapBuilder for HerringboneWang {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        let unit = self.template.unit();
        let units = |length: u16, wraps: bool| {
            let repeats = wraps && u32::from(length) % (4 * u32::from(unit)) == 0;
            repeats.then_some(u32::from(length / unit))
        };
        let (across, down) = (units(size.w, map.wrap.x()), units(size.h, map.wrap.y()));
        let plane = Herringbone::new(cx.seed, &self.template).repeated(across, down);
        let place = cx.origin.unwrap_or((0, 0));
        // Places wrap, as those of the plane do: a window may lie at the ends of `i64`.
        let span = |from: i64, length: u16| {
            let unit = i64::from(unit);
            let (first, count) = (from.div_euclid(unit), (from.rem_euclid(unit) + i64::from(length)) / unit + 1);
            (-1..count).map(move |nth| first.wrapping_add(nth))
        };
        for y in span(place.1, size.h) {
            for x in span(place.0, size.w) {
                let laid = plane.piece_at(x, y);
                if laid.at == (x, y) {
                    self.lay(&mut map, laid, place);
                    if cx.step_is_due(2 * u32::from(unit) * u32::from(unit)) {
                        cx.step_frame(&map, "tile");
                    }
                }
            }
        }
        if cx.origin.is_none() {
            wall_in(&mut map, across.is_none(), down.is_none());
        }
        Ok(map)
    }
}

impl HerringboneWang {
    /// Copies the part of a tile that is on the map, whose upper left cell is at `(x0, y0)` of the plane.
    fn lay(&self, map: &mut BuilderMap, laid: PlacedPiece, (x0, y0): (i64, i64)) {
        let unit = i64::from(self.template.unit());
        let cells = &self.template.pieces()[laid.piece].cells;
        let size = map.size();
        let cells_from = |from: i64, at: i64| at.wrapping_mul(unit).wrapping_sub(from);
        let on_map = |at: i64, limit: u16| u16::try_from(at).ok().filter(|&at| at < limit);
        for (row, dy) in cells.rows().zip(0..) {
            let Some(y) = on_map(cells_from(y0, laid.at.1).wrapping_add(dy), size.h) else { continue };
            let left = cells_from(x0, laid.at.0);
            // West of the map's first column lies the part of the row that is skipped.
            let skip = usize::try_from(-left).unwrap_or(0).min(row.len());
            let Some(x) = on_map(left.max(0), size.w) else { continue };
            let from = size.index(Point::new(x, y)) as usize;
            let length = (row.len() - skip).min(usize::from(size.w - x));
            map.tiles.as_mut_slice()[from..from + length].copy_from_slice(&row[skip..skip + length]);
        }
    }
}

/// Makes the first and last columns, and rows, wall.
fn wall_in(map: &mut BuilderMap, columns: bool, rows: bool) {
    let Size { w, h } = map.size();
    if columns {
        (0..h).for_each(|y| [0, w - 1].into_iter().for_each(|x| map.tiles[Point::new(x, y)] = Tile::WALL));
    }
    if rows {
        (0..w).for_each(|x| [0, h - 1].into_iter().for_each(|y| map.tiles[Point::new(x, y)] = Tile::WALL));
    }
}
