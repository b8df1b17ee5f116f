//! What vaults hold: blueprints as data, and how a vault is filled from one.
//!
//! A blueprint lists items with rules, in the order in which they are placed. Each goes to a random free cell that fits
//! all its rules. If one has fewer places than its minimum, nothing is placed at all.

use mapwright_core::{BuildCx, BuildError, Dir, Passages, Point, Spawn};
use mapwright_graph::{UNREACHED, distances};

use crate::lock_and_key::keep_farthest;

/// What a vault can be.
#[derive(Debug)]
pub(crate) struct Blueprint {
    pub(crate) name: &'static str,
    items: &'static [Item],
}

/// Some spawns of a name.
#[derive(Debug)]
struct Item {
    what: &'static str,
    /// How many at least and at most.
    count: (u32, u32),
    rules: &'static [ItemSite],
}

/// Where an item stands.
#[derive(Clone, Copy, Debug)]
enum ItemSite {
    /// In the third of the vault that is farthest from its door.
    Far,
    /// At most so many steps from another item.
    Near(&'static str, u32),
    /// Where a straight look from the door falls on it.
    InView,
    /// Beside a wall.
    AtWall,
    /// At least so many steps from every other item of the vault.
    Apart(u32),
}

use ItemSite::{Apart, AtWall, Far, InView, Near};

/// All vaults. The first item of each is what the player comes for.
pub(crate) const BLUEPRINTS: &[Blueprint] = &[
    Blueprint {
        name: "hoard",
        items: &[
            Item { what: "Chest", count: (1, 2), rules: &[Far, Apart(2)] },
            Item { what: "Gold", count: (2, 5), rules: &[Near("Chest", 4)] },
        ],
    },
    Blueprint {
        name: "guarded library",
        items: &[
            Item { what: "Tome", count: (1, 1), rules: &[Far, AtWall] },
            Item { what: "Book", count: (2, 6), rules: &[AtWall, Apart(2)] },
            Item { what: "Guard", count: (1, 1), rules: &[InView, Apart(2)] },
        ],
    },
    Blueprint {
        name: "armory",
        items: &[
            Item { what: "Weapon", count: (2, 4), rules: &[AtWall, Apart(2)] },
            Item { what: "Armor", count: (1, 2), rules: &[AtWall, Apart(2)] },
        ],
    },
    Blueprint {
        name: "shrine",
        items: &[
            Item { what: "Altar", count: (1, 1), rules: &[Far, InView] },
            Item { what: "Candle", count: (2, 4), rules: &[Near("Altar", 3), Apart(2)] },
        ],
    },
];

/// A vault to fill.
pub(crate) struct FilledVault<'a> {
    pub(crate) passages: &'a Passages,
    /// The cells of its door.
    pub(crate) gate: &'a [Point],
    /// Its cells on which nothing is.
    pub(crate) free: &'a [u32],
}

impl FilledVault<'_> {
    /// All items of a blueprint, or `None`.
    pub(crate) fn fill(&self, blueprint: &Blueprint, cx: &mut BuildCx<'_>) -> Result<Option<Vec<Spawn>>, BuildError> {
        let mut placed: Vec<Spawn> = Vec::new();
        for item in blueprint.items {
            let (least, most) = item.count;
            let wanted = cx.rng.range(least, most);
            for n in 0..wanted {
                cx.check()?;
                match cx.rng.pick(&self.places(item, &placed)) {
                    Some(&cell) => placed.push(Spawn::new(self.passages.size().point(cell), item.what)),
                    None if n >= least => break,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(placed))
    }

    /// The cells that fit the rules of an item.
    fn places(&self, item: &Item, placed: &[Spawn]) -> Vec<u32> {
        let index = |spawn: &Spawn| self.passages.index(spawn.at);
        let mut cells = self.free.to_vec();
        cells.retain(|&cell| placed.iter().all(|spawn| index(spawn) != cell));
        for &rule in item.rules {
            match rule {
                Far => {
                    let gate = self.gate.iter().map(|&at| self.passages.index(at));
                    keep_farthest(&mut cells, &distances(self.passages, gate));
                }
                Near(what, most) => {
                    let steps = distances(self.passages, placed.iter().filter(|spawn| spawn.what == what).map(index));
                    cells.retain(|&cell| steps[cell] <= most && steps[cell] != UNREACHED);
                }
                Apart(least) => {
                    let steps = distances(self.passages, placed.iter().map(index));
                    cells.retain(|&cell| steps[cell] >= least);
                }
                InView => cells.retain(|&cell| {
                    let to = self.passages.size().point(cell);
                    self.gate.iter().any(|&from| sees(self.passages, from, to))
                }),
                AtWall => cells.retain(|&cell| self.passages.ways(cell).len() < 4),
            }
        }
        cells
    }
}

/// Whether the steps nearest to the straight line from one cell to another are all open.
fn sees(passages: &Passages, from: Point, to: Point) -> bool {
    let (dx, dy) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
    let across = if from.x < to.x { Dir::E } else { Dir::W };
    let along = if from.y < to.y { Dir::S } else { Dir::N };
    let (mut x, mut y, mut cell) = (0, 0, passages.index(from));
    while x < dx || y < dy {
        let goes_across = (1 + 2 * x) * dy < (1 + 2 * y) * dx;
        let dir = if goes_across { across } else { along };
        if !passages.ways(cell).contains(dir) {
            return false;
        }
        cell = passages.step(cell, dir);
        if goes_across { x += 1 } else { y += 1 }
    }
    true
}
