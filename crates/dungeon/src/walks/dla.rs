//! Diffusion-limited aggregation (Witten and Sander 1981), and two of its relatives.
//!
//! Particles come one after the other. Walking inwards is the classic: a random walk from anywhere until it
//! meets the floor. Walking outwards is internal aggregation (Meakin and Deutch 1986; Diaconis and Fulton 1991).
//! The central attractor has no known source; the presets are those of the classic tutorial for dungeons in Rust.
//!
//! On a map of 1024×1024 cells the walks of all particles together take some 10¹⁰ steps. Far from any target, a walk
//! jumps: see `field.rs` for where to, and `wandering.rs` for what is far. Close to a target it takes single steps. So
//! particles end with the same distribution as with single steps, up to 2⁻³² a jump.
//!
//! A jump goes about as far as the nearest target is, and most of those that come near one leave again. So the jumps of a
//! walk grow with the logarithm of the side of the map, and with them the work for each cell: it doubles from 80×50 cells
//! to 1024×1024.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Reach, Size, Tile, params,
};

use super::field::Offset;
use super::painter::{self, PaintOptions, Painter, Symmetry};
use super::wandering::Wandering;

/// Caves that grow by particles that stick to them, like frost or coral (diffusion-limited aggregation).
///
/// Each particle ends beside the floor and digs a square of [`brush`](Self::brush) cells there, until enough of the
/// map is open. The outermost cells stay as they are on an axis that does not wrap; steps onto them are not taken.
/// The floor is connected. Particles that end in kept rock are lost. Only the last step may dig more than requested.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::Dla;
///
/// let map = BuilderChain::start_with(Size::new(48, 14), Dla::walk_inwards()).build(4)?;
/// let glyph = |tile: &mapwright_core::Tile| if tile.is_solid() { '#' } else { '.' };
/// let picture: Vec<String> = map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect();
/// assert_eq!(picture, [
///     "################################################",
///     "###################################.############",
///     "############.....#######.######.##..############",
///     "############.###.####.....##....#....###########",
///     "##############...#..###.####.......#############",
///     "##############......###..#...#....##############",
///     "############.........##......##.#.####...#######",
///     "############..###.....#..........##.#...########",
///     "#############.#####..........#...#.....#########",
///     "###############.#...#........#.#.......#########",
///     "#############.#..........########........#######",
///     "###########.........###.########....############",
///     "############..##################################",
///     "################################################",
/// ]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
///
/// As a meta builder it continues digging in the existing map: particles stick to its open cells, or to the center if
/// there are none away from the border. Existing open cells count, so a map that is already open enough does not
/// change. Mirror images are dug as well, but may not connect to open cells. On a map with sides, dug cells are
/// joined to all open cells beside them.
#[params]
pub struct Dla {
    /// How particles move.
    pub rule: DlaRule,
    /// The share of the map's cells to open.
    #[param(default = 0.25, range = 0.01..=1.0)]
    pub share: f64,
    /// The side of the square that a particle digs, in cells.
    #[param(default = 1, range = 1..=16)]
    pub brush: u8,
    /// Which mirror images are dug too.
    pub symmetry: Symmetry,
}

/// How the particles of a [`Dla`] move.
#[params]
pub enum DlaRule {
    /// From a random solid cell at random, until they touch the floor.
    #[default]
    WalkInwards,
    /// From a random open cell at random, to the first solid cell.
    WalkOutwards,
    /// From a random solid cell straight towards the open cell nearest to the center, until they touch the floor.
    CentralAttractor,
}

impl Dla {
    /// A coral with thin branches.
    pub fn walk_inwards() -> Self {
        Dla::default()
    }

    /// A round cave with a rough wall.
    pub fn walk_outwards() -> Self {
        Dla { rule: DlaRule::WalkOutwards, brush: 2, ..Self::walk_inwards() }
    }

    /// Rays from the center.
    pub fn central_attractor() -> Self {
        Dla { rule: DlaRule::CentralAttractor, ..Self::walk_outwards() }
    }

    /// Symmetric rays, left and right: a beetle.
    pub fn insectoid() -> Self {
        Dla { symmetry: Symmetry::Horizontal, ..Self::central_attractor() }
    }

