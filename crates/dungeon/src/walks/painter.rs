//! Brush, symmetry and share of floor, shared by all walks.
//!
//! A stroke digs a square of `brush` cells a side, and its mirror images. The dug square is
//! mirrored, not the place from which it was dug, so that squares of even sides have exact images too.
//!
//! Floor that grows from the center is connected, whatever the symmetry. The images of the center are the
//! center itself and, on an axis with an even number of cells, its neighbor on the other side of the middle
//! line. So they are one cell, two, or a block of four, next to each other. Every image of connected floor
//! that contains the center is connected and contains an image of the center; so all images together are connected.
//! From then on the floor is its own image, and cells dug beside it have their images beside it as well.

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, BuilderMap, Dir, Grid, Keep, Planes, Sides, Tile, params};

use super::field::{DigField, Offset};

/// Which mirror images a stroke has. The image of column `x` is column `w - 1 - x`; that of row `y` is row `h - 1 - y`.
#[params]
pub enum Symmetry {
    /// None.
    #[default]
    None,
    /// Left and right are mirror images.
    Horizontal,
    /// Top and bottom are mirror images.
    Vertical,
    /// All four quarters are mirror images.
    Both,
}

impl Symmetry {
    const fn mirrors_x(self) -> bool {
        matches!(self, Symmetry::Horizontal | Symmetry::Both)
    }

    const fn mirrors_y(self) -> bool {
        matches!(self, Symmetry::Vertical | Symmetry::Both)
    }
}

/// The parameters of every builder that paints floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaintOptions {
    pub(super) brush: u8,
    pub(super) symmetry: Symmetry,
    pub(super) share: f64,
}

/// Digs until enough of a map is open, or the budget is spent.
#[derive(Debug)]
pub(super) struct Painter<'a, 'h> {
    pub(super) field: DigField,
    pub(super) map: &'a mut BuilderMap,
    pub(super) cx: &'a mut BuildCx<'h>,
    paint: PaintOptions,
    /// Whether any cells are kept.
    has_kept: bool,
    pub(super) open: u32,
    wanted: u32,
    spent: u64,
    /// When to look next whether the budget lasts and the build goes on.
    until: u64,
    budget: u64,
}

