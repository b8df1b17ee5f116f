//! Wang tiles as a map.

use std::collections::BTreeMap;

use mapwright_core::params::check_each;
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Grid, InitialMapBuilder, Keep, Plane, Point, Reach, Sides,
    Size, Tile, Wrap, bands, params,
};

use crate::{MatchOn, WangPlane};

/// Wang tiles: touching sides, or corners, have the same color.
///
/// Floor everywhere, with a random color on every edge, in `sides`, or on every point where tiles meet, in `corners`. On
/// edges, color 0 is closed, so two colors make random paths; on corners they make a random coast. The tile at `(x, y)` is
/// that of [`WangPlane`] with the build's seed, but for pins.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_wang::WangTiles;
///
/// let map = BuilderChain::start_with(Size::new(24, 6), WangTiles::default()).build(7)?;
/// let glyphs: Vec<char> = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋".chars().collect();
/// let draw = |row: &[mapwright_core::Sides]| row.iter().map(|tile| glyphs[usize::from(tile.code())]).collect();
/// let picture: Vec<String> = map.sides.iter().flat_map(|sides| sides.rows()).map(draw).collect();
/// assert_eq!(picture, [
///     "╸ ╺╋╸┏┛╻╺┻┛╺╸┗┳┫┃┏┫┏╋┻┛┃",
///     "╻╻┏┛┏╋━┫┏━┳┳┳━╋┻┫┃┃┣┫╻╺┫",
///     "╋┛┣┓╹┣╸┣┫╻┃╹┣┳┻┓┣╋┛┃┣┛ ┃",
///     "┗┓┗┛ ┣┳┛┗╋┛╺┛┃╻┗┻┛ ┃┃ ╻╹",
///     "┳╋╸╺┓┃╹╺┳┛┏━━┛┣┓┏┓┏┫╹ ┃┏",
///     "┻┛ ╻┣╋┳╸┗┳┻━┓╻┃╹╹╹╹╹╻ ┣┛",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_wang::{MatchOn, WangTiles};
///
/// let coast = WangTiles { on: MatchOn::Corners, ..WangTiles::default() };
/// let map = BuilderChain::start_with(Size::new(24, 6), coast).build(7)?;
/// let glyphs: Vec<char> = " ▝▗▐▖▞▄▟▘▀▚▜▌▛▙█".chars().collect();
/// let draw = |row: &[mapwright_core::Sides]| row.iter().map(|tile| glyphs[usize::from(tile.code())]).collect();
/// let picture: Vec<String> = map.corners.iter().flat_map(|corners| corners.rows()).map(draw).collect();
/// assert_eq!(picture, [
///     "▛▘▗▟▙▖  ▐█▌▝▜▙▖▗▖▐▌ ▝▀▀▜",
///     "▚▄▟▛▜▌▗▄▟▛▘ ▐▛▚▟▙▞▘    ▝",
///     "▟█▛▚▞▘▐▛▀▚▖▗▟▙▞▀▜▙▄▖▗▖  ",
///     "▜█▌▐▌ ▝▘ ▐▙▟██▙▄▞▜█▙▞▘▗▄",
///     "▐▛▘▐▌▗▖▗▄▞▀▀▜█▛▀▘▝▀▜▌▗▟█",
///     "▞▘ ▝▘▝▚▞▜▙▄▖▝▜▌ ▗▖▗▞▘▐▛▀",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct WangTiles {
    /// What touching tiles agree on.
    pub on: MatchOn,
    /// How many colors.
    #[param(default = 2, range = 2..=4)]
    pub colors: u8,
    /// The weight of each color: its share of the places. If empty, all are equally likely.
    pub weights: Vec<u32>,
    /// Sides or corners whose color is given.
    pub pins: Vec<WangPin>,
}

/// A side or a corner of a tile whose color is given, for all tiles that touch it: "here is always water". Everything
/// around it stays the same, and fits.
#[derive(Eq)]
#[params]
pub struct WangPin {
    /// The column of the tile, which may lie outside of the map.
    #[param(required)]
    pub x: i64,
    /// The row of the tile.
    #[param(required)]
    pub y: i64,
    /// The side or corner of the tile.
    #[param(required)]
    pub part: WangPart,
    /// Its color.
    #[param(required)]
    pub color: u8,
}

