//! Caves dug by random walks, one after the other, each of limited length.
//!
//! The idea is old and has no known author; the presets are those of the classic tutorial for dungeons in Rust. Most
//! steps lead over existing floor. Skipping them would change the distribution, so they must be cheap: 64 random
//! bits are 32 steps, and a byte says whether a walker has been at a place.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Reach, Size, Tile, params,
};

use super::field::Offset;
use super::painter::{self, PaintOptions, Painter, Symmetry};
use super::wandering::Wandering;

/// Caves dug by drunkards: walkers that take each step in a random direction and dig as they go.
///
/// One after the other, they start where [`begin`](Self::begin) says, take [`lifetime`](Self::lifetime) steps and dig
/// a square of [`brush`](Self::brush) cells at each step, until enough of the map is open. Steps against the border or kept
/// rock count but do not move. The outermost cells stay as they are on an axis that does not wrap. The floor is connected.
/// Only the last step may dig more than requested.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{DrunkardsWalk, Symmetry};
///
/// let walk = DrunkardsWalk { symmetry: Symmetry::Horizontal, ..DrunkardsWalk::winding_passages() };
/// let map = BuilderChain::start_with(Size::new(48, 14), walk).build(4)?;
/// let glyph = |tile: &mapwright_core::Tile| if tile.is_solid() { '#' } else { '.' };
/// let picture: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
/// assert_eq!(picture, [
///     "################################################",
///     "##################............##################",
///     "###########....#.##..........##.#....###########",
///     "#########.#..........................#.#########",
///     "#########..............................#########",
///     "########........#...###..###...#........########",
///     "#######.........#...##....##...#.........#######",
///     "######..........##..#......#..##..........######",
///     "#######..................................#######",
///     "#########..........##......##..........#########",
///     "##########.......####......####.......##########",
///     "###########....########..########....###########",
///     "############....################....############",
///     "################################################",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// As a meta builder it continues digging in the existing map: walkers begin on its open cells, or at the center if
/// there are none away from the border. Existing open cells count, so a map that is already open enough does not
/// change. Mirror images are dug as well, but may not connect to open cells. On a map with sides, dug cells are
/// joined to all open cells beside them.
#[params]
pub struct DrunkardsWalk {
    /// Where walkers begin.
    pub begin: WalkBegin,
    /// How many steps a walker takes. Absent for as many as it takes to get anywhere on a map of any size: a tenth of the map's
    /// cells, or its width plus height if that is more. On a map more than three times as long as wide, it is a tenth of the
    /// square of the length, less a fifth of its cells.
    #[param(range = 1..)]
    pub lifetime: Option<u32>,
    /// The share of the map's cells to open.
    #[param(default = 0.5, range = 0.01..=1.0)]
    pub share: f64,
    /// The side of the square dug at each step, in cells.
    #[param(default = 1, range = 1..=16)]
    pub brush: u8,
    /// Which mirror images are dug too.
    pub symmetry: Symmetry,
}

/// Where the walkers of a [`DrunkardsWalk`] begin.
#[params]
pub enum WalkBegin {
    /// At the open cell nearest to the center: the floor grows round and without gaps.
    #[default]
    Center,
    /// At a uniformly random open cell: the floor has more gaps, and arms.
    Random,
    /// Where a random walk from a random solid cell, without digging, first meets the floor: the floor soon spreads
    /// over the whole map, and leaves much rock between its arms.
    Spread,
}

impl DrunkardsWalk {
    /// One wide open cave around the center.
    pub fn open_area() -> Self {
        DrunkardsWalk::default()
    }

    /// Wide caves with pillars and bays.
    pub fn open_halls() -> Self {
        DrunkardsWalk { begin: WalkBegin::Spread, lifetime: Some(400), ..Self::open_area() }
    }

    /// Narrow, winding passages all over the map.
    pub fn winding_passages() -> Self {
        DrunkardsWalk { lifetime: Some(100), share: 0.4, ..Self::open_halls() }
    }

    /// Winding passages at least two cells wide.
    pub fn fat_passages() -> Self {
        DrunkardsWalk { brush: 2, ..Self::winding_passages() }
    }