    /// Thick branches, to erode an existing map.
    pub fn heavy_erosion() -> Self {
        Dla { rule: DlaRule::WalkInwards, share: 0.35, ..Self::walk_outwards() }
    }

    /// The most steps and jumps for each cell of the map. A particle needs about a hundred, and digs at least one cell.
    const BUDGET: u64 = 1_000;

    fn paint(&self) -> PaintOptions {
        PaintOptions { brush: self.brush, symmetry: self.symmetry, share: self.share }
    }

    fn dig(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut painter = Painter::new(self.paint(), Self::BUDGET, map, cx)?;
        match self.rule {
            _ if painter.is_done() => Ok(()),
            DlaRule::WalkInwards => walk_inwards(&mut painter),
            DlaRule::WalkOutwards => walk_outwards(&mut painter),
            DlaRule::CentralAttractor => central_attractor(&mut painter),
        }
    }
}

fn walk_inwards(painter: &mut Painter<'_, '_>) -> Result<(), BuildError> {
    let mut walk = Wandering::to_open(painter);
    painter.central_open(|at| walk.add(at));
    while !painter.is_done() {
        let from = painter.random_solid()?;
        let last_solid = walk.until(from, painter)?.0;
        painter.stroke(last_solid, |at| walk.add(at));
    }
    Ok(())
}

fn walk_outwards(painter: &mut Painter<'_, '_>) -> Result<(), BuildError> {
    let mut walk = Wandering::to_solid(painter);
    let mut floor: Vec<Offset> = painter.open_places().collect();
    let center = painter.central_open(|at| floor.push(at));
    while !painter.is_done() {
        let from = painter.cx.rng.pick(&floor).copied().unwrap_or(center);
        let first_solid = walk.until(from, painter)?.1;
        painter.stroke(first_solid, |at| floor.push(at));
    }
    Ok(())
}

fn central_attractor(painter: &mut Painter<'_, '_>) -> Result<(), BuildError> {
    let attractor = painter.central_open(|_| ());
    while !painter.is_done() {
        let mut at = painter.random_solid()?;
        let mut line = Line::new(painter, at, attractor);
        loop {
            painter.spend(1)?;
            let next = line.next(at, painter);
            if !painter.is_solid(next) || painter.is_kept_rock(next) {
                break;
            }
            at = next;
        }
        painter.stroke(at, |_| ());
    }
    Ok(())
}

/// A straight line in steps to the four sides, so that each place is beside the one before.
#[derive(Debug)]
struct Line {
    /// The direction along each axis.
    way: (i32, i32),
    /// Twice the distance along each axis.
    twice: (i64, i64),
    /// How far a step in x is behind one in y: both are due at odd multiples of the other axis's distance.
    behind: i64,
}

impl Line {
    fn new(painter: &Painter<'_, '_>, from: Offset, to: Offset) -> Self {
        let (x, y) = (painter.field.x.way(from.x, to.x), painter.field.y.way(from.y, to.y));
        let (far_x, far_y) = (i64::from(x.abs()), i64::from(y.abs()));
        Line { way: (x.signum(), y.signum()), twice: (2 * far_x, 2 * far_y), behind: far_y - far_x }
    }

    /// The next place on the line.
    #[inline]
    fn next(&mut self, at: Offset, painter: &Painter<'_, '_>) -> Offset {
        if self.behind < 0 {
            self.behind += self.twice.1;
            Offset { x: painter.field.x.step(at.x, self.way.0), ..at }
        } else {
            self.behind -= self.twice.0;
            Offset { y: painter.field.y.step(at.y, self.way.1), ..at }
        }
    }
}

impl Builder for Dla {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("dla").memory(10).title("Growth by drifting diggers").spares_kept().reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for Dla {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        self.dig(&mut map, cx)?;
        Ok(map)
    }

    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }
}