/// A side or a corner of a tile.
#[params]
pub enum WangPart {
    /// The top side.
    N,
    /// The right side.
    E,
    /// The bottom side.
    S,
    /// The left side.
    W,
    /// The top right corner.
    Ne,
    /// The bottom right corner.
    Se,
    /// The bottom left corner.
    Sw,
    /// The top left corner.
    Nw,
}

impl WangPin {
    /// Refuses a pin that tiles with so many colors do not have.
    fn check(&self, on: MatchOn, colors: u8) -> Result<(), BuildError> {
        let is_corner = self.part as usize >= 4;
        if is_corner != (on == MatchOn::Corners) {
            let allowed = if is_corner { "a side: n, e, s or w" } else { "a corner: ne, se, sw or nw" };
            return Err(BuildError::parameter("part", format!("{:?}", self.part).to_lowercase(), allowed));
        }
        if self.color >= colors {
            return Err(BuildError::parameter("color", self.color, format!("0 to {}", colors - 1)));
        }
        Ok(())
    }

    /// Returns the side or corner itself, which several tiles have: its lattice, column and row on a map of this size.
    fn place(&self, on: MatchOn, size: Size, wrap: Wrap) -> (u64, i64, i64) {
        let (_, own) = on.sources()[self.part as usize % 4];
        let x = on_axis(self.x, own.east, 0, (size.w, wrap.x()));
        (own.lattice, x, on_axis(self.y, own.south, 0, (size.h, wrap.y())))
    }

    /// Colors the tiles around the pin, if they are on a map with its upper left cell at `left` and `top`.
    fn paint(&self, on: MatchOn, tiles: &mut Grid<Sides>, (left, top): (i64, i64), wrap: Wrap) {
        let Size { w, h } = tiles.size();
        let sources = on.sources();
        let (_, own) = sources[self.part as usize % 4];
        for (part, source) in sources.into_iter().filter(|(_, source)| source.lattice == own.lattice) {
            // Another tile reads the same place if the place is as far from it as its source says.
            let x = on_axis(self.x, own.east - source.east, left, (w, wrap.x()));
            let y = on_axis(self.y, own.south - source.south, top, (h, wrap.y()));
            if let Some(tile) = Point::try_from((x, y)).ok().and_then(|at| tiles.get_mut(at)) {
                *tile = tile.with_color(part, self.color);
            }
        }
    }
}

/// Returns a column or row `by` further on, counted from the first of a window. On an axis that wraps it is on the map; a
/// plane ends where numbers do, and goes on at their other end.
fn on_axis(at: i64, by: i64, first: i64, (length, wraps): (u16, bool)) -> i64 {
    let exact = i128::from(at) + i128::from(by) - i128::from(first);
    let on_map = exact.rem_euclid(i128::from(length.max(1)));
    if wraps { on_map as i64 } else { at.wrapping_add(by).wrapping_sub(first) }
}

impl WangTiles {
    /// Refuses two colors for one side or corner.
    fn check_pins(&self, size: Size, wrap: Wrap) -> Result<(), BuildError> {
        let mut pinned = BTreeMap::new();
        for (nth, pin) in self.pins.iter().enumerate() {
            let (first, color) = *pinned.entry(pin.place(self.on, size, wrap)).or_insert((nth, pin.color));
            if color != pin.color {
                let expected = format!("{color}, the color that pins[{first}] gives the same side or corner");
                return Err(BuildError::parameter(format!("pins[{nth}].color"), pin.color, expected));
            }
        }
        Ok(())
    }

    /// The plane of a seed.
    fn plane(&self, seed: u64) -> Result<WangPlane, BuildError> {
        match self.weights.len() {
            0 => WangPlane::new(self.on, seed, self.colors),
            count if count == usize::from(self.colors) => WangPlane::weighted(self.on, seed, &self.weights),
            _ => {
                let allowed = format!("{} numbers, one for each color", self.colors);
                Err(BuildError::parameter("weights", format!("{:?}", self.weights), allowed))
            }
        }
    }
}

