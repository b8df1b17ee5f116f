//! Caves dug by random walks, one after the other, each of limited length.
//!
//! The idea is old and has no known author; the presets are those of the classic tutorial for dungeons in Rust. Most
//! steps lead over existing floor. Skipping them would change the distribution, so they must be cheap: 64 random
//! bits are 32 steps, and a byte says whether a walker has been at a place.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Reach, Size, Tile, params,
};

use super::digging;
use super::field::Offset;
use super::painter::{PaintOptions, Painter, Symmetry};
use super::wandering::Wandering;

#[cfg(test)]
mod tests;

/// Caves dug by drunkards: walkers that take each step in a random direction and dig as they go.
///
/// One after the other, they start where [`begin`](Self::begin) says, take [`lifetime`](Self::lifetime) steps and dig
/// a square of [`brush`](Self::brush) cells at each step, until enough of the map is open. Steps against the border
/// count but do not move. The outermost cells stay as they are on an axis that does not wrap. The floor is connected.
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
#[derive(Eq)]
#[params]
pub struct DrunkardsWalk {
    /// Where walkers begin.
    pub begin: WalkBegin,
    /// How many steps a walker takes. Absent for a tenth of the map's cells, or its width plus height if that is more:
    /// enough to get anywhere on a map of any size.
    #[param(range = 1..)]
    pub lifetime: Option<u32>,
    /// How much of the map to open, in percent of all its cells.
    #[param(default = 50, range = 1..=100)]
    pub floor_percent: u8,
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
        DrunkardsWalk { lifetime: Some(100), floor_percent: 40, ..Self::open_halls() }
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
        PaintOptions { brush: self.brush, symmetry: self.symmetry, floor_percent: self.floor_percent }
    }

    fn steps(&self, size: Size) -> u32 {
        self.lifetime.unwrap_or((size.area() / 10).max(u32::from(size.w) + u32::from(size.h)))
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
                at = painter.field.step(at, bits);
                bits >>= 2;
                let cell = painter.field.cell(at) as usize;
                if self.fresh[cell] {
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
        Facts::new("drunkards-walk").title("Drunken diggers").reach(Reach::BLOCK)
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
        digging::dig_into(map, cx, |map, cx| self.dig(map, cx))
    }

    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }
}
