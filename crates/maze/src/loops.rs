//! The loop injector opens walls by one of four rules.

mod wall_followers;
mod walls;

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Effect, Facts, MetaMapBuilder, Plane, Planes, Reach,
    Size, params, threshold,
};
use mapwright_graph::{BoundedSearch, dead_ends};

use walls::{Wall, Walls};

/// Opens walls to add loops to a maze.
///
/// Opens walls to add loops to a maze. On a map with sides it opens sides; on any other map it digs
/// through walls one tile thick.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_maze::{Backtracker, LoopInjector};
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Backtracker::default())
///     .with(LoopInjector::braid(1.0))
///     .build(7)?;
/// assert!(map.sides.iter().flat_map(|sides| sides.as_slice()).all(|cell| cell.degree() > 1));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct LoopInjector {
    /// Which walls: anywhere, at dead ends, where the detour is long, or as few as defeat wall followers.
    pub rule: LoopRule,
    /// The most walls to open.
    #[param(only_with(rule = "random" | "detour"))]
    pub max: Option<u32>,
    /// The share of all walls to open; 0.05 if `max` is absent too.
    #[param(range = 0.0..=1.0, only_with(rule = "random"), not_with = "max")]
    pub share: Option<f64>,
    /// The probability of opening each dead end.
    #[param(default = 0.5, range = 0.0..=1.0, only_with(rule = "braid"))]
    pub chance: f64,
    /// The longest detour that is left alone, in steps.
    #[param(default = 20, range = 0..=Self::MAX_DISTANCE, only_with(rule = "detour"))]
    pub min_detour: u32,
}

/// Which walls a [`LoopInjector`] opens.
#[params]
pub enum LoopRule {
    /// Any between two open cells, drawn uniformly.
    Random,
    /// Those at dead ends: in random order, each with probability `chance`, if possible to another dead end.
    #[default]
    Braid,
    /// Those with a long detour around: in random order, each only if the detour is longer than `min_detour` at that time.
    Detour,
    /// As few as keep a wall follower from getting from the start to the exit: afterwards no connected piece of wall touches
    /// both. Walls are only opened, so the exit stays reachable.
    DefeatWallFollowers,
}

impl LoopInjector {
    /// The largest `min_detour`.
    const MAX_DISTANCE: u32 = 1000;

    /// Opens `max` walls anywhere.
    pub fn count(count: u32) -> Self {
        LoopInjector { rule: LoopRule::Random, max: Some(count), ..LoopInjector::default() }
    }

    /// Opens a share (0 to 1) of all walls, anywhere.
    pub fn share(share: f64) -> Self {
        LoopInjector { rule: LoopRule::Random, share: Some(share), ..LoopInjector::default() }
    }

    /// Opens dead ends, each with probability `chance`.
    pub fn braid(p: f64) -> Self {
        LoopInjector { chance: p, ..LoopInjector::default() }
    }

    /// Opens walls whose detour is longer than `min_detour` steps.
    pub fn detour(min_distance: u32) -> Self {
        LoopInjector { rule: LoopRule::Detour, min_detour: min_distance, ..LoopInjector::default() }
    }

    /// Opens the fewest walls that defeat wall followers.
    pub fn defeat_wall_followers() -> Self {
        LoopInjector { rule: LoopRule::DefeatWallFollowers, ..LoopInjector::default() }
    }
}

impl Builder for LoopInjector {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("loop-injector")
            .memory(if self.rule == LoopRule::Braid { 12 } else { 26 })
            .title("Loops")
            .needs(match self.rule {
                LoopRule::DefeatWallFollowers => Planes::of(&[Plane::Start, Plane::Exit]),
                _ => Planes::NONE,
            })
            .effect(Effect::Opens)
            .reach(Reach::BLOCK)
            .spares_kept()
    }
}

impl MetaMapBuilder for LoopInjector {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        map.clear(Planes::DERIVED);
        let mut walls = Walls::new(map);
        match self.rule {
            LoopRule::Random => self.open_any(&mut walls, cx),
            LoopRule::Braid => self.open_dead_ends(&mut walls, cx),
            LoopRule::Detour => self.open_detours(&mut walls, cx),
            LoopRule::DefeatWallFollowers => wall_followers::open(&mut walls, cx),
        }
    }
}

impl LoopInjector {
    /// Opens some walls in random order.
    fn open_any(&self, walls: &mut Walls<'_>, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut all = walls.all();
        // The share of all walls, rounded to the nearest integer, in integer arithmetic.
        let share = || (all.len() as u64 * threshold(self.share.unwrap_or(0.05)) + (1 << 31)) >> 32;
        let wanted = self.max.map_or_else(share, u64::from);
        let mut opened = 0;
        while opened < wanted {
            cx.work(1)?;
            let Some(wall) = cx.rng.swap_remove(&mut all) else { break };
            // Beside a dug tile, the wall is no longer one tile thick along its length.
            if walls.beyond(wall).is_some() {
                walls.open(wall, cx);
                opened += 1;
            }
        }
        Ok(())
    }

    /// Opens one wall of each randomly chosen dead end, if possible to another dead end, so that one opening removes two.
    fn open_dead_ends(&self, walls: &mut Walls<'_>, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut ends: Vec<u32> = dead_ends(&walls.passages).collect();
        cx.rng.shuffle(&mut ends);
        for end in ends {
            cx.work(1)?;
            let is_dead_end = |cell: u32| walls.passages.neighbors(cell).take(2).count() == 1;
            if !cx.rng.chance(self.chance) || !is_dead_end(end) {
                continue;
            }
            let all: Vec<(Wall, u32)> = walls.of(end).collect();
            let to_dead_ends: Vec<(Wall, u32)> = all.iter().copied().filter(|&(_, far)| is_dead_end(far)).collect();
            let choice = if to_dead_ends.is_empty() { &all } else { &to_dead_ends };
            if let Some(&(wall, _)) = cx.rng.pick(choice) {
                walls.open(wall, cx);
            }
        }
        Ok(())
    }

    /// Opens walls in random order, each only if the detour around it is long.
    fn open_detours(&self, walls: &mut Walls<'_>, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let budget = LOOKS_PER_CELL * u64::from(walls.passages.area());
        let mut all = walls.all();
        cx.rng.shuffle(&mut all);
        let mut search = BoundedSearch::new(&walls.passages);
        let mut left = self.max.unwrap_or(u32::MAX);
        for wall in all {
            let Some(beyond) = walls.beyond(wall).filter(|_| left > 0) else { continue };
            if search.looks > budget {
                let what = "long detours (a smaller `min_detour` takes less time)";
                return Err(BuildErrorKind::GaveUp { what, tries: search.looks, budget }.into());
            }
            let before = search.looks;
            let is_near = search.steps(&walls.passages, wall.here, beyond, self.min_detour).is_some();
            // At most the two discs of one search, which are no more than the cells of a map.
            cx.work(u32::try_from(search.looks - before).unwrap_or(u32::MAX))?;
            if !is_near {
                walls.open(wall, cx);
                left -= 1;
            }
        }
        Ok(())
    }
}

/// The most cells that all searches together may visit, for each cell of the map. This bounds the time, which
/// grows with the square of the distance on maps that already have many loops.
const LOOKS_PER_CELL: u64 = 20_000;