impl<'a, 'h> Painter<'a, 'h> {
    /// A painter for `map` with `budget` tries for each of its cells. It is an error if the border leaves
    /// too little to dig.
    pub(super) fn new(
        paint: PaintOptions,
        budget: u64,
        map: &'a mut BuilderMap,
        cx: &'a mut BuildCx<'h>,
    ) -> Result<Self, BuildError> {
        let (size, share, has_kept) = (map.size(), paint.share, map.kept.is_some() || map.n_floors() > 1);
        let field = DigField::new(size, map.wrap);
        let open = count(map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()));
        let may_dig = |cell: u32| map.tiles[cell].is_solid() && !(has_kept && is_kept(map, cell));
        let most = open + count(field.places().filter(|&at| may_dig(field.cell(at))));
        let wanted = share_of(size.area(), share);
        if wanted > most {
            let least = field.least_size();
            if size.w < least.w || size.h < least.h {
                return Err(BuildErrorKind::TooSmall { size, min: least }.into());
            }
            let leaves = if has_kept { "its border and what is kept leave" } else { "its border leaves" };
            let why = format!("a share of {share} of {size} is {wanted} cells, and {leaves} {most} to be open");
            // Open cells on the border may depend on the seed; without any, no seed can help.
            return Err(if open == 0 { BuildError::impossible(why) } else { BuildError::contradiction(None, why) });
        }
        cx.before_steps(map);
        let budget = budget * u64::from(size.area());
        let until = budget.min(ASKS_AFTER);
        Ok(Painter { field, map, cx, paint, has_kept, open, wanted, spent: 0, until, budget })
    }

    /// Whether enough is open.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.open >= self.wanted
    }

    /// Counts tries; it is an error once they exceed the budget.
    #[inline]
    pub(super) fn spend(&mut self, tries: u32) -> Result<(), BuildError> {
        let spent = self.spent + u64::from(tries);
        if spent > self.until {
            self.look(spent)?;
        }
        self.spent = spent;
        Ok(())
    }

    /// Whether the budget lasts, and the build goes on.
    #[cold]
    fn look(&mut self, spent: u64) -> Result<(), BuildError> {
        let (tries, budget) = (self.spent, self.budget);
        if spent > budget {
            let (reached, wanted) = (self.open.into(), self.wanted.into());
            return Err(BuildErrorKind::FellShort { what: "cells are open", reached, wanted, tries, budget }.into());
        }
        self.until = budget.min(spent + ASKS_AFTER);
        self.cx.keep_going()
    }

    /// Whether a place is solid.
    #[inline]
    pub(super) fn is_solid(&self, at: Offset) -> bool {
        self.map.tiles[self.field.cell(at)].is_solid()
    }

    /// Whether a place is solid and may not be dug.
    #[inline]
    pub(super) fn is_kept_rock(&self, at: Offset) -> bool {
        self.has_kept && self.is_solid(at) && is_kept(self.map, self.field.cell(at))
    }

    /// A random place, solid or not.
    pub(super) fn random_place(&mut self) -> Offset {
        let [x, y] = [self.field.x, self.field.y].map(|axis| self.cx.rng.below(axis.length.cast_unsigned()));
        Offset { x: x.cast_signed(), y: y.cast_signed() }
    }

    /// A random solid place that may be dug. One exists until enough is open.
    pub(super) fn random_solid(&mut self) -> Result<Offset, BuildError> {
        loop {
            self.spend(1)?;
            let at = self.random_place();
            if self.is_solid(at) && !self.is_kept_rock(at) {
                return Ok(at);
            }
        }
    }

    /// Digs a square of the brush's size around a place, and its images. If the square has no middle cell, the place is
    /// a random one of the four around the middle: otherwise all floor would drift to one side. Kept rock stays. Calls `dug`
    /// with every cell that was dug.
    pub(super) fn stroke(&mut self, at: Offset, mut dug: impl FnMut(Offset)) {
        let (DigField { x, y, .. }, n) = (self.field, i32::from(self.paint.brush));
        let shift = if n % 2 == 0 { self.cx.rng.below(4).cast_signed() } else { 0 };
        let (left, top) = (at.x - (n - 1) / 2 - (shift & 1), at.y - (n - 1) / 2 - (shift >> 1));
        // A square that begins at `left` ends at `left + n - 1`: there its image begins.
        let lefts = [left, x.mirrored(left + n - 1)];
        let tops = [top, y.mirrored(top + n - 1)];
        for &top in &tops[..1 + usize::from(self.paint.symmetry.mirrors_y())] {
            for &left in &lefts[..1 + usize::from(self.paint.symmetry.mirrors_x())] {
                for y in y.cells(top, n).into_iter().flatten() {
                    x.cells(left, n).into_iter().flatten().for_each(|x| self.dig(Offset { x, y }, &mut dug));
                }
            }
        }
    }

    #[inline]
    fn dig(&mut self, at: Offset, dug: &mut impl FnMut(Offset)) {
        let cell = self.field.cell(at);
        if self.map.tiles[cell].is_solid() && !self.is_kept_rock(at) {
            self.map.tiles[cell] = Tile::FLOOR;
            self.open += 1;
            self.cx.step(&self.map.tiles, [cell]);
            dug(at);
        }
    }

    /// Every open place, row by row.
    pub(super) fn open_places(&self) -> impl Iterator<Item = Offset> {
        self.field.places().filter(|&at| !self.is_solid(at))
    }

    /// The open place nearest to the center, by Euclidean distance, and of several the first in row-major order.
    /// Open places that are kept count if one beside them is not. If none is open, digs the center, or what may be dug nearest
    /// to it.
    pub(super) fn central_open(&mut self, dug: impl FnMut(Offset)) -> Offset {
        let (field, center) = (self.field, self.field.center());
        let square = |n: i32| i64::from(n) * i64::from(n);
        let away = |at: &Offset| square(field.x.way(center.x, at.x)) + square(field.y.way(center.y, at.y));
        let is_free = |at: Offset| !self.has_kept || !is_kept(self.map, field.cell(at));
        let leads_out = |&at: &Offset| is_free(at) || (0..4).any(|step| is_free(field.step(at, step)));
        let nearest = self.open_places().filter(leads_out).min_by_key(away);
        let begin =
            if is_free(center) { Some(center) } else { field.places().filter(|&at| is_free(at)).min_by_key(away) };
        nearest.unwrap_or_else(|| {
            let begin = begin.unwrap_or(center);
            self.stroke(begin, dug);
            begin
        })
    }
}

/// Whether a cell is kept.
fn is_kept(map: &BuilderMap, cell: u32) -> bool {
    map.keep_at(map.size().point(cell)) != Keep::Free
}

/// How many tries are made before the build is asked whether it goes on.
const ASKS_AFTER: u64 = 1 << 16;

/// Returns a share of `area`, in millionths, rounded up.
fn share_of(area: u32, share: f64) -> u32 {
    const MILLION: u64 = 1_000_000;
    let millionths = (share * MILLION as f64).round() as u64;
    u32::try_from((u64::from(area) * millionths).div_ceil(MILLION)).unwrap_or(area)
}

/// The number of cells, which always fits.
fn count(cells: impl Iterator) -> u32 {
    cells.fold(0, |n, _| n + 1)
}

// Digs into existing maps.
//
// Digging only opens solid cells, so start, exit, spawns, rooms, corridors, portals and open tiles
// stay. A cellular automaton rewrites every tile and drops all of that; here there is no need.