impl Builder for WangTiles {
    fn facts(&self, _: Size) -> Facts {
        let (title, plane) = match self.on {
            MatchOn::Edges => ("Wang tiles by edges", Plane::Sides),
            MatchOn::Corners => ("Wang tiles by corners", Plane::Corners),
        };
        Facts::new("wang-tiles").memory(3).title(title).gives(plane).reach(Reach::Cells(0))
    }
}

impl InitialMapBuilder for WangTiles {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let plane = self.plane(cx.seed)?;
        self.check_pins(size, cx.wrap)?;
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let mut tiles = Grid::new(size, Sides::CLOSED);
        let ((left, top), width) = (cx.origin.unwrap_or((0, 0)), usize::from(size.w).max(1));
        bands(tiles.as_mut_slice(), width, |first, band| {
            let rows = band.chunks_mut(width).zip(first as i64..);
            rows.for_each(|(row, down)| plane.row(left, top.wrapping_add(down), row));
        });
        join_seams(&mut tiles, self.on, map.wrap);
        self.pins.iter().for_each(|pin| pin.paint(self.on, &mut tiles, (left, top), map.wrap));
        match cx.base(size).map(|base| (self.on, &base.sides, &base.corners)) {
            Some((MatchOn::Edges, Some(sides), _)) => map.put_kept_sides(sides, &mut tiles),
            Some((MatchOn::Corners, _, Some(corners))) => pin_corners(&map, corners, &mut tiles),
            _ => {}
        }
        match self.on {
            MatchOn::Edges => map.sides = Some(tiles),
            MatchOn::Corners => map.corners = Some(tiles),
        }
        Ok(map)
    }

    fn check(&self, size: Size) -> Result<(), BuildError> {
        let colors = self.plane(0)?.colors();
        check_each(&self.pins, |pin| pin.check(self.on, colors)).map_err(|error| error.within("pins"))?;
        self.check_pins(size, Wrap::None)
    }
}

/// Gives the corners of kept cells the colors that they had, and so all tiles around them.
fn pin_corners(map: &BuilderMap, old: &Grid<Sides>, tiles: &mut Grid<Sides>) {
    let kept: Vec<Point> = map.size().points().filter(|&at| map.keep_at(at) == Keep::Tile).collect();
    for &at in &kept {
        for (part, dir) in [WangPart::Ne, WangPart::Se, WangPart::Sw, WangPart::Nw].into_iter().zip(Dir::ALL) {
            let pin = WangPin { x: at.x.into(), y: at.y.into(), part, color: old[at].color(dir) };
            pin.paint(MatchOn::Corners, tiles, (0, 0), map.wrap);
        }
    }
    // Those of two kept cells may differ where they touch.
    kept.into_iter().for_each(|at| tiles[at] = old[at]);
}

/// Gives the last column the colors of the first, and the last row those of the first, on the axes that are wrapped: there
/// the places of the lattice count modulo the map's size.
///
/// Columns come first: then the first row has the right color in the one point that all four borders share.
fn join_seams(tiles: &mut Grid<Sides>, on: MatchOn, wrap: Wrap) {
    let Size { w, h } = tiles.size();
    let mut copy = |to: Point, from: Point, part: Dir, like: Dir| {
        tiles[to] = tiles[to].with_color(part, tiles[from].color(like));
    };
    let pairs = on.sources().into_iter().flat_map(|a| on.sources().map(|b| (a, b)));
    let pairs = pairs.filter(|((_, a), (_, b))| a.lattice == b.lattice);
    let columns = pairs.clone().filter(|((_, a), (_, b))| (a.east, b.east) == (1, 0) && a.south == b.south);
    let rows = pairs.filter(|((_, a), (_, b))| (a.south, b.south) == (1, 0) && a.east == b.east);
    if wrap.x() {
        for ((part, _), (like, _)) in columns {
            (0..h).for_each(|y| copy(Point::new(w - 1, y), Point::new(0, y), part, like));
        }
    }
    if wrap.y() {
        for ((part, _), (like, _)) in rows {
            (0..w).for_each(|x| copy(Point::new(x, h - 1), Point::new(x, 0), part, like));
        }
    }
}
