//! The table of rows, as data: each work, our function, the peers' functions
//! and the targets. A new peer, target or row is one more line here.

use crate::{ours, packing, peers};

/// Builds one level of `size` x `size` cells from `seed`; returns a checksum.
pub type Work = fn(size: u16, seed: u64) -> u64;

/// The sizes measured unless others are asked for, in cells a side.
pub const SIZES: [u16; 3] = [31, 256, 1024];

/// The sizes whose peak memory is well above what can be told apart.
const LARGE: [u16; 2] = [256, 1024];

/// The name our own contestant goes by.
pub const OURS: &str = "mapwright";

/// How a contestant stores its cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One stored cell per cell.
    Cells,
    /// Walls are cells too: n rooms a side are 2n+1 stored cells a side.
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
}

/// A goal for one figure at some sizes.
#[derive(Clone)]
pub struct Target {
    pub measure: Measure,
    pub goal: Goal,
    pub sizes: &'static [u16],
}

/// One work, by us and by the peers, if there are any.
#[derive(Clone)]
pub struct Row {
    pub name: &'static str,
    /// The only sizes that the work has, where it is not a square map.
    pub fixed: &'static [u16],
    pub ours: Option<Work>,
    pub peers: Vec<Contestant>,
    pub targets: Vec<Target>,
}

impl Row {
    /// The sizes to measure, where some were asked for.
    pub fn sizes(&self, asked: Option<&[u16]>) -> Vec<u16> {
        match self.fixed {
            [] => asked.unwrap_or(&SIZES).to_vec(),
            fixed => fixed.to_vec(),
        }
    }

    /// Everyone who can be measured on this row, ourselves first.
    pub fn contestants(&self) -> Vec<Contestant> {
        let ours = self.ours.map(|work| cells(OURS, work));
        ours.into_iter().chain(self.peers.iter().copied()).collect()
    }
}

/// Every row there is; laid out by hand to keep a row, and a peer, in a line.
#[rustfmt::skip]
pub fn all() -> Vec<Row> {
    vec![
        row("prim", ours::PRIM, [
            cells("amaze", peers::amaze_prim),
            cells("knossos", peers::knossos_prim),
        ], [faster(3.0, &["amaze"], &SIZES), leaner(5.0, &["amaze"], &LARGE)]),
        row("kruskal", ours::KRUSKAL, [
            cells("amaze", peers::amaze_kruskal),
            cells("knossos", peers::knossos_kruskal),
        ], [faster(3.0, &["amaze"], &SIZES), leaner(5.0, &["amaze"], &LARGE)]),
        row("backtracker", ours::BACKTRACKER, [
            pixels("irrgarten", peers::irrgarten_backtracker),
            pixels("terrain-forge", peers::terrain_forge_backtracker),
            cells("amaze", peers::amaze_backtracker),
            cells("knossos", peers::knossos_backtracker),
            cells("knossos-list", peers::knossos_growing_tree),
        ], [
            faster(2.5, &["terrain-forge", "irrgarten", "amaze"], &SIZES),
            leaner(5.0, &["amaze"], &LARGE),
        ]),
        row("cellular", ours::CELLULAR, [
            cells("mapgen", peers::mapgen_cellular),
            cells("terrain-forge", peers::terrain_forge_cellular),
        ], [faster(60.0, &["mapgen"], &[1024])]),
        row("pipe puzzle", ours::PUZZLE, [], [within_ns(100_000, &[31])]),
        // Sizes are cells of the board, or boards.
        fixed(&[60], row("pack 6x10 pentominoes", packing::PENTOMINOES, [
            cells("naive", packing::naive_pentominoes),
            cells("dancing-links", packing::dancing_links_pentominoes),
            cells("xcov", packing::xcov_pentominoes),
            cells("dlx-rs", packing::dlx_rs_pentominoes),
        ], [within_ns(60_000_000, &[60])])),
        fixed(&[35], row("pack game boards, first", packing::GAME_FIRST, [
            cells("naive", packing::naive_first),
            cells("dancing-links", packing::dancing_links_first),
            cells("xcov", packing::xcov_first),
            cells("dlx-rs", packing::dlx_rs_first),
        ], [within_ns(5_000_000, &[35])])),
        fixed(&[35], row("pack game boards, count", packing::GAME_COUNT, [
            cells("naive", packing::naive_count),
        ], [within_ns(100_000_000, &[35])])),
        fixed(&[120], row("pack hard 10x12", packing::HARD, [], [within_ns(200_000_000, &[120])])),
        fixed(&[9], row("pack big boards", packing::BIG, [], [within_ns(20_000_000, &[9])])),
        fixed(&[10], row("pack 48x48 boards", packing::HUGE, [], [within_ns(1_000_000_000, &[10])])),
        fixed(&[5], row("pack refuted", packing::REFUTED, [], [within_ns(100_000, &[5])])),
    ]
}

/// The contestant of that name on the row of that name.
pub fn find(row: &str, contestant: &str) -> Option<Contestant> {
    let row = all().into_iter().find(|r| r.name == row)?;
    let mut contestants = row.contestants().into_iter();
    contestants.find(|c| c.name == contestant)
}

fn row<const P: usize, const T: usize>(
    name: &'static str,
    ours: Option<Work>,
    peers: [Contestant; P],
    targets: [Target; T],
) -> Row {
    Row { name, fixed: &[], ours, peers: peers.into(), targets: targets.into() }
}

/// A row that has sizes of its own.
fn fixed(sizes: &'static [u16], row: Row) -> Row {
    Row { fixed: sizes, ..row }
}

fn cells(name: &'static str, work: Work) -> Contestant {
    let layout = Layout::Cells;
    Contestant { name, layout, work }
}

fn pixels(name: &'static str, work: Work) -> Contestant {
    let layout = Layout::Pixels;
    Contestant { name, layout, work }
}

fn faster(factor: f64, against: &'static [&'static str], sizes: &'static [u16]) -> Target {
    Target { measure: Measure::Time, goal: Goal::Below(factor, against), sizes }
}

fn leaner(factor: f64, against: &'static [&'static str], sizes: &'static [u16]) -> Target {
    Target { measure: Measure::Memory, goal: Goal::Below(factor, against), sizes }
}

fn within_ns(limit: u64, sizes: &'static [u16]) -> Target {
    Target { measure: Measure::Time, goal: Goal::Within(limit), sizes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_repeats_itself_from_its_seed() {
        for row in all() {
            for contestant in row.contestants() {
                for size in [5, 31] {
                    let sums = [1, 1].map(|seed| (contestant.work)(size, seed));
                    assert_eq!(sums[0], sums[1], "{} {}", row.name, contestant.name);
                }
            }
        }
    }

    #[test]
    fn every_target_names_a_contestant() {
        for row in all() {
            for target in &row.targets {
                let Goal::Below(_, against) = target.goal else { continue };
                for name in against {
                    assert!(find(row.name, name).is_some(), "{} {name}", row.name);
                }
            }
        }
    }
}