impl MetaMapBuilder for Dla {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        painter::dig_into(map, cx, |map, cx| self.dig(map, cx))
    }

    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{BuilderChain, Wrap};

    use super::*;

    #[test]
    fn lines_lead_step_by_step_and_straight_to_their_end() {
        for wrap in Wrap::ALL {
            let mut map = BuilderMap::filled(Size::new(12, 9), wrap, Tile::WALL);
            let mut cx = BuildCx::new(0, "", 0);
            let painter = Painter::new(Dla::default().paint(), 1, &mut map, &mut cx).expect("room");
            let field = painter.field;
            for (from, to) in field.places().flat_map(|from| field.places().map(move |to| (from, to))) {
                let (x, y) = (field.x.way(from.x, to.x), field.y.way(from.y, to.y));
                let mut line = Line::new(&painter, from, to);
                let mut at = from;
                for _ in 0..x.abs() + y.abs() {
                    at = line.next(at, &painter);
                    let (dx, dy) = (field.x.way(from.x, at.x), field.y.way(from.y, at.y));
                    // Twice the area between the ideal line and this one's places: less than a cell aside.
                    let aside = (dx * y - dy * x).abs();
                    assert!(aside <= x.abs().max(y.abs()), "{wrap} {from:?} to {to:?} by {at:?}");
                }
                assert_eq!(at, to, "{wrap} {from:?}");
            }
        }
    }

    /// How often each cell is dug next to a floor of one cell.
    fn second_cells(rule: DlaRule, size: Size, wrap: Wrap, times: u64) -> Vec<u32> {
        let mut counts = vec![0; size.area() as usize];
        // Of 101 to 200 cells: two.
        let dla = Dla { rule, share: 0.01, ..Dla::walk_inwards() };
        for seed in 0..times {
            let map = BuilderChain::start_with(size, dla.clone()).wrap(wrap).build(seed).expect("a map");
            let open = map.tiles.as_slice().iter().enumerate().filter(|(_, tile)| !tile.is_solid());
            open.for_each(|(cell, _)| counts[cell] += 1);
        }
        counts
    }

    #[test]
    fn the_first_particle_comes_from_all_four_sides_alike() {
        for rule in [DlaRule::WalkInwards, DlaRule::WalkOutwards, DlaRule::CentralAttractor] {
            for wrap in [Wrap::None, Wrap::Both] {
                let size = Size::new(13, 13);
                let counts = second_cells(rule, size, wrap, 2000);
                let center = size.index(size.center()) as usize;
                let beside = [center - 13, center + 1, center + 13, center - 1].map(|cell| counts[cell]);
                assert_eq!(counts[center], 2000);
                assert_eq!(counts.iter().sum::<u32>(), 4000, "two cells are open");
                assert_eq!(beside.iter().sum::<u32>(), 2000, "{rule:?}: side by side");
                // Mean 500, standard deviation 19. A straight line that could go either way prefers one.
                let spread = if rule == DlaRule::CentralAttractor { 130 } else { 95 };
                assert!(beside.iter().all(|n| n.abs_diff(500) <= spread), "{rule:?} {wrap}: {beside:?}");
            }
        }
    }

    #[test]
    fn inward_branches_are_thin_and_outward_floor_is_round() {
        let build = |dla: Dla| BuilderChain::start_with(Size::new(120, 120), dla).build(3).expect("a map");
        // Open cells that have only open neighbors.
        let inner = |map: &BuilderMap| {
            let passages = map.passages();
            (0..passages.area()).filter(|&cell| passages.dirs(cell).len() == 4).count()
        };
        let (coral, cave) = (build(Dla::walk_inwards()), build(Dla { brush: 1, ..Dla::walk_outwards() }));
        assert!(inner(&coral) < 3600 / 4, "{}", inner(&coral));
        assert!(inner(&cave) > 3600 * 9 / 10, "{}", inner(&cave));
        // A disk of 3600 cells has a radius of 34; internal aggregation leaves no more than some cells.
        let center = cave.size().center();
        let far = |p: mapwright_core::Point| {
            let (dx, dy) = (f64::from(p.x) - f64::from(center.x), f64::from(p.y) - f64::from(center.y));
            dx.hypot(dy)
        };
        assert!(cave.size().points().all(|p| !cave.is_open(p) || far(p) < 42.0));
        assert!(cave.size().points().all(|p| cave.is_open(p) || far(p) > 26.0));
        assert!(coral.size().points().any(|p| coral.is_open(p) && far(p) > 50.0));
    }
}
