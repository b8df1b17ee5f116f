//! The loop injector opens walls by one of four rules.

mod braid;
mod cut;
mod detour;
mod flat;
mod random;
mod wall_followers;
mod walls;

use mapwright_core::params::{Domain, Param};
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Planes, Reach, Size, Touch,
};
use walls::Walls;

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
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "flat::Flat", into = "flat::Flat"))]
pub struct LoopInjector {
    /// Which walls to open.
    pub rule: LoopRule,
}

/// Which walls a [`LoopInjector`] opens.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LoopRule {
    /// Uniformly drawn walls between two open cells.
    Random(LoopAmount),
    /// Dead ends in random order, each with probability `p`: opens one of its walls, if possible to
    /// another dead end.
    Braid {
        /// The probability of each dead end, 0 to 1.
        p: f64,
    },
    /// Walls in random order, each only if the detour around it is longer than `min_distance` steps at that time.
    Detour {
        /// The longest detour that is left alone, in steps: 0 to 1000.
        min_distance: u32,
        /// The most walls to open; `None` for all that qualify.
        count: Option<u32>,
    },
    /// The fewest walls that keep a wall follower from getting from the start to the exit: afterwards no
    /// connected piece of wall touches both. Walls are only opened, so the exit stays reachable.
    DefeatWallFollowers,
}

/// How many walls [`LoopRule::Random`] opens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopAmount {
    /// A number of walls.
    Count(u32),
    /// A share of all closed walls, 0 to 1.
    Share(f64),
}

impl Default for LoopAmount {
    /// A twentieth.
    fn default() -> Self {
        LoopAmount::Share(0.05)
    }
}

impl Default for LoopRule {
    /// Half of the dead ends.
    fn default() -> Self {
        LoopRule::Braid { p: 0.5 }
    }
}

impl Param for LoopInjector {
    fn domain() -> Domain {
        flat::Flat::domain()
    }
}

impl LoopInjector {
    /// Opens `count` walls anywhere.
    pub const fn count(count: u32) -> Self {
        LoopInjector { rule: LoopRule::Random(LoopAmount::Count(count)) }
    }

    /// Opens a share (0 to 1) of all walls, anywhere.
    pub const fn share(share: f64) -> Self {
        LoopInjector { rule: LoopRule::Random(LoopAmount::Share(share)) }
    }

    /// Opens dead ends, each with probability `p`.
    pub const fn braid(p: f64) -> Self {
        LoopInjector { rule: LoopRule::Braid { p } }
    }

    /// Opens walls whose detour is longer than `min_distance` steps.
    pub const fn detour(min_distance: u32) -> Self {
        LoopInjector { rule: LoopRule::Detour { min_distance, count: None } }
    }

    /// Opens the fewest walls that defeat wall followers.
    pub const fn defeat_wall_followers() -> Self {
        LoopInjector { rule: LoopRule::DefeatWallFollowers }
    }
}

impl Builder for LoopInjector {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("loop-injector")
            .title("Loops")
            .needs(match self.rule {
                LoopRule::DefeatWallFollowers => Planes::of(&[Plane::Start, Plane::Exit]),
                _ => Planes::NONE,
            })
            .touch(Touch::Opens)
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for LoopInjector {
    fn check(&self) -> Result<(), BuildError> {
        flat::Flat::from(self.clone()).check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.sound()?;
        map.clear(Planes::DERIVED);
        let mut walls = Walls::new(map);
        match self.rule {
            LoopRule::Random(amount) => random::open(&mut walls, amount, cx),
            LoopRule::Braid { p } => braid::open(&mut walls, p, cx),
            LoopRule::Detour { min_distance, count } => detour::open(&mut walls, min_distance, count, cx),
            LoopRule::DefeatWallFollowers => wall_followers::open(&mut walls, cx),
        }
    }
}
