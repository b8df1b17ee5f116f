//! What may stand beside what.
//!
//! In most models many patterns have the same neighbors: in the overlapping one all that end in the same columns, with
//! Wang tiles all whose side has the same color. So the allowed sets are kept once for each *row*, and a pattern has
//! the number of its row in each direction. That makes the table small, and gives the propagation a second way to go:
//! over rows instead of over patterns, see [`field`](super::field).

use std::collections::BTreeMap;

use mapwright_core::{Dir, Sides};

/// Some patterns, how often each is wanted, and which may stand beside which.
///
/// A pattern is a number from 0. What it stands for is up to the caller. A pattern may stand north of another exactly
/// if that may stand south of it, and so for east and west: the constructors see to it.
///
/// ```
/// use mapwright_core::Dir;
/// use mapwright_tiling::wfc::Rules;
///
/// // Sea beside coast beside land, never sea beside land.
/// let next = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)];
/// let pairs = [Dir::E, Dir::S].into_iter().flat_map(|dir| next.map(|(a, b)| (a, dir, b)));
/// let rules = Rules::from_pairs(&[4, 1, 4], pairs)?;
/// assert!(rules.allows(0, Dir::N, 1) && !rules.allows(0, Dir::N, 2));
/// # Ok::<(), mapwright_tiling::wfc::RulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    weights: Vec<u32>,
    /// Words of 64 patterns in a set.
    words: usize,
    tables: [Table; 4],
}

/// What one direction allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// The row of each pattern.
    pub(super) row_of: Vec<u32>,
    /// The set that each row allows on this side, [`Rules::words`] words a row.
    pub(super) allowed: Vec<u64>,
    /// The patterns that have each row.
    pub(super) members: Vec<u64>,
}

impl Table {
    pub(super) fn rows(&self, words: usize) -> usize {
        self.allowed.len() / words.max(1)
    }
}

/// Rules that make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No pattern, or too many.
    #[error("there are {n} patterns; allowed are 1 to {}", Rules::MOST_PATTERNS)]
    Count {
        /// How many there are.
        n: usize,
    },
    /// A weight of 0.
    #[error("pattern {pattern} has weight 0; allowed is 1 and more")]
    NoWeight {
        /// The pattern.
        pattern: usize,
    },
    /// Weights that are too large together.
    #[error("the weights add up to {sum}; allowed is up to {}", u32::MAX)]
    HeavyWeights {
        /// Their sum.
        sum: u64,
    },
    /// A pair that names a pattern that is not there, or labels that are not one a pattern.
    #[error("pattern {pattern} is named, of {n}")]
    NoPattern {
        /// The pattern that is named.
        pattern: usize,
        /// How many there are.
        n: usize,
    },
}

impl Rules {
    /// The most patterns that rules may have.
    pub const MOST_PATTERNS: usize = 1 << 16;

    /// Patterns with a label on each side, N E S W: two may touch where the labels of the touching sides are equal.
    /// A label is any number, and means what it means across one axis: 5 on an east side and 5 on a south side have
    /// nothing in common.
    ///
    /// # Errors
    ///
    /// No pattern or more than [`MOST_PATTERNS`](Self::MOST_PATTERNS), a weight of 0, weights whose sum is larger
    /// than a `u32`, or a number of labels that is not that of the weights.
    pub fn from_labels(weights: &[u32], labels: &[[u64; 4]]) -> Result<Self, RulesError> {
        let words = checked(weights)?;
        if labels.len() != weights.len() {
            return Err(RulesError::NoPattern { pattern: labels.len(), n: weights.len() });
        }
        let table = |dir: Dir| {
            let label = |sides: &[u64; 4], dir: Dir| sides[dir as usize];
            // BTreeMap: the rows are numbered by their labels, not by a hash.
            let mut rows: BTreeMap<u64, (Vec<u64>, Vec<u64>)> = BTreeMap::new();
            for (p, sides) in labels.iter().enumerate() {
                let row = rows.entry(label(sides, dir)).or_insert_with(|| (vec![0; words], vec![0; words]));
                row.1[p / 64] |= 1 << (p % 64);
            }
            for (q, sides) in labels.iter().enumerate() {
                if let Some(row) = rows.get_mut(&label(sides, dir.opposite())) {
                    row.0[q / 64] |= 1 << (q % 64);
                }
            }
            let numbers: BTreeMap<u64, u32> = rows.keys().copied().zip(0..).collect();
            let row_of = labels.iter().map(|sides| numbers[&label(sides, dir)]).collect();
            let allowed = rows.values().flat_map(|row| &row.0).copied().collect();
            Table { row_of, allowed, members: rows.values().flat_map(|row| &row.1).copied().collect() }
        };
        Ok(Rules { weights: weights.to_vec(), words, tables: Dir::ALL.map(table) })
    }