    /// Winding passages with four equal quarters.
    pub fn fearful_symmetry() -> Self {
        DrunkardsWalk { symmetry: Symmetry::Both, ..Self::winding_passages() }
    }

    /// The most steps for each cell of the map. Typical builds take one or two hundred, even on maps of a million
    /// cells.
    const BUDGET: u64 = 1_000;

    fn paint(&self) -> PaintOptions {
        PaintOptions { brush: self.brush, symmetry: self.symmetry, share: self.share }
    }

    fn steps(&self, size: Size) -> u32 {
        // A walker comes as far as the square root of its steps.
        let (long, wide) = (u32::from(size.w.max(size.h)), u32::from(size.w.min(size.h)));
        let along = long * long.saturating_sub(2 * wide) / 10;
        self.lifetime.unwrap_or((size.area() / 10).max(long + wide).max(along))
    }

    fn dig(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check_ranges()?;
        let steps = self.steps(map.size());
        let mut painter = Painter::new(self.paint(), Self::BUDGET, map, cx)?;
        if painter.is_done() {
            return Ok(());
        }
        let mut walkers = Walkers::new(self.begin, &mut painter);
        while !painter.is_done() {
            walkers.walk(steps, &mut painter)?;
        }
        Ok(())
    }
}

/// The state kept from one walker to the next.
#[derive(Debug)]
struct Walkers {
    begin: Begin,
    /// Whether each cell is still unvisited.
    fresh: Vec<bool>,
}

/// Where walkers begin, with the data needed to find it.
#[derive(Debug)]
enum Begin {
    Center(Offset),
    /// All open places, and one of them.
    Random(Vec<Offset>, Offset),
    Spread(Box<Wandering>),
}

impl Walkers {
    fn new(rule: WalkBegin, painter: &mut Painter<'_, '_>) -> Self {
        let fresh = vec![true; painter.map.tiles.as_slice().len()];
        let mut begin = match rule {
            WalkBegin::Center => Begin::Center(painter.field.center()),
            WalkBegin::Random => Begin::Random(painter.open_places().collect(), painter.field.center()),
            WalkBegin::Spread => Begin::Spread(Box::new(Wandering::to_open(painter))),
        };
        let central_open = painter.central_open(|at| begin.dug(at));
        if let Begin::Center(at) | Begin::Random(_, at) = &mut begin {
            *at = central_open;
        }
        Walkers { begin, fresh }
    }

    /// Takes one walk.
    fn walk(&mut self, steps: u32, painter: &mut Painter<'_, '_>) -> Result<(), BuildError> {
        let (mut at, mut left) = (self.begin.place(painter)?, steps);
        while left > 0 {
            let now = left.min(32);
            painter.spend(now)?;
            let mut bits = painter.cx.rng.bits();
            for _ in 0..now {
                let before = at;
                at = painter.field.step(at, bits);
                bits >>= 2;
                let cell = painter.field.cell(at) as usize;
                if self.fresh[cell] {
                    // Kept rock stays fresh, so other cells need not be asked again.
                    if painter.is_kept_rock(at) {
                        at = before;
                        continue;
                    }
                    self.fresh[cell] = false;
                    painter.stroke(at, |at| self.begin.dug(at));
                    if painter.is_done() {
                        return Ok(());
                    }
                }
            }
            left -= now;
        }
        Ok(())
    }
}

impl Begin {
    /// Where the next walker begins: an open place.
    fn place(&mut self, painter: &mut Painter<'_, '_>) -> Result<Offset, BuildError> {
        match self {
            Begin::Center(at) => Ok(*at),
            Begin::Random(floor, at) => Ok(painter.cx.rng.pick(floor).copied().unwrap_or(*at)),
            Begin::Spread(wandering) => {
                let from = painter.random_solid()?;
                Ok(wandering.until(from, painter)?.1)
            }
        }
    }

    /// Notes that a place is now open.
    #[inline]
    fn dug(&mut self, at: Offset) {
        match self {
            Begin::Center(_) => (),
            Begin::Random(floor, _) => floor.push(at),
            Begin::Spread(wandering) => wandering.add(at),
        }
    }
}

