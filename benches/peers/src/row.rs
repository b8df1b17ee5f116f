//! What a row of the table is made of: a work, who does it, at which sizes,
//! and what we are to reach.

use mapwright::prelude::Size;

/// The name our own contestant goes by.
pub const OURS: &str = "mapwright";

/// Builds one level of a size from a seed; returns a checksum.
pub type Build = fn(size: Size, seed: u64) -> u64;

/// Makes ready what a job needs, for a level of a size from a seed.
pub type Prepare = fn(size: Size, seed: u64) -> Job;

/// What is timed; called once. It returns a checksum.
pub type Job = Box<dyn FnMut() -> u64>;

/// One work of one contestant.
#[derive(Clone, Copy)]
pub enum Work {
    /// From nothing to a level; all of it is timed.
    Whole(Build),
    /// A part of the way; what it starts from is made outside of the time.
    Part(Prepare),
}

impl Work {
    /// Does what is not timed and hands over the rest.
    pub fn prepare(self, size: Size, seed: u64) -> Job {
        match self {
            Work::Whole(build) => Box::new(move || build(size, seed)),
            Work::Part(prepare) => prepare(size, seed),
        }
    }
}

/// How a contestant stores its cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One stored cell per cell.
    Cells,
    /// Walls are cells too: w x h rooms are (2w+1) x (2h+1) stored cells.
    Pixels,
}

/// One function to measure, and whose it is.
#[derive(Clone, Copy)]
pub struct Contestant {
    pub name: &'static str,
    pub layout: Layout,
    pub work: Work,
}

/// What a target is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Time,
    Memory,
}

/// What we are to reach.
#[derive(Clone, Copy)]
pub enum Goal {
    /// To need this many times less than the best of these contestants.
    Below(f64, &'static [&'static str]),
    /// To need no more than this many nanoseconds or KiB.
    Within(u64),
    /// To fail never.
    Always,
}

/// A goal for one figure at some sizes.
pub struct Target {
    pub measure: Measure,
    pub goal: Goal,
    pub sizes: &'static [Size],
}

/// The sizes a row is measured at.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Those measured unless others are asked for.
    pub usual: &'static [Size],
    /// The smallest that every contestant can build. It warms a process up.
    pub least: Size,
}

/// One work, by us and by the peers, if there are any.
pub struct Row {
    pub name: &'static str,
    pub sizes: Sizes,
    /// Where runs may fail: how many seeds are tried. A run has failed if its checksum is 0.
    pub tries: Option<u64>,
    pub ours: Option<Work>,
    pub peers: Vec<Contestant>,
    pub targets: Vec<Target>,
}

impl Row {
    /// Everyone who can be measured on this row, ourselves first.
    pub fn contestants(&self) -> Vec<Contestant> {
        let ours = self.ours.map(|work| Contestant { name: OURS, layout: Layout::Cells, work });
        ours.into_iter().chain(self.peers.iter().copied()).collect()
    }

    /// The same, where runs may fail.
    pub fn tried(self, tries: u64) -> Self {
        Row { tries: Some(tries), ..self }
    }

    /// Whether every contestant can build levels of that size.
    pub fn takes(&self, size: Size) -> bool {
        self.sizes.least.w <= size.w && self.sizes.least.h <= size.h
    }
}

pub fn row<const P: usize, const T: usize>(
    name: &'static str,
    sizes: Sizes,
    ours: Option<Work>,
    peers: [Contestant; P],
    targets: [Target; T],
) -> Row {
    Row { name, sizes, tries: None, ours, peers: peers.into(), targets: targets.into() }
}

pub fn cells(name: &'static str, build: Build) -> Contestant {
    Contestant { name, layout: Layout::Cells, work: Work::Whole(build) }
}

pub fn pixels(name: &'static str, build: Build) -> Contestant {
    Contestant { name, layout: Layout::Pixels, work: Work::Whole(build) }
}

pub fn part(name: &'static str, prepare: Prepare) -> Contestant {
    Contestant { name, layout: Layout::Cells, work: Work::Part(prepare) }
}

pub fn faster(factor: f64, against: &'static [&'static str], sizes: &'static [Size]) -> Target {
    Target { measure: Measure::Time, goal: Goal::Below(factor, against), sizes }
}

pub fn leaner(factor: f64, against: &'static [&'static str], sizes: &'static [Size]) -> Target {
    Target { measure: Measure::Memory, goal: Goal::Below(factor, against), sizes }
}

pub fn within_ns(limit: u64, sizes: &'static [Size]) -> Target {
    Target { measure: Measure::Time, goal: Goal::Within(limit), sizes }
}

/// A target for rows where runs may fail.
pub fn always(sizes: &'static [Size]) -> Target {
    Target { measure: Measure::Time, goal: Goal::Always, sizes }
}