    /// Patterns of which some pairs may touch: `(a, dir, b)` lets `b` stand on that side of `a`, and so `a` on the
    /// other side of `b`. What is not named may not.
    ///
    /// # Errors
    ///
    /// Those of [`from_labels`](Self::from_labels), and a pair with a pattern that is not there.
    pub fn from_pairs(weights: &[u32], pairs: impl IntoIterator<Item = (u32, Dir, u32)>) -> Result<Self, RulesError> {
        let words = checked(weights)?;
        let n = weights.len();
        let mut sets = [(); 4].map(|()| vec![vec![0; words]; n]);
        for (a, dir, b) in pairs {
            let (a, b) = (a as usize, b as usize);
            if a.max(b) >= n {
                return Err(RulesError::NoPattern { pattern: a.max(b), n });
            }
            sets[dir as usize][a][b / 64] |= 1 << (b % 64);
            sets[dir.opposite() as usize][b][a / 64] |= 1 << (a % 64);
        }
        let tables = sets.map(|sets| {
            let mut rows: BTreeMap<&[u64], Vec<u64>> = BTreeMap::new();
            for (p, set) in sets.iter().enumerate() {
                rows.entry(set).or_insert_with(|| vec![0; words])[p / 64] |= 1 << (p % 64);
            }
            let numbers: BTreeMap<&[u64], u32> = rows.keys().copied().zip(0..).collect();
            Table {
                row_of: sets.iter().map(|set| numbers[set.as_slice()]).collect(),
                allowed: rows.keys().copied().flatten().copied().collect(),
                members: rows.values().flatten().copied().collect(),
            }
        });
        Ok(Rules { weights: weights.to_vec(), words, tables })
    }

    /// The complete set of edge-matched Wang tiles in 2 to 4 colors, all equally likely: a tile for every four
    /// colors. With them come the tiles, in the order of the patterns.
    ///
    /// ```
    /// use mapwright_core::{Size, Wrap};
    /// use mapwright_tiling::wfc::{Limits, Rules, Wave, collapse};
    ///
    /// let (rules, tiles) = Rules::wang_edges(3);
    /// let start = Wave::full(&rules, Size::new(20, 10), Wrap::Both);
    /// let solved = collapse(&rules, &start, 7, Limits::default(), &mut ())?;
    /// let sides = solved.patterns.map(|&pattern| tiles[pattern as usize]);
    /// # Ok::<(), mapwright_tiling::wfc::CollapseError>(())
    /// ```
    pub fn wang_edges(colors: u8) -> (Self, Vec<Sides>) {
        let colors = colors.clamp(2, 4);
        let tiles = (0..=u8::MAX).map(Sides).filter(|tile| Dir::ALL.iter().all(|&dir| tile.color(dir) < colors));
        let tiles: Vec<Sides> = tiles.collect();
        let labels: Vec<[u64; 4]> = tiles.iter().map(|tile| Dir::ALL.map(|dir| tile.color(dir).into())).collect();
        // At most 256 tiles of weight 1: none of the errors can be.
        let rules = Rules::from_labels(&vec![1; tiles.len()], &labels);
        (rules.unwrap_or_else(|_| Rules { weights: vec![], words: 1, tables: Default::default() }), tiles)
    }

    /// How many patterns.
    pub fn n_patterns(&self) -> u32 {
        // At most 2^16, as the constructors see to it.
        self.weights.len() as u32
    }

    /// How often each pattern is wanted.
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Whether `b` may stand on that side of `a`; not if either is not there.
    pub fn allows(&self, a: u32, dir: Dir, b: u32) -> bool {
        let table = &self.tables[dir as usize];
        let row = table.row_of.get(a as usize).filter(|_| b < self.n_patterns());
        row.is_some_and(|&row| table.allowed[row as usize * self.words + b as usize / 64] >> (b % 64) & 1 == 1)
    }

    /// Words of 64 patterns in a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn table(&self, dir: Dir) -> &Table {
        &self.tables[dir as usize]
    }
}

/// The words of a set, when the weights are sound. Some numbers of words have code of their own; those between are
/// rounded up to them.
fn checked(weights: &[u32]) -> Result<usize, RulesError> {
    let n = weights.len();
    if n == 0 || n > Rules::MOST_PATTERNS {
        return Err(RulesError::Count { n });
    }
    if let Some(pattern) = weights.iter().position(|&weight| weight == 0) {
        return Err(RulesError::NoWeight { pattern });
    }
    let sum = weights.iter().map(|&weight| u64::from(weight)).sum();
    match sum > u64::from(u32::MAX) {
        true => Err(RulesError::HeavyWeights { sum }),
        false => Ok(match n.div_ceil(64) {
            5 => 6,
            7 => 8,
            words => words,
        }),
    }
}