impl Builder for DrunkardsWalk {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("drunkards-walk").memory(6).title("Drunken diggers").spares_kept().reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for DrunkardsWalk {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        self.dig(&mut map, cx)?;
        Ok(map)
    }

    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }
}

impl MetaMapBuilder for DrunkardsWalk {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        painter::dig_into(map, cx, |map, cx| self.dig(map, cx))
    }

    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mapwright_core::{BuilderChain, MapRng, Point, Wrap};

    use super::*;

    /// The digging of `walk` on `map`, without what makes it fast: coordinates, borders tested one by one, and a
    /// set of visited places. `None` if the steps are used up.
    fn naive(walk: &DrunkardsWalk, map: &BuilderMap, rng: &mut MapRng) -> Option<BuilderMap> {
        let mut map = map.clone();
        let (size, wrap) = (map.size(), map.wrap);
        let (w, h) = (i32::from(size.w), i32::from(size.h));
        let inside = |x: i32, y: i32| (wrap.x() || (1..w - 1).contains(&x)) && (wrap.y() || (1..h - 1).contains(&y));
        let wanted = (size.area() as usize * (walk.share * 100.0).round() as usize).div_ceil(100);
        let point = |x: i32, y: i32| Point::new(x.rem_euclid(w) as u16, y.rem_euclid(h) as u16);
        let mut floor: Vec<Point> =
            size.points().filter(|&p| map.is_open(p) && inside(p.x.into(), p.y.into())).collect();
        let stroke = |map: &mut BuilderMap, floor: &mut Vec<Point>, at: Point, rng: &mut MapRng| {
            let n = i32::from(walk.brush);
            let shift = if n % 2 == 0 { rng.below(4) as i32 } else { 0 };
            let (left, top) = (i32::from(at.x) - (n - 1) / 2 - shift % 2, i32::from(at.y) - (n - 1) / 2 - shift / 2);
            let square = || (top..top + n).flat_map(move |y| (left..left + n).map(move |x| (x, y)));
            let (both, none) = (Symmetry::Both, Symmetry::None);
            for image in 0..4 {
                let (mirror_x, mirror_y) = (image % 2 == 1, image / 2 == 1);
                let has_x = walk.symmetry == Symmetry::Horizontal || walk.symmetry == both;
                let has_y = walk.symmetry == Symmetry::Vertical || walk.symmetry == both;
                if walk.symmetry == none && image > 0 || mirror_x && !has_x || mirror_y && !has_y {
                    continue;
                }
                let mut image: Vec<(i32, i32)> = square()
                    .map(|(x, y)| (if mirror_x { w - 1 - x } else { x }, if mirror_y { h - 1 - y } else { y }))
                    .collect();
                image.sort_by_key(|&(x, y)| (y, x));
                for (x, y) in image.into_iter().filter(|&(x, y)| inside(x, y)) {
                    let p = point(x, y);
                    if map.tiles[p].is_solid() {
                        map.tiles[p] = Tile::FLOOR;
                        floor.push(p);
                    }
                }
            }
        };
        let open = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
        if open(&map) >= wanted {
            return Some(map);
        }
        let center = wrap.nearest(floor.iter().copied(), size.center(), size).unwrap_or(size.center());
        if floor.is_empty() {
            stroke(&mut map, &mut floor, center, rng);
        }
        let mut seen = BTreeSet::new();
        let mut left = DrunkardsWalk::BUDGET * u64::from(size.area());
        while open(&map) < wanted {
            let mut at = if walk.begin == WalkBegin::Random { *rng.pick(&floor)? } else { center };
            let mut bits = 0;
            for step in 0..walk.lifetime? {
                if step % 32 == 0 {
                    bits = rng.bits();
                    left = left.checked_sub((walk.lifetime? - step).min(32).into())?;
                }
                let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][(bits >> (2 * (step % 32)) & 3) as usize];
                let (x, y) = (i32::from(at.x) + dx, i32::from(at.y) + dy);
                if inside(x, y) {
                    at = point(x, y);
                }
                if seen.insert(at) {
                    stroke(&mut map, &mut floor, at, rng);
                    if open(&map) >= wanted {
                        break;
                    }
                }
            }
        }
        Some(map)
    }

    const SYMMETRIES: [Symmetry; 4] = [Symmetry::None, Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Both];

    #[test]
    fn walks_dig_what_the_definition_says() {
        let mut dug = 0;
        for (seed, (w, h)) in (0..).zip([(3, 3), (5, 8), (8, 5), (12, 3), (16, 16), (21, 13)]) {
            for (wrap, symmetry) in Wrap::ALL.into_iter().flat_map(|wrap| SYMMETRIES.map(|symmetry| (wrap, symmetry))) {
                for (begin, brush) in
                    [(WalkBegin::Center, 1), (WalkBegin::Random, 1), (WalkBegin::Random, 2), (WalkBegin::Center, 3)]
                {
                    let walk = DrunkardsWalk { begin, lifetime: Some(45), share: 0.3, brush, symmetry };
                    let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::WALL);
                    let mut cx = BuildCx::new(seed, "drunkards-walk", 0);
                    let expected = naive(&walk, &map, &mut cx.rng.clone());
                    match walk.dig(&mut map, &mut cx) {
                        Ok(()) => assert_eq!(Some(map), expected, "{walk:?} {w}x{h} {wrap}"),
                        // Too small, or too much border: the twin would never end, except by its budget.
                        Err(error) => assert!(expected.is_none(), "{walk:?} {w}x{h} {wrap}: {error}"),
                    }
                    dug += usize::from(expected.is_some());
                }
            }
        }
        assert!(dug > 300, "{dug}");
    }

    #[test]
    fn walks_on_a_map_that_is_there_dig_what_the_definition_says() {
        for (seed, wrap) in (0..40).zip(Wrap::ALL.into_iter().cycle()) {
            let mut rng = MapRng::new(seed);
            let mut map = BuilderMap::filled(Size::new(19, 14), wrap, Tile::WALL);
            map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
                if rng.chance(0.2) {
                    *tile = Tile::GRASS;
                }
            });
            let begin = if seed % 2 == 0 { WalkBegin::Center } else { WalkBegin::Random };
            let symmetry = SYMMETRIES[rng.below(4) as usize];
            let walk = DrunkardsWalk { begin, lifetime: Some(70), share: 0.45, brush: 1, symmetry };
            let mut cx = BuildCx::new(seed, "drunkards-walk", 0);
            let expected = naive(&walk, &map, &mut cx.rng.clone()).expect("enough steps");
            walk.apply(&mut map, &mut cx).expect("enough steps");
            assert_eq!(map, expected, "{walk:?} {wrap}");
        }
    }

    #[test]
    fn a_lifetime_of_its_own_reaches_every_corner() {
        let steps = |w, h| DrunkardsWalk::open_area().steps(Size::new(w, h));
        assert_eq!([steps(80, 50), steps(1, 1), steps(5, 8), steps(100, 300)], [400, 2, 13, 3000]);
        assert_eq!([steps(160, 20), steps(1, 900), steps(65535, 1)], [1920, 80_820, 429_470_515]);
        assert_eq!(DrunkardsWalk::winding_passages().steps(Size::new(900, 900)), 100);
    }

    #[test]
    fn long_maps_are_dug_to_the_end() {
        for (w, h) in [(160, 20), (20, 160), (300, 30), (300, 20), (1024, 8)] {
            for seed in 0..3 {
                let map = BuilderChain::start_with(Size::new(w, h), DrunkardsWalk::default()).build(seed);
                assert!(map.is_ok(), "{w}x{h} {seed}: {map:?}");
            }
        }
    }

    #[test]
    fn a_walk_that_cannot_get_there_says_how_far_it_came() {
        // Four steps from the center: at most the 41 cells of a diamond.
        let walk = DrunkardsWalk { lifetime: Some(4), ..DrunkardsWalk::open_area() };
        let error = BuilderChain::start_with(Size::new(40, 40), walk).build(1).expect_err("too far away");
        assert_eq!(
            error.to_string(),
            "initial drunkards-walk: only 41 of 800 cells are open after 1600000 tries (budget 1600000)"
        );
        assert!(error.is_retryable());
    }
}