/// Digs into an existing map. On a map with sides, dug cells are joined to all open cells beside them, in
/// the color that those already have, unless these are kept; the solution and the flow are dropped.
pub(super) fn dig_into(
    map: &mut BuilderMap,
    cx: &mut BuildCx<'_>,
    dig: impl FnOnce(&mut BuilderMap, &mut BuildCx<'_>) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    map.validate()?;
    let before = map.tiles.clone();
    dig(map, cx)?;
    if map.tiles != before {
        map.clear(Planes::DERIVED);
        join_dug(map, &before);
    }
    Ok(())
}

fn join_dug(map: &mut BuilderMap, before: &Grid<Tile>) {
    let passages = map.passages();
    let Some(sides) = &mut map.sides else { return };
    let kept = map.kept.as_ref();
    let is_open = |cell: u32| !map.tiles[cell].is_solid() && kept.is_none_or(|kept| kept[cell] != Keep::Tile);
    for cell in (0..passages.area()).filter(|&cell| is_open(cell) && before[cell].is_solid()) {
        for dir in Dir::ALL {
            if let Some(beside) = passages.beside(cell, dir).filter(|&beside| is_open(beside)) {
                join(sides, cell, dir, beside);
            }
        }
    }
}

fn join(sides: &mut Grid<Sides>, cell: u32, dir: Dir, beside: u32) {
    sides[beside].open(dir.opposite());
    let color = sides[beside].color(dir.opposite());
    sides[cell] = sides[cell].with_color(dir, color);
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Size, Wrap};

    use super::*;

    /// What one stroke at a place of a map of walls digs.
    fn dug(size: Size, wrap: Wrap, (brush, symmetry): (u8, Symmetry), at: (i32, i32), seed: u64) -> Vec<String> {
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        let mut cx = BuildCx::new(seed, "", 0);
        let paint = PaintOptions { brush, symmetry, share: 0.01 };
        let mut painter = Painter::new(paint, 1, &mut map, &mut cx).expect("room to dig");
        let mut told = 0;
        painter.stroke(Offset { x: at.0, y: at.1 }, |_| told += 1);
        assert_eq!(painter.open, told);
        let glyph = |tile: &Tile| if tile.is_solid() { '#' } else { '.' };
        map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect()
    }

    #[test]
    fn a_brush_is_exactly_as_wide_as_it_says() {
        for (brush, seed) in (1..=16).flat_map(|brush| (0..20).map(move |seed| (brush, seed))) {
            let rows = dug(Size::new(40, 40), Wrap::None, (brush, Symmetry::None), (19, 19), seed);
            let open: Vec<&String> = rows.iter().filter(|row| row.contains('.')).collect();
            assert_eq!(open.len(), usize::from(brush));
            assert!(open.iter().all(|row| row.matches('.').count() == usize::from(brush)));
            assert_eq!(&rows[20][20..21], ".", "the place itself is dug");
        }
    }

    #[test]
    fn even_brushes_favor_no_side() {
        let squares = (0..400).map(|seed| dug(Size::new(6, 6), Wrap::None, (2, Symmetry::None), (1, 1), seed));
        let mut counts = std::collections::BTreeMap::new();
        squares.for_each(|rows| *counts.entry(rows).or_insert(0) += 1);
        // Mean 100, standard deviation 8.7.
        assert_eq!(counts.len(), 4);
        assert!(counts.values().all(|n| (60..=140).contains(n)), "{counts:?}");
    }

    #[test]
    fn symmetries_have_all_their_images() {
        let rows = |w, h, symmetry| dug(Size::new(w, h), Wrap::None, (1, symmetry), (0, 1), 0);
        assert_eq!(rows(6, 5, Symmetry::None), ["######", "######", "#.####", "######", "######"]);
        assert_eq!(rows(6, 6, Symmetry::Horizontal)[2], "#.##.#");
        assert_eq!(rows(6, 6, Symmetry::Vertical), ["######", "######", "#.####", "#.####", "######", "######"]);
        assert_eq!(rows(6, 7, Symmetry::Both), ["######", "######", "#.##.#", "######", "#.##.#", "######", "######"]);
        assert_eq!(rows(5, 5, Symmetry::Both), ["#####", "#####", "#.#.#", "#####", "#####"]);
    }

    #[test]
    fn strokes_are_cut_off_at_a_border_and_go_on_over_a_wrapped_one() {
        let rows = |wrap| dug(Size::new(6, 5), wrap, (3, Symmetry::None), (0, 0), 0);
        assert_eq!(rows(Wrap::None), ["######", "#..###", "#..###", "######", "######"]);
        assert_eq!(rows(Wrap::X), ["######", "..###.", "..###.", "######", "######"]);
        assert_eq!(rows(Wrap::Both), ["..###.", "..###.", "######", "######", "..###."]);
        let whole = dug(Size::new(2, 2), Wrap::Both, (16, Symmetry::Both), (1, 0), 0);
        assert_eq!(whole, ["..", ".."]);
    }
}
